import GrammarSentences
import RandomRules
import TestSupport
import Text

/// The files of a rule set, which edits change declaration by declaration.
struct RandomDeclarations {
  enum Kind: CaseIterable {
    case origin, flag, value, condition, screen, action, handler, chain, responses, model
    case enumeration, union, strategy, event, call, script, configuration, test, invariant
    /// A random sentence of the grammar.
    case sentence
  }

  struct Parameter {
    var name: String
    var type: String
    /// The default, which begins with ` = ` or is empty.
    var standard: String
  }

  struct Declaration {
    var kind: Kind
    var name: String
    var comment = ""
    /// The parameters of a screen or action, or the fields of a model.
    var parameters: [Parameter] = []
    /// The result of an action.
    var result = ""
    /// The cases, rules, or clauses.
    var lines: [String] = []

    var text: String { comment + declaration + "\n" }

    private var declaration: String {
      let list = parameters.map { "\($0.name): \($0.type)\($0.standard)" }
        .joined(separator: ", ")
      let call = parameters.isEmpty ? "" : "(\(list))"
      let block = "{\n" + lines.map { "  \($0)\n" }.joined() + "}"
      let clauses = lines.map { " " + $0 }.joined()
      return switch kind {
      case .origin: "origin \(name) = " + lines.joined(separator: ", ")
      case .flag: "flag \(name)"
      case .value: "value \(name): " + lines.joined()
      case .condition: "condition \(name) = " + lines.joined(separator: " && ")
      case .screen: "screen \(name)\(call)"
      case .action: "action \(name)\(call)\(result)"
      case .handler: "handler \(name) \(block)"
      case .chain: "chain \(name) \(block)"
      case .responses: "responses \(name) \(block)"
      case .model: "model \(name) { \(list) }"
      case .enumeration: "enum \(name) \(block)"
      case .union: "union \(name) by \"kind\" \(block)"
      case .strategy: "strategy \(name)\(clauses)"
      case .event: "event \(name)\(clauses)"
      case .call: "call \(name)\(clauses)"
      case .script: "script \(name) at documentEnd\(clauses) \"1;\""
      case .configuration: "configuration \(name) \(block)"
      case .test: "test \(name) \(block)"
      case .invariant: "invariant \(name) \(block)"
      case .sentence: lines.joined(separator: " ")
      }
    }
  }

  /// The usual kind of each name. Another kind for the same name is an edit of its own.
  private static let names: [(name: String, kind: Kind)] = [
    ("Site", .origin), ("one", .flag), ("server", .value), ("mild", .condition),
    ("Text", .screen), ("Pick", .screen), ("log", .action), ("ask", .action),
    ("Steps", .handler), ("More", .handler), ("Main", .chain), ("Second", .chain),
    ("Files", .responses), ("Item", .model), ("Sort", .enumeration), ("Shape", .union),
    ("Cart", .strategy), ("Ping", .event), ("Resize", .call), ("Zoom", .script),
    ("Web", .configuration), ("Main", .test), ("Safe", .invariant), ("Ours", .invariant),
  ]

  private(set) var files: [(name: String, declarations: [Declaration])] = []
  private var random: RandomChoice
  private var sentences: SentenceGenerator
  private let words: Set<String>
  /// The number of edits since all declarations were consistent.
  private var age = 0

  var sources: [SourceFile] {
    files.map {
      SourceFile(name: $0.name, text: $0.declarations.map(\.text).joined(separator: "\n"))
    }
  }

  init(_ random: RandomChoice, _ grammar: Grammar) {
    self.random = random
    sentences = SentenceGenerator(grammar, seed: self.random.next())
    var words: Set<String> = []
    for case .token(let text) in grammar.expressions { words.insert(text) }
    self.words = words
    files = ["a.bascule", "b.bascule", "c.bascule"].map { ($0, []) }
    for (name, kind) in Self.names { add(name, kind) }
    repair()
  }

  private mutating func add(_ name: String, _ kind: Kind) {
    let file = random.below(files.count)
    let place = random.below(files[file].declarations.count + 1)
    files[file].declarations.insert(declaration(name, kind), at: place)
  }

