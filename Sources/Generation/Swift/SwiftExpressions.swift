import Automata
import GeneratedNames
import PatternMatching
import Requests
import Semantics
import Text

/// The automata of the regular expressions of a rule set. Equal automata share one constant, which is named after a
/// text that it matches and after its content.
struct SwiftExpressions {
  private struct Constant {
    let name: String
    let table: ExpressionTable
    /// The conditions with one of the expressions that share the constant.
    var locations: [Location]
  }

  private var constants: [Constant] = []
  private var numbers: [ExpressionTable: Int] = [:]
  private var known: [RegularExpression: Int] = [:]
  private let prefix: String

  init(_ rules: RuleSet, prefix: String) {
    self.prefix = prefix
    let store = LanguageStore()
    for items in rules.handlers.map({ $0.items }) + rules.chains.map({ $0.items }) {
      for case .rule(let rule) in items {
        if let condition = rule.condition { add(condition, store) }
        for condition in rule.conditionsInArguments { add(condition, store) }
      }
    }
  }

  private mutating func add(_ condition: Condition, _ store: LanguageStore) {
    switch condition {
    case .constant: break
    case .not(let inner, _): add(inner, store)
    case .all(let parts, _), .any(let parts, _): for part in parts { add(part, store) }
    case .test(let test): add(test.core, test.location, store)
    case .named(let test): add(test.core, test.location, store)
    }
  }

  private mutating func add(
    _ core: CoreCondition, _ location: Location, _ store: LanguageStore
  ) {
    var expressions: [RegularExpression] = []
    core.eachTest { _, core in
      if case .member(.expression(let expression)) = core { expressions.append(expression) }
    }
    for expression in expressions { add(expression, location, store) }
  }

  private mutating func add(
    _ expression: RegularExpression, _ location: Location, _ store: LanguageStore
  ) {
    if let number = known[expression] {
      constants[number].locations.append(location)
      return
    }
    let (table, example) = Self.table(expression, store)
    let next = constants.count
    let number = numbers[table, default: next]
    known[expression] = number
    if number == next {
      numbers[table] = next
      let words = example.flatMap { ContentName.words($0) } ?? "expression"
      let name = SwiftNames.member(prefix + words.capitalizedFirst)
      constants.append(
        Constant(
          name: name + "_" + ContentName.hash(table.text), table: table, locations: [location]))
    } else {
      constants[number].locations.append(location)
    }
  }

  /// Returns the numbers of the automaton, and a short text that it matches.
  private static func table(
    _ expression: RegularExpression, _ store: LanguageStore
  ) -> (ExpressionTable, example: [UInt8]?) {
    if case .table(let table)? = ExpressionMatcher(expression, in: store) {
      return (ExpressionTable(.table(table)), table.shortestText)
    }
    // Positions are numbered in the order of the store's languages. A new store makes the numbers independent of other
    // expressions.
    guard let matcher = ExpressionMatcher(expression) else {
      preconditionFailure("the resolver accepts no expression without a matcher")
    }
    return (ExpressionTable(matcher), nil)
  }

  /// The parts of the run-time support that the automata use.
  var parts: [SwiftRuntime] { constants.map { $0.table.type } }

  /// Returns the name of the constant for an expression of the rule set.
  func name(_ expression: RegularExpression) -> SwiftExpression {
    guard let number = known[expression] else { preconditionFailure("no such expression") }
    return .implicit(constants[number].name)
  }

  func write(_ context: SwiftContext, _ out: inout CodeWriter) {
    let types: [(part: SwiftRuntime, name: String)] = [
      (.textExpression, "TextExpression"), (.largeTextExpression, "LargeTextExpression"),
    ]
    for type in types {
      let constants = constants.filter { $0.table.type == type.part }.sorted { $0.name < $1.name }
      if constants.isEmpty { continue }
      out.blank()
      out.block("nonisolated extension " + type.name) { out in
        for constant in constants {
          out.blank()
          Self.write(constant.locations, context, &out)
          out.line("static let \(constant.name) = \(type.name)(")
          out.indented { out in
            out.line("#\"\"\"")
            let rows = Self.rows(constant.table.text)
            for row in rows.dropLast() { out.line(row, "\\#") }
            out.line(rows.last ?? "")
            out.line("\"\"\"#)")
          }
        }
      }
    }
  }

  /// Writes each condition once, by file and in the order of their texts, so that an additional condition only adds
  /// lines.
  private static func write(
    _ locations: [Location], _ context: SwiftContext, _ out: inout CodeWriter
  ) {
    let byFile = Dictionary(grouping: locations, by: { $0.file }).sorted { $0.key < $1.key }
    for (_, locations) in byFile {
      context.reference(locations[0], &out)
      for lines in Set(locations.map(context.quotation)).sorted(by: {
        $0.lexicographicallyPrecedes($1)
      }) {
        for line in lines { out.line("// ", line) }
      }
    }
  }

  private static func rows(_ text: String) -> [String] {
    let characters = Array(text.utf8)
    return stride(from: 0, to: characters.count, by: rowWidth).map { start in
      String(
        decoding: characters[start..<min(start + rowWidth, characters.count)], as: UTF8.self)
    }
  }

  private static let rowWidth = 88
}

extension DeterministicAutomaton {
  /// The shortest text that the automaton matches, of the lowest printable characters; nil if there is none.
  fileprivate var shortestText: [UInt8]? {
    var bytes = [UInt8?](repeating: nil, count: classCount)
    for byte in UInt8(0x21)...0x7E where bytes[Int(classes[Int(byte)])] == nil {
      bytes[Int(classes[Int(byte)])] = byte
    }
    var texts: [Int: [UInt8]] = [start: []]
    var pending = [start]
    var place = 0
    while place < pending.count {
      let state = pending[place]
      let text = texts[state] ?? []
      place += 1
      if isAccepting[state] { return text }
      for (number, byte) in bytes.enumerated() {
        let target = next[state * classCount + number]
        guard let byte, texts[target] == nil else { continue }
        texts[target] = text + [byte]
        pending.append(target)
      }
    }
    return nil
  }
}
