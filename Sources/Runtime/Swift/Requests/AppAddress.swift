//: output BasculeRequest
//: needs AddressParts StandardURL

import Foundation

nonisolated extension AddressParts {
  /// Creates a URL of the app in the form that WebKit gives to URLs of requests; nil if the URL is not absolute.
  init?(app url: URL) {
    guard let text = url.absoluteString.withBytes({ StandardURL.serialized($0) }) else {
      return nil
    }
    self.init(text)
  }
}
