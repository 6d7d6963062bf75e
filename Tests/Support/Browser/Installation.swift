import Foundation

/// The Chromium of this machine.
package enum Installation {
  static let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/snap/bin"]

  /// The first that is there.
  package static let path: String? = {
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether tests that need one are run: where nobody may skip (`CLUSTER_NO_SKIP`) they are, and
  /// fail without one.
  package static let isTested: Bool =
    ProcessInfo.processInfo.environment["CLUSTER_NO_SKIP"] != nil || path != nil

  /// It writes into `profile` and nowhere else, asks nobody, and reads its protocol from 3 and
  /// writes it to 4, where this shell puts its own two ends. When nobody holds the other ends any
  /// more it ends, and the shell removes the profile.
  static func command(_ path: String, profile: String) -> [String] {
    let options = [
      "--headless", "--no-sandbox", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
      "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
      "--disable-component-update", "--disable-default-apps", "--disable-extensions",
      "--disable-sync", "--no-first-run", "--no-default-browser-check", "--hide-scrollbars",
      "--force-color-profile=srgb",
    ]
    let script = """
      profile=$1; shift
      "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1
      rm -rf "$profile"
      """
    return ["-c", script, path, profile] + options
  }
}
