import Diagnostics
import RandomRules
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import Workspace

/// Tests that the message of a syntax error states the slip of the hand that caused it. If a fix restores the rules, the
/// slip is known: a token was misspelled, left out, written twice or split. Then this is the only error.
struct SyntaxErrorCauseTests {
  private enum Slip: CaseIterable {
    case misspelled, omitted, repeated, split

    /// Returns the text in place of the token; nil if the token cannot have the slip.
    func text(_ token: String, _ keyword: Keyword) -> String? {
      switch self {
      case .misspelled:
        guard keyword != .none, token.count > 4 else { return nil }
        let middle = token.index(token.startIndex, offsetBy: 2)
        return token[..<middle] + "\(token[middle])" + token[middle...]
      case .omitted: return keyword != .none || [",", ")", "=="].contains(token) ? "" : nil
      case .split:
        return ["==", "!=", "<=", ">="].contains(token)
          ? "\(token.dropLast()) \(token.suffix(1))" : nil
      case .repeated: return keyword != .none || token == "==" ? "\(token) \(token)" : nil
      }
    }

    func isStated(_ token: String, _ written: String, by message: String) -> Bool {
      switch self {
      case .misspelled: message == "unexpected word `\(written)`"
      case .omitted: message.hasPrefix("missing `\(token)`")
      case .split: message == "`\(token)` is split by a space"
      case .repeated: message == "`\(token)` is written twice"
      }
    }
  }

  @Test(.seeded) func theSlipIsStated() throws {
    var random = RandomChoice(seed: Seed.of(491))
    var counts: [Slip: Int] = [:]
    for _ in 0..<TestOptions.cases(300, long: 5_000) {
      let folder = random.one(of: ExampleRules.folders)
      let files = try ExampleRules.files(in: folder)
      let number = random.below(files.count)
      let meant = files[number]
      let slip = random.one(of: Slip.allCases)
      let places = Lexer.tokens(of: meant.bytes).dropLast().compactMap { token in
        let span = Span(token.start, token.end)
        return slip.text(meant.text(span), token.keyword).map { (span: span, written: $0) }
      }
      if places.isEmpty { continue }
      let (span, written) = random.one(of: places)
      var input = RuleSetInput(files: files) { ExampleRules.resource($0, in: folder) }
      let file = Self.replacing(span, by: written, in: meant)
      input.files[number] = file
      let errors = Workspace.check(input).filter { $0.severity == .error }
      for finding in errors where finding.code == "syntax-error" {
        guard let edits = finding.fix?.edits, edits.count == 1,
          Int(edits[0].location.file.index) == number
        else { continue }
        let result = Self.replacing(edits[0].location.span, by: edits[0].replacement, in: file)
        guard Lexer.texts(of: result.bytes) == Lexer.texts(of: meant.bytes) else { continue }
        #expect(
          slip.isStated(meant.text(span), written, by: finding.message),
          "\(slip) of `\(meant.text(span))`: \(finding.message)")
        #expect(
          errors.count == 1, "\(slip) of `\(meant.text(span))`: \(errors.map { $0.message })")
        counts[slip, default: 0] += 1
      }
    }
    print("causes of syntax errors: \(counts)")
    for slip in Slip.allCases { #expect(counts[slip, default: 0] > 3, "\(slip)") }
  }

  private static func replacing(_ span: Span, by text: String, in file: SourceFile) -> SourceFile {
    let (start, end) = (Int(span.start), Int(span.end))
    return SourceFile(
      name: file.name, bytes: Array(file.bytes[..<start]) + text.utf8 + file.bytes[end...])
  }
}
