import Diagnostics
import Semantics
import Text
import Workspace

extension ServerState {
  /// Returns the keys or values that can be written at a place of a `bascule.json`.
  func completion(_ place: ConfigurationPlace) -> JSON {
    var items: [JSON] = []
    func add(
      _ text: String, _ kind: CompletionList.Kind, _ description: String?, after: String = "",
      snippet: String? = nil, isWord: Bool = false
    ) {
      let quoted = isWord ? text : Quoting.json(text)
      let isSnippet = snippet != nil && client.snippets
      let inserted = quoted + (isSnippet ? snippet ?? "" : after)
      let json: JSON = [
        "label": .string(text), "kind": .int(kind.rawValue), "filterText": .string(quoted),
        "insertTextFormat": .int(isSnippet ? 2 : 1),
        "textEdit": [
          "range": place.map.range(place.cursor.span).json,
          "newText": .string(inserted),
        ],
      ]
      items.append(
        json.with("documentation", description.map { client.completionFormat.json($0) }))
    }
    let value = ConfigurationKey.value(at: place.cursor.path)
    switch place.cursor.role {
    case .key(let others)?:
      let hasColon = place.cursor.hasColon
      func addKey(
        _ name: String, _ kind: CompletionList.Kind, _ description: String?, _ snippet: String
      ) {
        if others.contains(name) { return }
        add(
          name, kind, description, after: hasColon ? "" : ": ",
          snippet: hasColon ? nil : ": " + snippet)
      }
      for key in value.keys { addKey(key.name, .property, key.description, key.snippet) }
      guard value.isLevels else { break }
      let levels = ConfigurationKey.snippet(of: ConfigurationKey.levels)
      for word in Workspace.settableCodesAndGroups {
        addKey(word, .constant, Self.description(ofCode: word), levels)
      }
    case .value?:
      switch value {
      case .words(let words, let isQuoted)?:
        for word in words { add(word, .value, nil, isWord: !isQuoted) }
      case .codes?:
        for word in Workspace.settableCodesAndGroups {
          add(word, .constant, Self.description(ofCode: word))
        }
      case .chain?:
        for chain in place.set?.snapshot(self).rules.chains ?? [] where !chain.isResponses {
          add(chain.name, .value, nil)
        }
      case .keys?, .levels?, nil: break
      }
    case nil: break
    }
    return ["isIncomplete": false, "items": .array(items)]
  }
}
