enum DomainToASCII {
  static func map(_ domain: String) -> String? {
    domain.utf8.allSatisfy { $0 < 0x80 } ? WebURL.asciiLowercased(domain) : nil
  }
}
