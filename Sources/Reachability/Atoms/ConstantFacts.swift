import Requests
import WebURL

/// Values that are the same in all requests that satisfy certain conditions.
struct ConstantFacts {
  private var values: [RequestValue: RequestConstant] = [:]
  /// Components of the path, the root included.
  private(set) var pathCount: Int?

  /// The value that steps hand on; nil if it is not known.
  subscript(value: RequestValue) -> RequestConstant? {
    guard let constant = values[value] else { return nil }
    // A host is compared without its capitals, and keeps them unless the URL is one of the web.
    if case .part(let part, of: let root) = value, part.containsHost {
      let url = constant.text.flatMap { WebURL.parse($0) }
      let scheme = values[.part(.scheme, of: root)]?.text ?? url?.scheme
      if scheme.map(WebURL.isSpecial) != true { return nil }
    }
    return constant
  }

  /// Adds the values that the condition fixes: its conjuncts that allow only one constant.
  mutating func learn(_ condition: CoreCondition) {
    switch condition {
    case .constant, .not, .any: break
    case .all(let parts): for part in parts { learn(part) }
    case .test(let value, let test): learn(value, test)
    }
  }

  private mutating func learn(_ value: RequestValue, _ test: RequestTest) {
    switch test {
    case .member(.oneOf(let texts)):
      guard texts.count == 1 else { return }
      values[value] =
        value.type == .url ? .url(texts[0].string) : .string(texts[0].string)
      if value == .path { learnPath([.literal(texts[0].string)]) }
    case .member(.glob(let glob)): if value == .path { learnPath(glob.elements) }
    case .number(let set):
      guard let number = set.numbers(upTo: 1)?.first else { return }
      values[value] = .int(number)
      if value == .pathCount { pathCount = number }
    case .choice(let set):
      guard set.positions.count == 1 else { return }
      values[value] = value.type.constant(at: set.positions[0])
    case .present, .member, .origin, .equal, .different, .sameOrigin, .related, .listed,
      .originListed, .likeListed:
      break
    }
  }

  /// Adds components that are literal and always at the same index.
  private mutating func learnPath(_ elements: [Glob.Element]) {
    var component = 0
    // nil: not fixed.
    var text: String? = ""
    func end() {
      if component > 0, let text, !text.isEmpty {
        values[.pathComponent(component)] = .string(text)
      }
    }
    for element in elements {
      switch element {
      case .literal(let literal):
        for (index, part) in literal.split(separator: "/", omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 {
            end()
            component += 1
            text = ""
          }
          text? += part
        }
      case .run, .capture, .captureText: text = nil
      case .components, .captureRest:
        end()
        return
      case .anything: return
      }
    }
    end()
    // The path `/` has no component but the root.
    let count = text == "" ? component : component + 1
    pathCount = count
    values[.pathCount] = .int(count)
  }
}
