import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct ArgumentsTests {
  private func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, for: .check)
  }

  private func fault(_ words: String...) -> (message: String, help: [String])? {
    do throws(UsageError) {
      _ = try Arguments(words, for: .check)
      return nil
    } catch {
      return (error.message, error.help)
    }
  }

  @Test func valuesFlagsAndOperandsInAnyOrder() throws {
    let arguments = try parse("a", "--format", "json", "-", "--strict", "--stdin-path=b=c", "d")
    #expect(arguments.operands == ["a", "-", "d"])
    #expect(arguments["format"] == "json")
    #expect(arguments["stdin-path"] == "b=c")
    #expect(arguments.has("strict"))
    #expect(!arguments.has("help"))
  }

  /// Tests that verbs without the option do not accept its short form.
  @Test func shortFormOfOutput() throws {
    let apart = try Arguments(["-o", "a.html"], for: .page)
    #expect(apart["output"] == "a.html")
    let joined = try Arguments(["-o=a.html", "b"], for: .page)
    #expect(joined.operands == ["b"])
    #expect(fault("-o", "a")?.message == "unknown option `-o`")
  }

  @Test func twoDashesEndTheOptions() throws {
    let arguments = try parse("--strict", "--", "--format", "-x")
    #expect(arguments.operands == ["--format", "-x"])
    #expect(arguments["format"] == nil)
  }

  @Test func unknownOptionNamesTheNearest() {
    let fault = fault("--fromat", "json")
    #expect(fault?.message == "unknown option `--fromat`")
    #expect(
      fault?.help == ["did you mean `--format`?", "`bascule check --help` shows the usage"])
    #expect(self.fault("--zzzzzz")?.help == ["`bascule check --help` shows the usage"])
    #expect(self.fault("-x")?.message == "unknown option `-x`")
  }

  @Test func faultyValues() {
    let lacking = "option `--severity` needs a value: `--severity CODE=LEVEL`"
    #expect(fault("--severity")?.message == lacking)
    #expect(fault("--severity", "--strict")?.message == lacking)
    #expect(fault("--format", "jsno")?.message == "`--format` cannot be `jsno`")
    #expect(fault("--format", "jsno")?.help.first == "did you mean `json`?")
    #expect(
      fault("--format", "xml")?.help.first
        == "it is one of `human`, `json`, `sarif`, `github`, `gitlab`, `junit`, `checkstyle`, `xcode`"
    )
    #expect(fault("--format", "sarfi=x")?.help.first == "did you mean `sarif`?")
    #expect(fault("--format", "sarif=")?.message == "`--format sarif=` needs a file name")
    #expect(fault("--format=")?.message == "the value of `--format` is empty")
    #expect(fault("--strict=yes")?.message == "option `--strict` takes no value")
  }

  @Test func repeatedOption() {
    #expect(
      fault("--stdin-path", "a", "--stdin-path", "b")?.message
        == "option `--stdin-path` is given twice")
    #expect(fault("--strict", "--strict")?.message == "option `--strict` is given twice")
  }

  @Test func oneOperandWhereOneIsTaken() {
    #expect(throws: UsageError.self) { try Arguments(["a", "b"], for: .explain) }
  }

  /// Tests that the definitions are consistent, since completions and the manual page are also generated from them.
  @Test(arguments: Verb.all.map(\.name))
  func definitions(name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let names = verb.allOptions.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(!verb.summary.hasSuffix("."))
    #expect(!verb.examples.isEmpty)
    for example in verb.examples {
      let words = words(example.command)
      #expect(words.prefix(2) == ["bascule", name])
      _ = try Arguments(words.dropFirst(2), for: verb)
    }
    let readme = try TestPackage.text("README.md")
    #expect(readme.contains("\n| `bascule \(name)"), "the README's table of verbs")
    let page = Help.page(of: verb)
    for option in verb.options { #expect(page.contains(option.usage)) }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 90 })
  }

  /// Returns the words of a command as a shell splits them, up to a redirection or pipe.
  private func words(_ command: String) -> [String] {
    var words: [String] = []
    for (index, part) in command.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index.isMultiple(of: 2) {
        words += part.split(separator: " ").map(String.init)
      } else if words.last?.hasSuffix("=") ?? false {
        words[words.count - 1] += part
      } else {
        words.append(String(part))
      }
    }
    return words.prefix { $0 != ">" }.map { $0 }
  }
}
