import ClusterCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemError {
  /// What likely made the system refuse the call, and what helps.
  package var advice: Advice {
    switch number {
    case EMFILE, ENFILE:
      Advice(
        cause: "no file descriptor is left: the limit is low, or other programs hold them",
        next: "type `ulimit -n 1024`, then the same command again")
    case ENOSPC, EDQUOT:
      Advice(
        cause: "the disk, or your share of it, is full",
        next: "make room, or name another place: --store DIR for runs, TMPDIR for devices")
    case EROFS:
      Advice(
        cause: "the file system there can only be read",
        next: "name another place: --store DIR for runs, TMPDIR for devices")
    case EAGAIN, ENOMEM:
      Advice(
        cause: "you may have no more processes or memory: the limit is low, or the machine is full",
        next: "end other programs, or raise `ulimit -u` and `ulimit -v`")
    case EACCES where call == SystemError.start, EPERM where call == SystemError.start,
      ENOENT where call == SystemError.start, ENOEXEC:
      Advice(
        cause: "no such program is there, or it may not be run",
        next: "check \"command\" in the scenario file, and chmod +x the program")
    case E2BIG:
      Advice(
        cause: "the device's \"command\" or the PATH is longer than the system takes",
        next: "shorten it")
    case EACCES, EPERM:
      Advice(
        cause: "the place is not yours to write to",
        next: "name another place: --store DIR for runs, TMPDIR for devices")
    case ENOENT, ENOTDIR, ESTALE:
      Advice(
        cause: "somebody moved or removed the folder meanwhile, or its name is wrong",
        next: "run it again, and leave the store alone while it runs")
    case ENAMETOOLONG:
      Advice(
        cause: "the path is longer than the system takes", next: "name a shorter --store DIR")
    case EFBIG:
      Advice(
        cause: "a file may not get as long as that",
        next: "raise `ulimit -f`, or shorten the scenario")
    case EEXIST, EISDIR, ELOOP:
      Advice(
        cause: "something else stands where the file belongs",
        next: "remove it, or name another place with --store DIR")
    default:
      Advice(
        cause: "the system refused what the run needs",
        next: "run it again; if it stays, look at the system's log")
    }
  }
}
