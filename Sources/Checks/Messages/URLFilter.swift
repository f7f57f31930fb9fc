/// The regular expressions that WebKit's compiler of content blocker rules accepts.
struct URLFilter {
  private let characters: [Character]
  private var offset = 0
  private var depth = 0

  /// nil if WebKit can compile the pattern.
  static func problem(_ pattern: String) -> String? {
    if pattern.isEmpty { return "the pattern is empty" }
    if !pattern.utf8.allSatisfy({ $0 < 0x80 }) {
      return "only ASCII characters are supported; a URL has no others"
    }
    var filter = URLFilter(characters: pattern.unicodeScalars.map { Character($0) })
    return filter.problem()
  }

  private init(characters: [Character]) { self.characters = characters }

  private var current: Character? { offset < characters.count ? characters[offset] : nil }

  private mutating func problem() -> String? {
    // What a quantifier needs before it.
    var hasTerm = false
    while let character = current {
      offset += 1
      switch character {
      case "|": return "`|` is not supported; write a rule for each alternative"
      case "{": return "a count in `{}` is not supported; repeat the term"
      case "^":
        if offset > 1 { return "`^` is supported at the start only" }
        hasTerm = false
      case "$":
        if offset < characters.count { return "`$` is supported at the end only" }
      case "*", "+", "?":
        if !hasTerm { return "there is nothing to repeat before `\(character)`" }
        // A lazy quantifier matches the same.
        if current == "?" { offset += 1 }
        hasTerm = false
      case "(":
        depth += 1
        if current == "?" {
          offset += 1
          guard current == ":" else { return "look-around and named groups are not supported" }
          offset += 1
        }
        hasTerm = false
      case ")":
        depth -= 1
        if depth < 0 { return "there is no `(` for a `)`" }
        hasTerm = true
      case "[":
        if let problem = classProblem() { return problem }
        hasTerm = true
      case "\\":
        if let problem = escapeProblem(inClass: false) { return problem }
        hasTerm = true
      default: hasTerm = true
      }
    }
    return depth > 0 ? "there is no `)` for a `(`" : nil
  }

  private mutating func classProblem() -> String? {
    if current == "^" { offset += 1 }
    while let character = current {
      offset += 1
      switch character {
      case "]": return nil
      case "\\": if let problem = escapeProblem(inClass: true) { return problem }
      default: break
      }
    }
    return "there is no `]` for a `[`"
  }

  private mutating func escapeProblem(inClass: Bool) -> String? {
    guard let character = current else { return "there is nothing after `\\`" }
    offset += 1
    switch character {
    case "d", "D", "w", "W", "s", "S":
      return "`\\\(character)` is not supported; write a class such as `[0-9]`"
    case "b", "B": return inClass ? nil : "`\\\(character)` is not supported"
    case "1"..."9": return inClass ? nil : "back-references are not supported"
    default: return nil
    }
  }
}
