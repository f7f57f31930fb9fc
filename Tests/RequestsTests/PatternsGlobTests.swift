import Requests
import Testing

@Suite struct GlobTests {
  private func fault(_ text: String, _ separator: Character = "/") -> PatternFault? {
    if case .failure(let fault) = Glob.parse(text, separator: separator) { return fault }
    return nil
  }

  @Test func elementsOfPaths() throws {
    func elements(_ text: String) throws -> [Glob.Element] {
      try Glob.parse(text, separator: "/").get().glob.elements
    }
    #expect(try elements("") == [])
    #expect(try elements("/shop") == [.literal("/shop")])
    #expect(try elements("/shop/*/x") == [.literal("/shop/"), .run, .literal("/x")])
    #expect(try elements("/a/**") == [.literal("/a"), .components])
    #expect(try elements("/**") == [.components])
    #expect(try elements("**") == [.anything])
    #expect(try elements("/a/**/b") == [.literal("/a"), .components, .literal("/b")])
    #expect(try elements("/a**/b") == [.literal("/a"), .anything, .literal("/b")])
    #expect(try elements("/**b") == [.literal("/"), .anything, .literal("b")])
    #expect(try elements("/a/{id}") == [.literal("/a/"), .capture(0)])
    #expect(try elements("/a/{rest**}") == [.literal("/a"), .captureRest(0)])
    #expect(
      try elements("/{a}/{b}/x") == [
        .literal("/"), .capture(0), .literal("/"), .capture(1), .literal("/x"),
      ])
    #expect(try elements("/\\*\\{a\\}\\\\b") == [.literal("/*{a}\\b")])
    #expect(try elements("/%41") == [.literal("/%41")])
  }

  @Test func elementsOfHosts() throws {
    func elements(_ text: String) throws -> [Glob.Element] {
      try Glob.parse(text, separator: ".").get().glob.elements
    }
    #expect(try elements("*.a.com") == [.run, .literal(".a.com")])
    #expect(try elements("**.a.com") == [.anything, .literal(".a.com")])
    #expect(try elements("a.**.com") == [.literal("a."), .anything, .literal(".com")])
    #expect(try elements("{tenant}.a.com") == [.capture(0), .literal(".a.com")])
    #expect(try elements("shop-*.a.com") == [.literal("shop-"), .run, .literal(".a.com")])
  }

  @Test(arguments: [
    ("/a/**", "/a", true), ("/a/**", "/a/b/c", true), ("/a/**", "/ab", false),
    ("/a/**/z", "/a/z", true), ("/a/**/z", "/a/b/c/z", true), ("/a/**/z", "/az", false),
    ("/shop/*", "/shop/1", true), ("/shop/*", "/shop/1/2", false), ("/shop/*", "/shop", false),
    ("/s*p", "/sp", true), ("/s*p", "/s/p", false), ("/s**p", "/s/p", true),
    ("/**", "/", true), ("/**", "/a/b", true), ("*", "", true), ("/a?b", "/a?b", true),
  ])
  func means(pattern: String, text: String, matches: Bool) throws {
    #expect(try Glob.parse(pattern, separator: "/").get().glob.matches(text) == matches)
  }

  @Test func hostLabels() throws {
    let one = try Glob.parse("*.a.com", separator: ".").get().glob
    let more = try Glob.parse("**.a.com", separator: ".").get().glob
    #expect(one.matches("x.a.com") && more.matches("x.a.com"))
    #expect(!one.matches("a.com") && !more.matches("a.com"))
    #expect(!one.matches("x.y.a.com") && more.matches("x.y.a.com"))
    #expect(!one.matches("evila.com") && !more.matches("evila.com"))
    #expect(!one.matches(".a.com") && !more.matches(".a.com"))
    #expect(!more.matches("x..a.com"))
    let open = try Glob.parse("a.**", separator: ".").get().glob
    #expect(open.matches("a.b.c") && !open.matches("a.") && !open.matches("a.b."))
    #expect(try Glob.parse("*.com.", separator: ".").get().glob.matches("a.com."))
  }

  /// Tests that a capture beside other text takes as few characters as the rest allows.
  @Test func capturesInsideComponents() throws {
    func captured(_ pattern: String, _ text: String) throws -> [Int: String]? {
      try Glob.parse(pattern, separator: "/").get().glob.captures(in: text)
    }
    #expect(try captured("/p-{id}", "/p-12") == [0: "12"])
    #expect(try captured("/p-{id}", "/p-") == nil)
    #expect(try captured("/p-{id}", "/p-1/2") == nil)
    #expect(try captured("t={time}&x={x}", "t=1&x=2&x=3") == [0: "1", 1: "2&x=3"])
    #expect(try captured("/{a}-{b}.html", "/x-y-z.html") == [0: "x", 1: "y-z"])
    #expect(try captured("/{a}-/**/{b}", "/--/x") == [0: "-", 1: "x"])
    #expect(try captured("/**/a{b}c", "/ac/aac/abcc") == [0: "bc"])
  }

  @Test func capturesHaveNamesTypesAndPlaces() throws {
    let parsed = try Glob.parse("/é/{id: Int}/{ rest** }", separator: "/", firstCapture: 3).get()
    #expect(parsed.glob.elements == [.literal("/é/"), .capture(3), .captureRest(4)])
    #expect(parsed.captures.map(\.name) == ["id", "rest"])
    #expect(parsed.captures.map(\.typeName) == ["Int", nil])
    #expect(parsed.captures.map(\.isRest) == [false, true])
    #expect(parsed.captures[0].range == 4..<13)
    #expect(parsed.captures[0].nameRange == 5..<7)
    #expect(parsed.captures[0].typeRange == 9..<12)
    #expect(parsed.glob.captures(in: "/é/12/a/b") == [3: "12", 4: "a/b"])
    #expect(parsed.glob.captures(in: "/é/12") == [3: "12", 4: ""])
    #expect(parsed.glob.captures(in: "/é/") == nil)
  }

  @Test(arguments: [
    ("/***", "/", 1..<4, "`***`"), ("/x{id: Int}", "/", 2..<11, "without a type"),
    ("/{a}{b}", "/", 1..<4, "a text must be between"),
    ("/{a}*", "/", 1..<4, "a text must be between"),
    ("x{a}.com", ".", 1..<4, "whole label"),
    ("/{r**}/x", "/", 1..<6, "last"), ("{r**}", "/", 0..<5, "must follow `/`"),
    ("/{}", "/", 1..<3, "needs a name"), ("/{1}", "/", 1..<3, "needs a name"),
    ("/é{a", "/", 3..<4, "not closed"), ("/{a:", "/", 1..<2, "not closed"),
    ("/{", "/", 1..<2, "not closed"), ("/{a:}", "/", 1..<5, "name of a type"),
    ("/{a b}", "/", 1..<5, "is written"), ("/{a*}", "/", 1..<4, "is written"),
    ("/{a**: URL}", "/", 1..<11, "String"), ("/a}", "/", 2..<3, "has no `{`"),
    ("/\\d", "/", 1..<3, "backslash"), ("/\\", "/", 1..<2, "backslash"),
    ("/{a}/{a}", "/", 5..<8, "already captured"), ("a{b}.com", ".", 1..<4, "whole label"),
    ("{r**}.com", ".", 0..<5, "no rest"), ("{r**}", ".", 0..<5, "no rest"),
  ])
  func isFault(pattern: String, separator: Character, range: Range<Int>, words: String) throws {
    let fault = try #require(self.fault(pattern, separator))
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(fault.range == range, "\(fault.message)")
  }

  @Test func takesLongTextAndAnyText() {
    let many = 100_000
    for text in ["{", "*", "\\", "{a", "/", "a", "}", "{a}"] {
      _ = Glob.parse(String(repeating: text, count: many), separator: "/")
    }
    var generator = SeededGenerator(state: 3)
    let alphabet = Array("{}*\\/.:ab é😀\n")
    for _ in 0..<20_000 {
      let pattern = String(
        (0..<Int.random(in: 0...10, using: &generator)).map { _ in
          alphabet.randomElement(using: &generator)!
        })
      for separator in ["/", "."] as [Character] {
        switch Glob.parse(pattern, separator: separator) {
        case .failure(let fault): #expect(fault.range.upperBound <= pattern.utf8.count)
        case .success(let parsed): #expect(isWellFormed(parsed.glob), "\(pattern.debugDescription)")
        }
      }
    }
  }

  private func isWellFormed(_ glob: Glob) -> Bool {
    var wasLiteral = false
    for (index, element) in glob.elements.enumerated() {
      switch element {
      case .literal(let text):
        if text.isEmpty || wasLiteral { return false }
        wasLiteral = true
      case .captureRest where index + 1 < glob.elements.count: return false
      default: wasLiteral = false
      }
    }
    return true
  }
}
