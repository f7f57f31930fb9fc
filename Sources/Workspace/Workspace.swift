import Checks
package import Diagnostics
package import Generation
import Semantics
package import Text

package struct GenerationOptions: Sendable {
  /// nil to generate no Swift.
  package var swift: SwiftOptions?
  /// The first line of the TypeScript; nil to generate none.
  package var typeScript: GeneratedHeading?

  package init(swift: SwiftOptions?, typeScript: GeneratedHeading?) {
    self.swift = swift
    self.typeScript = typeScript
  }
}

/// The generated files of one rule set.
package struct Output: Sendable {
  /// Always the same names, sorted. Empty unless requested.
  package var swift: [GeneratedFile]
  package var typeScript: [UInt8]?
  /// The fake of the app for the page's tests.
  package var typeScriptTesting: [UInt8]?
  /// The files that scripts were read from, by their paths inside the set's folder.
  package var resources: [String]
}

private enum GeneratedPart: Sendable {
  case swift([GeneratedFile])
  case module([UInt8])
  case testing([UInt8])
}

/// Functions from a rule set to its findings and its generated code.
package enum Workspace {
  /// All findings of the set, sorted by location.
  ///
  /// - Parameter severities: of codes whose level can be set.
  package static func check(
    _ input: RuleSetInput, _ severities: Severities = Severities()
  ) -> [Finding] {
    RuleSetSession(isReused: false).check(input, severities)
  }

  /// The findings and, unless one of them is an error, the generated code.
  ///
  /// - Parameters:
  ///   - session: checks the set.
  ///   - tasks: runs the generators of the files.
  ///   - left: returns the findings that count; the others are discarded.
  package static func generate(
    _ input: RuleSetInput, _ options: GenerationOptions, _ severities: Severities = Severities(),
    in session: RuleSetSession = RuleSetSession(isReused: false),
    tasks: TaskRunner = .inOrder,
    left: ([Finding]) -> [Finding] = { $0 }
  ) -> (findings: [Finding], output: Output?) {
    let findings = left(session.check(input, severities))
    if findings.contains(where: { $0.severity == .error }) { return (findings, nil) }
    let rules = session.resolution.rules
    let contract = Contract(rules)
    let sources = input.sources
    var output = Output(
      swift: [], typeScript: nil, typeScriptTesting: nil,
      resources: Set(rules.scripts.compactMap(\.path) + rules.ruleLists.map(\.path)).sorted())
    var parts: [@Sendable () -> GeneratedPart] = []
    if let options = options.swift {
      parts.append {
        .swift(
          SwiftGenerator.files(
            for: rules, sources: sources, options: options, contract: contract, tasks: tasks))
      }
    }
    if let heading = options.typeScript {
      parts += [
        { .module(TypeScriptGenerator.module(for: rules, heading: heading, contract: contract)) },
        { .testing(TypeScriptGenerator.testing(for: rules, heading: heading, contract: contract)) },
      ]
    }
    for part in tasks.map(parts, { $0() }) {
      switch part {
      case .swift(let files): output.swift = files
      case .module(let bytes): output.typeScript = bytes
      case .testing(let bytes): output.typeScriptTesting = bytes
      }
    }
    return (findings, output)
  }

  /// Every code, sorted.
  package static var codes: [String] { Check.all.map(\.code) }

  /// The codes whose level can be set, sorted.
  package static var settableCodes: [String] { Check.all.filter(\.canSetLevel).map(\.code) }

  /// The description of a code; nil for a code that does not exist.
  package static func summary(ofCode code: String) -> CodeSummary? {
    Check.named(code).map { check in
      CodeSummary(
        code: check.code, text: check.page.summary, level: check.defaultLevel,
        canSetLevel: check.canSetLevel, securitySeverity: check.page.securitySeverity,
        page: check.page.text)
    }
  }

  /// A finding about a `bascule.json`.
  package static func configurationFinding(
    _ message: String, at location: Location, help: String? = nil, fix: Fix? = nil
  ) -> Finding {
    InvalidConfiguration.finding(message, at: location, help: help, fix: fix)
  }
}
