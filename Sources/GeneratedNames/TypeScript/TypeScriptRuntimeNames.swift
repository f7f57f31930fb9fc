/// The names in the TypeScript run-time support. `TypeScriptRuntimeTests` reports missing and surplus names.
extension TypeScriptNames {
  /// The names that the run-time support declares.
  static let runtime: [String] = [
    "BridgeContract", "BridgeError", "BridgeErrorCode", "BridgeFields", "BridgeHandler",
    "BridgeImplementation", "BridgeMismatch", "BridgeState", "BridgeSubscription", "FakedPage",
    "JSONValue", "KindConversions", "ListenOptions", "Refusal", "SendOptions", "TestAnswer",
    "TestBridgeApp", "TestBridgeCalls", "TestBridgeClosing", "TestBridgeEvents",
    "TestBridgeMessages", "TestBridgeSettings", "TestCall", "TestEvent", "TestMessage",
    "TestMessageSettings", "TestPart", "TestRefusal", "TestResult", "absoluteURL", "alternatives",
    "announce", "appContract", "appTakes", "at", "besideName", "byEvent", "byFunction",
    "checkBoolean", "checkInteger", "checkNumber", "checkSize", "checkString", "checkURL",
    "checkYears", "convert", "convertByKind", "copyBelow", "copyJSON", "count", "crossing",
    "currentState", "datePattern", "deliver", "fakeApp", "fakeCalls", "fakeEvents", "fakeMessages",
    "fieldAt", "fieldsOf", "functionAt", "handedOn", "implement", "inEnvelope", "inField", "inTest",
    "isAnnounced", "isAnnouncing", "isAvailable", "isListening", "isPage", "kindOf",
    "messageHandler", "next", "option", "partOf", "post", "property", "readArray", "readData",
    "readDate", "readDictionary", "readDiscriminator", "readField", "readFieldOr", "readNothing",
    "readObject", "readOptional", "readOrEmpty", "readRefusal", "readTestBody", "readTestText",
    "readText", "receiveEvent", "receiveFunction", "refusals", "refused", "rejection", "request",
    "requireHandler", "sharedState", "sizeFault", "subscribe", "subscriptions", "targetOf", "tell",
    "union", "unknownCase", "withOptions", "withoutUndefined", "writeArray", "writeData",
    "writeDate", "writeDictionary", "writeField", "writeFieldOr", "writeNothing", "writeOptional",
    "writeOptionalField", "writeString", "writeText",
  ]

  /// The names of the language and the browser that the run-time support uses.
  static let runtimeGlobals: [String] = [
    "AbortSignal", "Array", "CustomEvent", "Date", "Error", "EventTarget", "Infinity", "JSON",
    "Map", "NonNullable", "Number", "Object", "PageTransitionEvent", "Promise", "Readonly",
    "Record", "ReturnType", "Set", "String", "URL", "Uint8Array", "atob", "btoa", "clearTimeout",
    "console", "reportError", "setTimeout",
  ]
}
