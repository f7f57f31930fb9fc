import Diagnostics
import Text
import Workspace

extension ServerState {
  /// Returns the description of the key or code at a place of a `bascule.json`.
  func hover(_ place: ConfigurationPlace) -> JSON {
    let cursor = place.cursor
    var text: String?
    switch cursor.role {
    case .key?:
      let around = ConfigurationKey.value(at: cursor.path)
      text =
        around.keys.first { $0.name == cursor.text }?.description
        ?? (around.isLevels ? Self.description(ofCode: cursor.text) : nil)
    case .value?:
      if case .codes? = ConfigurationKey.value(at: cursor.path) {
        text = Self.description(ofCode: cursor.text)
      }
    case nil: break
    }
    guard let text, cursor.span.start < cursor.span.end else { return nil }
    return [
      "contents": client.hoverFormat.json(text), "range": place.map.range(cursor.span).json,
    ]
  }
}
