import ClusterCore

/// Kimlik Doğrulama: a device's vault, and the cloud's issuer.
///
/// A session is there from the start and its access token ends, so that each call of the app is
/// refused and has it renew. The start's own pair is never printed: the first that arrives is the
/// first that a vault's row knows.
enum TokenTrials {
  static let rows: [TrialRow] = [
    vault("son-yazan-kazanir", .lastWins),
    vault("buyuk-damga-kazanir", .newerWins),
    issuer("belirtec-donusumu"),
  ]

  private static let user: UserID = "u1"
  private static let call = Entry.Action.operation(
    .call("feed", preparing: .zero), device: TrialRow.phone)

  private static func scenario(
    _ label: String, _ device: DeviceSetup, _ change: (inout TokenRules) -> Void
  ) -> Scenario {
    var rules = CloudRules.standard
    change(&rules.tokens)
    var start = StartState()
    start.tokens = [StartToken(device: device.id, user: user, isAccessExpired: false)]
    return Scenario(
      named: label, devices: [device], rules: rules, start: start,
      timeline: [Entry(id: "end", at: Instant(500), action: .cloud(.expireTokens(user: user)))])
  }

  /// Two calls renew for themselves, and the refresh token stays good: two pairs are on their
  /// way to the vault at once. An answer cannot be copied, so the engine hands it over again.
  private static func vault(_ label: String, _ rule: Policy.VaultRule) -> TrialRow {
    let device = TrialRow.device(TrialRow.phone) { policy in
      policy.refresh = .perRequest
      policy.vault = rule
    }
    return TrialRow(
      label, on: scenario(label, device) { $0.rotation = .off }, a: call,
      by: .handover(
        TrialRow.request(.refresh, of: "a").answer,
        second: .delivery(TrialRow.request(.refresh, of: "b").answer, copy: 1)),
      names: ["a1#1", "a2#2"]
    ) { view in
      guard let session = view.phone.session else { return "bos" }
      return "\(name: "\(session.access)/\(session.serial ?? 0)")"
    }
  }

  /// Every refresh after the first presents the token that is used up: as a copy, or as the
  /// device's own second try.
  private static func issuer(_ label: String) -> TrialRow {
    let device = TrialRow.device(TrialRow.phone, timeout: .seconds(5))
    let scenario = scenario(label, device) { rules in
      rules.refreshGrace = .zero
      rules.reuse = .reject
    }
    return TrialRow(
      label, on: scenario, a: call, by: .retry(TrialRow.request(.refresh, of: "a")),
      names: ["r2"]
    ) { view in
      guard let family = view.cloud.family(1) else { return "-" }
      let rejected = view.requests.count { request, answer in
        if case .refresh = request { answer == .refused(.invalidGrant) } else { false }
      }
      return
        "gecerli=\(name: family.refresh) verilen=\(family.pairs) reddedilen=\(rejected)"
    }
  }
}
