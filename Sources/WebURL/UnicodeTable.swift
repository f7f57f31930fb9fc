/// A map from code points to a letter and a few numbers, read from the text of `UnicodeData`.
struct UnicodeTable: Sendable {
  private var starts: [UInt32] = []
  private var letters: [UInt8] = []
  /// The end of each entry's values in `values`. They begin at the end of the previous entry's values.
  private var ends: [Int] = []
  private var values: [UInt32] = []

  static let mapping = UnicodeTable(UnicodeData.mapping)
  static let decompositions = UnicodeTable(UnicodeData.decompositions)
  static let combiningClasses = UnicodeTable(UnicodeData.combiningClasses)
  static let marks = UnicodeTable(UnicodeData.marks)
  static let bidiClasses = UnicodeTable(UnicodeData.bidiClasses)
  static let joiningTypes = UnicodeTable(UnicodeData.joiningTypes)

  private init(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
      var start: UInt32 = 0
      var number: UInt32?
      func flush() {
        if let number { values.append(number) }
        number = nil
      }
      for byte in bytes {
        switch byte {
        case 0x30...0x39: number = (number ?? 0) * 36 + UInt32(byte - 0x30)
        case 0x61...0x7A: number = (number ?? 0) * 36 + UInt32(byte - 0x61 + 10)
        case 0x41...0x5A:
          if !starts.isEmpty { ends.append(values.count) }
          start += number ?? 0
          number = nil
          starts.append(start)
          letters.append(byte)
        default:
          // A comma, or the semicolon that ends an entry.
          flush()
        }
      }
      flush()
      ends.append(values.count)
    }
  }

  /// The last entry that starts at or before the code point; nil if there is none.
  private func entry(_ scalar: Unicode.Scalar) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar.value { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The letter of the entry that contains the scalar.
  func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    entry(scalar).map { Unicode.Scalar(letters[$0]) } ?? " "
  }

  /// The numbers of the entry that contains the scalar.
  func numbers(_ scalar: Unicode.Scalar) -> ArraySlice<UInt32> {
    entry(scalar).map(numbers) ?? []
  }

  /// The numbers of the entry that starts at the scalar; nil if there is none.
  func numbers(at scalar: Unicode.Scalar) -> ArraySlice<UInt32>? {
    guard let entry = entry(scalar), starts[entry] == scalar.value else { return nil }
    return numbers(entry)
  }

  private func numbers(_ entry: Int) -> ArraySlice<UInt32> {
    values[(entry == 0 ? 0 : ends[entry - 1])..<ends[entry]]
  }

  /// The entries with the letter: the code point at which each starts, and its numbers.
  func entries(_ letter: Unicode.Scalar) -> [(UInt32, ArraySlice<UInt32>)] {
    starts.indices.filter { letters[$0] == UInt8(letter.value) }.map { (starts[$0], numbers($0)) }
  }
}
