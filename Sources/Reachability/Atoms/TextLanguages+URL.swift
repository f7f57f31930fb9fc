import Automata
import WebURL

/// The texts that `ConvertibleURL` converts, part by part.
extension TextLanguages {
  var urlTexts: Language {
    let scheme = store.concatenation(
      letter, store.repetition(store.alternation([letter, digit, oneOf("+-.")])))
    let web = store.alternation(WebURL.schemesWithDefaultPort.map { anyCase($0) })
    let file = anyCase("file")
    let others = store.difference(scheme, store.alternation([web, file]))
    let slashes = store.literal("://")
    let texts = store.alternation([
      store.concatenation([
        web, slashes, user, store.alternation([webHost, address]), port, end("/\\?#"),
      ]),
      store.concatenation([file, slashes, filePath, end("?#")]),
      store.concatenation([
        others, slashes,
        store.optional(
          store.concatenation([user, store.alternation([otherHost, address]), port])),
        end("/?#"),
      ]),
      store.concatenation([
        others, store.literal(":"),
        store.difference(any, store.concatenation(store.literal("//"), .everything)),
      ]),
    ])
    return store.difference(texts, store.concatenation(.everything, store.literal(" ")))
  }

  private var letter: Language { oneOf("", [0x41...0x5A, 0x61...0x7A]) }
  private var hexadecimal: Language { oneOf("", [0x30...0x39, 0x41...0x46, 0x61...0x66]) }

  /// Any bytes but control characters.
  private var any: Language { store.repetition(oneOf("", [0x20...0x7E, 0x80...0xFF])) }

  /// Nothing, or one of the characters and anything after it.
  private func end(_ first: String) -> Language {
    store.optional(store.concatenation(oneOf(first), any))
  }

  private func anyCase(_ word: String) -> Language {
    store.concatenation(
      word.utf8.map { store.alternation([$0, $0 ^ 0x20].map { store.bytes($0...$0) }) })
  }

  /// One or more letters, digits, escapes, `-._~`, `!$&'()*+,` and the other characters.
  private func plain(_ others: String) -> Language {
    store.repetition(
      store.alternation([
        letter, digit, oneOf("-._~!$&'()*+," + others),
        store.concatenation([store.literal("%"), hexadecimal, hexadecimal]),
      ]), lower: 1)
  }

  private var user: Language {
    let password = store.concatenation(store.literal(":"), plain(""))
    return store.optional(
      store.concatenation([plain(""), store.optional(password), store.literal("@")]))
  }

  private var port: Language {
    store.optional(
      store.concatenation(store.literal(":"), store.optional(integers(upTo: 65_535))))
  }

  private var otherHost: Language { plain(";=") }

  /// A name, or an IPv4 address in its usual form: only such an address ends in a number.
  private var webHost: Language {
    let names = store.repetition(
      store.alternation([letter, digit, oneOf("-._~!$&'()*+,;=")]), lower: 1)
    let dot = store.literal(".")
    let number = store.alternation([
      store.repetition(digit, lower: 1),
      store.concatenation([store.literal("0"), oneOf("xX"), store.repetition(hexadecimal)]),
    ])
    let endsInNumber = store.concatenation([
      store.optional(store.concatenation(.everything, dot)), number, store.optional(dot),
    ])
    let byte = store.difference(
      integers(upTo: 255), store.concatenation([store.literal("0"), digit, .everything]))
    return store.alternation([
      store.difference(names, endsInNumber),
      store.concatenation([byte, dot, byte, dot, byte, dot, byte]),
    ])
  }

  /// An IPv6 address in brackets.
  private var address: Language {
    let piece = store.repetition(hexadecimal, lower: 1, upper: 4)
    let next = store.concatenation(store.literal(":"), piece)
    func pieces(_ counts: ClosedRange<Int>) -> Language {
      if counts.upperBound == 0 { return .epsilon }
      let some = store.concatenation(
        piece,
        store.repetition(next, lower: max(counts.lowerBound, 1) - 1, upper: counts.upperBound - 1))
      return counts.lowerBound == 0 ? store.optional(some) : some
    }
    let compressed = (0...7).map { count in
      store.concatenation([pieces(count...count), store.literal("::"), pieces(0...(7 - count))])
    }
    return store.concatenation([
      store.literal("["), store.alternation([pieces(8...8)] + compressed), store.literal("]"),
    ])
  }

  /// The path of a `file` URL, without a drive letter.
  private var filePath: Language {
    let text = store.repetition(
      store.alternation([
        store.bytes(0x20...0x22), store.bytes(0x24...0x2E), store.bytes(0x30...0x3E),
        store.bytes(0x40...0x5B), store.bytes(0x5D...0x7E), store.bytes(0x80...0xFF),
      ]))
    let component = store.difference(text, store.concatenation(letter, oneOf(":|")))
    return store.repetition(store.concatenation(oneOf("/\\"), component))
  }
}
