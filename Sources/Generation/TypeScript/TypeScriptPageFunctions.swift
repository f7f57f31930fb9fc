import GeneratedNames
import Semantics

/// The type of the functions that the app calls and that a page has without the generated module.
struct TypeScriptPageFunctions {
  private var functions = Path()

  /// A node of the tree of paths: the names below a path, and the types of the function at the path.
  private struct Path {
    var types: [TypeScriptType] = []
    var documentation = JSDoc()
    var names: [(name: String, path: Path)] = []

    mutating func add(_ path: ArraySlice<Substring>, _ type: TypeScriptType, _ text: JSDoc) {
      guard let first = path.first else {
        types.append(type)
        if documentation.text == nil { documentation = text }
        return
      }
      let index = names.firstIndex { $0.name.utf8.elementsEqual(first.utf8) } ?? names.count
      if index == names.count { names.append((String(first), Path())) }
      names[index].path.add(path.dropFirst(), type, text)
    }

    var fields: [TypeScriptField] {
      names.map {
        TypeScriptField(documentation: $0.path.documentation, name: $0.name, type: $0.path.type)
      }
    }

    var type: TypeScriptType {
      let all = types + (names.isEmpty ? [] : [.object(fields)])
      return all.count == 1 ? all[0] : .intersection(all)
    }
  }

  init(_ rules: RuleSet) {
    let wire = TypeScriptWireTypes(rules)
    let sent = TypeScriptWireTypes(rules, isSent: true)
    let calls = rules.calls.filter { $0.isFunction }
    for call in calls {
      let parameters = rules.parameters(of: call).map { field in
        TypeScriptParameter(
          name: TypeScriptNames.identifier(field.name), type: wire.type(field.type))
      }
      let reply = call.replies.map { sent.type($0) } ?? .unknown
      let result = call.replies == nil ? reply : .union([reply, .promise(reply)])
      functions.add(
        call.identifier.split(separator: ".")[...], .function(parameters, result),
        JSDoc(call.declared))
    }
    for call in rules.calls where call.isValue {
      let reply = call.replies.map { sent.type($0) } ?? .unknown
      functions.add(
        call.identifier.split(separator: ".")[...], .union([reply, .promise(reply)]),
        JSDoc(call.declared))
    }
    for (index, way) in rules.dispatches.enumerated() {
      guard case .function(let path) = way.style else { continue }
      func add(_ values: [PageValue], _ replies: [TypeScriptType], _ payloads: [TypeScriptType]) {
        let parameters = values.enumerated().map { number, value in
          TypeScriptParameter(
            name: Self.name(of: value, number),
            type: wire.type(value, replies: replies, payloads: payloads, rules))
        }
        functions.add(
          path.split(separator: ".")[...], .function(parameters, .unknown), JSDoc(way.declared))
      }
      if let sends = way.sends, !rules.events.isEmpty {
        add(sends, [], rules.events.map { $0.sends.map { wire.type($0) } ?? .null })
      }
      let strategies = rules.strategies.filter { rules.way(of: $0) == ID(index) }
      guard let answer = way.answer, !strategies.isEmpty else { continue }
      let replies = strategies.compactMap { strategy in
        strategy.repliesText ? .string : strategy.replies.map { wire.type($0) }
      }
      add(answer.replies, replies, [])
      add(answer.fails, [], [])
    }
  }

  private static func name(of value: PageValue, _ number: Int) -> String {
    switch value {
    case .part(.name): "name"
    case .part(.payload): "payload"
    case .part(.number): "number"
    case .part(.reply): "reply"
    case .part(.errorCode): "code"
    case .part(.errorMessage): "message"
    case .object: number == 0 ? "message" : "value\(number)"
    case .string, .int, .double, .bool, .message: "value\(number)"
    }
  }

