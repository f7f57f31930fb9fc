import Requests

/// A URL that consists of characters that are never escaped. So its text and the encoded forms of its parts are
/// known without parsing it.
struct PlainURL {
  private let form: URLForm
  private var scheme: [UInt8]
  private var host = URLForm.usualHost
  private var port: Int?
  private var path: [UInt8] = [0x2F]
  private var opaque: [UInt8]
  private var items: [(name: ExactString, value: [UInt8])] = []
  private var fragment: [UInt8]?

  /// Creates the usual URL of the form.
  init(_ form: URLForm, of root: URLRoot) {
    self.form = form
    scheme = Self.schemes[form.rawValue]
    opaque = form == .opaque ? URLForm.usualOpaque(root) : []
  }

  /// Sets a part of the URL. Returns false if the value is not plain.
  mutating func set(_ part: URLPart, _ value: ComponentValue) -> Bool {
    if case .port(let number) = value {
      port = Int(number)
      return true
    }
    guard case .text(let bytes) = value else { return true }
    switch part {
    case .scheme: scheme = bytes
    case .host:
      guard Self.isPlainHost(bytes) else { return false }
      host = bytes
    case .path:
      guard bytes.allSatisfy({ Self.isPlain($0) || $0 == 0x2F }) else { return false }
      path = bytes
    case .queryItem(let name):
      guard name.utf8.allSatisfy(Self.isPlain), bytes.allSatisfy(Self.isPlain) else {
        return false
      }
      items.append((name, bytes))
    case .fragment:
      guard !bytes.isEmpty, bytes.allSatisfy(Self.isPlain) else { return false }
      fragment = bytes
    case .afterScheme:
      // If the form has a host or a path, the value follows from them.
      guard form == .opaque else { return true }
      guard !bytes.isEmpty, bytes.allSatisfy({ Self.isPlain($0) || $0 == 0x2B || $0 == 0x40 })
      else { return false }
      opaque = bytes
    case .whole, .port, .rawQueryItem, .writtenQuery, .writtenFragment, .opaque, .writtenURL:
      return false
    }
    return true
  }

  /// The whole URL.
  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(28 + host.count + path.count + 16 * items.count)
    text += scheme
    text.append(0x3A)
    writeFront(to: &text)
    if let query {
      text.append(0x3F)
      text += query
    }
    if let fragment {
      text.append(0x23)
      text += fragment
    }
    return text
  }

  /// Appends the text between the colon of the scheme and the query.
  private func writeFront(to text: inout [UInt8]) {
    if form == .opaque {
      text += opaque
      return
    }
    if form.hasHost {
      text += Self.slashes
      text += host
      if let port { text += Array(":\(port)".utf8) }
    } else if form == .file {
      text += Self.slashes
    }
    text += path
  }

  private var front: [UInt8] {
    var text: [UInt8] = []
    writeFront(to: &text)
    return text
  }

  private var query: [UInt8]? {
    if items.isEmpty { return nil }
    var query: [UInt8] = []
    for item in items {
      if !query.isEmpty { query.append(0x26) }
      query += item.name.utf8
      query.append(0x3D)
      query += item.value
    }
    return query
  }

  /// The value of an encoded form (`URLPart.isWrittenForm`).
  func written(_ part: URLPart) -> ComponentValue {
    let bytes: [UInt8]? =
      switch part {
      case .writtenURL: text
      case .writtenQuery: query
      case .writtenFragment: fragment
      case .rawQueryItem(let name): items.first { $0.name == name }?.value
      case .afterScheme: form.isSpecial ? nil : front
      case .opaque: form == .opaque ? opaque : nil
      case .whole, .scheme, .host, .port, .path, .queryItem, .fragment: nil
      }
    return bytes.map { .text($0) } ?? .missing
  }

  private static let schemes = URLForm.allCases.map { Array($0.usualScheme.utf8) }
  private static let slashes: [UInt8] = [0x2F, 0x2F]

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Returns whether the host is a domain that needs no encoding and is no IPv4 address.
  private static func isPlainHost(_ bytes: [UInt8]) -> Bool {
    bytes.last != 0x2E && !bytes.isEmpty
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E }
      && (0x61...0x7A).contains(bytes[bytes.lastIndex(of: 0x2E).map { $0 + 1 } ?? 0])
  }
}
