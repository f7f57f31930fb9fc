import Testing

@testable import CommandLine

/// Tests that the help and the manual page contain all parts of the verbs' definitions, each below its own name.
@Suite struct HelpTextTests {
  private typealias Entry = (term: String, meaning: String)

  /// Returns the operand, the options, the exit codes and the examples of a verb.
  private static func entries(_ verb: Verb) -> (
    words: [Entry], codes: [Entry], examples: [Entry]
  ) {
    (
      [verb.operand].compactMap { $0 }.map { ($0.name, $0.help) }
        + verb.allOptions.map { ($0.usage, $0.help) },
      verb.exitCodes.map { (String($0.code.rawValue), $0.meaning) },
      verb.examples.map { ($0.command, $0.meaning) }
    )
  }

  /// Returns the words after `bascule`: the operand and the options, in brackets unless they are required.
  private static func synopsis(_ verb: Verb) -> String {
    let operand = verb.operand.map { operand in
      let name = operand.name + (operand.isRepeated ? "…" : "")
      return operand.isRequired ? name : "[" + name + "]"
    }
    let options = verb.options.map { "[\($0.usage)]" + ($0.isRepeated ? "…" : "") }
    return ([verb.name, operand].compactMap { $0 } + options).joined(separator: " ")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Tests that each kind of definition has its own form of sentence, so that a definition in the wrong place is
  /// noticed.
  @Test(arguments: Verb.all.map(\.name)) func definitionsAreSentences(_ name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let (words, codes, examples) = Self.entries(verb)
    for paragraph in [verb.summary + "."] + verb.description
      + (words + codes + examples).map(\.meaning)
    {
      #expect(paragraph.first?.isLetter ?? false || paragraph.hasPrefix("`"), "\(paragraph)")
      let isChoice = ["bash, zsh or fish."].contains(paragraph)
      #expect(isChoice || !(paragraph.first?.isLowercase ?? true), "\(paragraph)")
      #expect(paragraph.hasSuffix(".") && !paragraph.hasSuffix(".."), "\(paragraph)")
    }
    #expect(examples.allSatisfy { $0.term.hasPrefix("bascule \(name)") })
    #expect(verb.options.allSatisfy { !$0.name.isEmpty && $0.name.allSatisfy(\.isASCII) })
    if let operand = verb.operand { #expect(operand.name == operand.name.uppercased()) }
    #expect(codes.first?.term == "0")
    #expect(
      codes.map(\.term) == codes.map(\.term).sorted() && Set(codes.map(\.term)).count == codes.count
    )
  }

  @Test(arguments: Verb.all.map(\.name)) func helpHasEachDefinition(_ name: String) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let (words, codes, examples) = Self.entries(verb)
    let page = Self.oneLine(Help.page(of: verb))
    let parts =
      ["\(verb.summary). Usage: bascule \(Self.synopsis(verb))"] + verb.description
      + ["Options:"] + words.map { "\($0.term) \($0.meaning)" }
      + ["Examples:"] + examples.map { "\($0.term) \($0.meaning)" }
      + ["Exit codes:"] + codes.map { "\($0.term) \($0.meaning)" }
    var rest = page[...]
    for part in parts.map(Self.oneLine) {
      let place = try #require(rest.firstRange(of: part), "\(part)")
      rest = rest[place.upperBound...]
    }
    #expect(rest.isEmpty, "\(rest)")
  }

  @Test func overviewHasEachVerb() {
    let overview = Self.oneLine(Help.overview(of: Verb.all))
    for verb in Verb.all {
      #expect(overview.contains(Self.oneLine("\(verb.name) \(verb.summary)")), "\(verb.name)")
      if let example = verb.examples.first {
        #expect(overview.contains(Self.oneLine("\(example.command) \(example.meaning)")))
      }
    }
    for topic in ReferenceTopic.all { #expect(overview.contains(topic.name)) }
  }

  // MARK: The manual page

  /// A section of the manual page as a reader displays it.
  private struct Section {
    /// The text outside of the entries, on one line.
    var text = ""
    var entries: [Entry] = []
  }

  /// Returns the sections by their headings.
  private static func sections(_ page: String) -> [String: Section] {
    var sections: [String: Section] = [:]
    var heading = ""
    // The term and the meaning of the entry that is being read.
    var entry: [String]?
    for line in page.split(separator: "\n") {
      let (macro, rest) = line.hasPrefix(".") ? split(line) : ("", String(line))
      let text = plain(rest)
      switch macro {
      case ".SH":
        heading = text
        sections[heading] = Section()
        entry = nil
      case ".TP": entry = []
      case ".PP", ".br": entry = nil
      default:
        guard let lines = entry else {
          sections[heading]?.text += text + " "
          continue
        }
        if lines.isEmpty {
          entry = [text]
        } else {
          sections[heading]?.entries.append((lines[0], text))
          entry = nil
        }
      }
    }
    return sections
  }

  private static func split(_ line: Substring) -> (macro: String, rest: String) {
    let macro = line.prefix { $0 != " " }
    return (String(macro), String(line.dropFirst(macro.count + 1)))
  }

  /// Returns the text without escapes and fonts.
  private static func plain(_ text: String) -> String {
    var text = text
    for (escape, character) in [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"),
      ("\\(ga", "`"), ("\\(dq", "\""), ("\\(ha", "^"), ("\\(ti", "~"), ("\\e", "\\"),
    ] { text = text.replacing(escape, with: character) }
    return text.replacing(/\\\[u([0-9A-F]+)\]/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
    }
  }

  @Test func manualHasEachDefinition() throws {
    let sections = Self.sections(ManualPage.text(of: Verb.all))
    for verb in Verb.all {
      let section = try #require(sections["BASCULE \(verb.name.uppercased())"], "\(verb.name)")
      let (words, codes, examples) = Self.entries(verb)
      let expected = (words + codes + examples).map { entry in
        [entry.term, entry.meaning].map { $0.replacing("…", with: "...") }
      }
      #expect(section.entries.map { [$0.term, $0.meaning] } == expected)
      let text = [verb.summary + ".", "bascule", Self.synopsis(verb)] + verb.description
      #expect(
        Self.oneLine(section.text)
          == Self.oneLine((text + ["Exit codes: Examples:"]).joined(separator: " "))
          .replacing("…", with: "..."))
    }
  }

  @Test func manualNamesFilesAndVariables() throws {
    let sections = Self.sections(ManualPage.text(of: Verb.all))
    for heading in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
      #expect(sections[heading]?.text.isEmpty == false, "\(heading)")
    }
    #expect(sections["FILES"]?.entries.map(\.term) == ["*.bascule", "bascule.json"])
    #expect(
      sections["ENVIRONMENT"]?.entries.map(\.term)
        == ["NO_COLOR", "FORCE_COLOR, CLICOLOR_FORCE"])
    let meanings = ["FILES", "ENVIRONMENT"].flatMap { sections[$0]?.entries.map(\.meaning) ?? [] }
    #expect(meanings.allSatisfy { $0.hasSuffix(".") })
  }
}
