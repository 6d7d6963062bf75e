import ClusterPlatform

/// The processor cores a process may run on.
///
/// Two processes that take turns are several times faster on one core than on two, because
/// waking the other costs no message between cores.
struct CoreSet {
  private let cores: cluster_cores

  /// The one core the caller runs on; nil where the system has no say in it.
  static var current: CoreSet? {
    let core = cluster_current_core()
    return core < 0 ? nil : CoreSet(only: Int(core))
  }

  init(only core: Int) {
    var cores = cluster_cores()
    cluster_only_core(Int32(core), &cores)
    self.cores = cores
  }

  /// The cores the calling thread may run on now.
  static func ofCaller() throws(SystemError) -> CoreSet {
    var cores = cluster_cores()
    let error = cluster_get_cores(0, &cores)
    guard error == 0 else { throw SystemError("sched_getaffinity", "this process", number: error) }
    return CoreSet(cores: cores)
  }

  private init(cores: cluster_cores) {
    self.cores = cores
  }

  /// Restricts a process to these cores; 0 is the calling thread.
  func apply(to process: Int32) throws(SystemError) {
    var cores = cores
    let error = cluster_set_cores(process, &cores)
    guard error == 0 else {
      throw SystemError("sched_setaffinity", "process \(process)", number: error)
    }
  }
}
