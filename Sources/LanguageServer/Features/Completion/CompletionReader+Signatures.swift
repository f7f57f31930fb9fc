import Syntax

extension CompletionReader {
  /// The step or call whose parentheses enclose the place, and the current argument.
  var openCall: (name: String, isAction: Bool, isCall: Bool, label: String?, number: Int)? {
    guard comment == nil, let declaration else { return nil }
    let tokens = declaration.tokens
    guard let call = call(tokens), call > tokens.startIndex else { return nil }
    let keyword = tokens[call - 1].keyword
    let isRender = declaration.keyword == .render
    let arguments = tokens[(call + 2)...]
    var depth = 0
    var number = 0
    var label: String?
    for index in arguments.indices {
      switch arguments[index].kind {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .comma where depth == 0:
        number += 1
        label = nil
      case .colon where depth == 0 && index > arguments.startIndex:
        label = text(arguments[index - 1])
      default: break
      }
    }
    switch keyword {
    case .present, .push: return (text(tokens[call]), false, false, label, number)
    case .perform, .attempt: return (text(tokens[call]), true, false, label, number)
    default: return isRender ? (text(tokens[call]), false, true, label, number) : nil
    }
  }
}
