import Diagnostics
import GrammarSentences
import RandomRules
import Syntax
import Text

/// A change of rule files that must not affect any check.
enum HarmlessChange: CaseIterable {
  /// The scheme of an added rule, without the number that follows it.
  static let ownScheme = "own"

  /// Comments, blanks and line ends between tokens.
  case formatting
  /// The declarations in another order, in several files.
  case files
  /// Other names of declarations.
  case names
  /// Additional declarations that use each other.
  case declarations
  /// An additional rule of a chain, for a scheme that no other rule uses.
  case rule
  /// An equivalent condition of a rule.
  case condition
  /// A part of a rule's condition as a block around the rule.
  case block
  /// The first rules of a chain in a handler.
  case handler

  /// The changes that preserve even findings that depend on the form of a condition.
  static let ofOtherText: [HarmlessChange] = [.formatting, .files, .names, .declarations, .rule]

  /// Returns the changed set; nil if the change is not possible.
  ///
  /// - Parameter number: a number for names, which differs for each change of one set.
  func apply(
    to set: RuleSetUnderTest, number: Int, _ random: inout RandomChoice
  ) -> RuleSetUnderTest? {
    let trees = set.files.map { SyntaxTree.parse($0) }
    guard self == .declarations || trees.allSatisfy(\.faults.isEmpty) else { return nil }
    let places = trees.indices.shuffled(using: &random)
    switch self {
    case .formatting:
      return set.replacing(places.flatMap { Self.gaps(set.files[$0], FileID($0), &random) })
    case .files: return Self.split(set, trees, &random)
    case .names: return Self.renamed(set, trees, "X\(number)")
    case .declarations: return Self.extended(set, trees, number)
    case .rule:
      return first(places) { place in
        // A comment that suppresses findings of the first rule would then apply to the new rule.
        guard trees[place].directives.isEmpty else { return nil }
        return trees[place].chains.shuffled(using: &random).first { !$0.items.isEmpty }.map {
          chain in
          let start = chain.items[0].span.start
          return set.replacing([
            Edit(
              Location(FileID(place), Span(start, start)),
              "when scheme == \"\(Self.ownScheme)\(number)\" download\n")
          ])
        }
      }
    case .condition:
      return first(places) { place in
        first(trees[place].rules.shuffled(using: &random)) { rule in
          guard let condition = rule.condition, condition.span != rule.keyword,
            let other = Self.equivalent(condition, in: set.files[place], &random)
          else { return nil }
          return set.replacing([Edit(Location(FileID(place), condition.span), other)])
        }
      }
    case .block:
      return first(places) { place in
        first(trees[place].rules.shuffled(using: &random)) { rule in
          let file = set.files[place]
          guard case .all(let parts, let span)? = rule.condition else { return nil }
          let rest = file.text(Span(parts[1].span.start, rule.span.end))
          let outer = file.text(Span(span.start, parts[0].span.end))
          return set.replacing([
            Edit(Location(FileID(place), rule.span), "when \(outer) { when \(rest) }")
          ])
        }
      }
    case .handler:
      return first(places) { place in
        guard trees[place].directives.isEmpty else { return nil }
        return first(trees[place].chains) { chain in
          let rules = chain.items.prefix {
            if case .rule(let rule) = $0 { rule.condition != nil } else { false }
          }
          guard let start = rules.first?.span.start, let end = rules.last?.span.end else {
            return nil
          }
          let span = Span(start, end)
          var changed = set.replacing([Edit(Location(FileID(place), span), "use Rules\(number)")])
          changed.files.append(
            SourceFile(
              name: "handler\(number).bascule",
              text: "handler Rules\(number) {\n\(set.files[place].text(span))\n}\n"))
          return changed
        }
      }
    }
  }

  /// Returns the first result that is not nil.
  private func first<Item>(
    _ items: [Item], _ body: (Item) -> RuleSetUnderTest?
  ) -> RuleSetUnderTest? {
    for item in items { if let result = body(item) { return result } }
    return nil
  }

  // MARK: Formatting

  private static let trivia = [
    " ", "\t", "\n", "\r\n", "\n\n   ", " /* c */ ", " /* c\n /* d */ */ ", " // c\n", "\n// c\n",
    "\n/// c\n",
  ]

  private static func gaps(
    _ file: SourceFile, _ id: FileID, _ random: inout RandomChoice
  ) -> [Edit] {
    let tokens = RandomTrivia.tokens(of: file)
    let density = 1 + random.below(8)
    var edits: [Edit] = []
    var end: UInt32 = 0
    let words = tokens.filter { $0 != "\n" }
    for (index, token) in zip(words.indices, Lexer.tokens(of: file.bytes)) {
      // A line comment would hide a comment after it.
      let isBare = file.text(Span(end, token.start)).allSatisfy(\.isWhitespace)
      if index > 0, isBare, random.below(10) < density, !RandomTrivia.isTight(words, index) {
        edits.append(Edit(Location(id, Span(end, end)), random.one(of: trivia)))
      }
      end = token.end
    }
    return edits
  }

