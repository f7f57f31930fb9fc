import Testing

@testable import Requests

@Suite struct RequestSchemaTests {
  @Test func allWordsAreThoseOfTheTable() {
    #expect(RequestSchema.allWords == Set(RequestSchema.all.words))
    for schema in [RequestSchema.pageRequests, .responses] {
      #expect(RequestSchema.allWords.isSuperset(of: schema.words))
    }
  }
}
