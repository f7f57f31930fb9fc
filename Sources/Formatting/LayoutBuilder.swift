import Syntax

/// Reads the tokens of a file without syntax errors and builds its layout.
///
/// The nodes of the syntax tree say where constructs begin and end, and `NodeStyle` how each kind is laid out. Every
/// token goes through `put`, in the order of the file. Comments stay between the same two tokens, with two
/// exceptions. Commas between items may be removed, inserted, or moved before the comments after an item. Comments
/// after a token that begins a line may move before that token.
struct LayoutBuilder {
  /// A node that contains the current token.
  private struct Frame {
    let style: NodeStyle
    let end: UInt32
    /// The group of the node, or the enclosing group if the node is not a group.
    let group: Int32
    /// The separator between two items.
    var nextItem: Separator
    /// The number of items so far.
    var count = 0
    /// True if the next token begins a line because of the node before it.
    var startsLine = false
    /// True if a line begins with the first item in the source.
    var isBroken = false
    /// The number of columns before the node.
    var width: UInt32 = 0
    var forces: UInt32 = 0
    /// The value of `forcesOutside` before the node.
    var forcesOutside: UInt32 = 0
    /// The index of the frame that hugs a list or record in this node; nil if none does.
    var hugging: Int?
    /// True if the node contains a list or record to hug.
    var hasHuggable = false

    init(_ style: NodeStyle, end: UInt32, group: Int32) {
      self.style = style
      self.end = end
      self.group = group
      nextItem = style.items?.next ?? .nothing
    }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private let nodes: [SyntaxNode]
  /// The index of the first node that has not yet begun.
  private var nextNode = 0
  private var frames: [Frame]
  private var lexer: Lexer
  var current: Token
  var ahead: Token
  private var last = TokenKind.end
  /// The offset after the last token, or after the comments that have moved before that token.
  var lastEnd: Int
  /// The end of the comments after the current token that have moved before it.
  var movedEnd: Int?
  /// True if a comma separates the last token from the current one.
  private var followsComma = false
  /// True if the last token is `matches`, after which a `/` opens a regular expression.
  var followsMatches = false
  /// The comments before the current token. If `hasCarriedTrivia`, they include those before a comma that has already
  /// been consumed.
  var trivia = Trivia()
  var hasCarriedTrivia = false
  var layout = Layout()
  /// The number of forces in the layout that are not within records and lists.
  private var forcesOutside: UInt32 { layout.forces - forcesInside }
  private var forcesInside: UInt32 = 0
  var printer: LayoutPrinter

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ nodes: [SyntaxNode], recordsPieces: Bool) {
    self.bytes = bytes
    self.nodes = nodes
    frames = [Frame(.file, end: SyntaxNode.open, group: Layout.root)]
    lexer = Lexer(bytes)
    current = lexer.next()
    ahead = lexer.next()
    lastEnd = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    printer = LayoutPrinter(bytes, from: lastEnd, recordsPieces: recordsPieces)
  }

  mutating func file() -> LayoutPrinter {
    while current.kind != .end {
      if frames[top].style.isBracketed, current.end == frames[top].end {
        close()
      } else {
        let depth = frames.count
        next()
        if frames[top].style.isBracketed, frames.count > depth { continue }
      }
      endFrames()
      separate()
      if top == 0, !frames[0].startsLine { flush() }
    }
    gap(.item(blanks: 0), atEnd: true)
    flush()
    printer.finish()
    return printer
  }

  private mutating func flush() {
    layout.measure()
    printer.print(layout)
    layout.removeAll()
    forcesInside = 0
  }

  // MARK: - Nodes

  private var top: Int { frames.count - 1 }

  /// The group whose lines the current token can begin.
  var group: Int32 { frames[top].group }

