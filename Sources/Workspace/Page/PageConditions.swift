import Diagnostics
import Requests
import Semantics
import Text

/// Writes conditions with their core tests.
struct PageConditions {
  let places: SourcePlaces
  var values = PageValues()

  /// Writes a location as `[file, line, column, text]`, with the index of the file.
  func write(_ location: Location, _ writer: inout JSONWriter) {
    write(location, places.source(location), &writer)
  }

  /// Writes the location of a rule. The text includes the enclosing blocks.
  func write(_ rule: Rule, _ writer: inout JSONWriter) {
    write(rule.location, places.source(rule), &writer)
  }

  private func write(_ location: Location, _ text: String, _ writer: inout JSONWriter) {
    let position = places.position(location)
    writer.array { writer in
      writer.number(Int(location.file.index))
      writer.number(position.line)
      writer.number(position.column)
      writer.string(text)
    }
  }

  /// Writes a condition: `{"kind":"constant","value","at"}`, `{"kind":"test","core","seen":[…],"at"}`,
  /// `{"kind":"not","inner","at"}`, or `{"kind":"all" or "any","parts":[…]}`.
  mutating func write(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.object { writer in
      switch condition {
      case .constant(let value, let location):
        writer.string("kind", "constant")
        writer.bool("value", value)
        writer.member("at") { write(location, &$0) }
      case .test(let test): writeTest(test.core, condition, &writer)
      case .named(let test): writeTest(test.core, condition, &writer)
      case .not(let inner, let location):
        writer.string("kind", "not")
        writer.member("inner") { write(inner, &$0) }
        writer.member("seen") { writeSubjects(inner, &$0) }
        writer.member("at") { write(location, &$0) }
      case .all(let parts, _): writeParts("all", parts, &writer)
      case .any(let parts, _): writeParts("any", parts, &writer)
      }
    }
  }

  private mutating func writeTest(
    _ core: CoreCondition, _ condition: Condition, _ writer: inout JSONWriter
  ) {
    writer.string("kind", "test")
    writer.member("core") { write(core, &$0) }
    writer.member("seen") { writeSubjects(condition, &$0) }
    writer.member("at") { write(condition.location, &$0) }
  }

  private mutating func writeParts(
    _ kind: String, _ parts: [Condition], _ writer: inout JSONWriter
  ) {
    writer.string("kind", kind)
    writer.array("parts", parts) { part, writer in write(part, &writer) }
  }

  private mutating func writeSubjects(_ condition: Condition, _ writer: inout JSONWriter) {
    writer.array { writer in
      for subject in condition.subjects { writer.number(values.number(of: subject)) }
    }
  }

  /// Writes a core condition: `{"kind":"constant","value"}`, `{"kind":"test","of","test"}`, `{"kind":"not","inner"}`,
  /// or `{"kind":"all" or "any","parts":[…]}`.
  private mutating func write(_ core: CoreCondition, _ writer: inout JSONWriter) {
    writer.object { writer in
      switch core {
      case .constant(let value):
        writer.string("kind", "constant")
        writer.bool("value", value)
      case .test(let value, let test):
        writer.string("kind", "test")
        writer.number("of", values.number(of: value))
        writer.object("test") { write(test, &$0) }
      case .not(let inner):
        writer.string("kind", "not")
        writer.member("inner") { write(inner, &$0) }
      case .all(let parts): writeParts("all", parts, &writer)
      case .any(let parts): writeParts("any", parts, &writer)
      }
    }
  }

  private mutating func writeParts(
    _ kind: String, _ parts: [CoreCondition], _ writer: inout JSONWriter
  ) {
    writer.string("kind", kind)
    writer.array("parts", parts) { part, writer in write(part, &writer) }
  }

  /// Writes the members of a core test.
  private mutating func write(_ test: RequestTest, _ writer: inout JSONWriter) {
    switch test {
    case .present: writer.string("kind", "present")
    case .member(let pattern): PagePatterns.write(pattern, &writer)
    case .number(let set):
      writer.string("kind", "number")
      writer.key("ranges")
      // Numbers are texts, since JavaScript represents them exactly only up to 53 bits.
      writer.array { writer in
        for range in set.ranges {
          writer.array { writer in
            writer.string(String(range.lowerBound))
            writer.string(String(range.upperBound))
          }
        }
      }
    case .choice(let set):
      writer.string("kind", "choice")
      writer.array("positions", set.positions) { position, writer in writer.number(position) }
    case .origin(let origin):
      writer.string("kind", "origin")
      writer.array("patterns", origin.patterns) { pattern, writer in
        PagePatterns.write(pattern, &writer)
      }
    case .equal(let other): writeComparison("equal", other, &writer)
    case .different(let other): writeComparison("different", other, &writer)
    case .sameOrigin(let root):
      writer.string("kind", "sameOrigin")
      PageValues.write(root, &writer)
    case .related(let relation, let other):
      writeComparison("related", other, &writer)
      writer.key("relation")
      switch relation {
      case .prefix: writer.string("prefix")
      case .suffix: writer.string("suffix")
      case .infix: writer.string("infix")
      case .pattern: writer.string("pattern")
      case .ignoringCase(let relation):
        writer.string(relation.rawValue)
        writer.bool("ignoresCase", true)
      }
    case .listed(let list): Self.writeList("listed", list, &writer)
    case .originListed(let list): Self.writeList("originListed", list, &writer)
    case .likeListed(let list): Self.writeList("likeListed", list, &writer)
    }
  }

  private mutating func writeComparison(
    _ kind: String, _ other: RequestValue, _ writer: inout JSONWriter
  ) {
    writer.string("kind", kind)
    writer.number("other", values.number(of: other))
  }

  private static func writeList(
    _ kind: String, _ list: AppValueKey, _ writer: inout JSONWriter
  ) {
    writer.string("kind", kind)
    writer.string("list", list.name.string)
  }
}
