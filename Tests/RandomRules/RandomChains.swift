import Foundation
package import Requests

/// Generates small random chains over the whole condition language.
///
/// Most chains are valid. Callers skip those that the compiler rejects (`scheme == "a b"`).
package struct RandomChains {
  package static let prelude = """
    origin Site = "https://a.com", "https://*.a.com"
    origin Other = "http://**.b.org:8080", "myapp://host", "ws://localhost", "file://"
    flag isHome
    flag isOpen
    flag default
    value server: String?
    value token: String
    value home: URL
    value base: URL?
    value names: [String]
    value pages: [URL]
    value limit: Int
    value room: Int?
    origin Own = base
    origin Partners = pages
    condition web = scheme in ["http", "https"]
    condition busy = isOpen && !(host == "a.com" || path.count > 2) || query.k == "1"
    condition mild = !busy && web
    enum Order { up, down = "d", accented = "é", repeat = "a b" }
    screen ShowText(text: String)
    screen ShowNumber(number: Int)
    screen ShowRatio(ratio: Double)
    screen ShowTruth(truth: Bool)
    screen ShowLink(link: URL)
    screen ShowOrder(order: Order)
    screen ShowSome(
      text: String?, number: Int?, ratio: Double?, truth: Bool?, link: URL?, order: Order?)
    screen ShowMixed(class: String, number: Int, order: Order?, isQuiet: Bool = false)
    screen ShowNothing
    action note(text: String)
    action count(number: Int?, ratio: Double?)
    action take(url: URL) -> Bool
    action keep(request: Request, number: Int?)
    screen ShowRequest(request: Request)
    action confirm(text: String?, order: Order?) async -> Bool
    configuration Help { title web }

    """

  private static let parameters: [String: [(label: String, type: String, isOptional: Bool)]] = [
    "ShowText": [("text", "String", false)], "ShowNumber": [("number", "Int", false)],
    "ShowRatio": [("ratio", "Double", false)], "ShowTruth": [("truth", "Bool", false)],
    "ShowLink": [("link", "URL", false)], "ShowOrder": [("order", "Order", false)],
    "ShowSome": [
      ("text", "String", true), ("number", "Int", true), ("ratio", "Double", true),
      ("truth", "Bool", true), ("link", "URL", true), ("order", "Order", true),
    ],
    "ShowMixed": [
      ("class", "String", false), ("number", "Int", false), ("order", "Order", true),
      ("isQuiet", "Bool", true),
    ],
    "ShowNothing": [], "note": [("text", "String", false)],
    "count": [("number", "Int", true), ("ratio", "Double", true)],
    "keep": [("request", "Request", false), ("number", "Int", true)],
    "ShowRequest": [("request", "Request", false)],
    "take": [("url", "URL", false)],
    "confirm": [("text", "String", true), ("order", "Order", true)],
  ]
  private static let screens = parameters.keys.filter { $0.hasPrefix("Show") }.sorted()

  private var random: RandomChoice
  private let kind: ChainKind
  /// The captures of the current rule, with their types.
  private var captures: [(name: String, type: String)] = []

  package init(_ kind: ChainKind = .requests, random: RandomChoice) {
    self.kind = kind
    self.random = random
  }

  private var isOfResponses: Bool { kind == .responses }

  /// Returns a chain with the name and its own handlers and chains, whose names start with that name.
  package mutating func chain(_ name: String) -> String {
    var text = ""
    var items: [String] = []
    if random.once(in: 8) {
      let frames =
        isOfResponses
        ? ["main", "all", "main, sub", "sub"] : ["main", "all", "main, sub", "sub, new", "new"]
      items.append("frames " + random.one(of: frames))
    }
    let rules = 1 + random.below(4)
    for index in 0..<rules {
      switch random.below(6) {
      case 0:
        let handler = "\(name)H\(index)"
        text += "handler \(handler) {\n"
        for _ in 0...random.below(3) { text += "  \(rule(canLeave: true))\n" }
        if random.once(in: 6) {
          // Rules before the `use` can skip it and the rule after it.
          text = "handler \(handler)I {\n  \(rule(canLeave: true))\n  \(rule())\n}\n" + text
          text += "  use \(handler)I\n  \(rule())\n"
        }
        text += "}\n"
        items.append("use " + handler)
        if random.once(in: 4) {
          items.append(rule())
          items.append("use " + handler)
        }
      case 1 where random.once(in: 2):
        let inner = "\(name)C\(index)"
        text += "\(kind.rawValue) \(inner) {\n  \(rule())\n  \(rule())\n  otherwise cancel\n}\n"
        items.append("use " + inner)
      case 2 where random.once(in: 2): items.append(block(depth: 2))
      default: items.append(rule())
      }
    }
    switch random.below(4) {
    case 0: break
    case 1: items.append("otherwise " + steps(in: .otherwise) + "cancel")
    default: items.append("otherwise allow")
    }
    return text + "\(kind.rawValue) \(name) {\n" + items.map { "  \($0)\n" }.joined() + "}\n"
  }

  /// Returns a block `when … { … }` on one line, whose rules use the captures of its condition.
  private mutating func block(depth: Int) -> String {
    captures = []
    return block(depth: depth, captures)
  }

  private mutating func block(
    depth: Int, _ outer: [(name: String, type: String)]
  ) -> String {
    captures = outer
    let condition = random.once(in: 3) ? like(binding: true) : condition(depth: 1)
    let own = captures
    var items: [String] = []
    for _ in 0..<1 + random.below(3) {
      items.append(
        depth > 1 && random.once(in: 6)
          ? block(depth: depth - 1, own) : rule(capturing: own, canLeave: true))
    }
    if random.once(in: 3) {
      captures = own
      items.append("otherwise " + steps(in: .deciding) + "allow")
    }
    return "when \(condition) { \(items.joined(separator: " ")) }"
  }

  /// Returns a rule such as `when … cancel`.
  ///
  /// - Parameters:
  ///   - outer: the captures of the blocks around the rule.
  ///   - canLeave: true in a block or handler.
  package mutating func rule(
    capturing outer: [(name: String, type: String)] = [], canLeave: Bool = false
  ) -> String {
    captures = outer
    var condition = outer.isEmpty || random.once(in: 2) ? topCondition() : primary()
    if random.once(in: 40) { condition = random.one(of: ["true", "false", "!true || false"]) }
    if condition == "true", random.once(in: 2) {
      return "always \(steps(in: .deciding))" + random.one(of: ["cancel", "allow"])
    }
    if canLeave, random.once(in: 4) {
      let steps = random.once(in: 2) ? "" : steps(in: .continuing)
      return "when \(condition) \(steps)leave"
    }
    if random.once(in: 6) { return "when \(condition) \(steps(in: .continuing))continue" }
    let start = "when \(condition) \(steps(in: .deciding))"
    if !isOfResponses, random.once(in: 8) {
      return "when frame == new && (\(condition)) " + start.dropFirst("when \(condition) ".count)
        + "popup Help"
    }
    if !isOfResponses, random.once(in: 8) { return start + "allow with " + preferences() }
    return start + random.one(of: ["cancel", "cancel", "allow", "download"])
  }

  private mutating func preferences() -> String {
    let all = ["javaScript disabled", "javaScript enabled", "contentMode mobile"]
    return random.one(of: all + ["contentMode desktop, javaScript disabled"])
  }

  // MARK: Conditions

  /// Returns parts joined by `&&`, whose captures steps can use.
  private mutating func topCondition() -> String {
    var parts: [String] = []
    for _ in 0..<random.one(of: [1, 1, 1, 2, 2, 3]) {
      switch random.below(7) {
      case 0, 1: parts.append(like(binding: true))
      case 2 where random.once(in: 2): parts.append(bindingEither())
      default: parts.append(condition(depth: 2))
      }
    }
    return parts.joined(separator: " && ")
  }

  /// Returns an alternative of two ways to bind the same capture.
  private mutating func bindingEither() -> String {
    let name = "c\(captures.count)"
    let type = random.one(of: ["", "", ": Int", ": Order"])
    let ways = [
      "path like \"/p/{\(name)\(type)}/**\"", "path like \"/shop/{\(name)\(type)}\"",
      "path like \"/{\(name)\(type)}\"", "query.k like \"{\(name)\(type)}\"",
      "(isHome && url like \"*://**/p/{\(name)\(type)}\")",
      "(path like \"/**/{\(name)\(type)}\" && exists query.k)",
    ]
    captures.append((name, type.isEmpty ? "String" : String(type.dropFirst(2))))
    let first = random.below(ways.count)
    let second = (first + 1 + random.below(ways.count - 1)) % ways.count
    return "(\(ways[first]) || \(ways[second]))"
  }

  private mutating func condition(depth: Int) -> String {
    if depth > 0 {
      switch random.below(8) {
      case 0: return "(\(condition(depth: depth - 1)) || \(condition(depth: depth - 1)))"
      case 1: return "(\(condition(depth: depth - 1)) && \(condition(depth: depth - 1)))"
      case 2: return "!(\(condition(depth: depth - 1)))"
      case 3: return "!" + primary()
      default: break
      }
    }
    return primary()
  }

  private mutating func primary() -> String {
    let test = anyTest()
    if isOfResponses || !random.once(in: 3) { return test }
    if random.once(in: 2) { return test.replacingOccurrences(of: "page.", with: "document.") }
    return random.one(of: [
      "source == main", "source != main", "source in [main, sub]", "exists source",
      "!(source == sub)", "url in source.origin", "source.host == host",
      "source.scheme == \"https\"", "source.port == 8080", "source.host like \"*.com\"",
      "exists source.host", "source.host != page.host", "source in Site", "source !in Site, Other",
      "source in page.origin", "source in Own", "source == frame", "source != frame",
    ])
  }

  private mutating func anyTest() -> String {
    switch random.below(24) {
    case 0:
      return random.one(of: [
        "isHome", "isOpen", "default", isOfResponses ? "displayable" : "download",
        "isHome == false", "web", "busy", "!mild", isOfResponses ? "attachment" : "isHome",
        isOfResponses ? "!attachment" : "isOpen",
      ])
    case 1 where isOfResponses:
      let status = random.one(of: RequestWords.statuses)
      return random.one(of: [
        "status == \(status)", "status != \(status)", "status >= \(status)", "status < \(status)",
        "exists status", "status in [\(status), 200]", "status !in [\(status)]",
      ])
    case 1:
      let list = [
        random.one(of: RequestWords.navigations), random.one(of: RequestWords.navigations),
      ]
      return random.one(of: [
        "navigation == \(list[0])", "navigation != \(list[0])",
        "navigation in [\(list.joined(separator: ", "))]", "navigation !in [\(list[0])]",
      ])
    case 2:
      let frames = isOfResponses ? ["main", "sub"] : RequestWords.frames
      let frame = random.one(of: frames)
      return random.one(of: [
        "frame == \(frame)", "frame != \(frame)",
        "frame !in [\(frame), \(random.one(of: frames))]",
      ])
    case 3:
      let sign = random.one(of: ["==", "!=", "<", "<=", ">", ">="])
      return "path.count \(sign) \(random.below(6))"
    case 4:
      let port = random.one(of: [8080, 1, 65535])
      return random.one(of: [
        "port == \(port)", "port != \(port)", "port >= \(port)", "port < \(port)", "exists port",
        "port in [\(port), 1]", "port !in [\(port)]",
      ])
    case 5, 6:
      let url = literal(random.one(of: RequestWords.urls))
      let other = literal(random.one(of: RequestWords.urls))
      return random.one(of: [
        "url == \(url)", "url != \(url)", "url in [\(url), \(other)]", "url !in [\(url), \(other)]",
        "url in Site", "url in Site, Other", "url !in Site", "url !in Other", "page.url in Site",
        "page.url !in Other, Site", "url in Other || page.url in Other",
      ])
    case 7, 8: return "url like " + literal(urlGlob())
    case 12, 13: return comparison()
    case 9...11: return like(binding: false)
    default:
      if random.once(in: 8) {
        return textTest(random.once(in: 3) ? "page.url" : "url", random.one(of: RequestWords.urls))
      }
      return stringTest()
    }
  }

  private mutating func subject() -> (text: String, words: [String]) {
    let key = random.one(of: RequestWords.keys)
    let query = random.once(in: 2) ? "query.k" : "query[\(literal(key))]"
    let header = "header[\(literal(random.one(of: RequestWords.headerNames)))]"
    let component = "path[\(random.below(4))]"
    let page = "page.path[\(random.below(3))]"
    switch random.below(16) {
    case 0: return ("scheme", RequestWords.schemes)
    case 1, 2: return ("host", RequestWords.hosts)
    case 3: return ("path", ["/", "/" + random.one(of: RequestWords.components), "/p/12", "/shop"])
    case 4...7: return (component, RequestWords.components)
    case 8, 9: return (query, RequestWords.values)
    case 10: return ("fragment", RequestWords.fragments)
    case 11 where isOfResponses:
      return random.one(of: [
        ("mime", RequestWords.types), ("filename", RequestWords.filenames),
      ])
    case 11: return ("method", RequestWords.methods)
    case 12: return (header, RequestWords.headerValues)
    case 13: return ("path.last", RequestWords.components)
    case 14:
      return random.one(of: [
        ("query", RequestWords.queries), ("rawQuery.k", RequestWords.values),
        ("opaque", RequestWords.opaques),
      ])
    default:
      return random.one(of: [
        ("page.scheme", RequestWords.schemes), ("page.host", RequestWords.hosts),
        (page, RequestWords.components), ("page.query.k", RequestWords.values),
        ("server", RequestWords.hosts),
        ("token", RequestWords.values),
        ("page.fragment", RequestWords.fragments), ("page.path.last", RequestWords.components),
        ("page.query", RequestWords.queries), ("page.rawQuery.k", RequestWords.values),
        ("page.opaque", RequestWords.opaques),
      ])
    }
  }

  /// Returns a comparison of two values.
  private mutating func comparison() -> String {
    let sign = random.one(of: ["==", "!="])
    switch random.below(9) {
    case 6, 7, 8: return appValueTest()
    case 0: return random.one(of: ["url in page.origin", "url !in page.origin"])
    case 1: return "port \(sign) page.port"
    case 2: return random.one(of: ["host", "scheme", "path", "fragment"]).twice(sign)
    case 3: return "path[\(random.below(3))]".twice(sign)
    case 4:
      return random.one(of: [
        "path.last".twice(sign), "host \(sign) server", "token \(sign) query.k",
        "server \(sign) page.host",
      ])
    default:
      let (first, second) = (subject().text, subject().text)
      return first == second ? "query.k \(sign) page.query.k" : "\(first) \(sign) \(second)"
    }
  }

  /// Returns a condition about the URLs, numbers and lists of the app.
  private mutating func appValueTest() -> String {
    let sign = random.one(of: ["==", "!="])
    let isIn = random.one(of: ["in", "!in"])
    let url = random.one(of: ["home", "base"])
    let number = random.one(of: ["limit", "room"])
    switch random.below(14) {
    case 0: return "url \(sign) \(url)"
    case 1: return "exists \(url)"
    case 2: return "host \(sign) \(url).host"
    case 3:
      let part = random.one(of: ["scheme", "path", "path[1]", "path.last", "query.k", "fragment"])
      return "\(part) \(sign) \(url).\(part)"
    case 4: return "port \(sign) \(random.one(of: [number, "home.port"]))"
    case 5:
      let relation = random.one(of: ["hasPrefix", "hasSuffix", "contains"])
      return random.one(of: [
        "path hasPrefix \(url).path", "path \(relation) page.path", "host \(relation) server",
        "path[1] \(relation) token", "query.k \(relation) token", "url \(relation) \(url)",
        "url \(relation) \(random.one(of: ["token", "server"]))", "page.url hasPrefix home",
        "path[1] \(sign) token", "query.k \(sign) page.query.k", "url \(sign) home",
      ]) + caseless()
    case 6:
      return random.one(of: [
        "host \(isIn) names", "path[1] \(isIn) names", "query.k \(isIn) names",
        "server \(isIn) names",
        "page.host \(isIn) names", "host like names", "page.host like names",
        "host like \(random.one(of: ["server", "token"]))",
      ])
    case 7:
      return random.one(of: [
        "url \(isIn) pages", "url \(isIn) pages.origin", "url \(isIn) \(url).origin",
        "url \(isIn) Own", "url \(isIn) Partners, Site", "page.url \(isIn) Own",
        "page.url \(isIn) pages.origin", "\(url) \(isIn) Site", "\(url) \(isIn) page.origin",
      ])
    case 8: return "\(url) \(isIn) pages"
    case 9:
      return "\(number) \(random.one(of: ["<", ">=", "=="])) \(random.one(of: ["0", "8080", "-3"]))"
    case 10: return "limit \(sign) room"
    case 11: return "\(url).path.count > \(random.below(4))"
    case 12: return "home \(sign) \(literal(random.one(of: RequestWords.urls)))"
    default: return isOfResponses ? "status \(sign) \(number)" : "\(url).path like \"/p/**\""
    }
  }

  private mutating func stringTest() -> String {
    let (subject, words) = subject()
    let word = random.one(of: words)
    let other = random.one(of: words)
    switch random.below(10) {
    case 0, 1: return "\(subject) == \(literal(word))" + caseless()
    case 2: return "\(subject) != \(literal(word))" + caseless()
    case 3: return "\(subject) in [\(literal(word)), \(literal(other))]"
    case 4: return "\(subject) !in [\(literal(word)), \(literal(other))]"
    case 5: return "exists \(subject)"
    default: return textTest(subject, word)
    }
  }

  /// Returns a test of a part of a text.
  private mutating func textTest(_ subject: String, _ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let start = random.below(scalars.count + 1)
    let end = start + random.below(scalars.count + 1 - start)
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      literal(part.reduce(into: "") { $0.unicodeScalars.append($1) })
    }
    switch random.below(4) {
    case 0: return "\(subject) contains \(text(scalars[start..<end]))" + caseless()
    case 1: return "\(subject) hasPrefix \(text(scalars[..<start]))" + caseless()
    case 2: return "\(subject) hasSuffix \(text(scalars[start...]))" + caseless()
    default:
      return "\(subject) matches /\(expression(depth: 2))/" + (random.once(in: 3) ? "i" : "")
    }
  }

  /// Returns ` ignoring case` or an empty text.
  private mutating func caseless() -> String {
    random.once(in: 4) ? " ignoring case" : ""
  }

  /// Returns a regular expression.
  private mutating func expression(depth: Int) -> String {
    if depth == 0 || random.once(in: 4) {
      return random.one(of: [
        "a", "p", "[a-f]", "\\d", "\\w", "\\s", ".", "é", "[^a-c]", "\\.", "\\/", "[éÉ]", "k",
        "\\D",
        "\\W", "\\S", "1", "[\\d.]", "日", "\\+", "s", "%", "-",
      ])
    }
    switch random.below(6) {
    case 0: return "(\(expression(depth: depth - 1))|\(expression(depth: depth - 1)))"
    case 1:
      let count = random.one(of: ["*", "+", "?", "{2}", "{1,}", "{0,3}", "{1,2}"])
      return "(\(expression(depth: depth - 1)))\(count)"
    case 2: return random.one(of: [".*", "\\d+", "[a-z]+", ".+"]) + expression(depth: depth - 1)
    case 3: return expression(depth: depth - 1) + random.one(of: [".*", ".?", "\\w*", "$"])
    case 4: return random.one(of: ["p|shop", "a.*|b.*", "^1?2$", ".*", "(a|b|)c?", "[+-]?\\d+"])
    default: return expression(depth: depth - 1) + expression(depth: depth - 1)
    }
  }

  // MARK: Globs

  private mutating func like(binding: Bool) -> String {
    switch random.below(6) {
    case 0:
      return random.one(of: ["host", "host", "page.host"]) + " like " + literal(hostGlob(binding))
    case 1 where binding: return "url like " + literal(urlGlob(binding: true))
    case 2:
      let subject = subject()
      if subject.text.contains("host") { return "host like " + literal(hostGlob(binding)) }
      return subject.text + " like " + literal(textGlob(subject.words, binding))
    default: return "path like " + literal(pathGlob(binding))
    }
  }

  private mutating func capture(_ binding: Bool, types: [String]) -> String {
    let type = random.one(of: types)
    let name = binding ? "c\(captures.count)" : "unused\(random.below(1000))"
    if binding { captures.append((name, type.isEmpty ? "String" : type)) }
    return type.isEmpty ? "{\(name)}" : "{\(name): \(type)}"
  }

  private static let types = ["", "", "", "Int", "Double", "Bool", "URL", "Order"]

  private mutating func pathGlob(_ binding: Bool) -> String {
    var glob = ""
    for _ in 0..<random.one(of: [0, 1, 1, 2, 2, 3]) {
      glob += "/"
      switch random.below(10) {
      case 0: glob += "*"
      case 1: glob += "**"
      case 2, 3: glob += capture(binding, types: Self.types)
      case 9:
        let inner = capture(binding, types: [""])
        glob +=
          random.one(of: ["p", "s*o", "1", "a"]) + inner + random.one(of: ["", "p", "2", ".*"])
      case 4: glob += random.one(of: ["p*", "*p", "*1*", "*.*", "**2", "a**", "s*o*p", "\\*"])
      default: glob += escaped(random.one(of: RequestWords.components))
      }
    }
    if glob.isEmpty { return random.one(of: ["/", "**", "/**", "*", "/*"]) }
    if random.once(in: 8) {
      glob += "/{r\(captures.count)**}"
      if binding { captures.append(("r\(captures.count)", "String")) }
    } else if random.once(in: 5) {
      glob += "/**"
    }
    return glob
  }

  private mutating func hostGlob(_ binding: Bool) -> String {
    if random.once(in: 6) {
      return random.one(of: ["", "**.", "*."]) + capture(binding, types: [""])
        + random.one(of: [".a.com", ".com", "", ".**"])
    }
    return random.one(of: [
      "*.a.com", "**.a.com", "**", "*", "*.*.*", "a.*", "b**", "*.com", "**.a.**", "127.*.*.1",
      "*a.com",
    ])
  }

  private mutating func urlGlob(binding: Bool = false) -> String {
    if random.once(in: 6) {
      if random.once(in: 4) { return "tel:" + capture(binding, types: ["", "Int"]) }
      return random.one(of: [
        "tel:*", "tel:1*", "mailto:**", "mailto:*@b", "myapp:open", "about:**",
      ])
    }
    let scheme = random.one(of: ["https", "https", "http", "*", "myapp", "file", "ws"])
    if scheme == "file" { return "file://" + pathGlob(binding) }
    var glob = scheme + "://"
    glob += random.once(in: 2) ? random.one(of: RequestWords.hosts) : hostGlob(binding)
    glob += random.one(of: ["", "", "", ":8080", ":*", ":443", ":1"])
    var path = random.once(in: 2) ? "/**" : pathGlob(binding)
    if !path.hasPrefix("/") { path = "/" + path }
    glob += random.once(in: 8) ? "" : path
    if random.once(in: 4) { glob += "?" + random.one(of: ["*", "k=*", "**x", "", "k=x", "*=*&*"]) }
    if random.once(in: 6) { glob += "#" + random.one(of: ["*", "close", "", "a*b", "é"]) }
    return glob
  }

  private mutating func textGlob(_ words: [String], _ binding: Bool) -> String {
    let word = escaped(random.one(of: words))
    return switch random.below(6) {
    case 0: capture(binding, types: Self.types)
    case 1: word + "*"
    case 2: "**" + word
    case 3: "*" + random.one(of: ["", "/*", "a*", "1*"])
    case 4: word + "/" + capture(binding, types: Self.types)
    default: word
    }
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "*{}\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }

  // MARK: Steps

  private enum Place { case deciding, continuing, otherwise }

  private mutating func steps(in place: Place) -> String {
    if place == .otherwise { captures = [] }
    var steps: [String] = []
    if place == .deciding, random.once(in: 6) {
      steps.append(
        random.once(in: 3)
          ? "attempt open url" + changes(headers: false)
          : "attempt " + call(random.one(of: ["take", "confirm"])))
    }
    let least = place == .continuing ? 1 : 0
    for _ in 0..<max(least, random.one(of: [0, 1, 1, 2])) {
      switch random.below(10) {
      case 0: steps.append("open url" + changes(headers: false))
      case 1: steps.append("load url" + changes(headers: true))
      case 2: steps.append("dismiss")
      case 3, 4:
        steps.append(
          "perform " + call(random.one(of: ["note", "count", "take", "confirm", "keep"])))
      case 5: steps.append("push " + call(random.one(of: Self.screens)))
      default: steps.append("present " + call(random.one(of: Self.screens)))
      }
    }
    return steps.map { $0 + " " }.joined()
  }

  /// Returns changes of the request that a step passes on.
  private mutating func changes(headers: Bool) -> String {
    if random.once(in: 2) { return "" }
    let keys = ["query.k", "query.q", "query[\"a b\"]", "query[\"\"]"]
    let names = ["header[\"X-A\"]", "header[\"referer\"]"]
    let literals: [(part: String, values: [String])] = [
      ("scheme", [#""https""#, #""http""#, #""myapp""#]),
      ("host", [#""a.com""#, #""www.b.org""#]),
      ("port", ["80", "443", "8080"]),
      ("path", [#""/""#, #""/p/é b""#, #""/a//b/""#]),
    ]
    var set: [String] = []
    var removed: [String] = []
    for (part, values) in literals where random.once(in: 6) {
      let fromApp = part != "path" && random.once(in: 4)
      let value = fromApp ? random.one(of: ["home", "base"]) + "." + part : random.one(of: values)
      set.append("\(part) = \(value)")
    }
    if set.isEmpty, random.once(in: 6) {
      set.append("origin = " + random.one(of: ["home", "base", "\"http://a.com:8080\""]))
    } else if set.isEmpty, random.once(in: 8) {
      removed.append("port")
    }
    for part in keys + ["fragment"] where random.once(in: 3) {
      if random.once(in: 3) {
        removed.append(part)
      } else {
        set.append(
          "\(part) = \(argument("String"))" + (random.once(in: 4) ? " if missing" : ""))
      }
    }
    for name in names where headers && random.once(in: 5) {
      if random.once(in: 3) { removed.append(name) } else { set.append("\(name) = \"1, é\"") }
    }
    if random.once(in: 6) { removed.append("user") }
    return (set.isEmpty ? "" : " setting " + set.joined(separator: ", "))
      + (removed.isEmpty ? "" : " removing " + removed.joined(separator: ", "))
  }

  private mutating func call(_ name: String) -> String {
    var arguments: [String] = []
    for parameter in Self.parameters[name] ?? [] {
      if parameter.isOptional, random.once(in: 4) { continue }
      let value = argument(parameter.type)
      arguments.append(value == parameter.label ? value : "\(parameter.label): \(value)")
    }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func argument(_ type: String) -> String {
    if type == "Request" { return "request" }
    let sources: [String: Set<String>] = [
      "String": ["String", "URL"], "Int": ["String", "Int"], "Double": ["String", "Double", "Int"],
      "Bool": ["String", "Bool"], "URL": ["String", "URL"], "Order": ["String", "Order"],
    ]
    let usable = captures.filter { sources[type]!.contains($0.type) }
    if !usable.isEmpty, !random.once(in: 3) { return random.one(of: usable).name }
    if random.once(in: 8) {
      switch type {
      case "Int": return random.one(of: ["0", "-7", "9007199254740991"])
      case "Double": return random.one(of: ["0.5", "-1.25", "3"])
      case "Bool": return random.one(of: ["true", "false"])
      case "URL": return "\"https://a.com/x?y#z\""
      case "Order": return random.one(of: ["up", "down", "repeat"])
      default: return literal(random.one(of: RequestWords.values))
      }
    }
    if random.once(in: 5) {
      switch type {
      case "Int", "Double": return random.one(of: ["port", "path.count", "limit", "room"])
      case "Bool":
        return random.one(
          of: ["download", "isHome", "isOpen"] + [
            "web", "!busy", "(isHome || exists query.k)", comparison(), "\(comparison()) && isOpen",
          ])
      case "URL":
        return random.one(of: [
          "url", "home", "base", "url removing query.k, fragment",
          "url setting scheme = \"https\", query.q = host", "url setting origin = home",
        ])
      case "String":
        return isOfResponses
          ? random.one(of: ["url", "frame", "base", "home.path"])
          : random.one(of: ["url", "navigation", "frame", "base", "home.path", "source"])
      default: break
      }
    }
    if type != "String", random.once(in: 2) {
      return random.one(of: ["path[1]", "path[2]", "query.k"])
    }
    return subject().text
  }

  private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\0": literal += "\\0"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension String {
  /// Returns a comparison of the request's value with the same value of the page.
  fileprivate func twice(_ sign: String) -> String { "\(self) \(sign) page.\(self)" }
}
