/// The values and inputs that one kind of declaration can name.
package final class RequestSchema: Sendable {
  /// The values and inputs that rules of a `chain` can name.
  package static let pageRequests = RequestSchema(
    roots: [.request, .page, .document, .source],
    inputs: RequestInput.named.filter { $0.exists(in: .requests) })
  /// The values and inputs that rules of `responses` can name.
  package static let responses = RequestSchema(
    roots: [.request, .page], inputs: RequestInput.named.filter { $0.exists(in: .responses) })
  /// The values and inputs that rules of handlers can name, since every kind of chain can use a handler.
  package static let all = RequestSchema(
    roots: [.request, .page, .document, .source], inputs: RequestInput.named)
  /// The words of `all`. They are computed without the tables, since those take longer to create.
  package static let allWords = Set(
    pageRequests.words
      + RequestInput.named.filter { $0.kind.type != .url }.map { firstWord(of: $0.row.name) })

  /// The names of the values of `all`, and the part of each name before each dot: `page` and `page.path` of
  /// `page.path.last`.
  package static let allBeginnings: Set<String> = {
    var beginnings: Set<String> = []
    for value in all.values {
      guard let name = value.row.name else { continue }
      beginnings.insert(name)
      for (place, byte) in name.utf8.enumerated() where byte == 0x2E {
        beginnings.insert(String(decoding: name.utf8.prefix(place), as: UTF8.self))
      }
    }
    return beginnings
  }()

  /// The indices of values in `values` by name.
  private let places: [String: [(argument: ValueArgument, place: Int)]]
  private let inputPlaces: [String: (argument: ValueArgument, place: Int)]
  /// A value for each row, in the order of the table.
  package let values: [RequestValue]
  /// An input for each row, in the order of the table.
  package let inputs: [RequestInput]
  /// The first words of values and inputs, which declarations and captures cannot use as names.
  package let words: [String]

  /// The URLs with parts that rules can name.
  package let roots: [URLRoot]

  private init(roots: [URLRoot], inputs: [RequestInput]) {
    self.roots = roots
    var (own, others): ([RequestValue], [RequestValue]) = ([], [])
    for root in roots {
      let parts = root.named.map { RequestValue.part($0, of: root) }
      if root.word == nil { own += parts } else { others += parts }
    }
    values = own + inputs.filter { $0.kind.type != .url }.map { .input($0) } + others
    self.inputs = inputs
    var places: [String: [(argument: ValueArgument, place: Int)]] = [:]
    places.reserveCapacity(values.count)
    var words: [String] = []
    for (place, value) in values.enumerated() {
      let row = value.row
      guard let name = row.name else { continue }
      places[name, default: []].append((row.argument, place))
      let word = Self.firstWord(of: name)
      // Most names with the same first word are adjacent.
      if words.last != word, !words.contains(word) { words.append(word) }
    }
    self.places = places
    self.words = words
    var inputPlaces: [String: (argument: ValueArgument, place: Int)] = [:]
    inputPlaces.reserveCapacity(inputs.count)
    for (place, input) in inputs.enumerated() {
      inputPlaces[input.row.name] = (input.row.argument, place)
    }
    self.inputPlaces = inputPlaces
  }

  /// The name up to the first dot, such as `page` of `page.path`.
  private static func firstWord(of name: String) -> String {
    String(decoding: name.utf8.prefix { $0 != 0x2E }, as: UTF8.self)
  }

  /// The value with the name and the argument; nil if there is none.
  ///
  /// - Parameter name: the name including the root, such as `page.path`.
  package func value(_ name: String, _ argument: ValueArgument = .none) -> RequestValue? {
    guard let place = places[name]?.first(where: { $0.argument.accepts(argument) })?.place else {
      return nil
    }
    return argument == .none ? values[place] : values[place].with(argument)
  }

  /// The input with the name and the argument; nil if there is none.
  package func input(_ name: String, _ argument: ValueArgument = .none) -> RequestInput? {
    guard let found = inputPlaces[name], found.argument.accepts(argument) else { return nil }
    return argument == .none ? inputs[found.place] : inputs[found.place].with(argument)
  }

  /// The value with this text in the syntax of rules (`path[1]`, `query.name`, `header["Name"]`); nil if there is
  /// none.
  package func value(written text: String) -> RequestValue? {
    if let bracket = text.firstIndex(of: "[") {
      let inner = text[text.index(after: bracket)...].prefix { $0 != "]" }
      let name = String(text[..<bracket])
      if let index = Int(inner) { return value(name, .index(index)) }
      return value(
        name, .key(ExactString(String(inner.filter { $0 != "\"" })), isMember: false))
    }
    if let value = value(text) { return value }
    guard let dot = text.lastIndex(of: ".") else { return nil }
    return value(
      String(text[..<dot]),
      .key(ExactString(String(text[text.index(after: dot)...])), isMember: true))
  }

  /// The type of the values that begin with the word, and their documentation in Markdown; nil if there are none.
  package func documentation(of word: String) -> (type: String, text: String)? {
    let values = values(of: word)
    guard let first = values.first else { return nil }
    let own = value(word)
    var text = (own ?? first).row.documentation
    if own == nil, let input = input(word) { text = input.row.documentation }
    let others = forms(of: word).filter { $0 != word }
    if !others.isEmpty, own != nil || values.count > 1 {
      text += " " + others.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
    return ((own ?? first).type.name, text)
  }

  /// Returns true if any name can follow the word as a key, as in `query.name`.
  package func takesKeys(_ word: String) -> Bool {
    value(word, .key("", isMember: true)) != nil
  }

  /// The forms of the values that begin with the word, such as `path`, `path[1]` and `query.name`.
  package func forms(of word: String) -> [String] {
    values(of: word).flatMap { value in
      let row = value.row
      switch row.argument {
      case .none: return [row.label]
      case .index: return ["\(row.label)[1]"]
      case .key(_, isMember: true): return ["\(row.label).name", "\(row.label)[\"name\"]"]
      case .key(_, isMember: false): return ["\(row.label)[\"Name\"]"]
      }
    }
  }

  /// The values that begin with the word.
  package func values(of word: String) -> [RequestValue] {
    values.filter { value in
      guard let name = value.row.name else { return false }
      return name == word || name.hasPrefix(word + ".")
    }
  }
}

extension ValueArgument {
  /// Returns true if a value with this argument in its row can have the other argument.
  fileprivate func accepts(_ other: ValueArgument) -> Bool {
    switch (self, other) {
    case (.none, .none), (.index, .index): true
    case (.key(_, let allowsMember), .key(_, let isMember)): allowsMember || !isMember
    case (.none, _), (.index, _), (.key, _): false
    }
  }
}

extension ChainKind {
  /// The values and inputs that rules of the kind can name.
  package var schema: RequestSchema {
    switch self {
    case .requests: .pageRequests
    case .responses: .responses
    }
  }
}
