/// Converts between `file:` URIs and paths.
enum FileURI {
  /// Returns the path of a URI; nil for a URI of another scheme.
  static func path(_ uri: String) -> String? {
    guard uri.lowercased().hasPrefix("file://") else { return nil }
    var bytes = Array(uri.utf8.dropFirst(7))
    // An authority such as `localhost` does not affect the path.
    guard let slash = bytes.firstIndex(of: 0x2F) else { return nil }
    bytes.removeFirst(slash)
    var path: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x25, i + 2 < bytes.count, let high = digit(bytes[i + 1]),
        let low = digit(bytes[i + 2])
      {
        path.append(high << 4 | low)
        i += 3
      } else {
        path.append(bytes[i])
        i += 1
      }
    }
    while path.count > 1, path.last == 0x2F { path.removeLast() }
    return String(decoding: path, as: UTF8.self)
  }

  /// Returns the URI of a path.
  ///
  /// - Parameter path: an absolute path.
  static func uri(_ path: String) -> String {
    var uri = "file://"
    let hex = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += "%"
        uri.unicodeScalars.append(Unicode.Scalar(hex[Int(byte >> 4)]))
        uri.unicodeScalars.append(Unicode.Scalar(hex[Int(byte & 15)]))
      }
    }
    return uri
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

extension String {
  /// The folder of the path.
  var folderOfPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The path from the root without `.` and `..`.
  var withoutDots: String {
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The last component of the path.
  var lastOfPath: String {
    String(self[(lastIndex(of: "/").map { index(after: $0) } ?? startIndex)...])
  }

  /// Returns whether the path is the folder or below it.
  func isPath(within folder: String) -> Bool {
    self == folder || folder == "/" || hasPrefix(folder + "/")
  }

  /// Returns whether a component after the folder is hidden or excluded from the search for rule files.
  func isSkipped(below folder: String) -> Bool {
    dropFirst(folder.count).split(separator: "/").contains {
      $0.hasPrefix(".") || $0 == "node_modules"
    }
  }
}
