import FuzzSubjects

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which reader is driven, from the environment, since the command line is libFuzzer's.
private let subject: FuzzSubject = {
  let name = getenv("CLUSTER_FUZZ_SUBJECT").map { String(cString: $0) } ?? ""
  guard let subject = FuzzSubject(rawValue: name) else {
    let names = FuzzSubject.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("CLUSTER_FUZZ_SUBJECT is \"\(name)\" and none of \(names)")
  }
  return subject
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  subject.read(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
