package import Interpreter
package import Requests
package import Semantics
import WebURL

/// Finds the rules of a chain that a request may match, by the keys of a dispatch table.
///
/// A path is looked up by the first component that is a literal in its shape.
package struct RuleIndex {
  private enum Bucket: Hashable {
    case component(Int, [UInt8])
    case key(DispatchKey)
  }

  private var free: [Int] = []
  private var rules: [Bucket: [Int]] = [:]
  private var suffixLengths: Set<Int> = []

  package init(_ chain: FlatChain) {
    for (rule, keys) in DispatchTable.keys(of: chain).enumerated() {
      guard let keys else {
        free.append(rule)
        continue
      }
      let buckets = keys.map { Self.bucket($0) }
      if buckets.contains(nil) {
        free.append(rule)
        continue
      }
      for bucket in Set(buckets.compactMap { $0 }) { rules[bucket, default: []].append(rule) }
      for case .hostSuffix(let suffix) in keys { suffixLengths.insert(suffix.count) }
    }
  }

  /// The bucket of the key; nil for a path whose shape contains no literal component.
  private static func bucket(_ key: DispatchKey) -> Bucket? {
    guard case .path(let shape) = key else { return .key(key) }
    for (index, step) in shape.steps.enumerated() {
      if case .component(let bytes) = step { return .component(index, bytes) }
    }
    return nil
  }

  /// The rules that may match the request, in ascending order. The other rules do not match it.
  package func candidates(for request: Request) -> [Int] {
    let url = request.url
    var found = Set(free)
    func add(_ bucket: Bucket) {
      if let rules = rules[bucket] { found.formUnion(rules) }
    }
    for (index, component) in url.components.dropFirst().enumerated() {
      add(.component(index, Array(component.utf8)))
    }
    add(.key(.scheme(Array(url.scheme.utf8))))
    if let host = url.host.map({ Array($0.utf8) }) {
      add(.key(.host(host)))
      for length in suffixLengths { add(.key(.hostSuffix(host.suffix(length)))) }
    }
    for item in url.queryItems {
      let name = Array(item.name.utf8)
      add(.key(.queryName(name)))
      add(.key(.queryValue(name, value: Array(item.value.utf8))))
    }
    return found.sorted()
  }
}

/// A chain that decides the requests of many test cases. In a long chain only rules that may match are evaluated.
package struct TestedChain {
  package let interpreter: Interpreter
  private let index: RuleIndex?

  /// - Parameter count: the number of test cases.
  package init(_ chain: ID<Chain>, in rules: RuleSet, cases count: Int) {
    interpreter = Interpreter(chain, in: rules)
    let isWorthwhile = count > 4 && interpreter.chain.rules.count > 16
    index = isWorthwhile ? RuleIndex(interpreter.chain) : nil
  }

  /// Runs a test case.
  ///
  /// - Returns: nil if the URL or the page of the case is no valid URL, which is reported as a fault of the rule
  ///   set.
  package func verdict(_ test: TestBlock.Case) -> TestVerdict? {
    guard let index else { return TestVerdict(test, interpreter) }
    return TestVerdict(test, interpreter) { index.candidates(for: $0) }
  }
}

/// The chains of a rule set's tests, each made once.
package struct TestedChains {
  private let rules: RuleSet
  private var counts: [ID<Chain>: Int] = [:]
  private var chains: [ID<Chain>: TestedChain] = [:]

  package init(_ rules: RuleSet) {
    self.rules = rules
    for block in rules.tests { counts[block.chain, default: 0] += block.cases.count }
  }

  package subscript(chain: ID<Chain>) -> TestedChain {
    mutating get {
      if let known = chains[chain] { return known }
      let made = TestedChain(chain, in: rules, cases: counts[chain] ?? 0)
      chains[chain] = made
      return made
    }
  }
}
