import ClusterCore
import Testing

@testable import ClusterChecker

@Suite struct MatchesModelTests {
  @Test func `an answer with another value than the model's fails, and says which message`()
    throws
  {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let wrong = scalar("Mik", "w1", of: "phone", stamp: 1000, change: 3)
    let step = trace.arrive([milkEdit], from: "phone", answer: [kept("w1", wrong)])
    trace.end(title: milk)
    let result = try #require(trace.result(.matchesModel))
    #expect(result.verdict == .fail)
    #expect(result.step == step)
    #expect(result.signature == "matches-model|note-1.title|value")
    for word in ["note-1.title", "\"Mik\"", "\"Milk\"", "w1 of phone", "phone>cloud/save/w1/1"] {
      #expect(result.explanation.contains(word), "\(word) in \(result.explanation)")
    }
  }

  @Test(arguments: [
    (scalar("Milk", "w1", of: "phone", stamp: 1001, change: 3), "stamp"),
    (scalar("Milk", "w1", of: "tablet", stamp: 1000, change: 3), "maker"),
    (scalar("Milk", "w9", of: "phone", stamp: 1000, change: 3), "winner"),
    (scalar("Milk", "w1", of: "phone", stamp: 1000, change: 4), "feed number"),
    (members([("Milk", ["w1"])], "w1", change: 3), "kind"),
  ])
  func `whatever else differs in an answer fails too`(state: FieldState, reason: String) throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", state)])
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|\(reason)")
  }

  @Test func `a composed and a decomposed letter are two values`() throws {
    let composed = edit("w1", "caf\u{E9}", stamp: 1000)
    let decomposed = scalar("cafe\u{301}", "w1", of: "phone", stamp: 1000, change: 3)
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("caf\u{E9}")]), sends: [composed])
    trace.arrive([composed], from: "phone", answer: [kept("w1", decomposed)])
    trace.end(title: decomposed)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|value")
  }

  @Test func `an answer that nobody waits for is compared too`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    // The copy is accepted again, so the field is change 4 now.
    let step = trace.arrive([milkEdit], from: "phone", copy: 2, answer: [kept("w1", milk)])
    trace.end(title: scalar("Milk", "w1", of: "phone", stamp: 1000, change: 4))
    let result = try #require(trace.result(.matchesModel))
    #expect(result.signature == "matches-model|note-1.title|feed number")
    #expect(result.step == step)
  }

  @Test func `an accepted copy counts again, and a lost one does not`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    let again = scalar("Milk", "w1", of: "phone", stamp: 1000, change: 4)
    trace.arrive([milkEdit], from: "phone", copy: 2, answer: [kept("w1", again)])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 5)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.arrive([milkEdit], from: "phone", copy: 3, answer: [lost("w1", to: won)])
    trace.end(title: won)
    #expect(trace.result(.matchesModel)?.explanation == "")
    #expect(trace.verdict(.matchesModel) == .pass)
    #expect(trace.result(.matchesModel)?.witnesses == 2)
  }

  @Test func `a cloud that keeps the smaller stamp fails`() throws {
    var trace = try TraceBuilder()
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let first = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    let second = scalar("Milk", "w1", of: "phone", stamp: 1000, change: 4)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", first)])
    let step = trace.arrive([milkEdit], from: "phone", answer: [kept("w1", second)])
    trace.end(title: second)
    let result = try #require(trace.result(.matchesModel))
    #expect(result.step == step)
    #expect(result.explanation.contains("by the model it is \"Bread\" (w2 of tablet"))
  }

  @Test func `equal stamps tie by the larger device, in either order`() throws {
    let phone = edit("w1", "Milk", stamp: 1000)
    let tablet = edit("w2", "Bread", stamp: 1000)
    var trace = try TraceBuilder()
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [tablet])
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [phone])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 1000, change: 3)
    trace.arrive([tablet], from: "tablet", answer: [kept("w2", won)])
    trace.arrive([phone], from: "phone", answer: [lost("w1", to: won)])
    trace.end(title: won)
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `a server stamp is the instant and the feed number, and a copy is not applied`()
    throws
  {
    var trace = try TraceBuilder(#""cloud": {"rule": "lastArrival"}"#)
    let one = edit("w1", "Milk", stamp: nil)
    let two = edit("w2", "Bread", stamp: nil)
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [one])
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [two])
    // Made at 10 and 20 ms, delivered at 30, 40 and 50 ms.
    let first = scalar("Milk", "w1", of: "phone", stamp: 30, counter: 3, change: 3)
    let second = scalar("Bread", "w2", of: "tablet", stamp: 40, counter: 4, change: 4)
    trace.arrive([one], from: "phone", answer: [kept("w1", first)])
    trace.arrive([two], from: "tablet", answer: [kept("w2", second)])
    trace.arrive([one], from: "phone", copy: 2, answer: [lost("w1", to: second)])
    trace.end(title: second)
    #expect(trace.result(.matchesModel)?.explanation == "")
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `an add removed before it arrives stays out, and counts no change`() throws {
    var trace = try TraceBuilder()
    let add = tagEdit("t1", .add(text("shop")))
    let remove = tagEdit("t2", .remove(text("shop"), observed: ["t1"]))
    trace.make("phone", "t1", .add([tags: [text("shop")]]), sends: [add])
    trace.make("phone", "t2", .remove([tags: [text("shop")]]), sends: [remove])
    let start = startTags(trace.scenario).state
    trace.arrive([remove], from: "phone", answer: [kept("t2", start, at: tags)])
    trace.arrive([add], from: "phone", answer: [kept("t1", start, at: tags)])
    trace.end(title: startTitle(trace.scenario).state)
    #expect(trace.result(.matchesModel)?.explanation == "")
    #expect(trace.verdict(.matchesModel) == .pass)
  }

  @Test func `pages hold the newest changes in order, and say whether there are more`() throws {
    var trace = try TraceBuilder(#""cloud": {"page": 1}"#)
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.pull("tablet", "w1", from: 0, [startTags(trace.scenario)], to: 1, more: true)
    let step = trace.pull("tablet", "w1", from: 1, [Change(path: title, state: milk)], to: 2)
    trace.end(title: milk)
    let result = try #require(trace.result(.matchesModel))
    #expect(result.signature == "matches-model|answer|cursor")
    #expect(result.step == step - 1)
  }

  @Test func `an answer that says kept of an edit that lost fails`() throws {
    var trace = try TraceBuilder()
    trace.make("tablet", "w2", .write([title: text("Bread")]), sends: [breadEdit])
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let won = scalar("Bread", "w2", of: "tablet", stamp: 2000, change: 3)
    trace.arrive([breadEdit], from: "tablet", answer: [kept("w2", won)])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", won)])
    trace.end(title: won)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|kept")
  }

  @Test func `results of another edit, or too few, fail`() throws {
    for (results, reason) in [
      ([kept("w9", milk)], "order of results"), ([], "number of results"),
    ] {
      var trace = try TraceBuilder()
      trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
      trace.arrive([milkEdit], from: "phone", answer: results)
      trace.end(title: milk)
      #expect(trace.result(.matchesModel)?.signature == "matches-model|answer|\(reason)")
    }
  }

  @Test func `the adds that keep a member are compared`() throws {
    var trace = try TraceBuilder()
    let add = tagEdit("t1", .add(text("home")))
    // The member was there; now two adds keep it.
    let right = members([("home", ["start", "t1"])], "t1", change: 3)
    let wrong = members([("home", ["t1"])], "t1", change: 3)
    trace.make("phone", "t1", .add([tags: [text("home")]]), sends: [add])
    trace.arrive([add], from: "phone", answer: [kept("t1", wrong, at: tags)])
    trace.end(title: startTitle(trace.scenario).state, tags: right)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.tags|adds")
  }

  @Test func `a page that does not say that there are more fails`() throws {
    var trace = try TraceBuilder(#""cloud": {"page": 1}"#)
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.pull("tablet", "w1", from: 0, [startTags(trace.scenario)], to: 1, more: false)
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|answer|cursor")
  }

  @Test func `a page without a change it should have fails`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([milkEdit], from: "phone", answer: [kept("w1", milk)])
    trace.pull("tablet", "w1", from: 2, [], to: 2)
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|answer|fields of a page")
  }

  @Test func `records at the end that are not the model's fail`() throws {
    var trace = try TraceBuilder()
    trace.phoneWritesMilk()
    trace.end([startTags(trace.scenario)])
    #expect(trace.result(.matchesModel)?.signature == "matches-model|note-1.title|presence")
  }

  @Test func `a request without an answer fails`() throws {
    var trace = try TraceBuilder()
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    let name = TraceBuilder.save("phone", "w1")
    trace.step(
      .cloud, .delivery(name, copy: 1), .request(.save([milkEdit]), from: "phone"), [], root: "w1")
    trace.end(title: milk)
    #expect(trace.result(.matchesModel)?.signature == "matches-model|answer|none")
  }

  @Test func `an edit of a kind the rule does not know leaves it unknown`() throws {
    var trace = try TraceBuilder(#""cloud": {"sets": "union"}"#)
    let remove = tagEdit("t1", .remove(text("home"), observed: ["start"]))
    trace.make("phone", "w1", .write([title: text("Milk")]), sends: [milkEdit])
    trace.arrive([remove], from: "phone", answer: [])
    trace.end(title: milk)
    let result = try #require(trace.result(.matchesModel))
    #expect(result.verdict == .unknown)
    #expect(result.explanation.contains("note-1.tags"))
  }
}
