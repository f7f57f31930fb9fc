import Interpreter
import ParsedRules
import Reachability
import Requests
import Semantics
import Testing
import WebURL

/// Tests possible and impossible values, one condition at a time.
@Suite struct ReachabilityTests {
  private func analyze(
    _ items: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (analysis: ChainAnalysis, interpreter: Interpreter) {
    let text = try RuleText(items: items, sourceLocation: sourceLocation)
    let analysis = ChainAnalyzer(text.rules).analyze(ID(0), [.redundancy, .interpreted])
    return (analysis, try text.chain())
  }

  static let possible = [
    #"path[1] == "%2F""#, #"path[1] == "a b""#, #"path[1] == "é""#, #"path[1] contains "?""#,
    ##"path[1] contains "#""##, #"path[1] contains "%""#, #"path[1] matches /\n/"#,
    #"path == "/%41""#,
    #"path[1] == "...""#, #"scheme == "app" && path[1] contains "\\""#,
    #"scheme == "file" && path[1] == "C:""#, #"scheme == "file" && exists host"#,
    #"query.q == "a&b=c""#, #"query.q == "a+b c""#, #"query["a b"] == """#, #"query["é"] == "ü""#,
    #"query.q == "%""#, #"fragment == "a b#c""#, #"fragment == """#, "exists port && port != 8080",
    #"port == 443 && scheme == "http""#, #"port == 80 && scheme == "https""#, "port == 0",
    "port == 65535",
    #"host == "[::1]""#, #"host matches /\[.*:.*\]/ && scheme == "https""#, #"host == "127.0.0.1""#,
    #"host like "192.168.*.*" && scheme == "https""#, #"host hasSuffix ".1" && scheme == "app""#,
    #"host == "xn--bcher-kva.example""#, #"scheme == "app" && !exists host && exists path"#,
    #"scheme == "app" && !exists path"#, "path.count == 0", #"path.count == 0 && query.q == "1""#,
    #"path.count == 0 && fragment == "x""#, #"path.count == 12 && path[11] == "x""#,
    #"method == "PROPFIND""#, #"header["X-A"] == "ü""#,
    #"header["X-A"] hasPrefix "a" && header["x-b"] == """#,
    #"page.host == "a.com" && page.path[1] == "b c""#, #"page.scheme == "about""#,
    #"!exists page.scheme"#, #"page.scheme == "file" && !exists page.host"#,
    #"url like "https://*.a.com/x?q=*&r=1#top""#,
    #"url like "https://a.com/?q=*" && query.q == "z" && query.r == "1""#,
    #"url like "tel:+49*""#, #"url like "mailto:*@example.com?subject=*""#,
    #"url like "mailto:*" && query.subject == "hi""#, #"url like "app:*x" && exists host"#,
    #"url == "tel:1" && path.count == 0"#,
    #"url == "https://u:p@a.com:8443/a?b#c" && host == "a.com""#,
    #"url like "*://**:*/**" && port == 99"#, #"navigation == reload && frame == new && download"#,
    #"url in Store && path[1] == "x""#, #"url !in Store && host hasSuffix ".zhgchg.li""#,
    #"url contains "code=" && host == "a.com""#, #"url contains "=" && !exists query"#,
    #"url hasPrefix "ftp:""#, #"page.url hasPrefix "ws://""#, #"url hasPrefix "file:///x/""#,
    #"url hasPrefix "https://a.com/p" && path == "/p/q""#, ##"url hasSuffix "#x""##,
    #"url matches /.*[?&]a=1(&.*)?/ && query.b == "2""#, #"url contains "@" && host == "a.com""#,
    #"url contains "%2F" && scheme == "http" && path.count == 2"#, #"url hasPrefix "app:///x""#,
    #"url contains ":8080" && port == 8080"#, #"!(url contains "a") && scheme == "https""#,
    #"opaque == "+1""#, #"opaque hasPrefix "a" && query.b == "c""#,
    #"opaque == "" && exists query"#,
    #"url like "mailto:help@a.com" && query.subject == "x""#, #"url like "mailto:a?b#c""#,
    #"rawQuery.a == "b+c" && query.a == "b c""#, #"rawQuery.a == "b+c" && query.a == "b+c""#,
    #"query == "a=b+c" && rawQuery.a == "b+c""#,
    #"page.url == "https://a.com/x?y" && page.path == "/x""#, #"page.url contains "://a.com/""#,
    #"page.query == "a=1" && page.query.a == "1""#, #"page.opaque == "blank""#, "exists page.url",
    #"page.url != "https://a.com/" && page.host == "a.com" && !exists page.query"#,
    #"url in Store && port == 8443"#, #"path like "/**/b/*" && path.count == 9"#,
  ]

  @Test(arguments: possible)
  func canOccur(_ condition: String) throws {
    let (analysis, interpreter) = try analyze("when \(condition) cancel")
    guard case .reachable(let witness) = analysis.entries[0] else {
      Issue.record("\(condition): \(analysis.entries[0])")
      return
    }
    #expect(interpreter.reaches(0, witness.request), "\(witness)")
    let read = WebURL.parse(witness.urlText)
    #expect(read == witness.url, "\(witness)")
  }

  static let impossible = [
    #"scheme == "file" && host == "localhost""#,
    #"host contains "a b""#, #"scheme == "https" && !exists host"#,
    #"scheme == "http" && !exists path"#,
    #"path[1] hasPrefix ".." && path[1] hasSuffix ".." && path[1] matches /..?/"#,
    #"path contains "//""#, #"path[1] contains "/""#, #"host contains "A""#,
    #"scheme contains "A""#,
    #"scheme == "https" && path[1] contains "\\""#, #"scheme == "https" && host == "1.2.3""#,
    #"scheme == "https" && host like "*.256""#, #"scheme == "https" && port == 443"#,
    #"scheme == "http" && port == 80"#, "port > 65535", "port < 0", "path.count < 0",
    "path.count == 0 && exists path", "path.count == 1 && exists path[1]", #"path hasSuffix "a/""#,
    "path[2] == \"x\" && !exists path[1]", "exists host && !exists path",
    #"path matches /[^\/].*/"#,
    #"method hasPrefix "get""#, "!exists page.scheme && exists page.host", "isHome && !isHome",
    #"query.a == "1" && query.a == "2""#, "frame == main && frame == new",
    #"url == "https://a.com/x" && path == "/y""#,
    #"url == "https://a.com/" && url == "https://b.com/""#,
    #"url like "https://a.com/" && scheme == "http""#, #"url in Store && scheme == "http""#,
    #"url contains "A" && url hasPrefix "https://" && path == "/" && !exists query && !exists fragment && !(url contains "@")"#,
    #"url hasPrefix "http:" && scheme == "https""#, #"url contains "é""#,
    #"url contains ":443/" && url matches /https:..[a-z.]*:.*/ && path == "/" && !exists query && !exists fragment"#,
    #"url == "https://a.com/" && url contains "x""#, #"url hasPrefix "HTTPS""#,
    #"opaque == "x" && exists host"#, #"opaque contains "?""#,
    #"opaque contains "a" && exists path"#,
    #"scheme == "https" && exists opaque"#, #"url like "mailto:a" && opaque == "b""#,
    #"rawQuery.a == "b" && query.a == "c""#, #"rawQuery.a == "b" && !exists query.a"#,
    #"rawQuery.a == "b c" && query.a == "b+c""#, #"query == "a=1" && rawQuery.a == "2""#,
    #"page.url == "https://a.com/x" && page.path == "/y""#,
    #"exists page.url && !exists page.scheme"#,
    #"page.url contains "x" && !exists page.host && !exists page.scheme"#,
    #"page.query == "a=1" && page.query.a == "2""#,
    #"scheme == "tel" && url like "mailto:*""#, #"host == "a.com" && host like "*.a.com""#,
  ]

  @Test(arguments: impossible)
  func cannotOccur(_ condition: String) throws {
    let (analysis, _) = try analyze("when \(condition) cancel")
    guard case .unreachable(.contradictory(let parts)) = analysis.entries[0] else {
      Issue.record("\(condition): \(analysis.entries[0])")
      return
    }
    #expect(!parts.isEmpty)
  }

  @Test func guards() throws {
    let (analysis, _) = try analyze(
      """
      when path like "/n/{value: Int}" present Number(value: value) cancel
      when path matches /\\/n\\/-?\\d{1,18}/ cancel
      when path matches /\\/n\\/\\d{19}/ cancel
      when path[1] == "s" present Sorted(value: path[2]) cancel
      when path like "/s/relevance" cancel
      when path like "/s/price" cancel
      when path[1] == "u" present Link(value: query.to) cancel
      when path == "/u" && query.to == "https://a.com/" cancel
      when path == "/u" && query.to == "a.com" cancel
      """)
    let isReached: [Bool] = analysis.entries.map { if case .reachable = $0 { true } else { false } }
    // Some numbers of nineteen digits fit into 64 bits.
    #expect(isReached == [true, false, true, true, false, true, true, false, true])
  }

  @Test func framesOfTheChain() throws {
    let (main, _) = try analyze(
      "when frame == sub cancel\nwhen frame != new cancel\nwhen frame == new allow\notherwise cancel"
    )
    guard case .unreachable(.frames) = main.entries[0] else {
      Issue.record("\(main.entries[0])")
      return
    }
    guard case .unreachable(.shadowed(let cover)) = main.entries[3] else {
      Issue.record("\(main.entries[3])")
      return
    }
    #expect(cover.map(\.entry) == [1, 2])
    #expect(cover[1].witness.settings.frame == .new)
    let (all, _) = try analyze("frames all\nwhen frame == sub cancel")
    guard case .reachable(let witness) = all.entries[0] else {
      Issue.record("\(all.entries[0])")
      return
    }
    #expect(witness.settings.frame == .sub)
  }

  /// A guard on a capture whose position depends on `**`: it is the first one that the glob allows.
  @Test func capturesWithoutAPlace() throws {
    let (analysis, interpreter) = try analyze(
      """
      when path like "/**/x/{value}/**" present Number(value: value) cancel
      when path == "/x/1" allow
      when path == "/x/a" allow
      when path == "/x/1/x/a" allow
      when path == "/x/a/x/1" allow
      when path == "/x/x/1" allow
      when path like "/x/x/1/**" allow
      when path like "/**/{value}/x/**/*b" present Number(value: value) cancel
      when path == "/1/x/a/ab" allow
      when path == "/a/x/c/x/b" allow
      when path like "/*/*p/.5/**" && path like "/s*p/a**/{value**}" present Number(value: value) cancel
      when path like "/*/*p/5/**" && path like "/s*p/a**/{value**}" present Number(value: value) cancel
      """)
    var reached: [Int] = []
    for (entry, reachability) in analysis.entries.enumerated() {
      switch reachability {
      case .reachable(let witness):
        #expect(interpreter.reaches(entry, witness.request))
        reached.append(entry)
      case .undecided(let why): Issue.record("\(entry): \(why)")
      case .unreachable: break
      }
    }
    #expect(reached == [0, 2, 4, 5, 6, 7, 9, 11])
  }

  /// A component with many possible texts before long texts.
  @Test(arguments: [
    #"path like "/{c: URL}/9007199254740991/up" present Link(value: c)"#,
    #"path like "/{c: URL}/9007199254740991/{d: URL}" present Link(value: d)"#,
    #"path like "/**2/9007199254740991/*" present Link(value: path[1])"#,
    #"path.last == "9007199254740991" && path like "/*/{c: URL}/**" present Link(value: c)"#,
    #"path[3] like "日本*" present Link(value: path[2])"#,
  ])
  func urlsBeforeLongTexts(_ rule: String) throws {
    let (analysis, interpreter) = try analyze("when \(rule) cancel")
    guard case .reachable(let witness) = analysis.entries[0] else {
      Issue.record("\(analysis.entries[0])")
      return
    }
    #expect(interpreter.reaches(0, witness.request))
  }

  /// Numbers in two notations of the same path component: the automaton of both takes more steps than a question has.
  @Test func twoNumbersInOneComponent() throws {
    let (analysis, interpreter) = try analyze(
      """
      when path.count > 1 && path[1] == "a" cancel
      when path like "/*/{ratio: Double}" present Number(value: path[2]) cancel
      """)
    guard case .reachable(let witness) = analysis.entries[1] else {
      Issue.record("\(analysis.entries[1])")
      return
    }
    #expect(interpreter.reaches(1, witness.request))
  }

  @Test func twoViewsOfTheQuery() throws {
    let (analysis, _) = try analyze(#"when url like "https://a.com/?a=1" && query.a == "2" cancel"#)
    guard case .unreachable(.contradictory(let parts)) = analysis.entries[0] else {
      Issue.record("\(analysis.entries[0])")
      return
    }
    #expect(parts.count == 2)
  }
}
