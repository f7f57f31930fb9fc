import Automata
import Testing

@Suite struct ClassifierTests {
  @Test func literalsGiveOneClassEachAndTheRest() throws {
    var steps: [Int] = []
    for count in [500, 1_000, 2_000] {
      let store = LanguageStore()
      let languages = (0..<count).map { store.literal("/route\($0)") }
      let classes = try store.classify(languages, within: store.text).classes
      #expect(classes.count == count + 1)
      #expect(Set(classes.map(\.holders)) == Set([[]] + (0..<count).map { [$0] }))
      steps.append(store.steps)
    }
    #expect(steps[2] < steps[0] * 5, "\(steps)")
  }

  @Test func complementsAreTurnedOver() throws {
    let store = LanguageStore()
    let a = store.literal("a")
    let classes = try store.classify(
      [store.complement(a), store.concatenation(a, .everything)], within: store.text
    ).classes
    #expect(Set(classes.map(\.holders)) == [[0], [1], [0, 1]])
  }

  @Test func manyContainsRunOutOfSteps() {
    let store = LanguageStore()
    store.limit = 200_000
    let languages = (0..<60).map { index in
      store.concatenation([.everything, store.literal("w\(index)x"), .everything])
    }
    #expect(throws: OutOfSteps.self) { try store.classify(languages, within: store.text) }
  }

  /// Random languages: the classes are exactly those that texts of up to six letters show, and each
  /// example is a shortest text of its class.
  @Test func randomLanguagesAgainstEveryText() throws {
    var random = Random(state: 11)
    let texts = LanguageTests.texts(letters: [0x61, 0x62], upTo: 6)
    for _ in 0..<150 {
      let store = LanguageStore()
      let expressions = (0..<3).map { _ in Expression.random(depth: 3, using: &random) }
      let universe = store.repetition(store.bytes(0x61...0x62), lower: 0, upper: 6)
      var expected: [[Int]: Int] = [:]
      for text in texts {
        let holders = expressions.indices.filter { expressions[$0].holds(text[...]) }
        if expected[holders] == nil { expected[holders] = text.count }
      }
      let classes = try store.classify(
        expressions.map { $0.language(in: store) }, within: universe
      ).classes
      #expect(classes.count == expected.count)
      for found in classes {
        #expect(expected[found.holders] == found.example.count)
        #expect(
          expressions.indices.filter { expressions[$0].holds(found.example[...]) } == found.holders)
      }
    }
  }
}
