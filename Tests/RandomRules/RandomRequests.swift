import Foundation
package import Requests
package import Semantics
package import WebURL

/// A request with the answers of attempts.
package struct AskedRequest {
  package var request: Request
  package var answers: [Attempted: Bool]

  package init(request: Request, answers: [Attempted: Bool]) {
    self.request = request
    self.answers = answers
  }
}

/// Generates typical and unusual requests.
package struct RandomRequests {
  private let rules: RuleSet
  private let bounds: RequestBounds
  private var random: RandomChoice

  package init(rules: RuleSet, random: RandomChoice) {
    self.rules = rules
    bounds = RequestBounds(rules)
    self.random = random
  }

  /// Returns a request whose URL Foundation's `URL` does not change, or the response to such a request.
  package mutating func next(_ kind: ChainKind = .requests) -> AskedRequest {
    var request = Request(url: url())
    if kind == .responses {
      request.settings.set(
        .frame, .choice(.frame(random.once(in: 4) ? .sub : .main)))
      if random.once(in: 2) {
        let status = random.one(of: RequestWords.statuses) + random.one(of: [-1, 0, 0, 1])
        request.settings.set(.status, .int(Int64(min(max(status, 100), 999))))
      }
      if random.once(in: 2) {
        request.settings.set(.mime, .string(random.one(of: RequestWords.types)))
      }
      if random.once(in: 3) {
        request.settings.set(.filename, .string(random.one(of: RequestWords.filenames)))
      }
      request.settings.set(.displayable, .bool(!random.once(in: 4)))
      return asked(request)
    }
    if random.once(in: 4) { request.frame = random.one(of: FrameKind.allCases) }
    if random.once(in: 2) { request.navigation = random.one(of: NavigationKind.allCases) }
    if random.once(in: 3) { request.method = random.one(of: RequestWords.methods) }
    request.download = random.once(in: 5)
    var result = asked(request)
    if random.once(in: 2) {
      result.request.document = random.once(in: 3) ? result.request.page : url()
    }
    if random.once(in: 2) {
      result.request.source = random.one(of: FrameKind.sources)
      if !random.once(in: 4) {
        result.request.sourceOrigin = random.once(in: 2) ? result.request.url : url()
      }
    }
    return result
  }

  /// Sets the values of a request or a response.
  private mutating func asked(_ start: Request) -> AskedRequest {
    var request = start
    for name in RequestWords.headerNames where random.once(in: 3) {
      let words =
        name == "Content-Disposition" ? RequestWords.dispositions : RequestWords.headerValues
      request.setHeader(
        random.once(in: 2) ? name : name.lowercased(), random.one(of: words))
    }
    if random.once(in: 2) { request.page = random.once(in: 3) ? request.url : url() }
    for flag in rules.flags.indices where random.once(in: 2) {
      request.flags.insert(rules.flags[flag].name)
    }
    for value in rules.values where random.once(in: 2) {
      request.settings.set(value.input, constant(value.type, request.url))
    }
    var answers: [Attempted: Bool] = [:]
    for action in rules.actions.indices where rules.actions[action].result != .none {
      answers[.action(ID(action))] = !random.once(in: 3)
    }
    answers[.openURL] = !random.once(in: 3)
    return AskedRequest(request: request, answers: answers)
  }

  /// Returns a value of the app, which often equals a value of the request.
  private mutating func constant(_ type: AppValueType, _ url: WebURL) -> RequestConstant {
    let words = [
      [url.host ?? ""], RequestWords.hosts, RequestWords.values, RequestWords.components,
      [url.path ?? "", "/", ""], RequestWords.hostPatterns,
    ]
    switch type {
    case .string: return .string(random.one(of: random.one(of: words)))
    case .int: return .int(random.one(of: [Int64(url.port ?? 0), 8080, 1, 404, 200, -3, 70_000]))
    case .url: return .url((random.once(in: 3) ? url : near(url)).normalized)
    case .strings:
      return .list(
        (0..<random.below(4)).map { _ in .string(random.one(of: random.one(of: words))) })
    case .urls:
      return .list(
        (0..<random.below(3)).map { _ in
          .url((random.once(in: 2) ? url : self.url()).normalized)
        })
    }
  }

  /// Returns another URL, which sometimes has the same origin.
  private mutating func near(_ url: WebURL) -> WebURL {
    guard random.once(in: 2), let host = url.host else { return self.url() }
    let port = url.port.map { ":\($0)" } ?? ""
    let path = random.one(of: ["", "/", "/p", url.path ?? "", "/shop?k=1#close"])
    guard let near = WebURL.parse("\(url.scheme)://\(host)\(port)\(path)"), near.isKeptByFoundation
    else { return self.url() }
    return near
  }

  private mutating func url() -> WebURL {
    while true {
      let text = !bounds.isEmpty && random.once(in: 2) ? bounds.url(&random) : text()
      if let url = WebURL.parse(text), url.isKeptByFoundation { return url }
    }
  }

  /// Returns a text that is usually a URL.
  package mutating func text() -> String {
    if random.once(in: 6) { return random.one(of: RequestWords.urls) }
    let scheme = random.once(in: 2) ? "https" : random.one(of: RequestWords.schemes)
    switch scheme {
    case "tel", "mailto", "about":
      return scheme + ":" + encoded(random.one(of: RequestWords.components), in: .urlPathAllowed)
        + query() + fragment()
    case "file": return "file://" + path() + query() + fragment()
    default: break
    }
    if scheme == "myapp", random.once(in: 3) {
      return scheme + ":" + (random.once(in: 2) ? "open" : path()) + query() + fragment()
    }
    var text = scheme + "://"
    if random.once(in: 10) { text += random.one(of: ["u@", "u:p@", "a.com@", "%40:@"]) }
    var host = random.one(of: RequestWords.hosts)
    if random.once(in: 6) { host = host.uppercased() }
    text += host
    if random.once(in: 4) { text += ":\(random.one(of: RequestWords.ports))" }
    return text + path() + query() + fragment()
  }

  private mutating func path() -> String {
    var path = ""
    for _ in 0..<random.one(of: [0, 1, 1, 2, 2, 2, 3, 4]) {
      path += random.once(in: 12) ? "//" : "/"
      path += component()
    }
    return path + random.one(of: ["", "", "/", "//"])
  }

  private mutating func component() -> String {
    switch random.below(12) {
    case 0:
      random.one(of: ["%2e", ".", "..", "%2E%2e", "", "%C3%A9", "%c3", "%C3%28", "%00", "%25"])
    case 1:
      random.one(of: ["%2f", "%5c", "%2Fa", "a%2Fb", "%E2%82%AC", "%F0%9F%98%80", "%ED%A0%80"])
    case 2:
      random.one(of: ["a%", "%zz", "%4", "a|b", "a\\b", "a;b", "a,b", "a@b", "a:b", "'", "\""])
    case 3...5: random.one(of: ["p", "shop", "12"])
    default: encoded(random.one(of: RequestWords.components), in: .urlPathAllowed)
    }
  }

  private mutating func query() -> String {
    if random.once(in: 2) { return "" }
    if random.once(in: 4) { return "?" + random.one(of: RequestWords.queries) }
    var items: [String] = []
    for _ in 0..<random.below(4) {
      let key = encoded(random.one(of: RequestWords.keys), in: .alphanumerics)
      let value = encoded(random.one(of: RequestWords.values), in: .alphanumerics)
      switch random.below(8) {
      case 0: items.append(key)
      case 1: items.append(key + "=")
      case 2:
        items.append(random.one(of: ["", "=", "=x", "k=%", "k=%FF", "k=a+b", "k=+", "%6B=x"]))
      case 3: items.append(key + "=" + random.one(of: ["1+2", "%2B", "a=b", "a/b?c", "%C3%A9"]))
      default: items.append(key + "=" + value)
      }
    }
    return "?" + items.joined(separator: "&")
  }

  private mutating func fragment() -> String {
    if !random.once(in: 4) { return "" }
    return "#" + encoded(random.one(of: RequestWords.fragments), in: .urlFragmentAllowed)
  }

  private func encoded(_ text: String, in allowed: CharacterSet) -> String {
    // Percent signs of the vocabulary are not escaped, so that half of the escapes are malformed.
    text.addingPercentEncoding(withAllowedCharacters: allowed.union(["%"])) ?? text
  }
}

extension WebURL {
  /// True if Foundation's `URL` keeps the normalized text unchanged. Then the generated code can be tested with the
  /// URL.
  package var isKeptByFoundation: Bool {
    URL(string: normalized, encodingInvalidCharacters: false)?.absoluteString == normalized
  }
}
