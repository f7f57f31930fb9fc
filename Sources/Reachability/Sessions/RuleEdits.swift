package import Semantics
package import Text

/// The changes of a rule set's rules, while the declarations that they refer to are the same.
package struct RuleEdits {
  /// Whether nothing has changed in the file.
  package let isUnchanged: (FileID) -> Bool
  /// Whether a rule as it was and one as it is now are written the same.
  package let isSame: (Rule, Rule) -> Bool

  package init(isUnchanged: @escaping (FileID) -> Bool, isSame: @escaping (Rule, Rule) -> Bool) {
    self.isUnchanged = isUnchanged
    self.isSame = isSame
  }
}
