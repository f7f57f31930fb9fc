//: output BasculeRequest
//: needs Bytes StandardURL

import Foundation

nonisolated extension URL {
  /// The URL that the URL standard reads in a text; nil if the text is no absolute URL.
  ///
  /// Generated code makes all its URLs here. A text that `URL(string:)` cannot hold as it is would be refused before
  /// iOS 17, and is escaped once more since then: `caf%C3%A9` becomes `caf%25C3%25A9`.
  init?(standard text: String) {
    guard let text = text.withBytes({ StandardURL.serialized($0, .foundation) }) else { return nil }
    self.init(string: text)
  }
}
