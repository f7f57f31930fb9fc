import Diagnostics
import Requests
import Semantics
import Text

/// Writes conditions with their core tests.
struct PageConditions {
  let places: SourcePlaces
  var values = PageValues()

  /// `[file, line, column, text]`, with the index of the file.
  func write(_ location: Location, _ writer: inout JSONWriter) {
    let position = places.position(location)
    writer.array { writer in
      writer.number(Int(location.file.index))
      writer.number(position.line)
      writer.number(position.column)
      writer.string(places.source(location))
    }
  }

  /// `{"kind":"constant","value","at"}`, `{"kind":"test","core","seen":[…],"at"}`, `{"kind":"not","inner","at"}`,
  /// or `{"kind":"all" or "any","parts":[…]}`.
  mutating func write(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.object { writer in
      switch condition {
      case .constant(let value, let location):
        Self.writeKind("constant", &writer)
        writer.key("value")
        writer.bool(value)
        writer.key("at")
        write(location, &writer)
      case .test(let test): writeTest(test.core, condition, &writer)
      case .named(let test): writeTest(test.core, condition, &writer)
      case .not(let inner, let location):
        Self.writeKind("not", &writer)
        writer.key("inner")
        write(inner, &writer)
        writer.key("seen")
        writeSubjects(inner, &writer)
        writer.key("at")
        write(location, &writer)
      case .all(let parts, _): writeParts("all", parts, &writer)
      case .any(let parts, _): writeParts("any", parts, &writer)
      }
    }
  }

  private static func writeKind(_ kind: String, _ writer: inout JSONWriter) {
    writer.key("kind")
    writer.string(kind)
  }

  private mutating func writeTest(
    _ core: CoreCondition, _ condition: Condition, _ writer: inout JSONWriter
  ) {
    Self.writeKind("test", &writer)
    writer.key("core")
    write(core, &writer)
    writer.key("seen")
    writeSubjects(condition, &writer)
    writer.key("at")
    write(condition.location, &writer)
  }

  private mutating func writeParts(
    _ kind: String, _ parts: [Condition], _ writer: inout JSONWriter
  ) {
    Self.writeKind(kind, &writer)
    writer.key("parts")
    writer.array { writer in for part in parts { write(part, &writer) } }
  }

  private mutating func writeSubjects(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.array { writer in
      for subject in condition.subjects { writer.number(values.number(of: subject)) }
    }
  }

  /// `{"kind":"constant","value"}`, `{"kind":"test","of","test"}`, `{"kind":"not","inner"}`, or
  /// `{"kind":"all" or "any","parts":[…]}`.
  private mutating func write(_ core: CoreCondition, _ writer: inout JSONWriter) {
    writer.object { writer in
      switch core {
      case .constant(let value):
        Self.writeKind("constant", &writer)
        writer.key("value")
        writer.bool(value)
      case .test(let value, let test):
        Self.writeKind("test", &writer)
        writer.key("of")
        writer.number(values.number(of: value))
        writer.key("test")
        writer.object { write(test, &$0) }
      case .not(let inner):
        Self.writeKind("not", &writer)
        writer.key("inner")
        write(inner, &writer)
      case .all(let parts): writeParts("all", parts, &writer)
      case .any(let parts): writeParts("any", parts, &writer)
      }
    }
  }

  private mutating func writeParts(
    _ kind: String, _ parts: [CoreCondition], _ writer: inout JSONWriter
  ) {
    Self.writeKind(kind, &writer)
    writer.key("parts")
    writer.array { writer in for part in parts { write(part, &writer) } }
  }

  /// The members of a core test.
  private mutating func write(_ test: RequestTest, _ writer: inout JSONWriter) {
    switch test {
    case .present: Self.writeKind("present", &writer)
    case .member(let pattern): PagePatterns.write(pattern, &writer)
    case .number(let set):
      Self.writeKind("number", &writer)
      writer.key("ranges")
      // As text: numbers of JavaScript are exact up to 53 bits.
      writer.array { writer in
        for range in set.ranges {
          writer.array { writer in
            writer.string(String(range.lowerBound))
            writer.string(String(range.upperBound))
          }
        }
      }
    case .choice(let set):
      Self.writeKind("choice", &writer)
      writer.key("positions")
      writer.array { writer in for position in set.positions { writer.number(position) } }
    case .origin(let origin):
      Self.writeKind("origin", &writer)
      writer.key("patterns")
      writer.array { writer in
        for pattern in origin.patterns { PagePatterns.write(pattern, &writer) }
      }
    case .equal(let other): writeComparison("equal", other, &writer)
    case .different(let other): writeComparison("different", other, &writer)
    case .sameOrigin(let root):
      Self.writeKind("sameOrigin", &writer)
      PageValues.write(root, &writer)
    case .related(let relation, let other):
      writeComparison("related", other, &writer)
      writer.key("relation")
      switch relation {
      case .prefix: writer.string("prefix")
      case .suffix: writer.string("suffix")
      case .infix: writer.string("infix")
      case .pattern: writer.string("pattern")
      }
    case .listed(let list): Self.writeList("listed", list, &writer)
    case .originListed(let list): Self.writeList("originListed", list, &writer)
    case .likeListed(let list): Self.writeList("likeListed", list, &writer)
    }
  }

  private mutating func writeComparison(
    _ kind: String, _ other: RequestValue, _ writer: inout JSONWriter
  ) {
    Self.writeKind(kind, &writer)
    writer.key("other")
    writer.number(values.number(of: other))
  }

  private static func writeList(
    _ kind: String, _ list: AppValueKey, _ writer: inout JSONWriter
  ) {
    writeKind(kind, &writer)
    writer.key("list")
    writer.string(list.name.string)
  }
}
