import Diagnostics
import Requests
import Semantics
import Syntax
import Text

/// The reason why a comparison with a literal is never true, explained with the parts of a URL.
struct NeverTrueCause {
  let why: String
  /// The operand that is probably meant; nil if the literal does not show it.
  let meant: String?

  /// Fails if the form of the literal does not show the reason.
  init?(_ comparison: ComparisonSyntax) {
    switch comparison.operand {
    case .literal(.string(let string)):
      self.init(comparison.subject.part, comparison.comparison, string.value)
    case .regex(let regex):
      let rest = regex.pattern.drop { $0 == "^" }
      guard !regex.pattern.hasAlternatives, let first = rest.first else { return nil }
      let isWord = first.isLetter || first.isNumber
      if comparison.subject.part == "url", isWord, !rest.contains(":") {
        self.init("a URL begins with its scheme, and `matches` compares the whole of it", nil)
        return
      }
      guard comparison.subject.part == "path", isWord || rest.hasPrefix("\\.") else { return nil }
      // A word is meant as a component without its slash, an extension as the end of the path.
      let start = isWord ? "\\/" : ".*"
      self.init(
        "a path begins with `/`, and `matches` compares the whole of it",
        "/\(start)\(rest)/\(regex.flags)")
    case .literal, .value, .names: return nil
    }
  }

  private init(_ why: String, _ meant: String?) {
    self.why = why
    self.meant = meant
  }

  private init?(_ part: String, _ comparison: ComparisonSyntax.Operator, _ text: String) {
    let isStart = comparison == .like || comparison == .hasPrefix
    let isEnd = comparison == .like || comparison == .hasSuffix
    switch part {
    case "path":
      if isStart, let first = text.first, !"/*{".contains(first) {
        why = "a path begins with `/`"
        meant = Quoting.rule("/" + text)
      } else if isEnd, text.hasSuffix("/"), text.count > 1 {
        why = "no path ends in `/` after its last component"
        meant = comparison == .like ? Quoting.rule(String(text.dropLast())) : nil
      } else {
        return nil
      }
    case "host":
      if let slash = text.firstIndex(of: "/") {
        why = "a host has no `/`"
        let rest = text[text.index(after: slash)...]
        meant = rest.isEmpty ? Quoting.rule(String(text[..<slash])) : nil
      } else if text != text.lowercased(), !text.contains("{") {
        why = "a host is in lower case"
        meant = Quoting.rule(text.lowercased())
      } else if text.contains(":"), !text.contains("[") {
        why = "a host does not contain the port"
        meant = nil
      } else {
        return nil
      }
    case "url":
      let scheme = text.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      guard isStart, !text.dropFirst(scheme.count).hasPrefix(":"), !scheme.isEmpty else {
        return nil
      }
      why = "a URL begins with its scheme"
      meant = scheme.contains(".") ? Quoting.rule("https://" + text) : nil
    case "scheme":
      guard text != text.lowercased() || text.contains(":") else { return nil }
      why = text.contains(":") ? "a scheme ends before the `:`" : "a scheme is in lower case"
      meant = Quoting.rule(String(text.lowercased().prefix { $0 != ":" }))
    default:
      return nil
    }
  }

  /// Finds the reason why no request has a value for an argument; fails if the reason is not the type.
  init?(_ argument: Argument) {
    guard case .request(let value) = argument.value else { return nil }
    let type: String
    switch argument.conversion {
    case .stringToInt: type = "an `Int`"
    case .stringToDouble: type = "a `Double`"
    default: return nil
    }
    why =
      value == .path
      ? "`path` begins with `/`, so it is never \(type); a component is `path[1]`"
      : "`\(value.text)` is never \(type) here"
    meant = nil
  }
}
