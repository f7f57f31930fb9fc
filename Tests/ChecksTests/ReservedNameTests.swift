import Diagnostics
import GeneratedNames
import Requests
import Semantics
import Syntax
import Testing

/// Tests that each name that a kind of declaration cannot have is reported for this kind only.
struct ReservedNameTests {
  /// The kinds of declarations, each with a declaration of the name `&`, in which `#` is a unique number.
  private static let kinds: [(noun: Noun, text: String)] = [
    (.origin, "origin & = \"https://a#.example\""), (.flag, "flag &"), (.value, "value &: String"),
    (.condition, "condition & = path == \"/#\""), (.screen, "screen &"), (.action, "action &"),
    (.handler, "handler & { when path == \"/#\" cancel }"),
    (.chain, "chain & { otherwise allow }"), (.responses, "responses & { otherwise allow }"),
    (.model, "model & { a: Int }"), (.enumeration, "enum & { a, b }"),
    (.union, "union & by \"k\" { a(b: Int) }"), (.strategy, "strategy & \"s#\""),
    (.channel, "channel & \"c#\" by \"t\" { strategy In# }"), (.event, "event & \"e#\""),
    (.call, "call & \"f#\""), (.render, "render & { Shown }"),
    (.dispatch, "dispatch & customEvent \"d#\""), (.script, "script & at documentEnd \"x\""),
    (.configuration, "configuration & { title web }"),
  ]

  /// The names of the built-in types.
  private static let types: Set<String> = [
    "String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON",
  ]

  /// Returns the names of the language that a declaration cannot have.
  private static func names(_ noun: Noun) -> Set<String> {
    let values = Set(RequestSchema.allWords)
    switch noun {
    case .flag, .value, .action: return values.union(["dismiss", "Dismiss"])
    case .condition, .screen: return values
    case .strategy, .channel, .script: return Set(Keyword.settings.map(\.rawValue))
    case .model, .enumeration, .union: return types
    default: return []
    }
  }

  /// Returns whether generated code declares a member with the name for a kind.
  private static func isTaken(_ name: String, _ noun: Noun) -> Bool {
    TargetLanguage.all.contains { language in
      language.takenMembers.contains { member in
        let isOfKind =
          member.kind == .screen && noun == .screen
          || member.kind == .configuration && noun == .configuration
        return isOfKind && language.member(name) == member.name
      }
    }
  }

  @Test(arguments: kinds.indices) func wordsOfTheLanguage(_ index: Int) {
    let (noun, text) = Self.kinds[index]
    let every = Set(Noun.allCases.flatMap { Self.names($0) }).union(["ordinary", "Ordinary"])
      .sorted()
    let declarations = every.enumerated().map { number, name in
      text.replacing("&", with: name).replacing("#", with: String(number))
    }
    let set = RuleSetUnderTest((declarations + ["call Shown"]).joined(separator: "\n") + "\n")
    // The generated code also uses such a name for other declarations.
    let tried =
      Self.names(noun) == Self.types
      ? every.filter { $0.first!.isLowercase || Self.types.contains($0) } : every
    let expected = tried.filter { Self.names(noun).contains($0) || Self.isTaken($0, noun) }
    let findings = set.findings().filter {
      $0.code == "reserved-name" && tried.contains(set.text($0))
    }
    #expect(findings.map { set.text($0) } == expected, "\(set.summary())")
    for finding in findings {
      #expect(finding.message == "reserved name `\(set.text(finding))` for \(noun.withArticle)")
    }
  }

  /// Tests members of generated types: each name that a language reserves, in each declaration that has such members.
  @Test func membersOfGeneratedTypes() {
    for language in TargetLanguage.all {
      for taken in language.takenMembers {
        let (text, words) =
          switch taken.kind {
          case .configuration: ("configuration & { title web }", "a configuration")
          case .screen: ("screen &", "a screen")
          case .enumerationCase: ("enum E { &, ordinary }", "a case of an enum")
          case .unionCase: ("union E by \"k\" { &(a: Int), ordinary }", "a case of a union")
          }
        expect(taken.name, in: text, words, label: taken.reason)
      }
    }
  }

  /// Tests fields and parameters: each name that a language reserves, as the name and as the name in JSON.
  @Test func fields() {
    let words = ["model M { & }", "union U by \"k\" { a(&) }", "screen S(&)", "action a(&)"]
    for taken in TargetLanguage.all.flatMap(\.takenFields) {
      let noun = taken.countsOnWire ? "a field" : "a field or parameter"
      for text in words {
        expect(taken.name, in: text.replacing("&", with: "&: Int"), noun, label: taken.reason)
        if !text.hasPrefix("model"), !text.hasPrefix("union") { continue }
        let wire = text.replacing("&", with: "other \"\(taken.name)\": Int")
        let count = codes(wire).filter { $0 == "reserved-name" }.count
        #expect(count == (taken.countsOnWire ? 1 : 0), "\(wire)")
      }
      let discriminator = "union U by \"\(taken.name)\" { a(b: Int) }"
      #expect(codes(discriminator).contains("reserved-name") == taken.countsOnWire)
    }
  }

  private func codes(_ text: String) -> [String] { RuleSetUnderTest(text).codes() }

  /// Expects exactly one finding, about the given name.
  private func expect(_ name: String, in text: String, _ noun: String, label: String) {
    let set = RuleSetUnderTest(text.replacing("&", with: name))
    let findings = set.findings().filter { $0.code == "reserved-name" && $0.label == label }
    #expect(findings.map { set.text($0) } == [name], "\(set.summary())")
    #expect(findings.first?.message == "reserved name `\(name)` for \(noun)", "\(set.summary())")
    #expect(!codes(text.replacing("&", with: "remaining")).contains("reserved-name"))
  }
}