  /// Puts the current token with the separator before it, and begins the nodes that start with it.
  private mutating func next() {
    let first = nextNode
    while nextNode < nodes.count, nodes[nextNode].start <= current.start { nextNode += 1 }
    let separator = separator(before: nodes[first..<nextNode])
    if frames[top].style.isHead, first < nextNode, NodeStyle.of(nodes[first].kind).isBracketed {
      layout.end(group)
    }
    let forces = layout.forces
    for node in nodes[first..<nextNode] { indent(.of(node.kind), 1) }
    let isOperator = current.kind == .and || current.kind == .or
    let operands = isOperator ? frames[top].style.innerIndentation : 0
    layout.indent(-operands)
    if isOperator {
      gapWithComments(separator, onOwnLines: false)
    } else if nextNode < nodes.count, nodes[nextNode].start == ahead.start,
      NodeStyle.of(nodes[nextNode].kind).movesComments
    {
      gapWithComments(separator, onOwnLines: true)
    } else {
      gap(separator)
    }
    for node in nodes[first..<nextNode] { begin(node, forces) }
    put()
    layout.indent(operands)
    if first < nextNode, frames[top].style.items?.canFill == true, fillsLines {
      frames[top].nextItem = .fill
    }
  }

  /// The separator before the current token.
  ///
  /// - Parameter nodes: the nodes that begin with the token.
  private mutating func separator(before nodes: ArraySlice<SyntaxNode>) -> Separator {
    if frames[top].startsLine {
      frames[top].startsLine = false
      return .line(blanks: 1)
    }
    if let items = frames[top].style.items {
      frames[top].count += 1
      return frames[top].count == 1 ? items.first : frames[top].nextItem
    }
    if followsComma { return frames[top].style.afterComma }
    if NodeStyle.isTight(after: last) { return .nothing }
    for node in nodes {
      if let before = NodeStyle.of(node.kind).before { return before }
    }
    return NodeStyle.separator(before: current.kind)
  }

  /// Begins or ends the indentation of a node.
  ///
  /// - Parameter sign: 1 at the start of the node, -1 at its end.
  private mutating func indent(_ style: NodeStyle, _ sign: Int8) {
    if style.hugs {
      layout.add(.indentUnlessHugging, amount: sign * style.indentation, group: group)
    } else {
      layout.indent(sign * style.indentation)
    }
  }

  /// Begins a node before the current token.
  ///
  /// - Parameter forces: the number of forces before the comments that precede the token.
  private mutating func begin(_ node: SyntaxNode, _ forces: UInt32) {
    let style = NodeStyle.of(node.kind)
    var frame = Frame(style, end: node.end, group: style.isGroup ? layout.begin() : group)
    frame.isBroken = style.isBracketed ? ahead.startsLine : current.startsLine
    frame.count = style.isBracketed ? 0 : 1
    frame.width = layout.width
    frame.forces = style.hugs ? forces : layout.forces
    frame.forcesOutside = forcesOutside
    if style.hugs {
      frame.hugging = frames.count
    } else if style.isInHug {
      frame.hugging = frames[top].hugging
    }
    if style.isHuggable, ahead.kind != .rightBrace, let hugging = frames[top].hugging {
      frames[hugging].hasHuggable = true
    }
    frames.append(frame)
    layout.indent(style.innerIndentation)
  }

  /// Puts the current token, which closes a bracket, with the comments before it.
  private mutating func close() {
    let style = frames[top].style
    if let items = style.items {
      let isEmpty = frames[top].count == 0 && !hasComments
      closingComments()
      layout.indent(-style.innerIndentation)
      line(blanks: isEmpty ? 0 : items.padding, blankLine: false)
    } else {
      layout.indent(-style.innerIndentation)
      gap(.nothing)
    }
    put()
  }

  /// Ends the nodes that end with the last token.
  private mutating func endFrames() {
    while Int(frames[top].end) <= lastEnd {
      let frame = frames.removeLast()
      end(frame)
      frames[top].startsLine = frame.style.endsLine
    }
  }

  private mutating func end(_ frame: Frame) {
    let style = frame.style
    if let items = style.items {
      let isBroken =
        items.keepsBreak && frame.isBroken && frame.count > (style.isBracketed ? 0 : 1)
      if isBroken || items.haveLines && frame.count > 1 { layout.force() }
    }
    if !style.isBracketed { layout.indent(-style.innerIndentation) }
    indent(style, -1)
    if frame.hasHuggable { layout.hug(group, need: hugNeed(frame)) }
    if style.isGroup, !style.isHead {
      // A comment outside of records and lists breaks the group, so the group cannot hug.
      if forcesOutside != frame.forcesOutside { layout.neverHug(frame.group) }
      layout.end(frame.group)
    }
    if style.isHuggable { forcesInside = layout.forces - frame.forcesOutside }
  }

