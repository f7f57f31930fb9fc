import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import Workspace

/// Tests that any input results in findings or success, and never in a crash, a hang or a stack overflow.
///
/// A crash ends the whole test run, so that it cannot be missed.
@Suite struct BadInputTests {
  // MARK: - Bytes

  private static let utf16: [UInt8] = [0xFF, 0xFE, 0x66, 0, 0x6C, 0, 0x61, 0, 0x67, 0, 0x20, 0]

  private static let oddities: [(String, [UInt8])] = [
    ("empty", []),
    ("blank", Array(" \t\r\n\u{B}\u{C}".utf8)),
    ("NUL", Array("flag a\0b\nflag c\n".utf8)),
    ("only NUL", [UInt8](repeating: 0, count: 10_000)),
    ("only a byte order mark", [0xEF, 0xBB, 0xBF]),
    ("UTF-16", utf16),
    ("every byte", Array(0...255)),
    ("overlong and surrogate", [0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xF8]),
    ("cut scalar", Array("flag a // ".utf8) + [0xE2, 0x82] as [UInt8]),
    ("malformed in a script", Array("script A at documentEnd \"\"\"\n".utf8) + [0xFF] as [UInt8]),
  ]

  @Test(arguments: oddities)
  func oddBytes(name: String, bytes: [UInt8]) {
    _ = Input.check(bytes)
  }

  @Test func malformedTextIsAnError() {
    for bytes in [[0xFF], Array("// ".utf8) + [0xC3], Array("flag a \"".utf8) + [0x80, 0x22]] {
      #expect(!Input.check(bytes).filter { $0.severity == .error }.isEmpty)
    }
  }

