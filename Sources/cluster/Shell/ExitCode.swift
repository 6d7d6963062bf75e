/// What the process answers to whoever started it; scripts rely on the numbers.
enum ExitCode: Int32 {
  case asExpected = 0
  case notAsExpected = 1
  case unknown = 2
  /// A command line or a file that cannot be meant.
  case usage = 64
  case internalFault = 70
  /// The store cannot be written.
  case cannotWrite = 74
  case interrupted = 130
}
