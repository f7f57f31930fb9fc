import Foundation
import Interpreter
import ParsedRules
import Semantics
import TestSupport
import Testing
import Text

@testable import Generation

/// Tests values of Swift code and their printed form.
@Suite struct SwiftCodeTests {
  private let a = SwiftExpression.name("a")
  private let b = SwiftExpression.name("b")
  private let c = SwiftExpression.name("c")

  private func printed(_ statement: SwiftStatement, depth: Int = 0) -> String {
    var out = CodeWriter()
    func write(_ depth: Int, _ out: inout CodeWriter) {
      if depth == 0 { out.write(statement) } else { out.indented { write(depth - 1, &$0) } }
    }
    write(depth, &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  // MARK: Expressions

  @Test func parenthesesFollowPrecedence() {
    let both = SwiftExpression.all([a, b])
    let either = SwiftExpression.any([a, b])
    #expect(SwiftExpression.any([both, c]).text == "(a && b) || c")
    #expect(SwiftExpression.all([either, c]).text == "(a || b) && c")
    #expect(SwiftExpression.any([.infix(.equal, [a, b]), c]).text == "a == b || c")
    #expect(SwiftExpression.infix(.coalescing, [both, c]).text == "(a && b) ?? c")
    #expect(both.negated.text == "!(a && b)")
    #expect(a.calling("f").negated.text == "!a.f()")
    #expect(SwiftExpression.infix(.coalescing, [a, b]).calling("and", c).text == "(a ?? b).and(c)")
    #expect(
      SwiftExpression.infix(.coalescing, [.await(a.calling("f")), b]).text == "(await a.f()) ?? b")
    #expect(a.negated.calling("f").text == "(!a).f()")
  }

  @Test func constantsAreFolded() {
    let yes = SwiftExpression.bool(true)
    let no = SwiftExpression.bool(false)
    #expect(SwiftExpression.all([a, yes, b]) == .infix(.and, [a, b]))
    #expect(SwiftExpression.all([a, no]) == no)
    #expect(SwiftExpression.all([yes, yes]) == yes)
    #expect(SwiftExpression.any([no, a]) == a)
    #expect(SwiftExpression.any([a, yes]) == yes)
    #expect(SwiftExpression.any([]) == no)
    #expect(yes.negated == no)
    #expect(a.negated.negated == a)
    // The text of a name is not parsed.
    #expect(SwiftExpression.name("!a").negated == .not(.name("!a")))
    #expect(SwiftExpression.all([.string("true"), a]) == .infix(.and, [.string("true"), a]))
  }

  @Test func literalsAreEscaped() {
    #expect(SwiftExpression.string("a\"\\\n\u{202E}").text == #""a\"\\\n\u{202E}""#)
  }

  /// Tests that a program with the literals prints the same texts.
  @Test func longLiteralsKeepTheirText() throws {
    let texts = [
      "a\nb", "\"\"\"\n\"\"\"#\n\"\"\"##\n", "#\n\\#(a) \\(a) \\n\n", "\n  a\n\n\tb\n", "\"#\"",
      "a\r\nb",
    ]
    var out = CodeWriter()
    for text in texts { out.longLiteral(text, head: "print(", tail: ", terminator: \"\\u{1}\")") }
    let folder = try SwiftCompiler.scratch("long-literals")
    let main = folder.appendingPathComponent("main.swift")
    try Data(out.bytes).write(to: main)
    let program = folder.appendingPathComponent("program").path
    let built = try SwiftCompiler.compile(["-o", program, main.path])
    try #require(built.status == 0, "\(built.output)")
    let printed = try SwiftCompiler.run([program]).output
    #expect(printed == texts.map { $0 + "\u{1}" }.joined())
  }

  // MARK: Statements

  @Test func anIfOfOneLine() {
    let body = [SwiftStatement.returned(.implicit("allow"))]
    #expect(
      printed(.ifAll([.test(a), .binding("x", b)], body))
        == "if a, let x = b {\n  return .allow\n}\n")
  }

