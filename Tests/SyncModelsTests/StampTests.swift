import SyncModels
import Testing

@Suite("Stamps, tags and the record on the server")
struct StampTests {
  @Test("milliseconds decide, then the counter, then the device by UTF-8 bytes")
  func order() {
    let ascending = [
      ModelStamp(milliseconds: -1, counter: 9, device: "z"),
      ModelStamp(milliseconds: 1),
      ModelStamp(milliseconds: 1, counter: 0, device: "a"),
      ModelStamp(milliseconds: 1, counter: 1, device: ""),
      ModelStamp(milliseconds: 1, counter: 1, device: "e\u{301}"),
      ModelStamp(milliseconds: 1, counter: 1, device: "z"),
      ModelStamp(milliseconds: 1, counter: 1, device: "\u{E9}"),
      ModelStamp(milliseconds: 2),
    ]
    #expect(ascending.reversed().sorted() == ascending)
    #expect(Set(ascending).count == ascending.count)
    for (lower, higher) in zip(ascending, ascending.dropFirst()) {
      #expect(lower < higher)
      #expect(!(higher < lower))
    }
  }

  @Test("a plain stamp prints as its number, a hybrid one with all three")
  func printed() {
    #expect(ModelStamp(milliseconds: 7).description == "7")
    #expect(ModelStamp(milliseconds: 7, counter: 2, device: "phone").description == "7.2.phone")
  }

  @Test("a record prints scalars, then sets, each sorted by field; nothing prints -")
  func record() {
    var record = SyncRecord()
    #expect(record.description == "-")
    let stamp = ModelStamp(milliseconds: 1)
    record.add("b2", to: "tags")
    record.write("theme", "koyu", stamp: stamp, rule: .lastArrival)
    record.add("a1", to: "tags")
    record.add("x", to: "labels")
    record.write("accent", "mavi", stamp: ModelStamp(milliseconds: 2), rule: .lastArrival)
    #expect(record.description == "accent=mavi@2 theme=koyu@1 labels={x} tags={a1,b2}")
  }

  @Test("a record is compared by what it prints: not by the device that wrote")
  func comparedRecord() {
    func record(_ value: Text, by device: String) -> SyncRecord {
      var record = SyncRecord()
      record.write(
        "theme", value, stamp: ModelStamp(milliseconds: 1), device: device, rule: .lastArrival)
      return record
    }
    #expect(record("koyu", by: "phone") == record("koyu", by: "tablet"))
    #expect(record("\u{E9}", by: "phone") != record("e\u{301}", by: "phone"))
  }

  @Test("a save with a stale tag is not accepted where saves need the tag")
  func staleTag() {
    var record = TaggedRecord(Text("a"))
    let seen = record.tag
    func save(_ value: Text, counting changes: Int, rule: SaveRule) -> Bool {
      record.save(basedOn: seen, rule: rule) { content in
        content = value
        return changes
      }
    }
    #expect(save("b", counting: 1, rule: .ifTagMatches))
    let before = record
    #expect(!record.accepts(basedOn: seen, rule: .ifTagMatches))
    #expect(!save("c", counting: 1, rule: .ifTagMatches))
    #expect(record == before)
    #expect(save("d", counting: 2, rule: .merge))
    #expect(record == TaggedRecord("d", tag: 3))
  }

  @Test("a tag counts accepted changes, so a save without any leaves it")
  func emptySave() {
    var record = TaggedRecord(Text("a"), tag: 4)
    let accepted = record.save(basedOn: 4, rule: .ifTagMatches) { _ in 0 }
    #expect(accepted)
    #expect(record.tag == 4)
  }
}
