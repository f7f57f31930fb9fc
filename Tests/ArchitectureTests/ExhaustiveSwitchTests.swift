import Foundation
import TestSupport
import Testing

/// Tests that switches over request values, core tests and steps name every case, so that a new case does not compile
/// without being handled.
@Suite struct ExhaustiveSwitchTests {
  /// The enums, by the files that declare them.
  static let closed: [(file: String, name: String)] = [
    ("Requests/RequestValue.swift", "RequestValue"),
    ("Requests/RequestInput.swift", "RequestInput"),
    ("Requests/URLRoot.swift", "URLRoot"),
    ("Requests/URLPart.swift", "URLPart"),
    ("Requests/URLPart.swift", "PathView"), ("Requests/RequestTest.swift", "RequestTest"),
    ("Requests/RequestTest.swift", "TextPattern"),
    ("Requests/CoreCondition.swift", "CoreCondition"),
    ("Requests/ValueDomain.swift", "ValueDomain"), ("Semantics/Model/Rules.swift", "StepKind"),
  ]

  static let sources = PackageManifest.root.appendingPathComponent("Sources")

  @Test func noSwitchOverRequestsHasADefault() throws {
    var enums: [String: Set<String>] = [:]
    for (file, name) in Self.closed {
      let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
      let cases = Self.cases(of: name, SwiftWords.split(text))
      try #require(cases.count > 1, "\(file) declares no enum \(name)")
      enums[name] = cases
    }
    for file in FileManager.default.subpaths(atPath: Self.sources.path) ?? []
    where file.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
      for found in Self.switches(SwiftWords.split(text))
      where found.hasDefault && !found.isOverKeyword {
        for (name, cases) in enums.sorted(by: { $0.key < $1.key }) {
          #expect(
            found.cases.isEmpty || !found.cases.isSubset(of: cases),
            "Sources/\(file): a switch over \(name) (\(found.cases.sorted())) has a `default`")
        }
      }
    }
  }

  @Test func theTestNoticesADefault() {
    let found = Self.switches(
      SwiftWords.split(
        """
        switch value {
        case .part(.host, _), .input(let input) where input == .page:
          if case .other = value { switch value { case .inner: 1; @unknown default: 2 } }
        default: break
        }
        """))
    #expect(found.map(\.cases) == [["inner"], ["part", "input"]])
    #expect(found.map(\.hasDefault) == [true, true])
  }

  struct Switch {
    /// The names of the outermost patterns.
    var cases: Set<String> = []
    var hasDefault = false
    /// True for a switch over keywords, whose cases have the names of steps.
    var isOverKeyword = false
    /// The depth of braces, parentheses and brackets around the cases.
    var depth: Int
  }

  /// Returns the switches of a file, inner ones first.
  static func switches(_ words: [String]) -> [Switch] {
    var done: [Switch] = []
    var open: [Switch] = []
    var depth = 0
    /// The depth of each word `switch` whose brace has not been read yet.
    var pending: [Int] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      let isMember = index > 0 && words[index - 1] == "."
      switch word {
      case "switch" where !isMember: pending.append(depth)
      case "{", "(", "[":
        depth += 1
        if word == "{", pending.last == depth - 1 {
          pending.removeLast()
          open.append(Switch(isOverKeyword: words[index - 1] == "keyword", depth: depth))
        }
      case "}", ")", "]":
        if word == "}", open.last?.depth == depth { done.append(open.removeLast()) }
        depth -= 1
      case "default" where !isMember && open.last?.depth == depth:
        open[open.count - 1].hasDefault = true
      case "case" where !isMember && open.last?.depth == depth:
        let before = index > 0 ? words[index - 1] : ""
        if ["if", "guard", "for", "while", ","].contains(before) { break }
        let patterns = Self.patterns(words[(index + 1)...])
        open[open.count - 1].cases.formUnion(patterns.names)
        index += patterns.count
      default: break
      }
      index += 1
    }
    return done
  }

  /// Returns the names of the patterns before the colon, and the number of words before it.
  private static func patterns(_ words: ArraySlice<String>) -> (names: [String], count: Int) {
    var names: [String] = []
    var depth = 0
    var startsPattern = true
    for (offset, index) in words.indices.enumerated() {
      switch words[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ":" where depth == 0: return (names, offset)
      case "," where depth == 0:
        startsPattern = true
        continue
      case "where" where depth == 0: break
      case "." where depth == 0 && startsPattern && index + 1 < words.endIndex:
        names.append(words[index + 1])
      default: break
      }
      startsPattern = false
    }
    return (names, words.count)
  }

  /// Returns the cases that the enum declares.
  private static func cases(of name: String, _ words: [String]) -> Set<String> {
    guard
      let start = words.indices.first(where: {
        words[$0] == "enum" && $0 + 1 < words.count && words[$0 + 1] == name
      }), let brace = words[start...].firstIndex(of: "{")
    else { return [] }
    var cases: Set<String> = []
    var depth = 0
    for index in words[brace...].indices {
      switch words[index] {
      case "{", "(": depth += 1
      case "}", ")":
        depth -= 1
        if depth == 0 { return cases }
      case "case" where depth == 1: cases.insert(words[index + 1])
      case "," where depth == 1: cases.insert(words[index + 1])
      default: break
      }
    }
    return cases
  }
}
