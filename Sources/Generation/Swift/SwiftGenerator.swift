package import Semantics
package import Text

/// Generates the Swift of one rule set.
package struct SwiftGenerator: Sendable {
  private let context: SwiftContext
  private let options: SwiftOptions
  private let chains: SwiftChains
  /// The parts of the run-time support in the files; nil if the app links the library.
  private let uses: SwiftRuntimeUse?

  /// - Parameter longestInOrder: the maximum number of rules of a chain without a table.
  /// - Requires: the rule set has no error, and its locations number `sources`.
  package init(
    _ rules: RuleSet, sources: [SourceFile], options: SwiftOptions,
    longestInOrder: Int = ChainPlan.longestInOrder
  ) {
    self.options = options
    context = SwiftContext(rules, sources, options)
    chains = SwiftChains(context, ChainPlan(rules, longestInOrder: longestInOrder))
    uses =
      options.runtime == .package ? nil : SwiftRuntimeUse(context, hasTables: chains.hasTables)
  }

  /// The names of the files, sorted. Every rule set has the same files.
  package static let fileNames = SwiftFile.allCases.map { $0.name }

  /// Returns the files in the order of their names.
  ///
  /// - Parameter longestInOrder: the maximum number of rules of a chain without a table.
  /// - Requires: the rule set has no error, and its locations number `sources`.
  package static func files(
    for rules: RuleSet, sources: [SourceFile], options: SwiftOptions,
    longestInOrder: Int = ChainPlan.longestInOrder
  ) -> [GeneratedFile] {
    let generator = SwiftGenerator(
      rules, sources: sources, options: options, longestInOrder: longestInOrder)
    let contract = Contract(rules)
    return SwiftFile.allCases.map { file in
      var out = CodeWriter()
      generator.write(file, contract, &out)
      return GeneratedFile(name: options.prefix + file.name, bytes: out.bytes)
    }
  }

  /// Writes one file.
  package func write(_ file: SwiftFile, _ contract: Contract, to sink: CodeSink) {
    var out = CodeWriter(to: sink)
    write(file, contract, &out)
    out.finish()
  }

  private func write(_ file: SwiftFile, _ contract: Contract, _ out: inout CodeWriter) {
    out.line("// ", options.heading.text)
    let start = out.count
    for mark in GeneratedHeading.marksForLinters { out.line("// ", mark) }
    let used = uses?.parts ?? []
    let support = SwiftRuntime.allCases.filter { used.contains($0) && $0.output == file }.map {
      $0.text
    }
    out.emptyLine()
    let indent = file.condition == nil ? "" : "  "
    if let condition = file.condition { out.line("#if ", condition) }
    SwiftImports(rules: context.rules, options: options)
      .write(file, support, indent: indent, &out)
    let end = out.count
    out.emptyLine()
    let ownStart = out.count
    out.beginPart()
    write(file, contract, own: &out)
    out.endPart()
    let isOwnEmpty = out.count == ownStart
    if isOwnEmpty, support.isEmpty {
      out.removeLast(to: start)
      out.line("// The rules need nothing in this file.")
      return
    }
    if isOwnEmpty { out.removeLast(to: end) }
    for (index, part) in support.enumerated() {
      out.emptyLine()
      if index == 0, !isOwnEmpty {
        out.line(indent, "// MARK: - Run-time support")
        out.emptyLine()
      }
      part.write(among: used, context.access, &out)
    }
    if file.condition != nil { out.line("#endif") }
  }

  /// Writes the part of a file that depends on the rules.
  private func write(_ file: SwiftFile, _ contract: Contract, own out: inout CodeWriter) {
    switch file {
    case .configurations: SwiftConfigurations(context: context).write(&out)
    case .dispatch: if context.rules.hasNavigation { chains.writeDispatch(&out) }
    case .events: SwiftEvents(context: context, contract: contract).write(&out)
    case .messages: SwiftMessages(context: context).write(&out)
    case .models: SwiftModels(context: context).write(&out)
    case .navigation:
      if context.rules.hasNavigation {
        SwiftNavigation(context).write(hasRules: chains.hasRules, &out)
        chains.write(&out)
      }
    case .testing: if context.rules.hasBridge { SwiftTesting(context: context).write(&out) }
    case .patterns: context.expressions.write(context, &out)
    case .request, .webKit, .wire: break
    }
  }
}
