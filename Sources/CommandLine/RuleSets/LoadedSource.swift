import Diagnostics
import Tasks
package import Workspace

/// A rule set that was read and has no errors.
package struct LoadedSource: Sendable {
  package let source: RuleSetSource
  package let rules: LoadedRuleSet

  /// Loads the rule sets of the paths. If one has errors, prints them to standard error and returns the exit code.
  ///
  /// - Parameter links: `apple-app-site-association` files with any name; nil to refuse such files.
  package static func load(
    _ paths: [String], links: [String]? = [], _ console: inout Console
  ) -> (sets: [LoadedSource], code: ExitCode?) {
    let (sources, errors) = RuleSetSource.read(paths, links: links, standardInputName: nil)
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      return ([], .files)
    }
    guard let sets = load(sources, &console) else { return ([], .findings) }
    return (sets, nil)
  }

  /// Loads rule sets. If they have errors, prints these to standard error and returns nil.
  package static func load(
    _ sources: [RuleSetSource], _ console: inout Console
  ) -> [LoadedSource]? {
    var report = Report()
    var sets: [LoadedSource] = []
    let loaded = RuleSetSource.tasks(for: sources).map(sources) {
      Workspace.load($0.namedInput, $0.severities)
    }
    for (source, rules) in zip(sources, loaded) {
      report.add(rules.findings.filter { $0.severity == .error }, of: source)
      sets.append(LoadedSource(source: source, rules: rules))
    }
    guard report.hasErrors else { return sets }
    report.sort()
    var renderer = HumanRenderer(files: report.files, style: console.errors.style)
    console.errors.write(renderer.render(report.findings))
    console.errors.line(HumanRenderer.summary(report.findings, fileCount: report.ruleFileCount))
    return nil
  }
}
