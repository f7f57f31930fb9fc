import Diagnostics
import Text
import Workspace

extension ServerState {
  /// Lets another thread search for the late findings of a checked state, unless they are already known or no setting
  /// requests any.
  func findLate(_ set: RuleSetState, _ snapshot: Snapshot) {
    let isServed = !set.areLinks && folders.contains { set.folder.isPath(within: $0) }
    let revision = isServed ? settings.against : nil
    let links = set.settings.linksFile
    guard revision != nil || links != nil else {
      if set.late.isOutdated { show(LateFindings.Result(), of: snapshot, in: set) }
      set.late.isOutdated = false
      return
    }
    if set.late.isRunning {
      set.late.mustRepeat = true
      return
    }
    if !set.late.isOutdated, set.late.isOf(snapshot) { return }
    let work = lateWork(set, snapshot, revision: revision)
    let configuration = set.settings.files
    set.late.isOutdated = false
    set.late.isRunning = true
    runningTasks += 1
    host.run(work) { result in
      self.runningTasks -= 1
      // The client can have closed the folder.
      guard self.sets.contains(where: { $0 === set }) else { return }
      set.late.isRunning = false
      let isWanted = revision == nil || self.settings.against == revision
      if isWanted {
        if let failure = result.failure { self.tellOnce("no differences are shown: \(failure)") }
        self.show(result, of: snapshot, configuration, in: set)
      }
      let mustRepeat = set.late.mustRepeat || !isWanted
      set.late.mustRepeat = false
      if mustRepeat { self.findLateAgain(set) }
    }
  }

  /// Returns the work for the other thread.
  private func lateWork(
    _ set: RuleSetState, _ snapshot: Snapshot, revision: String?
  ) -> @Sendable () -> LateFindings.Result {
    let known = set.late.last.earlier
    let isKnown = !set.late.isOutdated
    let read = revision.map { host.earlierRules(of: set.folder, in: $0) }
    let linked = set.settings.linked
    let links = set.settings.linksFile.flatMap { document(path: $0)?.bytes }
    let rules = snapshot.loaded
    let checked = snapshot.checkedRules
    return {
      var result = LateFindings.Result()
      let linked = linked(checked, links)
      (result.links, result.ofConfiguration) = (linked.ofRules, linked.ofConfiguration)
      guard let read, let revision else { return result }
      // A revision that could not be read is tried again once files have changed.
      if isKnown, known == nil { return result }
      do throws(QueryError) {
        let earlier = if isKnown, let known { known } else { try read(known).get() }
        result.earlier = earlier
        guard let old = earlier.rules else { return result }
        result.differences = DifferenceNote.all(from: old, to: rules, since: revision).map {
          Finding("difference", .info, $0.message, at: $0.location)
        }
      } catch {
        result.failure = error.message
      }
      return result
    }
  }

  private func tellOnce(_ reason: String) {
    if toldReasons.insert(reason).inserted { show(reason, .warning) }
  }

  /// Replaces the late findings of a set, and sends them if they look different.
  private func show(
    _ result: LateFindings.Result, of checked: Snapshot, _ configuration: [SourceFile] = [],
    in set: RuleSetState
  ) {
    let snapshot = set.snapshot(self)
    func shown() -> [String] {
      let late = set.late
      return
        (late.differences(in: snapshot) + late.links(in: snapshot)
        + late.ofConfiguration(set.settings.files)).map { "\($0.location) \($0.message)" }
    }
    let before = shown()
    set.late.take(result, of: checked.files, configuration)
    // If the rules have changed since, the next check sends the findings.
    if snapshot.isChecked, shown() != before { sendReports(set, snapshot) }
  }

  /// Lets the other thread search in the newest rules if these are checked. If they are not, their check does it.
  private func findLateAgain(_ set: RuleSetState) {
    let snapshot = set.snapshot(self)
    if snapshot.isChecked { findLate(set, snapshot) }
  }

  /// Searches for late findings again after files have changed on the disk, such as the git repository or the universal
  /// links.
  func lookAtFilesAgain() {
    for set in sets where settings.against != nil || set.settings.linksFile != nil {
      set.late.isOutdated = true
      findLateAgain(set)
    }
  }

  /// Replaces the differences after a change of the setting `against`.
  func revisionChanged() {
    for set in sets {
      set.late.forgetEarlier()
      findLateAgain(set)
      let snapshot = set.snapshot(self)
      if snapshot.isChecked { sendReports(set, snapshot) }
    }
  }
}
