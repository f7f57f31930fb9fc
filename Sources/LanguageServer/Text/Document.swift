import Diagnostics
import Text

/// A file that is open in the client, whose text takes precedence over the disk.
struct Document: Sendable {
  /// The URI in the client's spelling.
  let uri: String
  private(set) var version: Int
  private(set) var map: TextMap

  var bytes: [UInt8] { map.file.bytes }

  init(uri: String, name: String, version: Int, text: String, encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    map = TextMap(SourceFile(name: name, text: text), encoding)
  }

  /// Applies the changes in order.
  ///
  /// Version numbers are ignored, since the client's messages arrive in the order of its edits.
  mutating func apply(_ changes: [JSONValue], version: Int?) throws(ResponseError) {
    for change in changes {
      guard let text = change["text"]?.string else {
        throw ResponseError(.invalidParams, "a change without `text`")
      }
      var bytes = map.file.bytes
      if let range = change["range"], !range.isNull {
        guard let range = TextRange(range) else {
          throw ResponseError(.invalidParams, "`range` must be a range")
        }
        let start = map.offset(range.start)
        bytes.replaceSubrange(start..<max(start, map.offset(range.end)), with: Array(text.utf8))
      } else {
        bytes = Array(text.utf8)
      }
      map = TextMap(SourceFile(name: map.file.name, bytes: bytes), map.encoding)
    }
    if let version { self.version = version }
  }
}