  /// Tests that a line of up to a hundred columns is not broken, and a longer one is.
  @Test func longLinesAreBroken() {
    let name = SwiftExpression.name(String(repeating: "n", count: 46))
    let body = [SwiftStatement.breakOut]
    let whole = printed(
      .ifAll([.test(name), .test(.name(String(repeating: "m", count: 47)))], body))
    #expect(whole.split(separator: "\n")[0].utf8.count == 100)
    let broken = printed(
      .ifAll([.test(name), .test(.name(String(repeating: "m", count: 48)))], body))
    #expect(
      broken == """
        if \(name.text),
          \(String(repeating: "m", count: 48))
        {
          break
        }

        """)
  }

  @Test func longCallsAreBrokenInside() {
    let long = SwiftExpression.string(String(repeating: "x", count: 90))
    let shown = SwiftExpression.call(
      .implicit("shop"), [SwiftArgument("id", long), SwiftArgument("at", a)])
    #expect(
      printed(.expression(b.calling("present", shown)), depth: 1) == """
          b.present(.shop(
            id: \(long.text),
            at: a
          ))

        """)
    #expect(
      printed(.returned(b.calling("f", .call(.implicit("literal"), [SwiftArgument(nil, long)]))))
        == "return b.f(\n  .literal(\(long.text))\n)\n")
  }

  @Test func shortCasesAreOneLine() {
    let statement = SwiftStatement.switchNumber(
      a, [[.assignment("x", b)], [.comment(["c"]), .returned(b)]], otherwise: .breakOut)
    #expect(
      printed(statement) == """
        switch a {
        case 0: x = b
        case 1:
          // c
          return b
        default: break
        }

        """)
  }

  // MARK: Chains

  private func navigation(
    _ text: String, longestInOrder: Int = ChainPlan.longestInOrder,
    in file: String = "BasculeNavigation.swift"
  ) throws -> String {
    var set = SwiftRuleSet(text)
    try #require(set.faults.isEmpty, "\(set.faults)")
    set.longestInOrder = longestInOrder
    return set.swift(named: file)
  }

  /// Tests that the `otherwise` of a chain that another chain uses is not part of the use.
  @Test func otherwiseIsNotUsed() throws {
    let text = try navigation(
      """
      chain Inner { when path == "/a" cancel otherwise download }
      chain Outer { use Inner when path == "/b" cancel }
      """, in: "BasculeDispatch.swift")
    let parts = text.components(separatedBy: "extension ")
    let inner = try #require(parts.first { $0.hasPrefix("InnerNavigationChain") })
    #expect(inner.contains("return rules.decide(0..<2, request, environment)"))
    #expect(inner.contains("return rules.decide(0..<1, request, environment)"))
    let outer = try #require(parts.first { $0.hasPrefix("OuterNavigationChain") })
    #expect(outer.contains("InnerNavigationChain.decideBeforeOtherwise(request, environment)"))
  }

  /// Tests that a chain evaluates its rules in order up to the bound, and has a table above it.
  @Test(arguments: [0, 1, 3, 4, 100]) func tablesBeginAboveTheBound(_ bound: Int) throws {
    let rules = (1...3).map { "when path == \"/\($0)\" cancel" }.joined(separator: "\n")
    let text = "handler H {\n\(rules)\n}\nchain C { use H\n otherwise allow }"
    let set = SwiftRuleSet(text)
    try #require(set.faults.isEmpty)
    let plan = ChainPlan(set.rules, longestInOrder: bound)
    #expect((plan.tables[0] == nil) == (bound >= 4))
    let code = try navigation(text, longestInOrder: bound, in: "BasculeDispatch.swift")
    #expect(code.contains("table.candidates(for: request)") == (bound < 4))
    #expect(plan[.handler(.init(0))].isUsedInOrder == (bound >= 4))
  }

  @Test func asynchronousRulesMakeTheirUsersAsynchronous() throws {
    let set = SwiftRuleSet(
      """
      action slow -> Bool async
      handler Waits { when path == "/a" attempt slow cancel }
      handler Uses { use Waits }
      handler Other { when path == "/b" cancel }
      chain C { use Uses otherwise allow }
      chain D { use Other otherwise allow }
      """.replacingOccurrences(of: "-> Bool async", with: "async -> Bool"))
    try #require(set.faults.isEmpty, "\(set.faults)")
    let plan = ChainPlan(set.rules)
    let handlers = set.rules.handlers.indices.map { plan[.handler(.init($0))].isAsync }
    #expect(handlers == [true, true, false])
    #expect(set.rules.chains.indices.map { plan[.chain(.init($0))].isAsync } == [true, false])
    #expect(!plan[.handler(.init(1))].hasAsyncRules)
  }

  // MARK: Documentation

  /// Tests that each generated type has documentation, unless the rules declare it.
  @Test(arguments: ExampleRules.folders) func generatedTypesAreDocumented(_ folder: String) throws {
    let set = try SwiftRuleSet(folder: folder)
    let files = set.sources.map { "// " + $0.name }
    let start =
      #/(?:@MainActor |nonisolated |public |final |fileprivate |indirect )*(?:class|struct|enum|protocol|actor) /#
    for file in set.swift() {
      let lines = String(decoding: file.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where line.prefixMatch(of: start) != nil {
        let above = lines[..<number].last { !$0.hasPrefix("@") } ?? ""
        #expect(
          above.hasPrefix("///") || files.contains(String(above)), "\(file.name): \(line)")
      }
    }
  }
}
