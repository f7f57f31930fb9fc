import Automata
import Testing

/// Tests that a cheap member of a language is in the language.
@Suite struct CheapMemberTests {
  @Test func repetitions() throws {
    let store = LanguageStore()
    let part = store.alternation([store.literal("ab"), store.literal("c")])
    for (lower, upper) in [(0, 0), (1, 1), (2, 2), (2, 3), (3, nil)] as [(Int, Int?)] {
      let language = store.repetition(part, lower: lower, upper: upper)
      let member = try #require(store.cheapMember(language))
      #expect(store.contains(language, member), "\(lower) \(String(describing: upper))")
    }
  }
}
