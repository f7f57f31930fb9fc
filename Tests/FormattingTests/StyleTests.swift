import Formatting
import Testing
import Text

/// Tests the style, construct by construct.
@Suite struct StyleTests {
  private func expect(
    _ source: String, _ formatted: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let file = SourceFile(source)
    let output = FormatExpectations.check(file, sourceLocation: sourceLocation)
    #expect(output.map(FormatExpectations.text) == formatted, sourceLocation: sourceLocation)
  }

  private func expectKept(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(source, source, sourceLocation: sourceLocation)
  }

  @Test func declarations() {
    expect(
      "  flag a flag b\n\n\n\nscreen  S ( id:String ,count :Int?=1, )action a->Bool\n",
      "flag a\nflag b\n\nscreen S(id: String, count: Int? = 1)\naction a -> Bool\n")
    expect(
      "@deprecated ( \"x\" ) flag a origin O=\"https://a.com\" , \"https://b.com\",",
      "@deprecated(\"x\")\nflag a\norigin O = \"https://a.com\", \"https://b.com\"\n")
    expect("", "")
    expect(" \n\t\n", "")
    expect("\u{FEFF}flag   a", "\u{FEFF}flag a\n")
    expect("flag a\r\n\r\n\r\nflag   b", "flag a\r\n\r\nflag b\r\n")
    expect("flag a\r\rflag b\n", "flag a\n\nflag b\n")
    expectKept("// only a comment\n")
    expect("screen S( /* c */\n\nid: Int)", "screen S( /* c */\n  id: Int\n)\n")
  }

  @Test func bodies() {
    expect(
      "model A{a:Int,b \"c\":String=\"x\"}\nenum E{a,b=\"c\",}\nenum F {}\nmodel G { }",
      """
      model A { a: Int, b "c": String = "x" }
      enum E { a, b = "c" }
      enum F {}
      model G {}

      """)
    expect(
      "model A {\n\n a: Int, b: Int\n\n\n c: Int, }",
      """
      model A {
        a: Int
        b: Int

        c: Int
      }

      """)
    expect(
      "enum LongName { firstOfTheCases, secondOfTheCases, thirdOfTheCases, fourthOfTheCases, last123456789 }",
      """
      enum LongName {
        firstOfTheCases
        secondOfTheCases
        thirdOfTheCases
        fourthOfTheCases
        last123456789
      }

      """)
    expect(
      "configuration A extends B{chain Default,title web strategies Page Cart scripts A}"
        .replacing("Page Cart", with: "Page\nCart"),
      "configuration A extends B { chain Default  title web  strategies Page, Cart  scripts A }\n")
    expect(
      "handler H { use A use B }\nchain C { otherwise allow }",
      """
      handler H {
        use A
        use B
      }
      chain C { otherwise allow }

      """)
    expect(
      "configuration A {\n strategies "
        + (1...12).map { "Strategy\($0)" }.joined(separator: ",") + "\n}",
      """
      configuration A {
        strategies Strategy1, Strategy2, Strategy3, Strategy4, Strategy5, Strategy6, Strategy7, Strategy8,
          Strategy9, Strategy10, Strategy11, Strategy12
      }

      """)
  }

