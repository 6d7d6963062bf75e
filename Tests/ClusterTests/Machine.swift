import Foundation
import Testing

/// What a test needs of the machine to do it harm. Where nobody may skip (`CLUSTER_NO_SKIP`) the
/// tests run and fail without it.
enum Machine {
  private static let maySkip = ProcessInfo.processInfo.environment["CLUSTER_NO_SKIP"] == nil

  private static func works(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A file system of a test's own, gone with the process that mounts it.
  static let mounts: Bool =
    !maySkip || works("unshare -m bash -c 'mount -t tmpfs none /mnt'")
  /// Another user, whom limits and permissions bind.
  static let otherUser: Bool =
    !maySkip || works("setpriv --reuid=65534 --clear-groups true")
  /// A tracer, which sees and delays every call to the system.
  static let tracer: Bool = !maySkip || works("strace -o /dev/null true")

  static let noMounts: Comment = "nothing may be mounted here"
  static let noOtherUser: Comment = "nobody else can be become here"
  static let noTracer: Comment = "there is no strace, or it may not trace"
}
