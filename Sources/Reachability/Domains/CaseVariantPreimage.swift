import Automata
import Requests

extension LanguageStore {
  /// The texts that equal a member of the language except for the case of letters.
  func caseVariants(of language: Language) -> Language {
    language == .everything || language == .empty
      ? language : preimage(of: language, under: CaseVariantPreimage.function)
  }

  /// The texts that equal the text except for the case of letters.
  func caseVariants(of text: String) -> Language {
    concatenation(
      text.unicodeScalars.map { scalars(CaseVariants.closure(of: ScalarSet($0)).ranges) })
  }
}

/// A function that replaces each scalar of a text by any of its variants.
///
/// Most languages contain either all variants of a scalar or none. Then it is enough to read the bytes of the
/// scalar itself.
private enum CaseVariantPreimage {
  static let function: TextFunction = TextFunction { language, store in
    var result = [Language](repeating: .empty, count: 256)
    for (bytes, rest) in store.derivatives(language, by: 0...0xFF) {
      for byte in bytes { result[Int(byte)] = behind(byte, rest, store) }
    }
    var others: [UInt8: [Language]] = [:]
    for group in encodings {
      let rests = group.map { bytes in
        bytes.reduce(language) { $0 == .empty ? .empty : store.derivative($0, by: $1) }
      }
      for (bytes, own) in zip(group, rests) {
        var added: [Language] = []
        for rest in rests where rest != own && rest != .empty && !added.contains(rest) {
          added.append(rest)
          others[bytes[0], default: []].append(
            store.concatenation(
              store.literal(Array(bytes.dropFirst())), store.caseVariants(of: rest)))
        }
      }
    }
    for (byte, languages) in others {
      result[Int(byte)] = store.alternation([result[Int(byte)]] + languages)
    }
    return result
  }

  /// The texts after the first byte of a scalar that is not replaced.
  private static func behind(
    _ byte: UInt8, _ language: Language, _ store: LanguageStore
  ) -> Language {
    switch byte {
    case 0xC2...0xDF: later(1, language, store)
    case 0xE0...0xEF: later(2, language, store)
    case 0xF0...0xF4: later(3, language, store)
    default: store.caseVariants(of: language)
    }
  }

  /// The texts after a byte in the middle of a scalar.
  ///
  /// - Parameter count: the number of bytes that the scalar still has.
  private static func later(
    _ count: Int, _ language: Language, _ store: LanguageStore
  ) -> Language {
    if count == 0 || language == .everything { return store.caseVariants(of: language) }
    return store.alternation(
      store.derivatives(language, by: 0x80...0xBF).map { bytes, rest in
        store.concatenation(store.bytes(bytes), later(count - 1, rest, store))
      })
  }

  /// The UTF-8 bytes of each scalar in each group of variants.
  private static let encodings = CaseVariants.groups.map { group in
    group.map { Array(String($0).utf8) }
  }
}
