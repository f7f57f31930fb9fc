import Foundation
import TestSupport
import Testing

@testable import CommandLine

/// Runs the completion scripts in their shells, and reads the manual page with its readers.
@Suite struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([
      "rules/a b.bascule": "chain C { otherwise allow }\n", "rules/readme": "", "other/x": "",
    ])
    for shell in ["bash", "zsh", "fish"] {
      let result = try Executable.run(["completions", shell], in: folder)
      #expect(result.code == 0)
      #expect(result.errors == "")
      try folder.write([shell: result.output])
    }
  }

  /// The typed words as bash splits them, and all offered completions.
  private static let offers: [(words: [String], offers: [String])] = [
    (["bascule", "ch"], ["check"]),
    (["bascule", "e"], ["explain"]),
    (["bascule", "check", "--base"], ["--baseline"]),
    (["bascule", "check", "--format", "s"], ["sarif"]),
    (["bascule", "trace", "--frame", ""], ["main", "new", "sub"]),
    (["bascule", "explain", "unreach"], ["unreachable-handler", "unreachable-rule"]),
    (["bascule", "help", "pat"], ["patterns", "patterns-of-links"]),
    (["bascule", "completions", ""], ["bash", "fish", "zsh"]),
    (["bascule", "diff", "--fail-on", "b"], ["breaking"]),
  ]

  @Test func bash() throws {
    guard let bash = Tool.find("bash", for: "completions in bash") else { return }
    func offered(_ words: [String]) throws -> [String] {
      let script = """
        source ./bash
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _bascule
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let result = try ProcessRunner.run(
        bash, ["--norc", "-u", "-c", script, "bash"] + words, in: folder.url)
      #expect(result.status == 0, "\(result.output)")
      return result.output.split(separator: "\n").map(String.init).sorted()
    }
    for (words, expected) in Self.offers + [
      (["bascule", "check", "--format", "=", "s"], ["sarif"]),
      (["bascule", "check", "--format", "sarif", "=", "rules/r"], ["rules/readme"]),
      (["bascule", "check", "--fix", "="], ["all", "safe"]),
      (["bascule", "check", "--fix", "ru"], ["rules"]),
      (["bascule", "check", "--severity", "any-o"], ["any-origin="]),
      (["bascule", "check", "--severity", "any-origin", "=", "w"], ["warning"]),
      (["bascule", "check", "rules/"], ["rules/a b.bascule", "rules/readme"]),
      (["bascule", "init", ""], ["other", "rules"]),
      (["bascule", "man", ""], []),
    ] {
      #expect(try offered(words) == expected, "\(words)")
    }
    // The function is registered for the command.
    let result = try ProcessRunner.run(
      bash, ["--norc", "-c", "source ./bash; complete -p bascule"], in: folder.url)
    #expect(result.output == "complete -F _bascule bascule\n")
  }

  @Test func fish() throws {
    guard let fish = Tool.find("fish", for: "completions in fish") else { return }
    func offered(_ line: String) throws -> [String] {
      let result = try ProcessRunner.run(
        fish, ["--no-config", "-c", "source ./fish; complete -C '\(line)'"], in: folder.url,
        environment: .adding(["HOME": folder.path]))
      #expect(result.status == 0, "\(result.output)")
      return result.output.split(separator: "\n").map { line in
        String(line.split(separator: "\t", omittingEmptySubsequences: false)[0])
      }.sorted()
    }
    for (words, expected) in Self.offers {
      #expect(try offered(words.joined(separator: " ")) == expected, "\(words)")
    }
    #expect(
      try offered("bascule check --severity any-origin=") == [
        "any-origin=error", "any-origin=info", "any-origin=off", "any-origin=warning",
      ])
    #expect(try offered("bascule check --fix=a") == ["--fix=all"])
    #expect(try offered("bascule check rules/") == ["rules/a b.bascule", "rules/readme"])
    #expect(try offered("bascule init o") == ["other/"])
  }

  /// Tests completion in zsh on a terminal. The command gets the completed words as its arguments.
  @Test func zsh() throws {
    guard let zsh = Tool.find("zsh", for: "completions in zsh") else { return }
    try folder.write([
      "start.zsh": """
      autoload -Uz compinit && compinit -u -d "$PWD/dump"
      source ./zsh
      bascule() { print -r -- "GOT <${(j:> <:)@}>" >> typed }
      PROMPT=; unset zle_bracketed_paste; unsetopt prompt_sp list_beep beep; setopt no_auto_list
      """,
      "drive.zsh": """
      zmodload zsh/zpty
      zpty -b shell "zsh -f -i"
      zpty -w shell "cd ${(q)PWD} && source ./start.zsh && print ready > ready"
      repeat 1200; do [[ -e ready ]] && break; sleep 0.1; done
      typeset -i count=0
      while IFS= read -r line; do
        count+=1
        zpty -w shell "$line"
        repeat 2400; do
          [[ -e typed && $(wc -l < typed) -ge $count ]] && break
          zpty -r -t shell ignored 2>/dev/null
          sleep 0.05
        done
      done < lines
      zpty -d shell
      """,
      "lines": """
      bascule che\trul\t
      bascule expl\tunreachable-r\t
      bascule check --basel\trules/rea\t
      bascule trace --fra\tne\t
      bascule completions fi\t
      bascule check --fix=al\t
      bascule check --severity any-origin=wa\t

      """,
    ])
    let result = try ProcessRunner.run(
      zsh, ["-f", "drive.zsh"], in: folder.url,
      environment: .adding(["HOME": folder.path, "ZDOTDIR": folder.path, "TERM": "xterm"]))
    let typed = (try? folder.text("typed")) ?? ""
    #expect(
      typed == """
        GOT <check> <rules>
        GOT <explain> <unreachable-rule>
        GOT <check> <--baseline=rules/readme>
        GOT <trace> <--frame=new>
        GOT <completions> <fish>
        GOT <check> <--fix=all>
        GOT <check> <--severity> <any-origin=warning>

        """, "\(result.output)")
  }

  @Test func wrongShells() throws {
    #expect(try Executable.run(["completions"], in: folder).code == 2)
    let result = try Executable.run(["completions", "fihs"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("did you mean `fish`?"))
    #expect(try Executable.run(["man", "x"], in: folder).code == 2)
  }

  // MARK: - The manual page

  @Test func manualPage() throws {
    let page = try Executable.run(["man"], in: folder)
    #expect(page.code == 0)
    try folder.write(["bascule.1": page.output])
    #expect(page.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    if let mandoc = Tool.find("mandoc", for: "the manual page's form") {
      let lint = try ProcessRunner.run(
        mandoc, ["-T", "lint", "-W", "warning", "bascule.1"], in: folder.url)
      #expect(lint.output == "")
      let shown = try ProcessRunner.run(mandoc, ["-T", "ascii", "bascule.1"], in: folder.url)
      let plain = shown.output.replacing(/.\u{8}/, with: "")
      for verb in Verb.all {
        #expect(plain.contains("BASCULE \(verb.name.uppercased())"))
        for option in verb.options { #expect(plain.contains("--" + option.name)) }
      }
      // A line can break between any two words.
      let letters = plain.filter { !$0.isWhitespace }
      for verb in Verb.all {
        var texts = [verb.summary] + verb.description
        texts += verb.allOptions.flatMap { [$0.usage, $0.help] }
        texts += verb.exitCodes.map(\.meaning)
        texts += verb.examples.flatMap { [$0.command, $0.meaning] }
        if let operand = verb.operand {
          let name = operand.name + (operand.isRepeated ? "..." : "")
          texts += [
            "bascule \(verb.name)" + (operand.isRequired ? name : "[\(name)]"),
            operand.name + operand.help,
          ]
        }
        for text in texts {
          #expect(letters.contains(text.filter { !$0.isWhitespace }), "\(verb.name): \(text)")
        }
      }
    }
  }

  // MARK: - Progress

  @Test func progressOnATerminalOnly() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 {
      try folder.write([
        "s\(number)/a.bascule": "chain C { otherwise allow }\n", "s\(number)/bascule.json": "{}",
      ])
    }
    let shown = try Executable.runOnTerminal(
      ["check"], in: folder, environment: ["TERM": "xterm"])
    #expect(shown.contains("\rchecking s0 (1 of 20)") || shown.contains("checking s0 (1 of 20)"))
    #expect(shown.contains("\u{1B}[K"))
    let dumb = try Executable.runOnTerminal(["check"], in: folder, environment: ["TERM": "dumb"])
    #expect(!dumb.contains("checking"))
    let piped = try Executable.run(["check"], in: folder, environment: ["TERM": "xterm"])
    #expect(piped.errors == "")
    #expect(piped.output == "no findings in 20 files\n")
  }
}
