import Diagnostics
import Semantics
import Syntax
import Text

/// The check `inherited-name`.
enum InheritedName {
  static func findings(_ input: CheckInput) -> [Finding] {
    var findings: [Finding] = []
    for (index, tree) in input.trees.enumerated() {
      for case .configuration(let configuration) in tree.declarations {
        guard let base = base(of: configuration, input.rules) else { continue }
        for setting in configuration.settings {
          guard case .names(let names) = setting.value else { continue }
          let inherited = inherited(setting.setting, base, input.rules)
          for name in names where inherited.contains(name.text) {
            findings.append(
              page.finding(
                "`\(name.text)` is inherited from `\(base.name)`: lists of both add up",
                at: Location(FileID(index), name.span), label: "already in the list",
                related: [.init("extended here", at: base.declared.location)], help: "delete it"))
          }
        }
      }
    }
    return findings
  }

  private static func base(
    of configuration: ConfigurationSyntax, _ rules: RuleSet
  ) -> Configuration? {
    guard let name = configuration.extends?.text else { return nil }
    return rules.configurations.first { $0.name == name }
  }

  /// The names in a list of the base configuration, including those that it inherits.
  private static func inherited(
    _ setting: Setting, _ base: Configuration, _ rules: RuleSet
  ) -> Set<String> {
    switch setting {
    case .strategies: Set(base.strategies.map { rules[$0].name })
    case .channels: Set(base.channels.map { rules[$0].name })
    case .scripts: Set(base.scripts.map { rules[$0].name })
    default: []
    }
  }

  static let page = Page(
    "inherited-name", .warning, "a name in a list that the configuration already inherits")
}
