import Text

extension Verb {
  static let completions = Verb(
    name: "completions",
    summary: "Print a completion script for a shell",
    description: [
      """
      Prints a script that completes verbs, options, their values and file names. The examples \
      install it in the usual folders.
      """
    ],
    operand: Operand(
      name: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), isRepeated: false,
      isRequired: true, help: "bash, zsh or fish."),
    options: [],
    examples: [
      Example(
        "bascule completions bash > ~/.local/share/bash-completion/completions/bascule",
        "Install it for bash with bash-completion."),
      Example(
        "bascule completions zsh > ~/.zsh/completions/_bascule",
        "Install it for zsh, in a folder of $fpath."),
      Example(
        "bascule completions fish > ~/.config/fish/completions/bascule.fish", "Install it for fish."
      ),
    ],
    exitCodes: [(.success, "The script is printed."), (.usage, "Invalid usage.")]
  ) { (arguments, console) throws(UsageError) in
    let words = Shell.allCases.map(\.rawValue)
    guard let word = arguments.operands.first else {
      throw UsageError(
        "`completions` needs the shell: \(words.joined(separator: ", "))", "completions")
    }
    guard let shell = Shell(rawValue: word) else {
      let nearest = Nearest.names(to: word, among: words, limit: 1).first
      throw UsageError(
        "there are no completions for `\(word)`", "completions",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "there are some for \(words.joined(separator: ", "))")
    }
    switch shell {
    case .bash: console.output.write(CompletionScripts.bash(for: Verb.all).utf8)
    case .zsh: console.output.write(CompletionScripts.zsh(for: Verb.all).utf8)
    case .fish: console.output.write(CompletionScripts.fish(for: Verb.all).utf8)
    }
    return .success
  }

  static let manual = Verb(
    name: "man",
    summary: "Print the manual page",
    description: ["Prints the manual page in the format of man(1)."],
    operand: nil,
    options: [],
    examples: [
      Example("bascule man > ~/.local/share/man/man1/bascule.1", "Install it.")
    ],
    exitCodes: [(.success, "The page is printed."), (.usage, "Invalid usage.")]
  ) { (_, console) throws(UsageError) in
    console.output.write(ManualPage.text(of: Verb.all).utf8)
    return .success
  }

  private enum Shell: String, CaseIterable { case bash, zsh, fish }
}
