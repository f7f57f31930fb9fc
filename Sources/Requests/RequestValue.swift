/// A value of the request or response about which a chain decides.
package enum RequestValue: Hashable, Sendable {
  /// A part of one of the request's URLs.
  case part(URLPart, of: URLRoot)
  /// An input that is not a URL.
  case input(RequestInput)

  package static let url = RequestValue.part(.whole, of: .request)
  package static let scheme = RequestValue.part(.scheme, of: .request)
  package static let host = RequestValue.part(.host, of: .request)
  package static let port = RequestValue.part(.port, of: .request)
  package static let path = RequestValue.part(.path(.whole), of: .request)
  package static let pathCount = RequestValue.part(.path(.count), of: .request)

  package static func pathComponent(_ index: Int) -> RequestValue {
    .part(.path(.component(index)), of: .request)
  }

  package static let lastPathComponent = RequestValue.part(.path(.last), of: .request)

  package static func query(_ key: ExactString) -> RequestValue {
    .part(.queryItem(key), of: .request)
  }

  package static func header(_ name: ExactString) -> RequestValue { .input(.header(name)) }
  package static func flag(_ name: ExactString) -> RequestValue { .input(.flag(name)) }

  /// The value that text predicates test; for a URL its text.
  package var asText: RequestValue {
    if case .part(.whole, let root) = self { .part(.writtenURL, of: root) } else { self }
  }

  /// Returns the value with the argument; values without arguments stay the same.
  func with(_ argument: ValueArgument) -> RequestValue {
    switch self {
    case .part(let part, let root): .part(part.with(argument), of: root)
    case .input(let input): .input(input.with(argument))
    }
  }

  /// The name and the documentation of the value; the name includes the root.
  package var row: ValueRow {
    switch self {
    case .input(let input):
      let row = input.row
      return ValueRow(row.name, argument: row.argument, row.documentation)
    case .part(let part, let root):
      var row = part.row
      guard let word = root.word else { return row }
      if case .value = root, part == .whole || part == .writtenURL {
        return ValueRow(word, "A URL that the app gives. Compared after normalization.")
      }
      if root == .source, part == .whole { return ValueRow(unnamed: word + ".origin") }
      row.name = row.name.map { word + "." + $0 }
      row.label = word + "." + row.label
      row.documentation += root.suffix
      return row
    }
  }

  /// The type and the domain of the value.
  package var kind: ValueKind {
    switch self {
    case .part(let part, let root):
      var kind = part.kind
      if !root.isAlwaysPresent { kind.isAlwaysPresent = false }
      return kind
    case .input(let input): return input.kind
    }
  }

  /// The type of the value if it is present.
  package var type: RequestValueType { kind.type }

  /// True if every request has the value.
  package var isAlwaysPresent: Bool { kind.isAlwaysPresent }

  /// True if rules can compare the value with others of its type: a text, a URL, or a number other than a count.
  package var isComparable: Bool {
    let kind = kind
    return switch kind.type {
    case .string, .url: true
    case .int: kind.domain != .pathCount
    case .bool, .choice, .strings, .urls: false
    }
  }

  /// Returns true if `==` and `!=` can compare the two values.
  package func isComparable(with other: RequestValue) -> Bool {
    isComparable && other.isComparable && type == other.type
  }

  /// Returns true if operators on parts of a text, such as `hasPrefix`, can compare the two values.
  ///
  /// - Requires: this value is a text or a URL.
  package func isRelatable(to other: RequestValue) -> Bool {
    other.type == .string || other.type == .url && type == .url
  }

  /// The value in the syntax of rules.
  package var text: String {
    let row = row
    switch row.argument {
    case .none: return row.label
    case .index(let index): return "\(row.label)[\(index)]"
    case .key(let key, let isMember):
      return isMember && key.string.isPlainName
        ? "\(row.label).\(key.string)" : "\(row.label)[\"\(key.string)\"]"
    }
  }

  /// The character that separates the components of the text in patterns of `like`.
  package var separator: Character { kind.domain.separator }

  /// The reason why the value never equals the text, and a suggestion; nil if the value can equal it.
  package func refusal(of text: String) -> (why: String, suggestion: String?)? {
    var isRoot = false
    if case .part(.path(.component(0)), _) = self { isRoot = true }
    return kind.domain.refusal(of: text, label: row.label, isRoot: isRoot)
  }

  /// The reason why the value never equals the number; nil if the value can equal it.
  package func refusal(of number: Int64) -> String? { kind.domain.refusal(of: number) }

  /// Returns true if chains of the kind have the value.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .part(_, let root): root.input?.exists(in: kind) ?? true
    case .input(let input): input.exists(in: kind)
    }
  }

  /// The URL that contains the value; nil for an input.
  package var root: URLRoot? {
    switch self {
    case .part(_, let root): root
    case .input: nil
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    return utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F
    }
  }
}
