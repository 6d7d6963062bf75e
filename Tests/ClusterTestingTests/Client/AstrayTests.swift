import ClusterTesting
import Foundation
import Testing

/// Clients that leave the test's hands: each is found out and told from the others.
@Suite struct AstrayTests {
  private struct Astray: SyncClient {
    let device: ClientDevice
    let deed: @Sendable (ClientDevice) async throws -> Void

    func perform(_ action: UserAction, intent: String) async throws {
      if action == .call("feed", preparing: .zero) { try await deed(device) }
    }
  }

  private static func test(
    _ deed: @escaping @Sendable (ClientDevice) async throws -> Void
  ) -> ScenarioTest {
    var scenario = TestScenario(
      "astray", devices: ["phone"],
      timeline: [.at(.seconds(1), "phone", .call("feed"), id: "feed")])
    scenario.start.signedIn = ["phone": .init("u1")]
    return ScenarioTest(scenario).client("phone") { Astray(device: $0, deed: deed) }
  }

  private func message(
    _ limit: Duration = .seconds(10),
    _ deed: @escaping @Sendable (ClientDevice) async throws -> Void
  ) throws -> String {
    try #require(throws: TestFailure.self) {
      try Self.test(deed).answerLimit(limit).verify(seeds: 1...2)
    }.message
  }

  /// The wake-up comes when the call has let go of its thread, or when the run is over already.
  @Test func aTaskOfAnotherQueue() throws {
    let told = try message { device in
      await withCheckedContinuation { continuation in
        let isAsleep = DispatchSemaphore(value: 0)
        Task { isAsleep.signal() }
        DispatchQueue.global().async {
          isAsleep.wait()
          continuation.resume()
        }
      }
      _ = try await device.transport.pull(after: .start)
    }
    #expect(told.contains("the client of phone is not in the test's hands"))
    #expect(
      told.contains("one of its tasks was woken by something outside the test")
        || told.contains("waits for nothing of the library's"))
  }

  @Test func aCallFromAThreadOfItsOwn() throws {
    let told = try message { device in
      await withCheckedContinuation { continuation in
        let sent = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          device.screen.setBadge(1)
          sent.signal()
        }
        sent.wait()
        continuation.resume()
      }
    }
    #expect(told.contains("it called the screen from a thread of its own"))
    #expect(told.contains("in feed"))
  }

  @Test func aDetachedTaskThatSleepsByTheSystemsClock() throws {
    let told = try message { device in
      let late = Task.detached { try await Task.sleep(for: .milliseconds(50)) }
      try await late.value
      _ = try await device.transport.pull(after: .start)
    }
    #expect(told.contains("the client of phone is not in the test's hands"))
    #expect(told.contains("Task.sleep"))
  }

  @Test func theMainActor() throws {
    let told = try message { _ in await MainActor.run {} }
    #expect(told.contains("the client of phone is not in the test's hands"))
    #expect(told.contains("the main actor"))
  }

  @Test func aContinuationThatNobodyResumes() throws {
    let told = try message { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(told.contains("waits for nothing of the library's"))
  }

  @Test func aLoopOverYields() throws {
    let told = try message { _ in while !Task.isCancelled { await Task.yield() } }
    #expect(told.contains("had still not come to rest"))
  }

  @Test func aThreadThatIsNotGivenBack() throws {
    let told = try message(.milliseconds(300)) { _ in Self.block() }
    #expect(told.contains("it has not given the thread back"))
    #expect(told.contains("in feed"))
  }

  /// The thread stays with it for as long as the tests run.
  private static func block() { DispatchSemaphore(value: 0).wait() }

  @Test func whatNoSeedDecides() throws {
    let told = try message { device in
      device.store["noise"] = String(UInt64.random(in: 0...UInt64.max))
    }
    #expect(told.contains("the same seed gave two different runs"))
    #expect(told.contains("noise"))
  }

  @Test func unstructuredTasksStayInHand() throws {
    try Self.test { device in
      let page = Task { try await device.transport.pull(after: .start) }
      let other = Task.detached { try await device.transport.pull(after: .start) }
      _ = try await (page.value, other.value)
      try await device.clock.sleep(for: .seconds(3))
      device.screen.setBadge(1)
    }.verify(seeds: 1...20)
  }
}
