package import Requests
package import Text

/// A typed index into one of the lists of a `RuleSet`.
package struct ID<Entity>: Hashable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(index) }
}

/// The parts common to all declarations.
package struct Declared: Sendable {
  /// The name in the source.
  package var name: String
  /// The location of the name.
  package var location: Location
  /// The text of the `///` lines above the declaration, without the slashes and joined by LF.
  package var documentation: String?
  /// The text of `@deprecated("…")`.
  package var deprecated: String?

  package init(
    name: String, location: Location, documentation: String? = nil, deprecated: String? = nil
  ) {
    self.name = name
    self.location = location
    self.documentation = documentation
    self.deprecated = deprecated
  }
}

/// A declaration of the rule set.
package protocol Entity: Sendable {
  var declared: Declared { get set }
}

extension Entity {
  package var name: String { declared.name }
}

/// A set of trusted pages: `origin Store = "https://a.com", "https://*.a.com"` or `origin Home = server`.
package struct Origin: Entity {
  package var declared: Declared
  /// The URL patterns of the origin; empty if a value of the app gives the origin.
  package var patterns: [OriginPattern]
  /// The URL or list of URLs of the app that gives the scheme, host and port of the origin.
  package var value: ID<AppValue>?
  /// The location of each pattern.
  package var locations: [Location]
}

/// A state of the app: `flag isHomePage`.
package struct Flag: Entity {
  package var declared: Declared
}

/// A value that the app provides: `value token: String?`.
package struct AppValue: Entity {
  package var declared: Declared
  package var type: AppValueType
  /// True if the value may be missing.
  package var isOptional: Bool

  package var key: AppValueKey { AppValueKey(ExactString(name), type, isOptional: isOptional) }

  /// The input of requests that contains the value.
  package var input: RequestInput { .value(key) }

  /// The value as conditions name it.
  package var value: RequestValue {
    type == .url ? .part(.whole, of: .value(key)) : .input(input)
  }
}

/// A native screen: `screen Product(id: String)`.
package struct Screen: Entity {
  package var declared: Declared
  package var parameters: [Field]
}

/// An action of the app: `action openDeepLink(url: URL) -> Bool`.
package struct Action: Entity {
  package enum Result: Hashable, Sendable { case none, bool, asyncBool }

  package var declared: Declared
  package var parameters: [Field]
  package var result: Result
}

/// A field of a model or union case, or a parameter of a screen or action.
package struct Field: Entity {
  package var declared: Declared
  /// The name in messages, which is the declared name unless the source gives another one.
  package var wireName: String
  package var type: ValueType
  /// The value of a missing field; nil for an optional type.
  package var defaultValue: Literal?

  // Fields have a `name` of their own, since it is read most often and `Entity.name` is not specialized in other
  // modules.
  package var name: String { declared.name }
}

package enum ValueType: Hashable, Sendable {
  case string, int, double, bool, url, date, data, json
  indirect case array(ValueType)
  indirect case dictionary(ValueType)
  indirect case optional(ValueType)
  case model(ID<Model>)
  case enumeration(ID<Enumeration>)
  case union(ID<Union>)
  /// The whole request. Only parameters of screens and actions have this type.
  case request
  /// A type with an error that has been reported. It is accepted everywhere.
  case invalid

  /// The types of the language that have a name.
  package static let scalars: [String: ValueType] = [
    "String": .string, "Int": .int, "Double": .double, "Bool": .bool, "URL": .url, "Date": .date,
    "Data": .data, "JSON": .json,
  ]
}

/// A record of fields: `model CartItem { sku: String, quantity: Int = 1 }`.
///
/// An inline type `{ a: T }` is a model too, named after its context: the payload of a strategy, event or call
/// `Cart` is `CartPayload`, its reply `CartReply`, a field `note` of model `Item` is `ItemNote`.
package struct Model: Entity {
  package var declared: Declared
  package var fields: [Field]
  package var isInline: Bool
}

/// An open set of strings: `enum CloseReason { done, cancelled = "user-cancelled" }`.
package struct Enumeration: Entity {
  package struct Case: Entity {
    package var declared: Declared
    package var rawValue: String
  }

  package var declared: Declared
  package var cases: [Case]
}

/// A closed union of cases.
///
/// A field tells the cases apart, as in `union PaymentResult by "kind" { success(receipt: URL) }`, or the kind of
/// JSON does, as in `union Command { text(String), object(CartItem) }`.
package struct Union: Entity {
  package struct Case: Entity {
    package var declared: Declared
    /// The value of the discriminator for the case, which is the declared name unless the source gives another one.
    /// In a union without a discriminator, the kind of JSON.
    package var wireName: String
    /// The fields of the case, next to the discriminator in the same object. In a union without a discriminator, the
    /// only field is the whole value and has the declaration of the case.
    package var fields: [Field]
  }

  package var declared: Declared
  /// The name of the field that tells the cases apart; nil if the kind of JSON does.
  package var discriminator: String?
  package var cases: [Case]
}

/// A constant in the source.
package enum Literal: Hashable, Sendable {
  case string(String)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  /// A case of a declared enum.
  case enumerationCase(ID<Enumeration>, Int)
  /// A URL, normalized by `WebURL`.
  case url(String)
  case list([Literal])
  /// The whole request that is decided about.
  case request
  /// The empty dictionary `[:]`.
  case emptyDictionary
  /// The value of an optional parameter without an argument.
  case missing
}
