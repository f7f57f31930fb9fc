import Foundation
import Requests
import Semantics

/// Generates URLs near the bounds of rules. They satisfy the tests of a rule, or fail only one of them.
struct RequestBounds {
  private typealias Test = (part: URLPart, test: RequestTest)

  /// The tests of the request's URL in each rule that has such tests.
  private let rules: [[Test]]

  init(_ set: RuleSet) {
    var rules: [[Test]] = []
    for items in set.handlers.map(\.items) + set.chains.map(\.items) {
      for case .rule(let rule) in items {
        var tests: [Test] = []
        rule.condition?.core.eachTest { value, test in
          if case .part(let part, of: .request) = value { tests.append((part, test)) }
        }
        if !tests.isEmpty { rules.append(tests) }
      }
    }
    self.rules = rules
  }

  var isEmpty: Bool { rules.isEmpty }

  /// Returns the text of a URL, which is usually valid.
  ///
  /// - Requires: there are bounds.
  func url(_ random: inout RandomChoice) -> String {
    var parts = Parts()
    for (part, test) in random.one(of: rules).shuffled(using: &random) {
      set(part, test, &parts, &random)
    }
    return parts.text
  }

  /// The parts of a URL, which are set one by one.
  private struct Parts {
    var whole: String?
    var scheme = "https"
    var host = "a.com"
    var port: Int?
    var components: [String] = []
    var query: [String] = []
    var fragment: String?

    var text: String {
      if let whole { return whole }
      var text = scheme + "://" + host
      if let port { text += ":\(port)" }
      text += components.map { "/" + Self.encoded($0, .urlPathAllowed) }.joined()
      if !query.isEmpty { text += "?" + query.joined(separator: "&") }
      if let fragment { text += "#" + Self.encoded(fragment, .urlFragmentAllowed) }
      return text
    }

    /// Sets a component of the path.
    ///
    /// - Requires: the index is not that of the root.
    mutating func setComponent(_ index: Int, _ text: String) {
      while components.count < index { components.append("a") }
      components[index - 1] = text
    }

    static func encoded(_ text: String, _ allowed: CharacterSet) -> String {
      text.addingPercentEncoding(withAllowedCharacters: allowed.union(["%"])) ?? text
    }
  }

  private func set(
    _ part: URLPart, _ test: RequestTest, _ parts: inout Parts, _ random: inout RandomChoice
  ) {
    if case .origin(let origin) = test {
      let pattern = random.one(of: origin.patterns)
      parts.scheme = pattern.scheme
      parts.host = near(pattern.host, &random)
      parts.port = pattern.port.map { near(IntegerSet([Int64($0)]), &random) }
      return
    }
    if case .number(let numbers) = test {
      let number = near(numbers, &random)
      if part == .port {
        parts.port = number
      } else {
        parts.components = (1..<max(number, 1)).map {
          parts.components.count >= $0 ? parts.components[$0 - 1] : "a"
        }
      }
      return
    }
    let text = near(test, &random)
    switch part {
    case .whole, .writtenURL: parts.whole = text
    case .scheme: parts.scheme = text
    case .host: parts.host = text
    case .port, .path(.count), .path(.component(0)): break
    case .path(.whole):
      parts.components = text.split(separator: "/", omittingEmptySubsequences: false)
        .dropFirst().map(String.init)
    case .path(.component(let index)): parts.setComponent(index, text)
    case .path(.last):
      if random.once(in: 2), !parts.components.isEmpty { parts.components.removeLast() }
      parts.components.append(text)
    case .queryItem(let key), .rawQueryItem(let key):
      let item = [key.string, text].map { Parts.encoded($0, .alphanumerics) }
      parts.query.append(item.joined(separator: "="))
    case .writtenQuery: parts.query = [text]
    case .fragment, .writtenFragment: parts.fragment = text
    case .opaque, .afterScheme: parts.whole = parts.scheme + ":" + text
    }
  }

  /// Returns the first or last number of a range of the set, or a number beside it.
  private func near(_ set: IntegerSet, _ random: inout RandomChoice) -> Int {
    guard !set.ranges.isEmpty else { return 1 }
    let range = random.one(of: set.ranges)
    let ends = [range.lowerBound, range.upperBound].filter { (0...65_535).contains($0) }
    return ends.isEmpty ? 1 : max(0, Int(random.one(of: ends)) + random.one(of: [-1, 0, 0, 1]))
  }

  /// Returns a text that satisfies the test, or one that differs from such a text at one place.
  private func near(_ test: RequestTest, _ random: inout RandomChoice) -> String {
    let text: String
    switch test {
    case .member(.oneOf(let texts)), .member(.noneOf(let texts)):
      text = texts.isEmpty ? "" : random.one(of: texts).string
    case .member(.prefix(let prefix)): text = prefix.string + random.one(of: ["", "a", "/a", ".a"])
    case .member(.suffix(let suffix)): text = random.one(of: ["", "a", "a/", "a."]) + suffix.string
    case .member(.infix(let infix)):
      text = random.one(of: ["", "a", "/"]) + infix.string + random.one(of: ["", "a", "/a"])
    case .member(.ignoringCase(_, let other)):
      text = random.one(of: [other.string, other.string.uppercased()]) + random.one(of: ["", "a"])
    case .member(.glob(let glob)): return near(glob, &random)
    case .member(.expression), .present, .number, .choice, .origin, .equal, .different,
      .sameOrigin, .related, .listed, .originListed, .likeListed:
      text = random.one(of: RequestWords.components)
    }
    return varied(text, &random)
  }

  private func near(_ glob: Glob, _ random: inout RandomChoice) -> String {
    let separator = String(glob.separator)
    var text = ""
    for element in glob.elements {
      switch element {
      case .literal(let literal): text += literal
      case .run: text += random.one(of: ["", "a", "12", "p"])
      case .anything: text += random.one(of: ["", "a", "a" + separator + "b", separator])
      case .components, .captureRest: text += random.one(of: ["", "/", "/a", "/a/b"])
      case .capture, .captureText: text += random.one(of: RequestWords.components)
      }
    }
    return varied(text, &random)
  }

  private func varied(_ text: String, _ random: inout RandomChoice) -> String {
    switch random.below(8) {
    case 0: String(text.unicodeScalars.dropLast())
    case 1: String(text.unicodeScalars.dropFirst())
    case 2: text + random.one(of: ["a", "/", "/a", ".", "1"])
    case 3: text.uppercased()
    default: text
    }
  }
}
