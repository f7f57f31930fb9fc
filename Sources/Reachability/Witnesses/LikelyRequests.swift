import Interpreter
import Requests
import Semantics
import WebURL

/// Replaces requests that the analysis has chosen by requests that are likely in the app.
///
/// The analysis proposes the host `example.com`, the shortest texts, and empty values of the app. Such a request
/// is a valid proof, but nothing that the app would ever open. So results show the request of a test if that is
/// evidence, too. Otherwise they show a request with a host from the set's origins and with texts that are not
/// empty, if that is evidence.
///
/// The choice depends only on the rules, the tests and the original request, so a session makes the same choice
/// as a new analysis.
struct LikelyRequests: Sendable {
  private let interpreter: Interpreter
  /// The entries with attempts, in ascending order.
  private let attempts: [Int]

  /// The greatest entry whose requests are replaced, so that the time does not grow with the square of the
  /// chain's length.
  private static let mostRules = 1_000
  /// The most tests of a chain whose requests are tried.
  private static let mostTests = 100
  /// The most origins whose hosts are tried.
  private static let mostOrigins = 4

  init(_ chain: FlatChain, in rules: RuleSet) {
    interpreter = Interpreter(chain, in: rules)
    attempts = chain.rules.indices.filter { chain.rules[$0].isAttempt }
  }

  // MARK: Evidence

  /// A request that reaches the entry. It has the scheme and the method of the witness, since other findings
  /// about the witness depend on these.
  func reaching(_ entry: Int, _ witness: Witness) -> Witness {
    request(witness, entry) { interpreter.matches(entry, $0) && interpreter.reaches(entry, $0) }
  }

  /// A request that matches the entry but reaches the earlier one.
  func taken(by taker: Int, _ entry: Int, _ witness: Witness) -> Witness {
    request(witness, taker) {
      interpreter.matches(taker, $0) && interpreter.matches(entry, $0)
        && interpreter.reaches(taker, $0)
    }
  }

  /// A likely request in place of the witness.
  ///
  /// - Parameters:
  ///   - entry: the last rule that is evaluated.
  ///   - holds: returns whether a request is evidence, too.
  func request(
    _ witness: Witness, _ entry: Int, where holds: (Request) -> Bool
  ) -> Witness {
    var shown = witness
    if entry <= Self.mostRules {
      shown =
        tested(witness, where: holds)
        ?? Self.likely(witness, in: interpreter.rules) { holds($0.request) }
    }
    return declining(shown, before: entry)
  }

  /// The witness with the attempts that must fail so that it reaches the entry.
  func declining(_ witness: Witness, before entry: Int) -> Witness {
    if (attempts.first ?? .max) >= entry { return witness }
    var shown = witness
    shown.declined = interpreter.attempts(of: witness.request, before: entry, among: attempts)
      .map { interpreter.rules.name(of: $0) }.sorted()
    return shown
  }

  /// The request with the fewest settings in the tests of the chain; nil if none is evidence.
  private func tested(_ witness: Witness, where holds: (Request) -> Bool) -> Witness? {
    let method = witness.settings[.method]
    let scheme = witness.url.scheme
    var found: Witness?
    var most = witness.settings.unordered.count
    let tests = interpreter.rules.tests.lazy.filter { $0.chain == interpreter.chain.chain }
      .flatMap { $0.cases }.prefix(Self.mostTests)
    for test in tests {
      guard let (request, _) = test.request(), request.url.scheme == scheme,
        request.settings[.method] == method
      else { continue }
      let count = request.settings.unordered.count
      guard found == nil ? count <= most : count < most, holds(request) else { continue }
      found = Witness(url: request.url)
      found?.settings = request.settings
      most = count
    }
    return found
  }

  // MARK: Hosts and texts

  /// The witness with a host of an origin in place of `example.com`, and with texts in place of empty ones.
  ///
  /// - Parameter holds: returns whether a request is evidence, too.
  static func likely(
    _ witness: Witness, in rules: RuleSet, where holds: (Witness) -> Bool
  ) -> Witness {
    var found = witness
    let origins = addresses(rules)
    search: for parts in [Parts.all, .request, .settings] {
      for origin in origins {
        guard let moved = origin.moved(witness, parts), holds(moved) else { continue }
        found = moved
        break search
      }
    }
    for parts in [Parts.all, .settings] {
      guard let filled = filled(found, parts, rules), holds(filled) else { continue }
      return filled
    }
    // For empty values of the app, texts are tried with which a part of the URL begins or ends, or that it
    // contains.
    for setting in found.settings.unordered where isEmpty(setting) {
      let url = found.url
      for text in [url.href, url.host, url.path].compactMap({ $0 }) where !text.isEmpty {
        var other = found
        other.settings.set(setting.input, .string(text))
        if holds(other) {
          found = other
          break
        }
      }
    }
    return found
  }

