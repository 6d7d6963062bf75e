import Browser
import Foundation

@main
enum Main {
  static func main() {}
}
