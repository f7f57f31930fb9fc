import RandomRules
import Requests
import Testing
import WebURL

extension ComparedValuesTests {
  /// A set of conditions, with requests of each class that a few of the conditions distinguish.
  struct World: Sendable, CustomTestStringConvertible {
    var name: String
    var conditions: [String]
    /// The URLs of the requests.
    var urls: [String]
    /// The other values of the requests, which occur in each combination.
    var settings: [Values] = []

    var testDescription: String { name }

    func requests() throws -> [Request] {
      var requests = try urls.map { Request(url: try #require(WebURL.parse($0))) }
      for setting in settings {
        requests = requests.flatMap { request in
          setting.values.map { value in
            var request = request
            request.settings.set(setting.input, value)
            return request
          }
        }
      }
      // The origin of the page is known only together with its frame.
      return requests.filter { $0.sourceOrigin == nil || $0.source != nil }
    }

    static let all = [
      origins, texts, appTexts, appURLs, lists, listedURLs, numbers, sources, patterns,
      caseless,
    ]
  }

  /// An input and its values; nil is a missing value.
  struct Values: Sendable {
    var input: RequestInput
    var values: [RequestConstant?]

    init(_ input: RequestInput, _ values: [RequestConstant?]) {
      self.input = input
      self.values = values
    }

    /// Returns the URLs as values of an input, and a missing value.
    static func urls(_ input: RequestInput, _ texts: [String]) -> Values {
      Values(input, [nil] + texts.map { .url($0) })
    }

    /// Returns the URLs as values of the app's `home`, and a missing value.
    static func home(_ texts: [String]) -> Values { urls(.value(AppValueKey("home", .url)), texts) }

    static func token(_ texts: [String]) -> Values {
      Values(.value(AppValueKey("token", .string)), texts.map { .string($0) })
    }

    static func server(_ texts: [String]) -> Values {
      Values(
        .value(AppValueKey("server", .string, isOptional: true)),
        [nil] + texts.map { .string($0) })
    }

    /// Returns all lists of at most two of the texts, or of another number.
    static func names(_ texts: [String], upTo count: Int = 2) -> Values {
      Values(
        .value(AppValueKey("names", .strings)),
        choices(texts, upTo: count).map { .list($0.map { .string($0) }) })
    }

    static func pages(_ texts: [String]) -> Values {
      Values(
        .value(AppValueKey("pages", .urls)),
        choices(texts, upTo: 2).map { .list($0.map { .url($0) }) })
    }

    private static func choices(_ texts: [String], upTo count: Int) -> [[String]] {
      guard let first = texts.first else { return [[]] }
      let others = choices(Array(texts.dropFirst()), upTo: count)
      return others + others.filter { $0.count < count }.map { [first] + $0 }
    }
  }
}

/// Returns each combination of the texts, in their order.
private func combined(_ lists: [String]...) -> [String] {
  lists.reduce([""]) { starts, list in starts.flatMap { start in list.map { start + $0 } } }
}

extension ComparedValuesTests.World {
  private static let originURLs =
    combined(["https://", "http://", "x://"], ["a", "b", "c"], ["", ":81", ":82"], ["/"]) + ["x:y"]

  static let origins = Self(
    name: "origins",
    conditions: [
      "host == page.host", "host != page.host", "scheme == page.scheme", "scheme != page.scheme",
      "port == page.port", "port != page.port", "url in page.origin", "url !in page.origin",
      #"host == "a""#, #"page.host == "b""#, #"page.host in ["a", "b"]"#, #"scheme == "https""#,
      #"page.scheme != "http""#, "exists page.port", "port == 81", "page.port != 81",
      "exists page.host", "exists host", "exists page.scheme", #"host != "c""#,
      "page.url in Site", "page.url !in Site", "url in Site",
    ],
    urls: originURLs, settings: [.urls(.page, originURLs)])

  private static let textURLs = combined(
    ["https://a/"],
    ["", "a", "b", "c", "d"] + combined(["a", "b", "c", "d"], ["/"], ["a", "b", "c", "d"]),
    ["", "?k=a", "?k=b", "?k=c", "?k=d"])

