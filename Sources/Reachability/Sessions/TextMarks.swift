import Automata
import Requests
import WebURL

/// Marks of the sequences of three bytes that occur in texts. The case of ASCII letters is ignored.
///
/// Several sequences share a mark. If some mark of a text is not among the marks of others, none of these
/// contains the text.
struct TextMarks {
  private var bits = SIMD4<UInt64>()

  /// The least length of a text that has marks.
  static let leastLength = 3

  mutating func insert(_ text: some Sequence<UInt8>) {
    var last: UInt32 = 0
    var length = 0
    for byte in text {
      last = (last << 8 | UInt32(byte.asciiLowercase)) & 0xFF_FFFF
      length += 1
      if length < Self.leastLength { continue }
      let mark = Int((last &* 0x9E37_79B1) >> 24)
      bits[mark >> 6] |= 1 << UInt64(mark & 63)
    }
  }

  /// Inserts every text of the URL that a rule can test.
  mutating func insert(_ url: WebURL) {
    insert(url.normalized.utf8)
    if let host = url.host { insert(host.utf8) }
    if let path = url.path { insert(path.utf8) }
    if let fragment = url.fragment { insert(fragment.utf8) }
    if url.rawQuery == nil { return }
    for item in url.queryItems { insert(item.value.utf8) }
    for item in url.rawQueryItems { insert(item.value.utf8) }
  }

  mutating func formUnion(_ other: TextMarks) { bits |= other.bits }

  /// Returns whether these marks include the other marks.
  func includes(_ other: TextMarks) -> Bool { bits & other.bits == other.bits }

  /// Returns whether these marks include all marks of one of the elements.
  func includesAny(of others: [TextMarks]) -> Bool { others.contains { includes($0) } }
}

extension AnalysisContext {
  /// The most alternatives of `requiredMarks`.
  private static let mostMarks = 8

  /// The alternative marks of texts in requests for which the formula holds: each such request contains all marks
  /// of one element. Values without a constraint are left out. Nil if no texts are known.
  func requiredMarks(_ formula: Formula) -> [TextMarks]? {
    switch formula {
    case .constant(let value): return value ? nil : []
    case .literal(let literal):
      return literal.isNegated ? nil : requiredMarks(atomTable.atoms[literal.atom].test)
    case .all(let parts):
      var marks: [TextMarks]?
      for part in parts {
        guard let others = requiredMarks(part) else { continue }
        if let known = marks, others.count == 1 || known.count == 1 {
          marks = known.flatMap { one in
            others.map { other in
              var both = one
              both.formUnion(other)
              return both
            }
          }
        } else if marks == nil {
          marks = others
        }
      }
      return marks
    case .any(let parts):
      var marks: [TextMarks] = []
      for part in parts {
        guard let others = requiredMarks(part), marks.count + others.count <= Self.mostMarks else {
          return nil
        }
        marks += others
      }
      return marks
    }
  }

  private func requiredMarks(_ test: AtomTest) -> [TextMarks]? {
    var texts: [[UInt8]] = []
    switch test {
    case .literal(let bytes): texts = [bytes.map { $0.asciiLowercase }]
    case .language(let language): texts = store.requiredTexts(language)
    case .namedURL(let number):
      texts = [atomTable.namedURLs[number].normalized.utf8.map { $0.asciiLowercase }]
    case .isPresent, .numbers, .choice, .equal, .related: break
    }
    var marks: TextMarks?
    for text in texts where text.count >= TextMarks.leastLength && !isUsual(text) {
      var known = marks ?? TextMarks()
      known.insert(text)
      marks = known
    }
    return marks.map { [$0] }
  }

  /// Returns whether a component without a constraint may contain the text.
  ///
  /// - Parameter text: the text in lower case.
  private func isUsual(_ text: [UInt8]) -> Bool {
    let values =
      URLForm.allCases.map { Self.preferred(.scheme, $0) } + atomTable.defaults
      + [.text(URLForm.usualHost)]
    return values.contains { value in
      guard case .text(let bytes) = value, bytes.count >= text.count else { return false }
      return (0...(bytes.count - text.count)).contains { start in
        bytes[start...].prefix(text.count).elementsEqual(text) { $0.asciiLowercase == $1 }
      }
    }
  }
}
