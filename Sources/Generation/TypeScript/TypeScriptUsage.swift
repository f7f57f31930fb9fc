import Semantics

/// The directions in which declared types cross the bridge, and the types with defaults.
struct TypeScriptUsage {
  /// The side of the bridge on which a module runs: the page, or a fake of the app.
  enum Side { case page, app }

  private enum Direction { case encoded, decoded }

  private var encodedModels: [Bool]
  private var decodedModels: [Bool]
  private var encodedUnions: [Bool]
  private var decodedUnions: [Bool]
  private var inputModels: [Bool]
  private var inputUnions: [Bool]

  init(_ rules: RuleSet, side: Side) {
    encodedModels = Array(repeating: false, count: rules.models.count)
    decodedModels = encodedModels
    inputModels = encodedModels
    encodedUnions = Array(repeating: false, count: rules.unions.count)
    decodedUnions = encodedUnions
    inputUnions = encodedUnions
    findDefaults(rules)
    let (sent, received): (Direction, Direction) =
      side == .page ? (.encoded, .decoded) : (.decoded, .encoded)
    for strategy in rules.strategies {
      mark(strategy.receives, sent, rules)
      mark(strategy.replies, received, rules)
    }
    for event in rules.events { mark(event.sends, received, rules) }
    for call in rules.calls {
      mark(call.sends, received, rules)
      mark(call.replies, sent, rules)
    }
  }

  /// Whether values of the model are sent to the other side.
  func isEncoded(_ model: ID<Model>) -> Bool { encodedModels[Int(model.index)] }
  func isEncoded(_ union: ID<Union>) -> Bool { encodedUnions[Int(union.index)] }

  /// Whether values of the model are received from the other side.
  func isDecoded(_ model: ID<Model>) -> Bool { decodedModels[Int(model.index)] }
  func isDecoded(_ union: ID<Union>) -> Bool { decodedUnions[Int(union.index)] }

  /// Whether the model has fields with defaults, at any depth: the sender may leave those out.
  func hasInput(_ model: ID<Model>) -> Bool { inputModels[Int(model.index)] }
  func hasInput(_ union: ID<Union>) -> Bool { inputUnions[Int(union.index)] }

  // MARK: Directions

  private mutating func mark(_ type: ValueType?, _ direction: Direction, _ rules: RuleSet) {
    guard let type else { return }
    var pending = [type]
    while let type = pending.popLast() {
      switch type {
      case .array(let inner), .dictionary(let inner), .optional(let inner): pending.append(inner)
      case .model(let id):
        if insert(Int(id.index), direction, \.encodedModels, \.decodedModels) {
          pending += rules[id].fields.map(\.type)
        }
      case .union(let id):
        if insert(Int(id.index), direction, \.encodedUnions, \.decodedUnions) {
          for unionCase in rules[id].cases { pending += unionCase.fields.map(\.type) }
        }
      default: break
      }
    }
  }

  /// Marks a type; returns false if it was marked before.
  private mutating func insert(
    _ index: Int, _ direction: Direction, _ encoded: WritableKeyPath<Self, [Bool]>,
    _ decoded: WritableKeyPath<Self, [Bool]>
  ) -> Bool {
    let path = direction == .encoded ? encoded : decoded
    if self[keyPath: path][index] { return false }
    self[keyPath: path][index] = true
    return true
  }

  // MARK: Defaults

  private mutating func findDefaults(_ rules: RuleSet) {
    // Models are numbered from 0, unions after them.
    let models = rules.models.count
    var users: [[Int32]] = Array(repeating: [], count: models + rules.unions.count)
    var pending: [Int] = []
    func visit(_ fields: [Field], of owner: Int) {
      for field in fields {
        if field.defaultValue != nil { pending.append(owner) }
        var type = field.type
        while true {
          switch type {
          case .array(let inner), .dictionary(let inner), .optional(let inner):
            type = inner
            continue
          case .model(let id): users[Int(id.index)].append(Int32(owner))
          case .union(let id): users[models + Int(id.index)].append(Int32(owner))
          default: break
          }
          break
        }
      }
    }
    for (index, model) in rules.models.enumerated() { visit(model.fields, of: index) }
    for (index, union) in rules.unions.enumerated() {
      for unionCase in union.cases { visit(unionCase.fields, of: models + index) }
    }
    while let owner = pending.popLast() {
      if owner < models {
        if inputModels[owner] { continue }
        inputModels[owner] = true
      } else {
        if inputUnions[owner - models] { continue }
        inputUnions[owner - models] = true
      }
      pending += users[owner].map { Int($0) }
    }
  }
}
