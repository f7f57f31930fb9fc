import Interpreter
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// Facts for completion.
extension Snapshot {
  /// A request that reaches a rule.
  struct ReachingText {
    var url: String
    /// The URL and what differs from the defaults, as a test states it.
    var text: String
    /// The rule.
    var rule: String
  }

  /// Requests for the rules of a chain, in their order, as the last check has found them.
  func reachingRequests(ofChain name: String, _ kind: ChainKind) -> [ReachingText] {
    guard let (rules, analyses) = lastAnalyses else { return [] }
    let chain = rules.chains.firstIndex { $0.chainName == ChainName(kind, name) }
    guard let chain, analyses.indices.contains(chain) else { return [] }
    return zip(analyses[chain].entries, analyses[chain].chain.rules).compactMap { entry, rule in
      guard case .reachable(let witness) = entry else { return nil }
      return ReachingText(
        url: witness.urlText, text: RuleLanguagePrinter.requestText(witness),
        rule: RuleLanguagePrinter(rules).text(rule.decision))
    }
  }

  /// The URLs that tests of the chain have.
  func testedURLs(ofChain name: String, _ kind: ChainKind) -> Set<String> {
    var urls: Set<String> = []
    for file in files.indices {
      for test in index(file).tests where test.header.name.text == name && test.kind == kind {
        urls.formUnion(test.cases.map(\.url.value))
      }
    }
    return urls
  }

  /// The keys of the word that conditions and arguments of the set name, and those in the URLs of tests; sorted.
  func requestKeys(of word: String) -> [String] {
    var keys: Set<String> = []
    // `query` of `page.query`.
    let word = word.split(separator: ".").last.map(String.init) ?? word
    for file in files.indices {
      let tokens = tokens(file).tokens
      for index in tokens.indices.dropFirst(2) {
        let token = tokens[index]
        let isMember = token.kind == .identifier && tokens[index - 1].kind == .dot
        let isKey = token.kind == .string && tokens[index - 1].kind == .leftBracket
        guard isMember || isKey, tokens[index - 2].kind == .identifier,
          files[file].text(tokens[index - 2].span) == word
        else { continue }
        let text = files[file].text(token.span)
        keys.insert(isKey ? String(text.dropFirst().dropLast()) : text)
      }
      if word == "query" || word == "rawQuery" {
        for test in self.index(file).tests {
          for one in test.cases { keys.formUnion(Self.queryKeys(one.url.value)) }
        }
      }
    }
    // Of the key that is being typed.
    keys.remove("")
    return keys.sorted()
  }

  /// The keys in the query of a URL that are names of the rule language.
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

  /// The handlers and chains that use the one with the key, also through others.
  func users(of key: NameKey) -> [NameKey] {
    var users: [NameKey: [NameKey]] = [:]
    for file in files.indices {
      for use in index(file).uses {
        users[names.canonical(use.target), default: []].append(use.ownerKey)
      }
    }
    var seen: Set<NameKey> = []
    var found: [NameKey] = []
    var open = [key]
    while let next = open.popLast() {
      for user in users[next] ?? [] where seen.insert(user).inserted {
        open.append(user)
        found.append(user)
      }
    }
    return found
  }

  /// The kind of the chains that use the handler; nil if none does.
  func chainKind(ofHandler name: String) -> ChainKind? {
    let handler = NameKey.declaration(.rules, name)
    guard names.declaration(handler)?.kind == .handler else { return nil }
    let kinds = users(of: handler).compactMap { names.declaration($0)?.kind }
    return kinds.contains(.chain) ? .requests : kinds.contains(.responses) ? .responses : nil
  }

  /// The names of the handlers with values that chains of the kind do not have.
  func unsuitableHandlers(in kind: ChainKind) -> [String] {
    let rules = lastAnalyses?.rules ?? self.rules
    return rules.handlers.filter { $0.limits[kind] != nil }.map(\.name)
  }

  /// The names of unions whose cases differ by their kind of JSON.
  var unionsOfKinds: [String] {
    trees.flatMap(\.declarations).compactMap { declaration in
      guard case .union(let union) = declaration, union.discriminator == nil else { return nil }
      return union.header.name.text
    }
  }

  /// The names of dispatches that carry no replies or errors.
  var dispatchesWithoutAnswers: [String] {
    trees.flatMap(\.declarations).compactMap { declaration in
      guard case .dispatch(let dispatch) = declaration else { return nil }
      return dispatch.replies == nil || dispatch.fails == nil ? dispatch.header.name.text : nil
    }
  }

  /// The names of the strategies of channels, which configurations cannot list.
  var channelStrategies: [String] {
    trees.flatMap(\.declarations).flatMap { declaration -> [String] in
      guard case .channel(let channel) = declaration else { return [] }
      return channel.strategies.map(\.header.name.text)
    }
  }
}

extension NameKey {
  /// The name of a declaration; empty for other names.
  var declaredName: String {
    if case .declaration(_, let name) = self { name } else { "" }
  }
}
