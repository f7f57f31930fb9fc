/// A generator of random numbers that are the same on every run.
package struct RandomChoice: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the next number (SplitMix64).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Returns true with a probability of 1 in `count`.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// Returns one of the elements.
  ///
  /// - Requires: the list is not empty.
  package mutating func one<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
