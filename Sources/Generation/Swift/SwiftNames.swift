/// The names that the generated Swift declares.
package enum SwiftNames {
  /// Types and functions at the top level that every rule set's output has, sorted.
  package static let fixed: [String] = [
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

  /// Types of the standard library, Foundation and WebKit that the generated code names, sorted.
  package static let imported: [String] = [
    "Any", "AnyObject", "Array", "Bool", "CGRect", "CancellationError", "CaseIterable",
    "CheckedContinuation", "Codable", "CustomStringConvertible", "Data", "Date", "Decodable",
    "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Hashable",
    "Hasher", "Int", "Int64", "JSONDecoder", "JSONEncoder", "JSONSerialization", "MainActor",
    "NSNull", "NSNumber", "NSObject", "NSRange", "NSRegularExpression", "Never", "Optional",
    "RawRepresentable", "Result", "Self", "Sendable", "Sequence", "Set", "StaticString", "String",
    "Substring", "Task", "Type", "UInt32", "UInt64", "UInt8", "URL", "URLRequest", "UTF8",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
    "Void", "WKFrameInfo", "WKNavigationAction", "WKNavigationActionPolicy",
    "WKNavigationDelegate", "WKScriptMessage", "WKScriptMessageHandler",
    "WKScriptMessageHandlerWithReply", "WKUIDelegate", "WKUserContentController", "WKUserScript",
    "WKWebView", "WKWebViewConfiguration", "WKWindowFeatures",
  ]

  package static func handler(_ name: String) -> String { name + "NavigationActionHandler" }
  package static func chain(_ name: String) -> String { name + "NavigationChain" }
  package static func strategy(_ name: String) -> String { name + "ScriptMessageStrategy" }
  package static func channel(_ name: String) -> String { name + "ScriptMessageChannel" }
  package static func event(_ name: String) -> String { name + "Event" }
  package static func call(_ name: String) -> String { name + "Call" }
  package static func render(_ name: String) -> String { name + "Render" }

  /// Name of a case, function or property, without back-quotes: `URLList` is `urlList`.
  package static func member(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    let capitals = bytes.prefix(while: isUpper).count
    guard capitals > 0 else { return name }
    var lowered = capitals
    if capitals > 1, capitals < bytes.count, (0x61...0x7A).contains(bytes[capitals]) {
      lowered = capitals - 1
    }
    return String(decoding: bytes.prefix(lowered).map { $0 | 0x20 }, as: UTF8.self)
      + String(decoding: bytes.dropFirst(lowered), as: UTF8.self)
  }

  /// The name as it can stand where Swift expects an identifier.
  package static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name where it labels an argument or a parameter: there Swift wants few words escaped, and
  /// warns of others.
  static func label(_ name: String) -> String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }

  /// A member's name where it is declared.
  static func escapedMember(_ name: String) -> String { escaped(member(name)) }

  /// A member's name behind a dot, where only few words are taken.
  static func afterDot(_ name: String) -> String {
    let name = member(name)
    return ["init", "self", "Self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "nonisolated", "operator", "package",
    "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}