  static let texts = Self(
    name: "texts",
    conditions: [
      "path[1] == page.path[1]", "path[1] != page.path[1]", "path[2] == page.path[1]",
      "query.k == page.query.k", "query.k != page.query.k", "path[1] == query.k",
      "path.last != page.path.last", "path[1] == path[2]", "path == page.path",
      #"path[1] == "a""#, #"page.path[1] == "a""#, #"query.k == "a""#, #"page.query.k != "a""#,
      "exists page.path[1]", "exists query.k", #"path like "/a/*""#, "exists page.scheme",
    ],
    urls: textURLs, settings: [.urls(.page, textURLs)])

  /// Comparisons with texts of the app. One of these is optional.
  static let appTexts = Self(
    name: "texts of the app",
    conditions: [
      "host == server", "host != server", "exists server", #"server == "a""#, #"server != "b""#,
      "token == server", "token != server", "path[1] == token", "path[1] != token",
      #"token == "b""#, #"token != "a""#, #"token in ["a", ""]"#, #"host == "a""#,
      #"path[1] == "a""#,
      #"host in ["a", "b"]"#, "exists path[1]", "server == path[1]", #"server hasPrefix "a""#,
    ],
    urls: combined(["https://"], ["a", "b", "c", "d", "e"], ["/"], ["", "a", "b", "c", "d", "e"])
      + ["x:y"],
    settings: [
      .server(["", "a", "ab", "b", "c", "d", "e"]), .token(["", "a", "ab", "b", "c", "d", "e"]),
    ])

  /// Comparisons that ignore case, and some that do not.
  static let caseless = Self(
    name: "texts that ignore case",
    conditions: [
      "query.k == token ignoring case", "query.k != token ignoring case", "query.k == token",
      #"token == "aB" ignoring case"#, #"token == "AB""#, #"token hasSuffix "B""#,
      #"query.k contains "b" ignoring case"#, #"query.k hasPrefix "A" ignoring case"#,
      #"query.k hasPrefix "A""#, #"query.k == "ab""#, #"query.k == "k" ignoring case"#,
      "exists query.k",
    ],
    urls: combined(
      ["https://a/"],
      [
        "", "?k=a", "?k=A", "?k=b", "?k=ab", "?k=aB", "?k=AB", "?k=k", "?k=%E2%84%AA", "?k=c",
        "?k=",
      ]),
    settings: [
      .token(["", "a", "A", "b", "B", "ab", "AB", "aB", "k", "\u{212A}", "c"])
    ])

  private static let appURLTexts =
    combined(
      ["https://", "http://"], ["a", "b", "c"], ["", ":81"],
      ["/", "/a", "/a?q", "/a/b", "/b", "/b/a"])
    + ["x:y", "x:z", "x:/", "x:/a", "x:/a/b", "x:/b/a", "x://a/", "y:/"]

  /// Comparisons with a URL of the app, also as the declared origin `Own`.
  static let appURLs = Self(
    name: "URLs of the app",
    conditions: [
      "url == home", "url != home", "host == home.host", "host != home.host",
      "scheme == home.scheme", "scheme != home.scheme", "path == home.path",
      "path hasPrefix home.path", "url in home.origin", "url !in home.origin", "url in Own",
      "url !in Own", "home in Site", "home !in Site", "url in Site", "exists home",
      "exists home.host", #"home == "https://a/""#,
      #"home.host == "a""#, "home.port == 81", "exists port", #"host == "a""#,
      #"scheme == "https""#,
      #"path == "/a""#, "home.path.count > 2", #"home.path[1] == "a""#, #"url == "http://b/b""#,
    ],
    urls: appURLTexts, settings: [.home(appURLTexts)])

