import Diagnostics
import Semantics
import Text
import Workspace

/// A place in an open `bascule.json`.
struct ConfigurationPlace {
  let map: TextMap
  let cursor: JSONCursor
  /// The rule set that the file configures.
  let set: RuleSetState?
}

extension ServerState {
  /// Returns the place of a request in an open `bascule.json`; nil for other documents.
  func configurationPlace(_ params: Params) throws(ResponseError) -> ConfigurationPlace? {
    let key = Self.key(try params.uri())
    guard key.lastOfPath == RuleSetInput.configurationName,
      let document = document(path: key)
    else { return nil }
    let offset = document.map.offset(try params.position())
    return ConfigurationPlace(
      map: document.map, cursor: JSONCursor(document.bytes, at: offset),
      set: sets.first { $0.configuration == key })
  }

  /// Returns the description of a code or a group; nil for another word.
  static func description(ofCode word: String) -> String? {
    if let summary = Workspace.summary(ofCode: word) {
      return "`\(word)`: \(summary.text) (\(summary.level.rawValue) by default)\n\n\(summary.page)"
    }
    return Workspace.groups.first { $0.name == word }.map { group in
      "The group `\(word)`: \(group.codes.map { "`\($0)`" }.joined(separator: ", "))"
    }
  }
}

extension ConfigurationKey {
  /// The texts that can be written at a place.
  enum Expected {
    case keys([ConfigurationKey])
    /// The keys are codes and groups.
    case levels
    case words([String], isQuoted: Bool)
    /// A code or a group.
    case codes
    /// The name of a chain.
    case chain
  }

  /// Returns the texts that can be written at a place; nil if none are known.
  ///
  /// - Parameter path: the keys that lead to the place, with nil for each list.
  static func value(at path: [String?]) -> Expected? {
    var keys = all
    var value: Value = .object(all)
    var rest = path[...]
    while let step = rest.popFirst() {
      switch value {
      case .object, .objects:
        guard let step else { continue }
        guard let key = keys.first(where: { $0.name == step }) else { return nil }
        if key.name == "chain", rest.isEmpty { return .chain }
        (keys, value) = (key.members, key.value)
      case .levels: return rest.isEmpty ? .words(levels, isQuoted: true) : nil
      case .ignored: return rest.count == 1 ? .codes : nil
      case .text, .path, .choice, .bool, .texts: return nil
      }
    }
    return switch value {
    case .object(let keys, _), .objects(let keys): .keys(keys)
    case .levels: .levels
    case .choice(let words): .words(words, isQuoted: true)
    case .bool: .words(["true", "false"], isQuoted: false)
    case .text, .path, .texts, .ignored: nil
    }
  }

  /// The snippet of a value, in which the user fills in the rest.
  var snippet: String {
    switch value {
    case .text, .path: "\"$1\""
    case .choice(let words): Self.snippet(of: words)
    case .bool: "${1|true,false|}"
    case .object, .levels, .ignored: "{$1}"
    case .objects, .texts: "[$1]"
    }
  }

  /// Returns the snippet of a string that is one of the words.
  static func snippet(of words: [String]) -> String {
    "\"${1|\(words.joined(separator: ","))|}\""
  }
}

extension ConfigurationKey.Expected? {
  var keys: [ConfigurationKey] {
    if case .keys(let keys)? = self { keys } else { [] }
  }
  var isLevels: Bool {
    if case .levels? = self { true } else { false }
  }
}
