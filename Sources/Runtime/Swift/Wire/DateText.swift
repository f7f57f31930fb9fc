//: output BasculeWire

import Foundation

/// Dates as ISO 8601 text, in the years 1 to 9999 of the Gregorian calendar.
nonisolated enum DateText {
  static let day = 86_400_000
  static let first = -719_162 * day
  static let last = 2_932_897 * day - 1

  /// Returns the text of a date, such as `2026-11-21T11:33:33.123Z`; nil for a date that is not in the range.
  static func text(of date: Date) -> String? {
    let milliseconds = date.timeIntervalSince1970 * 1000
    if milliseconds >= Double(first) && milliseconds <= Double(last) {
      return text(milliseconds.rounded())
    }
    return nil
  }

  /// Returns the text of a time in milliseconds. A time outside the range is replaced by the nearest one in it.
  static func text(_ milliseconds: Double) -> String {
    let time = Int(min(max(milliseconds, Double(first)), Double(last)))
    let days = time >= 0 ? time / day : (time - day + 1) / day
    let rest = time - days * day
    let (year, month, dayOfMonth) = civil(days)
    var text = ""
    for (number, count, end) in [
      (year, 4, "-"), (month, 2, "-"), (dayOfMonth, 2, "T"), (rest / 3_600_000, 2, ":"),
      (rest / 60_000 % 60, 2, ":"), (rest / 1000 % 60, 2, "."), (rest % 1000, 3, "Z"),
    ] {
      text += padded(number, count) + end
    }
    return text
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
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
}
