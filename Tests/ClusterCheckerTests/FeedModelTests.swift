import ClusterCore
import Testing

@testable import ClusterChecker

/// The change feed of the pure model.
@Suite struct FeedModelTests {
  /// Fields 0, 1, 2, …, one change each, at these instants.
  private func feed(_ instants: [Int64]) -> FeedModel {
    var feed = FeedModel()
    for (field, instant) in instants.enumerated() { feed.append(field, at: Instant(instant)) }
    return feed
  }

  private func page(_ feed: FeedModel, after cursor: Cursor, most: Int = 100) -> FeedModel.Page? {
    feed.page(after: cursor, most: most) { $0 + 1 }
  }

  @Test func aPageByNumbersGoesOnBehindTheLastOne() throws {
    let feed = feed([10, 10, 10])
    let first = try #require(page(feed, after: 0, most: 2))
    #expect((first.fields, first.cursor, first.more) == ([0, 1], 2, true))
    let second = try #require(page(feed, after: first.cursor, most: 2))
    #expect((second.fields, second.cursor, second.more) == ([2], 3, false))
  }

  /// The hazard of `cursorFrom: serverStamp`: what shares the last instant of a page is passed over.
  @Test func aPageByInstantsSplitsEqualOnes() throws {
    let feed = feed([10, 10, 10])
    let first = try #require(page(feed, after: .instant(0), most: 2))
    #expect((first.fields, first.cursor, first.more) == ([0, 1], .instant(10), true))
    #expect(try #require(page(feed, after: first.cursor)).fields == [])
  }

  @Test func anExpiredCursorIsOfNoUseAndANewOneIs() throws {
    var feed = feed([10, 20])
    feed.expire()
    #expect(page(feed, after: 1) == nil)
    #expect(page(feed, after: 2) == nil)
    let anew = try #require(page(feed, after: 0, most: 1))
    #expect(anew.cursor == .number(1, generation: 1))
    #expect(try #require(page(feed, after: anew.cursor)).fields == [1])
  }

  @Test func afterARollbackNumbersGoOnAndThoseInBetweenAreNoPlace() throws {
    let old = feed([10, 20])
    var now = feed([10, 20, 30, 40])
    now.goBack(to: old)
    #expect(now.last == 4)
    #expect(page(now, after: 3) == nil)
    #expect(page(now, after: 4) == nil)
    #expect(try #require(page(now, after: 2)).fields == [])
    #expect(now.fingerprint == 1)
    now.append(2, at: Instant(50))
    let next = try #require(now.page(after: 2, most: 100) { $0 == 2 ? 5 : $0 + 1 })
    #expect((next.fields, next.cursor) == ([2], 5))
  }

  @Test func afterAPurgeNothingIsLeft() throws {
    var feed = feed([10, 20])
    feed.purge()
    #expect(page(feed, after: 2) == nil)
    #expect(try #require(page(feed, after: 0)).fields == [])
    #expect(feed.last == 2)
  }
}
