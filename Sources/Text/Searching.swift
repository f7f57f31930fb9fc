/// Searches in texts, which compare bytes. Embedded Swift lacks the searches of the standard library.
extension String {
  /// Returns true if the part occurs in the text.
  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }

  /// The place of the first occurrence of the part.
  package func firstRange(of part: String) -> Range<Index>? { self[...].firstRange(of: part) }

  /// Returns the text with each occurrence of `old` replaced.
  package func replacing(_ old: String, with new: String) -> String {
    if old.isEmpty { return self }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound]
      result += new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  /// The place of the first occurrence of the part.
  package func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while !utf8[start...].starts(with: part.utf8) {
      if start == endIndex { return nil }
      start = utf8.index(after: start)
    }
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }
}
