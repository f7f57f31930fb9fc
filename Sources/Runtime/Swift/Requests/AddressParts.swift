//: output BasculeRequest
//: needs AddressLayout RequestText

/// A URL and the layout of its parts; a part is read only when a rule tests it.
@_spi(Generated) public nonisolated struct AddressParts: Sendable {
  /// The text that rules compare. If its host had capital letters to keep, the original text follows.
  private let storage: String
  let layout: AddressLayout

  /// - Parameter text: an absolute URL.
  init(_ text: consuming String) {
    var layout = text.withUTF8 { AddressLayout($0) }
    if !layout.isNormal {
      text = layout.normalized(text)
      layout = text.withUTF8 { AddressLayout($0) }
    }
    //: if StandardURL
    // Only a test of an app passes a URL that WebKit would have rewritten.
    if text.withUTF8({ layout.mayRewriteHost($0) }),
      let standard = text.withBytes({ StandardURL.serialized($0) })
    {
      text = standard
      layout = text.withUTF8 { AddressLayout($0) }
    }
    //: end
    storage = layout.keepsCapitals ? layout.lowercased(text) + text : text
    self.layout = layout
  }

  /// The whole URL in the form that rules compare: normalized, with the host in lower case.
  var text: String {
    layout.keepsCapitals
      ? String(decoding: storage.utf8.prefix(layout.end), as: UTF8.self) : storage
  }

  /// The whole URL in the form that steps pass to the app. If it is not a web URL, its host keeps its capital letters.
  @_spi(Generated) public var written: String {
    layout.keepsCapitals
      ? String(decoding: storage.utf8.dropFirst(layout.end), as: UTF8.self) : storage
  }

  var whole: RequestText { part(0..<layout.end) }

  func part(_ range: Swift.Range<Int>?) -> RequestText {
    guard let range else { return .missing }
    return RequestText(
      storage, from: range.lowerBound, to: range.upperBound,
      writtenAfter: layout.keepsCapitals ? layout.end : 0)
  }
}
//: if StandardURL

nonisolated extension AddressLayout {
  /// Returns whether WebKit may rewrite the host: if it is in brackets or has an escape, or if its last label begins
  /// with a digit and it may be an IPv4 address.
  fileprivate func mayRewriteHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var host = bytes[hostStart..<hostEnd]
    if host.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "[") }) { return true }
    if host.last == UInt8(ascii: ".") { host = host.dropLast() }
    let label = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? hostStart
    return label < host.endIndex && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[label])
  }
}
//: end
