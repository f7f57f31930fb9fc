/// The definition of a verb, from which parsing, usage errors and help are derived.
package struct Verb: Sendable {
  package struct Option: Sendable {
    package enum Value: Sendable {
      /// No value: the option is a flag.
      case none
      case choice([String])
      /// A value `WORD`, or `WORD=FILE`.
      case output([String])
      /// An optional value: `--name` or `--name=WORD`.
      case optionalChoice([String])
      /// An optional value: `--name` or `--name=TEXT`.
      case optionalText(String)
      case text(String)
      /// A value `KEY=VALUE`, shown with a placeholder.
      case assignment(String, keys: [String], values: [String])
      case folder(String)
      case file(String)
    }

    /// The name without the dashes.
    package let name: String
    package let value: Value
    package let help: String
    /// True if the option may be repeated.
    package let isRepeated: Bool

    package init(
      _ name: String, _ value: Value = .none, _ help: String, isRepeated: Bool = false
    ) {
      self.name = name
      self.value = value
      self.help = help
      self.isRepeated = isRepeated
    }
  }

  package struct Operand: Sendable {
    package enum Kind: Sendable {
      case path, folder, code, topic, url
      case choice([String])
    }

    /// The name in capitals.
    package let name: String
    package let kind: Kind
    package let isRepeated: Bool
    package var isRequired = false
    package let help: String
  }

  package struct Example: Sendable {
    package let command: String
    package let meaning: String

    package init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  package let name: String
  /// A summary of one line, without a full stop.
  package let summary: String
  /// The paragraphs of the description.
  package let description: [String]
  /// The operand; nil for a verb without operands.
  package let operand: Operand?
  private let makeOptions: @Sendable () -> [Option]
  package let examples: [Example]
  /// The exit codes of the verb.
  package let exitCodes: [(code: ExitCode, meaning: String)]
  package let run: @Sendable (Arguments, inout Console) throws(UsageError) -> ExitCode

  /// - Parameter options: the options, which are evaluated at each use, since most runs need the options of one verb
  ///   only.
  init(
    name: String, summary: String, description: [String], operand: Operand?,
    options: @escaping @autoclosure @Sendable () -> [Option], examples: [Example],
    exitCodes: [(code: ExitCode, meaning: String)],
    run: @escaping @Sendable (Arguments, inout Console) throws(UsageError) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.operand = operand
    makeOptions = options
    self.examples = examples
    self.exitCodes = exitCodes
    self.run = run
  }

  package var options: [Option] { makeOptions() }

  static let helpOption = Option("help", .none, "Print this help.")
  static let linksOption = Option(
    "links", .file("FILE"),
    "An apple-app-site-association file, with any name: its universal links are the rule set.",
    isRepeated: true)

  static let excludeOption = Option(
    "exclude", .text("PATTERN"),
    "Skip files and folders when folders are searched; a pattern as in .gitignore.",
    isRepeated: true)
  static let colourOption = Option(
    "color", .choice(["auto", "always", "never"]),
    "Use colour: only on a terminal (auto, the default), always or never.")

  /// The options of the verb and the options of every verb.
  var allOptions: [Option] { options + [Self.colourOption, Self.helpOption] }
}

extension Verb.Option {
  /// The usage of the option, for example `--format human|json`.
  var usage: String {
    switch value {
    case .none: "--" + name
    case .choice(let choices): "--\(name) \(choices.joined(separator: "|"))"
    case .output(let choices): "--\(name) \(choices.joined(separator: "|"))[=FILE]"
    case .optionalChoice(let choices): "--\(name)[=\(choices.joined(separator: "|"))]"
    case .optionalText(let placeholder): "--\(name)[=\(placeholder)]"
    case .text(let placeholder), .assignment(let placeholder, _, _), .folder(let placeholder),
      .file(let placeholder):
      "--\(name) \(placeholder)"
    }
  }
}
