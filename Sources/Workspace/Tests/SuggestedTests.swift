import Formatting
import Interpreter
import Reachability
import Requests
import Semantics
package import Text

/// Test cases for rules that no test reaches, made from the witnesses of the rules.
struct SuggestedTests: Sendable {
  struct Case: Sendable {
    let chain: ID<Chain>
    /// The rules that only this case reaches. The case was created for the first one.
    let rules: [Location]
    /// The request in the rule language.
    let request: String
    /// The steps and the decision in the rule language.
    let outcome: String
  }

  /// The suggested cases, in the order of the chains and of their rules.
  private(set) var cases: [Case] = []
  /// The rules without a case, in the order of the source, each with the reason.
  private(set) var others: [(rule: Location, why: String)] = []

  /// - Parameter uncovered: the locations of rules that match in no test.
  init(for uncovered: [Location], in set: LoadedRuleSet) {
    guard !uncovered.isEmpty else { return }
    let rules = set.rules
    let printer = RuleLanguagePrinter(rules)
    let analyzer = ChainAnalyzer(rules)
    var open = Set(uncovered)
    var reasons: [Location: String] = [:]
    for index in rules.chains.indices {
      let interpreter = Interpreter(ID(index), in: rules)
      let chain = interpreter.chain.rules
      guard chain.contains(where: { open.contains($0.location) }) else { continue }
      let analysis = analyzer.analyze(ID(index), [])
      let passing = interpreter.chain.passing
      for (number, rule) in chain.enumerated() where open.contains(rule.location) {
        switch analysis.entries[number] {
        case .reachable(let witness):
          let reaching = ReachingRequest(witness, to: number, interpreter, passing: passing)
          guard reaching.attemptedAgain == nil else {
            reasons[rule.location] = "an earlier rule attempts the same action"
            continue
          }
          open.remove(rule.location)
          var reached = [rule.location]
          for tried in reaching.outcome.tried where tried.isMatch {
            let location = chain[tried.entry].location
            if open.remove(location) != nil { reached.append(location) }
          }
          cases.append(
            Case(
              chain: ID(index), rules: reached,
              request: RuleLanguagePrinter.requestText(reaching.witness),
              outcome: printer.text(reaching.outcome)))
        case .unreachable:
          reasons[rule.location] = reasons[rule.location] ?? "no request reaches it"
        case .undecided:
          reasons[rule.location] = "could not decide whether a request reaches it"
        }
      }
    }
    others = open.sorted().map { ($0, reasons[$0] ?? "no request reaches it") }
  }
}

extension LoadedRuleSet {
  /// The file to which a test case for the rule is added, with the case; nil if no request is known that reaches the
  /// rule.
  ///
  /// Rules with errors get no test case.
  package func file(
    addingTestFor rule: Location
  ) -> (number: Int, file: SourceFile)? {
    files(adding: SuggestedTests(for: [rule], in: self)).first.map { ($0.key, $0.value) }
  }

  /// The files to which cases are added, by their number. A formatted file stays formatted.
  func files(adding tests: SuggestedTests) -> [Int: SourceFile] {
    var insertions: [Int: [TestInsertion]] = [:]
    for index in rules.chains.indices {
      let cases = tests.cases.filter { $0.chain == ID(index) }
      if cases.isEmpty { continue }
      let chain = rules.chains[index]
      let home = chain.declared.location.file
      let blocks = rules.tests.filter { $0.chain == ID(index) }
      // The last block in the chain's file is used, or otherwise the last block of all.
      let block = blocks.last { $0.location.file == home } ?? blocks.last
      let file = Int((block?.location.file ?? home).index)
      insertions[file, default: []].append(
        TestInsertion(cases: cases, into: block, chain: chain.chainName))
    }
    var changed: [Int: SourceFile] = [:]
    for (file, insertions) in insertions {
      let old = files[file]
      changed[file] = Formatter.keepingStyle(
        of: old, SourceFile(name: old.name, bytes: TestInsertion.apply(insertions, to: old.bytes)))
    }
    return changed
  }
}

/// Test cases that are written into a block, or into a new block at the end of the file.
private struct TestInsertion {
  let cases: [SuggestedTests.Case]
  /// The block; nil for a new one.
  let into: TestBlock?
  let chain: ChainName

  /// Writes the cases into the text of a file.
  ///
  /// - Parameter bytes: the text of the file that contains the blocks.
  static func apply(_ insertions: [TestInsertion], to bytes: [UInt8]) -> [UInt8] {
    let lineFeeds = bytes.count { $0 == 0x0A }
    let pairs = zip(bytes, bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    let lineEnd = pairs > 0 && pairs == lineFeeds ? "\r\n" : "\n"
    var result = bytes
    // The order is from the end to the start, so that earlier locations stay valid.
    for insertion in insertions.filter({ $0.into != nil })
      .sorted(by: { $0.into!.location.span.end > $1.into!.location.span.end })
    {
      insertion.insert(insertion.into!, into: &result, lineEnd)
    }
    for insertion in insertions where insertion.into == nil {
      if let last = result.last, last != 0x0A, last != 0x0D { result += Array(lineEnd.utf8) }
      if !result.isEmpty { result += Array(lineEnd.utf8) }
      let lines = ["test \(insertion.chain.argument) {"] + insertion.lines("  ") + ["}"]
      result += Array(lines.map { $0 + lineEnd }.joined().utf8)
    }
    return result
  }

  /// Inserts the cases before the closing brace of the block.
  private func insert(_ block: TestBlock, into bytes: inout [UInt8], _ lineEnd: String) {
    let brace = Int(block.location.span.end) - 1
    var start = brace
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    let isAlone = start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D
    let margin = isAlone ? String(decoding: bytes[start..<brace], as: UTF8.self) : ""
    let text = lines(margin + "  ").map { $0 + lineEnd }.joined()
    if isAlone {
      bytes.insert(contentsOf: Array(text.utf8), at: start)
    } else {
      bytes.replaceSubrange(start..<brace, with: Array((lineEnd + text).utf8))
    }
  }

  private func lines(_ margin: String) -> [String] {
    cases.flatMap { test in
      let line = "\(margin)\(test.request) \(test.outcome)"
      return line.count <= 100
        ? [line] : [margin + test.request, "\(margin)  \(test.outcome)"]
    }
  }
}
