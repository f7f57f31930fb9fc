package import Syntax
package import Text

/// The content of a tree without its locations.
package enum TreeShape {
  /// - Parameter isFlat: true to leave out parentheses that change nothing.
  package static func of(_ tree: SyntaxTree, isFlat: Bool = false) -> String {
    var text = ""
    write(tree.declarations, isFlat, to: &text)
    for directive in tree.directives {
      let behind = tree.units.count { $0.start >= directive.span.end }
      let codes = directive.codes.map(\.text).joined(separator: " ")
      text += "\n\(codes) \(directive.reason ?? "–") before \(behind)"
    }
    return text
  }

  private static func write(_ value: Any, _ isFlat: Bool, to text: inout String) {
    if value is Span { return }
    var value = value
    if isFlat, let condition = value as? ConditionSyntax { value = condition.flat }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty {
      text += mirror.displayStyle == .enum || !(value is any Collection) ? "\(value)" : "\(value)"
      text += ";"
      return
    }
    text += "("
    for child in mirror.children where !(child.value is Span) && child.label != "isVerbatim" {
      if let label = child.label { text += label + ":" }
      write(child.value, isFlat, to: &text)
    }
    text += ")"
  }
}

extension ConditionSyntax {
  /// The condition without surrounding parentheses, and without groups of the same operator as its own.
  fileprivate var flat: ConditionSyntax {
    switch self {
    case .parenthesized(let inner, _): return inner.flat
    case .all(let parts, let span):
      return .all(
        parts.flatMap { part -> [ConditionSyntax] in
          if case .all(let inner, _) = part.flat { inner } else { [part] }
        }, span)
    case .any(let parts, let span):
      return .any(
        parts.flatMap { part -> [ConditionSyntax] in
          if case .any(let inner, _) = part.flat { inner } else { [part] }
        }, span)
    case .constant, .reference, .comparison, .exists, .not: return self
    }
  }
}

/// The tokens and comments of a file, without the parts that formatting may change.
package struct FileTexts: Equatable {
  /// All tokens except commas and literals of several lines.
  package var tokens: [String] = []
  /// The comments, without indentation and blanks at the ends of their lines.
  package var comments: [String] = []

  package init(_ file: SourceFile) {
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      var end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while true {
        let token = lexer.next()
        readComments(file, end..<Int(token.start))
        end = Int(token.end)
        if token.kind == .end { return }
        if token.kind != .comma, token.kind != .rawString {
          tokens.append(file.text(Span(token.start, token.end)))
        }
      }
    }
  }

  private mutating func readComments(_ file: SourceFile, _ range: Range<Int>) {
    var rest = Substring(file.text(Span(range.lowerBound, range.upperBound)))
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[slash...]
      var comment = Substring()
      if rest.hasPrefix("//") {
        comment = rest.prefix { !$0.isNewline || $0 == "\u{2028}" || $0 == "\u{85}" }
        rest = rest.dropFirst(comment.count)
      } else {
        var depth = 0
        var end = rest.startIndex
        repeat {
          if rest[end...].hasPrefix("/*") {
            depth += 1
            end = rest.index(end, offsetBy: 2)
          } else if rest[end...].hasPrefix("*/") {
            depth -= 1
            end = rest.index(end, offsetBy: 2)
          } else {
            end = rest.index(after: end)
          }
        } while depth > 0
        comment = rest[..<end]
        rest = rest[end...]
      }
      let lines = comment.split(omittingEmptySubsequences: false) { $0.isNewline }
      comments.append(
        lines.map { line in
          let isBlank = { (c: Character) in c == " " || c == "\t" }
          let start = line.drop(while: isBlank)
          return String(start.reversed().drop(while: isBlank).reversed())
        }.joined(separator: "\n"))
    }
  }
}