  func print(to printer: inout TypeScriptPrinter) {
    if functions.names.isEmpty { return }
    let text = """
      The functions of the page that the app calls, below `globalThis`. A page checks that it has them by
      `globalThis satisfies PageFunctions`.
      """
    printer.print(
      TypeScriptDeclaration(
        documentation: JSDoc(text: text), name: .pageFunctions,
        kind: .nested(functions.fields)))
  }
}

/// The types of values as they cross the bridge, without conversion.
struct TypeScriptWireTypes {
  private let rules: RuleSet
  /// True for values that the page sends. These contain only the texts that an enum declares.
  private let isSent: Bool

  init(_ rules: RuleSet, isSent: Bool = false) {
    self.rules = rules
    self.isSent = isSent
  }

  /// Returns the type of a value. A value inside of itself has the type of any JSON.
  func type(_ type: ValueType, inside models: Set<ID<Model>> = []) -> TypeScriptType {
    switch type {
    case .string, .url, .date, .data: return .string
    case .enumeration(let id):
      let known = rules[id].cases.map { TypeScriptType.literal($0.rawValue) }
      return .union(isSent ? known : known + [.intersection([.string, .record(.never, .never)])])
    case .int, .double: return .number
    case .bool: return .boolean
    case .json, .request, .invalid: return .runtime(.jsonValue)
    case .array(let inner): return .array(self.type(inner, inside: models))
    case .dictionary(let inner): return .record(.string, self.type(inner, inside: models))
    case .optional(let inner): return .union([self.type(inner, inside: models), .undefined])
    case .model(let id):
      guard !models.contains(id) else { return .runtime(.jsonValue) }
      return .object(rules[id].fields.map { field($0, models.union([id])) })
    case .union(let id):
      let union = rules[id]
      guard let discriminator = union.discriminator else {
        return .union(
          union.cases.flatMap { $0.fields }.map {
            isRecursive($0.type) ? .runtime(.jsonValue) : self.type($0.type, inside: models)
          })
      }
      return .union(
        union.cases.map { choice in
          let tag = TypeScriptField(name: discriminator, type: .literal(choice.wireName))
          return .object(
            [tag]
              + choice.fields.map { field in
                isRecursive(field.type)
                  ? TypeScriptField(name: field.wireName, type: .runtime(.jsonValue))
                  : self.field(field, models)
              })
        })
    }
  }

  /// Returns the type of a value that the app builds for the page.
  func type(
    _ value: PageValue, replies: [TypeScriptType], payloads: [TypeScriptType], _ rules: RuleSet
  ) -> TypeScriptType {
    switch value {
    case .string(let text): return .literal(text)
    case .int, .double, .part(.number): return .number
    case .bool(let value): return .name(value ? "true" : "false")
    case .message: return .runtime(.jsonValue)
    case .part(.name):
      return .union(Self.distinct(rules.events.map { $0.identifier }).map { .literal($0) })
    case .part(.payload): return Self.union(payloads)
    case .part(.reply): return Self.union(replies)
    case .part(.errorCode), .part(.errorMessage): return .string
    case .object(let fields):
      return .object(
        fields.map {
          TypeScriptField(
            name: $0.key, type: type($0.value, replies: replies, payloads: payloads, rules))
        })
    }
  }

  private static func union(_ types: [TypeScriptType]) -> TypeScriptType {
    types.isEmpty ? .null : types.count == 1 ? types[0] : .union(types)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private func field(_ field: Field, _ models: Set<ID<Model>>) -> TypeScriptField {
    TypeScriptField(
      name: field.wireName, isOptional: field.type.isOptional,
      type: type(field.type, inside: models))
  }

  /// True if the type contains a union, which could contain itself.
  private func isRecursive(_ type: ValueType) -> Bool {
    switch type {
    case .union, .model: true
    case .array(let inner), .dictionary(let inner), .optional(let inner): isRecursive(inner)
    case .string, .int, .double, .bool, .url, .date, .data, .json, .enumeration, .request, .invalid:
      false
    }
  }
}