  // MARK: Declarations

  private static func split(
    _ set: RuleSetUnderTest, _ trees: [SyntaxTree], _ random: inout RandomChoice
  ) -> RuleSetUnderTest? {
    var pieces: [String] = []
    for (file, tree) in zip(set.files, trees) {
      var start: UInt32 = 0
      for (place, declaration) in tree.declarations.enumerated() {
        let isLast = place == tree.declarations.count - 1
        let end = isLast ? UInt32(file.bytes.count) : declaration.header.span.end
        pieces.append(file.text(Span(start, end)))
        start = end
      }
    }
    guard pieces.count > 1 else { return nil }
    pieces.shuffle(using: &random)
    var changed = set
    let count = 1 + random.below(min(3, pieces.count))
    changed.files = (0..<count).map { number in
      let own = pieces.indices.filter { $0 % count == number }.map { pieces[$0] }
      return SourceFile(name: "part\(number).bascule", text: own.joined(separator: "\n"))
    }
    return changed
  }

  /// Returns the set with another name for each declaration.
  private static func renamed(
    _ set: RuleSetUnderTest, _ trees: [SyntaxTree], _ suffix: String
  ) -> RuleSetUnderTest? {
    let names = Set(trees.flatMap { $0.declarations.map(\.header.name.text) })
      .filter { Keyword(rawValue: $0) == nil }
    guard !names.isEmpty else { return nil }
    var edits: [Edit] = []
    for (place, file) in set.files.enumerated() {
      for token in Lexer.tokens(of: file.bytes)
      where token.kind == .identifier && names.contains(file.text(Span(token.start, token.end))) {
        edits.append(Edit(Location(FileID(place), Span(token.end, token.end)), suffix))
      }
    }
    return set.replacing(edits)
  }

  private static func extended(
    _ set: RuleSetUnderTest, _ trees: [SyntaxTree], _ number: Int
  ) -> RuleSetUnderTest {
    var text = """
      flag isAdded\(number)
      screen Added\(number)(id: Int, kind: AddedKind\(number)?)
      enum AddedKind\(number) { small, large = "l" }
      action adding\(number)(text: String) -> Bool
      handler Adding\(number) {
        when path like "/added/{id: Int}" present Added\(number)(id: id, kind: query.kind) cancel
        when isAdded\(number) && path == "/added" attempt adding\(number)(text: path) cancel
      }
      chain AddedChain\(number) {
        use Adding\(number)
        otherwise allow
      }

      """
    let hasConfigurations = trees.contains { tree in
      tree.declarations.contains { if case .configuration = $0 { true } else { false } }
    }
    if hasConfigurations {
      text += "configuration AddedPage\(number) { chain AddedChain\(number) }\n"
    }
    var changed = set
    changed.files.append(SourceFile(name: "added\(number).bascule", text: text))
    return changed
  }

  // MARK: Conditions

  private static func equivalent(
    _ condition: ConditionSyntax, in file: SourceFile, _ random: inout RandomChoice
  ) -> String? {
    func text(_ part: ConditionSyntax) -> String { "(\(file.text(part.span)))" }
    let whole = text(condition)
    // No capture is bound under `!`, and the order of `||` determines which operand binds.
    if whole.contains("{") { return whole }
    switch (condition, random.below(4)) {
    case (_, 0): return whole
    case (_, 1): return "!(!\(whole))"
    case (.all(let parts, _), 2): return parts.reversed().map(text).joined(separator: " && ")
    case (.any(let parts, _), 2): return parts.reversed().map(text).joined(separator: " || ")
    case (.all(let parts, _), _):
      return "!(\(parts.map { "!" + text($0) }.joined(separator: " || ")))"
    case (.any(let parts, _), _):
      return "!(\(parts.map { "!" + text($0) }.joined(separator: " && ")))"
    default: return nil
    }
  }
}

extension SyntaxTree {
  /// The spans of declarations and rules.
  var commentedUnits: [Span] { declarations.map(\.header.span) + rules.map(\.span) }

  var chains: [ChainSyntax] {
    declarations.compactMap { if case .chain(let chain) = $0 { chain } else { nil } }
  }

  /// The rules of chains and handlers, also in blocks.
  var rules: [RuleSyntax] {
    var rules: [RuleSyntax] = []
    for declaration in declarations { declaration.items?.eachRule { rules.append($0) } }
    return rules
  }
}
