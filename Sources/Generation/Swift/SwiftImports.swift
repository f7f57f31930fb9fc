import Semantics

/// Prints the imports of generated files.
///
/// An import needs the access level of the declarations that use the module. A higher level causes a warning: the
/// compiler warns of `public import` in a file whose public declarations do not use the module.
struct SwiftImports {
  let rules: RuleSet
  let options: SwiftOptions

  /// Writes the imports of a file.
  ///
  /// - Parameter support: the run-time support in the file.
  func write(
    _ file: SwiftFile, _ support: [SwiftRuntimeText], indent: String, _ out: inout CodeWriter
  ) {
    var exports = support.reduce(into: Set<SwiftModule>()) { $0.formUnion($1.exports) }
    if namesTypesOfFoundation(file) { exports.insert(.foundation) }
    if options.runtime == .package, namesTypesOfSupport(file) { exports.insert(.basculeRuntime) }
    let modules: [SwiftModule] =
      options.runtime == .package ? [.basculeRuntime, .foundation] : file.imports
    for module in modules {
      let attributes = module == .basculeRuntime ? "@_spi(Generated) @_spi(GeneratedFile) " : ""
      let level = level(isExported: exports.contains(module))
      out.line(indent, attributes, level, "import ", module.rawValue)
    }
  }

  private func level(isExported: Bool) -> String {
    switch options.imports {
    case .plain: isExported && options.access == .public ? "public " : ""
    case .explicit: (isExported ? options.access : .internal).rawValue + " "
    }
  }

  /// Returns whether declarations for the rules, with the configured access, use a type of Foundation in the file.
  private func namesTypesOfFoundation(_ file: SwiftFile) -> Bool {
    switch file {
    case .configurations: uses(rules.scripts.flatMap { $0.parameters }.map { $0.type })
    case .events: uses(events + calls)
    case .messages: uses(messages)
    case .models:
      uses(rules.models.flatMap { $0.fields }.map { $0.type })
        || uses(rules.unions.flatMap { $0.cases }.flatMap { $0.fields }.map { $0.type })
    case .navigation: rules.hasNavigation && SwiftNavigation.namesURLs(rules)
    case .testing: uses(messages + events + calls)
    case .dispatch, .patterns, .request, .webKit, .wire: false
    }
  }

  /// Returns whether declarations with the configured access use a type of the library in the file.
  private func namesTypesOfSupport(_ file: SwiftFile) -> Bool {
    switch file {
    case .dispatch, .patterns: false
    // The enums of the file only conform to a protocol. The compiler counts this as a use only for `public`
    // declarations.
    case .models: options.access == .public || !rules.models.isEmpty || !rules.unions.isEmpty
    default: true
    }
  }

  private var messages: [ValueType?] { rules.strategies.flatMap { [$0.receives, $0.replies] } }
  private var events: [ValueType?] { rules.events.map { $0.sends } }
  private var calls: [ValueType?] { rules.calls.flatMap { [$0.sends, $0.replies] } }

  private func uses(_ types: [ValueType?]) -> Bool {
    types.contains { $0?.namesTypeOfFoundation == true }
  }
}

extension ValueType {
  /// True if the Swift name of the type contains a type of Foundation.
  var namesTypeOfFoundation: Bool {
    switch self {
    case .url, .date, .data: true
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      inner.namesTypeOfFoundation
    case .string, .int, .double, .bool, .json, .model, .enumeration, .union, .request, .invalid:
      false
    }
  }
}
