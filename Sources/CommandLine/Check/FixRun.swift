import Diagnostics
import Text
import Workspace

/// The fixes of a rule set and its `bascule.json`, before they are written. Formatted files stay formatted.
struct FixRun {
  /// A changed file, with its content before and after.
  struct Change {
    var path: Path
    var old: [UInt8]
    var new: [UInt8]
  }

  /// The rule set with the fixes.
  private(set) var source: RuleSetSource
  /// The changed files, sorted by path.
  private(set) var changes: [Change] = []
  private(set) var applied: [AppliedFix] = []
  /// True if some fixes were not tried because of their number.
  private(set) var isIncomplete = false
  /// The requests that the fixes treat differently.
  private(set) var difference: RuleSetDiff?
  /// The findings of the rule files with the fixes; nil if the files have to be checked.
  var findings: [Finding]? { last?.findings }

  /// The fixes; nil if the files were formatted after they were applied.
  private var last: RuleSetFixes?

  /// - Parameters:
  ///   - severities: levels that replace the levels of the `bascule.json`.
  ///   - all: true to apply fixes that are not safe, too.
  ///   - allowsWeaker: true to allow fixes after which a request passes that was cancelled before.
  init(
    _ original: RuleSetSource, _ severities: Severities, all: Bool, allowsWeaker: Bool = false
  ) {
    source = original
    if original.input.areLinks {
      fixLinks(source.severities.overridden(by: severities), all: all)
      return
    }
    fixConfiguration(all: all)
    let fixes = RuleSetFixes(
      source.input, source.severities.overridden(by: severities), all: all,
      allowsWeaker: allowsWeaker)
    applied += fixes.applied
    difference = fixes.difference
    isIncomplete = fixes.isIncomplete
    if !fixes.applied.isEmpty {
      source = source.replacing(
        zip(original.input.files, fixes.input.files).map {
          $0.bytes == $1.bytes ? $1 : FormattedFile.keepingStyle(of: $0, $1)
        } + [source.configuration?.file].compactMap(\.self))
    }
    if zip(source.input.files, fixes.input.files).allSatisfy({ $0.bytes == $1.bytes }) {
      last = fixes
    }
    let old = original.input.files + [original.configuration?.file].compactMap(\.self)
    let new = source.input.files + [source.configuration?.file].compactMap(\.self)
    let paths = original.found.files + [original.found.configuration].compactMap(\.self)
    for index in old.indices where old[index].bytes != new[index].bytes {
      changes.append(Change(path: paths[index], old: old[index].bytes, new: new[index].bytes))
    }
    changes.sort { $0.path < $1.path }
  }

  /// Applies the fixes of an `apple-app-site-association` file, until a fix no longer reduces the number of findings.
  private mutating func fixLinks(_ severities: Severities, all: Bool) {
    let original = source.input.files
    var findings = Workspace.check(source.input, severities)
    while true {
      let fixable = findings.filter { $0.fix.map { $0.isSafe || all } ?? false }
      let selection = FixSelection(fixable.compactMap(\.fix))
      if selection.chosen.isEmpty { break }
      let next = source.replacing(selection.apply(to: source.input.files))
      let left = Workspace.check(next.input, severities)
      if left.count >= findings.count { break }
      applied += AppliedFix.all(selection.chosen.map { fixable[$0] }, in: source.input.files)
      (source, findings) = (next, left)
    }
    for (path, files) in zip(source.found.files, zip(original, source.input.files))
    where files.0.bytes != files.1.bytes {
      changes.append(Change(path: path, old: files.0.bytes, new: files.1.bytes))
    }
  }

  private mutating func fixConfiguration(all: Bool) {
    var seen: Set<[UInt8]> = []
    while let configuration = source.configuration, seen.insert(configuration.file.bytes).inserted {
      let findings = configuration.findings.filter {
        // Only the findings of the file itself have fixes.
        $0.fix.map { ($0.isSafe || all) && !$0.edits.isEmpty } ?? false
      }
      let selection = FixSelection(findings.compactMap(\.fix))
      if selection.chosen.isEmpty { return }
      applied += AppliedFix.all(
        selection.chosen.map { findings[$0] }, in: [configuration.file])
      source = source.replacing(source.input.files + selection.apply(to: [configuration.file]))
    }
  }

  /// Writes all changed files, or none if one cannot be written.
  static func write(_ changes: [Change]) throws(FileError) {
    var staged: [StagedFile] = []
    do throws(FileError) {
      for change in changes {
        guard try StagedFile.compare(change.path, with: change.old) == .same else {
          throw FileError(.write, change.path, "another program has just changed it")
        }
        staged.append(try StagedFile(change.new, for: change.path))
      }
      while !staged.isEmpty { try staged.removeFirst().commit() }
    } catch {
      for file in staged { file.discard() }
      throw error
    }
  }
}

extension RuleSetSource {
  /// Returns the source with other contents of the rule files and, after these, of the `bascule.json`.
  fileprivate func replacing(_ files: [SourceFile]) -> RuleSetSource {
    var input = input
    let count = input.files.count
    input.files = Array(files.prefix(count))
    return RuleSetSource(
      found: found, input: input,
      configuration: files.count > count ? ConfigurationFile(files[count]) : nil)
  }
}
