/// End of `BasculeWire.swift`: dates, which are text in JSON. It is the same for every rule set.
let dateSupport = ##"""
  extension Date: WireValue {
    public init(json: JSON) throws {
      guard case .string(let text) = json else {
        throw WireError(expected: "an ISO 8601 date", found: json.kind)
      }
      guard let milliseconds = ISO8601.milliseconds(text) else {
        throw WireError(expected: "an ISO 8601 date", found: "another string")
      }
      self = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Null for a date that is not a number, as in JavaScript.
    public var encodedJSON: JSON {
      if timeIntervalSince1970.isNaN { return .null }
      return .string(ISO8601.text((timeIntervalSince1970 * 1000).rounded()))
    }
  }

  /// Dates as ISO 8601 writes them, in the years 1 to 9999 of the Gregorian calendar.
  enum ISO8601 {
    private static let day = 86_400_000
    private static let first = -719_162 * day
    private static let last = 2_932_897 * day - 1

    /// Whether the date is one, and within the range.
    static func isWritable(_ date: Date) -> Bool {
      let milliseconds = date.timeIntervalSince1970 * 1000
      return milliseconds >= Double(first) && milliseconds <= Double(last)
    }

    /// `2026-11-21T11:33:33.123Z`; a date outside the range is the nearest within.
    static func text(_ milliseconds: Double) -> String {
      let time = Int(min(max(milliseconds, Double(first)), Double(last)))
      let days = time >= 0 ? time / day : (time - day + 1) / day
      let rest = time - days * day
      let (year, month, dayOfMonth) = civil(days)
      return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
        + padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2) + ":"
        + padded(rest / 1000 % 60, 2) + "." + padded(rest % 1000, 3) + "Z"
    }

    /// Milliseconds since 1970; digits below the millisecond are dropped.
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

    private static func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func daysIn(_ month: Int, _ year: Int) -> Int {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from 1970-01-01; the year is counted from March, so that a leap day ends it.
    private static func days(_ year: Int, _ month: Int, _ dayOfMonth: Int) -> Int {
      let year = month > 2 ? year : year - 1
      let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1
      return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
      let shifted = days + 719_468
      let era = shifted / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
      return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private struct DigitReader {
      private let bytes: [UInt8]
      private var index = 0

      init(_ bytes: [UInt8]) { self.bytes = bytes }

      var isAtEnd: Bool { index == bytes.count }

      mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
      }

      mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
          guard let digit = digit() else { return nil }
          number = number * 10 + digit
        }
        return number
      }

      /// Milliseconds of one digit or more.
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

  """##
