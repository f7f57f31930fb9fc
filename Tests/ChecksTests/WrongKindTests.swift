import Checks
import Diagnostics
import Foundation
import Semantics
import Testing

/// Tests names of declarations in places for another kind.
struct WrongKindTests {
  /// Words that precede a name, at one place of a rule set.
  private struct Place {
    /// A rule set in which `WORD` is replaced by one of the words, and `NAME` by the name.
    var text: String
    /// The words, each with the kinds that it accepts.
    var words: [String: Set<Noun>]
  }

  private static let places = [
    Place(
      text: "chain Main { when path == \"/\" WORD NAME cancel\notherwise allow }",
      words: [
        "present": [.screen], "push": [.screen], "perform": [.action], "attempt": [.action],
        "popup": [.configuration],
      ]),
    Place(
      text: "configuration Page { WORD NAME }",
      words: [
        "chain": [.chain], "responses": [.responses], "strategies": [.strategy],
        "channels": [.channel], "scripts": [.script],
      ]),
    Place(text: "configuration Page extends NAME { title web }", words: ["": [.configuration]]),
    Place(
      text: "chain Main { use NAME\notherwise allow }", words: ["": [.handler, .chain]]),
    Place(
      text: "responses Main { use NAME\notherwise allow }", words: ["": [.handler, .responses]]),
    Place(text: "handler Some { use NAME }", words: ["": [.handler]]),
    Place(
      text: "chain Main { when url in NAME allow\notherwise cancel }",
      words: ["": [.origin, .value]]),
    Place(text: "strategy Some from NAME", words: ["": [.origin]]),
    Place(text: "event Some to NAME", words: ["": [.origin]]),
    Place(text: "model Some { a: NAME }", words: ["": [.model, .enumeration, .union]]),
    Place(text: "render Some { NAME }", words: ["": [.call]]),
  ]

  private static func declaration(_ kind: Noun) -> String {
    switch kind {
    case .origin: "origin Given = \"https://a.example\""
    case .flag: "flag Given"
    case .value: "value Given: String"
    case .condition: "condition Given = path == \"/a\""
    case .screen: "screen Given"
    case .action: "action Given"
    case .handler: "handler Given { when path == \"/a\" cancel }"
    case .chain: "chain Given { otherwise allow }"
    case .responses: "responses Given { otherwise allow }"
    case .model: "model Given { a: Int }"
    case .enumeration: "enum Given { a }"
    case .union: "union Given by \"kind\" { a(b: Int) }"
    case .strategy: "strategy Given"
    case .channel: "channel Given by \"type\" { strategy Other }"
    case .event: "event Given"
    case .call: "call Given"
    case .render: "render Given { Shown }\ncall Shown"
    case .dispatch: "dispatch Given customEvent \"a\""
    case .script: "script Given at documentEnd \"x()\""
    case .configuration: "configuration Given { title native }"
    case .invariant: "invariant Given { never dismiss }"
    }
  }

  private static func finding(_ place: Place, _ word: String, _ kind: Noun) -> [Finding] {
    // `popup` is a decision itself.
    let rule =
      word == "popup" ? place.text.replacingOccurrences(of: " cancel", with: "") : place.text
    let text = rule.replacingOccurrences(of: "WORD", with: word)
      .replacingOccurrences(of: "NAME", with: "Given")
    return RuleSetUnderTest(declaration(kind) + "\n" + text).findings().filter {
      $0.code == "wrong-kind" || $0.code == "unknown-name"
    }
  }

  /// Tests that each place accepts declarations of its kinds, and names the kind of other declarations.
  @Test func placesTakeTheirKinds() {
    for place in Self.places {
      for (word, kinds) in place.words {
        for kind in Noun.allCases {
          let found = Self.finding(place, word, kind)
          let wanted = kinds.contains(kind) ? [] : ["wrong-kind"]
          #expect(found.map(\.code) == wanted, "\(kind) after `\(word)` in \(place.text)")
          if let finding = found.first {
            #expect(finding.message.contains("found the \(kind.rawValue) `Given`"))
            #expect(finding.related.count == 1)
          }
        }
      }
    }
  }

  /// Tests that the help names another word at the place if that word accepts the name.
  @Test func theHelpNamesTheRightWord() {
    for place in Self.places {
      for (word, kinds) in place.words {
        for kind in Noun.allCases where !kinds.contains(kind) {
          let right = place.words.filter { $1.contains(kind) }.map(\.key)
          if right.isEmpty { continue }
          let help = Self.finding(place, word, kind).first?.help ?? ""
          #expect(
            right.contains { help.contains("write `\($0) Given`") },
            "\(kind) after `\(word)`: \(help)")
        }
      }
    }
  }
}
