package import Text

/// Finds the cheapest changes of one to three tokens that correct a syntax error.
///
/// A change inserts, deletes, replaces, moves, quotes or unquotes tokens near the error. The new words are words that
/// the parser accepts there, words that mean the same in another language, and declared names. A change corrects the
/// error if the declaration then has fewer errors, and the changed lines have none. If no single change does, the
/// search continues from those changes after which the parser gets further. The order by cost follows Diekmann and
/// Tratt, "Don't Panic! Better, Fewer, Syntax Errors for LR Parsers" (ECOOP 2020).
package struct RepairSearch {
  /// The maximum cost of a repair.
  private static let highestCost = 5
  /// The maximum size in bytes of a searched text, since each change copies the text.
  private static let largestText = 32_000

  /// The number of bytes that all searches for the errors of one rule set may parse: some hundredths of a second.
  package struct Budget: Sendable {
    fileprivate var bytes = 400_000

    package init() {}
  }

  /// The range in the file of the declaration around the error. If the error is at its start, the range includes the
  /// declaration before it.
  package let region: Range<Int>
  private let part: DeclarationPart
  private let start: Text
  /// The declared names by their kind.
  private let names: [Keyword: [String]]

  /// A version of the searched text.
  private struct Text {
    var bytes: [UInt8]
    var cost = 0
    var changes = 0
    var isGuess = false
    /// The offset of the first error, which the next change must correct.
    var fault: UInt32 = 0

    /// The number of bytes from the error to the end. It is smaller after each change with which the parser gets
    /// further.
    var rest: UInt32 { UInt32(bytes.count) - fault }
  }

  /// Creates a search for one error.
  ///
  /// - Parameters:
  ///   - offset: the start of the error.
  ///   - tokens: all tokens of the file.
  ///   - names: the declared names by the keyword of their declarations.
  package init(
    at offset: UInt32, in file: SourceFile, _ tokens: [Token], names: [Keyword: [String]]
  ) {
    self.names = names
    region = Self.region(around: offset, in: file, tokens)
    part = DeclarationPart(of: region, around: Int(offset), in: file, tokens)
    start = Text(bytes: part.bytes, fault: UInt32(part.offset(ofFile: Int(offset))))
  }

  /// The searched text: the declaration, or the part of a long declaration around the error.
  package var text: SourceFile { SourceFile(name: "", bytes: start.bytes) }

  /// The searched text after a repair, and the range of the replacement in it.
  package func text(after repair: Repair) -> (file: SourceFile, changed: Range<UInt32>) {
    let first = part.offset(ofFile: Int(repair.span.start))
    let end = part.offset(ofFile: Int(repair.span.end))
    let written = Array(repair.replacement.utf8)
    let bytes = Array(start.bytes[..<first]) + written + Array(start.bytes[end...])
    return (
      SourceFile(name: "", bytes: bytes), UInt32(first)..<UInt32(first + written.count)
    )
  }

  /// The repairs, cheapest first. Each costs at most one more than the cheapest.
  package func repairs(within budget: inout Budget) -> [Repair] {
    if start.bytes.count > Self.largestText { return [] }
    let original = tree(of: start.bytes)
    let before = original.faults.filter { !$0.hasCorrection }
    guard before.contains(where: { $0.span.start == start.fault }) else { return [] }
    var queue = [[start]]
    var seen: Set<[UInt8]> = [start.bytes]
    var repairs: [Repair] = []
    var written: Set<[String]> = []
    var cost = 0
    while cost < queue.count, cost <= (repairs.first?.cost ?? Self.highestCost - 1) + 1 {
      var index = 0
      while index < queue[cost].count {
        var text = queue[cost][index]
        index += 1
        if text.changes > 0 {
          budget.bytes -= text.bytes.count
          if budget.bytes < 0 { return repairs }
          let tree = tree(of: text.bytes)
          let faults = tree.faults.filter { !$0.hasCorrection }
          // A keyword was read as a name that is in fact missing before it.
          if tree.namesOfClauses > original.namesOfClauses { continue }
          text.isGuess = text.isGuess || tree.namesOfClauses > 0
          guard var repair = repair(text) else { continue }
          repair.leavesCorrections = faults.count < tree.faults.count
          if faults.count < before.count, !faults.contains(where: { isIn(repair, $0, text) }) {
            // Texts that differ only in blanks are the same repair.
            if written.insert(Lexer.texts(of: text.bytes)).inserted { repairs.append(repair) }
            continue
          }
          let rest = text.rest
          func distance(_ fault: SyntaxFault) -> UInt32 {
            let other = UInt32(text.bytes.count) - fault.span.start
            return rest < other ? other - rest : rest - other
          }
          guard text.changes < 2, repairs.isEmpty,
            let next = faults.min(by: { distance($0) < distance($1) })
          else { continue }
          text.fault = next.span.start
          if text.rest >= rest { continue }
        }
        // `TokenChanges` parses the text once for each token near the error.
        budget.bytes -= TokenChanges.questions * text.bytes.count
        if budget.bytes < 0 { return repairs }
        for change in TokenChanges(text.bytes, at: text.fault, names: names).changes {
          let sum = text.cost + change.cost
          budget.bytes -= change.bytes.count / 16
          guard budget.bytes >= 0, sum <= Self.highestCost, seen.insert(change.bytes).inserted
          else { continue }
          while queue.count <= sum { queue.append([]) }
          // The error has the same distance from the end as before.
          let fault = UInt32(max(0, change.bytes.count - Int(text.rest)))
          queue[sum].append(
            Text(
              bytes: change.bytes, cost: sum, changes: text.changes + 1,
              isGuess: change.isGuess || text.changes > 0, fault: fault))
        }
      }
      cost += 1
    }
    return repairs
  }

  /// The changes of form at the error, such as quoting, after which the declaration has no syntax error. They are for
  /// texts that the grammar accepts with another meaning than the user's.
  package func forms() -> [Repair] {
    if start.bytes.count > Self.largestText { return [] }
    return TokenChanges.ofForm(start.bytes, at: start.fault, names: names).compactMap { change in
      guard tree(of: change.bytes).faults.isEmpty else { return nil }
      return repair(Text(bytes: change.bytes, cost: change.cost, isGuess: change.isGuess))
    }
  }

  private func tree(of bytes: [UInt8]) -> SyntaxTree {
    SyntaxTree.parse(SourceFile(name: "", bytes: bytes))
  }

  /// Returns whether a fault of the searched text is on a line that the repair changes. A fault at the end of the
  /// text counts for the line of the last token.
  private func isIn(_ repair: Repair, _ fault: SyntaxFault, _ text: Text) -> Bool {
    let last = Lexer.tokens(of: text.bytes).dropLast().last?.end ?? 0
    let bytes = start.bytes
    var first = part.offset(ofFile: Int(repair.span.start))
    while first > 0, bytes[first - 1] != 0x0A { first -= 1 }
    var end = part.offset(ofFile: Int(repair.span.end))
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    let growth = repair.replacement.utf8.count - Int(repair.span.end - repair.span.start)
    return first...max(first, end + growth) ~= Int(min(fault.span.start, last))
  }

  /// The change from the file's text to the given one; nil if it is not within the items around the error.
  private func repair(_ text: Text) -> Repair? {
    let (old, new) = (start.bytes, text.bytes)
    let common = CommonEnds(old, new)
    var (head, tail) = (common.start, common.end)
    // Only whole words and operators are exchanged. Bytes on both sides of a removed blank can become one of them.
    while head > 0,
      [old, new].contains(where: { head < $0.count && Self.areJoined($0[head - 1], $0[head]) })
    {
      head -= 1
    }
    while tail > 0,
      [old, new].contains(where: {
        let place = $0.count - tail
        return place > 0 && Self.areJoined($0[place - 1], $0[place])
      })
    {
      tail -= 1
    }
    guard let span = part.span(ofText: head..<old.count - tail) else { return nil }
    return Repair(
      span: span,
      replacement: String(decoding: new[head..<(new.count - tail)], as: UTF8.self), cost: text.cost,
      isGuess: text.isGuess)
  }

  /// Returns whether two neighbouring bytes can be parts of one word or of one operator.
  private static func areJoined(_ first: UInt8, _ second: UInt8) -> Bool {
    [first, second].allSatisfy { Lexer.isIdentifierPart($0) || $0 == UInt8(ascii: "\"") }
      || [first, second].allSatisfy { "=!<>&|-".utf8.contains($0) }
  }

  /// The range from the declaration with the token before the error to the next declaration after the error.
  private static func region(
    around offset: UInt32, in file: SourceFile, _ tokens: [Token]
  ) -> Range<Int> {
    func startsDeclaration(_ index: Int) -> Bool {
      let token = tokens[index]
      let isFirst = token.start == 0 || file.bytes[Int(token.start) - 1] == 0x0A
      return isFirst && (token.kind == .identifier || token.kind == .at)
    }
    let here = tokens.partitionPoint { $0.end > offset }
    var first = max(0, min(here, tokens.count - 1) - 1)
    while first > 0, !startsDeclaration(first) { first -= 1 }
    // An attribute belongs to the declaration below it.
    while first > 0, let above = tokens[..<first].lastIndex(where: { $0.startsLine }),
      tokens[above].kind == .at
    {
      first = above
    }
    var end = here + 1
    while end < tokens.count, !startsDeclaration(end) { end += 1 }
    let last = end < tokens.count ? Int(tokens[end].start) : file.bytes.count
    return (first == 0 ? 0 : Int(tokens[first].start))..<last
  }
}

extension SyntaxFault {
  /// True for an error that the parser has corrected by reading the meant text. The finding of that error has the
  /// fix.
  fileprivate var hasCorrection: Bool {
    switch kind {
    case .foreign(let spelling): !spelling.edits.isEmpty
    case .split: true
    default: false
    }
  }
}

extension SyntaxTree {
  /// The number of declarations that are named like a clause. Such a name is hardly meant.
  fileprivate var namesOfClauses: Int {
    declarations.flatMap { declaration in
      if case .channel(let channel) = declaration {
        [channel.header] + channel.strategies.map { $0.header }
      } else {
        [declaration.header]
      }
    }.count { Keyword.named($0.name.text).startsClause }
  }
}

extension Keyword {
  /// True for words that begin a clause of a declaration.
  fileprivate var startsClause: Bool {
    switch self {
    case .by, .receives, .replies, .from, .frames, .sends, .at, .extends, .with, .queue, .payload,
      .via, .to, .on, .world, .function, .async:
      true
    default: false
    }
  }
}