  // MARK: - Edits

  /// Makes one or sometimes two changes, and returns a name of the last one. Often the declarations were consistent
  /// before, so that a session has kept all results.
  mutating func edit() -> String {
    if age > 0, random.once(in: 4) { _ = edit() }
    guard let (file, index) = place(), age < 2 || random.once(in: 3) else {
      repair()
      return "repair"
    }
    age += 1
    let declaration = files[file].declarations[index]
    switch random.below(17) {
    case 0, 1:
      // A name keeps its kind, and everything else is generated again.
      files[file].declarations[index] = self.declaration(declaration.name, declaration.kind)
      return "again"
    case 3:
      files[file].declarations[index] = self.declaration(
        declaration.name, random.one(of: Kind.allCases))
      return "kind"
    case 2, 4, 5, 6: return changeSignature()
    case 7:
      files[file].declarations[index].lines.shuffle(using: &random)
      return "order"
    case 8:
      files[file].declarations[index].parameters.shuffle(using: &random)
      return "parameter order"
    case 9, 10:
      let target = random.below(files.count)
      files[file].declarations.remove(at: index)
      files[target].declarations.insert(
        declaration, at: random.below(files[target].declarations.count + 1))
      return "move"
    case 11:
      files[file].declarations.remove(at: index)
      return "remove"
    case 12:
      let (name, kind) = random.one(of: Self.names)
      add(name, kind)
      return "add"
    case 13:
      files[file].declarations[index].comment = random.one(of: [
        "", "// plain\n", "/// Documented.\n", "//// plain\n", "@deprecated(\"old\")\n",
        "// bascule:ignore unused-declaration -- for later\n",
      ])
      return "comment"
    case 14:
      if files.count > 1, random.once(in: 2) {
        files.remove(at: file)
      } else if let free = "abcdef".first(where: { letter in
        !files.contains { $0.name == "\(letter).bascule" }
      }) {
        files.append(("\(free).bascule", [self.declaration("Steps", .handler)]))
        files.sort { $0.name < $1.name }
      }
      return "files"
    case 15:
      add("", .sentence)
      return "sentence"
    default:
      files[file].declarations[index].name = random.one(of: Self.names).name
      return "rename"
    }
  }

  private mutating func place() -> (file: Int, index: Int)? {
    let places = files.indices.flatMap { file in
      files[file].declarations.indices.map { (file, $0) }
    }
    return places.isEmpty ? nil : random.one(of: places)
  }

  /// Adds, removes or changes a parameter, a default, a result, or a case.
  private mutating func changeSignature() -> String {
    let places = files.indices.flatMap { file in
      files[file].declarations.indices.map { (file: file, index: $0) }
    }.filter {
      [.screen, .action, .model, .enumeration, .union, .value].contains(
        files[$0.file].declarations[$0.index].kind)
    }
    if places.isEmpty { return "none" }
    let (file, index) = random.one(of: places)
    var declaration = files[file].declarations[index]
    defer { files[file].declarations[index] = declaration }
    switch declaration.kind {
    case .enumeration, .union, .value:
      let again = self.declaration(declaration.name, declaration.kind)
      if declaration.lines.isEmpty || declaration.kind == .value || random.once(in: 2) {
        declaration.lines = again.lines
      } else {
        declaration.lines.remove(at: random.below(declaration.lines.count))
      }
      return "cases"
    case .action where random.once(in: 2):
      declaration.result = random.one(of: ["", " -> Bool", " async -> Bool"])
      return "result"
    default:
      let count = declaration.parameters.count
      if count == 0 || random.once(in: 4) {
        declaration.parameters.insert(parameter("added"), at: random.below(count + 1))
        return "parameter"
      }
      let changed = random.below(count)
      let other = parameter(declaration.parameters[changed].name)
      switch random.below(4) {
      case 0: declaration.parameters.remove(at: changed)
      case 1: declaration.parameters[changed].name += "2"
      case 2: declaration.parameters[changed] = other
      default:
        declaration.parameters[changed].standard =
          declaration.parameters[changed].standard.isEmpty
          ? standard(declaration.parameters[changed].type) : ""
      }
      return "parameter"
    }
  }