  @Test func byteOrderMarkAndLineEndsChangeNothing() throws {
    for set in try Input.sets() {
      let plain = Input.check(set).map { "\($0.code): \($0.message)" }
      let changed = set.map { file in
        SourceFile(
          name: file.name,
          bytes: [0xEF, 0xBB, 0xBF] + file.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      }
      #expect(Input.check(changed).map { "\($0.code): \($0.message)" } == plain)
    }
  }

  @Test(.seeded) func noise() {
    var random = Noise()
    let count = TestOptions.cases(200, long: 1_000)
    for _ in 0..<count {
      _ = Input.check((0..<2_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
    let words = [
      "chain", "handler", "when", "{", "}", "(", ")", "\"", "\"\"\"", "//", "/*", "*/", "path",
      "[1]", "==",
      "like", "matches", "/a", "\n", "A", "use", "present", "cancel", "otherwise", "model", ":",
      ",", "union",
      "by", "=", "@deprecated", "&&", "||", "!", "strategy", "receives", "?", "in", ".", "1", "-",
    ]
    for _ in 0..<count {
      let text = (0..<300).map { _ in words[Int(random.next() % UInt64(words.count))] }
      _ = Input.check(Array(text.joined(separator: " ").utf8))
    }
  }

  /// Tests short texts of words of the examples, unfinished as they are while a user types, with their fixes.
  @Test(.seeded) func fewWords() throws {
    var random = Noise()
    func one<Element>(of list: [Element]) -> Element {
      list[Int(random.next() % UInt64(list.count))]
    }
    let texts = try Input.sets().joined().map { String(decoding: $0.bytes, as: UTF8.self) }
    let words = texts.flatMap { $0.split { $0 == " " || $0 == "\n" }.map(String.init) }
    let signs = ["{", "}", "(", ")", "[", "]", ",", "&&", "||", "!", "==", "=>", "->", "\"", "\n"]
    let starts = [
      "", "chain C {\n  when ", "model M {\n  ", "strategy S ", "configuration W {\n  ",
      "test C {\n  ", "invariant I for C {\n  ", "script S at ", "origin O = ", "enum E { ",
    ]
    for _ in 0..<TestOptions.cases(600, long: 100_000) {
      let text = (0...random.next() % 9).map { _ in
        random.next() % 3 == 0 ? one(of: signs) : one(of: words)
      }
      let file = SourceFile(
        name: "a.bascule",
        text: one(of: starts) + text.joined(separator: " ") + one(of: ["", "\n}"]))
      _ = Input.check([file])
      let fixed = RuleSetFixes(RuleSetInput(files: [file]), all: true)
      #expect(fixed.input.files.count == 1)
    }
  }

  /// Tests texts that once ended the program.
  @Test(arguments: [
    "channel Keys in", "chain C {\n\n  when ( continue\n \"\" Payment on =>\n}\n",
  ])
  func textsThatEndedTheProgram(text: String) {
    let file = SourceFile(name: "a.bascule", text: text)
    #expect(!Input.check([file]).isEmpty)
    #expect(!RuleSetFixes(RuleSetInput(files: [file]), all: true).findings.isEmpty)
  }

  // MARK: - Depth and length

  @Test(arguments: Nesting.all)
  func deepNesting(nesting: Nesting) {
    let count = nesting.count
    let parts = [nesting.open, nesting.close].map { String(repeating: $0, count: count) }
    for text in [
      nesting.before + parts[0],
      nesting.before + parts[0] + nesting.middle + parts[1] + nesting.after,
    ] {
      let findings = Input.check(Array(text.utf8))
      if nesting.isError { #expect(!findings.isEmpty) }
    }
  }

  /// Tests declarations that each refer to the next, whose number is the depth of the recursion.
  @Test(arguments: Linked.all)
  func longChains(linked: Linked) {
    let count = TestOptions.cases(8_000, long: 100_000)
    for last in ["", linked.declaration(count, 0)] {
      var text = linked.head
      for index in 0..<count { text += linked.declaration(index, index + 1) + "\n" }
      _ = Input.check(Array((text + last).utf8))
    }
  }

  /// Tests files of 2 MB, and in a long run of 50 MB: a file of declarations that ends within the last one, a file
  /// without tokens, and a file with one long name.
  @Test func hugeFiles() {
    let size = TestOptions.cases(2_000_000, long: 50_000_000)
    var declarations: [UInt8] = []
    declarations.reserveCapacity(size + 100)
    var index = 0
    while declarations.count < size {
      declarations += Array(
        "model M\(index) { a: String, b: Int = 1, c: String?, d: [Int] }\n".utf8)
      index += 1
    }
    for bytes in [
      Array(declarations.prefix(size - 30)),
      Array(repeatElement(Array("\0{\"(".utf8), count: size / 4).joined()),
      [UInt8](repeating: UInt8(ascii: "x"), count: size),
    ] {
      #expect(Input.check(bytes).contains { $0.severity == .error })
    }
  }

  @Test
  func longLiteralsAndNames() {
    let long = String(repeating: "a", count: 1_000_000)
    for text in [
      "flag \(long)", "flag a // \(long)", "origin A = \"https://\(long).com\"",
      "chain A { when path == \"/\(long)\" cancel }",
      "chain A { when path like \"/\(long)\" cancel }",
      "chain A { when path.count == \(String(repeating: "9", count: 100_000)) cancel }",
      "chain A { when url == \"https://a.com/\(long)\" cancel }", "\(long) \(long)",
      "enum A { a = \"\(long)\" }",
    ] { _ = Input.check(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      "((a{1000}){1000}){1000}", "(a*)*b", "(a|aa)+$", "a{0,100000000}", "a{99999999999999999999}",
      "[a-", "(", "a**", "\\", "(?=a)", "\\1", "[z-a]", String(repeating: "(a?)", count: 200) + "b",
      String(repeating: "(a|b)*", count: 100),
    ])
  func expensiveExpressions(expression: String) {
    _ = Input.check(Array("chain A {\n  when path matches /\(expression)/ cancel\n}\n".utf8))
  }

  // MARK: - Parts of the example rule sets

  // The distance of the tested places. A long run tests every prefix and the deletion of every byte, and generates the
  // code of each result. Other runs test some places only, with another first place in each file.
  private static let share = TestOptions.cases(401, long: 1)

  /// Returns the numbers of the tested cases of a file, below a bound.
  private static func numbers(below bound: Int, of name: String) -> some Sequence<Int> {
    stride(from: name.utf8.count % share, to: bound, by: share)
  }

  @Test(arguments: ExampleRules.paths)
  func everyPrefix(name: String) throws {
    let (set, index) = try Input.set(of: name)
    for length in Self.numbers(below: set[index].bytes.count + 1, of: name) {
      let file = SourceFile(name: name, bytes: Array(set[index].bytes.prefix(length)))
      Input.run([file], generates: true)
    }
  }

  @Test(arguments: ExampleRules.paths.filter { $0.hasPrefix("showcase/") })
  func everyByteDeleted(name: String) throws {
    let (set, index) = try Input.set(of: name)
    for deleted in Self.numbers(below: set[index].bytes.count, of: name) {
      var files = set
      var bytes = set[index].bytes
      bytes.remove(at: deleted)
      files[index] = SourceFile(name: name, bytes: bytes)
      Input.run(files, generates: true)
    }
  }

  // MARK: - Queries

  /// Tests that damaged example rule sets, with a line removed or duplicated, can be traced, tested and compared.
  @Test(arguments: ExampleRules.paths)
  func questionsAboutDamagedSets(name: String) throws {
    let (set, index) = try Input.set(of: name)
    let whole = Workspace.load(Input.ruleSet(set))
    try #require(!whole.hasErrors)
    let lines = set[index].bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var asked = 0
    for line in stride(from: 0, to: lines.count, by: TestOptions.cases(101, long: 1)) {
      for count in [0, 2] {
        var changed = lines
        changed.replaceSubrange(line...line, with: Array(repeating: lines[line], count: count))
        var files = set
        files[index] = SourceFile(name: name, bytes: Array(changed.joined(separator: [0x0A])))
        if try Input.ask(files, before: whole) { asked += 1 }
      }
    }
    #expect(asked > 0)
  }
}
