import Diagnostics
import Semantics
import Text

/// A capture of a pattern in the spelling of another language.
struct CaptureSlip {
  let help: String
  let fix: Fix?

  /// Fails if the text in braces is not in a known spelling.
  ///
  /// - Parameter location: the location of a fault in the pattern: a whole string, or a part of its braces.
  init?(at location: Location, _ input: CheckInput) {
    guard let (braces, content) = Self.braces(around: location, input) else { return nil }
    let isLast = input.byte(location.file, Int(braces.span.end)) == UInt8(ascii: "\"")
    let name = content.drop { "*.+".contains($0) }
    let stem = String(name.reversed().drop { "*.+".contains($0) }.reversed())
    if stem.isEmpty {
      let wildcard = content.contains("**") ? "**" : "*"
      (help, fix) = Self.writing(wildcard, at: braces)
    } else if stem.utf8.count < content.utf8.count, ForeignNames.isName(stem) {
      guard isLast else { return nil }
      (help, fix) = Self.writing("{\(stem)**}", at: braces)
    } else if content.hasSuffix("?"), ForeignNames.isName(content.dropLast()) {
      help = "a capture is never missing: compare the path without it in another condition, by `||`"
      fix = nil
    } else if let meant = Self.typed(content) {
      (help, fix) = Self.writing(meant, at: braces)
    } else {
      let parts = content.split(whereSeparator: { ",|".contains($0) })
      guard parts.count > 1, parts.allSatisfy({ ForeignNames.isName($0) }) else { return nil }
      help = "alternatives are written in `matches`, as in `(\(parts.joined(separator: "|")))`"
      fix = nil
    }
  }

  private static func writing(_ text: String, at braces: Location) -> (String, Fix?) {
    ("write `\(text)`", .replace(braces, with: text, isSafe: false))
  }

  /// The capture with a type, such as `{id: Int}` for `id: \d+`; nil for other texts.
  private static func typed(_ content: String) -> String? {
    let parts = content.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ForeignNames.isName(parts[0]) else { return nil }
    let kind = parts[1].filter { $0 != " " && $0 != "\\" }
    return ["d+", "d*", "[0-9]+", "[0-9]*", "int", "integer", "number", "Number"].contains(kind)
      ? "{\(parts[0]): Int}" : nil
  }

  /// The location of the braces with the fault, and the text between them; nil if there are none.
  private static func braces(
    around location: Location, _ input: CheckInput
  ) -> (Location, content: String)? {
    let quote = UInt8(ascii: "\"")
    var start = Int(location.span.start)
    func byte(_ offset: Int) -> UInt8 { input.byte(location.file, offset) }
    if byte(start) == quote {
      while start < Int(location.span.end), byte(start) != UInt8(ascii: "{") { start += 1 }
    } else {
      while start > 0, byte(start) != UInt8(ascii: "{"), byte(start) != quote { start -= 1 }
    }
    guard byte(start) == UInt8(ascii: "{") else { return nil }
    var end = start + 1
    while ![UInt8(ascii: "}"), quote, 0x0A, 0].contains(byte(end)) { end += 1 }
    guard byte(end) == UInt8(ascii: "}") else { return nil }
    let content = input.text(Location(location.file, Span(start + 1, end)))
    return (Location(location.file, Span(start, end + 1)), content)
  }
}
