import ClusterCore
import Testing

@testable import ClusterChecker

/// A search tells states apart by what the folds keep. Whoever makes one keep more decides in its
/// `weigh(into:)` whether a verdict may depend on that, and then names it here.
@Suite struct StateTests {
  private static func kept(_ fold: Any) -> [String] {
    Mirror(reflecting: fold).children.compactMap(\.label)
  }

  @Test func theFoldsKeepWhatIsNamedHere() throws {
    let scenario = try StateTests.scenario()
    let run = RunFold(scenario)
    #expect(
      Self.kept(run) == [
        "sharedScenario", "paths", "replicas", "accounts", "ignoredEntries", "ledger", "deletions",
        "model",
        "traffic", "shared", "moment", "orders", "scripted", "limits", "unread", "files", "badges",
        "end",
        "start", "ignored", "diedUnforeseen", "lives", "wasPurged", "hasCalmBegun", "fieldNumbers",
        "deviceNumbers",
      ])
    #expect(
      Self.kept(run.replicas[0]) == [
        "id", "sight", "life", "isDead", "cutOff", "unstored", "toldPruned", "turns", "fields",
        "refusals", "pages", "isReadingPage",
      ])
    #expect(
      Self.kept(Replica.Field()) == [
        "shown", "shownStep", "shownBy", "asked", "told", "unanswered",
      ])
    #expect(
      Self.kept(ModelField()) == [
        "content", "standing", "history", "forgotten", "members", "increments",
        "newestWrite", "untold", "stampedByCloud",
      ])
    #expect(
      Self.kept(ModelLife()) == ["deletion", "observed", "created", "standing", "goneSince"])
    #expect(
      Self.kept(run.model) == [
        "sets", "page", "saves", "isAtomic", "parentField", "rule", "stampRule", "fields", "feed",
        "snapshots", "misfit", "tags", "records", "deletes", "retention", "pruned",
        "isReadByInstants",
      ])
    #expect(Self.kept(run.ledger) == ["edits", "places", "operations"])
    #expect(Self.kept(run.accounts[0]) == ["user", "calls", "orders", "list", "thread", "files"])
    #expect(Self.kept(run.orders) == ["rules", "entries", "keys"])
    #expect(
      Self.kept(run.model.feed) == ["entries", "last", "breaks", "generation", "fingerprint"])
  }

  @Test func theChecksKeepWhatIsNamedHere() throws {
    let scenario = try StateTests.scenario()
    let checks: [(any Check, [String])] = [
      (Converged(scenario), []), (Settled(scenario), ["record"]), (SetUnion(scenario), []),
      (NewestWins(scenario), ["isExpected"]),
      (MatchesModel(scenario), ["comparesAdds", "services", "deliveries", "breach"]),
      (Causal(scenario), ["fields", "deletions", "witnesses"]),
      (NoLostEdit(scenario), ["overruns", "unseen"]),
      (OwnEditsShow(scenario), ["claims", "witnesses", "breach", "suspicion"]),
      (NeverGoesBack(scenario), ["newest", "witnesses", "breach", "suspicion", "start"]),
      (Bounded(scenario), ["attempts", "messages", "tokens", "pulls", "breach"]),
      (
        TransferOnce(scenario),
        ["courses", "places", "cloud", "attempts", "wishes", "breach"]
      ),
      (OrderOnce(scenario), ["isUsed", "origins", "wanted", "breach"]),
      (ShownNewest(scenario), ["isUsed", "screens", "witnesses", "breach"]),
      (BadgeTrue(scenario), ["isUsed", "devices", "icons"]),
      (
        RefreshOnce(scenario),
        ["isRotating", "families", "open", "answered", "last", "presented", "breach"]
      ),
      (VaultNewest(scenario), ["vaults", "newest", "last", "delivered", "breach"]),
      (SignedIn(scenario), ["vaults", "families", "revoked", "left", "breach"]),
      (SignedOut(scenario), ["vaults", "left", "leaving", "breach"]),
      (StaysDeleted(scenario), ["breach", "suspicion"]),
    ]
    for (check, names) in checks {
      #expect(Self.kept(check) == names, "\(type(of: check).name.rawValue)")
    }
  }

  private static func scenario() throws -> Scenario {
    try ScenarioFile(
      Array(#"{"format": 1, "name": "sample", "devices": [{"name": "phone"}]}"#.utf8)
    ).scenario()
  }
}
