/// The conversion of domain names to ASCII by UTS #46: nontransitional, with the options of the URL standard.
/// Hyphens and lengths are unchecked; bidi and joiners are checked.
enum DomainToASCII {
  /// Returns the domain in ASCII; nil if the domain is not valid.
  ///
  /// ASCII domains are only converted to lower case, even if a label starts with `xn--` but is not a valid
  /// encoding. Labels with other characters are valid up to `Punycode.maximumLength` scalars.
  static func map(_ domain: String) -> String? {
    if domain.utf8.allSatisfy({ $0 < 0x80 }) { return WebURL.asciiLowercased(domain) }
    guard let mapped = mapped(domain) else { return nil }
    let written = mapped.split(separator: ".", omittingEmptySubsequences: false)
    var labels: [[Unicode.Scalar]] = []
    for label in written {
      if label.starts(with: "xn--".unicodeScalars) {
        guard let decoded = Punycode.decode(label.dropFirst(4)),
          decoded.contains(where: { !$0.isASCII }), Normalization.formC(decoded) == decoded
        else { return nil }
        labels.append(decoded)
      } else {
        labels.append(Array(label))
      }
    }
    let isBidi = labels.joined().contains {
      ["R", "A", "N"].contains(UnicodeTable.bidiClasses.letter($0))
    }
    var result: [String] = []
    for label in labels {
      guard isValid(label), !isBidi || holdsBidiRule(label) else { return nil }
      if label.allSatisfy({ $0.isASCII }) {
        result.append(String(String.UnicodeScalarView(label)))
      } else {
        guard let encoded = Punycode.encode(label) else { return nil }
        result.append("xn--" + encoded)
      }
    }
    return result.joined(separator: ".")
  }

  /// Applies the mapping table and NFC. Returns nil if a scalar is disallowed.
  private static func mapped(_ domain: String) -> [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for scalar in domain.unicodeScalars {
      switch UnicodeTable.mapping.letter(scalar) {
      case "V": scalars.append(scalar)
      case "I": break
      case "M":
        scalars += UnicodeTable.mapping.numbers(scalar).compactMap { Unicode.Scalar($0) }
      default: return nil
      }
    }
    return Normalization.formC(scalars)
  }

  /// Returns whether the label meets the validity criteria of UTS #46, without the bidi rule.
  private static func isValid(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first else { return true }
    if UnicodeTable.marks.letter(first) == "M" { return false }
    for (index, scalar) in label.enumerated() {
      if scalar == "." || UnicodeTable.mapping.letter(scalar) != "V" { return false }
      if scalar.value == 0x200C || scalar.value == 0x200D {
        guard joins(label, index) else { return false }
      }
    }
    return true
  }

  /// Returns true if the CONTEXTJ rules (RFC 5892, appendix A) allow a joiner at the index.
  private static func joins(_ label: [Unicode.Scalar], _ index: Int) -> Bool {
    let virama: UInt32 = 9
    if index > 0, Normalization.combiningClass(label[index - 1]) == virama { return true }
    if label[index].value == 0x200D { return false }
    let type = { UnicodeTable.joiningTypes.letter($0) }
    guard let before = label[..<index].last(where: { type($0) != "T" }),
      let after = label[(index + 1)...].first(where: { type($0) != "T" })
    else { return false }
    return ["L", "D"].contains(type(before)) && ["R", "D"].contains(type(after))
  }

  /// Returns whether the label satisfies the bidi rule (RFC 5893, section 2) of domains with right-to-left text.
  private static func holdsBidiRule(_ label: [Unicode.Scalar]) -> Bool {
    let classes = label.map { UnicodeTable.bidiClasses.letter($0) }
    guard let first = classes.first else { return true }
    guard let last = classes.last(where: { $0 != "M" }) else { return false }
    switch first {
    case "R", "A":
      return classes.allSatisfy { "RANESCTOBM".unicodeScalars.contains($0) }
        && ["R", "A", "E", "N"].contains(last) && !(classes.contains("E") && classes.contains("N"))
    case "L":
      return classes.allSatisfy { "LESCTOBM".unicodeScalars.contains($0) }
        && ["L", "E"].contains(last)
    default: return false
    }
  }
}
