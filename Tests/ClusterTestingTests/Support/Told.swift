/// What a check that fails says; `nothing was thrown` where it passes.
func told(_ work: () throws -> Void) -> String {
  do {
    try work()
    return "nothing was thrown"
  } catch {
    return "\(error)"
  }
}
