#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Diagnostics
import Text
import Workspace

/// Shows the current rule set on a terminal, in a line that is removed afterwards.
///
/// The line is shown only if there is much to do, and never in a pipe or on a terminal that cannot erase a line.
struct ProgressLine {
  /// The size of rule files in bytes, and the number of sets, from which on the line is shown.
  private static let longBytes = 200_000
  private static let longCount = 20

  private let names: [String]
  private let isShown: Bool
  private var isOpen = false

  init(_ sources: [RuleSetSource]) {
    names = sources.map { Quoting.terminal($0.found.folder.display) }
    let bytes = sources.reduce(0) { $0 + $1.input.files.reduce(0) { $0 + $1.bytes.count } }
    var isDumb = true
    if let term = getenv("TERM") { isDumb = strcmp(term, "dumb") == 0 }
    isShown =
      isatty(STDERR_FILENO) == 1 && !isDumb
      && (bytes >= Self.longBytes || sources.count >= Self.longCount)
  }

  mutating func show(_ number: Int) {
    guard isShown else { return }
    isOpen = true
    Self.write("\r\u{1B}[Kchecking \(names[number]) (\(number + 1) of \(names.count))")
  }

  mutating func clear() {
    guard isOpen else { return }
    isOpen = false
    Self.write("\r\u{1B}[K")
  }

  /// Writes a text directly, before any buffered text.
  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = systemWrite(STDERR_FILENO, bytes, bytes.count)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
