import SyncModels
import Testing

/// What models.md says where no row looks.
@Suite("Network models, beyond their rows")
struct NetworkWordsTests {
  @Test("a shelf prints by id, equal ids in the order they came, and is compared so")
  func shelf() {
    func shelf(_ ids: (Int, Text)...) -> JSONLesson.Shelf {
      var shelf = JSONLesson.Shelf()
      for (id, name) in ids { shelf.append(.init(id: id, name: name, version: 1)) }
      return shelf
    }
    #expect(shelf((9, "x"), (7, "b"), (7, "a")).description == "7:b:v1,7:a:v1,9:x:v1")
    #expect(shelf((9, "x"), (7, "b")) == shelf((7, "b"), (9, "x")))
    #expect(shelf((7, "b"), (7, "a")) != shelf((7, "a"), (7, "b")))
    #expect(shelf().description == "-")
  }

  @Test("server codes from 500 on are retryable, other codes are not")
  func retryable() {
    typealias Failure = RetryLesson.Failure
    let retryable: [Failure] = [.timeout, .offline, .server(code: 500), .server(code: 599)]
    let final: [Failure] = [.server(code: 499), .client(code: 500), .client(code: 400)]
    for failure in retryable { #expect(failure.isRetryable) }
    for failure in final { #expect(!failure.isRetryable) }
  }

  @Test("a client makes no more attempts than its budget, and reports the last failure")
  func spentBudget() {
    var client = RetryLesson.Client(budget: RetryLesson.Budget(3))
    var ledger = RetryLesson.Ledger()
    let order = RetryLesson.Order(item: "kitap", key: nil)
    let ways = [RetryLesson.Way](repeating: .requestLost, count: 5)
    #expect(client.place(order, at: &ledger, over: ways) == .timeout)
    #expect(client.attempts == 3)
    #expect(ledger.orders.isEmpty)
  }

  @Test("a vault without a token prints bos; an issuer counts what it rejects")
  func tokens() {
    #expect(TokensLesson.Vault().description == "bos")
    var issuer = TokensLesson.Issuer()
    for token in ["r1", "r1", "r2", "r9"] { issuer.redeem(Text(token)) }
    #expect(issuer.description == "gecerli=r3 verilen=3 reddedilen=2")
  }

  @Test("a read makes an entry the most recent, and age does not show")
  func cache() {
    func full() -> CacheLesson.LRUCache {
      var cache = CacheLesson.LRUCache(capacity: 2)
      cache.write("b", "1")
      cache.write("a", "1")
      return cache
    }
    var read = full()
    #expect(read.read("b") == "1" as Text?)
    #expect(read == full())
    #expect(read.description == "[a=1,b=1]")
    read.write("c", "1")
    #expect(read.description == "[b=1,c=1]")
    #expect(read.read("a") == nil as Text?)
    #expect(CacheLesson.LRUCache(capacity: 2).description == "-")
  }

  @Test("tasks are sorted, and a file wanted twice is enqueued once if it is missing")
  func transfers() {
    var registry = TransfersLesson.Registry(running: ["b", "a"])
    registry.enqueueMissing(["c", "c", "a"])
    #expect(registry.description == "[a,b,c]")
    registry.enqueueBlindly(["a", "c"])
    #expect(registry.description == "[a,a,b,c,c]")
  }
}
