import Syntax
import Text

/// The facts about one file that completion uses.
struct OfferFacts {
  /// The keys in conditions and arguments, by the word before them.
  private(set) var keys: [String: Set<String>] = [:]
  /// The keys in the URLs of tests.
  private(set) var testedKeys: Set<String> = []
  /// The names of unions whose cases differ by their kind of JSON.
  private(set) var unionsOfKinds: [String] = []
  /// The names of dispatches that carry no replies or errors.
  private(set) var dispatchesWithoutAnswers: [String] = []
  /// The names of the strategies of channels, which configurations cannot list.
  private(set) var channelStrategies: [String] = []

  init(_ tree: SyntaxTree, _ list: TokenList, _ file: SourceFile) {
    let tokens = list.tokens
    for index in tokens.indices.dropFirst(2) {
      let token = tokens[index]
      let isMember = token.kind == .identifier && tokens[index - 1].kind == .dot
      let isKey = token.kind == .string && tokens[index - 1].kind == .leftBracket
      guard isMember || isKey, tokens[index - 2].kind == .identifier else { continue }
      let text = file.text(token.span)
      keys[file.text(tokens[index - 2].span), default: []]
        .insert(isKey ? String(text.dropFirst().dropLast()) : text)
    }
    for declaration in tree.declarations {
      switch declaration {
      case .test(let test):
        for one in test.cases { testedKeys.formUnion(Self.queryKeys(one.url.value)) }
      case .union(let union):
        if union.discriminator == nil { unionsOfKinds.append(union.header.name.text) }
      case .dispatch(let dispatch):
        if dispatch.replies == nil || dispatch.fails == nil {
          dispatchesWithoutAnswers.append(dispatch.header.name.text)
        }
      case .channel(let channel):
        channelStrategies += channel.strategies.map { $0.header.name.text }
      default: break
      }
    }
  }

  /// Returns the keys in the query of a URL that are names of the rule language.
  private static func queryKeys(_ url: String) -> [String] {
    let beforeFragment = url.prefix { $0 != "#" }
    guard let mark = beforeFragment.firstIndex(of: "?") else { return [] }
    return beforeFragment[mark...].dropFirst().split(separator: "&").compactMap { pair in
      let key = pair.prefix { $0 != "=" }
      let isName =
        key.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
        && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      return isName ? String(key) : nil
    }
  }
}
