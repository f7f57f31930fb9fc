package import WebURL

/// A part of a URL that rules test.
///
/// This file is the table of the parts: a new part needs a case, its row, a line in `named`, and the line that
/// reads it.
package enum URLPart: Hashable, Sendable {
  case whole
  case scheme
  case host
  case port
  case path(PathView)
  /// The first value of a key.
  case queryItem(ExactString)
  /// The fragment, decoded.
  case fragment
  /// The query as written, without `?`.
  case writtenQuery
  /// The fragment as written, without `#`.
  case writtenFragment
  /// The text after the colon of a URL whose scheme is not special, as written.
  case afterScheme
}

/// The part of a path that a value returns.
package enum PathView: Hashable, Sendable {
  /// `/`, and the decoded components joined by `/`.
  case whole
  /// One component; 0 is always `/`.
  case component(Int)
  /// The last component; missing for `/`.
  case last
  /// The number of components, the root included.
  case count
}

// MARK: - The table

extension URLPart {
  /// Every part that rules can name; those with an argument have the first one or an empty key.
  static let named: [URLPart] = [
    .whole, .scheme, .host, .port, .path(.whole), .path(.component(0)), .path(.last),
    .path(.count), .writtenQuery, .queryItem(""), .fragment,
  ]

  /// The part with that argument, if it has one.
  func with(_ argument: ValueArgument) -> URLPart {
    switch self {
    case .path(.component): .path(.component(argument.index))
    case .queryItem: .queryItem(argument.key)
    case .whole, .scheme, .host, .port, .path(.whole), .path(.last), .path(.count), .fragment,
      .writtenQuery, .writtenFragment, .afterScheme:
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
    case .queryItem, .fragment, .writtenQuery, .writtenFragment, .afterScheme: ValueKind(.string)
    }
  }

  /// The row of the part.
  package var row: ValueRow {
    switch self {
    case .whole:
      ValueRow(
        "url", "The whole URL, including query and fragment. Compared after normalization.")
    case .scheme:
      ValueRow("scheme", "In lower case, such as `https` or `tel`.")
    case .host:
      ValueRow("host", "In lower case; missing for URLs such as `tel:+1`.")
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
    case .fragment: ValueRow("fragment", "The text after `#`, decoded; missing if absent.")
    case .writtenQuery:
      ValueRow("query", "The query as written, without `?`; missing if there is none.")
    case .writtenFragment: ValueRow(unnamed: "url like … #")
    case .afterScheme: ValueRow(unnamed: "url like")
    }
  }

  /// The part of that URL; nil if it is missing.
  package func value(in url: WebURL) -> RequestConstant? {
    switch self {
    case .whole: .url(url.normalized)
    case .scheme: .string(url.scheme)
    case .host: url.host.map { .string($0) }
    case .port: url.port.map { .int($0) }
    case .path(.whole): url.path.map { .string($0) }
    case .path(.component(let index)):
      url.components.dropFirst(index).first.map { .string($0) }
    case .path(.last): url.components.dropFirst().last.map { .string($0) }
    case .path(.count): .int(url.pathCount)
    case .queryItem(let key):
      url.queryItems.first { ExactString($0.name) == key }.map { .string($0.value) }
    case .fragment: url.fragment.map { .string($0) }
    case .writtenQuery: url.rawQuery.map { .string($0) }
    case .writtenFragment: url.rawFragment.map { .string($0) }
    case .afterScheme:
      url.isSpecial
        ? nil : .string(String(url.normalized.dropFirst(url.scheme.utf8.count + 1)))
    }
  }

  /// The part that it is a view of: `path[1]` is a view of `path`.
  package var component: URLPart {
    switch self {
    case .path: .path(.whole)
    case .whole, .scheme, .host, .port, .queryItem, .fragment, .writtenQuery, .writtenFragment,
      .afterScheme:
      self
    }
  }

  /// True if there is one for each key.
  package var hasKey: Bool {
    switch self {
    case .queryItem: true
    case .whole, .scheme, .host, .port, .path, .fragment, .writtenQuery, .writtenFragment,
      .afterScheme:
      false
    }
  }

  /// The part with the written form of the same text; nil if the text has only one form.
  package var writtenForm: URLPart? {
    switch self {
    case .queryItem, .writtenQuery: .writtenQuery
    case .fragment, .writtenFragment: .writtenFragment
    case .whole, .scheme, .host, .port, .path, .afterScheme: nil
    }
  }

  /// True if other parts hold the same text in another form, so that the parts cannot be chosen independently.
  package var isWrittenForm: Bool {
    switch self {
    case .writtenQuery, .writtenFragment, .afterScheme: true
    case .whole, .scheme, .host, .port, .path, .queryItem, .fragment: false
    }
  }
}
