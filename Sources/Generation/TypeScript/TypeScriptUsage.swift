import GeneratedNames
import Semantics

/// The directions in which declared types cross the bridge, and the types that have another form if this side sends
/// them.
struct TypeScriptUsage {
  /// The side of the bridge on which a module runs: the page, or a fake of the app.
  enum Side { case page, app }

  private enum Direction { case encoded, decoded }

  private var encodedModels: [Bool]
  private var decodedModels: [Bool]
  private var encodedUnions: [Bool]
  private var decodedUnions: [Bool]
  private var encodedEnumerations: [Bool]
  private let inputs: InputTypes

  init(_ rules: RuleSet, side: Side) {
    encodedModels = Array(repeating: false, count: rules.models.count)
    decodedModels = encodedModels
    encodedUnions = Array(repeating: false, count: rules.unions.count)
    decodedUnions = encodedUnions
    encodedEnumerations = Array(repeating: false, count: rules.enumerations.count)
    inputs = InputTypes(rules, closesEnums: side == .page)
    let (sent, received): (Direction, Direction) =
      side == .page ? (.encoded, .decoded) : (.decoded, .encoded)
    for strategy in rules.strategies {
      mark(strategy.receives, sent, rules)
      // A page gets an answer by a function or event without using the module.
      if side == .app || rules.way(of: strategy) == nil { mark(strategy.replies, received, rules) }
    }
    if rules.hasListeners {
      for event in rules.events { mark(event.sends, received, rules) }
    }
    // Functions of a page that do not use the module need no conversions.
    for call in rules.calls where side == .app || call.isRegistered {
      mark(call.sends, received, rules)
      mark(call.replies, sent, rules)
    }
  }

  /// Returns whether values of the type are sent to the other side.
  func isEncoded(_ model: ID<Model>) -> Bool { encodedModels[Int(model.index)] }
  func isEncoded(_ union: ID<Union>) -> Bool { encodedUnions[Int(union.index)] }

  func isEncoded(_ enumeration: ID<Enumeration>) -> Bool {
    encodedEnumerations[Int(enumeration.index)]
  }

  /// Returns whether values of the type are received from the other side.
  func isDecoded(_ model: ID<Model>) -> Bool { decodedModels[Int(model.index)] }
  func isDecoded(_ union: ID<Union>) -> Bool { decodedUnions[Int(union.index)] }

  /// Returns whether the type has another form for a sender, who may omit fields with defaults.
  func hasInput(_ model: ID<Model>) -> Bool { inputs.models[Int(model.index)] }
  func hasInput(_ union: ID<Union>) -> Bool { inputs.unions[Int(union.index)] }
  /// True if a sender writes only the texts that an enum declares.
  var closesEnums: Bool { inputs.closesEnums }

  // MARK: Directions

  private mutating func mark(_ type: ValueType?, _ direction: Direction, _ rules: RuleSet) {
    guard let type else { return }
    var pending: [ValueType] = []
    markDeclared(in: type, direction, &pending)
    while let type = pending.popLast() {
      switch type {
      case .model(let id):
        let fields = rules.models[Int(id.index)].fields
        for index in fields.indices { markDeclared(in: fields[index].type, direction, &pending) }
      case .union(let id):
        for choice in rules.unions[Int(id.index)].cases {
          for field in choice.fields { markDeclared(in: field.type, direction, &pending) }
        }
      default: break
      }
    }
  }

  /// Marks the model or union in a type. If it was not marked before, adds it to the pending types, whose fields are to
  /// be marked.
  private mutating func markDeclared(
    in type: ValueType, _ direction: Direction, _ pending: inout [ValueType]
  ) {
    switch type {
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      markDeclared(in: inner, direction, &pending)
    case .model(let id): if marks(id, direction) { pending.append(type) }
    case .union(let id): if marks(id, direction) { pending.append(type) }
    case .enumeration(let id):
      if direction == .encoded { encodedEnumerations[Int(id.index)] = true }
    case .string, .int, .double, .bool, .url, .date, .data, .json, .request, .invalid: break
    }
  }

  /// Marks a model. Returns false if it was marked before.
  private mutating func marks(_ id: ID<Model>, _ direction: Direction) -> Bool {
    switch direction {
    case .encoded: Self.mark(Int(id.index), in: &encodedModels)
    case .decoded: Self.mark(Int(id.index), in: &decodedModels)
    }
  }

  private mutating func marks(_ id: ID<Union>, _ direction: Direction) -> Bool {
    switch direction {
    case .encoded: Self.mark(Int(id.index), in: &encodedUnions)
    case .decoded: Self.mark(Int(id.index), in: &decodedUnions)
    }
  }

  private static func mark(_ index: Int, in list: inout [Bool]) -> Bool {
    if list[index] { return false }
    list[index] = true
    return true
  }
}
