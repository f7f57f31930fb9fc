package import Semantics
package import Text

/// Changes of rules that do not change the declarations to which they refer.
package struct RuleEdits {
  /// Returns whether the file is unchanged.
  package let isUnchanged: (FileID) -> Bool
  /// Returns whether an old rule and a new one have the same source text.
  package let isSame: (Rule, Rule) -> Bool

  package init(isUnchanged: @escaping (FileID) -> Bool, isSame: @escaping (Rule, Rule) -> Bool) {
    self.isUnchanged = isUnchanged
    self.isSame = isSame
  }
}
