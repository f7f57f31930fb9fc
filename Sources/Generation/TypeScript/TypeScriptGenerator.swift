import GeneratedNames
package import Semantics

/// Prints the TypeScript of a rule set: ES modules without dependencies.
package enum TypeScriptGenerator {
  /// Returns the module for pages, in UTF-8.
  ///
  /// - Parameter contract: the contract of the rule set; nil if it is not known yet.
  /// - Requires: the rule set has no faults and its generated names do not collide (`TypeScriptNames`).
  package static func module(
    for rules: RuleSet, heading: GeneratedHeading = GeneratedHeading(),
    contract: Contract? = nil
  ) -> [UInt8] {
    bytes { printModule(rules, heading, contract ?? Contract(rules), &$0) }
  }

  /// Writes the module for pages.
  package static func writeModule(
    for rules: RuleSet, heading: GeneratedHeading, contract: Contract, to sink: CodeSink
  ) {
    write(to: sink) { printModule(rules, heading, contract, &$0) }
  }

  private static func printModule(
    _ rules: RuleSet, _ heading: GeneratedHeading, _ contract: Contract,
    _ printer: inout TypeScriptPrinter
  ) {
    let (types, conversions) = builders(rules, side: .page)
    printer.heading(["// " + heading.text])
    types.print(to: &printer)
    if hasBridge(rules) {
      printer.use(.bridgeError)
      printer.use(.appContract)
      var declaration = TypeScriptDeclaration(contract, name: .contract, isExported: true)
      declaration.documentation.text = "The contract of this page."
      printer.print(declaration)
    }
    TypeScriptMessages(types: types, conversions: conversions, contract: contract)
      .print(to: &printer)
    TypeScriptEvents(types: types, conversions: conversions).print(to: &printer)
    TypeScriptPageFunctions(rules).print(to: &printer)
    conversions.print(to: &printer)
    printer.printRuntime()
    if !hasBridge(rules), types.typesInSourceOrder().isEmpty { printer.printEmptyExport() }
  }

  /// Returns the module for the tests of pages, in UTF-8. It is a fake of the app.
  ///
  /// The module declares the types again and imports nothing, so that it works with every module system. For TypeScript
  /// both declarations are the same type.
  ///
  /// - Requires: the same as `module(for:)`.
  package static func testing(
    for rules: RuleSet, heading: GeneratedHeading = GeneratedHeading(),
    contract: Contract? = nil
  ) -> [UInt8] {
    bytes { printTesting(rules, heading, contract ?? Contract(rules), &$0) }
  }

  /// Writes the module for the tests of pages.
  package static func writeTesting(
    for rules: RuleSet, heading: GeneratedHeading, contract: Contract, to sink: CodeSink
  ) {
    write(to: sink) { printTesting(rules, heading, contract, &$0) }
  }

  private static func printTesting(
    _ rules: RuleSet, _ heading: GeneratedHeading, _ contract: Contract,
    _ printer: inout TypeScriptPrinter
  ) {
    printer.heading([
      "// " + heading.text, "//", "// For the tests of a page: a fake of the app. Do not ship it.",
    ])
    guard hasBridge(rules) else {
      printer.printEmptyExport()
      return
    }
    let (types, conversions) = builders(rules, side: .app)
    types.print(to: &printer)
    TypeScriptTesting(types: types, conversions: conversions, contract: contract)
      .print(to: &printer)
    conversions.print(to: &printer)
    printer.printRuntime()
  }

  private static func bytes(_ print: (inout TypeScriptPrinter) -> Void) -> [UInt8] {
    var printer = TypeScriptPrinter()
    print(&printer)
    return printer.bytes
  }

  private static func write(to sink: CodeSink, _ print: (inout TypeScriptPrinter) -> Void) {
    var printer = TypeScriptPrinter(to: sink)
    print(&printer)
    printer.writer.finish()
  }

  private static func hasBridge(_ rules: RuleSet) -> Bool {
    !(rules.strategies.isEmpty && rules.events.isEmpty && rules.calls.isEmpty)
  }

  private static func builders(
    _ rules: RuleSet, side: TypeScriptUsage.Side
  ) -> (types: TypeScriptTypes, conversions: TypeScriptConversions) {
    let types = TypeScriptTypes(rules: rules, usage: TypeScriptUsage(rules, side: side))
    return (types, TypeScriptConversions(types: types))
  }
}
