import Foundation
import Testing

/// The methods of WebKit's delegates, and the table of the guide that says who answers them.
struct DelegateTable {
  /// The methods of navigation delegates, by their names in Objective-C.
  private var navigation: [String] = []
  private var ui: [String] = []
  private var download: [String] = []
  /// The methods that generated code declares.
  private var declared: [String] = []
  private var answers: [String: String] = [:]

  /// - Parameter generated: the generated code for WebKit.
  init(generated: String) throws {
    let standIn = try Self.text("Tests/WebKitStandIn/Sources/WebKit/Delegates.swift")
    navigation = Self.methods(of: "WKNavigationDelegate", in: standIn).map(\.name)
    ui = Self.methods(of: "WKUIDelegate", in: standIn).map(\.name)
    download = Self.methods(of: "WKDownloadDelegate", in: standIn).map(\.name)
    let code = Self.joined(generated)
    for type in ["WKNavigationDelegate", "WKUIDelegate", "WKDownloadDelegate"] {
      for method in Self.methods(of: type, in: standIn) where code.contains(method.head) {
        declared.append(method.name)
      }
    }
    try readGuide()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftCompiler.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func joined(_ code: String) -> String {
    code.split { $0.isWhitespace }.joined(separator: " ")
      .replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
  }

  /// Returns the methods of a protocol: the name in the comment, and the declaration up to its last parameter.
  private static func methods(of type: String, in text: String) -> [(name: String, head: String)] {
    guard let start = text.range(of: "protocol \(type):"),
      let end = text[start.upperBound...].range(of: "\n}")
    else { return [] }
    let body = joined(String(text[start.upperBound..<end.lowerBound]))
    return body.matches(of: /\/\/\/ `([\w:]+)` (func \w+\([^)]*\))/).map { match in
      (String(match.output.1), String(match.output.2))
    }
  }

  /// Reads the table. A row has names without `webView:` or `download:`, and without the following words if they are
  /// the usual ones.
  private mutating func readGuide() throws {
    let guide = try Self.text("Sources/Documentation/web-views.md")
    let section = try #require(guide.range(of: "## Who answers WebKit"))
    let methods = navigation + ui + download
    for line in guide[section.upperBound...].split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let answer = String(cells[1].prefix { $0.isLetter })
      for match in cells[0].matches(of: /`([^`]+)`/) {
        let name = String(match.output.1)
        let named = methods.filter { Self.is($0, named: name) }
        #expect(named.count == 1, "\(name) is the name of \(named)")
        for method in named { answers[method] = answer }
      }
    }
    // The program fails for a method of the stand-in without a row.
    #expect(methods.count == Set(methods).count)
  }

  private static func `is`(_ method: String, named name: String) -> Bool {
    for prefix in ["", "webView:", "download:"] where method.hasPrefix(prefix + name + ":") {
      // If two methods have this beginning, the row means the shorter one. If two delegates have it, the row means that
      // of the web view.
      let rest = method.dropFirst((prefix + name).count)
      if rest.hasPrefix(":preferences:") { continue }
      if prefix == "download:", name == "didReceiveAuthenticationChallenge" { continue }
      return true
    }
    return false
  }

  /// The table as Swift code.
  var program: String {
    func set(_ names: [String]) -> String {
      "[" + names.sorted().map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    let rows = answers.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
    return """
      enum DelegateTable {
        static let navigation: Set<String> = \(set(navigation))
        static let ui: Set<String> = \(set(ui))
        static let download: Set<String> = \(set(download))
        static let generated: Set<String> = \(set(declared))
        static let answers: [String: String] = [\(rows.joined(separator: ", "))]
      }

      """
  }
}
