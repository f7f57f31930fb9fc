/// The spelling of imports in generated Swift.
package enum ImportStyle: String, Sendable, CaseIterable {
  /// `import Foundation`, or `public import` if public declarations use the module.
  case plain
  /// An access level on each import. A module that contains an import such as `internal import Foundation` in another
  /// file needs it, since the compiler refuses a plain import of the same module.
  case explicit
}
