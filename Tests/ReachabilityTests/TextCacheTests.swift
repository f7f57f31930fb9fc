import Testing

@testable import Reachability

@Suite struct TextCacheTests {
  @Test func eachTextHasItsOwnAtomsOrNone() {
    var cache = TextCache()
    func atoms(_ number: Int) -> [Int] { [number, number + 1] }
    for number in 0..<100_000 {
      let text = Array("/\(number % 40_000)".utf8)
      if let known = cache[text] { #expect(known == atoms(number % 40_000)) }
      cache.insert(text, atoms(number % 40_000))
      #expect(cache[text] == atoms(number % 40_000))
    }
    #expect(cache[[0x78]] == nil)
    let kept = (0..<40_000).count { cache[Array("/\($0)".utf8)] != nil }
    #expect((8_000...16_384).contains(kept))
    cache.removeAll()
    #expect(cache[Array("/1".utf8)] == nil)
  }
}
