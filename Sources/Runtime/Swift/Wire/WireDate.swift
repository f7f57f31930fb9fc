//: output BasculeWire
//: needs WireValue DateText

public import Foundation

nonisolated extension Date: WireValue {
  public init(json: JSON) throws {
    guard case .string(let text) = json else {
      throw WireError(expected: "an ISO 8601 date", found: json.kind)
    }
    guard let milliseconds = DateText.milliseconds(text) else {
      throw WireError(expected: "an ISO 8601 date", found: "another string")
    }
    self = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date as JSON; null for a date that is not a number, as in JavaScript.
  public var encodedJSON: JSON {
    if timeIntervalSince1970.isNaN { return .null }
    return .string(DateText.text((timeIntervalSince1970 * 1000).rounded()))
  }
}

nonisolated extension DateText {
  /// Returns the milliseconds since 1970. Digits below the millisecond are dropped.
  static func milliseconds(_ text: String) -> Int? {
    var reader = DigitReader(Array(text.utf8))
    guard let year = reader.number(4), year >= 1, reader.takes("-"),
      let month = reader.number(2), (1...12).contains(month), reader.takes("-"),
      let dayOfMonth = reader.number(2), (1...daysIn(month, year)).contains(dayOfMonth),
      reader.takes("T"), let hour = reader.number(2), hour < 24, reader.takes(":"),
      let minute = reader.number(2), minute < 60, reader.takes(":"),
      let second = reader.number(2), second <= 60
    else { return nil }
    var time = days(year, month, dayOfMonth) * day + hour * 3_600_000 + minute * 60_000
    time += second * 1000
    if reader.takes(".") {
      guard let fraction = reader.fraction() else { return nil }
      time += fraction
    }
    if reader.takes("Z") { return reader.isAtEnd ? withinRange(time) : nil }
    let isAhead = reader.takes("+")
    guard isAhead || reader.takes("-"), let hours = reader.number(2), hours < 24,
      reader.takes(":"), let minutes = reader.number(2), minutes < 60, reader.isAtEnd
    else { return nil }
    let offset = hours * 3_600_000 + minutes * 60_000
    return withinRange(isAhead ? time - offset : time + offset)
  }

  private static func withinRange(_ time: Int) -> Int? {
    time >= first && time <= last ? time : nil
  }

  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the days since 1970-01-01. The calculation begins a year in March, so that a leap day ends it.
  private static func days(_ year: Int, _ month: Int, _ dayOfMonth: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private struct DigitReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    @inline(never) mutating func takes(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    @inline(never) mutating func number(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// Reads a fraction of one or more digits as milliseconds.
    mutating func fraction() -> Int? {
      guard let tenth = digit() else { return nil }
      let hundredth = digit()
      let thousandth = hundredth == nil ? nil : digit()
      while digit() != nil {}
      return tenth * 100 + (hundredth ?? 0) * 10 + (thousandth ?? 0)
    }

    private mutating func digit() -> Int? {
      guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
      else { return nil }
      index += 1
      return Int(bytes[index - 1]) - 48
    }
  }
}
