import Syntax
import Text

/// The meaning of a name in a condition or argument.
enum Reference {
  case value(RequestValue)
  case capture(Int)
}

/// The names that a `like` of the rule at hand binds.
struct CaptureScope {
  var captures: [Capture] = []
  /// Those that every way through the condition binds.
  var bound: Set<Int> = []
}

extension Resolver {
  /// The request values that are complete references; flags, screens and actions cannot have their names.
  static let requestValues = [
    "url", "scheme", "host", "port", "path", "query", "fragment", "navigation", "frame", "method",
    "header", "download", "page",
  ]

  /// Deepest path component that a rule can ask for.
  static let deepestComponent = 99

  /// The meaning of a reference; records a fault and returns nil if it has none.
  mutating func resolve(_ reference: ReferenceSyntax, _ scope: CaptureScope) -> Reference? {
    let base = reference.base.text
    if reference.accesses.isEmpty {
      if let index = scope.captures.firstIndex(where: { $0.name == base }) {
        if scope.bound.contains(index) { return .capture(index) }
        fault(
          .unboundCapture(name: base, bound: scope.captures[index].location), reference.span)
        return nil
      }
      if let id = names.flags[base] {
        uses.flags.insert(id.index)
        return .value(.flag(id))
      }
    }
    switch base {
    case "url": return plain(.url, reference)
    case "scheme": return plain(.scheme, reference)
    case "host": return plain(.host, reference)
    case "port": return plain(.port, reference)
    case "fragment": return plain(.fragment, reference)
    case "navigation": return plain(.navigation, reference)
    case "frame": return plain(.frame, reference)
    case "method": return plain(.method, reference)
    case "download": return plain(.download, reference)
    case "path": return path(reference)
    case "query": return query(reference)
    case "header": return header(reference)
    case "page": return page(reference)
    default:
      if reference.accesses.isEmpty || anyDeclaration(base) == nil {
        unknown(reference.base, expected: "a value of the request, a flag or a capture") {
          Self.requestValues + $0.flags.names + scope.captures.map(\.name)
        }
      } else {
        member(reference, of: base, candidates: [])
      }
      return nil
    }
  }

  private mutating func plain(
    _ value: RequestValue, _ reference: ReferenceSyntax
  ) -> Reference? {
    guard reference.accesses.isEmpty else {
      member(reference, of: reference.base.text, candidates: [])
      return nil
    }
    return .value(value)
  }

  private mutating func path(_ reference: ReferenceSyntax) -> Reference? {
    guard let access = reference.accesses.first else { return .value(.path) }
    if reference.accesses.count == 1 {
      switch access {
      case .member(let name) where name.text == "count": return .value(.pathCount)
      case .index(let index, let span):
        return component(index, span).map { .value(.pathComponent($0)) }
      default: break
      }
    }
    member(reference, of: "path", candidates: ["path[1]", "path.count"])
    return nil
  }

  private mutating func component(_ index: Int?, _ span: Span) -> Int? {
    guard let index, (0...Self.deepestComponent).contains(index) else {
      fault(
        .typeMismatch(
          expected: "an index from 0 to \(Self.deepestComponent)",
          found: "`\(index.map(String.init) ?? "a larger number")`",
          why: "`path[0]` is always `\"/\"`, the first component is `path[1]`"), span)
      return nil
    }
    return index
  }

  private mutating func query(_ reference: ReferenceSyntax) -> Reference? {
    if reference.accesses.count == 1 {
      switch reference.accesses[0] {
      case .member(let name): return .value(.query(name.text))
      case .key(let key): return .value(.query(key.value))
      case .index: break
      }
    }
    member(reference, of: "query", candidates: ["query.name", "query[\"name\"]"])
    return nil
  }

  private mutating func header(_ reference: ReferenceSyntax) -> Reference? {
    if reference.accesses.count == 1, case .key(let key) = reference.accesses[0] {
      return .value(.header(key.value.lowercased()))
    }
    member(reference, of: "header", candidates: ["header[\"Name\"]"])
    return nil
  }

  private mutating func page(_ reference: ReferenceSyntax) -> Reference? {
    if case .member(let name) = reference.accesses.first {
      switch (name.text, reference.accesses.count) {
      case ("host", 1): return .value(.pageHost)
      case ("scheme", 1): return .value(.pageScheme)
      case ("path", 2):
        if case .index(let index, let span) = reference.accesses[1] {
          return component(index, span).map { .value(.pagePathComponent($0)) }
        }
      default: break
      }
    }
    member(reference, of: "page", candidates: ["page.host", "page.scheme", "page.path[1]"])
    return nil
  }

  private mutating func member(
    _ reference: ReferenceSyntax, of base: String, candidates: [String]
  ) {
    fault(
      .unknownMember(of: base, name: text(reference), candidates: candidates), reference.span)
  }

  /// The reference as it is written, white space aside.
  func text(_ reference: ReferenceSyntax) -> String {
    reference.accesses.reduce(reference.base.text) { text, access in
      switch access {
      case .member(let name): text + "." + name.text
      case .index(let index, _): text + "[" + (index.map(String.init) ?? "…") + "]"
      case .key(let key): text + "[\"" + key.value + "\"]"
      }
    }
  }
}

extension RequestValue {
  /// The value as the language writes it; `flags` gives the names.
  package func text(in rules: RuleSet) -> String {
    switch self {
    case .url: "url"
    case .scheme: "scheme"
    case .host: "host"
    case .port: "port"
    case .path: "path"
    case .pathComponent(let index): "path[\(index)]"
    case .pathCount: "path.count"
    case .query(let key): key.isPlainName ? "query.\(key)" : "query[\"\(key)\"]"
    case .fragment: "fragment"
    case .navigation: "navigation"
    case .frame: "frame"
    case .method: "method"
    case .header(let name): "header[\"\(name)\"]"
    case .download: "download"
    case .pageScheme: "page.scheme"
    case .pageHost: "page.host"
    case .pagePathComponent(let index): "page.path[\(index)]"
    case .flag(let id): rules[id].name
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    return utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F
    }
  }
}
