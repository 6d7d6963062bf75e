import SyncModels
import Testing

/// What models.md says where no row looks.
@Suite("Concurrency models, beyond their rows")
struct ConcurrencyWordsTests {
  @Test("a shelf never gives more than it has, however many ask at once")
  func shelf() async {
    let shelf = AsyncLesson.Shelf()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...20 { group.addTask { await shelf.reserve(3) } }
    }
    let (left, accepted) = (await shelf.left, await shelf.accepted)
    #expect(left == 1)
    #expect(accepted == [3, 3, 3])
  }

  @Test("children end in any order, and every value is gathered once")
  func children() async {
    var children = GroupsLesson.Children<Int>()
    for number in 1...50 { children.add(number) }
    let gathered = await children.gathered(into: [Int]()) { $0.append($1) }
    #expect(gathered.sorted() == Array(1...50))
  }

  @Test("one of many claims gets the seat, and keeps it")
  func seat() async {
    let seat = ActorsLesson.Seat()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...20 { group.addTask { await seat.claim(Text("\(number)")) } }
    }
    let owner = await seat.owner
    await seat.claim("late")
    await seat.release("late")
    let ownerAfter = await seat.owner
    #expect(owner != nil)
    #expect(ownerAfter == owner)
  }

  @Test("a list starts as v0 [], and a version given on arrival is never too late")
  func shownList() {
    var list = MainActorLesson.ShownList()
    #expect(list.description == "v0 []")
    list.writeStampedOnArrival(["x"])
    list.writeStampedOnArrival(["x", "y"])
    #expect(list.description == #"v2 ["x", "y"]"#)
  }

  @Test("a loading counter never falls below 0")
  func loadingCounter() {
    var counter = MainActorLesson.LoadingCounter()
    counter.end()
    #expect(counter.count == 0)
    counter.begin()
    #expect(counter.count == 1)
  }

  @Test("copies of a queue's value are values of their own")
  func confined() {
    var first = QueuesLesson.Confined([Text]())
    var second = first
    first.run { $0.append("a") }
    second.run { $0.append("b") }
    #expect(first.seen() == ["a"])
    #expect(second.seen() == ["b"])
  }

  @Test("listeners are sorted, and a cold delivery requests for each of them")
  func delivery() {
    var cold = StreamsLesson.Delivery(.cold)
    for name in ["burak", "ayse", "burak"] { cold.subscribe(Text(name)) }
    #expect(cold.description == #"istek=3 dinleyen=["ayse", "burak"]"#)
    #expect(StreamsLesson.Delivery(.shared).description == "istek=0 dinleyen=[]")
  }
}
