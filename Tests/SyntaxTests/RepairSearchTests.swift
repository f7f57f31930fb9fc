import RandomRules
import Syntax
import TestSupport
import Testing
import Text

/// Tests properties of the repairs that `RepairSearch` finds, for random mistakes in the example rules.
struct RepairSearchTests {
  @Test(.seeded) func eachRepairMendsItsError() throws {
    var random = RandomChoice(seed: Seed.of(471))
    var count = 0
    for _ in 0..<TestOptions.cases(40, long: 2_000) {
      count += Self.mendedErrors(try Self.mistaken(&random))
    }
    #expect(count > 0)
  }

  /// Tests texts that end anywhere, such as one in which a user still types the last line.
  @Test(.seeded) func eachRepairMendsAnUnfinishedText() throws {
    var random = RandomChoice(seed: Seed.of(472))
    // Words that other languages have, beside all words of the examples.
    let foreign = ["between", "and", "or", "to", "as", "Int", "not"]
    var words = (0..<40).flatMap { _ in foreign }
    for path in ExampleRules.folders {
      words += try ExampleRules.files(in: path).flatMap { Lexer.texts(of: $0.bytes) }
    }
    let starts = ["", "chain C {\n  when ", "chain C {\n  use Shop\n  when path ", "channel "]
    var count = 0
    for _ in 0..<TestOptions.cases(1_000, long: 60_000) {
      let text = (0...random.below(6)).map { _ in random.one(of: words) }
      count += Self.mendedErrors(
        SourceFile(name: "", text: random.one(of: starts) + text.joined(separator: " ")))
    }
    #expect(count > 0)
  }

  /// Tests words of the grammar that are missing, doubled or swapped with their neighbour. The original is one of the
  /// repairs, or the repairs cost no more.
  @Test(arguments: [
    ("script A documentEnd \"x\"", "script A at documentEnd \"x\""),
    ("strategy Buy \"buy\" Offer", "strategy Buy \"buy\" receives Offer"),
    ("configuration Help Main {\n}", "configuration Help extends Main {\n}"),
    ("model A { a: Int b: Int }", "model A { a: Int, b: Int }"),
    ("chain A {\n  use \"Shop\"\n}", "chain A {\n  use Shop\n}"),
    ("chain A {\n  when web() cancel\n}", "chain A {\n  when web cancel\n}"),
    (
      "chain A {\n  when header[X-A] == \"a\" cancel\n}",
      "chain A {\n  when header[\"X-A\"] == \"a\" cancel\n}"
    ),
    ("strategy A from Main and Help", "strategy A from Main, Help"),
    ("script A on Main at documentEnd \"x\"", "script A at documentEnd on Main \"x\""),
    (
      "chain A {\n  when \"https://a.example/\" cancel\n}",
      "chain A {\n  when url == \"https://a.example/\" cancel\n}"
    ),
    (
      "chain A {\n  when path like /a/{id} cancel\n}",
      "chain A {\n  when path like \"/a/{id}\" cancel\n}"
    ),
    ("model A { b: String | null }", "model A { b: String? }"),
    ("enum class Level { a, b }", "enum Level { a, b }"),
    ("condition web { scheme in [\"http\"] }", "condition web = scheme in [\"http\"]"),
    ("origin A: \"https://a.example\"", "origin A = \"https://a.example\""),
    (
      "chain A {\n  when scheme in [\"tel\" or \"sms\"] cancel\n}",
      "chain A {\n  when scheme in [\"tel\", \"sms\"] cancel\n}"
    ),
    ("chain A {\n  when true openURL cancel\n}", "chain A {\n  when true open url cancel\n}"),
    ("chain A {\n  when status => 500 cancel\n}", "chain A {\n  when status >= 500 cancel\n}"),
  ])
  func theRepairIsTheCheapest(_ written: String, _ meant: String) throws {
    let file = SourceFile(name: "", text: written)
    let tree = SyntaxTree.parse(file)
    let texts = tree.faults.flatMap { Self.repairs(of: $0, in: file) }
      .map { Self.words(Self.applying($0, to: file)) }
    #expect(texts.contains(Self.words(meant)), "\(texts)")
  }

