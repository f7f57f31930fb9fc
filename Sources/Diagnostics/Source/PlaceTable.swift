import Text

/// The lines and columns of places in several files.
struct PlaceTable {
  private let files: [SourceFile]
  private var indices: [PositionIndex?]

  init(_ files: [SourceFile]) {
    self.files = files
    indices = Array(repeating: nil, count: files.count)
  }

  /// The start of the location, and its end just past the last scalar.
  mutating func range(_ location: Location) -> (start: Position, end: Position) {
    let file = Int(location.file.index)
    if indices[file] == nil { indices[file] = PositionIndex(files[file]) }
    return (
      indices[file]!.position(at: location.span.start),
      indices[file]!.position(at: location.span.end)
    )
  }
}
