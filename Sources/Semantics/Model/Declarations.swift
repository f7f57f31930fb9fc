package import Requests
package import Text

/// A typed index into one of the lists of a `RuleSet`.
package struct ID<Entity>: Hashable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(index) }
}

/// The parts common to all declarations.
package struct Declared: Sendable {
  /// The name as written.
  package var name: String
  /// The location of the name.
  package var location: Location
  /// The text of the `///` lines above, without the slashes; lines joined by LF.
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

/// Pages that are trusted: `origin Store = "https://a.com", "https://*.a.com"`, `origin Home = server`.
package struct Origin: Entity {
  package var declared: Declared
  /// Empty if a value of the app gives the origin.
  package var patterns: [OriginPattern]
  /// The URL or list of URLs of the app whose scheme, host and port it has.
  package var value: ID<AppValue>?
  /// The location of each pattern.
  package var locations: [Location]
}

/// A state of the app: `flag isHomePage`.
package struct Flag: Entity {
  package var declared: Declared
}

/// A value that the app gives: `value token: String?`.
package struct AppValue: Entity {
  package var declared: Declared
  package var type: AppValueType
  /// True if it may be missing.
  package var isOptional: Bool

  package var key: AppValueKey { AppValueKey(ExactString(name), type, isOptional: isOptional) }

  /// The input of requests that sets it.
  package var input: RequestInput { .value(key) }

  /// The value of requests.
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
  /// The name on the wire; the declared name unless another one is given.
  package var wireName: String
  package var type: ValueType
  /// The value if the field is absent; nil if the type is optional.
  package var defaultValue: Literal?

  // Read most often of all names. The one of `Entity` is not specialized in other modules.
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
  /// Its error has been reported; it is accepted everywhere.
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

/// A closed union of cases, which a field tells apart, `union PaymentResult by "kind" { success(receipt: URL) }`, or
/// the kind of JSON, `union Command { text(String), object(CartItem) }`.
package struct Union: Entity {
  package struct Case: Entity {
    package var declared: Declared
    /// The value of the discriminator, which is the declared name unless another one is given; or the kind of JSON.
    package var wireName: String
    /// Stored next to the discriminator in the same object. Without a discriminator, one field is the whole value,
    /// and is declared as the case is.
    package var fields: [Field]
  }

  package var declared: Declared
  /// Nil if the kind of JSON tells the cases apart.
  package var discriminator: String?
  package var cases: [Case]
}

/// A constant in the source.
package enum Literal: Hashable, Sendable {
  case string(String)
  case int(Int)
  case double(Double)
  case bool(Bool)
  /// A case of a declared enum.
  case enumerationCase(ID<Enumeration>, Int)
  /// Normalized by `WebURL`.
  case url(String)
  case list([Literal])
  /// `[:]`
  case emptyDictionary
  /// The value of an optional parameter without an argument.
  case missing
}
