import Foundation
import Synchronization

/// Ends the process if a step waits too long, and reports the awaited event.
final class Watchdog: Sendable {
  private struct State {
    var step = "start"
    var awaited = ""
    var since = ContinuousClock.now
    var last: [String] = []
  }

  private let state = Mutex(State())
  private let suite: String

  /// - Parameter patience: the time limit without any event, which is much longer than any operation takes.
  init(_ suite: String, patience: Duration) {
    self.suite = suite
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: 0.25)
        let stuck = state.withLock { $0.since.duration(to: .now) > patience ? $0 : nil }
        guard let stuck else { continue }
        print("\(suite): HANGS in step: \(stuck.step)")
        print("  waits since \(patience) for: \(stuck.awaited)")
        for entry in stuck.last { print("  | \(entry)") }
        exit(3)
      }
    }
  }

  func enter(_ step: String) {
    state.withLock {
      $0.step = step
      $0.awaited = "the step itself"
      $0.since = .now
    }
  }

  func await(_ what: String) {
    state.withLock {
      $0.awaited = what
      $0.since = .now
    }
  }

  /// Records an event, which also restarts the time limit.
  func note(_ entry: String) {
    state.withLock {
      $0.last.append(entry)
      if $0.last.count > 40 { $0.last.removeFirst() }
    }
  }

  var step: String { state.withLock { $0.step } }
  var last: [String] { state.withLock { $0.last } }
}
