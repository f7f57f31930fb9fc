//: output BasculeRequest
//: needs AddressParts StandardURL

import Foundation

nonisolated extension AddressParts {
  /// A URL of the app in the form in which WebKit gives those of requests; nil for one that is not absolute.
  init?(app url: URL) {
    guard let text = url.absoluteString.withBytes({ StandardURL.serialized($0) }) else {
      return nil
    }
    self.init(text)
  }
}
