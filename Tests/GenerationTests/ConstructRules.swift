import Syntax
import Testing

/// A rule set that uses one construct of the language, with no more than it needs.
///
/// Generated files contain only the parts of the support that a set uses, so each construct alone gives other code than
/// a set with all constructs. `ModuleSettingsTests` checks that the sets use every kind of declaration and every part.
struct ConstructRules: Sendable, CustomTestStringConvertible {
  let name: String
  let rules: String

  var testDescription: String { name }

  private static let store = "origin Store = \"https://store.example\"\n"

  /// The sets of declarations.
  private static let declarations: [(String, String)] = [
    ("empty chain", "chain Main { otherwise allow }"),
    ("configuration", "configuration Main { title web }"),
    ("flag", "flag isReady\nchain Main { when isReady cancel }"),
    ("named condition", "condition isOld = path == \"/old\"\nchain Main { when isOld cancel }"),
    (
      "handler",
      "handler Own { when path == \"/a\" cancel }\nchain Main { use Own  otherwise allow }"
    ),
    (
      "preferences",
      """
      chain Main {
        when host == "a.example" allow with javaScript disabled
        when host == "b.example" allow with contentMode desktop, javaScript enabled
        otherwise cancel
      }
      configuration Web { chain Main  block from "list.json" }
      """
    ),
    (
      "leave",
      """
      handler Own { when path == "/a" dismiss leave  when path == "/b" dismiss leave  when path == "/c" cancel }
      chain Main { use Own  when host == "a.example" { when path == "/d" leave  otherwise cancel } }
      """
    ),
    (
      "leave in a long chain",
      "chain Main {\n  when host == \"a.example\" {\n    when path == \"/a\" leave\n"
        + (0..<9).map { "    when path == \"/\($0)\" cancel\n" }.joined() + "  }\n}"
    ),
    (
      "sender",
      """
      strategy Cart receives String with sender replies Int
      strategy Close with sender
      strategy Plain receives Int
      channel App "app" by "type" { strategy Open receives [Int] as text with sender replies Bool as text }
      """
    ),
    (
      "defaults",
      """
      origin Store = "https://store.example"
      defaults { frames all  from Store  to Store  on Store }
      strategy Cart receives String
      event Paid sends Int
      script Zoom at documentEnd "1;"
      chain Main { when frame == sub cancel }
      """
    ),
    (
      "screen",
      "screen Item(id: String)\nchain Main { when path[1] == \"a\" present Item(id: path[2]) cancel }"
    ),
    (
      "screen of all types",
      """
      enum Order { relevance, price = "price_asc" }
      screen Item(id: Int, ratio: Double?, isNew: Bool?, order: Order?, link: URL?)
      chain Main {
        when path[1] == "a"
          push Item(id: query.a, ratio: query.b, isNew: query.c, order: query.d, link: query.e)
          cancel
      }
      """
    ),
    (
      "actions",
      """
      action track(name: String)
      action open(url: URL) -> Bool
      action ask(host: String?) async -> Bool
      chain Main {
        when path == "/a" perform track(name: host) continue
        when path == "/b" attempt open(url: url) cancel
        when path == "/c" attempt ask(host: host) cancel
      }
      """
    ),
    (
      "whole request",
      """
      action keep(request: Request)
      chain Main { when method == "POST" perform keep(request) cancel }
      """
    ),
    (
      "whole response",
      """
      screen Failure(request: Request, status: Int)
      chain Main { otherwise allow }
      responses Main { when status >= 400 present Failure(request: request, status: status) cancel }
      """
    ),
    ("open url", "chain Main { when scheme == \"tel\" open url cancel }"),
    ("open any url", "chain Main { when host == \"a.example\" open url cancel }"),
    ("attempt open url", "chain Main { when scheme == \"tel\" attempt open url cancel }"),
    ("load url", "chain Main { when scheme == \"https\" && frame == new load url cancel }"),
    (
      "changed url",
      """
      chain Main {
        when scheme == "https" && exists query.token
          load url setting host = "b.example", query.from = "app", fragment = "x" removing query.token, user
          cancel
      }
      """
    ),
    (
      "changed headers",
      """
      chain Main {
        when scheme == "https" && !exists header["A"] load url setting header["A"] = "b" cancel
      }
      """
    ),
    (
      "changed headers of responses",
      """
      responses Main {
        when !displayable && scheme == "https" load url setting header["A"] = "b" cancel
      }
      """
    ),
    ("dismiss", "chain Main { when path == \"/close\" dismiss cancel }"),
    (
      "download",
      "chain Main { when path == \"/f\" download }\nconfiguration Web { chain Main }"
    ),
    (
      "popup",
      """
      chain Main { when frame == new && host == "help.example" popup Help }
      configuration Web { chain Main }
      configuration Help { title web }
      """
    ),
    (
      "frames",
      "chain Main { frames all  when frame == sub cancel }\nconfiguration Web { chain Main }"
    ),
    (
      "responses",
      """
      responses Main { when attachment download  when status >= 500 cancel  when mime == "a/b" && filename == "c" cancel  when !displayable download }
      configuration Web { responses Main }
      """
    ),
    (
      "long chain",
      "chain Main {\n"
        + (0..<40).map { "  when host == \"h\($0).example\" && path[1] == \"p\($0)\" cancel\n" }
        .joined()
        + "}"
    ),
    (
      "captures",
      """
      enum Order { relevance, price }
      screen Item(id: Int, part: String, rest: String)
      screen Sorted(order: Order, ratio: Double, isNew: Bool)
      chain Main {
        when path like "/a/{id: Int}/{part}-{name}/{rest**}"
          present Item(id: id, part: name, rest: rest)
          cancel
        when path like "/b/{sorting: Order}" present Sorted(order: sorting, ratio: 1.0, isNew: true) cancel
        when path like "/c/{ratio: Double}/{isNew: Bool}"
          present Sorted(order: price, ratio: ratio, isNew: isNew)
          cancel
      }
      """
    ),
    (
      "capture of a url",
      """
      screen Item(link: URL)
      chain Main { when path like "/a/{link: URL}" present Item(link: link) cancel }
      """
    ),
    (
      "parts of changed urls",
      """
      chain Main {
        when path.last == "a" && path.count > 2 && rawQuery.a == "b" && fragment == "c" && scheme == "https"
          load url setting query.from = "app"
          cancel
        when opaque == "a" && scheme == "x" && page.opaque == "b" open url removing query.a cancel
      }
      """
    ),
    ("expression", "chain Main { when path matches /\\/a[0-9]+/ cancel }"),
    ("large expression", "chain Main { when path matches /.*(a|b).{40}c.*/ cancel }"),
    ("wildcards", "chain Main { when url like \"*://**.a.example:*/**\" cancel }"),
    ("origin of rules", store + "chain Main { when url in Store cancel }"),
    (
      "values",
      "value server: URL?\nvalue name: String?\nvalue port8: Int\nvalue hosts: [String]\nvalue urls: [URL]\nchain Main { when host == server.host && url hasPrefix server && port == port8 && host == name && host in hosts && url in urls cancel }"
    ),
    ("value with a default", "value server: URL\nchain Main { when url == server cancel }"),
    ("list of patterns", "value hosts: [String]\nchain Main { when host like hosts cancel }"),
    (
      "given origin of rules",
      "value server: URL\norigin Home = server\nchain Main { when url in Home cancel }"
    ),
    (
      "list of given origins",
      "value servers: [URL]\norigin Homes = servers\nchain Main { when url in Homes cancel }"
    ),
    (
      "origin of the page",
      "chain Main { when url in page.origin cancel  when url in source.origin cancel }"
    ),
    (
      "origin of a page in origins",
      store + "chain Main { when page.url in Store cancel  when source !in Store cancel }"
    ),
    (
      "origin of a page in that of the document",
      "value homes: [URL]\nchain Main { when page.url in document.origin cancel  when source in homes.origin cancel }"
    ),
    ("frame of the source", "chain Main { frames all  when source == frame cancel }"),
    (
      "compared values",
      "chain Main { when host != page.host cancel  when port != page.port cancel }"
    ),
    (
      "related values",
      "chain Main { when host hasSuffix page.host cancel  when path contains page.query.a cancel }"
    ),
    ("strategy", store + "strategy Close from Store"),
    ("strategy for any origin", "strategy Close"),
    ("strategy with a reply", store + "strategy Count replies Int from Store"),
    (
      "strategy in a configuration",
      store + "strategy Close from Store\nconfiguration Web { strategies Close }"
    ),
    (
      "text messages",
      store + "strategy Take receives [Int] as text replies { total: Double } as text from Store"
    ),
    ("empty payload", store + "strategy Take receives { path: String = \"/\" } from Store"),
    (
      "given origin of messages",
      "value server: URL\norigin Home = server\nstrategy Close from Home\nconfiguration Web { strategies Close }"
    ),
    (
      "channel",
      store
        + "channel App \"app\" by \"type\" { strategy Open receives Int from Store  strategy Shut replies String from Store }\nconfiguration Web { channels App }"
    ),
    (
      "inline channel",
      store
        + "channel App by \"type\" payload inline { strategy Open receives { a: Int } from Store }"
    ),
    (
      "isolated messages",
      store
        + "strategy Seen receives Int from Store world app\nconfiguration Web { strategies Seen }"
    ),
    (
      "isolated channel",
      store
        + "channel App by \"type\" world app { strategy Open from Store }\nconfiguration Web { channels App }"
    ),
    (
      "answers by functions",
      store + """
        dispatch Way function message.callback replies (true, reply) fails (false, error.code)
        strategy Token receives { callback: String } replies String via Way from Store
        configuration Web { strategies Token }
        """
    ),
    (
      "answers by an event",
      store + """
        dispatch Way customEvent "answer" replies ({ id: message.header.id, ok: reply, more: {} }) fails ({ text: error.message })
        channel App by "type" via Way { strategy Token receives { id: Int } replies String from Store }
        configuration Web { channels App }
        """
    ),
    ("event", store + "event Changed sends Int to Store"),
    ("event for any origin", "event Changed"),
    (
      "event of a model",
      store
        + "model Item { id: Int }\nevent Changed sends Item queue 3 to Store\nconfiguration Web { title web }"
    ),
    (
      "event queues",
      store + "event Newest sends String queue newest to Store\nevent None queue none to Store"
    ),
    (
      "dispatch",
      store + "event Changed to Store\ndispatch customEvent \"x\"\ndispatch Other function \"take\""
    ),
    (
      "dispatch of values",
      store
        + "event Changed sends Int to Store\ndispatch Way function \"take\" sends ({ n: number, name: name, data: payload })"
    ),
    (
      "given origin of events",
      "value server: URL\norigin Home = server\nevent Changed to Home\nconfiguration Web { title web }"
    ),
    ("call", store + "call Ask to Store"),
    ("call for any origin", "call Ask sends String replies Int"),
    (
      "script of the page",
      "script Outline at documentEnd world page global \"function a() {}\"\nconfiguration Web { scripts Outline }"
    ),
    (
      "scripts of the page and of origins",
      store
        + "script Outline at documentEnd world page global \"function a() {}\"\n"
        + "script Zoom at documentEnd on Store \"1;\"\nconfiguration Web { scripts Outline, Zoom }"
    ),
    (
      "text without the case of letters",
      "chain Main { when path hasPrefix \"/A\" ignoring case cancel }"
    ),
    (
      "texts without the case of letters",
      "value start: String\nchain Main { when url hasPrefix start ignoring case cancel }"
    ),
    (
      "missing part",
      "chain Main { when host == \"a.example\" load url setting query.a = \"b\" if missing cancel }"
    ),
    ("invariant", "chain Main { otherwise allow }\ninvariant Kept { never download }"),
    ("value of the page", store + "call ScrollY value \"page.scrollY\" replies Double to Store"),
    (
      "call of a function",
      store + "call Ask function \"desk.ask\"(name: String, size: Int?) replies Bool to Store"
    ),
    (
      "given origin of calls",
      "value server: URL\norigin Home = server\ncall Ask to Home\nconfiguration Web { title web }"
    ),
    (
      "render",
      store
        + "call Ask sends { a: Int, b: Double = 0.5 } to Store\ncall Log sends String to Store\nrender After {\n  Ask(a: 1)\n  Log(\"x\")\n}"
    ),
    (
      "enum",
      store
        + "enum Reason { done, cancelled = \"user-cancelled\" }\nstrategy Close receives Reason from Store"
    ),
    ("enum without messages", "enum Reason { done }"),
    ("model without messages", "model Item { id: Int }"),
    (
      "union",
      store
        + "union Outcome by \"kind\" { success(receipt: URL), pending }\nstrategy Take receives Outcome from Store"
    ),
    (
      "union of kinds",
      store
        + "union Query { text(String), words([String]), form({ term: String }) }\nstrategy Find receives Query from Store"
    ),
    (
      "recursive types",
      store
        + "model Node { next: Node?, nodes: [Node] }\nunion Tree by \"kind\" { leaf, branch(left: Tree) }\nstrategy Take receives Node replies Tree from Store"
    ),
    ("url with a default", "model Item { link: URL = \"https://a.example/\" }"),
    ("words of Swift", wordsOfSwift),
    (
      "deprecated",
      store + """
        @deprecated("no")
        model Item {
          @deprecated("no")
          id: Int
        }
        @deprecated("no")
        enum Reason {
          @deprecated("no")
          done
        }
        @deprecated("no")
        strategy Take receives Item replies Reason from Store
        @deprecated("no")
        event Changed sends Reason to Store
        @deprecated("no")
        call Ask replies Item to Store
        @deprecated("no")
        chain Main { otherwise allow }
        @deprecated("no")
        script Start at documentEnd on Store "f();"
        @deprecated("no")
        configuration Web { chain Main  strategies Take  scripts Start }
        """
    ),
    (
      "event in a configuration",
      store + "event Changed to Store\nconfiguration Web { title web }"
    ),
    ("call in a configuration", store + "call Ask to Store\nconfiguration Web { title web }"),
    (
      "popup beside steps",
      """
      chain Main { when frame == new popup Help  when scheme == "tel" open url cancel }
      configuration Web { chain Main }
      configuration Help { title web }
      """
    ),
    (
      "responses beside other parts",
      """
      chain Main { when frame == new popup Help }
      responses Main { when status >= 500 cancel }
      configuration Web {
        chain Main
        responses Main
        panels app
        mediaCapture deny
        scheme "book" handler Books
      }
      configuration Help { title web }
      """
    ),
    (
      "messages beside other parts",
      store + """
        strategy Close from Store
        configuration Web { strategies Close  inspectable  scheme "book" handler Books }
        """
    ),
    (
      "script",
      store + "script Start at documentEnd on Store \"f();\"\nconfiguration Web { scripts Start }"
    ),
    (
      "script for any page",
      "script Start at documentStart frames all \"f();\"\nconfiguration Web { scripts Start }"
    ),
    (
      "script of the app's world",
      store
        + "script Start at documentEnd on Store world app \"f();\"\nconfiguration Web { scripts Start }"
    ),
    (
      "given origin of scripts",
      "value server: URL\norigin Home = server\nscript Start at documentEnd on Home \"f();\"\nconfiguration Web { scripts Start }"
    ),
    (
      "script with values",
      store
        + "script Start(name: String, day: Date?, data: Data, list: [Double]) at documentEnd on Store \"f();\"\nconfiguration Web { title web }"
    ),
    (
      "media capture by origin",
      store + "configuration Web { mediaCapture grant from Store, \"https://*.meet.example\" }"
    ),
    ("scheme", "configuration Web { scheme \"book\" handler Books }"),
    ("scheme by origin", store + "configuration Web { scheme \"book\" handler Books from Store }"),
    (
      "given origin of a setting",
      "value server: URL\norigin Home = server\nconfiguration Web { mediaCapture grant from Home else deny }"
    ),
    ("name of the app", "value appName: String?\nconfiguration Web { applicationName appName }"),
    ("block", "configuration Web { block from \"list.json\" }"),
    (
      "test",
      "chain Main { when host == \"a.example\" cancel }\ntest Main { \"https://a.example/\" cancel }"
    ),
  ]

