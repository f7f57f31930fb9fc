/// The encoding of non-ASCII labels in ASCII (RFC 3492), without the `xn--`.
enum Punycode {
  /// The length above which labels are rejected, since encoding and decoding take quadratic time.
  static let maximumLength = 1000

  static func encode(_ label: [Unicode.Scalar]) -> String? {
    guard label.count <= maximumLength else { return nil }
    var output = label.compactMap { $0.isASCII ? UInt8($0.value) : nil }
    let basic = output.count
    if basic > 0 { output.append(0x2D) }
    var handled = basic
    var code: UInt32 = 128
    var delta = 0
    var bias = 72
    while handled < label.count {
      guard let next = label.lazy.map({ $0.value }).filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        var rest = delta
        var position = 36
        while true {
          let threshold = threshold(position, bias)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          position += 36
        }
        output.append(digit(rest))
        bias = adapted(Int64(delta), handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the decoded label; nil if the text is not a valid encoding.
  static func decode(_ text: some Collection<Unicode.Scalar>) -> [Unicode.Scalar]? {
    let bytes = text.map { UInt8(truncatingIfNeeded: $0.value) }
    guard bytes.count <= 2 * maximumLength, text.allSatisfy({ $0.isASCII }) else { return nil }
    var output: [Unicode.Scalar] = []
    var index = 0
    if let hyphen = bytes.lastIndex(of: 0x2D) {
      output = bytes[..<hyphen].map { Unicode.Scalar($0) }
      index = hyphen + 1
    }
    var code: Int64 = 128
    var place: Int64 = 0
    var bias = 72
    while index < bytes.count {
      let start = place
      var weight: Int64 = 1
      var position = 36
      while true {
        guard index < bytes.count, let digit = value(bytes[index]) else { return nil }
        index += 1
        place += Int64(digit) * weight
        if place > 1 << 40 { return nil }
        let threshold = threshold(position, bias)
        if digit < threshold { break }
        weight *= Int64(36 - threshold)
        if weight > 1 << 40 { return nil }
        position += 36
      }
      let count = output.count + 1
      bias = adapted(place - start, count, isFirst: start == 0)
      code += place / Int64(count)
      place %= Int64(count)
      guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: Int(place))
      place += 1
    }
    return output
  }

  private static func threshold(_ position: Int, _ bias: Int) -> Int {
    min(max(position - bias, 1), 26)
  }

  private static func adapted(_ delta: Int64, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / Int64(count)
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + Int(36 * delta / (delta + 38))
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30 + 26
    case 0x41...0x5A: Int(byte) - 0x41
    case 0x61...0x7A: Int(byte) - 0x61
    default: nil
    }
  }
}
