import Diagnostics
import Semantics
import Text

/// The check `unused-declaration`.
///
/// Declarations that the app's code uses count as used: configurations, renders, events, calls and dispatches. So do
/// tests.
enum UnusedDeclaration {
  static func findings(_ input: CheckInput) -> [Finding] {
    let delete = "delete it"
    var findings: [Finding] = []
    var places: [Location: Location]?
    func check<E: Entity>(
      _ entities: [E], _ uses: DeclarationIndices, _ noun: Noun, _ message: String, _ help: String,
      of kind: ((E) -> Noun)? = nil
    ) {
      guard uses.count < entities.count else { return }
      places = places ?? input.declarations
      for (index, entity) in entities.enumerated() where !uses.contains(Int32(index)) {
        let noun = kind?(entity) ?? noun
        findings.append(
          page.finding(
            "the \(noun.rawValue) `\(entity.name)` \(noun == .responses ? "are not in any configuration" : message)",
            at: entity.declared.location,
            label: "never used", help: help,
            // If another declaration can name this one, an entry may be missing there, so there is no fix.
            fix: help == delete
              ? places?[entity.declared.location].map { .delete(declaration: $0, input) } : nil))
      }
    }
    let rules = input.rules
    let uses = input.uses
    check(
      rules.origins, uses.origins, .origin, "is never used",
      "write `from` and its name, or delete it")
    check(rules.flags, uses.flags, .flag, "is not used in any condition", delete)
    check(rules.values, uses.values, .value, "is not used in any rule", delete)
    check(rules.conditions, uses.conditions, .condition, "is not used in any condition", delete)
    check(rules.screens, uses.screens, .screen, "is not presented or pushed by any rule", delete)
    check(rules.actions, uses.actions, .action, "is not performed or attempted by any rule", delete)
    check(
      rules.handlers, uses.handlers, .handler, "is not used by any chain",
      "write `use` and its name in a chain, or delete it")
    check(rules.models, uses.models, .model, "is never used", delete)
    check(rules.enumerations, uses.enumerations, .enumeration, "is never used", delete)
    check(rules.unions, uses.unions, .union, "is never used", delete)
    if !rules.configurations.isEmpty {
      let named = "name it in a configuration, or delete it"
      var strategies = uses.strategies
      for (index, strategy) in rules.strategies.enumerated() where strategy.channel != nil {
        strategies.insert(Int32(index))
      }
      check(rules.chains, uses.chains, .chain, "is not in any configuration", named) {
        Noun($0.kind)
      }
      check(rules.strategies, strategies, .strategy, "is not in any configuration", named)
      check(rules.channels, uses.channels, .channel, "is not in any configuration", named)
      check(rules.scripts, uses.scripts, .script, "is not in any configuration", named)
    }
    return findings
  }

  static let page = Page(
    "unused-declaration", .warning, "a declaration that is never used", fixes: .meaning)
}
