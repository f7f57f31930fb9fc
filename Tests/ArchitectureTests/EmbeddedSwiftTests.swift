import Foundation
import TestSupport
import Testing

/// Tests that the modules of the core contain no code that Embedded Swift usually refuses.
///
/// `BrowserFileTests` compiles the modules in a long run. This suite only reads their text, in a second.
@Suite struct EmbeddedSwiftTests {
  private struct Refusal {
    var name: String
    var expression: NSRegularExpression

    /// - Parameter pattern: matched in code without comments and string literals.
    init(_ name: String, _ pattern: String) {
      self.name = name
      // The patterns are constants of this file.
      // swift-format-ignore: NeverUseForceTry
      expression = try! NSRegularExpression(pattern: pattern)
    }
  }

  private static let refusals = [
    Refusal("a key path; write a closure", #"(?<=[(\s\[,])\\\.[A-Za-z_]"#),
    Refusal("a dynamic cast", #"\bas[?!]"#),
    Refusal("`weak`", #"\bweak (var|self)\b"#),
    Refusal("reflection", #"\bMirror\b|\bString\((describing|reflecting):"#),
    Refusal(
      "a merge of the standard library; `Text` has its own",
      #"\buniquingKeysWith\b|\.merg(e|ing)\([^)]*\) \{"#),
    Refusal("a function of `_StringProcessing`", #"\.trimmingPrefix\b|\bRegex\b|\.ranges\(of:"#),
    Refusal("`UInt32.max`, which an `Int` of 32 bits does not hold", #"\bUInt32\.max\b(?! as)"#),
  ]

  /// Returns `Browser` and the targets that it imports, also through other targets.
  private static func core() throws -> [PackageManifest.Target] {
    let targets = try PackageManifest.read.get().sources
    var names: Set<String> = ["Browser"]
    var open = ["Browser"]
    while let name = open.popLast() {
      for target in targets where target.name == name {
        for next in target.dependencies where names.insert(next).inserted { open.append(next) }
      }
    }
    return targets.filter { names.contains($0.name) }
  }

  /// Returns the names of the refusals that the text contains.
  private static func refusals(in text: String) -> [String] {
    let code = code(of: text)
    let range = NSRange(code.startIndex..., in: code)
    return refusals.filter { $0.expression.firstMatch(in: code, range: range) != nil }.map(\.name)
  }

  /// Returns the text without comments and without the contents of string literals.
  private static func code(of text: String) -> String {
    var isText = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      defer { if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isText.toggle() } }
      return isText
        ? "" : line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"").replacing(/\/\/.*/, with: "")
    }.joined(separator: "\n")
  }

  @Test func coreIsEmbeddedSwift() throws {
    let targets = try Self.core()
    #expect(targets.count > 15)
    for target in targets {
      // `browser.py` leaves this folder out.
      for (path, text) in try target.files() where !"\(target.path)/\(path)".contains("/Dump/") {
        #expect(Self.refusals(in: text) == [], "\(target.path)/\(path)")
      }
    }
  }

  @Test(arguments: [
    "let names = rules.map(\\.name)", "if let chain = entity as? Chain {", "{ [weak self] in",
    "let mirror = Mirror(reflecting: value)", "captures.merge(more) { first, _ in first }",
    "Dictionary(pairs, uniquingKeysWith: { $1 })", "text.trimmingPrefix(while: isBlank)",
    "Span(0, UInt32.max)",
  ]) func refusalsAreFound(_ line: String) {
    #expect(Self.refusals(in: line).count == 1)
  }

  @Test(arguments: [
    "let names = rules.map { $0.name }", "// a key path: map(\\.name)",
    "let text = \"as? \\.name weak self\"", "let fixed = .init(name)",
  ]) func othersAreNotFound(_ line: String) {
    #expect(Self.refusals(in: line) == [])
  }
}