  /// Parameters and fields that have words of Swift as names, each in its declaration and in arguments.
  private static let wordsOfSwift: String = {
    let words = [
      "let", "var", "inout", "for", "in", "is", "default", "where", "some", "isolated",
      "sending",
    ]
    let fields = words.map { $0 + ": Int" }.joined(separator: ", ")
    let arguments = words.map { $0 + ": 1" }.joined(separator: ", ")
    return store + """
      screen Item(\(fields))
      action take(\(fields))
      chain Main {
        when path == "/a" present Item(\(arguments)) cancel
        when path == "/b" perform take(\(arguments)) cancel
      }
      model Fields { \(fields) }
      union Cases by "kind" { all(\(fields)) }
      strategy Take receives Fields replies Cases from Store
      call Ask sends { \(fields) } to Store
      call Draw function "draw"(\(fields)) to Store
      render After { Ask(\(arguments)) }
      script Start(\(fields)) at documentEnd on Store "f();"

      """
  }()

  /// A set for each test of a value of a request.
  private static let values: [(String, String)] = [
    "url == \"https://a.example/\"", "url hasPrefix \"https://a.example/\"", "scheme == \"tel\"",
    "scheme in [\"http\", \"https\"]", "host == \"a.example\"", "host hasSuffix \".a.example\"",
    "host like \"*.a.example\"", "!(host in [\"a.example\", \"b.example\"])", "port == 8080",
    "path == \"/a\"", "path contains \"a\"", "path[1] == \"a\"",
    "path.last == \"a\"", "path.count > 2", "query == \"a\"", "query.a == \"b\"", "exists query.a",
    "rawQuery.a == \"b\"", "fragment == \"a\"", "opaque hasPrefix \"+1\"", "frame == new",
    "navigation == reload", "method == \"GET\"", "header[\"A\"] == \"b\"", "download",
    "page.url == \"https://a.example/\"", "page.path == \"/a\"", "document.host == \"a.example\"",
    "source == main", "source.host == \"a.example\"",
  ].map { ($0, "chain Main { when \($0) cancel }") }

  /// A model and an event for each type of a field, as a set.
  private static let types: [(String, String)] = [
    "String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON", "[Int]", "[String: URL]",
    "Date?", "{ a: Int }",
  ].flatMap { type in
    [
      (
        "field \(type)",
        store + "model Item { field: \(type) }\nstrategy Take receives Item from Store"
      ),
      ("event of \(type)", store + "event Changed sends \(type) to Store"),
    ]
  }

  /// A set with a configuration for each value of each setting.
  private static let settings: [(String, String)] = Setting.allCases.flatMap { setting in
    let words: [String] =
      switch setting.form {
      case .toggle: setting.toggleWords.map(\.rawValue)
      case .words(let words): words.map(\.rawValue)
      case .text: ["\"Shop/1\""]
      case .name, .names, .files, .handler: []
      }
    return words.map { word in
      ("\(setting.rawValue) \(word)", "configuration Web { \(setting.rawValue) \(word) }")
    }
  }

  static let all: [ConstructRules] = (declarations + values + types + settings)
    .map { ConstructRules(name: $0, rules: $1) }
}
