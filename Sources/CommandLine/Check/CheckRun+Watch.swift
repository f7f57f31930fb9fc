#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Diagnostics
import Workspace

extension CheckRun {
  /// The time between two polls, in microseconds.
  private static let interval: UInt32 = 200_000

  /// Checks the files now and whenever a file has been changed, added or removed. Runs until it is stopped.
  func watch(_ console: inout Console) throws(UsageError) -> ExitCode {
    let files = WatchedFiles(paths, links: links, excluding: excluded)
    let sessions = CheckSessions()
    let checks = Checks(
      new: sessions.check, old: { [old = CheckSessions()] in old.check($0, $1).findings })
    var isFirst = true
    while true {
      guard let (sources, errors) = files.next() else {
        usleep(Self.interval)
        continue
      }
      if !isFirst { console.output.line("") }
      isFirst = false
      _ = try run(sources, errors, checks, &console)
      console.note("waiting for changes; press Ctrl-C to stop")
      console.output.flush()
      console.errors.flush()
      // The reader has closed the pipe.
      if console.output.isClosed { return .success }
    }
  }
}

/// Checks rule sets repeatedly and incrementally.
private final class CheckSessions {
  private var sessions: [Path: RuleSetSession] = [:]

  func check(_ source: RuleSetSource, _ severities: Severities) -> (
    findings: [Finding], session: RuleSetSession
  ) {
    let folder = source.found.folder
    let session = sessions[folder] ?? RuleSetSession()
    sessions[folder] = session
    return (session.check(source.input, severities), session)
  }
}
