import Diagnostics
import Semantics
import Syntax
import Text

/// `reserved-name`
enum ReservedName {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    let rules = input.rules
    requestValues(rules, &findings)
    settings(rules, &findings)
    types(rules, &findings)
    members(rules, &findings)
    return findings
  }

  private static func add(
    _ noun: Noun, _ declared: Declared, _ why: String, _ findings: inout [Finding]
  ) {
    findings.append(
      page.finding(
        "\(noun.withArticle) cannot be called `\(declared.name)`", at: declared.location,
        label: why,
        help: "give it another name"))
  }

  // MARK: - The language

  private static func requestValues(_ rules: RuleSet, _ findings: inout [Finding]) {
    let taken = Set(LanguageWords.requestValues)
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities where taken.contains(entity.name) {
        add(noun, entity.declared, "a value of the request", &findings)
      }
    }
    check(rules.flags, .flag)
    check(rules.screens, .screen)
    check(rules.actions, .action)
  }

  /// In the lists of a configuration these words start the next setting.
  private static func settings(_ rules: RuleSet, _ findings: inout [Finding]) {
    let taken = Set(Keyword.settings.map(\.rawValue))
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities where taken.contains(entity.name) {
        add(noun, entity.declared, "starts a setting in the lists of a configuration", &findings)
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
  private static let takenTypes = GeneratedSwift.fixed.union(GeneratedSwift.imported)
    .union(GeneratedTypeScript.fixed)

  private static func types(_ rules: RuleSet, _ findings: inout [Finding]) {
    func check<E: Entity>(_ entities: [E], _ noun: Noun) {
      for entity in entities where takenTypes.contains(entity.name) {
        add(noun, entity.declared, reason(entity.name), &findings)
      }
    }
    for model in rules.models where takenTypes.contains(model.name) {
      if model.isInline {
        findings.append(
          page.finding(
            "the type of these fields would be called `\(model.name)`",
            at: model.declared.location, label: reason(model.name),
            help: "declare a model of another name and use it here"))
      } else {
        add(.model, model.declared, reason(model.name), &findings)
      }
    }
    check(rules.enumerations, .enumeration)
    check(rules.unions, .union)
  }

  private static func reason(_ name: String) -> String {
    if languageTypes.contains(name) { return "a type of the language" }
    if GeneratedSwift.fixed.contains(name) { return "the generated Swift has that name already" }
    if GeneratedSwift.imported.contains(name) { return "the generated Swift uses Swift's own" }
    return "the generated TypeScript has that name already"
  }

  private static func members(_ rules: RuleSet, _ findings: inout [Finding]) {
    for flag in rules.flags where flag.name == "dismiss" || flag.name == "Dismiss" {
      add(.flag, flag.declared, "a step of rules", &findings)
    }
    for action in rules.actions where action.name == "dismiss" || action.name == "Dismiss" {
      add(.action, action.declared, "a step of rules", &findings)
    }
    for configuration in rules.configurations
    where GeneratedSwift.member(configuration.name) == "allCases" {
      add(
        .configuration, configuration.declared, "in Swift the list of all configurations",
        &findings)
    }
    for enumeration in rules.enumerations {
      for member in enumeration.cases where member.name.utf8.count == 7 {
        guard GeneratedSwift.member(member.name) == "unknown" else { continue }
        findings.append(
          page.finding(
            "a case of an enum cannot be called `\(member.name)`", at: member.declared.location,
            label: "in Swift this case holds the values that are not known",
            help:
              "write another name and keep the value: `other = \(Quoting.rule(member.rawValue))`"))
      }
    }
    for model in rules.models { fields(model.fields, &findings) }
    for union in rules.unions {
      for unionCase in union.cases { fields(unionCase.fields, &findings) }
      if union.discriminator == "__proto__" {
        findings.append(
          page.finding(
            "a discriminator cannot be called `__proto__`", at: union.declared.location,
            label: "in JavaScript it sets the prototype of an object", help: "choose another field")
        )
      }
    }
    for screen in rules.screens { fields(screen.parameters, &findings) }
    for action in rules.actions { fields(action.parameters, &findings) }
  }

  private static func fields(_ fields: [Field], _ findings: inout [Finding]) {
    for field in fields {
      switch field.name.utf8.count {
      case 4 where field.name == "self":
        findings.append(
          page.finding(
            "a field or parameter cannot be called `self`", at: field.declared.location,
            label: "in Swift the value itself", help: "give it another name"))
      case 9 where field.name == "__proto__":
        proto(field, &findings)
      default:
        if field.wireName.utf8.count == 9, field.wireName == "__proto__" { proto(field, &findings) }
      }
    }
  }

  private static func proto(_ field: Field, _ findings: inout [Finding]) {
    findings.append(
      page.finding(
        "a field cannot be called `__proto__`", at: field.declared.location,
        label: "in JavaScript it sets the prototype of an object",
        help: "give it another name, on the wire too"))
  }

  static let page = Page(
    "reserved-name", .error, "a name that the language or the generated code needs itself",
    """
    A flag, screen or action called `host` would hide a value of the request. A strategy, channel or
    script called `title` could not stand in a configuration's list, where the word starts the next
    setting. A model called `String` or `Screen` would hide a type that the generated Swift or
    TypeScript uses, and neither would compile, far from the place where the name was chosen.

    ```bascule wrong
    flag download
    chain Default {
      when download cancel
      otherwise allow
    }
    ```

    ```bascule right
    flag isDownload
    chain Default {
      when isDownload cancel
      otherwise allow
    }
    ```

    ```bascule wrong
    enum Level { low, high, unknown }
    event LevelChanged sends Level
    ```

    ```bascule right
    enum Level { low, high, other = "unknown" }
    event LevelChanged sends Level
    ```
    """)
}
