package import WebURL

/// A part of a URL that rules test.
///
/// This file is the table of the parts. A new part needs a case, its row, a line in `named`, and a line in
/// `value(in:)`.
package enum URLPart: Hashable, Sendable {
  case whole
  case scheme
  case host
  case port
  case path(PathView)
  /// The first value of a key, decoded; `+` is a space.
  case queryItem(ExactString)
  /// The first value of a key, decoded except that `+` stays `+`.
  case rawQueryItem(ExactString)
  /// The decoded fragment.
  case fragment
  /// The encoded query without `?`.
  case writtenQuery
  /// The encoded fragment without `#`.
  case writtenFragment
  /// The path of a URL without components, such as `+1` of `tel:+1`.
  case opaque
  /// The encoded text after the colon, up to the query or fragment, for schemes that are not special.
  case afterScheme
  /// The whole normalized URL as text.
  case writtenURL
}

/// A part of a path.
package enum PathView: Hashable, Sendable {
  /// `/`, and the decoded components joined by `/`.
  case whole
  /// One component; 0 is always `/`.
  case component(Int)
  /// The last component; missing for the path `/`.
  case last
  /// The number of components, including the root.
  case count
}

// MARK: - The table

extension URLPart {
  /// The parts that rules can name. Parts with an argument have the index 0 or an empty key here.
  static let named: [URLPart] = [
    .whole, .scheme, .host, .port, .path(.whole), .path(.component(0)), .path(.last),
    .path(.count), .opaque, .writtenQuery, .queryItem(""), .rawQueryItem(""), .fragment,
  ]

  /// The parts that make up an origin.
  static let ofOrigin: [URLPart] = [.scheme, .host, .port]

  /// Returns the part with the argument; parts without arguments stay the same.
  func with(_ argument: ValueArgument) -> URLPart {
    switch self {
    case .path(.component): .path(.component(argument.index))
    case .queryItem: .queryItem(argument.key)
    case .rawQueryItem: .rawQueryItem(argument.key)
    case .whole, .scheme, .host, .port, .path(.whole), .path(.last), .path(.count), .fragment,
      .opaque, .writtenQuery, .writtenFragment, .afterScheme, .writtenURL:
      self
    }
  }

  /// The type and the domain of the part.
  package var kind: ValueKind {
    switch self {
    case .whole: ValueKind(.url, isAlwaysPresent: true)
    case .scheme: ValueKind(.string, .scheme, isAlwaysPresent: true)
    case .host: ValueKind(.string, .host)
    case .port: ValueKind(.int, .port)
    case .path(.whole): ValueKind(.string, .path)
    case .path(.component), .path(.last): ValueKind(.string, .pathComponent)
    case .path(.count): ValueKind(.int, .pathCount, isAlwaysPresent: true)
    case .queryItem, .rawQueryItem, .fragment, .opaque, .writtenQuery, .writtenFragment,
      .afterScheme:
      ValueKind(.string)
    case .writtenURL: ValueKind(.string, isAlwaysPresent: true)
    }
  }

  /// The name and the documentation of the part.
  package var row: ValueRow {
    switch self {
    case .whole:
      ValueRow(
        "url", "The whole URL, including query and fragment. Compared after normalization.")
    case .scheme:
      ValueRow("scheme", "In lower case, such as `https` or `tel`.")
    case .host:
      ValueRow(
        "host",
        "Compared in lower case, and handed on as the URL has it; missing for URLs such as `tel:+1`."
      )
    case .port:
      ValueRow(
        "port", "Missing if the URL contains none, or the default port of its scheme.")
    case .path(.whole):
      ValueRow("path", "`/` and the decoded components joined by `/`.")
    case .path(.component(let index)):
      ValueRow(
        "path", argument: .index(index),
        "A decoded component of the path: `path[1]` is the first one, `path[0]` is always `\"/\"`.")
    case .path(.last):
      ValueRow("path.last", "The last decoded component of the path; missing for `/`.")
    case .path(.count):
      ValueRow(
        "path.count", "The number of components, including the root: 3 for `/product/1234`.")
    case .queryItem(let key):
      ValueRow(
        "query", argument: .key(key, isMember: true),
        "`query.name` or `query[\"name\"]`: the first value of that key; missing if it is absent.")
    case .rawQueryItem(let key):
      ValueRow(
        "rawQuery", argument: .key(key, isMember: true),
        "`rawQuery.name` or `rawQuery[\"name\"]`: like `query.name`, but `+` stays `+`.")
    case .opaque:
      ValueRow(
        "opaque",
        "The text after the scheme of a URL such as `tel:+1`, without query and fragment; missing for URLs with a path."
      )
    case .fragment: ValueRow("fragment", "The text after `#`, decoded; missing if absent.")
    case .writtenQuery:
      ValueRow("query", "The query as written, without `?`; missing if there is none.")
    case .writtenFragment: ValueRow(unnamed: "url like … #")
    case .afterScheme: ValueRow(unnamed: "url like")
    case .writtenURL: ValueRow(unnamed: "url")
    }
  }

