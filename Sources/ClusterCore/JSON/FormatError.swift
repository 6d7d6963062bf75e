/// Why a JSON text does not say what it should: where, what is wrong, what is allowed.
package struct FormatError: Error, Hashable {
  /// The way from the top: `timeline[3].at`; empty for the whole text.
  package let path: String
  /// Bytes from the beginning of the text.
  package let offset: Int
  package let problem: String
  package let allowed: String

  package init(path: String, offset: Int, problem: String, allowed: String) {
    self.path = path
    self.offset = offset
    self.problem = problem
    self.allowed = allowed
  }
}
