import ClusterCore
import Foundation
import Testing

private let scenario = Tool.root.appending(path: "cluster.json").path()

/// The machine fails in one way or another: the tool ends with the documented status, says what, why
/// and what next, blames no device for it, and leaves nothing.
@Suite(.waiting) struct FaultTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Expects an end by that status, with these words and no trace of the run outside its store.
  private func expect(
    _ outcome: Tool.Outcome, status: Int32, saying words: String...,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: location)
    #expect(outcome.hasThreeParts, "\(outcome.errors)", sourceLocation: location)
    for word in words {
      #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: location)
    }
    #expect(!outcome.errors.contains("the device's program ended"), sourceLocation: location)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)", sourceLocation: location)
  }

  // MARK: Descriptors, processes, file sizes

  @Test(arguments: [4, 8, 16, 23])
  func withTooFewDescriptorsNothingIsBegun(limit: Int) throws {
    defer { tool.remove() }
    // The loader of a debug build needs as many, and complains in its own words below that.
    let run = try tool.run(after: "ulimit -n \(limit); exec", ["run", scenario, "--quiet"])
    expect(run, status: 70, saying: "Too many open files", "ulimit -n 1024")
    #expect(!tool.holds("store"))
  }

  @Test func whereADeviceFindsNoDescriptorTheLimitIsBlamed() throws {
    defer { tool.remove() }
    let path = try tool.write(Self.devices(40))
    let run = try tool.run(after: "ulimit -n 30; exec", ["run", path, "--quiet"])
    expect(run, status: 2, saying: "Too many open files", "no file descriptor is left")
  }

  @Test func aLowLimitThatMayBeRaisedIsRaised() throws {
    defer { tool.remove() }
    let path = try tool.write(Self.devices(40))
    let run = try tool.run(after: "ulimit -Sn 30; exec", ["run", path, "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.enabled(if: Machine.otherUser, Machine.noOtherUser))
  func whereNoProcessMayBeStartedTheLimitIsBlamed() throws {
    defer { tool.remove() }
    let preparation =
      "chmod 777 . tmp; exec setpriv --reuid=65534 --clear-groups bash -c 'ulimit -u 1; exec \"$@\"' -"
    let run = try tool.run(after: preparation, ["run", scenario, "--quiet"])
    expect(run, status: 2, saying: "cannot be started", "no more processes")
  }

  @Test func aFileThatMayNotGrowIsAStoreThatCannotBeWritten() throws {
    defer { tool.remove() }
    let run = try tool.run(after: "ulimit -f 4; exec", ["run", scenario, "--quiet"])
    expect(run, status: 74, saying: "trace.jsonl cannot be written: File too large", "ulimit -f")
  }

  // MARK: Disks

  @Test(.enabled(if: Machine.mounts, Machine.noMounts))
  func aFullDiskIsSaid() throws {
    defer { tool.remove() }
    let run = try tool.run(
      after:
        "mkdir store; exec unshare -m bash -c 'mount -t tmpfs -o size=16k none store && exec \"$@\"' -",
      ["run", scenario, "--quiet"])
    expect(run, status: 74, saying: "No space left on device", "the disk")
  }

  @Test(.enabled(if: Machine.mounts, Machine.noMounts))
  func aFullDiskOfTheDevicesIsNotTheDevicesFault() throws {
    defer { tool.remove() }
    // Room for the private folder and one device, and then for nothing more.
    let run = try tool.run(
      after: "exec unshare -m bash -c 'mount -t tmpfs -o nr_inodes=4 none tmp && exec \"$@\"' -",
      ["run", scenario, "--quiet"])
    expect(run, status: 2, saying: "No space left on device", "the disk", "TMPDIR")
  }

  @Test(.enabled(if: Machine.mounts, Machine.noMounts))
  func aStoreThatCanOnlyBeReadIsSaid() throws {
    defer { tool.remove() }
    let run = try tool.run(
      after:
        "mkdir store; exec unshare -m bash -c 'mount -t tmpfs -o ro none store && exec \"$@\"' -",
      ["run", scenario, "--quiet"])
    expect(run, status: 74, saying: "Read-only file system", "can only be read")
  }

  @Test(.enabled(if: Machine.otherUser, Machine.noOtherUser))
  func aStoreThatIsSomebodyElsesIsSaid() throws {
    defer { tool.remove() }
    let run = try tool.run(
      after:
        "mkdir store; chmod 755 . store; chmod 777 tmp; exec setpriv --reuid=65534 --clear-groups",
      ["run", scenario, "--quiet"])
    expect(run, status: 74, saying: "Permission denied", "not yours to write to")
  }

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func aStoreThatVanishesDuringTheRunIsSaid() throws {
    defer { tool.remove() }
    let store = tool.folder.appending(path: "store").path()
    let path = try harmful("import shutil; shutil.rmtree(\"\(store)\")")
    let run = try tool.run("run", path, "--quiet")
    expect(run, status: 74, saying: "No such file or directory", "moved or removed")
  }

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func aPrivateFolderThatVanishesLeavesNothing() throws {
    defer { tool.remove() }
    let path = try harmful("import shutil; shutil.rmtree(os.path.dirname(os.getcwd()))")
    let run = try tool.run("run", path, "--quiet")
    #expect([0, 2].contains(run.status), "\(run.errors)")
    #expect(run.status == 0 || run.hasThreeParts, "\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(.enabled(if: Machine.tracer, Machine.noTracer))
  func aSlowDiskChangesNothing() throws {
    defer { tool.remove() }
    let fast = try tool.run("run", scenario, "--quiet")
    let slow = try tool.run(
      after: "exec strace -f -o /dev/null -e inject=write,fsync,rename:delay_exit=3000",
      ["run", scenario, "--quiet"])
    #expect(fast.status == 0 && slow.status == 0, "\(slow.errors)")
    #expect(slow.output == fast.output)
  }

  // MARK: Devices and outputs

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func aStoppedDeviceEndsTheRunWithinItsLimit() throws {
    defer { tool.remove() }
    let path = try harmful("import signal; os.kill(os.getpid(), signal.SIGSTOP)")
    let run = try tool.run("run", path, "--quiet", "--answer-limit", "4")
    #expect(run.status == 2 && run.hasThreeParts, "\(run.errors)")
    #expect(run.errors.contains("sent no frame within 4.0 seconds"), "\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func aDeviceThatWritesWithoutEndIsEnded() throws {
    defer { tool.remove() }
    // A hole counts like what is written, and takes no room on the disk.
    let path = try harmful(
      "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); "
        + "os.truncate(os.open('much', os.O_RDWR | os.O_CREAT), \(Limit.deviceFile + 1))")
    let run = try tool.run("run", path, "--quiet")
    #expect(run.status == 2 && run.hasThreeParts, "\(run.errors)")
    let rule = "a file of its own would be longer than \(Limit.deviceFile) bytes"
    #expect(run.errors.contains("was ended by SIGXFSZ, since \(rule)"), "\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(.enabled(if: Python.isThere, "there is no python3"))
  func timeInWhichItWasStoppedItselfIsNotHeldAgainstADevice() throws {
    defer { tool.remove() }
    // Its coordinator has waited for a while by the time the phone stops it, as Ctrl-Z would.
    let path = try harmful(
      "import signal, time; time.sleep(0.4); Device.stamp = stamp; "
        + "os.kill(os.getppid(), signal.SIGSTOP)")
    let (process, output, errors) = try tool.start(["run", path, "--quiet", "--answer-limit", "1"])
    #expect(Tool.wait { Self.isStopped(process.processIdentifier) })
    let stopped = ContinuousClock.now
    #expect(Tool.wait { stopped.duration(to: .now) > .seconds(2) })
    kill(process.processIdentifier, SIGCONT)
    let outcome = tool.outcome(of: process, output, errors)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  private static func isStopped(_ process: Int32) -> Bool {
    let line = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
    return String(decoding: line, as: UTF8.self).contains(") T ")
  }

  @Test func whatIsNoProgramIsNotGivenToAShell() throws {
    defer { tool.remove() }
    let program = try tool.write("touch made-by-a-shell\n", to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let path = try tool.write(try Python.scenario([program]))
    let run = try tool.run("run", path, "--quiet")
    #expect(run.status == 2 && run.hasThreeParts)
    #expect(run.errors.contains("Exec format error"), "\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  @Test(arguments: [
    (">&-", Int32(0)), (">&- 2>&- <&-", 0), ("> /dev/full", 74), ("> /dev/null", 0),
  ])
  func anOutputThatIsClosedOrFullEndsAsIsSaid(redirection: String, status: Int32) throws {
    defer { tool.remove() }
    let run = try tool.run(after: "exec \(redirection)\nexec", ["run", scenario])
    #expect(run.status == status, "\(run.errors)")
    #expect(status == 0 || run.hasThreeParts, "\(run.errors)")
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
    guard status == 0 else {
      #expect(!tool.holds("store"), "it ends at the first line, before the run")
      return
    }
    // Nothing that is printed may stand in a file that got the number of a closed output.
    let trace = try String(
      contentsOf: tool.folder.appending(path: "store/cluster/latest/trace.jsonl"), encoding: .utf8)
    #expect(trace.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func aReaderThatGoesAwayIsNoError() throws {
    defer { tool.remove() }
    let run = try tool.run(
      after: "exec bash -c '\"$@\" | head -n 1; exit ${PIPESTATUS[0]}' -", ["run", scenario])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(tool.leftovers.isEmpty, "\(tool.leftovers)")
  }

  /// A scenario whose phone does some harm in the middle of its first edit.
  private func harmful(_ harm: String) throws -> String {
    let program = try tool.write(
      Python.changed(
        """
        stamp = Device.stamp
        def harm(self, wall):
            \(harm)
            return stamp(self, wall)
        Device.stamp = harm
        """), to: "harmful.py")
    return try tool.write(try Python.scenario(["python3", program]))
  }

  private static func devices(_ count: Int) -> String {
    let devices = (1...count).map { "{\"name\": \"d\($0)\"}" }.joined(separator: ", ")
    return """
      {"format": 1, "name": "many", "devices": [\(devices)], "cloud": {"pushes": "none"},
       "timeline": [{"at": "1s", "device": "d1", "write": {"n": {"t": 1}}}]}
      """
  }
}
