import Semantics

/// Which declared types cross the bridge in which direction, and which have a form of their own
/// for values that the page makes.
struct TypeScriptUsage {
  enum Direction { case encoded, decoded }

  /// On which side of the bridge the module stands: the page's, or that of a fake of the app.
  enum Side { case page, app }

  /// By index of the model: values of it are made here and sent to the other side.
  private(set) var encodedModels: [Bool]
  private(set) var decodedModels: [Bool]
  private(set) var encodedUnions: [Bool]
  private(set) var decodedUnions: [Bool]
  /// A default somewhere below: the page may leave fields out that the app always sends.
  private(set) var hasInputModels: [Bool]
  private(set) var hasInputUnions: [Bool]
  private(set) var usesJSON = false

  init(_ rules: RuleSet, side: Side = .page) {
    encodedModels = Array(repeating: false, count: rules.models.count)
    decodedModels = encodedModels
    hasInputModels = encodedModels
    encodedUnions = Array(repeating: false, count: rules.unions.count)
    decodedUnions = encodedUnions
    hasInputUnions = encodedUnions
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

  func hasInput(_ type: ValueType) -> Bool {
    switch type {
    case .array(let inner), .dictionary(let inner), .optional(let inner): hasInput(inner)
    case .model(let id): hasInputModels[Int(id.index)]
    case .union(let id): hasInputUnions[Int(id.index)]
    default: false
    }
  }

  // MARK: Directions

  private mutating func mark(_ type: ValueType?, _ direction: Direction, _ rules: RuleSet) {
    guard let type else { return }
    var pending = [type]
    while let type = pending.popLast() {
      switch type {
      case .json: usesJSON = true
      case .array(let inner), .dictionary(let inner), .optional(let inner): pending.append(inner)
      case .model(let id):
        if take(Int(id.index), direction, \.encodedModels, \.decodedModels) {
          pending += rules[id].fields.map(\.type)
        }
      case .union(let id):
        if take(Int(id.index), direction, \.encodedUnions, \.decodedUnions) {
          for unionCase in rules[id].cases { pending += unionCase.fields.map(\.type) }
        }
      default: break
      }
    }
  }

  /// Whether this is the first time.
  private mutating func take(
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
    /// Models count from 0, unions follow them.
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
          case .json: usesJSON = true
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
        if hasInputModels[owner] { continue }
        hasInputModels[owner] = true
      } else {
        if hasInputUnions[owner - models] { continue }
        hasInputUnions[owner - models] = true
      }
      pending += users[owner].map { Int($0) }
    }
  }
}