  /// The part of the URL that rules compare; nil if it is missing.
  package func value(in url: WebURL) -> RequestConstant? {
    switch self {
    case .whole: .url(url.normalized)
    case .scheme: .string(url.scheme)
    case .host: url.host.map { .string($0) }
    case .port: url.port.map { .int(Int64($0)) }
    case .path(.whole): url.path.map { .string($0) }
    case .path(.component(let index)):
      url.components.dropFirst(index).first.map { .string($0) }
    case .path(.last): url.components.dropFirst().last.map { .string($0) }
    case .path(.count): .int(Int64(url.pathCount))
    case .queryItem(let key):
      url.queryItems.first { ExactString($0.name) == key }.map { .string($0.value) }
    case .rawQueryItem(let key):
      url.rawQueryItems.first { ExactString($0.name) == key }.map { .string($0.value) }
    case .fragment: url.fragment.map { .string($0) }
    case .opaque: url.hasOpaquePath ? .string(url.textAfterScheme(url.normalized)) : nil
    case .writtenQuery: url.rawQuery.map { .string($0) }
    case .writtenFragment: url.rawFragment.map { .string($0) }
    case .afterScheme: url.isSpecial ? nil : .string(url.textAfterScheme(url.normalized))
    case .writtenURL: .string(url.normalized)
    }
  }

  /// The part of the URL that steps hand on; nil if it is missing.
  ///
  /// If the scheme is not special, the host keeps its upper-case letters.
  package func handed(in url: WebURL) -> RequestConstant? {
    switch self {
    case .whole: .url(url.href)
    case .host: url.host.flatMap { _ in url.hostname }.map { .string($0) }
    case .opaque: url.hasOpaquePath ? .string(url.textAfterScheme(url.href)) : nil
    case .afterScheme: url.isSpecial ? nil : .string(url.textAfterScheme(url.href))
    case .writtenURL: .string(url.href)
    case .scheme, .port, .path, .queryItem, .rawQueryItem, .fragment, .writtenQuery,
      .writtenFragment:
      value(in: url)
    }
  }

  /// True if the part contains the host.
  package var containsHost: Bool {
    switch self {
    case .whole, .host, .afterScheme, .writtenURL: true
    case .scheme, .port, .path, .queryItem, .rawQueryItem, .fragment, .opaque, .writtenQuery,
      .writtenFragment:
      false
    }
  }

  /// The part that contains the text of this one, such as `path` for `path[1]`.
  package var component: URLPart {
    switch self {
    case .path: .path(.whole)
    case .opaque: .afterScheme
    case .whole, .scheme, .host, .port, .queryItem, .rawQueryItem, .fragment, .writtenQuery,
      .writtenFragment, .afterScheme, .writtenURL:
      self
    }
  }

  /// True if rules may test the part with many keys. Tables of components need an index then.
  package var hasKey: Bool {
    switch self {
    case .queryItem: true
    case .whole, .scheme, .host, .port, .path, .rawQueryItem, .fragment, .opaque, .writtenQuery,
      .writtenFragment, .afterScheme, .writtenURL:
      false
    }
  }

  /// The part that contains the same text in its encoded form; nil if the text has only one form.
  package var writtenForm: URLPart? {
    switch self {
    case .queryItem, .rawQueryItem, .writtenQuery: .writtenQuery
    case .fragment, .writtenFragment: .writtenFragment
    case .whole, .scheme, .host, .port, .path, .opaque, .afterScheme, .writtenURL: nil
    }
  }

  /// True if other parts contain the same text in another form. A witness cannot choose such parts independently.
  package var isWrittenForm: Bool {
    switch self {
    case .rawQueryItem, .writtenQuery, .writtenFragment, .opaque, .afterScheme, .writtenURL: true
    case .whole, .scheme, .host, .port, .path, .queryItem, .fragment: false
    }
  }
}
