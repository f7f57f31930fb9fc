//: output BasculeRequest
//: needs HostValue Query

public import Foundation

/// A change of a part of a URL.
@_spi(Generated) public nonisolated enum URLChange: Sendable {
  case scheme(String), host(String), port(Int)
  /// Escaped.
  case path(StaticString)
  case noUser
  case query(StaticString, String), noQuery(StaticString)
  case fragment(String), noFragment
}

extension NavigationRequest {
  /// The URL with the changes; everything else keeps its place and spelling.
  ///
  /// Only the URL of a web page has a scheme, host, port and path that can be set.
  @_spi(Generated) public func changed(_ changes: URLChange...) -> URL? {
    var changed = parts
    for change in changes { changed = changed.changed(change) }
    return URL(string: changed.text)
  }
}

nonisolated extension AddressParts {
  fileprivate func changed(_ change: URLChange) -> AddressParts {
    switch change {
    case .scheme(let scheme): replacing(0..<layout.schemeEnd, with: scheme)
    case .host(let host): replacing(layout.hostStart..<layout.hostEnd, with: host)
    case .port(let port):
      replacing(layout.hostEnd..<layout.writtenPathStart, with: ":\(port)")
    case .path(let path):
      replacing(layout.writtenPathStart..<layout.pathEnd, with: path.description)
    case .noUser:
      layout.hasAuthority ? replacing(layout.schemeEnd + 3..<layout.hostStart, with: "") : self
    case .query(let name, let value): settingQuery(name, value)
    case .noQuery(let name): removingQuery(name)
    case .fragment(let text):
      replacing(fragmentRange, with: "#" + text.escaped(except: "/!$&'()*+,;=:@?"))
    case .noFragment: replacing(fragmentRange, with: "")
    }
  }

  private func replacing(_ range: Swift.Range<Int>, with new: String) -> AddressParts {
    AddressParts(
      text.withBytes { bytes in
        String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + new
          + String(decoding: bytes[range.upperBound...], as: UTF8.self)
      })
  }

  /// From the `#`.
  private var fragmentRange: Swift.Range<Int> {
    text.withBytes { layout.numberSign($0) }..<layout.end
  }

  /// From the `?`.
  private var queryRange: Swift.Range<Int> { layout.pathEnd..<fragmentRange.lowerBound }

  /// The parts between `&`, each with whether it is an item of that name; none for an empty query.
  private func queryParts(_ name: StaticString) -> [(text: String, isNamed: Bool)] {
    guard let query = rawQuery.value, !query.isEmpty else { return [] }
    return query.split(separator: "&", omittingEmptySubsequences: false).map { part in
      let written = RequestText(String(part.prefix { $0 != "=" }))
      return (String(part), !part.isEmpty && written.decodedQuery.equals(name))
    }
  }

  /// The new item replaces the first one with its name, or is the last one.
  private func settingQuery(_ name: StaticString, _ value: String) -> AddressParts {
    let item = name.description.escaped() + "=" + value.escaped()
    var items: [String] = []
    var isSet = false
    for part in queryParts(name) where !part.isNamed || !isSet {
      items.append(part.isNamed ? item : part.text)
      if part.isNamed { isSet = true }
    }
    if !isSet { items.append(item) }
    return replacing(queryRange, with: "?" + items.joined(separator: "&"))
  }

  private func removingQuery(_ name: StaticString) -> AddressParts {
    let parts = queryParts(name)
    let kept = parts.filter { !$0.isNamed }
    if kept.count == parts.count { return self }
    let query = kept.map(\.text).joined(separator: "&")
    return replacing(queryRange, with: query.isEmpty ? "" : "?" + query)
  }
}

nonisolated extension String {
  /// The text with all bytes escaped but the unreserved characters of RFC 3986 and some others.
  fileprivate func escaped(except others: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case _ where others.utf8.contains(byte): bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += Array(((byte < 16 ? "%0" : "%") + digits).utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
