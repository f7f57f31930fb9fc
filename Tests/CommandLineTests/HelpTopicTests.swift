import Diagnostics
import Foundation
import TestSupport
import Testing
import Workspace

@testable import CommandLine

/// Tests `bascule help TOPIC`, which prints the language reference.
@Suite struct HelpTopicTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func help(_ words: String...) throws -> Executable.Result {
    try Executable.run(["help"] + words, in: folder)
  }

  /// Tests that the pages are those in the table of the reference, and that `EmbeddedFiles.c` has them in this order.
  @Test func pagesAreThoseOfTheTable() throws {
    let reference = try TestPackage.text("Sources/Documentation/language.md")
    let table = try #require(reference.firstMatch(of: /\n\| page \|[\s\S]*?\n\n/)).0
    let listed = table.matches(of: /\n\| \[[^\]]*\]\(([\w-]+\.md)\)/).map { String($0.1) }
    #expect(ReferenceTopic.pages == ["language.md"] + listed)
    let files = try TestPackage.text("Sources/EmbeddedFiles/EmbeddedFiles.c")
    let embedded = files.matches(of: /"\.\.\/Documentation\/([^"]*)"/).map { String($0.1) }
    #expect(ReferenceTopic.pages + ["findings.md"] == embedded)
    for topic in ReferenceTopic.all {
      let page = try TestPackage.text("Sources/Documentation/\(topic.page)")
      #expect(page.contains(topic.text.prefix { $0 != "\n" }), "\(topic.name)")
    }
  }

  @Test func topics() throws {
    let names = ReferenceTopic.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Verb.all.map(\.name)))
    #expect(names.count > 40)
    for topic in ReferenceTopic.all {
      #expect(topic.text.hasPrefix("# "))
      #expect(!topic.text.contains("```ebnf"))
      // A terminal cannot follow links.
      #expect(!topic.text.contains(/\]\([^)\s]*\.md|\]\(#/), "\(topic.name)")
      #expect(topic.text.count > 100)
      #expect(topic.text.split(separator: "\n").allSatisfy { $0.count <= 112 }, "\(topic.name)")
    }
    let overview = try help().output
    for name in names { #expect(overview.contains(name)) }
  }

  /// Tests that each code's page ends with an existing topic.
  @Test func findingsNameATopic() throws {
    let names = Set(ReferenceTopic.all.map(\.name))
    for code in Workspace.codes {
      let page = try #require(Workspace.summary(ofCode: code)?.page)
      let match = try #require(page.firstMatch(of: /\nSee: `bascule help ([\w-]+)`\n$/), "\(code)")
      #expect(names.contains(String(match.1)), "\(code)")
    }
  }

  @Test func lookup() throws {
    #expect(try help("patterns").output.hasPrefix("# Patterns\n"))
    #expect(try help("pattern").output == help("patterns").output)
    #expect(try help("strategy").output.hasPrefix("# Strategies\n"))
    #expect(try help("popup").output.hasPrefix("# Decisions\n"))
    #expect(try help("frame").output.contains("`chains`, "))
    #expect(try help("check").output == Executable.run(["check", "--help"], in: folder).output)
    #expect(try help("unreachable-rule").output.hasPrefix("# unreachable-rule\n"))
    #expect(try help("else").output.hasPrefix("`else` is written `otherwise` here\n"))
    #expect(try help("Patterns").output == help("patterns").output)
    let unknown = try help("paterns")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean `patterns`?"))
  }

  /// Tests words that newcomers use, each with a topic, verb or code that the answer must contain.
  @Test(arguments: [
    ("date", "types"), ("dates", "types"), ("comments", "files"), ("comment", "files"),
    ("glob", "patterns"), ("wildcard", "patterns"), ("array", "types"), ("list", "types"),
    ("else", "rules"), ("if", "rules"), ("cookies", "configurations"), ("iframe", "chains"),
    ("import", "files"), ("unreachable-rule", "unreachable-rule"), ("regex", "regular-expressions"),
    ("query", "request-values"), ("header", "changes"), ("redirect", "changes"),
    ("null", "missing-values"), ("optional", "missing-values"), ("string", "literals"),
    ("escape", "literals"), ("and", "operators"), ("or", "operators"), ("not", "operators"),
    ("&&", "operators"), ("deny", "decisions"), ("allow", "decisions"),
    ("cancel", "decisions"), ("download", "decisions"), ("popup", "decisions"), ("safari", "steps"),
    ("mailto", "steps"), ("modal", "steps"), ("push", "steps"), ("present", "steps"),
    ("referrer", "who-asks"), ("spa", "pages-that-change-without-a-request"),
    ("pushState", "pages-that-change-without-a-request"),
    ("hash", "pages-that-change-without-a-request"), ("punycode", "urls"),
    ("domain", "origins"), ("subdomain", "origins"), ("whitelist", "origins"), ("host", "origins"),
    ("variable", "flags"), ("constant", "values"), ("css", "scripts"),
    ("javascript", "configurations"),
    ("postMessage", "strategies"), ("bridge", "strategies"), ("callback", "calls"),
    ("promise", "calls"), ("emit", "events"), ("struct", "models"), ("interface", "models"),
    ("function", "named-conditions"), ("mock", "tests"), ("assert", "tests"),
    ("status", "responses"),
    ("404", "responses"), ("deprecated", "attributes"), ("suppress", "suppression"),
    ("disable", "suppression"), ("warning", "severities"), ("autofix", "fixes"),
    ("unreachable", "proofs"), ("timeout", "undecided"), ("lint", "check"), ("baseline", "check"),
    ("typescript", "generate"), ("breaking", "diff"), ("indent", "format"), ("vscode", "lsp"),
    ("config", "invalid-configuration"), ("bascule.json", "invalid-configuration"),
    ("camera", "configurations"), ("userAgent", "configurations"),
    ("customUserAgent", "configurations"), ("switch", "rules"), ("boolean", "types"),
    ("percent", "urls"), ("precedence", "operators"), ("capture", "patterns"),
    ("frames", "chains"), ("placeholder", "patterns"),
  ])
  func wordsOfNewcomers(word: String, target: String) throws {
    let answer = try help(word)
    #expect(answer.code == 0, "\(answer.errors)")
    let title = ReferenceTopic.named(target).map { String($0.text.prefix { $0 != "\n" }) }
    let isPage =
      title.map { answer.output.hasPrefix($0) } ?? answer.output.hasPrefix("# \(target)\n")
    #expect(
      isPage || answer.output.contains("`\(target)`")
        || answer.output.contains("Usage: bascule \(target)"), "\(answer.output.prefix(300))")
  }

  /// Tests that each word of the text of a topic finds topics, and that a word in a title finds the topic with the
  /// title.
  @Test func everyWordOfTheTextIsFound() throws {
    for topic in ReferenceTopic.all {
      let words = topic.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter {
        $0.count > 3
      }
      for word in Set(words).shuffled().prefix(40) {
        #expect(try !HelpWord.lines(for: String(word)).isEmpty, "\(word)")
      }
    }
  }

  /// Tests that the targets of words exist, and that no word is the name of a topic itself.
  @Test func targetsExist() throws {
    for (word, target) in HelpWord.targets {
      let isVerb = Verb.all.contains { $0.name == target }
      #expect(
        isVerb || ReferenceTopic.named(target) != nil || Workspace.codes.contains(target), "\(word)"
      )
      #expect(ReferenceTopic.named(word) == nil && !Workspace.codes.contains(word), "\(word)")
      #expect(!Verb.all.contains { $0.name == word }, "\(word)")
    }
  }
}
