import Requests

/// The schemes that a condition names.
package struct NamedSchemes: Hashable, Sendable {
  /// The schemes in tests of the condition, in lower case.
  ///
  /// Such tests are `scheme == "tel"`, `scheme in ["tel", "mailto"]`, `url like "tel:*"`, `url == "tel:112"`, and
  /// `url in` an origin.
  package fileprivate(set) var names: Set<String>
  /// True if the condition holds for URLs of these schemes only.
  package fileprivate(set) var areAll: Bool
}

extension Rule {
  /// The schemes that the rule's own condition names. They decide which URLs `load url` and `open url` accept.
  ///
  /// A test that excludes a scheme (`scheme != "https"`) names none.
  package var namedSchemes: NamedSchemes {
    if steps.contains(where: { $0.needsWebPage }) {
      return NamedSchemes(names: Set(ChangedPart.webPageSchemes), areAll: true)
    }
    return conditionSchemes
  }

  private var conditionSchemes: NamedSchemes {
    condition?.core.namedSchemes(isNegated: false) ?? NamedSchemes(names: [], areAll: false)
  }

  /// True if a step needs the URL of a web page and the condition does not limit the URL to such schemes.
  package var testsForWebPage: Bool {
    guard steps.contains(where: { $0.needsWebPage }) else { return false }
    let named = conditionSchemes
    return !named.areAll || !named.names.isSubset(of: ChangedPart.webPageSchemes)
  }

  /// The schemes of URLs that run scripts or read files, except those that the condition names. The steps `load url`
  /// and `open url` must not use such a URL, since a page chose it. Empty for a rule without these steps.
  package var unsafeSchemes: [String] {
    if !steps.contains(where: { $0.kind.handing != nil }) { return [] }
    let named = namedSchemes
    if named.areAll { return [] }
    return Self.schemesOfScripts.filter { !named.names.contains($0) }
  }

  /// The schemes of URLs that run scripts or read files.
  package static let schemesOfScripts = ["blob", "data", "file", "javascript"]
}

/// The use of the request's URL in a step.
package enum Handing: Sendable {
  case load
  case open
}

extension StepKind {
  /// The use of the request's URL in the step; nil if the step does not use it.
  package var handing: Handing? {
    switch self {
    case .loadURL: .load
    case .openURL, .attemptOpenURL: .open
    case .present, .push, .perform, .attempt, .dismiss: nil
    }
  }
}

extension Rule {
  /// True if the app refuses to load or open a URL of the scheme because the condition does not name the scheme.
  package func refuses(_ handing: Handing, scheme: String) -> Bool {
    switch handing {
    case .load: loadedSchemes.map { !$0.isEmpty && !$0.contains(scheme) } ?? false
    case .open: unsafeSchemes.contains(scheme)
    }
  }

  /// The schemes of the URLs that `load url` loads in this rule; empty if the condition limits them, and nil for a
  /// rule without this step. Otherwise the schemes that the condition names, and those that a page can always open.
  package var loadedSchemes: [String]? {
    if !steps.contains(where: { $0.isLoad }) { return nil }
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

  /// Combines the schemes of the parts of a conjunction or disjunction.
  ///
  /// - Parameter needsEvery: true if one part suffices for the condition. Then every part must limit the schemes.
  private static func joined(
    _ parts: [CoreCondition], _ isNegated: Bool, needsEvery: Bool
  ) -> NamedSchemes {
    let all = parts.map { $0.namedSchemes(isNegated: isNegated) }
    return NamedSchemes(
      names: all.reduce(into: []) { $0.formUnion($1.names) },
      areAll: needsEvery ? all.allSatisfy { $0.areAll } : all.contains { $0.areAll })
  }

  /// The schemes of the URLs that pass the test; nil if the test does not name them.
  private static func names(
    _ value: RequestValue, _ test: RequestTest, _ isNegated: Bool
  ) -> [String]? {
    switch (test, isNegated) {
    case (.member(.oneOf(let texts)), false), (.member(.noneOf(let texts)), true):
      if value == .scheme { return texts.map { $0.string } }
      return value == .url ? texts.map { String($0.string.prefix { $0 != ":" }) } : nil
    case (.member(.ignoringCase(.whole, let text)), false):
      return value == .scheme ? [text.string] : nil
    case (.origin(let origin), false):
      return value == .url ? origin.patterns.map { $0.scheme } : nil
    default: return nil
    }
  }
}
