import Formatting
import Text

extension Feature {
  static var formatting: [Feature] {
    [
      Feature(
        "textDocument/formatting", "documentFormattingProvider", handle: ServerState.formatting),
      Feature(
        "textDocument/rangeFormatting", "documentRangeFormattingProvider",
        handle: ServerState.rangeFormatting),
      Feature(
        "textDocument/onTypeFormatting", "documentOnTypeFormattingProvider",
        ["firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"]],
        handle: ServerState.typeFormatting),
    ]
  }
}

extension ServerState {
  /// Formats a file, unless it has syntax errors.
  func formatting(_ params: Params) throws(ResponseError) -> JSON {
    guard let (snapshot, file) = try document(params) else { return nil }
    let edits = Formatter.edits(for: snapshot.files[file], tree: snapshot.trees[file])
    return edits.map { Self.json($0, snapshot.map(file)) } ?? nil
  }

  func rangeFormatting(_ params: Params) throws(ResponseError) -> JSON {
    let range = try params.range()
    guard let (snapshot, file) = try document(params) else { return nil }
    let map = snapshot.map(file)
    let edits = Formatter.edits(
      for: snapshot.files[file], tree: snapshot.trees[file], in: map.span(range))
    return edits.map { Self.json($0, map) } ?? nil
  }

  /// After a line end, formats the previous line and indents the new one. After a closing brace, formats the body.
  func typeFormatting(_ params: Params) throws(ResponseError) -> JSON {
    let character = try params.string("ch")
    guard let place = try place(params), let typed = character.first else { return nil }
    let file = place.snapshot.files[place.file]
    var end = place.offset
    if typed.isNewline {
      // The editor may have indented the new line already.
      while end > 0, file.bytes[end - 1] == 0x20 || file.bytes[end - 1] == 0x09 { end -= 1 }
    }
    var edits = Formatter.edits(
      for: file, tree: place.snapshot.trees[place.file], typing: typed, at: UInt32(end))
    if typed.isNewline { edits += Self.indentation(of: file, at: end) }
    return Self.json(edits, place.map)
  }

  /// Returns the edit that indents a line.
  private static func indentation(of file: SourceFile, at start: Int) -> [TextEdit] {
    let old = file.bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }
    guard let columns = Formatter.indentation(of: file, at: UInt32(old.endIndex)),
      !old.elementsEqual(repeatElement(0x20, count: columns))
    else { return [] }
    return [TextEdit(Span(start, old.endIndex), [UInt8](repeating: 0x20, count: columns))]
  }

  private static func json(_ edits: [TextEdit], _ map: TextMap) -> JSON {
    .array(
      edits.map {
        [
          "range": map.range($0.span).json,
          "newText": .string(String(decoding: $0.replacement, as: UTF8.self)),
        ]
      })
  }
}
