/// Generates sentences of a grammar, and records the alternatives that they use.
package struct SentenceGenerator {
  package typealias Expression = Grammar.Expression

  package let grammar: Grammar
  package var random: SeededGenerator
  /// The number of uses of each alternative, by choice.
  package var taken: [[Int]]
  private var tokens: [String] = []
  private var depth = 0
  private var usedSettings: Set<Int> = []
  private var usedPreferences: Set<Int> = []
  private let minimumDepths: [String: Int]

  package init(_ grammar: Grammar, seed: UInt64) {
    self.grammar = grammar
    random = SeededGenerator(state: seed)
    taken = grammar.choices.map { Array(repeating: 0, count: $0) }
    minimumDepths = Self.minimumDepths(grammar)
  }

  /// Returns the tokens of one sentence. A line end is "\n".
  package mutating func sentence(_ start: String) -> [String] {
    tokens = []
    depth = 0
    production(start)
    return tokens
  }

  /// Returns one token or one comment.
  package mutating func token(_ name: String) -> String {
    sentence(name).joined()
  }

  private mutating func production(_ name: String) {
    guard let expression = grammar.productions[name] else { return }
    depth += 1
    defer { depth -= 1 }
    if Grammar.isToken(name) {
      let text = lexeme(expression)
      // The grammar cannot express that the name in `attempt open url` and `with !open url` is no word.
      let isReference =
        name == "NAME" && tokens.last == "open"
        && tokens.dropLast().last.map(["attempt", "with", ",", "!"].contains) == true
      tokens.append(isReference ? "_" + text : text)
      return
    }
    let outer = usedSettings
    if name == "configuration" { usedSettings = [] }
    defer { if name == "configuration" { usedSettings = outer } }
    if name == "decision" || name == "setting" { usedPreferences = [] }
    if case .alternatives(let parts, let choice) = expression {
      // A configuration has each setting at most once, and a decision each preference.
      if name == "setting" { return expand(parts, choice, except: \.usedSettings) }
      if name == "preference" { return expand(parts, choice, except: \.usedPreferences) }
    }
    expand(expression)
  }

  /// Expands an alternative that is not used already; nothing if there is none.
  private mutating func expand(
    _ parts: [Expression], _ choice: Int, except used: WritableKeyPath<Self, Set<Int>>
  ) {
    let free = parts.indices.filter { !self[keyPath: used].contains($0) }
    guard let index = free.randomElement(using: &random) else { return }
    self[keyPath: used].insert(index)
    taken[choice][index] += 1
    expand(parts[index])
  }

  private mutating func expand(_ expression: Expression) {
    switch expression {
    case .token(let text): tokens.append(text)
    case .name(let name): production(name)
    case .character, .range, .words: tokens.append(lexeme(expression))
    case .sequence(let parts): for part in parts { expand(part) }
    case .alternatives(let parts, let choice): expand(parts[pick(parts, choice)])
    case .optional(let part, let choice): if takes(part, choice) { expand(part) }
    case .repetition(let part, let choice):
      for _ in 0..<4 where takes(part, choice) { expand(part) }
    }
  }

  /// Returns the text of a token, which is its characters without white space.
  private mutating func lexeme(_ expression: Expression) -> String {
    switch expression {
    case .token(let text): return text
    case .character(let character): return String(character)
    case .range(let range):
      let value = UInt32.random(
        in: range.lowerBound.value...range.upperBound.value, using: &random)
      return Unicode.Scalar(value).map { String(Character($0)) } ?? ""
    case .name(let name):
      depth += 1
      defer { depth -= 1 }
      return grammar.productions[name].map { lexeme($0) } ?? ""
    case .words(let words): return Words.text(words, using: &random)
    case .sequence(let parts): return parts.map { lexeme($0) }.joined()
    case .alternatives(let parts, let choice): return lexeme(parts[pick(parts, choice)])
    case .optional(let part, let choice): return takes(part, choice) ? lexeme(part) : ""
    case .repetition(let part, let choice):
      return (0..<3).map { _ in takes(part, choice) ? lexeme(part) : "" }.joined()
    }
  }

  private static let depthLimit = 14

  /// Returns an alternative that no sentence has used, or otherwise a random one.
  private mutating func pick(_ parts: [Expression], _ choice: Int) -> Int {
    var index = Int.random(in: 0..<parts.count, using: &random)
    if taken[choice][index] > 0 { index = taken[choice].firstIndex(of: 0) ?? index }
    if depth > Self.depthLimit {
      let depths = parts.map { Self.minimumDepth($0, minimumDepths) }
      index = depths.firstIndex(of: depths.min()!)!
    }
    taken[choice][index] += 1
    return index
  }

  private mutating func takes(_ part: Expression, _ choice: Int) -> Bool {
    let isTaken = depth <= Self.depthLimit && Bool.random(using: &random)
    taken[choice][isTaken ? 1 : 0] += 1
    return isTaken
  }

  /// Returns the depth of the shallowest sentence of each production.
  private static func minimumDepths(_ grammar: Grammar) -> [String: Int] {
    var depths: [String: Int] = [:]
    for _ in grammar.names {
      for name in grammar.names {
        guard let expression = grammar.productions[name] else { continue }
        let depth = minimumDepth(expression, depths)
        if depth < 1000 { depths[name] = min(depths[name] ?? 1000, depth + 1) }
      }
    }
    return depths
  }

  private static func minimumDepth(_ expression: Expression, _ depths: [String: Int]) -> Int {
    switch expression {
    case .token, .character, .range, .words, .optional, .repetition: 0
    case .name(let name): depths[name] ?? 1000
    case .sequence(let parts): parts.map { minimumDepth($0, depths) }.max() ?? 0
    case .alternatives(let parts, _): parts.map { minimumDepth($0, depths) }.min() ?? 0
    }
  }
}

/// Texts for the parts that the grammar describes in words.
package enum Words {
  static func text(_ words: String, using random: inout SeededGenerator) -> String {
    guard let list = texts[words] else { return "" }
    return list.randomElement(using: &random)!
  }

  private static let characters = [
    "a", "Z", "0", " ", "\t", "é", "😀", "\u{2028}", "{", "}", "(", ")", "@", "#", "'", "`", "\u{0}",
    ".", "?", "+", "|", "^", "$",
  ]

  package static let texts: [String: [String]] = [
    "any character but \", \\ and a line end": characters + ["/", "*", "[", "]", "//"],
    "digits with which the number is finite in 64 bits": ["0", "7", "012", "300"],
    "one to eight hexadecimal digits, the number of a Unicode scalar":
      ["0", "41", "e9", "E9", "1F600", "10FFFF", "0000D7FF"],
    "any text without three quotes in a row or a quote at its end":
      ["", "x", "\n  a\n  ", " \"\"x\\\"y ", "\"x", "// no comment", "/*", "\r\n\tb\r\n"],
    "any character but /, *, [, ], \\ and a line end": characters + ["\""],
    "any character but a line end": characters + ["/", "*", "[", "]", "\\", "\""],
    "any character but ], \\ and a line end": characters + ["/", "*", "[", "\""],
    "a line end between the token before and the token after": ["\n", "\r\n", "\r"],
    "bascule:ignore or bascule:ignore-file, codes with commas, -- and a reason":
      ["bascule:ignore unused-declaration -- for later"],
    "any text without /* and */, and without / at its end": [
      "", "x", "// y", "\n", "* /.", "\"", "é",
    ],
  ]
}

/// A generator of the same numbers on every run.
package struct SeededGenerator: RandomNumberGenerator {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var value = state
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return value ^ (value >> 33)
  }
}
