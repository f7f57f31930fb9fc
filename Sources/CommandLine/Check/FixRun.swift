import Diagnostics
import Text
import Workspace

/// Applies the fixes of a rule set's findings until none is left. Formatted files stay formatted.
struct FixRun {
  /// The maximum number of rounds; real rule sets need far fewer.
  private static let roundLimit = 1000

  /// A file before and after.
  struct Change {
    var path: Path
    var old: [UInt8]
    var new: [UInt8]
  }

  /// The set with the fixes.
  private(set) var source: RuleSetSource
  /// Sorted by path.
  private(set) var changes: [Change] = []
  /// The number of fixes that were applied.
  private(set) var count = 0

  /// - Parameters:
  ///   - severities: override those of the `bascule.json`.
  ///   - all: also applies fixes that are not safe.
  init(_ original: RuleSetSource, _ severities: Severities, all: Bool) {
    source = original
    var findings = Self.findings(source, severities)
    var seen: Set<[[UInt8]]> = [source.input.files.map(\.bytes)]
    for _ in 0..<Self.roundLimit {
      let selection = FixSelection(findings, all: all)
      if selection.count == 0 { break }
      let files = source.input.files + [source.configuration?.file].compactMap(\.self)
      let next = source.replacing(selection.apply(to: files))
      let found = Self.findings(next, severities)
      let isBroken =
        !findings.contains { $0.severity == .error } && found.contains { $0.severity == .error }
      // A fix must not introduce errors into a set without any; an earlier state would recur forever.
      if isBroken || !seen.insert(next.input.files.map(\.bytes)).inserted { break }
      (source, findings) = (next, found)
      count += selection.count
    }
    if count > 0 {
      source = source.replacing(
        zip(original.input.files, source.input.files).map {
          $0.bytes == $1.bytes ? $1 : FormattedFile.keepingStyle(of: $0, $1)
        } + [source.configuration?.file].compactMap(\.self))
    }
    let old = original.input.files + [original.configuration?.file].compactMap(\.self)
    let new = source.input.files + [source.configuration?.file].compactMap(\.self)
    let paths = original.found.files + [original.found.configuration].compactMap(\.self)
    for index in old.indices where old[index].bytes != new[index].bytes {
      changes.append(Change(path: paths[index], old: old[index].bytes, new: new[index].bytes))
    }
    changes.sort { $0.path < $1.path }
  }

  /// The findings of the rule files and, as the last file, of the `bascule.json`.
  private static func findings(_ source: RuleSetSource, _ severities: Severities) -> [Finding] {
    var report = Report()
    let levels = source.severities.overridden(by: severities)
    report.add(Workspace.check(source.input, levels), in: source.input.files)
    if let configuration = source.configuration {
      report.add(configuration.findings, in: [configuration.file])
    }
    return report.findings
  }

  /// Writes the changed files, all or none.
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
  /// The source with other contents: of the rule files, then of the `bascule.json`.
  fileprivate func replacing(_ files: [SourceFile]) -> RuleSetSource {
    var input = input
    let count = input.files.count
    input.files = Array(files.prefix(count))
    return RuleSetSource(
      found: found, input: input,
      configuration: files.count > count ? ConfigurationFile(files[count]) : nil)
  }
}
