import Diagnostics
import Generation
import RandomRules
import TestSupport
import Testing
import Text
import Workspace

@testable import CommandLine

/// Tests `bascule.json` files with every key: the values that are read, and the suggestions for misspelled words.
@Suite struct ConfigurationWordTests {
  /// The known words in a file.
  private struct Words {
    var access: Access
    var runtime: SwiftRuntimeSource
    var imports: ImportStyle
    var format: FindingFormat
    var isStrict: Bool
    var code: String
    var level: Severities.Level
    var ignored: String
    /// The members of the object `links`.
    let links = [
      ("file", "links.json"), ("app", "ABCDE12345.example"), ("host", "shop.example"),
      ("chain", "Shop2"),
    ]

    init(_ random: inout RandomChoice) {
      let codes = Workspace.codes.filter { Workspace.summary(ofCode: $0)?.canSetLevel == true }
      access = random.one(of: Access.allCases)
      runtime = random.one(of: SwiftRuntimeSource.allCases)
      imports = random.one(of: ImportStyle.allCases)
      format = random.one(of: FindingFormat.allCases)
      isStrict = random.once(in: 2)
      code = random.one(of: codes)
      level = random.one(of: Severities.Level.allCases)
      ignored = random.one(of: codes)
    }

    /// The members of the file and of its object `swift`.
    var members: (swift: [String], others: [String]) {
      (
        [
          "\"output\": \"out/swift\"", "\"access\": \"\(access.rawValue)\"",
          "\"runtime\": \"\(runtime.rawValue)\"", "\"prefix\": \"Shop2\"",
          "\"imports\": \"\(imports.rawValue)\"",
        ],
        [
          "\"typescript\": {\"output\": \"out/page.ts\"}", "\"format\": \"\(format.rawValue)\"",
          "\"strict\": \(isStrict)", "\"severities\": {\"\(code)\": \"\(level.rawValue)\"}",
          "\"ignore\": {\"*.old\": [\"\(ignored)\"]}", "\"exclude\": [\"build/\"]",
          "\"$schema\": \"schema.json\"", "\"version\": \"\(Version.ofRules.text)\"",
          "\"links\": {" + links.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}",
        ]
      )
    }
  }

  private static func text(_ words: Words, _ random: inout RandomChoice) -> String {
    let (swift, others) = words.members
    let members =
      ["\"swift\": {" + swift.shuffled(using: &random).joined(separator: ", ") + "}"] + others
    return "{" + members.shuffled(using: &random).joined(separator: ",\n ") + "}\n"
  }

  @Test(.seeded) func eachKeyIsRead() {
    var random = RandomChoice(seed: Seed.of(161))
    for _ in 0..<TestOptions.cases(40, long: 2_000) {
      let words = Words(&random)
      let text = Self.text(words, &random)
      let (read, findings) = Configuration.read(SourceFile(name: "rules/bascule.json", text: text))
      #expect(findings.isEmpty, "\(text)\(findings.map(\.message))")
      #expect(read.swift?.path == "out/swift" && read.typeScript?.path == "out/page.ts")
      #expect(read.access == words.access && read.runtime == words.runtime)
      #expect(read.imports == words.imports && read.prefix == "Shop2")
      #expect(read.format == words.format && read.isStrict == words.isStrict)
      #expect(read.severities[words.code] == words.level, "\(text)")
      #expect(read.languagesWithoutOutput.isEmpty)
      for (name, isOld) in [("rules/a.old", true), ("rules/a.bascule", false), ("a.old", false)] {
        let file = SourceFile(name: name, text: "")
        #expect(read.severities.ignores(words.ignored, in: file) == isOld, "\(name)")
        #expect(!read.severities.ignores("unknown-name", in: file))
      }
      for (folder, isExcluded) in [("build", true), ("rules", false)] {
        let path = ["rules", folder].map { Array($0.utf8) }
        #expect(read.excluded.contains { $0.selects(path, isFolder: true) } == isExcluded)
      }
      #expect(read.severities.writtenFor == Version.ofRules)
      let links = read.links
      #expect(
        [links?.file.path, links?.app, links?.host, links?.chain] == words.links.map(\.1))
    }
  }

  /// Tests a doubled letter in any known word. The finding is at the word, and its fix restores the file.
  @Test(.seeded) func slipsAreCorrected() {
    var random = RandomChoice(seed: Seed.of(162))
    for _ in 0..<TestOptions.cases(10, long: 200) {
      let text = Self.text(Words(&random), &random)
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      for place in stride(from: 1, to: parts.count, by: 2) where Self.isKnown(parts[place]) {
        var changed = parts
        let word = parts[place]
        let letter = word.index(word.startIndex, offsetBy: 1 + random.below(word.count - 1))
        changed[place].insert(word[letter], at: letter)
        let slip = changed.joined(separator: "\"")
        let file = SourceFile(name: "bascule.json", text: slip)
        let findings = Configuration.read(file).findings
        #expect(
          findings.map { file.text($0.location.span) } == ["\"\(changed[place])\""], "\(slip)")
        guard let finding = findings.first else { continue }
        #expect(finding.message.contains("`\(changed[place])`"), "\(finding.message)")
        #expect(finding.help == "did you mean `\(word)`?")
        let fixed = finding.fix.map { file.applying($0) }
        #expect(fixed == text && finding.fix?.isSafe == false, "\(slip)")
      }
    }
  }

  /// Returns true for keys, codes and words of a choice, and false for paths and patterns.
  private static func isKnown(_ word: String) -> Bool {
    ![
      "out/swift", "out/page.ts", "Shop2", "*.old", "build/", "schema.json", "links.json",
      "ABCDE12345.example", "shop.example", Version.ofRules.text,
    ].contains(word)
  }
}

extension SourceFile {
  /// Returns the text after a fix of one edit.
  fileprivate func applying(_ fix: Fix) -> String? {
    guard let edit = fix.edits.first, fix.edits.count == 1 else { return nil }
    let span = edit.location.span
    return text(Span(UInt32(0), span.start)) + edit.replacement
      + text(Span(span.end, UInt32(bytes.count)))
  }
}
