/// The identifier of an app: a prefix of ten letters and digits, and its bundle identifier.
enum AppIdentifier {
  /// The reason why the text is no app identifier; nil if it is one.
  static func fault(of text: String) -> String? {
    guard let dot = text.firstIndex(of: ".") else { return "it has no `.`" }
    let (prefix, bundle) = (text[..<dot], text[text.index(after: dot)...])
    let capitals = prefix.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
    }
    if prefix.utf8.count != 10 || !capitals {
      return "`\(prefix)` is no prefix of ten capital letters and digits"
    }
    let isBundle = bundle.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x2E
    }
    return isBundle && !bundle.isEmpty ? nil : "`\(bundle)` is no bundle identifier"
  }
}
