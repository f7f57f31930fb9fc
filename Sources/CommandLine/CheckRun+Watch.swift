#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Text
import Workspace

extension CheckRun {
  /// Between two looks, in microseconds.
  private static let interval: UInt32 = 200_000

  /// Checks, and checks again whenever a file has changed, come or gone; does not end by itself.
  func watch(_ console: inout Console) throws(UsageError) -> ExitCode {
    var last: [[UInt8]]?
    while true {
      let now = state()
      if now == last {
        usleep(Self.interval)
        continue
      }
      let isFirst = last == nil
      last = now
      if !isFirst { console.output.line("") }
      _ = try run(&console)
      console.note("waiting for changes; Ctrl-C ends it")
      console.output.flush()
      console.errors.flush()
      // Nobody reads any more.
      if console.output.isClosed { return .success }
    }
  }

  /// Names and contents of all that is read; what cannot be read is there by its message.
  private func state() -> [[UInt8]] {
    let (sources, errors) = RuleSetSource.read(paths, standardInputName: nil)
    var state: [[UInt8]] = errors.map { Array($0.message.utf8) }
    for source in sources {
      for (path, file) in zip(source.found.files, source.input.files) {
        state += [path.bytes, file.bytes]
      }
      if let file = source.configuration?.file { state += [Array(file.name.utf8), file.bytes] }
    }
    return state
  }
}
