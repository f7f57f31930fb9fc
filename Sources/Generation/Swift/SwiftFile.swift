/// A generated Swift file. Every rule set has the same files, since build systems need to know their names.
package enum SwiftFile: String, CaseIterable, Sendable {
  case configurations = "BasculeConfigurations"
  case dispatch = "BasculeDispatch"
  case events = "BasculeEvents"
  case messages = "BasculeMessages"
  case models = "BasculeModels"
  case navigation = "BasculeNavigation"
  case patterns = "BasculePatterns"
  case request = "BasculeRequest"
  case testing = "BasculeTesting"
  case webKit = "BasculeWebKit"
  case wire = "BasculeWire"

  package var name: String { rawValue + ".swift" }

  /// The compilation condition around the code of the file.
  var condition: String? {
    switch self {
    case .testing: "DEBUG"
    case .webKit: "canImport(WebKit)"
    case .configurations, .dispatch, .events, .messages, .models, .navigation, .patterns, .request,
      .wire:
      nil
    }
  }

  /// The modules that the run-time support in the file imports.
  var imports: [SwiftModule] { self == .webKit ? [.foundation, .webKit] : [.foundation] }
}
