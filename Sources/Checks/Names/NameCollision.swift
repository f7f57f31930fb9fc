import Diagnostics
import Semantics
import Text

/// `name-collision`
///
/// Two names that differ in the rule files may be one in the generated code. Since names of one kind
/// differ as they are written, most sets are settled by a glance at the first letters; only where
/// those leave a doubt are generated names made and compared.
enum NameCollision {
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    var findings: [Finding] = []
    members(rules, &findings)
    types(rules, &findings)
    suffixes(rules, &findings)
    functions(rules, &findings)
    inputs(rules, &findings)
    return findings
  }

  /// A declaration and what it is called in a sentence.
  private struct Named {
    var noun: String
    var name: String
    var location: Location

    init(_ noun: String, _ declared: Declared) {
      self.noun = noun
      name = declared.name
      location = declared.location
    }

    var text: String { "the \(noun) `\(name)`" }
  }

  private static func collision(
    _ a: Named, _ b: Named, _ generated: String, _ language: String
  ) -> Finding {
    let (first, second) = a.location < b.location ? (a, b) : (b, a)
    return page.finding(
      "\(second.text) and \(first.text) are both `\(generated)` in \(language)",
      at: second.location, label: "`\(generated)` again",
      related: [.init("`\(generated)` is taken here", at: first.location)],
      help: "rename one of the two")
  }

  // MARK: - Members

  private static func members(_ rules: RuleSet, _ findings: inout [Finding]) {
    members(rules.screens, "screen", &findings)
    members(rules.strategies, "strategy", &findings)
    members(rules.configurations, "configuration", &findings)
    members(rules.scripts, "script", &findings)
    members(rules.origins, "origin", &findings)
    members(rules.dispatches, "dispatch", &findings)
    members(rules.flags, "flag", &findings)
    members(rules.actions, "action", &findings)
    for enumeration in rules.enumerations {
      members(enumeration.cases, "case", &findings)
    }
    for union in rules.unions { members(union.cases, "case", &findings) }
    flagsAndActions(rules, &findings)
    storage(rules, &findings)
  }

  private static func members<E: Entity>(
    _ entities: [E], _ noun: String, _ findings: inout [Finding]
  ) {
    guard mayCollide(entities) else { return }
    var taken: [String: Declared] = [:]
    for entity in entities {
      let generated = GeneratedSwift.member(entity.name)
      guard let first = taken[generated] else {
        taken[generated] = entity.declared
        continue
      }
      if first.name != entity.name {
        findings.append(
          collision(Named(noun, first), Named(noun, entity.declared), generated, "Swift"))
      }
    }
  }

  /// Whether two names may be one when leading capitals fall: not where all start with a lower-case
  /// letter, nor where all start with one capital.
  private static func mayCollide<E: Entity>(_ entities: [E]) -> Bool {
    var hasLower = false
    var hasUpper = false
    for entity in entities {
      var bytes = entity.name.utf8.makeIterator()
      guard let first = bytes.next(), (0x41...0x5A).contains(first) else {
        hasLower = true
        continue
      }
      hasUpper = true
      if let second = bytes.next(), (0x41...0x5A).contains(second) { return entities.count > 1 }
    }
    return hasLower && hasUpper
  }

  /// An app answers flags and takes actions in one object.
  private static func flagsAndActions(_ rules: RuleSet, _ findings: inout [Finding]) {
    guard !rules.flags.isEmpty, !rules.actions.isEmpty else { return }
    var flags: [String: Declared] = [:]
    for flag in rules.flags where flags[GeneratedSwift.member(flag.name)] == nil {
      flags[GeneratedSwift.member(flag.name)] = flag.declared
    }
    for action in rules.actions where action.parameters.isEmpty {
      let generated = GeneratedSwift.member(action.name)
      guard let flag = flags[generated] else { continue }
      findings.append(
        collision(Named("flag", flag), Named("action", action.declared), generated, "Swift"))
    }
  }

  /// In Swift the value of a deprecated field or script stands behind a name of its own.
  private static func storage(_ rules: RuleSet, _ findings: inout [Finding]) {
    for model in rules.models {
      let deprecated = model.fields.filter { $0.declared.deprecated != nil }
      guard !deprecated.isEmpty else { continue }
      let fields = byName(model.fields)
      for field in deprecated {
        let generated = field.name + "Storage"
        guard let other = fields[generated] else { continue }
        findings.append(
          collision(
            Named("field", field.declared), Named("field", other), generated, "Swift"))
      }
    }
    let deprecated = rules.scripts.filter { $0.declared.deprecated != nil }
    guard !deprecated.isEmpty else { return }
    var scripts: [String: Declared] = [:]
    for script in rules.scripts { scripts[GeneratedSwift.member(script.name)] = script.declared }
    for script in deprecated {
      let generated = GeneratedSwift.member(script.name) + "Script"
      guard let other = scripts[generated] else { continue }
      findings.append(
        collision(
          Named("script", script.declared), Named("script", other), generated, "Swift"))
    }
  }

  // MARK: - Types

  private static func allTypes(_ rules: RuleSet) -> [(named: Named, isInline: Bool)] {
    var types: [(named: Named, isInline: Bool)] = []
    types.reserveCapacity(rules.models.count + rules.enumerations.count + rules.unions.count)
    for model in rules.models {
      types.append(
        (Named(model.isInline ? "inline type" : "model", model.declared), model.isInline))
    }
    for enumeration in rules.enumerations {
      types.append((Named("enum", enumeration.declared), false))
    }
    for union in rules.unions { types.append((Named("union", union.declared), false)) }
    return types
  }

  /// The type of inline fields has a name that nobody has written.
  private static func types(_ rules: RuleSet, _ findings: inout [Finding]) {
    guard rules.models.contains(where: \.isInline) else { return }
    var taken: [String: (named: Named, isInline: Bool)] = [:]
    for type in allTypes(rules) {
      guard let first = taken[type.named.name] else {
        taken[type.named.name] = type
        continue
      }
      if first.isInline || type.isInline {
        findings.append(
          collision(first.named, type.named, type.named.name, "Swift and TypeScript"))
      }
    }
  }

  /// `model CartEvent` beside `event Cart`.
  private static func suffixes(_ rules: RuleSet, _ findings: inout [Finding]) {
    var declared: [GeneratedSwift.Suffix: [String: Declared]] = [:]
    for (type, _) in allTypes(rules) {
      for suffix in GeneratedSwift.Suffix.allCases where type.name.hasSuffix(suffix.rawValue) {
        let base = String(type.name.dropLast(suffix.rawValue.count))
        if declared[suffix] == nil { declared[suffix] = entities(suffix, rules) }
        guard let other = declared[suffix]?[base] else { continue }
        findings.append(
          collision(Named(noun(suffix), other), type, type.name, "Swift"))
      }
    }
  }

  private static func noun(_ suffix: GeneratedSwift.Suffix) -> String { "\(suffix)" }

  private static func entities(
    _ suffix: GeneratedSwift.Suffix, _ rules: RuleSet
  ) -> [String: Declared] {
    switch suffix {
    case .handler: byName(rules.handlers)
    case .chain: byName(rules.chains)
    case .strategy: byName(rules.strategies)
    case .channel: byName(rules.channels)
    case .event: byName(rules.events)
    case .call: byName(rules.calls)
    case .render: byName(rules.renders)
    }
  }

  private static func byName<E: Entity>(_ entities: [E]) -> [String: Declared] {
    Dictionary(entities.lazy.map { ($0.name, $0.declared) }) { first, _ in first }
  }

  // MARK: - TypeScript

  /// `onCart` for the events `cart` and `Cart`, `encodeItem` for the models `item` and `Item`, and
  /// types that are called like such a function.
  private static func functions(_ rules: RuleSet, _ findings: inout [Finding]) {
    let models = rules.models.map { Named($0.isInline ? "inline type" : "model", $0.declared) }
    let unions = rules.unions.map { Named("union", $0.declared) }
    let types = allTypes(rules).map(\.named)
    let hasLowerType = types.contains { startsLower($0.name) }
    var taken: [String: Named] = [:]
    func check(_ names: [Named], _ prefixes: [GeneratedTypeScript.Prefix]) {
      let lower = names.contains { startsLower($0.name) }
      let upper = names.contains { !startsLower($0.name) }
      guard hasLowerType || (lower && upper) else { return }
      for name in names {
        for prefix in prefixes {
          let generated = prefix.rawValue + GeneratedTypeScript.capitalized(name.name)
          guard let first = taken[generated] else {
            taken[generated] = name
            continue
          }
          guard first.name != name.name else { continue }
          findings.append(collision(first, name, generated, "TypeScript"))
          break
        }
      }
    }
    check(models + unions, [.encode, .decode])
    check(rules.events.map { Named("event", $0.declared) }, [.on, .once])
    check(rules.calls.map { Named("call", $0.declared) }, [.implement])
    // Strategies of which that is true share a function in Swift, and are reported there.
    guard hasLowerType else { return }
    for strategy in rules.strategies {
      let name = GeneratedTypeScript.Prefix.send.rawValue
      taken[name + GeneratedTypeScript.capitalized(strategy.name)] = Named(
        "strategy", strategy.declared)
    }
    for type in types where startsLower(type.name) {
      guard let function = taken[type.name], function.location != type.location else { continue }
      findings.append(collision(function, type, type.name, "TypeScript"))
    }
  }

  private static func startsLower(_ name: String) -> Bool {
    name.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
  }

  /// `model ItemInput` beside a `model Item` with a default: what the page makes of an `Item` has
  /// that name.
  private static func inputs(_ rules: RuleSet, _ findings: inout [Finding]) {
    let suffix = GeneratedTypeScript.inputSuffix
    let candidates = allTypes(rules).map(\.named).filter { $0.name.hasSuffix(suffix) }
    guard !candidates.isEmpty else { return }
    let defaults = TypesWithDefaults(rules)
    var bases: [String: Named] = [:]
    for (index, model) in rules.models.enumerated() where defaults.models[index] {
      bases[model.name] = Named(model.isInline ? "inline type" : "model", model.declared)
    }
    for (index, union) in rules.unions.enumerated() where defaults.unions[index] {
      bases[union.name] = Named("union", union.declared)
    }
    for candidate in candidates {
      guard let base = bases[String(candidate.name.dropLast(suffix.count))] else { continue }
      findings.append(collision(base, candidate, candidate.name, "TypeScript"))
    }
  }

  static let page = Page(
    "name-collision", .error, "two names that become one in the generated code",
    """
    Names are mapped to the customs of each language: the screens `Product` and `product` are both
    `Screen.product` in Swift, the fields of `strategy Cart receives { … }` are a type `CartPayload`,
    the event `Cart` is a type `CartEvent`. Where two declarations come to one name, the generated
    code would not compile.

    ```bascule wrong
    enum Link { URL, url = "short-url" }
    event LinkCopied sends Link
    ```

    ```bascule right
    enum Link { URL, shortURL = "short-url" }
    event LinkCopied sends Link
    ```

    ```bascule wrong
    model CartPayload { sku: String }
    strategy Cart receives { items: [CartPayload] }
    ```

    ```bascule right
    model CartItem { sku: String }
    strategy Cart receives { items: [CartItem] }
    ```
    """)
}