  /// Generates a set that is usually without errors: each name has its kind and occurs once, and uses are consistent
  /// with the declarations.
  private mutating func repair() {
    age = 0
    if files.isEmpty { files = [("a.bascule", [])] }
    var seen: Set<String> = []
    for file in files.indices {
      files[file].declarations.removeAll { declaration in
        let isUsual = Self.names.contains {
          $0.name == declaration.name && $0.kind == declaration.kind
        }
        return !isUsual || !seen.insert("\(declaration.kind) \(declaration.name)").inserted
      }
    }
    for (name, kind) in Self.names where !seen.contains("\(kind) \(name)") { add(name, kind) }
    for file in files.indices {
      for index in files[file].declarations.indices {
        let declaration = files[file].declarations[index]
        let isUser = [.handler, .chain, .responses, .test].contains(declaration.kind)
        if isUser {
          files[file].declarations[index] = self.declaration(declaration.name, declaration.kind)
        }
      }
    }
  }

  // MARK: - Declarations

  private func find(_ name: String, _ kind: Kind) -> Declaration? {
    files.lazy.flatMap(\.declarations).first { $0.name == name && $0.kind == kind }
  }

  private mutating func standard(_ type: String) -> String {
    let values = [
      "String": ["\"x\"", "\"y\""], "Int": ["1", "2"], "Bool": ["true", "false"],
      "Sort": ["up", "down"], "[String]": ["[]"],
    ]
    return values[type].map { " = " + random.one(of: $0) } ?? ""
  }

  private mutating func parameter(_ name: String) -> Parameter {
    let type = random.one(of: ["String", "String", "Int", "Bool", "URL", "Sort", "Sort?", "Int?"])
    return Parameter(
      name: name, type: type, standard: random.once(in: 4) ? standard(type) : "")
  }

  private mutating func declaration(_ name: String, _ kind: Kind) -> Declaration {
    var made = Declaration(kind: kind, name: name)
    func clauses(_ choices: [[String]]) -> [String] {
      choices.compactMap { random.one(of: $0) }.filter { !$0.isEmpty }
    }
    switch kind {
    case .origin:
      made.lines = clauses([
        ["\"https://a.com\"", "\"https://*.a.com\"", "\"http://b.com:81\""],
        ["", "\"https://c.com\""],
      ])
    case .flag: break
    case .value:
      made.lines = clauses([["String", "String?", "Int", "URL", "URL?", "[String]"]])
    case .condition:
      made.lines = clauses([
        ["path[1] == \"a\"", "scheme == \"https\"", "path.count > 1"], ["", "one", "!one"],
      ])
    case .screen, .action, .model:
      let names = kind == .model ? ["sku", "count", "sort"] : ["text", "number", "sort"]
      let count = kind == .model ? 1 + random.below(3) : random.below(4)
      made.parameters = names.prefix(count).map { parameter($0) }
      if kind == .action { made.result = random.one(of: ["", " -> Bool", " async -> Bool"]) }
    case .handler: made.lines = rules(uses: [])
    case .chain:
      made.lines = rules(uses: name == "Main" ? ["Steps", "More"] : ["More"])
      made.lines.append("otherwise allow")
    case .responses:
      made.lines = ["when !displayable download", "when status == 404 cancel", "otherwise allow"]
      made.lines.removeFirst(random.below(2))
    case .enumeration:
      made.lines = ["up", "down", "left = \"l\"", "right"].shuffled(using: &random)
        .filter { $0 == "up" || $0 == "down" || random.once(in: 2) }
    case .union:
      made.lines = ["circle(size: Int)", "line(sort: Sort)", "dot"].shuffled(using: &random)
      made.lines.removeLast(random.below(2))
    case .strategy:
      made.lines = clauses([
        ["", "\"cart\""], ["", "receives Item", "receives Sort", "receives Int"],
        ["", "replies Shape", "replies Int"], ["from Site"],
      ])
    case .event:
      made.lines = clauses([
        ["", "\"ping\""], ["", "sends Item", "sends Sort"], ["", "queue 2", "queue newest"],
        ["", "to Site"],
      ])
    case .call:
      made.lines = clauses([
        ["", "sends Item", "sends Shape"], ["", "replies Sort"], ["", "to Site"],
      ])
    case .script: made.lines = clauses([["", "on Site"], ["", "world app"]])
    case .configuration:
      made.lines = clauses([
        ["chain Main", "chain Second"], ["", "responses Files"], ["", "strategies Cart"],
        ["", "scripts Zoom"], ["", "dataStore ephemeral"],
      ])
    case .test: made.lines = cases()
    case .invariant: made.lines = (0..<1 + random.below(3)).map { _ in claim() }
    case .sentence:
      made.lines = sentences.sentence("declaration").map { word in
        let isName = word.first?.isLetter == true && !words.contains(word)
        return isName && !random.once(in: 4) ? random.one(of: Self.names).name : word
      }
    }
    return made
  }

