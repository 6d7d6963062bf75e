import ClusterCore
import Testing

@testable import ClusterEngine

/// The published rows on the network. What a row should say is read from the published file, and
/// neither from the models nor from the cluster.
@Suite("Trial: the rows on the network") struct TrialRowTests {
  @Test(
    "each row that has a counterpart prints as published", arguments: TrialTable.rows.map(\.label))
  func printsAsPublished(label: String) throws {
    let row = try #require(TrialTable.row(labelled: label))
    let published = try #require(PublishedRow.all[label])
    #expect(try row.measureInMemory().published == published.states)
  }

  @Test("33 of the published rows have a counterpart, each once")
  func table() {
    #expect(TrialTable.rows.count == 33)
    #expect(Set(TrialTable.rows.map(\.label)).count == 33)
    #expect(TrialTable.row(labelled: "kural-damga")?.label == "kural-damga")
    #expect(TrialTable.row(labelled: "stok-okuma") == nil)
  }

  @Test("a row that runs under another policy no longer prints as published", arguments: Swap.all)
  func disagrees(swap: Swap) throws {
    var row = try #require(TrialTable.row(labelled: swap.label))
    swap.change(&row.scenario)
    let states = try row.measureInMemory().published
    #expect(states != PublishedRow.all[swap.label]?.states)
    if let twin = swap.twin { #expect(states == PublishedRow.all[twin]?.states) }
  }

  @Test("a row whose arrivals did not come about measures nothing")
  func notForced() throws {
    let row = try #require(TrialTable.row(labelled: "kural-damga"))
    let elsewhere = MessageName(
      sender: "phone", receiver: .cloud, kind: .save, root: "nothing", count: 1)
    let broken = TrialRow(
      row.label, on: row.scenario, a: row.first, b: row.second, by: .link(elsewhere),
      seen: row.view)
    let fault = #expect(throws: NotForced.self) { try broken.measureInMemory() }
    #expect(fault?.description == "kural-damga: a was to arrive, and nothing did")
  }

  @Test("names are given in the order of first appearance, and none where the row has none left")
  func renaming() {
    var renaming = NamesByAppearance(["1", "2"])
    #expect(renaming.text("x@\(name: "77") y@\(name: "12")") == "x@1 y@2")
    #expect(renaming.text("\(name: "12")\(name: "5")\(name: "5")") == "2?3?3")
  }
}

/// A row and a change of its scenario that the row is about.
struct Swap: Sendable, CustomTestStringConvertible {
  let label: String
  /// The row that should then be printed, where that is a published one too.
  let twin: String?
  let change: @Sendable (inout Scenario) -> Void

  var testDescription: String { label }

  private static func policy(
    _ label: String, as twin: String? = nil,
    _ change: @escaping @Sendable (inout Policy) -> Void
  ) -> Swap {
    Swap(label: label, twin: twin) { change(&$0.devices[0].policy) }
  }

  private static func rules(
    _ label: String, as twin: String? = nil,
    _ change: @escaping @Sendable (inout CloudRules) -> Void
  ) -> Swap {
    Swap(label: label, twin: twin) { change(&$0.rules) }
  }

  static let all: [Swap] = [
    policy("anahtarli-siparis", as: "anahtarsiz-siparis") { $0.orderKey = .none },
    policy("anahtarsiz-siparis") { $0.orderKey = .perIntent },
    policy("anahtarli-gonderim") { $0.orderKey = .none },
    policy("gunluge-ekle") { $0.orderKey = .perIntent },
    policy("yeniden-dene") { $0.orderKey = .perIntent },
    policy("son-yazan-kazanir", as: "buyuk-damga-kazanir") { $0.vault = .newerWins },
    policy("buyuk-damga-kazanir", as: "son-yazan-kazanir") { $0.vault = .lastWins },
    rules("belirtec-donusumu") { $0.tokens.refreshGrace = .seconds(60) },
    policy("tanimlayiciya-gore", as: "denetlemeden-kuyruga-al") { $0.reenqueue = .blind },
    policy("denetlemeden-kuyruga-al", as: "tanimlayiciya-gore") { $0.reenqueue = .byIdentifier },
    policy("bitme-ve-kuyruk") { $0.reenqueue = .blind },
    policy("surumsuz-yazim", as: "surumlu-yazim") { $0.shownList = .versioned },
    policy("surumlu-yazim", as: "surumsuz-yazim") { $0.shownList = .overwrite },
    rules("tercih-yaz") { $0.scalars = .highestStamp },
    rules("iki-ekran-ayni-anahtar") { $0.scalars = .highestStamp },
    rules("varsa-guncelle-ayni-anahtar") { $0.scalars = .highestStamp },
    rules("kural-damga", as: "kural-gelis-sirasi") { $0.scalars = .lastArrival },
    rules("kural-gelis-sirasi", as: "kural-damga") { $0.scalars = .highestStamp },
    rules("kural-damga-esit") { $0.tie = .device },
    rules("kume-birlesimi") { $0.sets = .replace },
    rules("onbellege-yaz") { $0.sets = .replace },
    policy("rozet-artir") { $0.badge = .oncePerID },
    policy("kimlikli-ayni-bildirim", as: "rozet-yerel-artir") { $0.badge = .increment },
    policy("kimlikli-iki-bildirim") { $0.badge = .increment },
    policy("rozet-mutlak-deger") { $0.badge = .increment },
  ]
}

extension TrialStates {
  /// What the published rows have of it.
  fileprivate var published: [String] { [once, twice, forward, backward] }
}