/// Which models and unions have a default in a field, or hold one that has.
private struct TypesWithDefaults {
  private(set) var models: [Bool]
  private(set) var unions: [Bool]

  init(_ rules: RuleSet) {
    models = Array(repeating: false, count: rules.models.count)
    unions = Array(repeating: false, count: rules.unions.count)
    let modelCount = rules.models.count
    var holders: [[Int]] = Array(repeating: [], count: modelCount + rules.unions.count)
    var pending: [Int] = []
    func add(_ node: Int, _ fields: [Field]) {
      for field in fields {
        if field.defaultValue != nil { pending.append(node) }
        if let target = Self.node(field.type, modelCount) { holders[target].append(node) }
      }
    }
    for (index, model) in rules.models.enumerated() { add(index, model.fields) }
    for (index, union) in rules.unions.enumerated() {
      for unionCase in union.cases { add(modelCount + index, unionCase.fields) }
    }
    while let node = pending.popLast() {
      let isNew = node < modelCount ? !models[node] : !unions[node - modelCount]
      guard isNew else { continue }
      if node < modelCount { models[node] = true } else { unions[node - modelCount] = true }
      pending += holders[node]
    }
  }

  private static func node(_ type: ValueType, _ modelCount: Int) -> Int? {
    switch type {
    case .array(let inner), .dictionary(let inner), .optional(let inner): node(inner, modelCount)
    case .model(let id): Int(id.index)
    case .union(let id): modelCount + Int(id.index)
    default: nil
    }
  }
}
