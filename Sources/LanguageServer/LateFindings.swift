import Diagnostics
import Text
import Workspace

/// The findings of a rule set that another thread searches for after each check: the differences to an earlier version,
/// and those about the universal links that its `bascule.json` names.
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
  /// True if the rules have changed while the other thread works.
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
    files.elementsEqual(snapshot.files) { $0.name == $1.name && $0.bytes == $1.bytes }
  }

  /// The differences at their places in a later text.
  func differences(in snapshot: Snapshot) -> [Finding] { moved(last.differences, to: snapshot) }

  /// The findings about universal links at their places in a later text.
  func links(in snapshot: Snapshot) -> [Finding] { moved(last.links, to: snapshot) }

  func ofConfiguration(_ files: [SourceFile]) -> [Finding] {
    let isSame = configuration.elementsEqual(files) { $0.name == $1.name && $0.bytes == $1.bytes }
    return isSame ? last.ofConfiguration : []
  }

  /// The findings in a later text, without those of rules that an edit has removed or that it has changed at an end.
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
