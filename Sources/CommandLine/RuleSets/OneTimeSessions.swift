import Tasks
import Workspace

/// Sessions for rule sets that a command handles once, one after the other.
///
/// The last one is not deallocated: the process ends after it.
final class OneTimeSessions {
  private var session: RuleSetSession?

  init() { ProcessLifetime.keepAlive(self) }

  /// A session for the next rule set.
  ///
  /// - Parameter tasks: parses, resolves and checks the files.
  func next(tasks: TaskRunner = .inOrder) -> RuleSetSession {
    let session = RuleSetSession(isReused: false, tasks: tasks)
    self.session = session
    return session
  }
}