  @Test func messages() {
    expectKept(
      """
      event DataUpdate "DataUpdate" sends {
        coins: Int
        rewards: [Reward]
      }
      strategy Lookup
        receives [String: [Int?]]
        replies { found: [CartItem], next: String? }
        from StoreWithALongName, Provider
        frames all
      call Ask sends {
        someRatherLongName: String
        anotherRatherLongName: String?
        theThirdRatherLongName: [String: JSON]
      } replies Int

      """)
    expect(
      "channel App\"app\"by\"type\"{strategy A strategy B}",
      """
      channel App "app" by "type" {
        strategy A
        strategy B
      }

      """)
    expect(
      "channel App by\"type\"payload  inline{strategy A receives Int  as text}",
      """
      channel App by "type" payload inline { strategy A receives Int as text }

      """)
    expect(
      """
      strategy Lookup receives [String: [Int?]] as text replies { found: [CartItem], next: String? } as text from Store
      """,
      """
      strategy Lookup
        receives [String: [Int?]] as text
        replies { found: [CartItem], next: String? } as text
        from Store

      """)
    expect(
      "call SetTheme  function\"page.setTheme\"( theme:String,size : Int? ) replies Bool",
      "call SetTheme function \"page.setTheme\"(theme: String, size: Int?) replies Bool\n")
    expect(
      "dispatch Bus function\"a.b\"replies( true,{id:message.id , \"n\":reply} )fails(false)",
      "dispatch Bus function \"a.b\" replies (true, { id: message.id, \"n\": reply }) fails (false)\n"
    )
    expect(
      """
      dispatch Bus function "externalBus" replies ({ id: message.id, result: reply }) fails ({ id: message.id, error: error.code })
      strategy A replies Int via Bus from Store
      channel B by "type" via Bus { strategy C }
      """,
      """
      dispatch Bus function "externalBus"
        replies ({ id: message.id, result: reply })
        fails ({ id: message.id, error: error.code })
      strategy A replies Int via Bus from Store
      channel B by "type" via Bus { strategy C }

      """)
    expect("dispatch  function\"a.b\"", "dispatch function \"a.b\"\n")
  }

  @Test func conditionsBreakAtTheirOperators() {
    expect(
      """
      chain C {
      when (path[1]=="checkout"||path[1]=="cart")&&!(url in Store)&&navigation==linkActivated&&host !in ["a.com","b.com"] attempt leave(url:url) cancel
      when path like "/one/of/the/long/paths/**" && exists query.token || path like "/another/long/path" && header["X-A"]=="1" || isHome cancel
      }
      """,
      """
      chain C {
        when (path[1] == "checkout" || path[1] == "cart")
            && !(url in Store)
            && navigation == linkActivated
            && host !in ["a.com", "b.com"]
          attempt leave(url: url) cancel
        when path like "/one/of/the/long/paths/**" && exists query.token
            || path like "/another/long/path" && header["X-A"] == "1"
            || isHome
          cancel
      }

      """)
  }

  @Test func attemptsToOpen() {
    expect(
      """
      chain C { when scheme=="tel"   attempt
        open   url cancel  when a attempt  open  cancel when a attempt open ( b:1 ) cancel }
      test C { "tel:1" with ! open  url , a,open url attempt open url cancel "tel:2" with !open, open ==true cancel }
      """,
      """
      chain C {
        when scheme == "tel" attempt open url cancel
        when a attempt open cancel
        when a attempt open(b: 1) cancel
      }
      test C {
        "tel:1" with !open url, a, open url attempt open url cancel
        "tel:2" with !open, open == true cancel
      }

      """)
  }

  @Test func changes() {
    expect(
      """
      chain C { when path=="/a"   load  url   setting query . a="b" ,
        scheme = "https"removing user,fragment cancel
      when path == "/somewhere/in/the/app" load url setting query.one = "first value", query.two = "second value", header["X-Header"] = "the third value" removing query.four cancel }
      """,
      """
      chain C {
        when path == "/a" load url setting query.a = "b", scheme = "https" removing user, fragment cancel
        when path == "/somewhere/in/the/app"
          load url setting query.one = "first value", query.two = "second value",
              header["X-Header"] = "the third value" removing query.four cancel
      }

      """)
  }

  @Test func longRules() {
    expect(
      """
      chain C {
        when host in ["first.example.com", "second.example.com", "third.example.com", "fourth.example.com"] open url cancel
        when path == "/somewhere/in/the/app" present Product(id: path[2], title: query.title, reference: query.reference, page: query.page) cancel
        when path == "/somewhere/in/the/app" perform note(text: "something that is noted") perform note(text: "something else") dismiss cancel
      }
      """,
      """
      chain C {
        when host in [
          "first.example.com",
          "second.example.com",
          "third.example.com",
          "fourth.example.com"
        ] open url cancel
        when path == "/somewhere/in/the/app"
          present Product(
            id: path[2],
            title: query.title,
            reference: query.reference,
            page: query.page
          ) cancel
        when path == "/somewhere/in/the/app"
          perform note(text: "something that is noted")
          perform note(text: "something else")
          dismiss cancel
      }

      """)
  }

