import ClusterCore

/// The device processes of one run and the private directory they live in.
///
/// Whatever happens, ``end()`` leaves no process, socket or directory; so does letting go of
/// the group and its hosts.
package final class ProcessGroup {
  package let directory: RunDirectory
  private let limits: HostLimits
  private let signals: Signals?
  private var hosts: [ProcessHost] = []
  private var coresBefore: CoreSet?

  /// `temporary` is where the private directory is to stand, if it fits there.
  package init(
    limits: HostLimits = HostLimits(), signals: Signals? = nil,
    temporary: String? = CurrentProcess.environment("TMPDIR")
  ) throws(SystemError) {
    self.limits = limits
    self.signals = signals
    directory = try RunDirectory(temporary: temporary)
  }

  deinit { try? end() }

  /// A host for a device of this run; its name must be fit for a file. Without a `log` its
  /// standard error goes to its own directory.
  ///
  /// - Parameter home: the device whose directory it works in with others; nil for its own.
  package func makeHost(
    for device: NodeID, storedAs home: NodeID? = nil, program: DeviceProgram, log: String? = nil
  ) -> ProcessHost {
    let host = ProcessHost(
      device: device, home: home ?? device, program: program, directory: directory, log: log,
      limits: limits,
      signals: signals)
    hosts.append(host)
    return host
  }

  /// Starts several devices together: all processes begin before the first is waited for.
  /// Returns their notes.
  package func start(
    _ devices: [(host: ProcessHost, setup: DeviceInit)]
  ) throws(HostFailure) -> [String?] {
    for (host, setup) in devices { try host.spawn(setup) }
    var notes: [String?] = []
    for (host, setup) in devices { notes.append(try host.start(setup)) }
    return notes
  }

  /// Puts the calling thread and its devices on one core until ``end()``: that of the number
  /// given, or the one in use. Devices started later are put there too. False where the system
  /// lets nobody choose.
  ///
  /// It and ``end()`` are to be called on the same thread.
  @discardableResult
  package func pin(toCore core: Int? = nil) throws(SystemError) -> Bool {
    guard let chosen = core.map(CoreSet.init(only:)) ?? CoreSet.current else { return false }
    if coresBefore == nil { coresBefore = try CoreSet.ofCaller() }
    try chosen.apply(to: 0)
    for host in hosts { try host.restrict(to: chosen) }
    return true
  }

  /// Ends all processes, undoes the pinning and removes the private directory.
  package func end() throws(SystemError) {
    for host in hosts { host.askToStop() }
    for host in hosts { host.finishStopping() }
    if let coresBefore { try coresBefore.apply(to: 0) }
    coresBefore = nil
    try directory.remove()
  }
}
