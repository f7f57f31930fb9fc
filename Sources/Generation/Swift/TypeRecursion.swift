import Semantics

/// Finds the models and unions that contain themselves without an array or dictionary in between.
///
/// A Swift value cannot contain itself directly. So a union in such a cycle becomes `indirect`, and so does a field of
/// a model that leads to a model of the same cycle. The cycles are the strongly connected components of the relation
/// "contains directly or as an optional" (Tarjan 1972, with an explicit stack).
struct TypeRecursion: Sendable {
  private let modelCount: Int
  /// The number of the component of each model, then of each union.
  private var component: [Int]
  /// For each component, whether it is a cycle.
  private var isCircle: [Bool] = []

  init(_ rules: RuleSet) {
    modelCount = rules.models.count
    let count = modelCount + rules.unions.count
    component = Array(repeating: -1, count: count)
    var edges: [[Int]] = []
    edges.reserveCapacity(count)
    for model in rules.models {
      edges.append(model.fields.compactMap { Self.node($0.type, modelCount) })
    }
    for union in rules.unions {
      edges.append(
        union.cases.flatMap { $0.fields.compactMap { Self.node($0.type, rules.models.count) } })
    }
    connect(edges)
  }

  func isIndirect(_ union: ID<Union>) -> Bool {
    isCircle[component[modelCount + Int(union.index)]]
  }

  func isIndirect(_ type: ValueType, in model: ID<Model>) -> Bool {
    guard let target = Self.node(type, modelCount), target < modelCount else { return false }
    let own = component[Int(model.index)]
    return component[target] == own && isCircle[own]
  }

  private static func node(_ type: ValueType, _ modelCount: Int) -> Int? {
    switch type {
    case .model(let id): Int(id.index)
    case .union(let id): modelCount + Int(id.index)
    case .optional(let wrapped): node(wrapped, modelCount)
    default: nil
    }
  }

  private mutating func connect(_ edges: [[Int]]) {
    var order = Array(repeating: -1, count: edges.count)
    var low = order
    var next = 0
    var open: [Int] = []
    for root in edges.indices where order[root] < 0 {
      var path: [(node: Int, edge: Int)] = [(root, 0)]
      while let (node, edge) = path.last {
        if edge == 0 {
          order[node] = next
          low[node] = next
          next += 1
          open.append(node)
        }
        if edge < edges[node].count {
          path[path.count - 1].edge += 1
          let target = edges[node][edge]
          if order[target] < 0 {
            path.append((target, 0))
          } else if component[target] < 0 {
            low[node] = min(low[node], order[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last { low[parent.node] = min(low[parent.node], low[node]) }
        guard low[node] == order[node] else { continue }
        var size = 0
        while let member = open.popLast() {
          component[member] = isCircle.count
          size += 1
          if member == node { break }
        }
        isCircle.append(size > 1 || edges[node].contains(node))
      }
    }
  }
}