  @Test func popups() {
    expect(
      """
      chain A { when frame==new&&a popup   Help
      when frame==new&&bcd popup Help
      otherwise
        popup
        Help }
      test A { "https://a.com/" with frame==new popup
      Help }
      """,
      """
      chain A {
        when frame == new && a popup Help
        when frame == new && bcd popup Help
        otherwise popup Help
      }
      test A { "https://a.com/" with frame == new popup Help }

      """)
  }

  @Test func blocks() {
    expect(
      """
      chain A { when  host=="a"&&isOpen{ // mine
      when path=="/a" cancel
      when path=="/long" { when b cancel otherwise allow }


      // last
      otherwise download }
      when c {}
      when d { when e cancel }
      otherwise allow }
      """,
      """
      chain A {
        when host == "a" && isOpen { // mine
          when path == "/a" cancel
          when path == "/long" {
            when b cancel
            otherwise allow
          }

          // last
          otherwise download
        }
        when c {}
        when d { when e cancel }
        otherwise allow
      }

      """)
  }

  @Test func noLineDependsOnAnotherOne() {
    let rule = { (name: String) in "  when path[1] == \"\(name)\" cancel\n" }
    let rules = { (names: [String]) in
      "handler H {\n\(names.map(rule).joined())  otherwise allow\n}\n"
    }
    for names in [["a", "bb"], ["a-longer-name", "bb"], ["a", "a-much-much-longer-name"]] {
      expectKept(rules(names))
    }
    expect(
      """
      handler H {
        when path[1] == "shop" present Shop(id: path[2])       cancel // both
        when isHome && path == "/welcome-back-again"           allow
        when frame == new   popup Help
      }
      """,
      """
      handler H {
        when path[1] == "shop" present Shop(id: path[2]) cancel // both
        when isHome && path == "/welcome-back-again" allow
        when frame == new popup Help
      }

      """)
  }

  @Test func commentsInConditions() {
    expect(
      """
      chain C {
        when // leading
          isY
            cancel
        when
          // above
          isY cancel
        when path[1] == "b" ||
            // why c
            path[1] == "c" && // why not
            !d && /* inline */ e
          cancel
        when a
            // kept
            || b cancel
        when a || /* own */
          b ||
          /* of a line */
          // two
          /* of c */ c cancel
        when path[1] == "a" // cond comment
          present P(id: path[2]) // step comment
            cancel // decision comment
        when a present P /* inline */ cancel
      }
      """,
      """
      chain C {
        // leading
        when isY cancel
        // above
        when isY cancel
        when path[1] == "b"
            // why c
            || path[1] == "c" // why not
              && !d
              && /* inline */ e
          cancel
        when a
            // kept
            || b
          cancel
        when a
            || /* own */ b
            /* of a line */
            // two
            || /* of c */ c
          cancel
        when path[1] == "a" // cond comment
          present P(id: path[2]) // step comment
          cancel // decision comment
        when a present P /* inline */ cancel
      }

      """)
  }

  @Test func commentsInListsOfNames() {
    expect(
      """
      configuration A {
        strategies Page, // first
        Cart
      }
      test C { "https://a.com" with a, // flag
      b cancel }
      """,
      """
      configuration A {
        strategies Page, // first
          Cart
      }
      test C {
        "https://a.com" with a, // flag
            b
          cancel
      }

      """)
  }

  @Test func commentsThatSuppressFindingsStayInTheirRule() {
    expectKept(
      """
      chain C {
        when // bascule:ignore always-true -- a later version decides
              a
          cancel
      }

      """)
  }

  /// Tests that a comment moves over an operator in one edit, so that no client applies half of it.
  @Test func oneEditMovesAComment() throws {
    let text = "chain C {\n  when a ||\n      // why\n      b\n    cancel\n}\n"
    let edits = try #require(Formatter.edits(for: SourceFile(text)))
    #expect(edits.count == 1)
  }

