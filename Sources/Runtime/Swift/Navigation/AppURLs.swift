//: output BasculeRequest
//: needs AppAddress

import Foundation

/// URLs of the app, without those that the URL standard does not accept.
@_spi(Generated) public nonisolated struct AppURLs: Sendable {
  let all: [AddressParts]

  init(_ urls: [URL]) { all = urls.compactMap { AddressParts(app: $0) } }
}
