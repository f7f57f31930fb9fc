import Diagnostics
import RandomRules
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests that each name leads to its declaration, and that the rule set has the same meaning after a name is renamed.
@Suite struct NameTests {
  @Test(.seeded, arguments: ExampleRules.folders)
  func namesOfExamples(_ folder: String) throws {
    let sources = try ExampleRules.files(in: folder)
    var set = NamedSet(sources.map { String(decoding: $0.bytes, as: UTF8.self) })
    for file in sources {
      for path in SyntaxTree.parse(file).namedFiles {
        let content = ExampleRules.resource(path.value, in: folder)
        set.resources["/w/\(path.value)"] = content.map { String(decoding: $0, as: UTF8.self) }
      }
    }
    var random = RandomChoice(seed: Seed.of(71))
    let renamed = try set.check(TestOptions.cases(25, long: 400), &random)
    #expect(renamed > 3)
  }

  @Test(.seeded) func namesOfRandomSets() throws {
    var renamed = 0
    for round in 0..<TestOptions.cases(24, long: 200) {
      let seed = Seed.of(UInt64(900 + round))
      var writer = RandomChains(random: RandomChoice(seed: seed))
      let chains = writer.chain("Main") + writer.chain("Other")
      var random = RandomChoice(seed: seed)
      renamed += try NamedSet([RandomChains.prelude, chains]).check(4, &random)
    }
    #expect(renamed > 60)
  }

  /// Tests that a name that is also a label gets the label when one of the two is renamed.
  @Test func namesThatAreLabels() throws {
    let start = "action a(id: String)\nchain M { when path like \"/{id}\" perform a("
    let set = NamedSet([start + "id) cancel otherwise allow }\n"])
    #expect(
      try set.renamed(at: 9, of: 0, to: "key").texts == [
        start.replacing("a(id:", with: "a(key:") + "key: id) cancel otherwise allow }\n"
      ])
    let inRule = start.utf8.count
    #expect(
      try set.renamed(at: inRule, of: 0, to: "key").texts == [
        start.replacing("{id}", with: "{key}") + "id: key) cancel otherwise allow }\n"
      ])
  }

  /// Tests that a value of the app can be renamed if a condition names its origin.
  @Test func valuesWithAnOriginAreRenamed() throws {
    let set = NamedSet([
      "value server: URL\nvalue hosts: [URL]\n"
        + "chain A { when url in server.origin, hosts.origin cancel otherwise allow }\n"
    ])
    for (offset, old) in [(6, "server"), (24, "hosts")] {
      #expect(
        try set.renamed(at: offset, of: 0, to: "other").texts == [
          set.texts[0].replacing(old, with: "other")
        ])
    }
  }

  /// Tests that names that differ only in the case of their first letter are renamed separately.
  @Test func caseOfTheFirstLetterMatters() throws {
    let set = NamedSet([
      "model item { a: Int }\nmodel Item { b: item }\nstrategy S receives item replies Item"
    ])
    #expect(
      try set.renamed(at: 6, of: 0, to: "part").texts == [
        "model part { a: Int }\nmodel Item { b: part }\nstrategy S receives part replies Item"
      ])
    #expect(
      try set.renamed(at: 28, of: 0, to: "Part").texts == [
        "model item { a: Int }\nmodel Part { b: item }\nstrategy S receives item replies Part"
      ])
  }

  /// Tests that a new name is rejected if another declaration has it, or if it changes the meaning of other names.
  @Test func takenNamesAreRefused() throws {
    let set = NamedSet([
      """
      flag isOpen
      flag isHome
      value server: URL
      screen Show(text: String, kind: Kind)
      enum Kind { big, small }
      configuration Web { scheme "a" handler one  scheme "b" handler two }
      chain Main {
        when isOpen && path like "/{id}" present Show(text: id, kind: big) cancel
        when host == "a" present Show(text: path, kind: small) cancel
        otherwise allow
      }
      """
    ])
    for (old, new) in [
      ("isOpen", "isHome"), ("server", "path"), ("id}", "isHome"), ("text", "kind"),
      ("big", "small"), ("one", "two"), ("isOpen", "not a name"),
      ("isHome", "big"),
    ] {
      let range = try #require(set.texts[0].firstRange(of: old))
      let offset = set.texts[0].utf8.distance(from: set.texts[0].startIndex, to: range.lowerBound)
      #expect(throws: NamedSet.Refusal.self, "\(old) as \(new)") {
        try set.renamed(at: offset, of: 0, to: new)
      }
    }
  }
}

/// A rule set whose names are followed and renamed.
private struct NamedSet {
  var texts: [String]
  /// The contents of other files, by path.
  var resources: [String: String] = [:]

  init(_ texts: [String]) { self.texts = texts }

  struct Refusal: Error {
    var message: String
  }

  private func path(_ file: Int) -> String { "/w/f\(file + 10).bascule" }

  private var files: [SourceFile] {
    texts.enumerated().map { SourceFile(name: path($0.offset), text: $0.element) }
  }

