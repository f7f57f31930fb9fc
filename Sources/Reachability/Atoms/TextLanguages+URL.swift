import Automata
import WebURL

/// The texts that `ConvertibleURL` converts, put together from the parts of URLs.
extension TextLanguages {
  var urlTexts: Language {
    let space = store.repetition(store.bytes(0...0x20))
    let visibleEnd = store.concatenation(.everything, store.bytes(0x21...0xFF))
    let urls = store.intersection([
      store.alternation([webURL, fileURL, otherURL]), visibleEnd,
    ])
    return store.concatenation([
      space, store.preimage(of: urls, under: Self.withoutBreaks), space,
    ])
  }

  /// Removes tabs and line breaks.
  private static let withoutBreaks: TextFunction = TextFunction { language, store in
    var result = [Language](repeating: .empty, count: 256)
    for (bytes, rest) in store.derivatives(language, by: 0...255) {
      let target = store.preimage(of: rest, under: withoutBreaks)
      for byte in bytes { result[Int(byte)] = target }
    }
    for byte in [0x09, 0x0A, 0x0D] {
      result[byte] = store.preimage(of: language, under: withoutBreaks)
    }
    return result
  }

  private var slash: Language { oneOf("/\\") }
  private var webSchemes: Language {
    store.alternation(WebURL.schemesWithDefaultPort.map { anyCase($0) })
  }

  /// The texts of web URLs after the scheme: any number of slashes, an authority, and any rest.
  private var webURL: Language {
    store.concatenation([
      webSchemes, store.literal(":"), store.repetition(slash), user("/\\?#"),
      store.alternation([domain, address]), port, end("/\\?#"),
    ])
  }

  private var fileURL: Language {
    let drive = store.concatenation(letter, oneOf(":|"))
    let two = store.concatenation(slash, slash)
    return store.concatenation([
      anyCase("file"), store.literal(":"),
      store.alternation([
        store.difference(.everything, store.concatenation(two, .everything)),
        store.concatenation([
          two, store.optional(store.alternation([drive, domain, address])), end("/\\?#"),
        ]),
      ]),
    ])
  }

  /// A URL whose scheme is not special.
  private var otherURL: Language {
    let scheme = store.concatenation(
      letter, store.repetition(store.alternation([letter, digit, oneOf("+-.")])))
    let two = store.literal("//")
    let authority = store.concatenation([
      user("/?#"), store.alternation([opaqueHost, address]), port,
    ])
    return store.concatenation([
      store.difference(scheme, store.alternation([webSchemes, anyCase("file")])),
      store.literal(":"),
      store.alternation([
        store.difference(.everything, store.concatenation(two, .everything)),
        store.concatenation([two, store.optional(authority), end("/?#")]),
      ]),
    ])
  }

  // MARK: Characters

  private var letter: Language { oneOf("", [0x41...0x5A, 0x61...0x7A]) }
  private var hexadecimal: Language { oneOf("", [0x30...0x39, 0x41...0x46, 0x61...0x66]) }

  private func noneOf(_ characters: String) -> Language {
    let bytes = Set(characters.utf8)
    return store.alternation(
      (UInt8.min...UInt8.max).filter { !bytes.contains($0) }.map { store.bytes($0...$0) })
  }

  /// The empty text, or one of the characters followed by any text.
  private func end(_ first: String) -> Language {
    store.optional(store.concatenation(oneOf(first), .everything))
  }

  private func anyCase(_ word: String) -> Language {
    store.concatenation(
      word.utf8.map { store.alternation([$0, $0 ^ 0x20].map { store.bytes($0...$0) }) })
  }

  // MARK: Authority

  /// The user info with its `@`, or the empty text.
  private func user(_ delimiters: String) -> Language {
    store.optional(
      store.concatenation(store.repetition(noneOf(delimiters)), store.literal("@")))
  }

  private var port: Language {
    store.optional(
      store.concatenation(store.literal(":"), store.optional(integers(upTo: 65_535))))
  }

  private var opaqueHost: Language {
    store.repetition(noneOf("\0\t\n\r #/:<>?@[\\]^|"), lower: 1)
  }

