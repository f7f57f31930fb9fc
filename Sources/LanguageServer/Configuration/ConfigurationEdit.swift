import Diagnostics
import Text

/// Edits of a `bascule.json` that keep its style.
struct ConfigurationEdit {
  let file: SourceFile
  private let root: [JSONValue.Member]
  private let span: Span

  /// Creates the edits; nil if the text is not a JSON object.
  init?(_ file: SourceFile) {
    guard let value = try? JSONReader.read(file.bytes), case .object(let members) = value.kind
    else { return nil }
    (self.file, root, span) = (file, members, value.span)
  }

  /// Returns the edit that sets the level of a code; nil if `severities` is not an object.
  func setting(_ code: String, to level: Severities.Level) -> (span: Span, text: String)? {
    let text = Quoting.json(level.rawValue)
    guard let severities = root.first(where: { $0.key == "severities" }) else {
      let indent = indentation(of: root) ?? "  "
      let isShort = !root.isEmpty && indentation(of: root) == nil
      let member = "\(Quoting.json(code)): \(text)"
      let inner = isShort ? "{ \(member) }" : "{\n\(indent)\(indent)\(member)\n\(indent)}"
      return adding("\"severities\": \(inner)", to: root, in: span, indent: "")
    }
    guard case .object(let members) = severities.value.kind else { return nil }
    if let known = members.first(where: { $0.key == code }) { return (known.value.span, text) }
    return adding(
      "\(Quoting.json(code)): \(text)", to: members, in: severities.value.span,
      indent: indentation(of: root) ?? "")
  }

  /// Returns the insertion of a member at the end of an object.
  ///
  /// - Parameter indent: the indentation of the line with the end of the object.
  private func adding(
    _ member: String, to members: [JSONValue.Member], in object: Span, indent: String
  ) -> (span: Span, text: String)? {
    guard let last = members.last else {
      let inner = indent + (indentation(of: root) ?? "  ")
      return (object, "{\n\(inner)\(member)\n\(indent)}")
    }
    let end = last.value.span.end
    let separator = indentation(of: members).map { ",\n" + $0 } ?? ", "
    return (Span(end, end), separator + member)
  }

  /// Returns the indentation of the last member; nil if there is none, or if other text precedes it in its line.
  private func indentation(of members: [JSONValue.Member]) -> String? {
    guard let last = members.last else { return nil }
    let before = file.bytes[..<Int(last.keySpan.start)]
    let blanks = before.reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    guard before.dropLast(blanks.count).last == 0x0A else { return nil }
    return String(decoding: blanks.reversed(), as: UTF8.self)
  }
}
