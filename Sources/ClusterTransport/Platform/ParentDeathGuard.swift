import ClusterCore
import ClusterPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs someone else's program so that it can neither outlive its coordinator nor fill the disk.
///
/// `cluster spawn-guard -- COMMAND…` calls this: it asks the system for SIGKILL at its
/// parent's death and for SIGXFSZ where a file grows past ``Limit/deviceFile``, and becomes the
/// command. Darwin has no such signal; there a program that
/// ignores its closed socket has to be swept by hand.
package enum ParentDeathGuard {
  /// Holds the coordinator's process number in a device's environment.
  package static let variable = "CLUSTER_COORDINATOR"

  /// Becomes `command`; returns only if it cannot, with the exit status to end with.
  package static func exec(_ command: [String]) -> Int32 {
    guard let program = command.first else {
      return fail("no command follows \"--\"", status: 64)
    }
    let error = cluster_die_with_parent()
    guard error == 0 || error == ENOTSUP else {
      return fail("the parent-death signal is refused: \(String(cString: strerror(error)))")
    }
    // The parent may have died before the signal was asked for.
    if let coordinator = CurrentProcess.environment(variable).flatMap(Int32.init),
      coordinator != getppid()
    {
      return fail("the coordinator, process \(coordinator), is gone")
    }
    let refusal = cluster_limit_file_size(Limit.deviceFile)
    guard refusal == 0 else {
      return fail("the limit on its files is refused: \(String(cString: strerror(refusal)))")
    }
    // What this process ignores the program would ignore too.
    cluster_have_writes_end_process()
    // This may be a thread that takes no signals, and the program would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var arguments = command.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    // Not execvp(3), which hands a file that is no program to a shell.
    let places = program.utf8.contains(UInt8(ascii: "/")) ? [program] : onPath(program)
    var reason = ENOENT
    for place in places {
      execv(place, &arguments)
      if errno != ENOENT && errno != ENOTDIR { reason = errno }
    }
    return fail("\"\(program)\" cannot be started: \(String(cString: strerror(reason)))")
  }

  private static func onPath(_ program: String) -> [String] {
    CurrentProcess.searchPath.split(separator: ":").map { "\($0)/\(program)" }
  }

  private static func fail(_ problem: String, status: Int32 = 70) -> Int32 {
    CurrentProcess.complain(
      "spawn-guard: \(problem)\n"
        + "likely cause: the device's \"command\" names no program, or the run is over\n"
        + "next: check \"command\" in the scenario file")
    return status
  }
}
