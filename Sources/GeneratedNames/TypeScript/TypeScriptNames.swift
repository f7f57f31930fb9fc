import Text

/// The names of the generated modules.
///
/// The checks reject declarations whose names collide with `fixed` or with each other, so that the generator never has
/// to invent another name.
package enum TypeScriptNames {
  /// The names that every module declares, and the globals that it uses.
  package static let fixed = Set(
    Fixed.allCases.map { $0.rawValue } + Global.allCases.map { $0.rawValue } + runtime
      + runtimeGlobals)

  /// The names that the generator itself declares.
  package enum Fixed: String, CaseIterable, Sendable {
    case contract, handlerNames, startListening, supports
    case messageHandlerName = "MessageHandlerName"
    case messageName = "MessageName"
    case pageFunctions = "PageFunctions"
    // These names are in the module for tests.
    case appKnows, createTestBridge, testCalls, testEvents, testMessages
    case testBridge = "TestBridge"
    case testBridgeOptions = "TestBridgeOptions"
    case testCallTypes = "TestCalls"
    case testEventTypes = "TestEvents"
    case testMessageTypes = "TestMessages"
  }

  /// The names of the language and the browser that the generator uses.
  package enum Global: String, CaseIterable, Sendable {
    case globalThis, undefined
    case date = "Date"
    case promise = "Promise"
    case readonly = "Readonly"
    case record = "Record"
    case uint8Array = "Uint8Array"
  }

  /// The words that cannot name a type or a constant of a module.
  package static let reserved: Set<String> = [
    "any", "arguments", "as", "async", "await", "bigint", "boolean", "break", "case", "catch",
    "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "eval",
    "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in",
    "infer", "instanceof", "interface", "keyof", "let", "never", "new", "null", "number", "object",
    "package", "private", "protected", "public", "readonly", "return", "static", "string", "super",
    "switch", "symbol", "this", "throw", "true", "try", "type", "typeof", "undefined", "unique",
    "unknown", "var", "void", "while", "with", "yield",
  ]

  /// Returns the name, with a trailing `_` if it is a reserved word.
  package static func identifier(_ name: String) -> String {
    reservedShapes.contains(name) && reserved.contains(name) ? name + "_" : name
  }

  private static let reservedShapes = WordShapes(reserved)

  // MARK: Patterns

  /// The prefix of the name of a function that is generated for a declaration.
  package enum Prefix: String, CaseIterable, Sendable {
    case encode, decode, send, on, once, implement

    package func function(_ name: String) -> String { rawValue + name.capitalizedFirst }
  }

  /// The suffix of the name of the type for values that the page creates, if it differs from the type of values that
  /// the app sends.
  package static let inputSuffix = "Input"

  package static func input(_ name: String) -> String { name + inputSuffix }
  package static func encode(_ name: String) -> String { Prefix.encode.function(name) }
  package static func decode(_ name: String) -> String { Prefix.decode.function(name) }
  package static func send(_ name: String) -> String { Prefix.send.function(name) }
  package static func on(_ name: String) -> String { Prefix.on.function(name) }
  package static func once(_ name: String) -> String { Prefix.once.function(name) }
  package static func implement(_ name: String) -> String { Prefix.implement.function(name) }

  /// Returns the name of a parameter of a declared type: the last word of the type's name (`CartItem` → `item`). It is
  /// `value` if the function with the parameter uses that word itself: a function that sends a message calls `request`
  /// of the run-time support, and has another parameter `options`.
  package static func parameter(_ typeName: String) -> String {
    let letters = Array(typeName.utf8)
    func isUpper(_ index: Int) -> Bool {
      letters[index] >= UInt8(ascii: "A") && letters[index] <= UInt8(ascii: "Z")
    }
    var start = letters.count - 1
    while start > 0, !(isUpper(start) && !isUpper(start - 1)) { start -= 1 }
    var word = letters[max(start, 0)...].map { byte in
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    while word.first == UInt8(ascii: "_") { word.removeFirst() }
    let name = String(decoding: word, as: UTF8.self)
    guard let first = word.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      !reserved.contains(name), !runtime.contains(name), name != "options"
    else { return "value" }
    return name
  }
}
