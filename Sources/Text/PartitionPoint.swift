extension RandomAccessCollection {
  /// The index of the first element for which the condition holds; `endIndex` if there is none. Takes a logarithmic
  /// number of steps.
  ///
  /// - Parameter isAfter: false for the elements before the result, true for all from there on.
  @inlinable
  package func partitionPoint(where isAfter: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if isAfter(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