  /// Comparisons with lists of texts of the app.
  static let lists = Self(
    name: "lists",
    conditions: [
      "host in names", "host !in names", "path[1] in names", "path[1] !in names",
      "page.host in names", "page.host !in names", "server in names", "host == page.host",
      "host != page.host", "host == server", "path[1] == server", #"host == "a""#,
      #"page.host == "a""#, #"path[1] != "a""#, "exists page.host", "exists server",
    ],
    urls: combined(["https://"], ["a", "b", "c", "d"], ["/"], ["", "a", "b", "c", "d"]) + ["x:y"],
    settings: [
      .urls(.page, combined(["https://"], ["a", "b", "c", "d"]) + ["x:y"]),
      .server(["a", "b", "c", "d"]), .names(["a", "b", "c", "d"], upTo: 4),
    ])

  private static let listedTexts =
    combined(["https://"], ["a", "a:81", "b", "b:81"], ["/", "/p", "/q"]) + ["x:y"]

  /// Comparisons with lists of URLs of the app, also as the declared origin `Partners`.
  static let listedURLs = Self(
    name: "lists of URLs",
    conditions: [
      "url in pages", "url !in pages", "url in pages.origin", "url !in pages.origin",
      "url in Partners", "url !in Partners", "url in Own, Partners", "home in pages",
      "home !in pages", "url == home", "url in home.origin", "url in Own", #"host == "a""#,
      #"home.host == "b""#, "port == 81", "exists home", "exists host", #"path == "/p""#,
    ],
    urls: listedTexts, settings: [.home(listedTexts), .pages(listedTexts)])

  private static let limits: [RequestConstant] =
    [-1, 78, 79, 81, 82, 83, 84, 70_000].map { .int($0) }

  /// Comparisons with numbers of the app.
  static let numbers = Self(
    name: "numbers",
    conditions: [
      "port == limit", "port != limit", "port == room", "limit == room", "limit != room",
      "port != room", "limit < 81", "limit > 82", "limit == 82", "room == 82", "room >= 0",
      "room < 70000", "exists room", "exists port", "port == 81", "port < 82", "port != 82",
    ],
    urls: combined(["https://a"], ["", ":78", ":79", ":81", ":82", ":83", ":84"]) + ["x:y"],
    settings: [
      ComparedValuesTests.Values(.value(AppValueKey("limit", .int)), limits),
      ComparedValuesTests.Values(
        .value(AppValueKey("room", .int, isOptional: true)), [nil] + limits),
    ])

  /// Comparisons with the frame and the origin of the page that makes the request.
  static let sources = Self(
    name: "sources",
    conditions: [
      "source == main", "source != main", "source == sub", "source in [main, sub]",
      "source !in [sub]", "exists source", "exists source.host", "exists source.scheme",
      "url in source.origin", "url !in source.origin", "source.host == host",
      "source.host != host", #"source.host == "a""#, #"source.scheme == "https""#,
      #"source.scheme != "http""#, "source.port == 81", "exists source.port",
      "source.scheme != scheme", #"host == "a""#, #"scheme == "https""#, "port == 81",
    ],
    urls: originURLs,
    settings: [
      ComparedValuesTests.Values(
        .source, [nil] + ["main", "sub"].map { Choice(.source, named: $0).map { .choice($0) } }),
      .urls(.sourceOrigin, originURLs),
    ])

  private static let patternHosts = ["a", "b.a", "c.b.a", "b", "c.b", "{x}", "*.a"]

  /// Comparisons with patterns of hosts that the app gives.
  static let patterns = Self(
    name: "patterns",
    conditions: [
      "host like names", "!(host like names)", "page.host like names", "!(page.host like names)",
      "host like server", "!(host like server)", "page.host like server", "host == page.host",
      "host != page.host", #"host like "*.a""#, #"host == "a""#, #"page.host hasSuffix "b""#,
      #"server == "*.a""#, #"server == "b""#, #"server == "{x}""#, "exists server",
      "exists page.host", "host == server",
    ],
    urls: combined(["https://"], patternHosts) + ["x:y"],
    settings: [
      .urls(.page, combined(["https://"], patternHosts)),
      .server(patternHosts + ["**.a", "*", "**", "c.*"]),
      .names(["a", "b.a", "c.b.a", "b", "c.b", #"\{x\}"#, "*.a", "**"]),
    ])
}
