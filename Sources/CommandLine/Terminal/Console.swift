#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
package import Diagnostics
import Text

/// The exit code of the program.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The code for a finding of severity error, or for outdated output.
  case findings = 1
  case usage = 2
  /// The code for a file that cannot be read or written.
  case files = 3
}

/// One of the program's two outputs, which is written in large blocks.
package struct OutputStream: ~Copyable {
  private static let blockSize = 1 << 16

  package private(set) var style: Style
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// True after a failed write. Further output is discarded.
  package private(set) var isClosed = false
  /// The reason for which writing failed; nil if the reader has closed the pipe.
  package private(set) var failure: String?

  init(descriptor: Int32) {
    self.descriptor = descriptor
    style = Style(isColoured: Self.wantsColour(descriptor))
  }

  /// Switches colours on or off, regardless of the terminal.
  mutating func setColoured(_ isColoured: Bool) { style = Style(isColoured: isColoured) }

  package mutating func write(_ bytes: some Collection<UInt8>) {
    if isClosed { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockSize { flush() }
  }

  package mutating func line(_ text: String) {
    write(text.utf8)
    write(CollectionOfOne(0x0A))
  }

  package mutating func flush() {
    let descriptor = descriptor
    var problem: Int32 = 0
    buffer.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let done = systemWrite(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
        if done >= 0 {
          offset += done
        } else if errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if errno != EINTR {
          problem = errno
          return
        }
      }
    }
    buffer.removeAll(keepingCapacity: true)
    if problem == 0 { return }
    isClosed = true
    if problem != EPIPE { failure = String(cString: strerror(problem)) }
  }

  /// Returns whether to use colours: on a terminal that supports them, or if `FORCE_COLOR` or `CLICOLOR_FORCE` is set,
  /// but not if `NO_COLOR` is set.
  private static func wantsColour(_ descriptor: Int32) -> Bool {
    if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      if let value = getenv(name), value.pointee != 0, strcmp(value, "0") != 0 { return true }
    }
    guard isatty(descriptor) == 1 else { return false }
    if let value = getenv("TERM"), strcmp(value, "dumb") == 0 { return false }
    return true
  }
}

/// The outputs of one run.
package struct Console: ~Copyable {
  package var output = OutputStream(descriptor: STDOUT_FILENO)
  package var errors = OutputStream(descriptor: STDERR_FILENO)

  /// True to suppress notes.
  package var isQuiet = false

  package init() {}

  /// Applies the option `--color`. Without it, the environment and the terminal decide.
  mutating func setColour(_ word: String?) {
    guard let word, word != "auto" else { return }
    output.setColoured(word == "always")
    errors.setColoured(word == "always")
  }

  /// Prints `error: message` on standard error.
  package mutating func error(_ message: String, help: [String] = []) {
    report("error", .error, message, help)
  }

  /// Prints `warning: message` on standard error.
  package mutating func warn(_ message: String, help: String) {
    report("warning", .warning, message, [help])
  }

  private mutating func report(
    _ word: String, _ role: Style.Role, _ message: String, _ help: [String]
  ) {
    var text = StyledText(errors.style)
    text.write(word, role)
    text.line(": " + Quoting.terminal(message), .strong)
    for help in help {
      text.write("help", .help)
      text.line(": " + Quoting.terminal(help))
    }
    errors.write(text.bytes)
  }

  /// Prints `note: message` on standard error, unless notes are suppressed.
  package mutating func note(_ message: String) {
    if isQuiet { return }
    var text = StyledText(errors.style)
    text.write("note", .note)
    text.line(": " + Quoting.terminal(message))
    errors.write(text.bytes)
  }

  /// Flushes the output. Returns the exit code, or the code for a failure to write.
  package mutating func close(_ code: ExitCode) -> ExitCode {
    output.flush()
    var code = code
    if let failure = output.failure {
      error("cannot write to standard output: \(failure)")
      code = .files
    }
    errors.flush()
    return code
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, min(count, 1 << 30))
}
