package import Semantics
import Text

/// The names that the generated Swift declares.
package enum SwiftNames {
  /// The names of types and functions that generated files or the run-time support declare at the top level.
  package static let fixed: Set<String> = runtime.union(generated)

  /// The names that the generator declares, depending on the rules.
  private static let generated: Set<String> = [
    "AsyncNavigationRules", "ConfiguratorFactory", "EnvironmentBoundHandler",
    "EnvironmentBoundStrategy", "NavigationActions", "NavigationEnvironment", "NavigationFlags",
    "NavigationRules", "NavigationSteps",
    "ReceiverBoundStrategy", "Screen",
    "ScriptMessageReceiver", "WebRole",
  ]

  /// The names of types and functions of the standard library, Foundation, WebKit and UIKit that the generated code
  /// uses.
  package static let imported: Set<String> = runtimeUses.union(printed)

  /// Imported names that the run-time support does not list: names that only the generator writes, names that Swift
  /// reserves, names that the support also uses for parameters, and names that determine the types of literals in a
  /// module.
  private static let printed: Set<String> = [
    "BooleanLiteralType", "CaseIterable", "ExtendedGraphemeClusterType", "FloatLiteralType",
    "IntegerLiteralType", "Protocol", "Result", "StringLiteralType", "Type", "UnicodeScalarType",
  ]

  /// Returns whether the name is one of the top-level names that generated expressions may use.
  package static func isGlobal(_ name: String) -> Bool {
    fixed.contains(name) || imported.contains(name)
  }

  /// The suffix of the name of the type that is generated for a declaration.
  package enum Suffix: String, CaseIterable, Sendable {
    case handler = "NavigationActionHandler"
    case chain = "NavigationChain"
    case responses = "ResponseChain"
    case strategy = "ScriptMessageStrategy"
    case channel = "ScriptMessageChannel"
    case event = "Event"
    case call = "Call"
    case render = "Render"

    /// The noun for a declaration whose type has the suffix.
    package var noun: Noun {
      switch self {
      case .handler: .handler
      case .chain: .chain
      case .responses: .responses
      case .strategy: .strategy
      case .channel: .channel
      case .event: .event
      case .call: .call
      case .render: .render
      }
    }
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

  /// Returns the name of the stored property of a deprecated field, or of the constant of a deprecated script. The app
  /// uses a deprecated property, which reads the stored one.
  package static func storage(ofField name: String) -> String { name + "Storage" }
  package static func storage(ofScript name: String) -> String { member(name) + "Script" }

  /// Returns the name of the stored property of a field through which a model contains itself.
  package static func indirectStorage(ofField name: String) -> String {
    "indirect" + name.capitalizedFirst
  }

  /// Returns the name of a case, function or property, without back-quotes: `urlList` for `URLList`.
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

  /// Returns the name as an identifier, in back-quotes if it is a keyword.
  package static func escaped(_ name: String) -> String {
    keywordShapes.contains(name) && keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns the name as the label of a parameter. There Swift requires back-quotes for few words, and warns about
  /// other back-quotes.
  package static func label(_ name: String) -> String {
    switch name {
    case "inout", "let", "var": "`\(name)`"
    default: name
    }
  }

  /// Returns the name of the type of a declaration, in back-quotes if it is a keyword.
  package static func type(_ name: String, prefix: String = "") -> String {
    escaped(prefix + typeName(name))
  }

  /// Returns the name with a capital first letter. A type in lower case could have the name of a member of the class
  /// that uses it.
  package static func typeName(_ name: String) -> String { name.capitalizedFirst }

  /// Returns the name as the label of an argument. There Swift requires back-quotes for one word.
  package static func argumentLabel(_ name: String) -> String {
    name == "inout" ? "`inout`" : name
  }

  /// Returns a member's name for its declaration.
  package static func escapedMember(_ name: String) -> String { escaped(member(name)) }

  /// Returns a member's name for use after a dot, where few words are reserved.
  package static func afterDot(_ name: String) -> String {
    let name = member(name)
    switch name {
    case "init", "self", "Self", "Type", "Protocol": return "`\(name)`"
    default: return name
    }
  }

  /// The lengths and first bytes of the keywords, for a quick test that most other names fail.
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
