/// Why a browser could not do what a test asks of it.
package enum BrowserError: Error, CustomStringConvertible {
  /// There is none on this machine.
  case missing
  /// It did not answer within the limit, or is gone.
  case silent(during: String)
  /// It refused a command of its protocol.
  case refused(String, reason: String)
  /// The page threw while an expression was evaluated.
  case threw(String)
  /// It answered something else than was asked for.
  case unexpected(String)

  package var description: String {
    switch self {
    case .missing: "no browser: none of \(Installation.names.joined(separator: ", ")) is installed"
    case .silent(let what): "the browser did not answer during \(what)"
    case .refused(let what, let reason): "the browser refused \(what): \(reason)"
    case .threw(let what): "the page threw: \(what)"
    case .unexpected(let what): "the browser answered unexpectedly: \(what)"
    }
  }
}
