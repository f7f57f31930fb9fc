import Foundation
import WebURL

/// An independent implementation of the rules for universal links. It applies the rules of the documentation character
/// by character, without automata.
struct LinkOracle {
  struct Component {
    var path: String?
    var query: String?
    var items: [String: String] = [:]
    var fragment: String?
    var isExcluded = false
    var isCaseSensitive = true
    var isEncoded = true

    /// The JSON of an element of `components`.
    var json: String {
      var members: [String] = []
      if let path { members.append("\"/\": \"\(path)\"") }
      if let query { members.append("\"?\": \"\(query)\"") }
      if !items.isEmpty {
        let list = items.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        members.append("\"?\": {\(list.joined(separator: ", "))}")
      }
      if let fragment { members.append("\"#\": \"\(fragment)\"") }
      if isExcluded { members.append("\"exclude\": true") }
      if !isCaseSensitive { members.append("\"caseSensitive\": false") }
      if !isEncoded { members.append("\"percentEncoded\": false") }
      return "{\(members.joined(separator: ", "))}"
    }
  }

  var variables: [String: [String]]

  func matches(_ component: Component, _ url: WebURL) -> Bool {
    guard case .list(let segments) = url.rawPath else { return false }
    let path = segments.map { "/" + $0 }.joined()
    let query = url.rawQuery ?? ""
    func text(_ text: String) -> [Unicode.Scalar] {
      let text = component.isEncoded ? text : text.removingPercentEncoding ?? text
      return Array((component.isCaseSensitive ? text : text.lowercased()).unicodeScalars)
    }
    /// Returns whether a pattern other than `*` can match a part.
    func isReadable(_ part: String) -> Bool {
      component.isEncoded || part.removingPercentEncoding != nil
    }
    func patternText(_ text: String) -> [Unicode.Scalar] {
      Array((component.isCaseSensitive ? text : text.lowercased()).unicodeScalars)
    }
    func patterns(_ text: String) -> [[Unicode.Scalar]] { expanded(text).map(patternText) }
    func holds(_ pattern: String?, _ value: String) -> Bool {
      guard let pattern, !Self.matchesAll(pattern) else { return true }
      return isReadable(value) && patterns(pattern).contains { matches($0[...], text(value)[...]) }
    }
    func itemHolds(_ name: String, _ pattern: String) -> Bool {
      if Self.matchesAll(pattern) { return true }
      guard isReadable(query) else { return false }
      let own = query.split(separator: "&", omittingEmptySubsequences: false).compactMap {
        item -> String? in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard text(String(parts[0])) == patternText(name), !item.isEmpty else {
          return nil
        }
        return parts.count > 1 ? String(parts[1]) : ""
      }
      return own.isEmpty
        ? holds(pattern, "") : own.allSatisfy { holds(pattern, $0) }
    }
    if let pattern = component.path, !Self.matchesAll(pattern) {
      guard isReadable(path) else { return false }
      let isRight = patterns(pattern).contains { pathMatches($0, text(path)) }
      if !isRight { return false }
    }
    let fragment = url.rawFragment ?? ""
    return holds(component.query, query)
      && holds(component.fragment, fragment)
      && component.items.allSatisfy { itemHolds($0.key, $0.value) }
  }

  private static func matchesAll(_ pattern: String) -> Bool {
    !pattern.isEmpty && pattern.allSatisfy { $0 == "*" }
  }

  /// Returns the pattern with each choice of values for its variables.
  private func expanded(_ pattern: String) -> [String] {
    guard let start = pattern.range(of: "$("),
      let end = pattern.range(of: ")", range: start.upperBound..<pattern.endIndex)
    else { return [pattern] }
    let values = variables[String(pattern[start.upperBound..<end.lowerBound])] ?? []
    return expanded(String(pattern[end.upperBound...])).flatMap { rest in
      values.map { pattern[..<start.lowerBound] + $0 + rest }
    }
  }

  private func pathMatches(_ written: [Unicode.Scalar], _ path: [Unicode.Scalar]) -> Bool {
    // Several stars match the same texts as one.
    var pattern: [Unicode.Scalar] = []
    for scalar in written where scalar != "*" || pattern.last != "*" { pattern.append(scalar) }
    var path = path
    while path.last == "/" { path.removeLast() }
    let own = Array(pattern.drop { $0 == "/" })
    let candidates = own.count < pattern.count || own.isEmpty ? [["/"] + own] : [own, ["/"] + own]
    return candidates.contains { ends($0, path) }
  }

  /// - Parameter path: a path without a slash at its end.
  private func ends(_ pattern: [Unicode.Scalar], _ path: [Unicode.Scalar]) -> Bool {
    var pattern = pattern
    while pattern.last == "/" { pattern.removeLast() }
    if matches(pattern[...], path[...]) { return true }
    return pattern.suffix(2) == ["/", "*"] && ends(Array(pattern.dropLast()), path)
  }

  private func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return matches(pattern.dropFirst(), text)
        || !text.isEmpty && matches(pattern, text.dropFirst())
    }
    guard let scalar = text.first, first == "?" || first == scalar else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
}
