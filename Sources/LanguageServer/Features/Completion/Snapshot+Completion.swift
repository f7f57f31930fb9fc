import Interpreter
import Reachability
import Requests
import Semantics
import Syntax
import Text

/// The facts that completion uses.
extension Snapshot {
  /// A request that reaches a rule.
  struct ReachingText {
    var url: String
    /// The URL and the values that differ from the defaults, in the form of a test case.
    var text: String
    /// The text of the rule that the request reaches.
    var rule: String
  }

  /// Returns requests for the rules of a chain, in their order, as found by the last check.
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

  /// Returns the URLs in the tests of the chain.
  func testedURLs(ofChain name: String, _ kind: ChainKind) -> Set<String> {
    var urls: Set<String> = []
    for file in files.indices {
      for test in outline(file).tests where test.header.name.text == name && test.kind == kind {
        urls.formUnion(test.cases.map { $0.url.value })
      }
    }
    return urls
  }

  /// Returns the keys that conditions and arguments of the set name after the word, and those in the URLs of tests,
  /// sorted.
  func requestKeys(of word: String) -> [String] {
    var keys: Set<String> = []
    // For `page.query`, the keys are those of `query`.
    let dot = word.utf8.lastIndex(of: UInt8(ascii: "."))
    let word = dot.map { String(word[word.utf8.index(after: $0)...]) } ?? word
    for file in files.indices {
      let facts = offers(file)
      if let found = facts.keys[word] { keys.formUnion(found) }
      if word == "query" || word == "rawQuery" { keys.formUnion(facts.testedKeys) }
    }
    // The key that is being typed is empty.
    keys.remove("")
    return keys.sorted()
  }

  /// Returns the handlers and chains that use the declaration with the key, directly or through others.
  func users(of key: NameKey) -> [NameKey] {
    var seen: Set<NameKey> = []
    var found: [NameKey] = []
    var open = [key]
    while let next = open.popLast() {
      for use in uses(of: next) where seen.insert(use.ownerKey).inserted {
        open.append(use.ownerKey)
        found.append(use.ownerKey)
      }
    }
    return found
  }

  /// Returns the uses of the handler or chain with the key, in the order of files and source.
  func uses(of key: NameKey) -> [UseEntry] {
    guard let target = names.places(key).first.flatMap({ nameTarget(of: $0) }) else { return [] }
    return files.indices.flatMap { file in
      outline(file).uses(of: key.declaredName)
        .filter { references(file)[$0.name.span]?.target == target }
    }
  }

  /// Returns the kind of the chains that use the handler; nil if no chain does.
  func chainKind(ofHandler name: String) -> ChainKind? {
    let handler = NameKey.declaration(.rules, name)
    guard names.declaration(handler)?.kind == .handler else { return nil }
    let kinds = users(of: handler).compactMap { names.declaration($0)?.kind }
    return kinds.contains(.chain) ? .requests : kinds.contains(.responses) ? .responses : nil
  }

  /// Returns the names of the handlers with values that chains of the kind do not have.
  func unsuitableHandlers(in kind: ChainKind) -> [String] {
    let rules = lastAnalyses?.rules ?? self.rules
    return rules.handlers.filter { $0.limits[kind] != nil }.map { $0.name }
  }

  /// The names of unions whose cases differ by their kind of JSON.
  var unionsOfKinds: [String] { files.indices.flatMap { offers($0).unionsOfKinds } }

  /// The names of dispatches that carry no replies or errors.
  var dispatchesWithoutAnswers: [String] {
    files.indices.flatMap { offers($0).dispatchesWithoutAnswers }
  }

  /// The names of the strategies of channels, which configurations cannot list.
  var channelStrategies: [String] { files.indices.flatMap { offers($0).channelStrategies } }
}

extension NameKey {
  /// The name of a declaration; empty for a key of another kind.
  var declaredName: String {
    if case .declaration(_, let name) = self { name } else { "" }
  }
}
