/// The spelling of imports in generated Swift.
package enum ImportStyle: String, Sendable, CaseIterable {
  /// `import Foundation`; `public import` where public declarations use the module.
  case plain
  /// Each import has an access level, for modules with an import such as `internal import Foundation` in another file:
  /// the compiler refuses plain imports beside it.
  case explicit
}
