#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Diagnostics
import Text

/// Runs command lines.
public enum Bascule {
  /// Runs the command line and ends the process.
  public static func main() -> Never {
    // If the reader closes the pipe, the write then fails instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    var console = Console()
    let code = run(Array(Swift.CommandLine.arguments.dropFirst()), &console)
    exit(console.close(code).rawValue)
  }

  /// Runs a command line and returns the exit code.
  ///
  /// - Parameter words: the words without the program's name.
  static func run(_ words: [String], _ console: inout Console) -> ExitCode {
    guard let first = words.first else {
      console.errors.write(Help.overview(of: Verb.all).utf8)
      return .usage
    }
    if first == "--help" || first == "-h" {
      console.output.write(Help.overview(of: Verb.all).utf8)
      return .success
    }
    if first == "--version" || first == "-V" {
      console.output.line("bascule \(Version.number)")
      return .success
    }
    guard let verb = (Verb.all + [.dump]).first(where: { $0.name == first }) else {
      let kind = first.hasPrefix("-") ? "option" : "verb"
      let candidates = Verb.all.map(\.name) + ["--help", "--version"]
      let nearest = Nearest.names(to: first, among: candidates, limit: 1).first
      let error = UsageError(
        "unknown \(kind) `\(first)`", help: nearest.map { "did you mean `\($0)`?" })
      console.error(error.message, help: error.help)
      return .usage
    }
    do throws(UsageError) {
      let arguments = try Arguments(words.dropFirst(), for: verb)
      console.setColour(arguments[Verb.colourOption.name])
      if arguments.has(Verb.helpOption.name) {
        console.output.write(Help.page(of: verb).utf8)
        return .success
      }
      return try verb.run(arguments, &console)
    } catch {
      console.error(error.message, help: error.help)
      return .usage
    }
  }
}