  @Test func shortItemsFillLines() {
    let codes = (0..<30).map { "\"c\($0)\"" }
    let list = "when host in [\(codes.joined(separator: ", "))] cancel"
    expect(
      "chain C { \(list) }",
      """
      chain C {
        when host in [
          "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "c12", "c13", "c14",
          "c15", "c16", "c17", "c18", "c19", "c20", "c21", "c22", "c23", "c24", "c25", "c26", "c27",
          "c28", "c29"
        ] cancel
      }

      """)
    // Items on lines of their own stay there, as do long items and those with comments or blank lines.
    let items = { (text: String) in "model M { a: [String] = [\n\(text)\n] }" }
    let kept = { (text: String) in "model M {\n  a: [String] = [\n\(text)\n  ]\n}\n" }
    expect(items("\"a\",\n\"b\""), kept("    \"a\",\n    \"b\""))
    expect(items("\"a\", \"b\",\n\"c\""), kept("    \"a\", \"b\", \"c\""))
    expect(items("\"a\", \"b\" // c\n"), kept("    \"a\",\n    \"b\" // c"))
    expect(items("\"a\", \"b\",\n\n\"c\""), kept("    \"a\",\n    \"b\",\n\n    \"c\""))
    expect(items("\"a\", \"elevenchar\""), kept("    \"a\",\n    \"elevenchar\""))
  }

  @Test func comments() {
    expect(
      """
      // head

      /* block */ flag   a // behind
      /// documented
      flag b /* c */ // d
      model M { // opened
      a: Int /* x */, // y
          /* many
             lines */
      b /* wire */ "b": /* type */ Int
      // last
      }
      chain C {
      when a // why
      && b /* c */ || /* d */ !c present S(/* none */) // e
      cancel
      }
      // end
      """,
      """
      // head

      /* block */ flag a // behind
      /// documented
      flag b /* c */ // d
      model M { // opened
        a: Int /* x */ // y
        /* many
           lines */
        b /* wire */ "b": /* type */ Int
        // last
      }
      chain C {
        when a // why
              && b
            /* c */ || /* d */ !c
          present S( /* none */) // e
          cancel
      }
      // end

      """)
  }

  @Test func literalsOfManyLines() {
    expect(
      "script S at documentEnd \"\"\"\nif (a) {\n    b();\n\n}\n\"\"\"",
      """
      script S at documentEnd \"""
        if (a) {
            b();

        }
        \"""

      """)
    expectKept("script S at documentEnd \"\"\"a\n   b\"\"\"\n")
    expectKept("script S at documentEnd \"\"\"a;\"\"\"\n")
  }

  // MARK: - Edits

  @Test func editsAreSmall() throws {
    let source = "flag a\n\n\nflag  b // 😀\nmodel M { a:Int, b: Int}\n"
    let edits = try #require(Formatter.edits(for: SourceFile(source)))
    #expect(
      edits == [
        TextEdit(Span(8, 9), []), TextEdit(Span(14, 15), []), TextEdit(Span(37, 37), [0x20]),
        TextEdit(Span(48, 48), [0x20]),
      ])
  }

  @Test func editsOfARange() throws {
    let file = SourceFile("flag  a\nflag  b\nflag  c\n")
    let edits = try #require(Formatter.edits(for: file, in: Span(8, 15)))
    #expect(edits == [TextEdit(Span(13, 14), [])])
  }

  @Test func editsWhileTyping() {
    let text = "chain  A {\n  when  a cancel\n}\nflag  a\n"
    let file = SourceFile(text)
    let behindRule = UInt32(text.utf8.count - "}\nflag  a\n".utf8.count)
    #expect(
      Formatter.edits(for: file, typing: "\n", at: behindRule) == [TextEdit(Span(18, 19), [])])
    #expect(
      Formatter.edits(for: file, typing: "}", at: behindRule + 1)
        == [TextEdit(Span(6, 7), []), TextEdit(Span(18, 19), [])])
    #expect(Formatter.edits(for: file, typing: "}", at: 3).isEmpty)
    #expect(Formatter.edits(for: file, typing: "\n", at: 0).isEmpty)
    #expect(
      Formatter.edits(for: file, typing: "\n", at: 5000)
        == Formatter.edits(for: file, typing: "\n", at: UInt32(text.utf8.count)))
  }
}
