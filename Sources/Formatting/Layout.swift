/// A declaration as a list of pieces, before its line breaks are chosen.
///
/// A *group* is put on one line if it fits. Otherwise all of its own break points become line ends, and the groups
/// within it are decided one by one. Each piece stores the total width of the pieces before it. The width of a group
/// is then one subtraction, and layout is linear in the number of pieces, independently of the nesting of groups.
///
/// A *force* makes the enclosing groups break: a line comment, a literal of several lines, or a line end after an
/// opening brace or bracket in the source.
struct Layout {
  /// The maximum length of a line that can be broken, in columns.
  static let lineWidth = 100

  struct Piece {
    enum Kind: UInt8 {
      /// A token, copied from `start` to `end` of the source. `amount` is 1 if comments have moved over it.
      case token
      /// A `"""` literal of several lines.
      case literal
      /// A comment. `amount` is 1 if it is the first text in its source line.
      case comment
      case comma
      /// A comma that is printed only if the group is on one line.
      case flatComma
      /// A number of blanks, which is `amount`.
      case space
      /// A break point: `amount` blanks if the group is on one line; otherwise a line end, followed by `start` blank
      /// lines.
      case line
      /// A blank if the text up to the next break point fits, otherwise a line end. The width of that text is
      /// `start`, or `end` inside of a group that hugs.
      case fill
      /// A line end, with a deeper indentation of the next line only.
      case newline
      /// A change of the indentation of the following lines by `amount`.
      case indent
      /// A change of the indentation by `amount`, which is ignored in a group that hugs.
      case indentUnlessHugging
      case begin, end
    }

    var kind: Kind
    var amount: Int8 = 0
    var group: Int32 = 0
    var start: UInt32 = 0
    var end: UInt32 = 0
    /// The number of columns that all pieces before this one need on one line.
    var width: UInt32 = 0
  }

  struct Group {
    /// The number of columns of all pieces before the group until the group ends; afterwards, of the group itself.
    var width: UInt32 = 0
    /// The number of forces before the group.
    var forces: UInt32 = 0
    var isForced = false
    /// The number of columns between the end of the group and the next break point.
    var trailing: UInt32 = 0
    /// The value of `trailing` for the case that the enclosing group hugs. Its break points are then not line ends.
    var trailingHugging: UInt32 = 0
    /// The number of columns after the start of the group that must fit so that the group can hug; nil if it never
    /// hugs.
    ///
    /// A group that does not fit *hugs* if a record or list in it must be broken anyway: then only that record or
    /// list is broken, and the rest of the group stays on one line.
    var hugNeed: UInt32?
  }

  /// The group of all declarations, which always breaks.
  static let root: Int32 = 0

  private(set) var pieces: [Piece] = []
  private(set) var groups: [Group] = [Group(isForced: true)]
  private(set) var width: UInt32 = 0
  private(set) var forces: UInt32 = 0

  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    groups.append(Group(isForced: true))
    width = 0
    forces = 0
  }

  /// Adds a piece at the end.
  ///
  /// - Parameter columns: the width of the piece; 0 if a line end always follows.
  mutating func add(
    _ kind: Piece.Kind, amount: Int8 = 0, group: Int32 = 0, start: UInt32 = 0, end: UInt32 = 0,
    columns: UInt32 = 0
  ) {
    pieces.append(
      Piece(kind: kind, amount: amount, group: group, start: start, end: end, width: width))
    width += columns
  }

  /// Makes all open groups break.
  mutating func force() { forces += 1 }

  mutating func indent(_ amount: Int8) {
    if amount != 0 { add(.indent, amount: amount) }
  }

  mutating func begin() -> Int32 {
    let group = Int32(groups.count)
    add(.begin, group: group)
    groups.append(Group(width: width, forces: forces))
    return group
  }

  mutating func end(_ group: Int32) {
    groups[Int(group)].isForced = groups[Int(group)].forces != forces
    groups[Int(group)].width = width - groups[Int(group)].width
    add(.end, group: group)
  }

  mutating func hug(_ group: Int32, need: UInt32) {
    groups[Int(group)].hugNeed = max(groups[Int(group)].hugNeed ?? 0, need)
  }

  /// Prevents a group from hugging, since a comment outside of its records and lists breaks it.
  mutating func neverHug(_ group: Int32) { groups[Int(group)].hugNeed = nil }

  /// Computes for each group and fill the width of the text after it, up to the next break point.
  mutating func measure() {
    var place = width
    var placeHugging = width
    for index in pieces.indices.reversed() {
      let piece = pieces[index]
      switch piece.kind {
      case .line:
        place = piece.width
        if groups[Int(piece.group)].hugNeed == nil { placeHugging = piece.width }
      case .newline:
        place = piece.width
        placeHugging = piece.width
      case .fill:
        pieces[index].start = place - piece.width
        pieces[index].end = placeHugging - piece.width
        place = piece.width
        placeHugging = piece.width
      case .end:
        groups[Int(piece.group)].trailing = place - piece.width
        groups[Int(piece.group)].trailingHugging = placeHugging - piece.width
      default:
        break
      }
    }
  }
}
