import ParsedRules
import Semantics
import Testing
import Text

@testable import Generation

/// Tests text that is written in pieces.
@Suite struct CodeWriterTests {
  /// Collects pieces. `@unchecked Sendable` is sound since only one thread uses the object.
  private final class Pieces: @unchecked Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    var sink: CodeSink {
      CodeSink {
        self.bytes += $0
        self.count += 1
      }
    }
  }

  /// Models, enums, handlers and messages, with lines that fit and lines that do not.
  private static let rules: SwiftRuleSet = {
    var text = "chain Main { otherwise allow }\n"
    for number in 0..<600 {
      let long = String(repeating: "x", count: number % 90)
      text += """
        model Item\(number) { id: String  next: Item\((number + 1) % 600)?  x\(long): [Int] = [1] }
        enum Kind\(number) { first, second = "\(long)" }
        screen Screen\(number)(id: String)
        handler Handler\(number) { when path[1] == "a\(long)" present Screen\(number)(id: path[2]) cancel }
        strategy Send\(number) receives Item\(number) replies Item\(number)

        """
    }
    return SwiftRuleSet(text)
  }()

  @Test(arguments: [SwiftRuntimeSource.embedded, .package])
  func swiftInPieces(_ runtime: SwiftRuntimeSource) {
    #expect(Self.rules.faults.isEmpty)
    let options = SwiftOptions(runtime: runtime)
    let generator = SwiftGenerator(
      Self.rules.rules, sources: Self.rules.sources, options: options)
    let contract = Contract(Self.rules.rules)
    var largest = 0
    for (file, expected) in zip(SwiftFile.allCases, Self.rules.swift(options)) {
      let pieces = Pieces()
      generator.write(file, contract, to: pieces.sink)
      #expect(pieces.bytes == expected.bytes, "\(file)")
      largest = max(largest, pieces.count)
    }
    #expect(largest > 5)
  }

  @Test func typeScriptInPieces() {
    let rules = Self.rules.rules
    let (heading, contract) = (GeneratedHeading(), Contract(rules))
    let module = Pieces()
    TypeScriptGenerator.writeModule(
      for: rules, heading: heading, contract: contract, to: module.sink)
    #expect(module.bytes == TypeScriptGenerator.module(for: rules))
    let testing = Pieces()
    TypeScriptGenerator.writeTesting(
      for: rules, heading: heading, contract: contract, to: testing.sink)
    #expect(testing.bytes == TypeScriptGenerator.testing(for: rules))
    #expect(min(module.count, testing.count) > 5)
  }
}
