/// The names that the generated Swift has, as far as checks must know them.
///
/// The generators have tables of their own; a test holds that both agree.
package enum GeneratedSwift {
  /// Types and functions that every rule set's output has at the top level.
  package static let fixed: Set<String> = [
    "AbsoluteURI", "AddressComponents", "AddressLayout", "AddressParts", "BridgeContract",
    "Captures", "ChainNavigationDelegate", "Configurator", "ConfiguratorError",
    "ConfiguratorFactory", "DeprecatedTypes", "EventDelivery", "EventDispatch", "EventQueue",
    "FlagAnswers", "ISO8601", "Indirect", "JSON", "JavaScriptRunner", "JavaScriptRunnerError",
    "NavigationActionHandler", "NavigationActions", "NavigationDecision", "NavigationEnvironment",
    "NavigationFlags", "NavigationFrame", "NavigationKind", "NavigationRequest", "NavigationSteps",
    "OriginPattern", "PageBridge", "QueryItems", "ReceiverBoundStrategy",
    "RequestMemory", "RequestNumber", "RequestText", "RuleCandidates", "RuleHash", "RuleLists",
    "RuleTable",
    "Screen", "ScriptMessage", "ScriptMessageAnswer", "ScriptMessageChannel",
    "ScriptMessageError", "ScriptMessageErrorDelegate", "ScriptMessageHandling",
    "ScriptMessageReceiver", "ScriptMessageStrategy", "TestPage", "TestPageError", "TextExpression",
    "TextPattern", "TrustedOrigin", "URLPattern", "UserScript", "WebAddress", "WebCall",
    "WebCallError", "WebCaller", "WebConfiguration", "WebEvent", "WebEventDispatcher",
    "WebEventError", "WebEventErrorDelegate", "WebOrigin", "WebRender", "WebRenderResult",
    "WebRole", "WebSession", "WebSettings", "WebViewRunner", "WireEnumeration", "WireError",
    "WireObject", "WireReader", "WireValue", "WireWriter", "constantURL",
  ]

  /// Types of the standard library, Foundation and WebKit that the generated code names.
  package static let imported: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "CGRect", "CancellationError", "CaseIterable",
    "CheckedContinuation", "Codable", "CustomStringConvertible", "Data", "Date", "Decodable",
    "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Hashable",
    "Hasher", "Int", "Int64", "JSONDecoder", "JSONEncoder", "JSONSerialization", "MainActor",
    "NSNull", "NSNumber", "NSObject", "NSRange", "NSRegularExpression", "Never", "Optional",
    "Protocol", "RawRepresentable", "Result", "Self", "Sendable", "Sequence", "Set", "StaticString",
    "String", "Substring", "Task", "Type", "UInt32", "UInt64", "UInt8", "URL", "URLRequest", "UTF8",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
    "Void", "WKFrameInfo", "WKNavigationAction", "WKNavigationActionPolicy",
    "WKNavigationDelegate", "WKScriptMessage", "WKScriptMessageHandler",
    "WKScriptMessageHandlerWithReply", "WKUIDelegate", "WKUserContentController", "WKUserScript",
    "WKWebView", "WKWebViewConfiguration", "WKWindowFeatures",
  ]

  /// What the type generated for a declaration ends in.
  package enum Suffix: String, CaseIterable, Sendable {
    case handler = "NavigationActionHandler"
    case chain = "NavigationChain"
    case strategy = "ScriptMessageStrategy"
    case channel = "ScriptMessageChannel"
    case event = "Event"
    case call = "Call"
    case render = "Render"
  }

  /// Name of a case, function or property: leading capitals fall, `URLList` is `urlList`.
  package static func member(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let capitals = bytes.prefix { (0x41...0x5A).contains($0) }.count
    guard capitals > 0 else { return name }
    let isFollowedByWord =
      capitals > 1 && capitals < bytes.count && (0x61...0x7A).contains(bytes[capitals])
    let lowered = isFollowedByWord ? capitals - 1 : capitals
    return String(decoding: bytes[..<lowered].map { $0 | 0x20 } + bytes[lowered...], as: UTF8.self)
  }
}

/// The names that the generated TypeScript has, as far as checks must know them.
package enum GeneratedTypeScript {
  /// Names that the module declares whatever the rule set says, and globals that it uses.
  package static let fixed: Set<String> = [
    "AbortSignal", "Array", "BridgeContract", "BridgeError", "BridgeErrorCode", "BridgeFields",
    "BridgeHandler", "BridgeMismatch", "BridgeState", "BridgeSubscription", "CustomEvent", "Date",
    "Error", "EventTarget", "FakedPage", "JSON", "JSONValue", "ListenOptions", "Map",
    "MessageHandlerName", "MessageName", "NonNullable", "Number", "Object",
    "PageTransitionEvent", "Promise", "Readonly", "Record", "SendOptions", "Set", "String",
    "TestBridge", "TestBridgeApp", "TestBridgeCalls", "TestBridgeClosing", "TestBridgeEvents",
    "TestBridgeMessages", "TestBridgeOptions", "TestBridgeSettings", "TestCall", "TestCalls",
    "TestEvent", "TestEvents", "TestMessage", "TestMessageSettings", "TestMessages", "Uint8Array",
    "announce", "appContract", "appKnows", "appTakes", "at", "atob", "btoa", "byEvent",
    "byFunction", "checkBoolean", "checkInteger", "checkNumber", "checkString", "checkURL",
    "checkYears", "clearTimeout", "console", "contract", "convert", "copyBelow", "copyJSON",
    "createTestBridge", "crossing", "datePattern", "deliver", "fakeApp", "fakeCalls", "fakeEvents",
    "fakeMessages", "globalThis", "handlerNames", "implement", "inEnvelope", "inField", "inTest",
    "isAnnounced", "isAnnouncing", "isAvailable", "isListening", "kindOf", "messageHandler", "next",
    "post", "property", "readArray", "readData", "readDate", "readDictionary", "readDiscriminator",
    "readField", "readFieldOr", "readNothing", "readObject", "readOptional", "receiveEvent",
    "receiveFunction", "rejection", "reportError", "request", "requireHandler", "setTimeout",
    "sharedState", "startListening", "subscribe", "subscriptions", "supports", "testCalls",
    "testEvents", "testMessages", "undefined", "unknownCase", "withOptions", "withoutUndefined",
    "writeArray", "writeData", "writeDate", "writeDictionary", "writeField", "writeFieldOr",
    "writeNothing", "writeOptional", "writeOptionalField", "writeString",
  ]

  /// What the functions generated for declarations start with.
  package enum Prefix: String, CaseIterable, Sendable {
    case encode, decode, send, on, once, implement
  }

  /// What the type ends in that a page makes of a model or union with defaults.
  package static let inputSuffix = "Input"

  /// With an upper-case first letter, as it stands behind a prefix.
  package static func capitalized(_ name: String) -> String {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first) else { return name }
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}
