import Semantics

/// Prints the values that are built for the page.
struct SwiftPageValues {
  func list(_ values: [PageValue]) -> String {
    "[" + values.map(text).joined(separator: ", ") + "]"
  }

  private func text(_ value: PageValue) -> String {
    switch value {
    case .string(let text): return SwiftText.literal(text)
    case .int(let number): return String(number)
    case .double(let number): return number.description
    case .bool(let value): return String(value)
    case .part(let part): return "." + name(part)
    case .message(let path):
      return ".message([" + path.map { SwiftText.literal($0) }.joined(separator: ", ") + "])"
    case .object(let fields):
      if fields.isEmpty { return "[:]" }
      let texts = fields.map { SwiftText.literal($0.key) + ": " + text($0.value) }
      return "[" + texts.joined(separator: ", ") + "]"
    }
  }

  private func name(_ part: PageValue.Part) -> String {
    switch part {
    case .name: "name"
    case .payload: "payload"
    case .number: "number"
    case .reply: "reply"
    case .errorCode: "errorCode"
    case .errorMessage: "errorMessage"
    }
  }
}
