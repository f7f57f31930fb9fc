import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
package import Text

/// A difference to an earlier version of a rule set, at the place in the new version that causes it.
package struct DifferenceNote: Sendable, Equatable {
  package let location: Location
  package let message: String

  package init(location: Location, message: String) {
    self.location = location
    self.message = message
  }

  /// Returns the differences that a bounded search finds, sorted by their places.
  ///
  /// - Parameters:
  ///   - old: the earlier version, which has no errors.
  ///   - new: the new version. Its chains with errors are not compared.
  ///   - version: the name of the earlier version in messages.
  package static func all(
    from old: LoadedRuleSet, to new: LoadedRuleSet, since version: String
  ) -> [DifferenceNote] {
    let diff = RuleSetDiff([(old, new)], RuleSetDiff.examplesInEditor)
    var writer = DifferenceNoteWriter(old, new, version)
    for change in diff.changes { writer.write(change) }
    for change in diff.contracts.flatMap({ $0.changes }) { writer.write(change) }
    return writer.notes.sorted { ($0.location, $0.message) < ($1.location, $1.message) }
  }
}

/// Writes the notes about the differences of two versions.
private struct DifferenceNoteWriter {
  private(set) var notes: [DifferenceNote] = []
  private let old: LoadedRuleSet
  private let new: LoadedRuleSet
  private let version: String
  /// The new file with the same path and the lines that differ, for each old file.
  private var successors: [FileID: (file: FileID, lines: LineDiff)] = [:]

  init(_ old: LoadedRuleSet, _ new: LoadedRuleSet, _ version: String) {
    self.old = old
    self.new = new
    self.version = version
  }

  private mutating func add(_ message: String, at location: Location) {
    notes.append(DifferenceNote(location: location, message: "since `\(version)`: \(message)"))
  }

  // MARK: - Requests

  mutating func write(_ change: RuleSetDiff.Change) {
    guard let old = change.old, let new = change.new else {
      writeSingle(change)
      return
    }
    var shortened = change.shortened
    for cause in change.causes {
      let shown = cause.regions[0]
      let entry = cause.isOfOldRule ? shown.old.outcome.entry : shown.new.outcome.entry
      let decider = entry.map { UndecidedPair.Decider.entry($0) }
      let number = shortened.firstIndex {
        $0.isOld == cause.isOfOldRule && $0.decider == decider
      }
      if let number { shortened.remove(at: number) }
      add(
        text(of: cause, old, hasMore: number != nil),
        at: place(of: cause, old.rule(shown.old.outcome), new.rule(shown.new.outcome), new))
    }
    for search in shortened {
      let side = search.isOld ? old : new
      let rule = side.rule(search.decider)
      add(
        "more requests may be treated differently; \(searchForAll)",
        at: search.isOld ? place(ofOld: rule, new) : rule?.location ?? new.declared.location)
    }
    for pair in RuleSetDiff.shown(change.undecided) {
      add(
        "it is unknown whether a request is treated differently; before: \(text(of: pair.old, old))",
        at: new.rule(pair.new)?.location ?? new.declared.location)
    }
  }

  /// Writes the note about a chain that only one version has.
  private mutating func writeSingle(_ change: RuleSetDiff.Change) {
    if let new = change.new { add("`\(change.name.text)` is new", at: new.declared.location) }
    if let old = change.old {
      let place = start(ofSuccessor: old.declared.location.file)
      add("`\(change.name.text)` was removed", at: place)
    }
  }

  private var searchForAll: String { "`bascule diff --against \(version) --all` searches for them" }

  /// The maximum number of requests that are shown for a cause after the first one.
  private static let furtherRequests = 3

  private func text(
    of cause: DifferenceCause, _ old: RuleSetDiff.Side, hasMore: Bool
  ) -> String {
    func line(_ region: DifferenceRegion) -> String {
      "\(region.request) was `\(region.old.text)`, is now `\(region.new.text)`"
    }
    let shown = cause.regions[0]
    let rule = old.rule(shown.old.outcome)
    var lines = [line(shown)]
    lines.append("before: \(rule.map { source(ofOld: $0) } ?? old.ending(shown.old.outcome))")
    lines += cause.regions.dropFirst().prefix(Self.furtherRequests).map { "also " + line($0) }
    let rest = cause.regions.count - 1 - Self.furtherRequests
    if rest > 0 { lines.append(rest == 1 ? "and one more request" : "and \(rest) more requests") }
    if hasMore { lines.append("there may be more; \(searchForAll)") }
    return lines.joined(separator: "\n")
  }

