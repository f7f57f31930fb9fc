import Requests
import Syntax
import Text

/// The names of request values, types and route parameters in other languages.
package enum ForeignNames {
  /// The names of objects that hold the values of the request in other languages.
  private static let holders: Set<String> = [
    "request", "navigationAction", "action", "req", "self", "webView", "navigation", "window",
    "URLRequest", "urlRequest", "this", "input", "event", "navigationResponse", "response",
  ]

  /// Returns whether the name is that of an object whose members a rule names directly, without the object.
  static func isHolder(_ name: String) -> Bool { holders.contains(name) }

  private static let wholes: Set<String> = [
    "url", "URL", "uri", "URI", "href", "location", "absoluteString", "absoluteURL", "link",
  ]

  private static let values: [String: String] = [
    "hostname": "host", "hostName": "host", "domain": "host", "authority": "host",
    "pathname": "path", "pathComponents": "path", "components": "path", "segments": "path",
    "lastPathComponent": "path.last", "proto": "scheme", "protocol": "scheme",
    "queryItems": "query", "queryParameters": "query", "searchParams": "query", "params": "query",
    "search": "query", "hash": "fragment", "anchor": "fragment", "httpMethod": "method",
    "verb": "method", "headers": "header", "allHTTPHeaderFields": "header",
    "navigationType": "navigation", "targetFrame": "frame", "sourceFrame": "source",
    "mimeType": "mime", "contentType": "mime", "statusCode": "status",
    "suggestedFilename": "filename", "canShowMIMEType": "displayable",
    "shouldPerformDownload": "download", "absoluteString": "url", "href": "url", "uri": "url",
    "URL": "url", "absoluteURL": "url",
  ]

  private static let pathMembers: [String: String] = [
    "length": "count", "size": "count", "first": "[1]",
  ]

  /// The same reference in the names of this language; nil if the reference is not known from another language.
  static func meaning(_ reference: ReferenceSyntax, _ schema: RequestSchema) -> ReferenceSyntax? {
    var names: [String] = [reference.base.text]
    var rest: [ReferenceSyntax.Access] = []
    for access in reference.accesses {
      if rest.isEmpty, case .member(let member) = access {
        names.append(member.text)
      } else {
        rest.append(access)
      }
    }
    // In `document.location.hostname`, the host of the document is meant and not the host of the request.
    let roots = [URLRoot.page, .document, .source].compactMap { $0.word }
    let root = names.count > 1 && roots.contains(names[0]) ? names.removeFirst() : nil
    while names.count > 1, holders.contains(names[0]) { names.removeFirst() }
    if names.count > 1 || !rest.isEmpty, wholes.contains(names[0]), names.count > 1 {
      names.removeFirst()
    }
    guard let first = names.first else { return nil }
    names = (values[first] ?? first).split(separator: ".").map(String.init) + names.dropFirst()
    if names.count == 2, names[0] == "path" {
      if names[1] == "first" {
        names.removeLast()
        rest.insert(.index(1, reference.span), at: 0)
      } else {
        names[1] = pathMembers[names[1]] ?? names[1]
      }
    }
    if let root { names.insert(root, at: 0) }
    let base = NameSyntax(text: names[0], span: reference.base.span)
    let members = names.dropFirst().map { name in
      ReferenceSyntax.Access.member(NameSyntax(text: name, span: reference.span))
    }
    let result = ReferenceSyntax(base: base, accesses: members + rest, span: reference.span)
    guard schema.value(result) != nil else { return nil }
    return result
  }

  /// The built-in types by their names in other languages.
  static let types: [String: String] = [
    "Number": "Double", "number": "Double", "Float": "Double", "CGFloat": "Double",
    "Decimal": "Double", "float": "Double", "double": "Double", "Boolean": "Bool",
    "boolean": "Bool", "bool": "Bool", "Str": "String", "str": "String", "string": "String",
    "Text": "String", "NSString": "String", "Character": "String", "Integer": "Int",
    "integer": "Int", "int": "Int", "Int64": "Int", "Int32": "Int", "UInt": "Int", "Long": "Int",
    "Any": "JSON", "any": "JSON", "AnyObject": "JSON", "Object": "JSON", "object": "JSON",
    "unknown": "JSON", "NSURL": "URL", "Url": "URL", "url": "URL", "uri": "URL", "URI": "URL",
    "DateTime": "Date", "Timestamp": "Date", "date": "Date", "NSDate": "Date",
    "Uint8Array": "Data", "ArrayBuffer": "Data", "Blob": "Data", "Bytes": "Data", "UUID": "String",
  ]

  /// Returns whether the name can mean more than one type: a number of other languages is an `Int` or a `Double`.
  package static func isAmbiguous(_ name: String) -> Bool { ["number", "Number"].contains(name) }

  // MARK: - Route parameters

  /// The path with route parameters and wildcards of other languages in the syntax of this one; nil if it has none.
  ///
  /// `{id}` replaces `:id`, `<id>`, `[id]` and `$id`. `{rest**}` replaces `[...rest]` and `:rest*`. `*` or `**`
  /// replaces `(.*)` and `.*`.
  package static func parameters(_ text: String) -> String? {
    // A fast test for most paths, which have none of these: this runs for each path of a rule set after each edit.
    var mayHave = false
    var last: UInt8?
    for byte in text.utf8 where !mayHave {
      switch byte {
      case UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "$"):
        mayHave = true
      case UInt8(ascii: "."), UInt8(ascii: "("): mayHave = last == UInt8(ascii: "/")
      default: break
      }
      last = byte
    }
    guard mayHave, text.hasPrefix("/") else { return nil }
    var changes = false
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    let parts = components.enumerated().map { number, part -> String in
      guard let meant = parameter(part, isLast: number == components.count - 1) else {
        return String(part)
      }
      changes = true
      return meant
    }
    return changes ? parts.joined(separator: "/") : nil
  }

  /// The component in the syntax of this language; nil if it has no route parameter or wildcard of another one.
  private static func parameter(_ part: Substring, isLast: Bool) -> String? {
    let anything: Set<Substring> = [".*", "(.*)", "(.*?)", ".+", "(.+)"]
    if anything.contains(part) { return isLast ? "**" : "*" }
    var name: Substring
    if part.hasPrefix(":"), let point = part.firstIndex(of: "."),
      isName(part[..<point].dropFirst())
    {
      return "{\(part[..<point].dropFirst())}" + part[point...]
    }
    if part.hasPrefix(":") || part.hasPrefix("$") {
      name = part.dropFirst()
    } else if part.hasPrefix("<") && part.hasSuffix(">")
      || part.hasPrefix("[") && part.hasSuffix("]")
    {
      name = part.dropFirst().dropLast()
    } else {
      return nil
    }
    var isRest = false
    if name.hasPrefix("...") { (name, isRest) = (name.dropFirst(3), true) }
    if name.hasSuffix("*") { (name, isRest) = (name.dropLast(), true) }
    // A type can precede the name, as in `<int:id>`.
    let words = name.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = words.last, isName(last) else { return nil }
    if isRest { return isLast ? "{\(last)**}" : nil }
    return words.count == 2 && words[0] == "int" ? "{\(last): Int}" : "{\(last)}"
  }

  /// Returns whether the path has parameters such as `{id}`.
  package static func hasParameters(_ text: String) -> Bool { !names(text).isEmpty }

  /// The names in braces within a path.
  package static func names(_ text: String) -> [String] {
    if !text.utf8.contains(UInt8(ascii: "{")) { return [] }
    return text.split(separator: "{").dropFirst().compactMap { part in
      guard let close = part.firstIndex(of: "}") else { return nil }
      let name = part[..<close].prefix { $0 != ":" && $0 != "*" }
      return isName(name) ? String(name) : nil
    }
  }

  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, (first | 0x20) &- 0x61 < 26 || first == 0x5F else {
      return false
    }
    return text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F }
  }
}
