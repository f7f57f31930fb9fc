import Foundation
import ParsedRules
import RandomRules
import Requests
import Semantics
import TestSupport
import Testing

@testable @_spi(Generated) import BasculeRuntime
@testable import Generation
@testable import Interpreter
@testable import PatternMatching

/// Tests that the matchers of generated code agree with the interpreter, on short texts and on long texts that are slow
/// for other matchers.
@Suite struct OnePassTests {
  /// Returns the maximum length of a text in bytes. Long texts are rare, since the interpreter is slow for them.
  private func length(_ patterns: inout RandomPatterns) -> Int {
    let most = TestOptions.cases(14, long: 20)
    // Half of the lengths have the smaller exponents.
    let exponent = patterns.random.once(in: 2) ? 6 : patterns.random.below(most + 1)
    let isRare = exponent > 12 && !patterns.random.once(in: 1 << (exponent - 12))
    return isRare ? 64 : 1 << exponent
  }

  @Test(.seeded) func expressions() throws {
    var patterns = RandomPatterns(seed: Seed.of(61))
    var matches = 0
    var tables = 0
    var refused = 0
    let count = TestOptions.cases(300, long: 10_000)
    for _ in 0..<count {
      let isLarge = patterns.random.once(in: 8)
      let pattern = isLarge ? patterns.lookingBack() : patterns.expression(depth: 4)
      let ignoreCase = patterns.random.once(in: 4)
      let expression = try RegularExpression.parse(pattern, ignoreCase: ignoreCase).get()
      guard let matcher = ExpressionMatcher(expression) else {
        refused += 1
        continue
      }
      let compiled = CompiledExpression(matcher)
      tables += compiled.isTable ? 1 : 0
      for _ in 0..<10 {
        let text = patterns.long(length(&patterns)) { $0.text(length: 6) }
        let expected = RegularExpressionMatcher(expression).matches(text)
        matches += expected ? 1 : 0
        #expect(
          compiled.matches(text) == expected,
          "/\(pattern)/\(ignoreCase ? "i" : "") \(text.prefix(200)) (\(text.utf8.count) bytes)")
      }
    }
    #expect(refused < count / 20 && tables < count - refused - count / 20)
    #expect(matches > count / 2)
  }

  @Test(.seeded) func globs() {
    var patterns = RandomPatterns(seed: Seed.of(62))
    var matches = 0
    var searched = 0
    let count = TestOptions.cases(400, long: 10_000)
    for _ in 0..<count {
      let pattern = patterns.glob()
      guard case .success(let parsed) = Glob.parse(pattern, separator: "/") else {
        Issue.record("\(pattern) is refused")
        continue
      }
      searched += parsed.glob.searchedElements.isEmpty ? 0 : 1
      let types = parsed.captures.map { CompiledGlob.type($0.typeName) }
      let compiled = CompiledGlob(parsed.glob, types)
      for _ in 0..<10 {
        let isLong = patterns.random.once(in: 2)
        let text =
          isLong
          ? patterns.long(length(&patterns)) { $0.path(length: 6) } : patterns.path(like: pattern)
        let expected = GlobMatcher.captures(parsed.glob, in: text, types: types, RuleSet())
        matches += expected == nil ? 0 : 1
        let found = compiled.captures(text)
        #expect(
          found == expected && compiled.matches(text) == (expected != nil),
          "\(pattern) \(text.prefix(200)) (\(text.utf8.count) bytes): \(found ?? [:]) \(expected ?? [:])"
        )
      }
    }
    #expect(matches > count)
    #expect(searched > count / 4)
  }

  @Test func equalExpressionsAreOneConstant() throws {
    let set = SwiftRuleSet(
      """
      handler H { when path matches /(a|b)*/ cancel }
      chain C {
        use H
        when query.q matches /[ab]*/ || query.r matches /a{2,}/ cancel
        when fragment matches /aaa*/ && query.r matches /(a|b)*/ cancel
        otherwise allow
      }
      """)
    try #require(set.faults.isEmpty)
    let code = set.swift(named: "BasculePatterns.swift")
    #expect(code.components(separatedBy: " = TextExpression(").count == 3)
  }

  /// Tests an expression for which no matcher is fast, and a glob that is too long.
  @Test(
    arguments: [
      "path matches /.*a.{300}/", "path like \"/**\(String(repeating: "a", count: 400))*b\"",
      "path like \"/**/{a: Int}/**/{b: Int}/**/{c: Int}/**/{d: Int}/**\"",
    ])
  func slowPatternsAreRefused(_ condition: String) {
    #expect(SwiftRuleSet("chain C { when \(condition) cancel otherwise allow }").faults.count == 1)
  }

  /// Tests expressions for which backtracking takes exponential time, or ends at a limit of the engine.
  @Test(
    arguments: [
      ("((a|b)*)*x|[ab]*y", "ab", 24, "y", true), ("((a|b)*)*x|[ab]*y", "ab", 200_000, "z", false),
      ("(.|\\s)*secret(.|\\s)*", "x", 250_000, "secret", true),
      ("(a|b|ab)*c", "ab", 100_000, "c", true), ("(a|b|ab)*c", "ab", 100_000, "d", false),
      ("((a|a)*b|a*c)", "a", 30, "c", true), ("([a-z]+-?)+\\.html|a+!", "a", 30, "!", true),
      ("(([a-z0-9]+)+\\.)+exe|.*\\.apk", "a", 40, ".apk", true),
      ("([^,]*,?)*", "a,", 300_000, "", true), ("(ab|cd)*", "ab", 500_000, "", true),
      (".*a.{12}", "a", 100_000, "", true), (".*a.{12}", "ab", 100_000, "aaa", true),
      (".*a.{13}", "ab", 100_000, "", true), (".*a.{12}", "bb", 100_000, "", false),
    ])
  func longTexts(
    _ pattern: String, _ part: String, _ count: Int, _ end: String, _ isMatch: Bool
  ) throws {
    let expression = try RegularExpression.parse(pattern, ignoreCase: false).get()
    let compiled = CompiledExpression(try #require(ExpressionMatcher(expression)))
    let text = String(repeating: part, count: count) + end
    #expect(compiled.matches(text) == isMatch)
  }

  /// Tests globs whose wildcards can match in many ways.
  @Test(
    arguments: [
      ("/**a*b**a*c", "/", "a", 60_000, "", false), ("/**a*b**a*c", "/", "a", 60_000, "bac", true),
      ("/**/x*y*z", "/a/", "xy", 50_000, "z", true), ("/**/x*y*z", "/a/", "xy", 50_000, "", false),
      ("/**/{id}/b/**/c*d*e", "/", "x/b/", 50_000, "cde", true),
      ("/**/a/*/*/*/**/b", "/", "a/", 50_000, "b", true),
      ("/**/a/*/*/*/**/b", "/", "a/", 50_000, "c", false),
      ("*a*a*a*a*a*b", "", "a", 60_000, "", false), ("*a*a*a*a*a*b", "", "a", 60_000, "b", true),
    ])
  func longPaths(
    _ pattern: String, _ start: String, _ part: String, _ count: Int, _ end: String, _ isMatch: Bool
  ) throws {
    let parsed = try Glob.parse(pattern, separator: "/").get()
    let text = start + String(repeating: part, count: count) + end
    let compiled = CompiledGlob(parsed.glob, parsed.captures.map { _ in .string })
    #expect(compiled.matches(text) == isMatch)
    #expect(compiled.captures(text)?[0] == (isMatch && !parsed.captures.isEmpty ? "x" : nil))
  }
}

