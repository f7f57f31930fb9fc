import Foundation
import ParsedRules
import RandomRules
import TestSupport
import Testing

@testable import Generation

/// Tests that generated code contains each part of the support that it names.
///
/// The compiler says the same in a long run, for fewer sets: one compilation takes longer than all cases of this suite.
struct SupportNamesTests {
  /// The types of the library, by the words with which their declarations begin.
  private static let types: Set<String> = {
    var types: Set<String> = []
    var all: SwiftRuntimeSet = []
    all.formUnion(SwiftRuntime.allCases)
    for part in SwiftRuntime.allCases {
      var out = CodeWriter()
      part.text.write(among: all, "public ", &out)
      types.formUnion(declaredTypes(SwiftWords.split(String(decoding: out.bytes, as: UTF8.self))))
    }
    return types
  }()

  /// Returns the names of the types that a text declares outside of other declarations. Type aliases are left out: some
  /// are named after a type of the standard library.
  private static func declaredTypes(_ words: [String]) -> Set<String> {
    let kinds: Set = ["actor", "class", "enum", "protocol", "struct"]
    var types: Set<String> = []
    var depth = 0
    for (word, next) in zip(words, words.dropFirst()) {
      if word == "{" { depth += 1 }
      if word == "}" { depth -= 1 }
      if depth == 0, kinds.contains(word) { types.insert(next) }
    }
    return types
  }

  /// Returns the types of the library that a set's generated code names and does not declare.
  private func missingTypes(_ rules: String) -> Set<String> {
    let words = ConstructRules(name: "", rules: rules).set.swift().flatMap {
      SwiftWords.split(String(decoding: $0.bytes, as: UTF8.self))
    }
    return Self.types.intersection(words).subtracting(Self.declaredTypes(words))
  }

  /// Returns the declarations of a text. Each begins with the first column of a line.
  private func declarations(_ rules: String) -> [String] {
    rules.split(separator: "\n").reduce(into: []) { declarations, line in
      if line.first == " " || line.first == "}", let last = declarations.popLast() {
        declarations.append(last + "\n" + line)
      } else {
        declarations.append(String(line))
      }
    }
  }

  @Test func typesOfTheLibraryAreFound() {
    #expect(Self.types.isSuperset(of: ["UserScript", "PageBridge", "NavigationRequest"]))
  }

  /// Tests each set of one construct, and the sets that are left when declarations are deleted from it.
  @Test func eachNamedTypeIsDeclared() {
    var random = RandomChoice(seed: Seed.of(4_401))
    var deleted = 0
    for construct in ConstructRules.all {
      #expect(missingTypes(construct.rules) == [], "\(construct.name)")
      let declarations = declarations(construct.rules)
      for _ in 0..<min(declarations.count, TestOptions.cases(4, long: 40)) {
        let rules = declarations.filter { _ in random.once(in: 2) }.joined(separator: "\n")
        guard ConstructRules(name: "", rules: rules).set.faults.isEmpty else { continue }
        deleted += 1
        #expect(missingTypes(rules) == [], "\(rules)")
      }
    }
    #expect(deleted > 60)
  }
}
