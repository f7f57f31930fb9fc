import AssociationFiles
import Checks
package import Diagnostics
package import Semantics
package import Text
import WebURL

/// The rules of a set, and the result of their check.
package struct CheckedRules: Sendable {
  let rules: RuleSet
  /// False if the set has errors.
  let isSound: Bool

  package init(rules: RuleSet, isSound: Bool) {
    self.rules = rules
    self.isSound = isSound
  }
}

extension RuleSetSession {
  /// The rules of the last check.
  package var checkedRules: CheckedRules {
    CheckedRules(rules: resolution.rules, isSound: analyses != nil)
  }
}

/// The universal links of one app that a `bascule.json` names, for a comparison with a chain.
package struct LinkedApp: Sendable {
  /// An invalid value in `bascule.json`.
  package struct Fault: Error {
    /// The key of the value in `links`.
    package var key: String
    package var message: String
    package var help: String
  }

  private let file: SourceFile
  private let link: LinkChain
  private let host: String
  private let chain: String

  /// - Parameter file: the `apple-app-site-association` file.
  package init(_ file: SourceFile, app: String, host: String, chain: String) throws(Fault) {
    let association = AssociationFile(file)
    guard let link = association.chains.first(where: { $0.name == app }) else {
      let names = association.chains.map { "`\($0.name)`" }
      throw Fault(
        key: "app", message: "`\(file.name)` has no links for `\(app)`",
        help: names.isEmpty
          ? "`bascule check --links FILE` reports what is wrong in it"
          : "it has links for \(names.joined(separator: ", "))")
    }
    guard WebURL.parse("https://\(host)/")?.host == host else {
      throw Fault(
        key: "host", message: "`\(host)` is no host", help: "write it as in `shop.example`")
    }
    (self.file, self.link, self.host, self.chain) = (file, link, host, chain)
  }

  /// The findings for a rule set that has just been checked, with locations in its files; none if the set has errors.
  package func findings(
    of checked: CheckedRules, _ severities: Severities
  ) throws(Fault) -> [Finding] {
    let rules = checked.rules
    let found = rules.chains.firstIndex { !$0.isResponses && $0.name == chain }
    guard let found else {
      let names = rules.chains.filter { !$0.isResponses }.map { "`\($0.name)`" }
      throw Fault(
        key: "chain", message: "the rule set has no chain `\(chain)`",
        help: names.isEmpty ? "it has none" : "there is \(names.joined(separator: ", "))")
    }
    if !checked.isSound { return [] }
    return LinkedChain(link, of: file, host: host).findings(rules, ID(found), severities)
  }
}
