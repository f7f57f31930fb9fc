import Checks
package import Diagnostics
package import Generation
import Reachability
import Semantics
import Syntax
package import Text

/// All that one rule set is made of, read beforehand: nothing below here touches a file.
package struct RuleSetInput: Sendable {
  /// The `.bascule` files, sorted by name.
  package var files: [SourceFile]
  /// The content of a file that a `script … from "file.js"` names, by its path inside the rule
  /// set's folder; nil where there is none or it lies outside.
  package var resource: @Sendable (String) -> [UInt8]?
  /// The paths of the files below the set's folder, for generated comments; nil for the names of
  /// `files`.
  package var paths: [String]?

  package init(
    files: [SourceFile], paths: [String]? = nil,
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.paths = paths
    self.resource = resource
  }

  /// The files by the names that generated comments use: the working folder is not part of the output.
  fileprivate var sources: [SourceFile] {
    guard let paths else { return files }
    return zip(files, paths).map { SourceFile(name: $1, bytes: $0.bytes) }
  }
}

package struct GenerationOptions: Sendable {
  /// nil to generate no Swift.
  package var swift: SwiftOptions?
  package var typeScript: Bool

  package init(swift: SwiftOptions?, typeScript: Bool) {
    self.swift = swift
    self.typeScript = typeScript
  }
}

/// The generated files of one rule set.
package struct Output: Sendable {
  /// Always the same names, sorted. Empty unless asked for.
  package var swift: [GeneratedFile]
  package var typeScript: [UInt8]?
  /// The fake of the app for the page's tests.
  package var typeScriptTesting: [UInt8]?
  /// The files that scripts were read from, by their paths inside the set's folder.
  package var resources: [String]
}

/// The one façade: files in, findings and generated code out.
package enum Workspace {
  /// All findings of the set, sorted by place.
  ///
  /// - Parameters:
  ///   - severities: of codes whose level can be set.
  ///   - isLast: whether the process ends soon; see `Remains`.
  package static func check(
    _ input: RuleSetInput, _ severities: Severities = Severities(), isLast: Bool = false
  ) -> [Finding] {
    analyze(input, severities, isLast: isLast).findings
  }

  /// The findings and, unless one of them is an error, the generated code.
  ///
  /// - Parameters:
  ///   - isLast: whether the process ends soon; see `Remains`.
  ///   - left: of all findings those that count; the others are not returned either.
  package static func generate(
    _ input: RuleSetInput, _ options: GenerationOptions, _ severities: Severities = Severities(),
    isLast: Bool = false, left: ([Finding]) -> [Finding] = { $0 }
  ) -> (findings: [Finding], output: Output?) {
    let (all, resolution) = analyze(input, severities, isLast: isLast)
    let findings = left(all)
    if findings.contains(where: { $0.severity == .error }) { return (findings, nil) }
    let swift = options.swift.map {
      SwiftGenerator.files(for: resolution.rules, sources: input.sources, options: $0)
    }
    let typeScript =
      options.typeScript ? TypeScriptGenerator.module(for: resolution.rules) : nil
    let testing = options.typeScript ? TypeScriptGenerator.testing(for: resolution.rules) : nil
    let output = Output(
      swift: swift ?? [], typeScript: typeScript, typeScriptTesting: testing,
      resources: Set(resolution.rules.scripts.compactMap(\.path)).sorted())
    return (findings, output)
  }

  /// The page of a code in Markdown, nil for a code that does not exist.
  package static func page(ofCode code: String) -> String? { Checks.page(code)?.text }

  /// Every code, sorted.
  package static var codes: [String] { Checks.pages.map(\.code) }

  /// What a code stands for; nil for a code that does not exist.
  package static func summary(ofCode code: String) -> CodeSummary? {
    Checks.page(code).map { page in
      CodeSummary(
        code: page.code, text: page.summary, level: Checks.defaultLevel(page),
        canSetLevel: Checks.canSetLevel(page), page: page.text)
    }
  }

  static func analyze(
    _ input: RuleSetInput, _ severities: Severities, asksChains: Bool = true, isLast: Bool = false
  ) -> (findings: [Finding], resolution: Resolution) {
    let trees = input.files.map { SyntaxTree.parse($0) }
    let resolution = Resolution(trees, resource: input.resource)
    if isLast { Remains.leave((trees, resolution)) }
    var analyze: ((RuleSet) -> [ChainAnalysis])?
    if asksChains {
      analyze = { rules in
        let analyzer = ChainAnalyzer(rules)
        let analyses = Checks.analyses(analyzer)
        if isLast { Remains.leave((analyzer, analyses)) }
        return analyses
      }
    }
    let findings = Checks.findings(
      trees: trees, resolution: resolution, files: input.files, severities: severities,
      analyze: analyze)
    return (findings, resolution)
  }
}
