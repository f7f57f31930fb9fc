import Diagnostics
import Semantics
import Text

/// The check `empty-declaration`.
enum EmptyDeclaration {
  static func finding(
    _ noun: Noun, _ name: String, _ parts: String, at location: Location
  ) -> Finding {
    page.finding(
      "\(noun.rawValue) `\(name)` has no \(parts)", at: location, label: "no \(parts)",
      help: "add one, or delete the declaration")
  }

  static let page = Page(
    "empty-declaration", .error, "a union without cases or a channel without strategies")
}
