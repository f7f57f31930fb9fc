//: output BasculeRequest

/// The default ports of URL schemes.
nonisolated enum DefaultPort {
  /// Returns the default port of a scheme; nil if it has none.
  ///
  /// - Parameter scheme: the scheme in lower case.
  static func of(_ scheme: some Swift.Sequence<UInt8>) -> Int? {
    var number: UInt64 = 0
    for byte in scheme {
      guard number < 1 << 56 else { return nil }
      number = number << 8 | UInt64(byte)
    }
    switch number {
    case 0x68_7474_7073, 0x77_7373: return 443  // https, wss
    case 0x6874_7470, 0x7773: return 80  // http, ws
    case 0x66_7470: return 21  // ftp
    default: return nil
    }
  }
}
