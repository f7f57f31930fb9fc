import Foundation
import ParsedRules
import TestSupport
import Testing

@testable import GeneratedNames
@testable import Generation

/// Tests that the names that checks reserve are those that the generated code declares.
@Suite struct FixedNamesTests {
  /// Returns the types and functions that Swift code declares at the top level.
  private func declared(in text: String) -> Set<String> {
    let declaration =
      #/^( *)(?:@\w+ )*(?:(?:public|private|fileprivate|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|func) (\w+)/#
    // Code in a condition is indented once more.
    var depth = 0
    var names: Set<String> = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("#if ") { depth += 2 }
      if code.hasPrefix("#endif") { depth -= 2 }
      if let found = line.prefixMatch(of: declaration), found.1.count == depth {
        names.insert(String(found.2))
      }
      // The associated type hides a type of its name inside of conforming types.
      if let found = code.prefixMatch(of: #/associatedtype (\w+)/#) {
        names.insert(String(found.1))
      }
    }
    return names
  }

  private func declared(_ files: [GeneratedFile]) -> Set<String> {
    files.reduce(into: []) { $0.formUnion(declared(in: String(decoding: $1.bytes, as: UTF8.self))) }
  }

  @Test func rulesDeclareNoOtherNames() throws {
    for text in ["", "chain A { otherwise allow }", "strategy A\nconfiguration B { strategies A }"]
    {
      let files = SwiftRuleSet(text).swift().map { file in
        let code = String(decoding: file.bytes, as: UTF8.self)
        return declared(in: code)
      }
      let names = files.reduce(into: Set<String>()) { $0.formUnion($1) }
      #expect(
        names.subtracting(SwiftNames.fixed).subtracting([
          "ANavigationChain", "AScriptMessageStrategy",
        ]) == [])
    }
  }

  @Test func everyReservedNameIsDeclared() throws {
    let names = declared(try SwiftRuleSet(folder: "showcase").swift())
    #expect(SwiftNames.fixed.subtracting(names).subtracting(SwiftNames.runtime) == [])
  }

  // MARK: The run-time support

  /// The code of each part.
  private static let support: [String] = SwiftRuntime.allCases.map { part in
    var all: SwiftRuntimeSet = []
    all.formUnion(SwiftRuntime.allCases)
    var out = CodeWriter()
    if let condition = part.output.condition { out.line("#if ", condition) }
    part.text.write(among: all, "public ", &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test func namesOfTheSupportAreListed() {
    let names = Self.support.reduce(into: Set<String>()) { $0.formUnion(declared(in: $1)) }
    #expect(names.subtracting(SwiftNames.runtime).sorted() == [], "to be added to `runtime`")
    #expect(SwiftNames.runtime.subtracting(names).sorted() == [], "to be removed from `runtime`")
  }

  /// Tests that nested types hide no declared types. The functions generated for messages are members of `TestPage`, in
  /// which a nested type would hide a declared type of its name.
  @Test func nestedTypesHideNoDeclaredOnes() {
    let declaration = #/^( *)(?:[@\w()]+ )*?(struct|class|enum|protocol|extension|typealias) (\w+)/#
    for text in Self.support {
      var outer = ""
      var depth = 0
      for line in text.split(separator: "\n") {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("#if ") { depth += 2 }
        if code.hasPrefix("#endif") { depth -= 2 }
        guard let found = line.prefixMatch(of: declaration) else { continue }
        let name = String(found.3)
        if found.1.count == depth { outer = name }
        if found.1.count == depth + 2, outer == "TestPage", found.2 != "extension" {
          let isTaken = SwiftNames.runtime.contains(name) || SwiftNames.fixed.contains(name)
          #expect(isTaken, "`\(outer).\(name)` hides a type of that name")
        }
      }
    }
  }

  /// Words before a parenthesis that are no functions, and methods that the support calls on an implicit `self`.
  private static let noFunctions: Set<String> = [
    "as", "async", "autoclosure", "available", "await", "canImport", "catch", "escaping",
    "fileprivate", "for", "func", "guard", "if", "in", "init", "inout", "is", "let", "nonisolated",
    "objc", "private", "return", "selector", "self", "some", "spi", "subscript", "super", "switch",
    "throw", "throws", "try", "unowned", "var", "where", "while", "addScriptMessageHandler",
    "addUserScript", "base64EncodedString", "map", "mapValues", "merging", "noQuery",
    "reserveCapacity",
  ]

  /// The words that precede the name of a type in its declaration.
  private static let introducers: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "associatedtype",
  ]

  /// Tests that the types, and the functions called without an object, that the support uses and does not declare are
  /// listed.
  @Test func namesOfOtherModulesAreListed() {
    var used: Set<String> = []
    var declared: Set<String> = ["Element", "Index", "Key", "RawValue", "Value", "Wrapped"]
    for text in Self.support {
      let lines = text.split(separator: "\n").filter { line in
        !["#if ", "#elseif "].contains { line.drop { $0 == " " }.hasPrefix($0) }
      }
      let words = SwiftWords.split(lines.joined(separator: "\n"))
      for (index, word) in words.enumerated() where word.first?.isLetter == true {
        let before = index > 0 ? words[index - 1] : ""
        let after = index + 1 < words.count ? words[index + 1] : ""
        let isMember = before == "." && !(index > 1 && words[index - 2] == ".")
        if word.first?.isUppercase == true {
          if Self.introducers.contains(before) { declared.insert(word) }
          if !isMember { used.insert(word) }
        } else {
          let isLabel = after == ":" || after == "?"
          if isLabel || ["func", "var", "let", "case"].contains(before) { declared.insert(word) }
          if !isMember, after == "(", !Self.noFunctions.contains(word) { used.insert(word) }
        }
      }
      // The parameters of generic types and functions.
      let generics = #/\b(?:func \w+|init|struct \w+|class \w+|enum \w+)<([^>(]*)>/#
      for name in text.matches(of: generics).flatMap({ $0.1.split(separator: ",") }) {
        declared.formUnion(SwiftWords.split(String(name)).prefix(1))
      }
    }
    let names = used.subtracting(declared)
    let listed = SwiftNames.runtimeUses
    #expect(names.subtracting(listed).sorted() == [], "to be added to `runtimeUses`")
    #expect(listed.subtracting(names).sorted() == [], "to be removed from `runtimeUses`")
  }

  /// Tests that the plugin names all generated files. Build systems need to know these before they run, and a plugin
  /// cannot import the generator.
  @Test func pluginNamesAllFiles() throws {
    let plugin = try String(
      contentsOf: TestPackage.url(
        "Sources/Plugins/BasculePlugin/BasculePlugin.swift"), encoding: .utf8)
    let list = try #require(
      plugin.firstMatch(of: #/static let outputs = \[([^\]]*)\]/#)?.output.1)
    let names = list.matches(of: #/"(\w+)"/#).map { String($0.output.1) + ".swift" }
    #expect(names == SwiftGenerator.fileNames)
  }
}
