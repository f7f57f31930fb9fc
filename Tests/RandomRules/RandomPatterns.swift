/// Generates random regular expressions, globs, and texts of the few characters that these contain.
package struct RandomPatterns {
  package var random: RandomChoice

  package init(seed: UInt64) { random = RandomChoice(seed: seed) }

  private static let characters = ["a", "b", "c", "k", "1", "é", "ü", "K", "/", "😀"]

  /// Returns a regular expression without the slashes around it.
  package mutating func expression(depth: Int) -> String {
    if depth == 0 {
      return random.one(of: [
        "a", "b", "c", "k", "1", "é", ".", "\\d", "\\w", "\\s", "[ab]", "[^a]", "[a-k]", "[é-ü]",
        "[^é]",
        "\\S", "[a-cé]", "ab", "\\/",
      ])
    }
    let part = expression(depth: depth - 1)
    switch random.below(10) {
    case 0: return "(\(part))*"
    case 1: return "(\(part))+"
    case 2: return "(\(part))?"
    case 3:
      let lower = random.below(4)
      return "(\(part)){\(lower)" + random.one(of: ["}", ",}", ",\(lower + random.below(4))}"])
    case 4, 5: return "(\(part)|\(expression(depth: depth - 1)))"
    case 6 where random.once(in: 2):
      return random.one(of: ["(^\(part)|a)", "(\(part)$|b)", "(^|\(part))", "(\(part)|$)"])
    default: return part + expression(depth: random.below(depth))
    }
  }

  /// Returns a glob of a path.
  package mutating func glob() -> String {
    var glob = ""
    var captures = 0
    for _ in 0...random.below(6) {
      glob += "/"
      switch random.below(10) {
      case 0: glob += "**"
      case 1: glob += "*"
      case 9:
        glob +=
          random.one(of: ["a", "b*b", "k", ""]) + "{c\(captures)}"
          + random.one(of: ["a", "ab*", "-"])
        captures += 1
      case 2:
        glob += random.one(of: ["a*", "*a", "*a*", "a*b", "*a*b*", "**a", "a**", "a**b*", "*k*a"])
      case 3:
        glob += "{c\(captures)\(random.one(of: ["", "", ": Int", ": Bool", ": Double", ": URL"]))}"
        captures += 1
      default: glob += random.one(of: ["a", "b", "ab", "aa", "1", "é", "k"])
      }
    }
    if random.once(in: 6) { glob += "/{rest**}" }
    return random.once(in: 8) ? String(glob.dropFirst()) : glob
  }

  /// Returns a text of some characters.
  package mutating func text(length: Int) -> String {
    var text = ""
    for _ in 0..<random.below(length + 1) { text += random.one(of: Self.characters) }
    return text
  }

  /// Returns a path of some components.
  package mutating func path(length: Int) -> String {
    var path = ""
    for _ in 0..<random.below(length + 1) {
      path += random.once(in: 2) ? "/" : ""
      path += random.one(of: ["a", "b", "ab", "aa", "1", "é", "12", "k", "true", "a:b", "1.5", ""])
    }
    return path
  }

  /// Returns an expression that depends on a character some way before, which makes a table large.
  package mutating func lookingBack() -> String {
    let part = random.one(of: ["a", "[ab]", "(a|bc)", "é", "(b|k)?a"])
    let end = random.one(of: ["", "b", "(b|c)*", "[^a]?", ".*"])
    return ".*\(part).{\(9 + random.below(12))}\(end)"
  }

  /// Returns a path that matches a glob if the captures convert.
  package mutating func path(like glob: String) -> String {
    var path = ""
    var rest = glob[...]
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "{" {
        path += random.one(of: ["a", "12", "true", "a:b", "1.5"])
        rest = rest.drop { $0 != "}" }.dropFirst()
      } else if first == "*", rest.first == "*" {
        path += self.path(length: 3)
        rest = rest.dropFirst()
      } else if first == "*" {
        path += random.one(of: ["", "a", "ab", "bb", "é"])
      } else {
        path.append(first)
      }
    }
    return path
  }

  /// Returns a text of many bytes, in which one part is repeated between two others.
  package mutating func long(_ bytes: Int, part: (inout RandomPatterns) -> String) -> String {
    let repeated = part(&self)
    let count = repeated.isEmpty ? 0 : bytes / repeated.utf8.count
    return part(&self) + String(repeating: repeated, count: count) + part(&self)
  }
}
