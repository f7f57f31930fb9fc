import Text

/// The arguments after a verb on the command line.
package struct Arguments: Sendable {
  package private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  package subscript(option: String) -> String? { values[option]?.first }

  /// Returns all values of an option that may be repeated, in their order.
  package func all(_ option: String) -> [String] { values[option] ?? [] }

  /// - Parameter words: all words after the verb.
  package init(_ words: some Sequence<String>, for verb: Verb) throws(UsageError) {
    let words = Array(words)
    var isOptional = true
    var next = 0
    while next < words.count {
      let word = words[next]
      next += 1
      if !isOptional || word == "-" || !word.hasPrefix("-") {
        guard let operand = verb.operand else {
          throw UsageError("`\(verb.name)` takes no operands, but got `\(word)`", verb.name)
        }
        if !operand.isRepeated, !operands.isEmpty {
          throw UsageError(
            "`\(verb.name)` takes one \(operand.name), but also got `\(word)`", verb.name)
        }
        operands.append(word)
      } else if word == "--" {
        isOptional = false
      } else if word == "-h" {
        flags.insert(Verb.helpOption.name)
      } else {
        try take(word, words, &next, verb)
      }
    }
  }

  private mutating func take(
    _ word: String, _ words: [String], _ next: inout Int, _ verb: Verb
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let options = verb.allOptions
    let isShort = parts[0] == "-o" && options.contains { $0.name == "output" }
    let given = isShort ? "--output" : String(parts[0])
    guard given.hasPrefix("--"), let option = options.first(where: { "--" + $0.name == given })
    else {
      let nearest = Nearest.names(to: given, among: options.map { "--" + $0.name }, limit: 1).first
      throw UsageError(
        "unknown option `\(given)`", verb.name, help: nearest.map { "did you mean `\($0)`?" })
    }
    if flags.contains(option.name) || values[option.name] != nil && !option.isRepeated {
      throw UsageError("option `\(given)` is given twice", verb.name)
    }
    if case .none = option.value {
      if parts.count > 1 { throw UsageError("option `\(given)` takes no value", verb.name) }
      flags.insert(option.name)
      return
    }
    switch option.value {
    case .optionalChoice, .optionalText:
      flags.insert(option.name)
      if parts.count == 1 { return }
    default: break
    }
    let value: String
    if parts.count > 1 {
      value = String(parts[1])
    } else if next < words.count, words[next] == "-" || !words[next].hasPrefix("-") {
      value = words[next]
      next += 1
    } else {
      throw UsageError("option `\(given)` needs a value: `\(option.usage)`", verb.name)
    }
    if value.isEmpty { throw UsageError("the value of `\(given)` is empty", verb.name) }
    switch option.value {
    case .choice(let choices), .optionalChoice(let choices):
      try Self.check(value, among: choices, given, verb)
    case .output(let choices):
      let word = value.prefix { $0 != "=" }
      try Self.check(String(word), among: choices, given, verb)
      if value.hasSuffix("="), word.utf8.count == value.utf8.count - 1 {
        throw UsageError("`\(given) \(value)` needs a file name", verb.name)
      }
    case .none, .text, .optionalText, .assignment, .folder, .file: break
    }
    values[option.name, default: []].append(value)
  }

  private static func check(
    _ value: String, among choices: [String], _ given: String, _ verb: Verb
  ) throws(UsageError) {
    if !choices.contains(value) {
      let nearest = Nearest.names(to: value, among: choices, limit: 1).first
      let list = choices.map { "`\($0)`" }.joined(separator: ", ")
      throw UsageError(
        "`\(given)` cannot be `\(value)`", verb.name,
        help: nearest.map { "did you mean `\($0)`?" } ?? "it is one of \(list)")
    }
  }
}

/// An invalid command line.
package struct UsageError: Error {
  package let message: String
  /// Suggestions, one on each line.
  package let help: [String]

  package init(
    _ message: String, _ verb: String? = nil, help: String? = nil, pointsToUsage: Bool = true
  ) {
    self.message = message
    let command = verb.map { "bascule \($0) --help" } ?? "bascule --help"
    let usage = pointsToUsage ? "`\(command)` shows the usage" : nil
    self.help = [help, usage].compactMap { $0 }
  }
}