  private var input: RuleSetInput {
    RuleSetInput(files: files) { [resources] in resources["/w/\($0)"].map { Array($0.utf8) } }
  }

  private var resolution: Resolution {
    RuleSetSession(isReused: false, recordsReferences: true).resolution(of: input)
  }

  /// Returns the set after the server has renamed a name.
  func renamed(at offset: Int, of file: Int, to name: String) throws -> NamedSet {
    var others = resources
    for (number, text) in texts.enumerated() { others[path(number)] = text }
    let server = AskedServer("‸", others: others)
    let position = TextMap(files[file], .utf16).position(offset)
    let answer = try server.request(
      "textDocument/rename",
      """
      "textDocument": {"uri": "file://\(path(file))"}, "newName": "\(name)",
      "position": {"line": \(position.line), "character": \(position.character)}
      """)
    guard let changes = answer?["result"]?["changes"] else {
      throw Refusal(message: answer?["error"]?["message"]?.string ?? "no answer")
    }
    var set = self
    for number in texts.indices {
      let map = TextMap(files[number], .utf16)
      var bytes = files[number].bytes
      let edits = (changes["file://\(path(number))"]?.array ?? []).map { edit in
        func offset(_ end: String) -> Int {
          let place = edit["range"]?[end]
          return map.offset(
            TextPosition(place?["line"]?.int ?? 0, place?["character"]?.int ?? 0))
        }
        return (offset("start")..<offset("end"), edit["newText"]?.string ?? "")
      }
      for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        bytes.replaceSubrange(range, with: Array(text.utf8))
      }
      set.texts[number] = String(decoding: bytes, as: UTF8.self)
    }
    return set
  }

  /// Follows every name, and renames some.
  ///
  /// - Returns: the number of renamed names.
  func check(_ count: Int, _ random: inout RandomChoice) throws -> Int {
    let (files, resolution) = (files, resolution)
    let snapshot = Snapshot(
      files, uris: files.map(\.name), trees: files.map { SyntaxTree.parse($0) }, folder: "/w",
      encoding: .utf8, resource: input.resource)
    var places: [(file: Int, reference: NameReference)] = []
    for file in files.indices {
      for reference in snapshot.references(file).list {
        let name = snapshot.name(reference, in: file)
        // The fields of values for the page have no declaration.
        let isKnown = reference.target.isKnown || reference.target == .unknownMember
        #expect(isKnown || !resolution.faults.isEmpty, "\(name)")
        let found = snapshot.definitions(of: reference, in: file)
        switch reference.target {
        case .word, .unknown, .unknownMember, .unknownValue: continue
        case .schemeHandler: break
        case .declaration, .member, .field:
          #expect(found.map(\.declaration.name) == [name], "\(name)")
        case .capture:
          if found.isEmpty { continue }
          #expect(found.allSatisfy { $0.declaration.name == name }, "\(name)")
        }
        places.append((file, reference))
      }
    }
    let before = described(resolution.rules)
    let findings = findings
    var renamed = 0
    for _ in 0..<count where !places.isEmpty {
      let (file, reference) = random.one(of: places)
      let name = snapshot.name(reference, in: file)
      let new = "renamed\(random.below(1000))"
      let set: NamedSet
      do {
        set = try self.renamed(at: Int(reference.span.start), of: file, to: new)
      } catch let refusal as Refusal {
        // Names in a pattern with escapes have no places, so they cannot be renamed.
        if texts.contains(where: { $0.contains("\\") }) { continue }
        throw Refusal(
          message: "\(refusal.message), at \(reference.span.start) of \(file) in:\n"
            + texts.joined(separator: "---\n"))
      }
      func old(_ text: String) -> String {
        text.replacing(new, with: name)
          .replacing("R" + new.dropFirst(), with: name.prefix(1).uppercased() + name.dropFirst())
      }
      let place: Comment = "\(name) at \(reference.span.start) of \(file) as \(new)"
      let after = set.resolution
      #expect(old(described(after.rules)) == before, place)
      #expect(set.findings.map(old) == findings, place)
      #expect(
        after.references.map { old("\(meanings($0))") }
          == resolution.references.map { "\(meanings($0))" }, place)
      renamed += 1
    }
    return renamed
  }

  /// Returns the rule set as text, without its locations.
  private func described(_ rules: RuleSet) -> String {
    "\(rules)".replacing(/Span\(start: \d+, end: \d+\)/, with: "")
  }

  /// The findings that do not depend on the analysis of chains, without their columns.
  private var findings: [String] {
    let maps = files.map { LineIndex($0) }
    return RuleSetSession(isReused: false).check(input, analyzesChains: false).map {
      let line = maps[Int($0.location.file.index)].line(at: $0.location.span.start)
      return "\($0.location.file.index):\(line) \($0.code) \($0.message)"
    }
  }

  /// Returns the targets of a file's names, without places.
  private func meanings(_ references: FileReferences) -> [NameTarget] {
    references.list.flatMap { [$0.label, $0.target].compactMap(\.self) }.map { target in
      switch target {
      case .capture(_, let number): .capture(0, number)
      case .field: .field(0)
      default: target
      }
    }
  }
}