  /// Returns true for an empty text of the app.
  private static func isEmpty(_ setting: RequestSettings.Setting) -> Bool {
    if case .value = setting.input { setting.value == .string("") } else { false }
  }

  /// The parts of a request that are changed.
  private enum Parts { case all, request, settings }

  /// A host from each of the first origins that the set declares.
  private static func addresses(_ rules: RuleSet) -> [Address] {
    rules.origins.lazy.compactMap { origin in
      let pages = origin.patterns.compactMap { Address($0) }
      return pages.first { $0.isPlain } ?? pages.first { !$0.host.contains(":") } ?? pages.first
    }.prefix(mostOrigins).map { $0 }
  }

  /// The host of an origin, with its port.
  private struct Address {
    let scheme: String
    /// The host, with `:` and the port if that is not the default.
    let host: String
    /// True if the pattern of the origin has neither a wildcard nor a port.
    let isPlain: Bool

    /// Creates an address that matches the pattern.
    ///
    /// - Returns: nil if the pattern gives no `http` or `https` URL.
    init?(_ pattern: OriginPattern) {
      guard pattern.scheme == "https" || pattern.scheme == "http" else { return nil }
      var host = ""
      for element in pattern.host.elements {
        switch element {
        case .literal(let text): host += text
        case .run, .anything: host += "www"
        case .components, .capture, .captureText, .captureRest: return nil
        }
      }
      scheme = pattern.scheme
      self.host = host + (pattern.port.map { ":\($0)" } ?? "")
      isPlain = pattern.host.literal != nil && pattern.port == nil
      guard !host.isEmpty, WebURL.parse("\(scheme)://\(self.host)/") != nil else { return nil }
    }

    /// The request with this host in place of the usual one; nil if the request does not have the usual host.
    func moved(_ witness: Witness, _ parts: Parts) -> Witness? {
      var moved = witness
      var isMoved = false
      if parts != .settings, let url = self.moved(witness.urlText) {
        moved.url = url
        isMoved = true
      }
      if parts == .request { return isMoved ? moved : nil }
      for setting in witness.settings.unordered {
        guard let value = self.moved(setting.value) else { continue }
        moved.settings.set(setting.input, value)
        isMoved = true
      }
      return isMoved ? moved : nil
    }

    private func moved(_ value: RequestConstant) -> RequestConstant? {
      switch value {
      case .string(LikelyRequests.usualHost): .string(host)
      case .url(let text): moved(text).map { .url($0.normalized) }
      case .list(let items):
        items.contains { moved($0) != nil } ? .list(items.map { moved($0) ?? $0 }) : nil
      case .string, .int, .bool, .choice: nil
      }
    }

    private func moved(_ url: String) -> WebURL? {
      for scheme in ["https", "http"] {
        let start = "\(scheme)://\(LikelyRequests.usualHost)/"
        guard url.hasPrefix(start), scheme == self.scheme || !host.contains(":") else { continue }
        return WebURL.parse("\(scheme)://\(host)/" + url.dropFirst(start.count))
      }
      return nil
    }
  }

  /// The request with a text for each empty value of the app, and for each query value and fragment that is
  /// present but empty; nil if there is nothing to fill.
  private static func filled(
    _ witness: Witness, _ parts: Parts, _ rules: RuleSet
  ) -> Witness? {
    var filled = witness
    var isFilled = false
    let empty = witness.settings.unordered.filter(isEmpty)
    let text = empty.lazy.compactMap { testedText($0.input, rules) }.first ?? "a"
    if parts == .all, let url = WebURL.parse(self.filled(witness.urlText, text)),
      url.href != witness.urlText
    {
      filled.url = url
      isFilled = true
    }
    for setting in empty {
      filled.settings.set(setting.input, .string(text))
      isFilled = true
    }
    return isFilled ? filled : nil
  }

  /// The first non-empty text to which a test sets the input; nil if there is none.
  private static func testedText(_ input: RequestInput, _ rules: RuleSet) -> String? {
    for test in rules.tests.lazy.flatMap({ $0.cases }).prefix(mostTests) {
      for case .input(input, .string(let text)) in test.setup where !text.isEmpty { return text }
    }
    return nil
  }

  /// The URL with the text in place of each empty query value and fragment.
  private static func filled(_ url: String, _ part: String) -> String {
    var text = ""
    var last: Character = " "
    for character in url {
      if last == "=", character == "&" || character == "#" { text += part }
      text.append(character)
      last = character
    }
    return last == "#" || last == "=" && url.contains("?") ? text + part : text
  }

  private static let usualHost = String(decoding: URLForm.usualHost, as: UTF8.self)
}