  private func text(of decider: UndecidedPair.Decider, _ old: RuleSetDiff.Side) -> String {
    old.rule(decider).map { source(ofOld: $0) } ?? old.ending(decider)
  }

  /// Returns the text and the place of a rule, for example `when path == "/a" cancel (shop.bascule:7)`.
  private func source(ofOld rule: Rule) -> String {
    "\(old.places.source(rule)) (\(old.places.generatedPlace(rule.location)))"
  }

  // MARK: - The contract

  mutating func write(_ change: ContractChange) {
    let reasons = [
      change.pages.map { "released pages break: \($0)" },
      change.apps.map { "released apps break: \($0)" },
    ].compactMap { $0 }
    add(
      (["\(change.declaration): \(change.line)"] + reasons).joined(separator: "\n"),
      at: change.new ?? start(ofSuccessor: change.old?.file ?? FileID(0)))
  }

  // MARK: - Places

  /// Returns the place of the rule whose text has changed; if both or none have, of the rule that is the cause.
  ///
  /// - Parameters:
  ///   - before: the rule that decides in the earlier version.
  ///   - after: the rule that decides in the new version.
  private mutating func place(
    of cause: DifferenceCause, _ before: Rule?, _ after: Rule?, _ chain: RuleSetDiff.Side
  ) -> Location {
    let isOldEdited = before.map { isEdited(ofOld: $0.location) } ?? false
    let isNewEdited = after.map { isEdited($0.location) } ?? false
    let isAtOld = isOldEdited == isNewEdited ? cause.isOfOldRule : isOldEdited
    return isAtOld ? place(ofOld: before, chain) : after?.location ?? chain.declared.location
  }

  private mutating func isEdited(ofOld rule: Location) -> Bool {
    guard let (_, diff) = successor(of: rule.file) else { return true }
    let lines = old.places.lines(rule)
    return diff.changes.contains { $0.old.overlaps(lines) }
  }

  private mutating func isEdited(_ rule: Location) -> Bool {
    let path = new.places.path(ofFile: Int(rule.file.index))
    let number = old.files.indices.first { old.places.path(ofFile: $0) == path }
    guard let number, let (_, diff) = successor(of: FileID(number)) else { return true }
    let lines = new.places.lines(rule)
    return diff.changes.contains { $0.new.overlaps(lines) }
  }

  /// Returns the rule of the new chain at the place of an old one; the name of the chain if there is none.
  private mutating func place(ofOld rule: Rule?, _ chain: RuleSetDiff.Side) -> Location {
    guard let rule, let (file, lines) = successor(of: rule.location.file) else {
      return chain.declared.location
    }
    let line = old.places.position(rule.location).line - 1
    let start = Self.line(line, after: lines)
    let offset = start < lines.newLines.count ? lines.newLines[start].startIndex : Int.max
    let next = chain.flat.rules.lazy.map { $0.location }
      .filter { $0.file == file && $0.span.end > offset }
      .min()
    return next ?? chain.declared.location
  }

  /// Returns the line of the new text at the place of an old line.
  private static func line(_ line: Int, after diff: LineDiff) -> Int {
    var shift = 0
    for change in diff.changes {
      if line < change.old.lowerBound { break }
      if line < change.old.upperBound {
        let inside = min(line - change.old.lowerBound, max(0, change.new.count - 1))
        return change.new.lowerBound + inside
      }
      shift = change.new.upperBound - change.old.upperBound
    }
    return line + shift
  }

  private mutating func successor(of file: FileID) -> (file: FileID, lines: LineDiff)? {
    if let known = successors[file] { return known }
    let path = old.places.path(ofFile: Int(file.index))
    let number = new.files.indices.first { new.places.path(ofFile: $0) == path }
    guard let number else { return nil }
    let lines = LineDiff(old.files[Int(file.index)].bytes, new.files[number].bytes)
    successors[file] = (FileID(number), lines)
    return successors[file]
  }

  private mutating func start(ofSuccessor file: FileID) -> Location {
    Location(successor(of: file)?.file ?? FileID(0), Span(0, 0))
  }
}
