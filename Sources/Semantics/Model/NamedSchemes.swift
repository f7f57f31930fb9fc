import Requests

/// The schemes that a condition names.
package struct NamedSchemes: Hashable, Sendable {
  /// The schemes that a test of the condition asks for: `scheme == "tel"`, `scheme in ["tel", "mailto"]`,
  /// `url like "tel:*"`, `url == "tel:112"`, or `url in` an origin. In lower case.
  package fileprivate(set) var names: Set<String>
  /// True if the condition holds for URLs of these schemes only.
  package fileprivate(set) var areAll: Bool
}

extension Rule {
  /// The schemes that the rule's own condition names, for the steps that hand on the URL.
  ///
  /// A test that excludes a scheme (`scheme != "https"`) names none.
  package var namedSchemes: NamedSchemes {
    if steps.contains(where: \.needsWebPage) {
      return NamedSchemes(names: Set(ChangedPart.webPageSchemes), areAll: true)
    }
    return conditionSchemes
  }

  private var conditionSchemes: NamedSchemes {
    condition?.core.namedSchemes(isNegated: false) ?? NamedSchemes(names: [], areAll: false)
  }

  /// True if a step needs the URL of a web page and the condition does not name only such schemes.
  package var testsForWebPage: Bool {
    guard steps.contains(where: \.needsWebPage) else { return false }
    let named = conditionSchemes
    return !named.areAll || !named.names.isSubset(of: ChangedPart.webPageSchemes)
  }

  /// The schemes of URLs that run scripts or read files, except those that the condition names: the steps
  /// `load url` and `open url` must not use such a URL, since a page chose it. Empty without such a step.
  package var unsafeSchemes: [String] {
    if !steps.contains(where: { $0.kind.handing != nil }) { return [] }
    let named = namedSchemes
    if named.areAll { return [] }
    return ["blob", "data", "file", "javascript"].filter { !named.names.contains($0) }
  }
}

/// The use of the request's URL in a step.
package enum Handing: Sendable {
  case load
  case open
}

extension StepKind {
  /// nil for steps that do not hand on the URL.
  package var handing: Handing? {
    switch self {
    case .loadURL: .load
    case .openURL, .attemptOpenURL: .open
    case .present, .push, .perform, .attempt, .dismiss: nil
    }
  }
}

extension Rule {
  /// True if the app refuses to load or open a URL of the scheme, since the condition does not name the scheme.
  package func refuses(_ handing: Handing, scheme: String) -> Bool {
    switch handing {
    case .load: loadedSchemes.map { !$0.isEmpty && !$0.contains(scheme) } ?? false
    case .open: unsafeSchemes.contains(scheme)
    }
  }

  /// The schemes of the URLs that `load url` loads in this rule: those that its condition names, if that names all,
  /// and then the list is empty; otherwise also those that a page can open. nil without such a step.
  package var loadedSchemes: [String]? {
    if !steps.contains(where: \.isLoad) { return nil }
    let named = namedSchemes
    return named.areAll ? [] : Set(["http", "https", "about"]).union(named.names).sorted()
  }
}

extension CoreCondition {
  fileprivate func namedSchemes(isNegated: Bool) -> NamedSchemes {
    switch self {
    case .constant(let value): NamedSchemes(names: [], areAll: value == isNegated)
    case .test(let value, let test):
      Self.names(value, test, isNegated).map { NamedSchemes(names: Set($0), areAll: true) }
        ?? NamedSchemes(names: [], areAll: false)
    case .not(let inner): inner.namedSchemes(isNegated: !isNegated)
    case .all(let parts): Self.joined(parts, isNegated, needsEvery: isNegated)
    case .any(let parts): Self.joined(parts, isNegated, needsEvery: !isNegated)
    }
  }

  /// - Parameter needsEvery: true if one part suffices, so that every part must limit the schemes.
  private static func joined(
    _ parts: [CoreCondition], _ isNegated: Bool, needsEvery: Bool
  ) -> NamedSchemes {
    let all = parts.map { $0.namedSchemes(isNegated: isNegated) }
    return NamedSchemes(
      names: all.reduce(into: []) { $0.formUnion($1.names) },
      areAll: needsEvery ? all.allSatisfy(\.areAll) : all.contains(where: \.areAll))
  }

  /// The schemes of the URLs that pass the test; nil if it does not name them.
  private static func names(
    _ value: RequestValue, _ test: RequestTest, _ isNegated: Bool
  ) -> [String]? {
    switch (test, isNegated) {
    case (.member(.oneOf(let texts)), false), (.member(.noneOf(let texts)), true):
      if value == .scheme { return texts.map(\.string) }
      return value == .url ? texts.map { String($0.string.prefix { $0 != ":" }) } : nil
    case (.member(.ignoringCase(.whole, let text)), false):
      return value == .scheme ? [text.string] : nil
    case (.origin(let origin), false):
      return value == .url ? origin.patterns.map(\.scheme) : nil
    default: return nil
    }
  }
}
