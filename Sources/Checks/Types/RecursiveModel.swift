import Diagnostics
import Semantics
import Syntax
import Text

/// The check `recursive-model`.
enum RecursiveModel {
  static func findings(_ input: CheckInput) -> [Finding] {
    var finiteness = Finiteness(input)
    return finiteness.cycles().map { finding($0, input.rules) }
  }

  private static func finding(_ cycle: [Finiteness.Holding], _ rules: RuleSet) -> Finding {
    let names = (cycle + cycle.prefix(1)).map { "`\($0.holder)`" }
    let shown =
      names.count > 8
      ? names.prefix(4) + ["… (\(names.count - 7) more)"] + names.suffix(3) : names[...]
    let first = cycle[0]
    let related = cycle.indices.dropFirst().prefix(6).map { index in
      Finding.Related(
        "`\(cycle[index].holder)` requires `\(cycle[(index + 1) % cycle.count].holder)`",
        at: cycle[index].location)
    }
    return page.finding(
      cycle.count == 1
        ? "`\(first.holder)` has no finite value: every value contains another one"
        : "`\(first.holder)` has no finite value: \(shown.joined(separator: " → "))",
      at: first.location, label: "requires another value", related: Array(related),
      help: "make `\(first.field)` optional or an array"
        + (first.isUnion ? ", or add a case without it" : ""))
  }

  static let page = Page(
    "recursive-model", .error, "a model or union without a finite value")
}

/// Finds the models and unions that have a finite value.
///
/// A model has one if the types of all its fields have one, and a union if one of its cases does. Optional fields,
/// arrays and dictionaries always do. The least fixpoint is computed with a work list: every model and every case
/// counts its open fields, and one that reaches zero closes the fields that wait for it. Each field is visited twice,
/// so the work is linear.
private struct Finiteness {
  /// A field that requires a value of the next type in a cycle.
  struct Holding {
    var holder: String
    var field: String
    var location: Location
    var isUnion: Bool
  }

  private let rules: RuleSet
  private let modelCount: Int
  /// True for types with a finite value: first for the models, then for the unions.
  private var isFinite: [Bool]

  init(_ input: CheckInput) {
    rules = input.rules
    modelCount = rules.models.count
    isFinite = Array(repeating: false, count: modelCount + rules.unions.count)
    // A group is a model or a case of a union. `node` is the type that it makes finite, `open` the number of open
    // fields.
    var groups: [(node: Int, open: Int)] = []
    var waiting: [[Int32]] = Array(repeating: [], count: isFinite.count)
    var ready: [Int] = []
    func add(_ node: Int, _ fields: [Field]) {
      var open = 0
      for field in fields {
        guard let target = Self.needed(field, modelCount) else { continue }
        open += 1
        waiting[target].append(Int32(groups.count))
      }
      if open == 0 { ready.append(node) }
      groups.append((node, open))
    }
    for (index, model) in rules.models.enumerated() { add(index, model.fields) }
    for (index, union) in rules.unions.enumerated() {
      let file = Int(union.declared.location.file.index)
      // A union may have a finite case that a syntax error hides.
      if union.cases.isEmpty || !input.trees[file].faults.isEmpty {
        ready.append(modelCount + index)
      }
      for unionCase in union.cases { add(modelCount + index, unionCase.fields) }
    }
    while let node = ready.popLast() {
      guard !isFinite[node] else { continue }
      isFinite[node] = true
      for group in waiting[node] {
        groups[Int(group)].open -= 1
        if groups[Int(group)].open == 0 { ready.append(groups[Int(group)].node) }
      }
    }
  }

  /// The number of the type whose value the field requires; nil if the field requires none.
  private static func needed(_ field: Field, _ modelCount: Int) -> Int? {
    guard field.defaultValue == nil else { return nil }
    switch field.type {
    case .model(let id): return Int(id.index)
    case .union(let id): return modelCount + Int(id.index)
    default: return nil
    }
  }

  /// The cycles that prevent types from having a finite value. Types that only lead into a cycle are left out.
  mutating func cycles() -> [[Holding]] {
    var cycles: [[Holding]] = []
    var state = [UInt8](repeating: 0, count: isFinite.count)
    for root in isFinite.indices where !isFinite[root] && state[root] == 0 {
      var way: [(node: Int, holding: Holding)] = []
      var node = root
      while state[node] == 0 {
        state[node] = 1
        guard let (next, holding) = open(node) else { break }
        way.append((node, holding))
        node = next
      }
      if state[node] == 1, let start = way.firstIndex(where: { $0.node == node }) {
        cycles.append(way[start...].map { $0.holding })
      }
      for step in way { state[step.node] = 2 }
    }
    return cycles
  }

  /// The first field that prevents the type from being finite, and the number of the type that it requires.
  private func open(_ node: Int) -> (next: Int, Holding)? {
    let isUnion = node >= modelCount
    let fields =
      isUnion
      ? rules.unions[node - modelCount].cases.flatMap { $0.fields } : rules.models[node].fields
    for field in fields {
      if let next = Self.needed(field, modelCount), !isFinite[next] {
        return (
          next,
          Holding(
            holder: isUnion ? rules.unions[node - modelCount].name : rules.models[node].name,
            field: field.name, location: field.declared.location, isUnion: isUnion)
        )
      }
    }
    return nil
  }
}
