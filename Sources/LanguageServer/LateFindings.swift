import Diagnostics
import Text
import Workspace

/// The findings of a rule set for which another thread searches after each check: the differences to an earlier
/// version, and the findings about the universal links that the `bascule.json` names.
package struct LateFindings {
  package struct Result: Sendable {
    var earlier: EarlierRules?
    /// The reason why the earlier version cannot be read.
    var failure: String?
    var differences: [Finding] = []
    var links: [Finding] = []
    /// The findings in the `bascule.json` and the files that it extends.
    var ofConfiguration: [Finding] = []
  }

  /// True if the revision may be another commit by now, or the universal links may have changed.
  var isOutdated = true
  var isRunning = false
  /// True if the rules have changed since the other thread began.
  var mustRepeat = false
  /// The rule files of the last result.
  private var files: [SourceFile] = []
  private var configuration: [SourceFile] = []
  private(set) var last = Result()

  mutating func take(
    _ result: Result, of files: [SourceFile], _ configuration: [SourceFile]
  ) {
    (last, self.files, self.configuration) = (result, files, configuration)
  }

  mutating func forgetEarlier() {
    last.earlier = nil
    last.differences = []
    isOutdated = true
  }

  func isOf(_ snapshot: Snapshot) -> Bool {
    files.areSame(as: snapshot.files)
  }

  /// The differences at their places in a later text.
  func differences(in snapshot: Snapshot) -> [Finding] { moved(last.differences, to: snapshot) }

  /// The findings about universal links at their places in a later text.
  func links(in snapshot: Snapshot) -> [Finding] { moved(last.links, to: snapshot) }

  func ofConfiguration(_ files: [SourceFile]) -> [Finding] {
    configuration.areSame(as: files) ? last.ofConfiguration : []
  }

  /// Returns the findings at their places in a later text. A finding is left out if an edit removed its start or end.
  private func moved(_ findings: [Finding], to snapshot: Snapshot) -> [Finding] {
    var moves: [FileID: CommonEnds] = [:]
    return findings.compactMap { finding in
      let place = finding.location
      let old = files[Int(place.file.index)]
      guard let number = snapshot.number(ofFile: old.name) else { return nil }
      let new = snapshot.files[number]
      var finding = finding
      finding.location = Location(FileID(number), place.span)
      if old.bytes == new.bytes { return finding }
      let ends = moves[place.file] ?? CommonEnds(old.bytes, new.bytes)
      moves[place.file] = ends
      guard let start = ends.place(place.span.start), let end = ends.place(place.span.end) else {
        return nil
      }
      finding.location.span = Span(start, end)
      return finding
    }
  }
}