  /// The columns that must fit so that the group can hug the list or record of a node (see `Layout.Group.hugNeed`).
  private func hugNeed(_ frame: Frame) -> UInt32 {
    if frame.forces != layout.forces { return UInt32(Layout.lineWidth) * 2 }
    let columns = layout.width - frame.width
    if case .line = frame.style.before { return columns + UInt32(frame.style.indentation) }
    return layout.width - layout.groups[Int(group)].width
  }

  // MARK: - Tokens

  private mutating func put() {
    let (start, end) = (current.start, current.end)
    if current.kind == .rawString, (start..<end).contains(where: { isLineEnd($0) }) {
      layout.force()
      layout.add(.literal, start: start, end: end, columns: 6)
    } else {
      layout.add(
        .token, amount: movedEnd == nil ? 0 : 1, start: start, end: end,
        columns: columns(start, end))
    }
    last = current.kind
    followsMatches = current.keyword == .matches
    advance()
    if let movedEnd { lastEnd = movedEnd }
    movedEnd = nil
  }

  private func isLineEnd(_ offset: UInt32) -> Bool {
    bytes[Int(offset)] == 0x0A || bytes[Int(offset)] == 0x0D
  }

  mutating func advance() {
    lastEnd = Int(current.end)
    current = ahead
    ahead = lexer.next()
  }

  /// The number of columns of a range, counted as Unicode scalars.
  func columns(_ start: UInt32, _ end: UInt32) -> UInt32 {
    var count: UInt32 = 0
    for i in Int(start)..<Int(end) where bytes[i] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  // MARK: - Lists

  /// Puts the comma after the item or name that ends with the last token.
  private mutating func separate() {
    let frame = frames[top]
    guard let items = frame.style.items else {
      followsComma = current.kind == .comma
      if followsComma { comma(.comma) }
      return
    }
    if frame.startsLine { return }
    let behind = current.kind == .comma ? ahead : current
    let isLast = frame.style.isBracketed ? behind.end == frame.end : behind.start >= frame.end
    comma(isLast ? nil : items.comma)
    endFrames()
  }

  /// Puts the comma between the item that ends here and the next one, even if the source has none.
  ///
  /// - Parameter kind: `comma` or `flatComma`; nil for none.
  private mutating func comma(_ kind: Layout.Piece.Kind?) {
    guard current.kind == .comma else {
      if let kind { layout.add(kind, columns: 1) }
      return
    }
    trivia.removeAll()
    trivia.read(bytes, lastEnd..<Int(current.start))
    // If the comma moved, the documentation would belong to the next item.
    if trivia.comments.contains(where: { $0.kind == .documentation }) {
      gap(.nothing)
      return put()
    }
    // After `matches`, `/*` does not open a comment.
    let protects = followsMatches && hasBlockCommentAfterComma
    if let kind = protects ? .comma : kind { layout.add(kind, columns: 1) }
    followsMatches = false
    advance()
    hasCarriedTrivia = !trivia.comments.isEmpty
  }

  private var hasBlockCommentAfterComma: Bool {
    var behind = trivia
    behind.read(bytes, Int(current.end)..<Int(ahead.start))
    return behind.comments.contains { $0.kind == .block }
  }

  /// The maximum width of the items of a list that has several items per line.
  private static let shortItem: UInt32 = 10

  /// True if a list that does not fit on one line has several items per line.
  ///
  /// All items must be short, without comments or blank lines between them, and not each on a line of its own in the
  /// source. The current token is the first item.
  private var fillsLines: Bool {
    var (lexer, token, next) = (lexer, current, ahead)
    var end = lastEnd
    var isFirst = true
    var sharesLine = false
    while true {
      var trivia = Trivia()
      trivia.read(bytes, end..<Int(token.start))
      if !trivia.comments.isEmpty || trivia.newlines > 1 { return false }
      switch token.kind {
      case .rightBracket: return sharesLine
      case .comma: break
      case .string, .integer, .number, .identifier:
        if columns(token.start, token.end) > Self.shortItem { return false }
        if !isFirst, !token.startsLine { sharesLine = true }
        isFirst = false
      default: return false
      }
      end = Int(token.end)
      (token, next) = (next, lexer.next())
    }
  }
}
