import Foundation
import FuzzSubjects

/// Which reader is driven, from the environment, since the command line is libFuzzer's.
private let subject: FuzzSubject = {
  let name = ProcessInfo.processInfo.environment["CLUSTER_FUZZ_SUBJECT"] ?? ""
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
