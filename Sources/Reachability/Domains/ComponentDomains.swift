import Automata
import Requests
import WebURL

/// The values that components can have, for each form of a URL.
///
/// The domains may contain values that do not occur, such as an `xn--` label that decodes to nothing. This is
/// sound: if no value of a domain fits, no value that occurs does, and every witness is parsed and evaluated
/// before it is shown.
final class ComponentDomains {
  private let store: LanguageStore
  private let languages: TextLanguages

  init(_ languages: TextLanguages) {
    self.languages = languages
    store = languages.store
  }

  func text(of component: Component, _ form: URLForm) -> TextConstraint {
    switch component {
    case .part(let part, _): text(of: part, form)
    case .input(.value(let key)):
      key.isOptional ? .optional(store.text) : .language(store.text)
    case .input(.filename): .optional(store.text)
    case .input(let input):
      switch input.kind.domain {
      case .method: .language(method)
      case .any: .optional(header)
      case .mime: .optional(mime)
      case .scheme, .host, .port, .path, .pathComponent, .pathCount, .status, .integer:
        preconditionFailure("the input is a part of a URL, or a number")
      }
    }
  }

  private func text(of part: URLPart, _ form: URLForm) -> TextConstraint {
    switch part {
    case .scheme:
      if let scheme = form.scheme { return .value(Array(scheme.utf8)) }
      return .language(customScheme)
    case .host:
      if !form.hasHost { return .missing }
      return .language(
        form == .fileHost ? fileHost : form.isSpecial ? specialHost : customHost)
    case .path:
      if !form.hasPath { return .missing }
      return .language(form.isSpecial ? specialPath : customPath)
    case .queryItem, .rawQueryItem, .fragment: return .optional(store.text)
    case .writtenQuery: return .optional(form.isSpecial ? specialQuery : customQuery)
    case .writtenFragment: return .optional(writtenFragment)
    case .afterScheme:
      switch form {
      case .opaque: return .language(opaquePath)
      case .customHost: return .language(store.concatenation(store.literal("//"), .everything))
      case .customPath: return .language(store.concatenation(store.literal("/"), .everything))
      case .https, .http, .file, .ftp, .wss, .ws, .fileHost: return .missing
      }
    case .writtenURL: return .language(.everything)
    case .whole, .port, .opaque: preconditionFailure("the component holds no text")
    }
  }

  // MARK: Scheme and host

  private var schemeCharacters: Language {
    languages.oneOf("+-.", [0x30...0x39, 0x61...0x7A])
  }

  private lazy var customScheme = store.difference(
    store.concatenation(store.bytes(0x61...0x7A), store.repetition(schemeCharacters)),
    store.alternation(["https", "http", "ftp", "ws", "wss", "file"].map { store.literal($0) }))

  /// The code points that a domain can contain, without upper-case letters.
  private var domainCharacters: Language {
    languages.oneOf("!\"$&'()*+,-.;=_`{}~", [0x30...0x39, 0x61...0x7A])
  }

  private lazy var specialHost: Language = {
    let digits = store.repetition(store.bytes(0x30...0x39), lower: 1)
    let hexadecimal = languages.oneOf("", [0x30...0x39, 0x61...0x66])
    let number = store.alternation([
      digits, store.concatenation(store.literal("0x"), store.repetition(hexadecimal)),
    ])
    let dot = store.literal(".")
    let endsInNumber = store.concatenation([
      store.optional(store.concatenation(.everything, dot)), number, store.optional(dot),
    ])
    return store.alternation([
      store.difference(store.repetition(domainCharacters, lower: 1), endsInNumber), ipv4, ipv6,
    ])
  }()

  private lazy var fileHost = store.difference(specialHost, store.literal("localhost"))

  private lazy var customHost = store.alternation([
    store.repetition(
      store.alternation([domainCharacters, store.literal("%")]), lower: 1), ipv6,
  ])

  private lazy var ipv4: Language = {
    let digit = store.bytes(0x30...0x39)
    let octet = store.alternation([
      digit, store.concatenation(store.bytes(0x31...0x39), digit),
      store.concatenation([store.literal("1"), digit, digit]),
      store.concatenation([store.literal("2"), store.bytes(0x30...0x34), digit]),
      store.concatenation(store.literal("25"), store.bytes(0x30...0x35)),
    ])
    let dot = store.literal(".")
    return store.concatenation([octet, dot, octet, dot, octet, dot, octet])
  }()

