import Automata
import WebURL

/// The texts whose percent escapes decode to members of a language (`PercentEscapes` defines decoding).
///
/// The text after an escape determines whether the escape is decoded: an escape of an incomplete UTF-8 sequence
/// remains. The naive way buffers the bytes until that is known, with a state for each prefix of each sequence.
/// Instead `%` leads to two disjoint sets of texts. In the first the escape is decoded, and the first scalar
/// comes from the language itself. In the second the escape remains, and the texts have no prefix in the first
/// set.
final class PercentDecodingPreimage {
  private let store: LanguageStore
  /// The results of `hexadecimal` by range.
  private var numbers: [ClosedRange<UInt8>: Language] = [:]

  init(_ store: LanguageStore) { self.store = store }

  /// The texts that decode to members as a key or a value of a query.
  func query(_ language: Language) -> Language {
    store.preimage(of: language, under: Self.queryDecoding)
  }

  func fragment(_ language: Language) -> Language {
    store.preimage(of: language, under: Self.fragmentDecoding)
  }

  /// The paths whose canonical form is a member: `/` and the components that are not empty, joined by `/`.
  func path(_ language: Language) -> Language {
    store.preimage(of: language, under: Self.startOfPath)
  }

  private static let queryDecoding: TextFunction = TextFunction { language, store in
    PercentDecodingPreimage(store).derivatives(language, as: .queryValue, then: queryDecoding)
  }

  private static let fragmentDecoding: TextFunction = TextFunction { language, store in
    PercentDecodingPreimage(store).derivatives(language, as: .fragment, then: fragmentDecoding)
  }

  /// Reads the text before the first component. A path that ends here is `/`.
  private static let startOfPath: TextFunction = TextFunction(empty: [0x2F]) { language, store in
    PercentDecodingPreimage(store).component(language, slash: startOfPath)
  }

  /// Reads the text after a slash that is part of the canonical form only if a component follows.
  private static let behindSlash: TextFunction = TextFunction { language, store in
    PercentDecodingPreimage(store).component(language, slash: behindSlash)
  }

  private static let inComponent: TextFunction = TextFunction { language, store in
    var derivatives = PercentDecodingPreimage(store)
      .derivatives(language, as: .pathComponent, then: inComponent)
    derivatives[0x2F] = store.preimage(of: language, under: behindSlash)
    return derivatives
  }

  /// The derivatives at a place at which a component can start.
  ///
  /// - Parameter slash: reads the text after a slash.
  private func component(
    _ language: Language, slash: TextFunction
  ) -> [Language] {
    let component = store.derivative(language, by: 0x2F)
    var derivatives = derivatives(component, as: .pathComponent, then: Self.inComponent)
    derivatives[0x2F] = store.preimage(of: language, under: slash)
    return derivatives
  }

  // MARK: Escapes

  /// The derivatives at a place inside a part of the URL.
  ///
  /// - Parameter next: reads the rest of the text.
  private func derivatives(
    _ language: Language, as use: PercentEscapes.Use, then next: TextFunction
  ) -> [Language] {
    var result = [Language](repeating: .empty, count: 256)
    for (bytes, rest) in store.derivatives(language, by: 0...255) {
      let target = store.preimage(of: rest, under: next)
      for byte in bytes { result[Int(byte)] = target }
    }
    if use == .queryValue {
      result[0x2B] = store.preimage(of: store.derivative(language, by: 0x20), under: next)
    }
    let decoded = decoded(language, as: use, then: next)
    if result[0x25] == .empty {
      result[0x25] = decoded
    } else {
      let others = self.decoded(.everything, as: use, then: next)
      result[0x25] = store.alternation([store.difference(result[0x25], others), decoded])
    }
    return result
  }

  /// The first bytes of UTF-8 sequences of several bytes, grouped by the bytes that can follow them.
  private static let starts = {
    var starts: [(bytes: ClosedRange<UInt8>, count: Int, second: ClosedRange<UInt8>)] = []
    for byte in UInt8.min...UInt8.max {
      guard let (count, second) = PercentEscapes.following(byte) else { continue }
      if let last = starts.last, last.count == count, last.second == second {
        starts[starts.count - 1].bytes = last.bytes.lowerBound...byte
      } else {
        starts.append((byte...byte, count, second))
      }
    }
    return starts
  }()

  /// The texts after a `%` that starts the escapes of a scalar.
  private func decoded(
    _ language: Language, as use: PercentEscapes.Use, then next: TextFunction
  ) -> Language {
    var cases: [Language] = []
    let ascii: [ClosedRange<UInt8>] =
      use == .pathComponent ? [0...0x2E, 0x30...0x5B, 0x5D...0x7F] : [0...0x7F]
    for range in ascii {
      cases += continued(language, range, count: 0, then: next)
    }
    for start in Self.starts {
      for (bytes, rest) in store.derivatives(language, by: start.bytes) {
        let tail = store.alternation(
          continued(rest, start.second, count: start.count - 1, then: next))
        cases.append(store.concatenation([hexadecimal(bytes), store.literal("%"), tail]))
      }
    }
    return store.alternation(cases)
  }

  /// The texts that consist of the escape of a byte in the range, without its `%`, and the rest of the text.
  ///
  /// - Parameter count: the number of further bytes in the UTF-8 sequence.
  private func continued(
    _ language: Language, _ range: ClosedRange<UInt8>, count: Int, then next: TextFunction
  ) -> [Language] {
    var cases: [Language] = []
    for (bytes, rest) in store.derivatives(language, by: range) {
      let tail =
        if count == 0 {
          store.preimage(of: rest, under: next)
        } else {
          store.concatenation(
            store.literal("%"),
            store.alternation(continued(rest, 0x80...0xBF, count: count - 1, then: next)))
        }
      cases.append(store.concatenation(hexadecimal(bytes), tail))
    }
    return cases
  }

  /// The texts of two hexadecimal digits for the bytes in the range.
  private func hexadecimal(_ range: ClosedRange<UInt8>) -> Language {
    if let known = numbers[range] { return known }
    let (first, last) = (range.lowerBound >> 4, range.upperBound >> 4)
    let language = store.alternation(
      (first...last).map { high in
        let low = high == first ? range.lowerBound & 15 : 0
        return store.concatenation(
          digits(high...high), digits(low...(high == last ? range.upperBound & 15 : 15)))
      })
    numbers[range] = language
    return language
  }

  /// The hexadecimal digits of the values, in upper and lower case.
  private func digits(_ values: ClosedRange<UInt8>) -> Language {
    store.alternation(
      values.flatMap { value -> [Language] in
        if value < 10 { return [store.bytes((0x30 + value)...(0x30 + value))] }
        return [0x41, 0x61].map { store.bytes(($0 + value - 10)...($0 + value - 10)) }
      })
  }
}
