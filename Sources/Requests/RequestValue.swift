/// A value of the request or response that a chain decides on.
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

  /// The value that predicates on text test: a URL's text.
  package var asText: RequestValue {
    if case .part(.whole, let root) = self { .part(.writtenURL, of: root) } else { self }
  }

  /// The value with that argument, if it has one.
  func with(_ argument: ValueArgument) -> RequestValue {
    switch self {
    case .part(let part, let root): .part(part.with(argument), of: root)
    case .input(let input): .input(input.with(argument))
    }
  }

  /// The row of the value, with the root in its name.
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

  /// True if every request has it.
  package var isAlwaysPresent: Bool { kind.isAlwaysPresent }

  /// True if it compares with another value of its type: a text, a URL, or a number other than a count.
  package var isComparable: Bool {
    let kind = kind
    return switch kind.type {
    case .string, .url: true
    case .int: kind.domain != .pathCount
    case .bool, .choice, .strings, .urls: false
    }
  }

  /// Returns true if `==` and `!=` compare it with the other value.
  package func isComparable(with other: RequestValue) -> Bool {
    isComparable && other.isComparable && type == other.type
  }

  /// Returns true if the operators on parts of a text, such as `hasPrefix`, compare it with the other value.
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

  /// The character that splits the text into components for `like`.
  package var separator: Character { kind.domain.separator }

  /// The reason why the value is never the text, and a suggestion; nil if it can be.
  package func refusal(of text: String) -> (why: String, suggestion: String?)? {
    var isRoot = false
    if case .part(.path(.component(0)), _) = self { isRoot = true }
    return kind.domain.refusal(of: text, label: row.label, isRoot: isRoot)
  }

  /// The reason why the value is never the number; nil if it can be.
  package func refusal(of number: Int) -> String? { kind.domain.refusal(of: number) }

  /// Returns true if chains of that kind have the value.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .part(_, let root): root.input?.exists(in: kind) ?? true
    case .input(let input): input.exists(in: kind)
    }
  }

  /// The URL that it belongs to.
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
