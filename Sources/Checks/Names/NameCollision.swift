import Diagnostics
import GeneratedNames
import Semantics
import Text

/// The check `name-collision`.
///
/// Two names that differ in the rule files may be equal in the generated code.
enum NameCollision {
  static func findings(_ input: CheckInput) -> [Finding] {
    var collisions = Collisions()
    for language in TargetLanguage.all {
      for scope in language.scopes(input.rules) { collisions.add(scope, language.name) }
    }
    return collisions.all.map(finding)
  }

  private struct Collision {
    var first: NamedDeclaration
    var second: NamedDeclaration
    var generated: String
    var languages: [String]
  }

  private struct Collisions {
    private struct Pair: Hashable {
      var first: Location
      var second: Location
    }

    private(set) var all: [Collision] = []
    private var places: [Pair: Int] = [:]

    mutating func add(_ scope: NameScope, _ language: String) {
      // The index of the first entry, by generated name.
      var taken: [String: Int] = [:]
      taken.reserveCapacity(scope.entries.count)
      for (index, entry) in scope.entries.enumerated() {
        guard let first = taken[entry.generated] else {
          taken[entry.generated] = index
          continue
        }
        let other = scope.entries[first].source
        // It is the same declaration, or a `duplicate-declaration`.
        if other.location == entry.source.location { continue }
        if let space = other.space, space == entry.source.space, other.name == entry.source.name {
          continue
        }
        add(other, entry.source, entry.generated, language)
      }
    }

    /// Adds a collision of two declarations, which are reported once with the first name that they share.
    private mutating func add(
      _ a: NamedDeclaration, _ b: NamedDeclaration, _ generated: String, _ language: String
    ) {
      let (first, second) = a.location < b.location ? (a, b) : (b, a)
      let pair = Pair(first: first.location, second: second.location)
      if let place = places[pair] {
        if all[place].generated == generated, !all[place].languages.contains(language) {
          all[place].languages.append(language)
        }
        return
      }
      places[pair] = all.count
      all.append(
        Collision(first: first, second: second, generated: generated, languages: [language]))
    }
  }

  private static func finding(_ collision: Collision) -> Finding {
    let (first, second) = (collision.first, collision.second)
    return page.finding(
      "the \(second.noun) `\(second.name)` and the \(first.noun) `\(first.name)` are both"
        + " `\(collision.generated)` in \(collision.languages.joined(separator: " and "))",
      at: second.location, label: "`\(collision.generated)` again",
      related: [.init("`\(collision.generated)` is taken here", at: first.location)],
      help: "rename one of the two")
  }

  static let page = Page(
    "name-collision", .error, "two names that are the same in the generated code")
}