  // MARK: Helpers

  /// Tests each repair of the first error in the file. Returns the number of repairs.
  private static func mendedErrors(_ file: SourceFile) -> Int {
    let tree = SyntaxTree.parse(file)
    guard let fault = tree.faults.first else { return 0 }
    let old = file.text(whole(file))
    let repairs = repairs(of: fault, in: file)
    #expect(repairs == Self.repairs(of: fault, in: file))
    #expect(repairs.map(\.cost) == repairs.map(\.cost).sorted())
    var texts: Set<[String]> = []
    for repair in repairs {
      let new = applying(repair, to: file)
      #expect(
        errors(SyntaxTree.parse(SourceFile(name: "", text: new))) < errors(tree),
        "\(old)\n\(repair)")
      // A repair must differ from the others in more than blanks.
      #expect(texts.insert(words(new)).inserted, "\(old)\n\(repair)")
      // A decision or negation is corrected, but never added.
      #expect(decisions(new) <= decisions(old, withSimilar: true), "\(old)\n\(repair)")
    }
    return repairs.count
  }

  private static func repairs(of fault: SyntaxFault, in file: SourceFile) -> [Repair] {
    var budget = RepairSearch.Budget()
    return RepairSearch(
      at: fault.span.start, in: file, Lexer.tokens(of: file.bytes),
      names: [.handler: ["Shop"], .origin: ["Main", "Help"], .configuration: ["Main"]]
    ).repairs(within: &budget)
  }

  /// Returns an example file in which one token is left out, doubled or exchanged with the next one.
  private static func mistaken(_ random: inout RandomChoice) throws -> SourceFile {
    let files = try ExampleRules.files(in: random.one(of: ExampleRules.folders))
    let file = random.one(of: files)
    let tokens = Lexer.tokens(of: file.bytes)
    let index = random.below(max(1, tokens.count - 2))
    func bytes(_ token: Token) -> [UInt8] { Array(file.bytes[Int(token.start)..<Int(token.end)]) }
    let (token, next) = (tokens[index], tokens[index + 1])
    let between = Array(file.bytes[Int(token.end)..<Int(next.start)])
    let changed: [UInt8] =
      switch random.below(3) {
      case 0: between + bytes(next)
      case 1: bytes(token) + [0x20] + bytes(token) + between + bytes(next)
      default: bytes(next) + between + bytes(token)
      }
    return SourceFile(
      name: "",
      bytes: Array(file.bytes[..<Int(token.start)]) + changed
        + Array(file.bytes[Int(next.end)...]))
  }

  /// Returns the number of errors without a correction of their own.
  private static func errors(_ tree: SyntaxTree) -> Int {
    tree.faults.count { fault in
      if case .foreign(let spelling) = fault.kind { spelling.edits.isEmpty } else { true }
    }
  }

  private static func whole(_ file: SourceFile) -> Span { Span(0, file.bytes.count) }

  private static func applying(_ repair: Repair, to file: SourceFile) -> String {
    file.text(Span(0, Int(repair.span.start))) + repair.replacement
      + file.text(Span(Int(repair.span.end), file.bytes.count))
  }

  private static func words(_ text: String) -> [String] { Lexer.texts(of: Array(text.utf8)) }

  /// Returns the number of decisions and negations.
  ///
  /// - Parameter withSimilar: true to count words that a repair may correct to one of them.
  private static func decisions(_ text: String, withSimilar: Bool = false) -> Int {
    let decisions = ["allow", "cancel", "download", "continue"]
    return words(text).count { word in
      decisions.contains(word) || word == "!" || word == "!="
        || withSimilar && !Nearest.names(to: word, among: decisions, limit: 1).isEmpty
    }
  }
}
