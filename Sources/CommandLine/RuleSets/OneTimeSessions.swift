import Tasks
import Workspace

/// The sessions for rule sets that a command handles once, one after the other.
///
/// The last session is not deallocated, since the process ends after it.
final class OneTimeSessions {
  private var session: RuleSetSession?

  init() { ProcessLifetime.keepAlive(self) }

  /// Returns a session for the next rule set.
  ///
  /// - Parameter tasks: the runner of the tasks that parse, resolve and check the files.
  func next(tasks: TaskRunner = .inOrder) -> RuleSetSession {
    let session = RuleSetSession(isReused: false, tasks: tasks)
    self.session = session
    return session
  }
}
