import Diagnostics
import Requests

/// Writes patterns, which are sets of texts.
enum PagePatterns {
  /// Writes the members of a test of text: `"kind"`, with `"texts"`, `"text"`, `"glob"` or `"expression"`, and
  /// `"relation"` if the test ignores case.
  static func write(_ pattern: TextPattern, _ writer: inout JSONWriter) {
    switch pattern {
    case .oneOf(let texts): write("oneOf", texts, &writer)
    case .noneOf(let texts): write("noneOf", texts, &writer)
    case .prefix(let text): write("prefix", text, &writer)
    case .suffix(let text): write("suffix", text, &writer)
    case .infix(let text): write("infix", text, &writer)
    case .glob(let glob):
      writer.string("kind", "glob")
      writer.member("glob") { write(glob, &$0) }
    case .expression(let expression):
      writer.string("kind", "expression")
      writer.member("expression") { write(expression, &$0) }
    case .ignoringCase(let relation, let text):
      write("ignoringCase", text, &writer)
      writer.string("relation", relation.rawValue)
    }
  }

  private static func write(_ kind: String, _ text: ExactString, _ writer: inout JSONWriter) {
    writer.string("kind", kind)
    writer.string("text", text.string)
  }

  private static func write(_ kind: String, _ texts: [ExactString], _ writer: inout JSONWriter) {
    writer.string("kind", kind)
    writer.array("texts", texts) { text, writer in writer.string(text.string) }
  }

  /// Writes an origin pattern: `{"scheme","host","port"}`. If the pattern names no port, it is the port of the
  /// scheme, or null if the scheme has none.
  static func write(_ pattern: OriginPattern, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("scheme", pattern.scheme)
      writer.member("host") { write(pattern.host, &$0) }
      writer.key("port")
      if let port = pattern.port { writer.number(port) } else { writer.null() }
    }
  }

  /// Writes a glob: `{"separator","elements":[…]}`. An element is a literal text, or `["run"]`, `["anything"]`,
  /// `["components"]`, `["capture", index]`, `["captureText", index]`, `["captureRest", index]`.
  private static func write(_ glob: Glob, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("separator", String(glob.separator))
      writer.array("elements") { writer in for element in glob.elements { write(element, &writer) }
      }
    }
  }

  private static func write(_ element: Glob.Element, _ writer: inout JSONWriter) {
    func write(_ name: String, _ index: Int?, _ writer: inout JSONWriter) {
      writer.array { writer in
        writer.string(name)
        if let index { writer.number(index) }
      }
    }
    switch element {
    case .literal(let text): writer.string(text)
    case .run: write("run", nil, &writer)
    case .anything: write("anything", nil, &writer)
    case .components: write("components", nil, &writer)
    case .capture(let index): write("capture", index, &writer)
    case .captureText(let index): write("captureText", index, &writer)
    case .captureRest(let index): write("captureRest", index, &writer)
    }
  }

  /// Writes a regular expression.
  ///
  /// It is `["empty"]`, `["set", first, last, …]` with the ranges of scalars, `["sequence", …]`, `["alternatives",
  /// …]`, `["repetition", part, lower, upper or null]`, `["start"]` or `["end"]`.
  private static func write(_ expression: RegularExpression, _ writer: inout JSONWriter) {
    writer.array { writer in
      switch expression {
      case .empty: writer.string("empty")
      case .start: writer.string("start")
      case .end: writer.string("end")
      case .set(let set):
        writer.string("set")
        for range in set.ranges {
          writer.number(Int(range.lowerBound))
          writer.number(Int(range.upperBound))
        }
      case .sequence(let parts):
        writer.string("sequence")
        for part in parts { write(part, &writer) }
      case .alternatives(let parts):
        writer.string("alternatives")
        for part in parts { write(part, &writer) }
      case .repetition(let part, let lower, let upper):
        writer.string("repetition")
        write(part, &writer)
        writer.number(lower)
        if let upper { writer.number(upper) } else { writer.null() }
      }
    }
  }
}
