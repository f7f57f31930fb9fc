package import Text

/// What a rule asks of the request.
package indirect enum Condition: Sendable {
  case constant(Bool, Location)
  case test(Test)
  case not(Condition, Location)
  /// Two or more, in source order.
  case all([Condition], Location)
  /// Two or more, in source order.
  case any([Condition], Location)

  package var location: Location {
    switch self {
    case .constant(_, let location), .not(_, let location), .all(_, let location),
      .any(_, let location):
      location
    case .test(let test): test.location
    }
  }
}

/// One question about one value of the request.
///
/// Every predicate is false for a missing value, `notEqual` and `noneOf` too.
package struct Test: Sendable {
  package var subject: RequestValue
  package var predicate: Predicate
  package var location: Location
}

package enum Predicate: Hashable, Sendable {
  /// A Bool that is true: a flag or `download`.
  case isTrue
  case equal(RequestConstant)
  case notEqual(RequestConstant)
  case oneOf([RequestConstant])
  case noneOf([RequestConstant])
  case ordered(Order, Int)
  case hasPrefix(String)
  case hasSuffix(String)
  case contains(String)
  /// On any String; `path` and `host` included.
  case like(Glob)
  /// On `url`.
  case likeURL(URLGlob)
  case matches(RegularExpression)
  case exists
  /// `url in Store`; on `url` only.
  case inOrigins([ID<Origin>])
  /// `url !in Store`.
  case notInOrigins([ID<Origin>])
}

package enum Order: String, Hashable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// A literal that a request value is compared with.
package enum RequestConstant: Hashable, Sendable {
  /// For `scheme` and `host` in lower case.
  case string(String)
  case int(Int)
  case bool(Bool)
  /// Normalized: what `WebURL` writes for it, the default port left out.
  case url(String)
  case navigation(NavigationKind)
  case frame(FrameKind)
}

/// A name bound by `{name}` in a `like` pattern.
package struct Capture: Hashable, Sendable {
  package var name: String
  /// `string` unless `{name: Type}` says otherwise; the pattern matches only what converts.
  package var type: ValueType
  package var location: Location
}

/// A pattern over text that a separator cuts into components (`/`) or labels (`.`).
///
/// The whole text must match. For `path` the text is the canonical path: `/` and the decoded
/// components joined by `/`.
package struct Glob: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    /// Exactly this text; never empty, never next to another literal.
    case literal(String)
    /// `*`: any characters but the separator, possibly none.
    case run
    /// `**` that is not a whole component, or a whole host label: any characters, possibly none.
    case anything
    /// `/**` where `**` is a whole component: nothing, or the separator and anything.
    /// The separator before it belongs to it and is in no literal.
    case components
    /// `{name}`: one whole component, one character or more; index into the rule's captures.
    case capture(Int)
    /// `/{name**}`: nothing (captures ""), or the separator and anything, which is captured.
    /// Always the last element.
    case captureRest(Int)
  }

  package var elements: [Element]
  /// `/` or `.`.
  package var separator: Character
  /// As written.
  package var source: String
}

/// A pattern over a whole URL, cut into the parts that it speaks of.
package enum URLGlob: Hashable, Sendable {
  /// `https://*.a.com/shop/{id}?x=*#top`.
  case hierarchical(
    /// nil: any scheme (`*`).
    scheme: String?,
    host: Glob,
    port: PortPattern,
    path: Glob,
    /// Over the query as it is written in the URL, without `?`; `*` and `**` are any characters.
    /// nil says nothing of the query.
    query: Glob?,
    /// Over the fragment as it is written in the URL, without `#`; like `query`.
    fragment: Glob?)
  /// `tel:*`: the scheme, and a pattern over all that follows the colon in the written URL.
  case opaque(scheme: String, rest: Glob)

  package enum PortPattern: Hashable, Sendable {
    /// The default port of the URL's scheme, that is: none is written in the normalized URL.
    case byScheme
    case number(Int)
    /// `:*`.
    case any
  }
}