  private mutating func rules(uses: [String]) -> [String] {
    var lines = (0..<1 + random.below(3)).map { _ in "when \(condition()) \(steps())cancel" }
    for use in uses { lines.insert("use \(use)", at: random.below(lines.count + 1)) }
    return lines
  }

  private mutating func condition() -> String {
    let test = random.one(of: [
      "path[1] == \"a\"", "path like \"/a/*\"", "path == \"/b\"", "path.count == 3", "url in Site",
      "mild", "!mild", "one", "!one", "exists query.k", "host == \"a.com\"",
    ])
    return random.once(in: 3) ? test + " && one" : test
  }

  private mutating func claim() -> String {
    let act = random.one(of: [
      "present", "present Text", "present Pick", "perform log", "perform", "attempt", "allow",
      "cancel",
    ])
    switch random.below(3) {
    case 0: return "\(act) only when \(condition())"
    case 1: return "never \(act)" + (random.once(in: 3) ? "" : " when \(condition())")
    default: return "always \(act) when \(condition())"
    }
  }

  private mutating func steps() -> String {
    var steps = ""
    if random.once(in: 2) {
      let name = random.one(of: ["log", "ask"])
      let verb = (find(name, .action)?.result.isEmpty ?? random.once(in: 2)) ? "perform" : "attempt"
      steps += "\(verb) \(call(name, .action)) "
    }
    if random.once(in: 2) { steps += "present \(call(random.one(of: ["Text", "Pick"]), .screen)) " }
    return steps
  }

  /// Returns a call that is consistent with the declaration of the name.
  private mutating func call(_ name: String, _ kind: Kind, literals: Bool = false) -> String {
    let arguments = (find(name, kind)?.parameters ?? []).compactMap { parameter -> String? in
      if !literals, !parameter.standard.isEmpty, random.once(in: 2) { return nil }
      let values: [String]
      switch parameter.type {
      case "String": values = literals ? ["\"a\""] : ["path[1]", "\"x\"", "url"]
      case "Int", "Int?": values = literals ? ["1"] : ["path[2]", "1", "path.count"]
      case "Bool": values = literals ? ["true"] : ["true", "one"]
      case "URL": values = literals ? ["\"https://a.com/\""] : ["url"]
      default: values = literals ? ["up"] : ["path[1]", "up", "down"]
      }
      return "\(parameter.name): \(random.one(of: values))"
    }
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func cases() -> [String] {
    let urls = ["https://a.com/a", "https://a.com/b", "http://b.com:81/a/b?k=1"]
    return urls.map { url in
      let flags = random.one(of: ["", " with one", " with !one"])
      let step =
        random.once(in: 2)
        ? " present " + call(random.one(of: ["Text", "Pick"]), .screen, literals: true) : ""
      return "\"\(url)\"\(flags)\(step) \(random.one(of: ["allow", "cancel"]))"
    }
  }
}
