import Diagnostics
import Text
import Workspace

/// Finds the answer of `bascule help` to a word.
enum HelpWord {
  /// Returns the lines of the answer.
  static func lines(for word: String) throws(UsageError) -> [String] {
    if let lines = page(word) ?? page(word.lowercased()) { return lines }
    if let target = targets[word.lowercased()], let lines = page(target) { return lines }
    if let lines = list(word, ReferenceTopic.mentioning(word)) { return lines }
    let meant = Workspace.words(for: word)
    let topics = meant.flatMap {
      [ReferenceTopic.named($0)].compactMap(\.self) + ReferenceTopic.mentioning($0)
    }
    let words = meant.map { "`\($0)`" }.joined(separator: " or ")
    var seen: Set<String> = []
    if let lines = list(word, topics.filter { seen.insert($0.name).inserted }) {
      return ["`\(word)` is written \(words) here", ""] + lines
    }
    if let lines = list(word, ReferenceTopic.withWord(word)) { return lines }
    throw unknown(word)
  }

  /// Returns the help of a verb, or the page of a topic or code; nil if there is none with the name.
  private static func page(_ name: String) -> [String]? {
    if let verb = Verb.all.first(where: { $0.name == name }) { return lines(Help.page(of: verb)) }
    if let topic = ReferenceTopic.named(name) { return [topic.text] }
    return Workspace.summary(ofCode: name).map { lines($0.page) }
  }

  private static func lines(_ text: String) -> [String] {
    [text.hasSuffix("\n") ? String(text.dropLast()) : text]
  }

  /// Returns the text of a single topic, or the names of several; nil if there is none.
  private static func list(_ word: String, _ topics: [ReferenceTopic]) -> [String]? {
    if topics.isEmpty { return nil }
    if topics.count == 1 { return [topics[0].text] }
    let names = topics.map { "`\($0.name)`" }.joined(separator: ", ")
    return ["`\(word)` is in the topics \(names)"]
  }

  private static func unknown(_ word: String) -> UsageError {
    let known = ReferenceTopic.all.map(\.name) + Verb.all.map(\.name) + Workspace.codes
    let nearest = Nearest.names(to: word, among: known).map { "`\($0)`" }
    return UsageError(
      "there is no topic `\(word)`",
      help: nearest.isEmpty
        ? "`bascule help` lists the topics; a word of the language, such as `frame`, finds its topics"
        : "did you mean \(nearest.joined(separator: " or "))?",
      pointsToUsage: false)
  }

  /// The topic, verb or code for words that the texts do not contain, or contain with another meaning.
  static let targets: [String: String] = {
    let rows: [(target: String, words: String)] = [
      (
        "patterns",
        "glob globs wildcard wildcards star asterisk route routes router placeholder capture captures * ** ?"
      ),
      ("regular-expressions", "regex regexp"),
      ("types", "array arrays dictionary map timestamp datetime integer boolean float list lists"),
      ("missing-values", "null nil none undefined optional optionals empty"),
      ("literals", "quote quotes quoting escape escaping backslash string strings text"),
      ("files", "import include module namespace utf8 comment comments"),
      ("comparisons", "== != < > <= >= equals equal"),
      ("rules", "order priority statement if switch"),
      ("operators", "and or not precedence parentheses logic && || !"),
      ("decisions", "deny reject window tab"),
      ("changes", "redirect redirects rewrite utm tracking"),
      ("steps", "safari browser navigate modal sheet push mailto tel phone external deeplink"),
      (
        "configurations",
        "cookie cookies settings incognito javascript zoom inspector camera microphone useragent customuseragent"
      ),
      ("chains", "iframe iframes subframe embed waterfall"),
      ("who-asks", "referrer referer sender"),
      (
        "pages-that-change-without-a-request",
        "spa pushstate history hash fragment react vue client-side"
      ),
      ("urls", "punycode idn slash uppercase lowercase case encoding percent"),
      ("origins", "domain domains subdomain site cors allowlist whitelist trusted"),
      ("flags", "toggle variable variables login"),
      ("values", "environment server staging constant constants"),
      ("screens", "view viewcontroller controller native"),
      ("scripts", "inject injection css userscript"),
      ("strategies", "postmessage bridge"),
      ("events", "emit broadcast listener subscribe notification"),
      ("calls", "rpc callback promise evaluate evaluatejavascript"),
      ("models", "object record"),
      ("named-conditions", "function functions macro reuse alias"),
      ("tests", "assert assertion expect mock unittest"),
      ("responses", "mime status 404 http attachment pdf contenttype"),
      ("attributes", "deprecated annotation decorator"),
      ("suppression", "suppress disable noqa nolint ignores"),
      ("severities", "level levels strict warning warnings error errors group groups"),
      ("fixes", "autofix autocorrect"),
      ("proofs", "unreachable shadow shadowed dead reachable"),
      ("undecided", "timeout budget"),
      ("check", "lint validate sarif baseline ci"),
      ("generate", "compile codegen swift typescript build output"),
      ("diff", "breaking compatibility compare"),
      ("format", "prettify indent indentation style"),
      ("lsp", "editor vscode ide language-server"),
      ("init", "new start create scaffold"),
      ("invalid-configuration", "config bascule.json json"),
    ]
    var targets: [String: String] = [:]
    for (target, words) in rows {
      for word in words.split(separator: " ") { targets[String(word)] = target }
    }
    return targets
  }()
}
