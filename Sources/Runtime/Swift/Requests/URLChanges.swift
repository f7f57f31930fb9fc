//: output BasculeRequest
//: needs ByteSet FoundationURL HostValue Query

public import Foundation

/// A change of a part of a URL.
@_spi(Generated) public nonisolated enum URLChange: Sendable {
  /// Sets the scheme, host or port. Without a port, the URL has the default port of its scheme.
  case scheme(String), host(String), port(Int?)
  /// Sets the path, which is escaped already.
  case path(StaticString)
  case noUser
  case query(StaticString, String), noQuery(StaticString)
  case fragment(String), noFragment
  //: if MissingParts
  /// Makes the change only if the URL lacks the part.
  indirect case ifMissing(URLChange)
  //: end
}

extension NavigationRequest {
  /// Returns the URL with the changes. All other parts keep their place and spelling.
  ///
  /// Only the URL of a web page has a scheme, host, port and path that can be set.
  @_spi(Generated) public func changed(_ changes: URLChange...) -> URL? {
    URL(standard: parts.changed(changes).written)
  }
}

nonisolated extension AddressParts {
  func changed(_ changes: [URLChange]) -> AddressParts {
    var parts = self
    for change in changes { parts = parts.changed(change) }
    return parts
  }

  private func changed(_ change: URLChange) -> AddressParts {
    switch change {
    case .scheme(let scheme): replacing(0..<layout.schemeEnd, with: Array(scheme.utf8))
    case .host(let host): replacing(layout.hostStart..<layout.hostEnd, with: Array(host.utf8))
    case .port(let port):
      replacing(
        layout.hostEnd..<layout.writtenPathStart,
        with: Array((port.map { ":\($0)" } ?? "").utf8))
    case .path(let path):
      replacing(layout.writtenPathStart..<layout.pathEnd, with: Array(path.description.utf8))
    case .noUser:
      layout.hasAuthority ? replacing(layout.schemeEnd + 3..<layout.hostStart, with: []) : self
    case .query(let name, let value): settingQuery(name, value)
    case .noQuery(let name): removingQuery(name)
    case .fragment(let text):
      replacing(
        fragmentRange, with: [UInt8(ascii: "#")] + ByteSet.inPlainQuery.escapingOthers(in: text))
    case .noFragment: replacing(fragmentRange, with: [])
    //: if MissingParts
    case .ifMissing(let change): has(change) ? self : changed(change)
    //: end
    }
  }

  private func replacing(_ range: Swift.Range<Int>, with new: [UInt8]) -> AddressParts {
    var bytes = Array(written.utf8)
    bytes.replaceSubrange(range, with: new)
    return AddressParts(String(decoding: bytes, as: UTF8.self))
  }

  /// The range of the fragment, including the `#`.
  private var fragmentRange: Swift.Range<Int> {
    written.withBytes { layout.numberSign($0) }..<layout.end
  }

  /// The range of the query, including the `?`.
  private var queryRange: Swift.Range<Int> { layout.pathEnd..<fragmentRange.lowerBound }

  /// Returns the items of the query as written, without those that have the name. If there is a new item, it replaces
  /// the first of them.
  ///
  /// - Parameter item: the new item; nil if none is set.
  private func query(
    without name: StaticString, replacing item: [UInt8]?
  ) -> (query: [UInt8], isFound: Bool) {
    written.withBytes { bytes in
      guard let range = layout.query(bytes), !range.isEmpty else { return ([], false) }
      var (query, isFound, isFirst) = ([UInt8](), false, true)
      query.reserveCapacity(range.count + (item?.count ?? 0))
      func append(_ part: some Swift.Sequence<UInt8>) {
        if !isFirst { query.append(UInt8(ascii: "&")) }
        query.append(contentsOf: part)
        isFirst = false
      }
      var start = range.lowerBound
      while start <= range.upperBound {
        let end = bytes.firstIndex(of: UInt8(ascii: "&"), in: start..<range.upperBound)
        if !bytes.isQueryItem(start..<end, named: name) {
          append(bytes[start..<end])
        } else {
          if !isFound, let item { append(item) }
          isFound = true
        }
        start = end + 1
      }
      return (query, isFound)
    }
  }

  /// Returns the URL with an item in its query. The item replaces the first one with its name, or is appended.
  private func settingQuery(_ name: StaticString, _ value: String) -> AddressParts {
    let unreserved = ByteSet.unreserved
    let item =
      unreserved.escapingOthers(in: name.description) + [UInt8(ascii: "=")]
      + unreserved.escapingOthers(in: value)
    var (query, isFound) = query(without: name, replacing: item)
    if !isFound {
      if !query.isEmpty { query.append(UInt8(ascii: "&")) }
      query += item
    }
    return replacing(queryRange, with: [UInt8(ascii: "?")] + query)
  }

  private func removingQuery(_ name: StaticString) -> AddressParts {
    let (query, isFound) = query(without: name, replacing: nil)
    if !isFound { return self }
    return replacing(queryRange, with: query.isEmpty ? [] : [UInt8(ascii: "?")] + query)
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the part of a query is an item with the name.
  fileprivate func isQueryItem(_ part: Swift.Range<Int>, named name: StaticString) -> Bool {
    if part.isEmpty { return false }
    let written = part.lowerBound..<firstIndex(of: UInt8(ascii: "="), in: part)
    return name.withUTF8Buffer { hasText($0, in: written, .query) }
  }
}