  /// The host of a web URL in all its spellings: in any case of letters, and with escapes.
  private var domain: Language {
    let names = store.repetition(
      oneOf("!\"$&'()*+,-.;=_`{}~", [0x30...0x39, 0x61...0x7A]), lower: 1)
    let dot = store.literal(".")
    let number = store.alternation([
      store.repetition(digit, lower: 1),
      store.concatenation(store.literal("0x"), store.repetition(oneOf("abcdef", [0x30...0x39]))),
    ])
    let endsInNumber = store.concatenation([
      store.optional(store.concatenation(.everything, dot)), number, store.optional(dot),
    ])
    let hosts = store.alternation([
      store.difference(names, endsInNumber), store.concatenation(ipv4, store.optional(dot)),
    ])
    return store.preimage(of: hosts, under: Self.decodedHost)
  }

  /// Decodes escapes once, then converts letters to lower case.
  private static let decodedHost: TextFunction = TextFunction { language, store in
    var result = [Language](repeating: .empty, count: 256)
    for (bytes, rest) in store.derivatives(language, by: 0...0x7F) {
      let target = store.preimage(of: rest, under: decodedHost)
      for byte in bytes {
        result[Int(byte)] = target
        if (0x61...0x7A).contains(byte) { result[Int(byte ^ 0x20)] = target }
      }
    }
    func digit(_ value: UInt8) -> Language {
      let digits = value < 10 ? [0x30 + value] : [0x37 + value, 0x57 + value]
      return store.alternation(digits.map { store.bytes($0...$0) })
    }
    let escapes = result.enumerated().filter { $0.element != .empty }.map { byte, rest in
      store.concatenation([digit(UInt8(byte >> 4)), digit(UInt8(byte & 15)), rest])
    }
    result[0x25] = store.alternation(escapes)
    return result
  }

  // MARK: Addresses

  /// One to four numbers. Each is one byte, except that the last one fills all remaining bytes.
  private var ipv4: Language {
    let dot = store.literal(".")
    let byte = store.concatenation(number(bytes: 1), dot)
    return store.alternation(
      (0...3).map { count in
        store.concatenation(
          Array(repeating: byte, count: count) + [number(bytes: 4 - count)])
      })
  }

  /// A decimal, octal or hexadecimal number that fits into the given number of bytes.
  private func number(bytes: Int) -> Language {
    let zeros = store.repetition(store.literal("0"))
    let octalDigit = store.bytes(0x30...0x37)
    let (first, count) = (8 * bytes % 3, 8 * bytes / 3)
    let octal = store.concatenation([
      store.literal("0"), zeros,
      first == 0 ? .epsilon : store.optional(store.bytes(0x30...(0x2F + 1 << UInt8(first)))),
      store.repetition(octalDigit, lower: 0, upper: count),
    ])
    let hexadecimal = store.concatenation([
      store.literal("0x"), zeros,
      store.repetition(oneOf("abcdef", [0x30...0x39]), lower: 0, upper: 2 * bytes),
    ])
    return store.alternation([decimal(upTo: 1 << (8 * bytes) - 1), octal, hexadecimal])
  }

  /// The numbers up to the largest one, without leading zeros.
  private func decimal(upTo largest: UInt64) -> Language {
    store.difference(
      integers(upTo: largest), store.concatenation([store.literal("0"), digit, .everything]))
  }

  /// An IPv6 address in brackets.
  private var address: Language {
    let piece = store.repetition(hexadecimal, lower: 1, upper: 4)
    let next = store.concatenation(store.literal(":"), piece)
    let dot = store.literal(".")
    let byte = decimal(upTo: 255)
    let ipv4 = store.concatenation([byte, dot, byte, dot, byte, dot, byte])
    /// Sequences of pieces.
    ///
    /// - Parameter counts: the numbers of pieces; an IPv4 address at the end counts as two.
    func pieces(_ counts: ClosedRange<Int>, endsInIPv4: Bool) -> Language {
      store.alternation(
        counts.flatMap { count -> [Language] in
          if count == 0 { return [.epsilon] }
          let plain = store.concatenation(
            [piece] + Array(repeating: next, count: count - 1))
          if !endsInIPv4 || count < 2 { return [plain] }
          let start = Array(
            repeating: store.concatenation(piece, store.literal(":")), count: count - 2)
          return [plain, store.concatenation(start + [ipv4])]
        })
    }
    let compressed = (0...7).map { count in
      store.concatenation([
        pieces(count...count, endsInIPv4: false), store.literal("::"),
        pieces(0...(7 - count), endsInIPv4: true),
      ])
    }
    return store.concatenation([
      store.literal("["), store.alternation([pieces(8...8, endsInIPv4: true)] + compressed),
      store.literal("]"),
    ])
  }
}
