import Syntax
import Testing
import Text

/// Tests that quoted text contains no hidden characters, and is read back unchanged.
@Suite struct QuotingTests {
  /// One of each kind of hidden scalar, and the bounds of the ranges that code editors warn about.
  private static let hidden: [Unicode.Scalar] = [
    "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{17B4}",
    "\u{180E}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}",
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2067}",
    "\u{2068}", "\u{2069}", "\u{206F}", "\u{3164}", "\u{FEFF}", "\u{FFA0}", "\u{FFF9}", "\u{1D173}",
    "\u{E0001}", "\u{E007F}", "\u{E0FFF}",
  ]
  private static let visible = "aZ 0é日😀👩️\u{301}\u{FFFD}`'$#%&<>,:[]~^…"

  private static let texts =
    hidden.map { "a\($0)\"\\b" } + [
      "", visible, "\"", "\\", "it's", "say \"hi\"", "a\r\nb\n\tc", "*/ // `${x}`", "\\u{202E}",
      String(String.UnicodeScalarView(hidden)), "]]>", "\r", "-- \\\" #", ".TH", "a\u{10FFFF}",
    ]

  @Test func whatIsHidden() {
    for scalar in Self.hidden { #expect(scalar.isHidden, "U+\(String(scalar.value, radix: 16))") }
    for scalar in Self.visible.unicodeScalars {
      #expect(!scalar.isHidden, "U+\(String(scalar.value, radix: 16))")
    }
    let isolates: [ClosedRange<UInt32>] = [0x202A...0x202E, 0x2066...0x2069, 0x200B...0x200F]
    #expect(isolates.joined().allSatisfy { Unicode.Scalar($0)!.isHidden })
  }

  @Test func hidesNothing() {
    let quotings: [(name: String, quote: (String) -> String)] = [
      ("rule", { Quoting.rule($0) }), ("Swift", { Quoting.swift($0) }),
      ("TypeScript", { Quoting.typeScript($0) }), ("JSON", { Quoting.json($0) }),
      ("XML", { Quoting.xml($0) }), ("GitHub", { Quoting.gitHubProperty($0) }),
      ("comment", { Quoting.lineComment($0) }),
      ("comments", { Quoting.commentLines($0, isBlock: true).joined() }),
      ("patch", { String(decoding: Quoting.patchPath(Array($0.utf8)), as: UTF8.self) }),
    ]
    for (name, quote) in quotings {
      for text in Self.texts {
        let hidden = quote(text).unicodeScalars.filter { $0 != "\t" && $0.isHidden }
        #expect(hidden.isEmpty, "\(name): \(hidden.map { String($0.value, radix: 16) })")
      }
    }
    for text in Self.texts {
      let hidden = Quoting.terminal(text).unicodeScalars.filter { $0 != "\u{200D}" && $0.isHidden }
      #expect(hidden.isEmpty, "terminal: \(hidden.map { String($0.value, radix: 16) })")
    }
  }

  @Test func ruleLiteralsAreReadBack() throws {
    for text in Self.texts {
      let source = "strategy S \(Quoting.rule(text))\n"
      let tree = SyntaxTree.parse(SourceFile(name: "a.bascule", text: source))
      #expect(tree.faults.isEmpty, "\(source)")
      guard case .strategy(let strategy)? = tree.declarations.first else {
        Issue.record("no strategy in \(source)")
        continue
      }
      #expect(strategy.identifier?.value.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  @Test func literals() {
    #expect(Quoting.rule("a\u{202E}\"\\\n\u{1}") == #""a\u{202E}\"\\\n\u{1}""#)
    #expect(Quoting.swift("\u{FEFF}é\u{E0001}") == #""\u{FEFF}é\u{E0001}""#)
    #expect(Quoting.typeScript("say \"hi\"") == #"'say "hi"'"#)
    #expect(
      Quoting.typeScript("it's \"\u{2066}\u{7F}\u{E0001}") == #""it's \"\u2066\u007F\u{E0001}""#)
    #expect(
      Quoting.json("\u{202E}\u{7F}\u{8}é\u{E0001}😀") == #""\u202e\u007f\u0008é\udb40\udc01😀""#)
    #expect(Quoting.stringified("\u{8}\u{1}\u{202E}\"") == "\"\\b\\u0001\u{202E}\\\"\"")
  }

  @Test func comments() {
    #expect(
      Quoting.commentLines("a\r\nb\u{2028}c\u{202E}\t*/", isBlock: true)
        == ["a", "b", "c\u{FFFD}\t*\\/"])
    #expect(Quoting.commentLines("") == [""])
    #expect(Quoting.commentLines("*/\n") == ["*/", ""])
    #expect(Quoting.lineComment("a\nb\u{200B}\t") == "a\u{FFFD}b\u{FFFD}\t")
  }

  @Test func markup() {
    #expect(
      Quoting.xml("<a b=\"\n\t\u{1}\u{202E}\u{FFFE}'&")
        == "&lt;a b=&quot;&#10;&#9;\\u{1}&#x202E;\\u{FFFE}'&amp;")
    #expect(Quoting.xml("\n\r", isContent: true) == "\n&#13;")
    #expect(Quoting.gitHubMessage("100%\r\na:b,\u{200B}") == "100%25%0D%0Aa:b,\\u{200B}")
    #expect(Quoting.markdownCell("a|`b``") == "``` a\\|`b`` ```")
    #expect(Quoting.markdownCode("a\u{202E}") == "`a\\u{202E}`")
    #expect(Quoting.gitHubProperty("a:b,c") == "a%3Ab%2Cc")
    #expect(
      Quoting.terminal("a\u{1B}[1m\t\u{202E}\u{7F}👩\u{200D}👧") == "a␛[1m    \\u{202E}␡👩\u{200D}👧")
  }

  @Test func shells() {
    #expect(Quoting.shell("it's") == #"'it'\''s'"#)
    #expect(Quoting.fish("it's \\") == #"'it\'s \\'"#)
    #expect(Quoting.zshDescription("a[b]:c\\") == #"a\[b\]\:c\\"#)
    #expect(Quoting.manualLine(".x -'`\\é") == #"\&.x \-\(aq\(ga\e\[u00E9]"#)
  }

  /// Tests that a formatter of manual pages shows the text again. The manual page groff_char(7) defines the escapes.
  @Test func manualPagesShowTheText() {
    let escapes: [(written: String, shown: String)] = [
      (#"\&"#, ""), (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ga"#, "`"), (#"\(dq"#, "\""),
      (#"\(ha"#, "^"),
      (#"\(ti"#, "~"), (#"\[u00E9]"#, "é"), (#"\[u4E2D]"#, "中"), (#"\e"#, "\\"),
    ]
    let printable = (0x20...0x7E).map { Character(UnicodeScalar($0)) }
    for text in printable.map({ "a\($0)b" }) + printable.map({ "\($0)" }) + ["é中", ".\\e", "\\(aq"]
    {
      let written = Quoting.manualLine(text)
      // A line that begins with one of these is a request. The other characters have another form in print.
      #expect(written.first != "." && written.first != "'")
      #expect(!written.contains { "'`\"^~".contains($0) || !$0.isASCII }, "\(written)")
      var (shown, rest) = ("", written[...])
      while let next = rest.first {
        if let escape = escapes.first(where: { rest.hasPrefix($0.written) }) {
          shown += escape.shown
          rest = rest.dropFirst(escape.written.count)
        } else {
          shown.append(next)
          rest = rest.dropFirst()
        }
      }
      #expect(shown == text, "\(written)")
    }
    #expect(Quoting.manual("a…") == "a...")
  }

  @Test func paths() {
    func make(_ path: String) -> String {
      String(decoding: Quoting.makePath(Array(path.utf8)), as: UTF8.self)
    }
    func patch(_ path: String) -> String {
      String(decoding: Quoting.patchPath(Array(path.utf8)), as: UTF8.self)
    }
    #expect(make("a b#c$d\\ e\\f") == ##"a\ b\#c$$d\\\ e\f"##)
    #expect(patch("a/b") == "a/b")
    #expect(patch("a b") == "a b\t")
    #expect(patch("é\"\n\u{1}") == #""\303\251\"\n\001""#)
    #expect(patch("a\u{202E}b") == #""a\342\200\256b""#)
  }
}
