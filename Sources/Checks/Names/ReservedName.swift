import Diagnostics
import GeneratedNames
import Requests
import Semantics
import Syntax
import Text

/// The check `reserved-name`.
enum ReservedName {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    let rules = input.rules
    requestValues(rules, &findings)
    settings(rules, &findings)
    types(rules, &findings)
    suffixedTypes(rules, &findings)
    members(rules, &findings)
    return findings
  }

  /// The finding about a declaration with the name `_`.
  static func blank(at location: Location) -> Finding {
    page.finding(
      "reserved name `_`", at: location, label: "in Swift `_` means that there is no name",
      help: "rename it")
  }

  private static func add(
    _ noun: Noun, _ declared: Declared, _ why: String, _ findings: inout [Finding]
  ) {
    findings.append(
      page.finding(
        "reserved name `\(declared.name)` for \(noun.withArticle)", at: declared.location,
        label: why,
        help: "rename it"))
  }

  /// A set of names that rejects most other names without hashing.
  private struct TakenNames {
    private let names: Set<String>
    /// A bit set of the names' lengths, by their first byte. Lengths from 63 on count as 63.
    private var lengths = [UInt64](repeating: 0, count: 256)

    init(_ names: Set<String>) {
      self.names = names
      for name in names {
        lengths[Int(name.utf8.first ?? 0)] |= ReservedName.bit(of: name)
      }
    }

    func contains(_ name: String) -> Bool {
      lengths[Int(name.utf8.first ?? 0)] & ReservedName.bit(of: name) != 0
        && names.contains(name)
    }
  }

  // MARK: - The language

  private static func requestValues(_ rules: RuleSet, _ findings: inout [Finding]) {
    if rules.flags.isEmpty, rules.values.isEmpty, rules.conditions.isEmpty, rules.screens.isEmpty,
      rules.actions.isEmpty
    {
      return
    }
    let taken = TakenNames(RequestSchema.allWords)
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities where taken.contains(entity.declared.name) {
        add(noun, entity.declared, "a value of the request", &findings)
      }
    }
    check(rules.flags, .flag)
    check(rules.values, .value)
    check(rules.conditions, .condition)
    check(rules.screens, .screen)
    check(rules.actions, .action)
  }

  /// Reports names that are also words of settings. In lists of a configuration, these words start the next setting.
  private static func settings(_ rules: RuleSet, _ findings: inout [Finding]) {
    if rules.strategies.isEmpty, rules.channels.isEmpty, rules.scripts.isEmpty { return }
    let taken = TakenNames(Set(Keyword.settings.map { $0.rawValue }))
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities where taken.contains(entity.declared.name) {
        add(noun, entity.declared, "the name of a setting of configurations", &findings)
      }
    }
    check(rules.strategies, .strategy)
    check(rules.channels, .channel)
    check(rules.scripts, .script)
  }

  // MARK: - The generated code

  private static let languageTypes: Set<String> = [
    "String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON",
  ]
  /// The names that types cannot have, by language.
  private static let takenTypes = TargetLanguage.all.map { language in
    (language: language, names: TakenNames(language.declared().union(language.used())))
  }

  /// The reason why a type in the generated code cannot have the name; nil if it can.
  private static func reason(ofType name: String) -> String? {
    for (language, names) in takenTypes {
      let generated = language.type(name)
      if !names.contains(generated) { continue }
      if languageTypes.contains(name) { return "a type of the language" }
      return language.declared().contains(generated)
        ? "the generated \(language.name) already has a `\(generated)`"
        : "the generated \(language.name) uses \(language.name)'s `\(generated)`"
    }
    return nil
  }

  private static func types(_ rules: RuleSet, _ findings: inout [Finding]) {
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities {
        guard let reason = reason(ofType: entity.name) else { continue }
        add(noun, entity.declared, reason, &findings)
      }
    }
    for model in rules.models {
      guard let reason = reason(ofType: model.name) else { continue }
      if model.isInline {
        findings.append(
          page.finding(
            "reserved name `\(model.name)` for the type of these fields",
            at: model.declared.location, label: reason,
            help: "declare a model with another name and use it here"))
      } else {
        add(.model, model.declared, reason, &findings)
      }
    }
    check(rules.enumerations, .enumeration)
    check(rules.unions, .union)
  }

  /// Reports names such as `event Kept`, since the support code has a type `KeptEvent`.
  private static func suffixedTypes(_ rules: RuleSet, _ findings: inout [Finding]) {
    for suffix in SwiftNames.Suffix.allCases {
      let taken = SwiftNames.fixed.filter { $0.hasSuffix(suffix.rawValue) && $0 != suffix.rawValue }
        .map { String($0.dropLast(suffix.rawValue.count)) }
      if taken.isEmpty { continue }
      for (noun, declared) in suffix.declarations(rules) {
        let name = SwiftNames.typeName(declared.name)
        if !taken.contains(name) { continue }
        let type = name + suffix.rawValue
        add(noun, declared, "the generated Swift already has a type `\(type)`", &findings)
      }
    }
  }

  private static func members(_ rules: RuleSet, _ findings: inout [Finding]) {
    for flag in rules.flags where flag.name == "dismiss" || flag.name == "Dismiss" {
      add(.flag, flag.declared, "a step of rules", &findings)
    }
    for value in rules.values where value.name == "dismiss" || value.name == "Dismiss" {
      add(.value, value.declared, "a step of rules", &findings)
    }
    for action in rules.actions where action.name == "dismiss" || action.name == "Dismiss" {
      add(.action, action.declared, "a step of rules", &findings)
    }
    for language in TargetLanguage.all {
      for taken in language.takenMembers { members(rules, taken, language, &findings) }
    }
    for model in rules.models { fields(model.fields, &findings) }
    for union in rules.unions {
      if union.discriminator == nil { continue }
      for unionCase in union.cases { fields(unionCase.fields, &findings) }
      for taken in takenFields where taken.countsOnWire && taken.name == union.discriminator {
        findings.append(
          page.finding(
            "reserved name `\(taken.name)` for a discriminator", at: union.declared.location,
            label: taken.reason, help: "choose another field"))
      }
    }
    for screen in rules.screens { fields(screen.parameters, &findings) }
    for action in rules.actions { fields(action.parameters, &findings) }
  }

  /// Reports the members whose generated name is taken.
  private static func members(
    _ rules: RuleSet, _ taken: TakenMember, _ language: TargetLanguage,
    _ findings: inout [Finding]
  ) {
    func isTaken(_ name: String) -> Bool {
      name.utf8.count == taken.name.utf8.count && language.member(name) == taken.name
    }
    switch taken.kind {
    case .configuration:
      for configuration in rules.configurations where isTaken(configuration.name) {
        add(.configuration, configuration.declared, taken.reason, &findings)
      }
    case .screen:
      for screen in rules.screens where isTaken(screen.name) {
        add(.screen, screen.declared, taken.reason, &findings)
      }
    case .unionCase:
      for member in rules.unions.lazy.flatMap({ $0.cases }) where isTaken(member.name) {
        findings.append(
          page.finding(
            "reserved name `\(member.name)` for a case of a union",
            at: member.declared.location, label: taken.reason,
            help: "rename the case and keep its value: `other = \(Quoting.rule(member.wireName))`"
          ))
      }
    case .enumerationCase:
      for enumeration in rules.enumerations {
        for member in enumeration.cases where isTaken(member.name) {
          let value = Quoting.rule(member.rawValue)
          findings.append(
            page.finding(
              "reserved name `\(member.name)` for a case of an enum",
              at: member.declared.location, label: taken.reason,
              help: "rename the case and keep its value: `other = \(value)`"))
        }
      }
    }
  }

  private static let takenFields = TargetLanguage.all.flatMap { $0.takenFields }

  /// A bit set of the lengths of taken names, since few fields have a name of such a length.
  private static let takenLengths = takenFields.reduce(UInt64(0)) {
    $0 | bit(of: $1.name)
  }

  private static func bit(of name: String) -> UInt64 { 1 << UInt64(min(name.utf8.count, 63)) }

  private static func fields(_ fields: [Field], _ findings: inout [Finding]) {
    for field in fields
    where (bit(of: field.declared.name) | bit(of: field.wireName)) & takenLengths != 0 {
      for taken in takenFields {
        let isTaken =
          field.name == taken.name || taken.countsOnWire && field.wireName == taken.name
        guard isTaken else { continue }
        findings.append(
          page.finding(
            "reserved name `\(taken.name)` for a field\(taken.countsOnWire ? "" : " or parameter")",
            at: field.declared.location, label: taken.reason,
            help: "give it another name\(taken.countsOnWire ? ", on the wire too" : "")"))
      }
    }
  }

  static let page = Page(
    "reserved-name", .error, "a name that the language or the generated code uses")
}

extension SwiftNames.Suffix {
  fileprivate func declarations(_ rules: RuleSet) -> [(Noun, Declared)] {
    switch self {
    case .handler: rules.handlers.map { (.handler, $0.declared) }
    case .chain: rules.chains.filter { !$0.isResponses }.map { (.chain, $0.declared) }
    case .responses: rules.chains.filter { $0.isResponses }.map { (.responses, $0.declared) }
    case .strategy: rules.strategies.map { (.strategy, $0.declared) }
    case .channel: rules.channels.map { (.channel, $0.declared) }
    case .event: rules.events.map { (.event, $0.declared) }
    case .call: rules.calls.map { (.call, $0.declared) }
    case .render: rules.renders.map { (.render, $0.declared) }
    }
  }
}