  /// The first of the longest runs of zeros is `::`, if it has at least two pieces.
  private lazy var ipv6: Language = {
    let piece = store.concatenation(
      languages.oneOf("", [0x31...0x39, 0x61...0x66]),
      store.repetition(languages.oneOf("", [0x30...0x39, 0x61...0x66]), lower: 0, upper: 3))
    let zero = store.literal("0")
    let colon = store.literal(":")
    var known: [[Int]: Language] = [:]
    /// The pieces before `::`, each with a colon after it, or the pieces after `::`, each with a colon before it.
    /// The pieces next to `::` are not zero.
    ///
    /// - Parameters:
    ///   - isEnd: whether the pieces are after `::`.
    ///   - zeros: the number of consecutive zeros before the pieces.
    ///   - longest: the greatest length of a run of zeros.
    func pieces(_ count: Int, isEnd: Bool, after zeros: Int, longest: Int) -> Language {
      if count == 0 { return .epsilon }
      let key = [count, isEnd ? 1 : 0, zeros, longest]
      if let known = known[key] { return known }
      func joined(_ piece: Language, _ zeros: Int) -> Language {
        store.concatenation(
          (isEnd ? [colon, piece] : [piece, colon])
            + [pieces(count - 1, isEnd: isEnd, after: zeros, longest: longest)])
      }
      var forms = [joined(piece, 0)]
      if zeros < longest, isEnd || count > 1 { forms.append(joined(zero, zeros + 1)) }
      let result = store.alternation(forms)
      known[key] = result
      return result
    }
    var forms = [
      store.concatenation(piece, pieces(7, isEnd: true, after: 0, longest: 1)),
      store.concatenation(zero, pieces(7, isEnd: true, after: 1, longest: 1)),
    ]
    for length in 2...8 {
      for count in 0...(8 - length) {
        let start = pieces(count, isEnd: false, after: 0, longest: length - 1)
        let end = pieces(8 - length - count, isEnd: true, after: length, longest: length)
        forms.append(
          store.concatenation([
            start == .epsilon ? colon : start, end == .epsilon ? colon : end,
          ]))
      }
    }
    return store.concatenation([store.literal("["), store.alternation(forms), store.literal("]")])
  }()

  // MARK: Path, query, fragment

  private lazy var specialPath = path(without: "/\\")
  private lazy var customPath = path(without: "/")

  private func path(without separators: String) -> Language {
    let slash = store.literal("/")
    let character = store.intersection([
      store.anyScalar,
      store.complement(
        store.alternation(separators.utf8.map { store.bytes($0...$0) })),
    ])
    let component = store.difference(
      store.repetition(character, lower: 1),
      store.alternation([store.literal("."), store.literal("..")]))
    return store.alternation([
      slash, store.repetition(store.concatenation(slash, component), lower: 1),
    ])
  }

  /// The texts of one byte that is not escaped.
  private func character(_ escaped: WebURL.EncodeSet, but others: String = "") -> Language {
    let set = (UInt8(0x20)...0x7E).filter { !escaped.contains($0) && !others.utf8.contains($0) }
    return store.alternation(set.map { store.bytes($0...$0) })
  }

  private lazy var specialQuery = store.repetition(character(.specialQuery))
  private lazy var customQuery = store.repetition(character(.query))
  private lazy var writtenFragment = store.repetition(character(.fragment))

  /// The encoded paths of URLs whose scheme is not special.
  private(set) lazy var writtenPath = writtenPath(but: "/")
  /// The encoded paths of URLs whose scheme is special. A backslash separates components like `/`, and is encoded
  /// as `/`.
  private(set) lazy var writtenSpecialPath = writtenPath(but: "/\\")

  private func writtenPath(but separators: String) -> Language {
    let slash = store.literal("/")
    let dot = store.alternation([".", "%2e", "%2E"].map { store.literal($0) })
    let component = store.difference(
      store.repetition(character(.path, but: separators)), store.repetition(dot, lower: 1, upper: 2)
    )
    return store.repetition(store.concatenation(slash, component), lower: 1)
  }

  /// The user info before the host, including its `@`.
  private(set) lazy var userInfo: Language = {
    let name = store.repetition(character(.userinfo), lower: 1)
    let password = store.concatenation(store.literal(":"), name)
    return store.concatenation(
      store.alternation([name, password, store.concatenation(name, password)]),
      store.literal("@"))
  }()

  private(set) lazy var opaquePath: Language = {
    store.difference(
      store.repetition(character(.control, but: "?#")),
      store.alternation([
        store.concatenation(store.literal("/"), .everything),
        store.concatenation(.everything, store.literal(" ")),
      ]))
  }()

  // MARK: Method and headers

  private lazy var method = store.repetition(
    languages.oneOf("!#$%&'*+-.^_`|~", [0x30...0x39, 0x41...0x5A]), lower: 1)

  /// Texts of visible characters, without parameters and upper-case letters.
  private lazy var mime = store.repetition(
    languages.oneOf("", [0x21...0x3A, 0x3C...0x40, 0x5B...0x7E]), lower: 1)

  /// Texts without control characters, and without white space at both ends.
  private lazy var header: Language = {
    let character = store.intersection([
      store.anyScalar, store.complement(languages.oneOf("\0\r\n")),
    ])
    let space = languages.oneOf(" \t")
    return store.difference(
      store.repetition(character),
      store.alternation([
        store.concatenation(space, .everything), store.concatenation(.everything, space),
      ]))
  }()
}
