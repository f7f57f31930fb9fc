package import Semantics
import Text

/// The names that the generated Swift declares.
package enum SwiftNames {
  /// Types and functions at the top level that generated files or the run-time support declare.
  package static let fixed: Set<String> = runtime.union(generated)

  /// The names that depend on the rules.
  private static let generated: Set<String> = [
    "AsyncNavigationRules", "ConfiguratorFactory", "EnvironmentBoundHandler",
    "EnvironmentBoundStrategy", "NavigationActions", "NavigationEnvironment", "NavigationFlags",
    "NavigationRules", "NavigationSteps",
    "ReceiverBoundStrategy", "Screen",
    "ScriptMessageReceiver", "WebRole",
  ]

  /// Types and functions of the standard library, Foundation, WebKit and UIKit that the generated code names.
  package static let imported: Set<String> = runtimeUses.union(printed)

  /// The names that only the generator writes, those that Swift has no other spelling for, those that the support uses
  /// beside a parameter of the same name, and those that decide about the types of literals in their module.
  private static let printed: Set<String> = [
    "BooleanLiteralType", "CaseIterable", "ExtendedGraphemeClusterType", "FloatLiteralType",
    "IntegerLiteralType", "Protocol", "Result", "StringLiteralType", "Type", "UnicodeScalarType",
  ]

  /// True for names at the top level that generated expressions may use.
  package static func isGlobal(_ name: String) -> Bool {
    fixed.contains(name) || imported.contains(name)
  }

  /// The last part of the name of the type that is generated for a declaration.
  package enum Suffix: String, CaseIterable, Sendable {
    case handler = "NavigationActionHandler"
    case chain = "NavigationChain"
    case responses = "ResponseChain"
    case strategy = "ScriptMessageStrategy"
    case channel = "ScriptMessageChannel"
    case event = "Event"
    case call = "Call"
    case render = "Render"
  }

  package static func handler(_ name: String) -> String { typeName(name) + Suffix.handler.rawValue }
  package static func chain(_ name: String) -> String { typeName(name) + Suffix.chain.rawValue }
  package static func responses(_ name: String) -> String {
    typeName(name) + Suffix.responses.rawValue
  }
  package static func type(of chain: Chain) -> String {
    chain.isResponses ? responses(chain.name) : self.chain(chain.name)
  }
  package static func strategy(_ name: String) -> String {
    typeName(name) + Suffix.strategy.rawValue
  }
  package static func channel(_ name: String) -> String { typeName(name) + Suffix.channel.rawValue }
  package static func event(_ name: String) -> String { typeName(name) + Suffix.event.rawValue }
  package static func call(_ name: String) -> String { typeName(name) + Suffix.call.rawValue }
  package static func render(_ name: String) -> String { typeName(name) + Suffix.render.rawValue }

  /// The stored property of a deprecated field, and the constant of a deprecated script. The app uses a
  /// deprecated property that reads it.
  package static func storage(ofField name: String) -> String { name + "Storage" }
  package static func storage(ofScript name: String) -> String { member(name) + "Script" }

  /// The stored property of a field through which a model contains itself.
  package static func indirectStorage(ofField name: String) -> String {
    "indirect" + name.capitalizedFirst
  }

  /// The name of a case, function or property, without back-quotes: `URLList` is `urlList`.
  package static func member(_ name: String) -> String {
    guard let first = name.utf8.first, (0x41...0x5A).contains(first) else { return name }
    let bytes = Array(name.utf8)
    let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    let capitals = bytes.prefix(while: isUpper).count
    var lowered = capitals
    if capitals > 1, capitals < bytes.count, (0x61...0x7A).contains(bytes[capitals]) {
      lowered = capitals - 1
    }
    return String(decoding: bytes.prefix(lowered).map { $0 | 0x20 }, as: UTF8.self)
      + String(decoding: bytes.dropFirst(lowered), as: UTF8.self)
  }

  /// The name as an identifier, in back-quotes if it is a keyword.
  package static func escaped(_ name: String) -> String {
    keywordShapes.contains(name) && keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name as the label of a parameter; Swift requires back-quotes for few words there, and warns about others.
  package static func label(_ name: String) -> String {
    switch name {
    case "inout", "let", "var": "`\(name)`"
    default: name
    }
  }

  /// The name of the type of a declaration, in back-quotes if it is a keyword.
  package static func type(_ name: String, prefix: String = "") -> String {
    escaped(prefix + typeName(name))
  }

  /// The name with a capital first letter: a type in lower case could have the name of a member of the class that uses it.
  package static func typeName(_ name: String) -> String { name.capitalizedFirst }

  /// The name as the label of an argument, where Swift requires back-quotes for one word.
  package static func argumentLabel(_ name: String) -> String {
    name == "inout" ? "`inout`" : name
  }

  /// A member's name in its declaration.
  package static func escapedMember(_ name: String) -> String { escaped(member(name)) }

  /// A member's name after a dot, where few words are reserved.
  package static func afterDot(_ name: String) -> String {
    let name = member(name)
    switch name {
    case "init", "self", "Self", "Type", "Protocol": return "`\(name)`"
    default: return name
    }
  }

  /// The lengths of the keywords by their first bytes, a quick test that most names fail.
  private static let keywordShapes = WordShapes(keywords)

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
