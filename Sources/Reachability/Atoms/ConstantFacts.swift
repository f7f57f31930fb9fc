import Semantics

/// Values that every request has for which certain conditions hold.
struct ConstantFacts {
  private var values: [RequestValue: RequestConstant] = [:]
  /// Components of the path, the root included.
  private(set) var pathCount: Int?

  subscript(value: RequestValue) -> RequestConstant? { values[value] }

  /// Adds what the condition leaves no choice about: its parts that always hold, one constant each.
  ///
  /// Flags are left out, since their numbers mean nothing in another rule set.
  mutating func learn(_ condition: Condition) {
    switch condition {
    case .constant, .not, .any: break
    case .all(let parts, _): for part in parts { learn(part) }
    case .test(let test): learn(test.subject, test.predicate)
    }
  }

  private mutating func learn(_ subject: RequestValue, _ predicate: Predicate) {
    switch predicate {
    case .equal(let constant): learn(subject, constant)
    case .oneOf(let constants):
      if constants.count == 1 { learn(subject, constants[0]) }
    case .like(let glob): learn(subject, glob)
    case .likeURL(.hierarchical(let scheme, let host, _, let path, _, _)):
      if let scheme { values[.scheme] = .string(scheme) }
      learn(.host, host)
      learn(.path, path)
    case .likeURL(.opaque(let scheme, _)): values[.scheme] = .string(scheme)
    case .isTrue, .notEqual, .noneOf, .ordered, .hasPrefix, .hasSuffix, .contains, .matches,
      .exists, .inOrigins, .notInOrigins:
      break
    }
  }

  private mutating func learn(_ subject: RequestValue, _ constant: RequestConstant) {
    if case .flag = subject { return }
    values[subject] = constant
    switch (subject, constant) {
    case (.pathCount, .int(let count)): pathCount = count
    case (.path, .string(let text)): learnPath([.literal(text)])
    default: break
    }
  }

  private mutating func learn(_ subject: RequestValue, _ glob: Glob) {
    if subject == .path { learnPath(glob.elements) }
    if glob.elements.count == 1, case .literal(let text) = glob.elements[0] {
      values[subject] = .string(text)
    }
  }

  /// Components that are literal and whose place is always the same.
  private mutating func learnPath(_ elements: [Glob.Element]) {
    var component = 0
    // nil: not always the same.
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
      case .run, .capture: text = nil
      case .components, .captureRest:
        end()
        return
      case .anything: return
      }
    }
    end()
    // The path `/` has no component but the root.
    pathCount = text == "" ? component : component + 1
  }
}
