import Syntax
import Testing
import Text

@testable import LanguageServer

/// Tests that an incremental update of the name index equals a new index.
@Suite struct NameIndexTests {
  private static let pool = [
    "flag a", "flag b", "screen A(id: Int)", "screen A(id: Int, more: { id: Int })",
    "model M { a: Int, b: M? }", "model M { a: Int }", "enum E { a, b }", "handler A {}",
    #"chain C { when path like "/{a}" && a cancel otherwise allow }"#, "event A", "call A sends M",
    "union U by \"k\" { a(b: Int), c(b: Int) }", "flag", "action a(a: Int) -> Bool",
  ]

  private func snapshot(_ texts: [String]) -> Snapshot {
    let files = texts.enumerated().map { SourceFile(name: "\($0.offset)", text: $0.element) }
    return Snapshot(
      files, uris: files.map(\.name), trees: files.map { SyntaxTree.parse($0) }, folder: "",
      encoding: .utf8, resource: { _ in nil })
  }

  private func described(_ names: NameIndex) -> [String] {
    names.keys.flatMap { key in
      names.places(key).enumerated().map { number, place in
        let declaration = place.declaration
        return "\(key) \(number): \(declaration.kind) \(place.file) \(declaration.nameSpan)"
      }
    }.sorted()
  }

  @Test func namesOfAnEditedSet() {
    var random = SeededGenerator(state: 5)
    var lines = (0..<4).map { _ in [String]() }
    var current = snapshot(lines.map { $0.joined(separator: "\n") })
    var (looks, most) = (0, 0)
    for _ in 0..<2000 {
      let earlier = lines
      if lines.count < 3 || random.below(40) == 0 { lines.insert([], at: random.below(3)) }
      if lines.count > 5 { lines.remove(at: random.below(5)) }
      for _ in 0..<random.below(3) {
        let file = random.below(lines.count)
        if lines[file].count > 4 || random.below(3) == 0, !lines[file].isEmpty {
          lines[file].remove(at: random.below(lines[file].count))
        } else {
          let line = Self.pool[random.below(Self.pool.count)]
          lines[file].insert(line, at: random.below(lines[file].count + 1))
        }
      }
      let next = snapshot(lines.map { $0.joined(separator: "\n") })
      next.takeOver(
        from: current,
        same: lines.enumerated().map { number, text in
          if number < earlier.count, earlier[number] == text { return number }
          return earlier.firstIndex(of: text)
        })
      current = next
      // The names of some states are never used.
      if random.below(3) > 0 { continue }
      let found = described(current.names)
      #expect(found == described(snapshot(lines.map { $0.joined(separator: "\n") }).names))
      looks += 1
      most = max(most, found.count)
    }
    #expect(looks > 500 && most > 30, "\(looks) times, \(most) names")
  }
}

/// A generator of the same numbers on every run.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }
}
