import Diagnostics
import Semantics

/// The check `unsafe-open`.
enum UnsafeOpen {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.unsafeFindings(page, "open") {
      switch $0 {
      case .openURL, .attemptOpenURL: true
      case .present, .push, .perform, .attempt, .loadURL, .dismiss: false
      }
    }
  }

  static let page = Page(
    "unsafe-open", .warning, "`open url` for URLs that a page must not choose",
    fixes: .meaning, security: "5.0")
}
