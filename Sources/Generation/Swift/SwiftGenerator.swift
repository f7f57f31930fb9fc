package import Semantics
package import Text

/// Generates the Swift of one rule set.
package enum SwiftGenerator {
  /// The names of the files, sorted; every rule set has the same.
  package static let fileNames = SwiftFile.allCases.map(\.name)

  /// The files in the order of their names.
  ///
  /// - Parameters:
  ///   - longestInOrder: the most rules of a chain without a table.
  ///   - contract: of the rule set, if it is known already.
  /// - Requires: the rule set has no error; `sources` are its files, as its locations number them.
  package static func files(
    for rules: RuleSet, sources: [SourceFile], options: SwiftOptions,
    longestInOrder: Int = ChainPlan.longestInOrder, contract: Contract? = nil,
    tasks: TaskRunner = .inOrder
  ) -> [GeneratedFile] {
    let context = SwiftContext(rules, sources, options)
    let chains = SwiftChains(context, ChainPlan(rules, longestInOrder: longestInOrder))
    let uses = SwiftRuntimeUse(context, hasTables: chains.hasTables)
    return tasks.map(SwiftFile.allCases) { file in
      var own = CodeWriter()
      write(file, context, chains, contract, &own)
      var out = CodeWriter()
      out.line("// ", options.heading.text)
      switch options.runtime {
      case .embedded: embed(uses.parts, in: file, own.bytes, context.access, &out)
      case .package: importRuntime(file, own.bytes, &out)
      }
      return GeneratedFile(name: options.prefix + file.name, bytes: out.bytes)
    }
  }

  /// The part of a file that depends on the rules.
  private static func write(
    _ file: SwiftFile, _ context: SwiftContext, _ chains: SwiftChains, _ contract: Contract?,
    _ out: inout CodeWriter
  ) {
    switch file {
    case .configurations: SwiftConfigurations(context: context).write(&out)
    case .dispatch: chains.writeTables(&out)
    case .events: SwiftEvents(context: context, contract: contract).write(&out)
    case .messages: SwiftMessages(context: context).write(&out)
    case .models: SwiftModels(context).write(&out)
    case .navigation:
      if context.rules.hasNavigation {
        SwiftNavigation(context).write(&out)
        chains.write(&out)
      }
    case .testing: if context.rules.hasBridge { SwiftTesting(context: context).write(&out) }
    case .patterns: context.expressions.write(context, &out)
    case .request, .webKit, .wire: break
    }
  }

  private static func embed(
    _ parts: Set<SwiftRuntime>, in file: SwiftFile, _ own: [UInt8], _ access: String,
    _ out: inout CodeWriter
  ) {
    let support = SwiftRuntime.allCases.filter { $0.output == file && parts.contains($0) }
    if own.isEmpty, support.isEmpty {
      out.line("// The rules need nothing in this file.")
      return
    }
    out.emptyLine()
    let indent = file.condition == nil ? "" : "  "
    if let condition = file.condition { out.line("#if ", condition) }
    for module in file.imports { out.line(indent, "import ", module) }
    if !own.isEmpty {
      out.emptyLine()
      out.verbatim(own)
    }
    for (index, part) in support.enumerated() {
      out.emptyLine()
      if index == 0, !own.isEmpty {
        out.line(indent, "// MARK: - Run-time support")
        out.emptyLine()
      }
      part.write(among: parts, access, &out)
    }
    if file.condition != nil { out.line("#endif") }
  }

  private static func importRuntime(
    _ file: SwiftFile, _ own: [UInt8], _ out: inout CodeWriter
  ) {
    if own.isEmpty {
      out.line("// The rules need nothing in this file.")
      return
    }
    out.emptyLine()
    let indent = file.condition == nil ? "" : "  "
    if let condition = file.condition { out.line("#if ", condition) }
    out.line(indent, "@_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime")
    out.line(indent, "import Foundation")
    out.emptyLine()
    out.verbatim(own)
    if file.condition != nil { out.line("#endif") }
  }
}
