import Requests
import Text

extension Resolver {
  /// The maximum number of rules of a chain with every `use` expanded.
  static let largestChain = 1_000_000
  /// The maximum nesting depth of `use`.
  static let deepestUse = 100

  /// Reports `use` cycles and chains that are too large, and removes the `use` lines that cause them from
  /// the rule set, so that every walk over a chain terminates.
  ///
  /// One depth-first walk over handlers and chains with an explicit stack: a node is white (not seen), grey (on
  /// the stack) or black (done, with a known size). A `use` of a grey node closes a cycle.
  mutating func cutUseCycles() {
    let handlerCount = rules.handlers.count
    let count = handlerCount + rules.chains.count
    var state = [UInt8](repeating: 0, count: count)
    var size = [Int](repeating: 0, count: count)
    var height = [Int](repeating: 0, count: count)
    for root in 0..<count where state[root] == 0 {
      var stack: [(node: Int, next: Int)] = [(root, 0)]
      state[root] = 1
      while let (node, next) = stack.last {
        let items = items(of: node, handlerCount)
        var next = next
        while next < items.count, case .rule = items[next] { next += 1 }
        size[node] = min(size[node] + next - stack[stack.count - 1].next, Self.largestChain + 1)
        stack[stack.count - 1].next = next
        guard next < items.count else {
          state[node] = 2
          stack.removeLast()
          continue
        }
        guard let (target, location) = Self.target(items[next], handlerCount) else { continue }
        switch state[target] {
        case 0:
          state[target] = 1
          stack.append((target, 0))
        case 1:
          let start = stack.firstIndex { $0.node == target } ?? 0
          reportCycle(stack[start...].map { ($0.node, $0.next) }, handlerCount)
          removeItem(next, of: node, handlerCount)
        default:
          if size[node] + size[target] > Self.largestChain {
            tooLarge(
              node, "its number of rules would exceed \(Self.largestChain)", location, handlerCount)
            removeItem(next, of: node, handlerCount)
          } else if height[target] + 1 > Self.deepestUse {
            tooLarge(node, "`use` nests deeper than \(Self.deepestUse)", location, handlerCount)
            removeItem(next, of: node, handlerCount)
          } else {
            size[node] += size[target]
            height[node] = max(height[node], height[target] + 1)
            stack[stack.count - 1].next += 1
          }
        }
      }
    }
  }

  /// Records a fault for each `use` of a handler in a chain whose kind lacks a value of the handler, and removes it.
  ///
  /// - Requires: there are no cycles of `use`.
  mutating func cutUnavailableUses() {
    if !rules.handlers.contains(where: { $0.limits != HandlerLimits() }) { return }
    for kind in ChainKind.allCases {
      var known = [UnavailableValue??](repeating: nil, count: rules.handlers.count)
      for chain in rules.chains.indices where rules.chains[chain].kind == kind {
        for (place, item) in rules.chains[chain].items.enumerated().reversed() {
          guard case .useHandler(let id, let location) = item,
            let value = unavailable(in: Int(id.index), kind, &known)
          else { continue }
          faults.append(Fault(kind: .unavailable(value, in: kind), location: location))
          rules.chains[chain].items.remove(at: place)
          rules.chains[chain].isComplete = false
        }
      }
    }
  }

  /// The first value of the handler, or of the handlers that it uses, that chains of the kind do not have; nil if
  /// none.
  private func unavailable(
    in handler: Int, _ kind: ChainKind, _ known: inout [UnavailableValue??]
  ) -> UnavailableValue? {
    if let value = known[handler] { return value }
    var result: UnavailableValue?
    if let value = rules.handlers[handler].limits[kind] {
      result = UnavailableValue(
        text: value.text, handler: (rules.handlers[handler].name, value.location), candidates: [])
    } else {
      for case .useHandler(let id, _) in rules.handlers[handler].items where result == nil {
        result = unavailable(in: Int(id.index), kind, &known)
      }
    }
    known[handler] = .some(result)
    return result
  }

  private func items(of node: Int, _ handlerCount: Int) -> [ChainItem] {
    node < handlerCount ? rules.handlers[node].items : rules.chains[node - handlerCount].items
  }

  private func name(of node: Int, _ handlerCount: Int) -> String {
    node < handlerCount ? rules.handlers[node].name : rules.chains[node - handlerCount].name
  }

  private mutating func removeItem(_ index: Int, of node: Int, _ handlerCount: Int) {
    if node < handlerCount {
      rules.handlers[node].items.remove(at: index)
      rules.handlers[node].isComplete = false
    } else {
      rules.chains[node - handlerCount].items.remove(at: index)
      rules.chains[node - handlerCount].isComplete = false
    }
  }

  private static func target(_ item: ChainItem, _ handlerCount: Int) -> (Int, Location)? {
    switch item {
    case .rule: nil
    case .useHandler(let id, let location): (Int(id.index), location)
    case .useChain(let id, let location): (handlerCount + Int(id.index), location)
    }
  }

  private mutating func reportCycle(_ path: [(node: Int, next: Int)], _ handlerCount: Int) {
    let links = path.compactMap { node, next -> CycleLink? in
      guard let (_, location) = Self.target(items(of: node, handlerCount)[next], handlerCount)
      else { return nil }
      return CycleLink(name: name(of: node, handlerCount), location: location)
    }
    guard let last = links.last else { return }
    faults.append(Fault(kind: .useCycle(links), location: last.location))
  }

  private mutating func tooLarge(
    _ node: Int, _ why: String, _ location: Location, _ handlerCount: Int
  ) {
    faults.append(
      Fault(
        kind: .chainTooLarge(name: name(of: node, handlerCount), why: why), location: location))
  }
}
