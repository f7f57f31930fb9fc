import Syntax
import Text

/// The token classes of a file, which tell whether the parser reads words of the language as names.
struct TokenClasses {
  enum Class: String {
    case comment, string, regex, number, keyword, name
  }

  struct Piece {
    var span: Span
    var tokenClass: Class
  }

  /// The pieces in order, without punctuation and white space.
  private(set) var pieces: [Piece] = []

  /// - Requires: the file has no faults.
  init(_ file: SourceFile) {
    let tree = SyntaxTree.parse(file)
    var names: Set<Span> = []
    for declaration in tree.declarations { Self.collectNames(declaration, isWord: false, &names) }
    // A dispatch without a name has its name's span at the keyword.
    for case .dispatch(let dispatch) in tree.declarations
    where file.text(dispatch.header.name.span) != dispatch.header.name.text {
      names.remove(dispatch.header.name.span)
    }
    for case .defaults(let defaults) in tree.declarations {
      names.remove(defaults.header.name.span)
    }
    file.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes)
      var end = 0
      while true {
        let token = lexer.next()
        readComments(bytes, end..<Int(token.start))
        end = Int(token.end)
        let span = Span(token.start, token.end)
        switch token.kind {
        case .end: return
        case .string, .rawString: pieces.append(Piece(span: span, tokenClass: .string))
        case .regex: pieces.append(Piece(span: span, tokenClass: .regex))
        case .integer, .number: pieces.append(Piece(span: span, tokenClass: .number))
        case .identifier:
          let isKeyword = token.keyword != .none && !names.contains(span)
          pieces.append(Piece(span: span, tokenClass: isKeyword ? .keyword : .name))
        default: break
        }
      }
    }
  }

  private mutating func readComments(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var i = range.lowerBound
    while i < range.upperBound {
      guard bytes[i] == UInt8(ascii: "/") else {
        i += 1
        continue
      }
      let start = i
      if bytes[i + 1] == UInt8(ascii: "/") {
        while i < range.upperBound, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
      } else {
        var depth = 0
        repeat {
          let next = bytes[i + 1]
          if bytes[i] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
            (depth, i) = (depth + 1, i + 2)
          } else if bytes[i] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
            (depth, i) = (depth - 1, i + 2)
          } else {
            i += 1
          }
        } while depth > 0
      }
      pieces.append(Piece(span: Span(start, i), tokenClass: .comment))
    }
  }

  /// Collects the names of a tree. Words from a fixed set are not names.
  private static func collectNames(_ value: Any, isWord: Bool, _ names: inout Set<Span>) {
    switch value {
    case let name as NameSyntax:
      if !isWord { names.insert(name.span) }
      return
    case let setting as SettingSyntax:
      switch setting.setting.form {
      case .name, .names, .text, .handler: collectNames(setting.value, isWord: false, &names)
      case .words, .toggle, .files: break
      }
      collectNames(setting.origins, isWord: false, &names)
      return
    default:
      break
    }
    for child in Mirror(reflecting: value).children {
      let isWord = isWord || ["frames", "moment", "world"].contains(child.label)
      collectNames(child.value, isWord: isWord, &names)
    }
  }
}