/// A regular expression in the form of generated code.
private struct CompiledExpression {
  private enum Kind {
    case table(TextExpression)
    case positions(LargeTextExpression)
  }

  private let kind: Kind

  init(_ matcher: ExpressionMatcher) {
    let table = ExpressionTable(matcher)
    let text = StaticString(table.text)
    kind =
      table.type == .textExpression
      ? .table(TextExpression(text)) : .positions(LargeTextExpression(text))
  }

  var isTable: Bool { if case .table = kind { true } else { false } }

  func matches(_ text: String) -> Bool {
    switch kind {
    case .table(let expression): RequestText(text).matches(expression)
    case .positions(let expression): RequestText(text).matches(expression)
    }
  }
}

/// A glob in the form of generated code.
private struct CompiledGlob {
  private let pattern: BasculeRuntime.TextPattern
  private let numbers: [Int]

  init(_ glob: Glob, _ types: [ValueType]) {
    numbers = glob.captures
    pattern = BasculeRuntime.TextPattern(
      separator: UInt8(ascii: "/"),
      elements: glob.elements.map { element in
        switch element {
        case .literal(let text): .literal(StaticString(text))
        case .run: .run
        case .anything: .anything
        case .components: .components
        case .capture(let number): .capture(number, Self.kind(types[number]))
        case .captureText(let number): .part(number)
        case .captureRest(let number): .rest(number)
        }
      })
  }

  static func type(_ name: String?) -> ValueType {
    switch name {
    case "Int": .int
    case "Double": .double
    case "Bool": .bool
    case "URL": .url
    default: .string
    }
  }

  private static func kind(_ type: ValueType) -> BasculeRuntime.TextPattern.Kind {
    switch type {
    case .int: .int
    case .double: .double
    case .bool: .bool
    case .url: .url
    default: .string
    }
  }

  func matches(_ text: String) -> Bool { RequestText(text).isLike(pattern) }

  func captures(_ text: String) -> [Int: String]? {
    guard let captures = RequestText(text).captures(pattern) else { return nil }
    return numbers.reduce(into: [:]) { $0[$1] = captures[$1].value }
  }
}

extension StaticString {
  /// Creates a text at run time in the form of a literal. It is never freed.
  fileprivate init(_ text: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 1)
    _ = bytes.initialize(from: text.utf8)
    // The layout of `StaticString` is part of the ABI: the address, the count, and flags, which are 0 for a text in
    // memory.
    self = unsafeBitCast(
      (UInt(bitPattern: bytes.baseAddress), text.utf8.count, UInt8(0)), to: StaticString.self)
  }
}
