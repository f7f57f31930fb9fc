import Automata
import RandomRules
import Semantics
import TestSupport
import Testing
import WebURL

@testable import Reachability

/// Tests the language of the texts that convert to URLs.
@Suite struct TextURLLanguageTests {
  @Test(.seeded) func containsTheTextsThatConvert() {
    let context = AnalysisContext()
    let language = context.languages.language(of: ValueType.url)
    var texts = RandomURLTexts(random: RandomChoice(seed: Seed.of(37)))
    var converting = 0
    for _ in 0..<TestOptions.cases(4_000, long: 100_000) {
      let text = texts.next()
      let converts = ConvertibleURL.converted(text) != nil
      #expect(context.store.contains(language, text) == converts, "\(text)")
      converting += converts ? 1 : 0
    }
    #expect(converting > 400)
  }
}
