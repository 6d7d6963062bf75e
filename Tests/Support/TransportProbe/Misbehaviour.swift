import ClusterCore
import ClusterTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct Misbehaviour {
  init(_ arguments: [String]) {}
  func run() {}
}
struct Coordination {
  init(_ arguments: [String]) {}
  func run() {}
}
