package import Requests
import Semantics
package import Text
package import WebURL

/// A part of a condition that does not hold, and why.
package struct FailedPart: Sendable {
  package struct Seen: Sendable {
    package var subject: RequestValue
    /// The value of the request; nil if it is missing.
    package var value: RequestConstant?
  }

  package var location: Location
  /// The values that the part tested, each once.
  package var seen: [Seen]
}

/// The result of a condition for a request.
enum ConditionResult {
  /// The condition holds; contains the captures of the patterns that matched.
  case holds(CapturedTexts)
  /// The condition fails; contains the smallest parts that failed.
  case fails([FailedPart])
}

/// Evaluates a condition on one request, from left to right with short-circuiting.
struct ConditionEvaluation {
  let request: Request
  let rules: RuleSet
  /// The types of the rule's captures.
  let types: [ValueType]
  /// False if the values that failed parts tested are not needed.
  let explains: Bool

  /// Returns whether the request satisfies the condition, which binds no captures.
  static func holds(_ condition: Condition, _ request: Request, _ rules: RuleSet) -> Bool {
    let evaluation = Self(request: request, rules: rules, types: [], explains: false)
    if case .holds = evaluation.result(condition) { return true }
    return false
  }

  func result(_ condition: Condition) -> ConditionResult {
    switch condition {
    case .constant(let value, let location):
      return value ? .holds([:]) : .fails([FailedPart(location: location, seen: [])])
    case .test(let test):
      if let captures = captures(test.core) { return .holds(captures) }
      return .fails([FailedPart(location: test.location, seen: seen(condition))])
    case .named(let test):
      if let captures = captures(test.core) { return .holds(captures) }
      return .fails([FailedPart(location: test.location, seen: seen(condition))])
    case .not(let inner, let location):
      guard case .holds = result(inner) else { return .holds([:]) }
      return .fails([FailedPart(location: location, seen: seen(inner))])
    case .all(let parts, _):
      var captures: CapturedTexts = [:]
      for part in parts {
        switch result(part) {
        case .holds(let more): captures.fill(from: more)
        case .fails(let failed): return .fails(failed)
        }
      }
      return .holds(captures)
    case .any(let parts, _):
      var failed: [FailedPart] = []
      for part in parts {
        switch result(part) {
        case .holds(let captures): return .holds(captures)
        case .fails(let more): failed += more
        }
      }
      return .fails(failed)
    }
  }

  /// The captures of the condition; nil if it is false.
  private func captures(_ condition: CoreCondition) -> CapturedTexts? {
    switch condition {
    case .constant(let value): return value ? [:] : nil
    case .test(let value, let test): return captures(test, value)
    case .not(let inner): return captures(inner) == nil ? [:] : nil
    case .all(let parts):
      var captures: CapturedTexts = [:]
      for part in parts {
        guard let more = self.captures(part) else { return nil }
        captures.fill(from: more)
      }
      return captures
    case .any(let parts): return parts.lazy.compactMap { captures($0) }.first
    }
  }

  /// The captures of the test; nil if it is false, for example because the value is missing.
  private func captures(_ test: RequestTest, _ value: RequestValue) -> CapturedTexts? {
    guard let found = request.value(of: value) else { return nil }
    func when(_ holds: Bool?) -> CapturedTexts? { holds == true ? [:] : nil }
    switch test {
    case .present: return [:]
    case .member(let pattern):
      return found.text.flatMap {
        captures(pattern, $0, handing: request.handed(value, asText: true)?.text ?? $0)
      }
    case .number(let set):
      guard case .int(let number) = found else { return nil }
      return when(set.contains(number))
    case .choice(let set): return when(found.position.map { set.contains($0) })
    case .equal(let other): return when(request.value(of: other).map { $0.agrees(with: found) })
    case .different(let other):
      return when(request.value(of: other).map { !$0.agrees(with: found) })
    case .related(let relation, let other):
      guard let text = found.text, let part = request.value(of: other)?.text else { return nil }
      return when(relation.holds(Array(text.utf8), Array(part.utf8)))
    case .listed(let list): return when(items(list).contains(found))
    case .likeListed(let list):
      guard let host = found.text.map({ Array($0.utf8) }) else { return nil }
      return when(
        items(list).contains { item in
          item.text.flatMap { HostPattern($0) }.map { $0.matches(host) } == true
        })
    case .originListed(let list):
      guard let url = value.root.flatMap({ request.url($0) }) else { return nil }
      return when(
        items(list).contains { item in
          item.text.flatMap { WebURL.parse($0) }.map { url.hasSameOrigin(as: $0) } == true
        })
    case .sameOrigin(let other):
      guard let url = value.root.flatMap({ request.url($0) }), let other = request.url(other)
      else { return nil }
      return when(url.hasSameOrigin(as: other))
    case .origin(let origin):
      return when(value.root.flatMap { request.url($0) }.map { origin.contains($0) })
    }
  }

  /// The values of a list of the app.
  private func items(_ list: AppValueKey) -> [RequestConstant] {
    guard case .list(let items) = request.settings[.value(list)] else { return [] }
    return items
  }

  private func captures(
    _ pattern: TextPattern, _ text: String, handing handed: @autoclosure () -> String
  ) -> CapturedTexts? {
    func when(_ holds: Bool) -> CapturedTexts? { holds ? [:] : nil }
    let bytes = text.utf8
    switch pattern {
    case .oneOf(let texts): return when(texts.contains { $0.utf8.elementsEqual(bytes) })
    case .noneOf(let texts): return when(!texts.contains { $0.utf8.elementsEqual(bytes) })
    case .prefix(let prefix): return when(bytes.starts(with: prefix.utf8))
    case .suffix(let suffix): return when(bytes.reversed().starts(with: suffix.utf8.reversed()))
    case .infix(let part): return when(TextRelation.infix.holds(Array(bytes), Array(part.utf8)))
    case .ignoringCase(let relation, let other):
      return when(relation.holds(CaseVariants.folded(text), other.string))
    case .glob(let glob):
      return GlobMatcher.captures(glob, in: text, handing: handed(), types: types, rules)
    case .expression(let expression):
      return when(RegularExpressionMatcher(expression).matches(text))
    }
  }

  /// The values that a condition names, each once.
  private func seen(_ condition: Condition) -> [FailedPart.Seen] {
    if !explains { return [] }
    return condition.subjects.map { FailedPart.Seen(subject: $0, value: request.value(of: $0)) }
  }
}

extension WebURL {
  /// Returns true if both URLs have a host, and the same scheme, host and port.
  package func hasSameOrigin(as other: WebURL) -> Bool {
    guard let host, let otherHost = other.host else { return false }
    return scheme == other.scheme && host == otherHost && port == other.port
  }
}

extension OriginSet {
  /// Returns true if the scheme, host and port of the URL match one of the patterns.
  func contains(_ url: WebURL) -> Bool {
    patterns.contains { pattern in
      guard pattern.scheme == url.scheme,
        (pattern.port ?? WebURL.defaultPort(pattern.scheme))
          == (url.port ?? WebURL.defaultPort(url.scheme))
      else { return false }
      guard let host = url.host else { return pattern.isOfFiles }
      return GlobMatcher.captures(pattern.host, in: host, types: [], RuleSet()) != nil
    }
  }
}
