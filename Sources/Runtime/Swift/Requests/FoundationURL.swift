//: output BasculeRequest
//: needs Bytes StandardURL

import Foundation

nonisolated extension URL {
  /// Creates the URL that the URL standard reads in a text; nil if the text is no absolute URL.
  ///
  /// Generated code creates all its URLs with this initializer. `URL(string:)` alone rejects characters that `URL`
  /// cannot hold before iOS 17. Since iOS 17 it escapes the whole text again, so that `caf%C3%A9` becomes
  /// `caf%25C3%25A9`.
  init?(standard text: String) {
    guard let text = text.withBytes({ StandardURL.serialized($0, .foundation) }) else { return nil }
    self.init(string: text)
  }
}
