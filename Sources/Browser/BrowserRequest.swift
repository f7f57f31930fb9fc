import Diagnostics
import LanguageServer
import Requests
import Text
import Workspace

/// The reason why a request has no answer.
struct BrowserError: Error {
  /// Lower case, without a full stop.
  let message: String
  let help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

/// A request of the page: an object with the name of the method as `method`, the files as `files`, and the other
/// members that the method takes.
///
/// `files` is an array of `{"name", "text"}`. A file whose name does not end in `.bascule` is one that rules can name
/// after `from`, by its path in the folder of the rule set: `folder`, or the innermost folder that all rule files share.
/// One file `apple-app-site-association` alone is a set of links.
struct BrowserRequest {
  /// A method, with the members that it takes and its answer. The answer to a request that has none is `{"error"}`,
  /// with `help` if there is advice.
  enum Method: String, CaseIterable {
    /// `bascule check --format json`, with the fixes that are proved.
    case check
    /// `bascule check --fix` for the `scope` `safe`, and `--fix=all` for `all`: the changed files, the fixes that were
    /// `applied` as `{"code", "place", "text"}`, and whether the search for fixes `isIncomplete`.
    case fix
    /// `bascule format` for the name of a `file`: its `text`.
    case format
    /// `bascule trace --format json` for a `url`, and the name of a `chain` or of `responses` if there are several.
    /// `set` has the flags and values by name, `options` the other options of the verb; both can be missing.
    case trace
    /// `bascule test --format json`.
    case test
    /// `bascule page --format json`, with witnesses if `witnesses` is true. `name` is the name of the rule set.
    case page
    /// `bascule diff --format json` from the files `before` to `files`; `all` is the option `--all`.
    case diff
    /// The `items` that can be written at an `offset` in a `file`, the best first, as `{"label", "insert", "kind"}` with
    /// `detail` and `documentation` if there are any. Each replaces the text from `start` to `end`. The three places are
    /// UTF-16 code units from the start of the file.
    case complete
    /// The files that `bascule generate` writes in a `language`, `swift` or `typescript`. The Swift files import the
    /// run-time library.
    case generate
  }

  let method: Method
  private let members: [JSONValue.Member]

  init(_ bytes: [UInt8]) throws(BrowserError) {
    let value: JSONValue
    do throws(JSONReader.Fault) {
      value = try JSONReader.read(bytes)
    } catch {
      throw BrowserError("the request is not JSON: \(error.message), at byte \(error.span.start)")
    }
    guard case .object(let members) = value.kind else {
      throw BrowserError("the request is \(value.described), not an object")
    }
    self.members = members
    let name = try Self.text(members, "method")
    guard let method = Method(rawValue: name) else {
      throw BrowserError(
        "there is no method `\(name)`",
        help: "there is \(Method.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))")
    }
    self.method = method
  }

  // MARK: - Members

  private static func value(_ members: [JSONValue.Member], _ key: String) -> JSONValue? {
    members.first { $0.key == key }?.value
  }

  private static func text(
    _ members: [JSONValue.Member], _ key: String
  ) throws(BrowserError) -> String {
    guard case .string(let text)? = value(members, key)?.kind else {
      throw BrowserError("`\(key)` is not a string")
    }
    return text
  }

  func text(_ key: String) throws(BrowserError) -> String { try Self.text(members, key) }

  func optionalText(_ key: String) throws(BrowserError) -> String? {
    Self.value(members, key) == nil ? nil : try text(key)
  }

  /// False if the member is missing.
  func bool(_ key: String) throws(BrowserError) -> Bool {
    guard let value = Self.value(members, key) else { return false }
    guard case .bool(let truth) = value.kind else {
      throw BrowserError("`\(key)` is not a boolean")
    }
    return truth
  }

  func number(_ key: String) throws(BrowserError) -> Int {
    guard case .number(let text)? = Self.value(members, key)?.kind, let number = Int(text) else {
      throw BrowserError("`\(key)` is not a whole number")
    }
    return number
  }

  // MARK: - Files

  /// The rule set of the files of a member.
  func files(_ key: String = "files") throws(BrowserError) -> BrowserFiles {
    BrowserFiles(try texts(key), folder: try optionalText("folder"))
  }

  /// The file that the member `file` names.
  func file() throws(BrowserError) -> SourceFile {
    let name = try text("file")
    guard let file = try texts("files").first(where: { $0.name == name }) else {
      throw BrowserError("there is no file `\(name)` in `files`")
    }
    return file
  }

  /// The editor of the file that the member `file` names.
  func editor() throws(BrowserError) -> PageEditor {
    let name = try text("file")
    let input = try files().input
    guard let number = input.files.firstIndex(where: { $0.name == name }) else {
      throw BrowserError("there is no rule file `\(name)` in `files`")
    }
    return PageEditor(input, file: number)
  }

  private func texts(_ key: String) throws(BrowserError) -> [SourceFile] {
    guard case .array(let items)? = Self.value(members, key)?.kind else {
      throw BrowserError("`\(key)` is not an array")
    }
    var files: [SourceFile] = []
    var names: Set<String> = []
    for item in items {
      guard case .object(let members) = item.kind else {
        throw BrowserError("an element of `\(key)` is \(item.described), not an object")
      }
      let name = try Self.text(members, "name")
      if !names.insert(name).inserted {
        throw BrowserError("`\(key)` has two files `\(name)`")
      }
      files.append(SourceFile(name: name, bytes: Array(try Self.text(members, "text").utf8)))
    }
    return files
  }

  // MARK: - Queries

  /// The query about the request that `url`, `chain` or `responses`, `set` and `options` describe.
  func query() throws(BrowserError) -> TraceQuery {
    var query = TraceQuery(url: try text("url"))
    switch (try optionalText("chain"), try optionalText("responses")) {
    case (let name?, nil): query.chain = ChainName(.requests, name)
    case (nil, let name?): query.chain = ChainName(.responses, name)
    case (nil, nil): break
    case (_?, _?): throw BrowserError("`chain` and `responses` exclude each other")
    }
    for (name, values) in try settings("set") { query.settings += values.map { "\(name)=\($0)" } }
    for (name, values) in try settings("options") {
      guard let option = TraceQuery.options.first(where: { $0.name == name }) else {
        throw BrowserError("`trace` has no option `\(name)`")
      }
      if case .none = option.value {
        query.inputs[name] = values == ["true"] ? [""] : nil
      } else {
        query.inputs[name] = values
      }
    }
    return query
  }

  /// The members of an object with one value or several each, as texts.
  private func settings(_ key: String) throws(BrowserError) -> [(name: String, values: [String])] {
    guard let value = Self.value(members, key) else { return [] }
    guard case .object(let members) = value.kind else {
      throw BrowserError("`\(key)` is \(value.described), not an object")
    }
    var settings: [(name: String, values: [String])] = []
    for member in members {
      var values = [member.value]
      if case .array(let items) = member.value.kind { values = items }
      var texts: [String] = []
      for value in values { texts.append(try Self.plainText(value, member.key)) }
      settings.append((member.key, texts))
    }
    return settings
  }

  private static func plainText(
    _ value: JSONValue, _ key: String
  ) throws(BrowserError) -> String {
    switch value.kind {
    case .string(let text), .number(let text): text
    case .bool(let truth): truth ? "true" : "false"
    case .null, .array, .object: throw BrowserError("`\(key)` cannot be \(value.described)")
    }
  }
}
