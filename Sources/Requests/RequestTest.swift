/// A core test of one value of a request; false if the value is missing.
///
/// Every predicate of the language is lowered to core tests when it is resolved. `Interpreter` evaluates a core
/// test on a value, `Reachability` turns it into a language or set over the value's domain, `DispatchTables`
/// extracts keys from it, and `Generation` prints it.
package enum RequestTest: Hashable, Sendable {
  case present
  case member(of: TextPattern)
  case number(in: IntegerSet)
  /// The value is at one of these positions among the values of its finite type.
  case choice(of: ChoiceSet)
  /// The scheme, host and port of a URL match a pattern.
  case origin(of: OriginSet)
  /// The other value is present and equal.
  case equal(to: RequestValue)
  /// The other value is present and differs.
  case different(from: RequestValue)
  /// The URL has a host, and the same scheme, host and port as the other URL.
  case sameOrigin(as: URLRoot)
  /// The text is in the relation with the text of the other value.
  case related(TextRelation, to: RequestValue)
  /// The text or the URL is in a list of the app.
  case listed(in: AppValueKey)
  /// The URL has the same scheme, host and port as a URL in a list of the app.
  case originListed(in: AppValueKey)
  /// The host matches a pattern in a list of the app.
  case likeListed(in: AppValueKey)

  /// The indices of the captures that the test binds.
  package var captures: [Int] {
    switch self {
    case .member(let pattern): pattern.captures
    case .present, .number, .choice, .origin, .equal, .different, .sameOrigin, .related, .listed,
      .originListed, .likeListed:
      []
    }
  }

  /// Returns the test with the index of every capture replaced.
  package func mapCaptures(_ transform: (Int) -> Int) -> RequestTest {
    switch self {
    case .member(.glob(let glob)): .member(of: .glob(glob.mapCaptures(transform)))
    case .present, .member, .number, .choice, .origin, .equal, .different, .sameOrigin, .related,
      .listed, .originListed, .likeListed:
      self
    }
  }

  /// True if the test is about the scheme, host and port of a URL.
  package var isOfOrigin: Bool {
    switch self {
    case .origin, .sameOrigin, .originListed: true
    case .present, .member, .number, .choice, .equal, .different, .related, .listed, .likeListed:
      false
    }
  }

  /// The other value with which the test compares; nil if it tests only one value.
  package var comparand: RequestValue? {
    switch self {
    case .equal(let other), .different(let other), .related(_, let other): other
    case .listed(let list), .originListed(let list), .likeListed(let list): .input(.value(list))
    case .sameOrigin(let root): .part(.whole, of: root)
    case .present, .member, .number, .choice, .origin: nil
    }
  }
}

/// A relation of a text to another text.
package enum TextRelation: Hashable, Sendable {
  /// The text begins with the other one, ends with it or contains it.
  case prefix, suffix, infix
  /// The other text is a pattern of hosts that matches the text.
  case pattern
  /// The relation holds if the case of letters is ignored.
  case ignoringCase(CaselessRelation)

  /// Returns true if the text is in the relation with the other text.
  package func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    switch self {
    case .ignoringCase(let relation):
      relation.holds(
        CaseVariants.folded(String(decoding: text, as: UTF8.self)),
        CaseVariants.folded(String(decoding: part, as: UTF8.self)))
    case .prefix: text.starts(with: part)
    case .suffix: text.reversed().starts(with: part.reversed())
    case .infix: Self.contains(text, part)
    case .pattern:
      HostPattern(String(decoding: part, as: UTF8.self)).map { $0.matches(text) } == true
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.count >= part.count
      && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}

/// A relation of two texts that ignores the case of letters (Unicode's simple case folding).
package enum CaselessRelation: String, Hashable, Sendable {
  /// The texts are equal.
  case whole
  /// The text begins with the other one, ends with it or contains it.
  case prefix, suffix, infix

  /// The relation that respects case; nil for equality.
  package var withCase: TextRelation? {
    switch self {
    case .whole: nil
    case .prefix: .prefix
    case .suffix: .suffix
    case .infix: .infix
    }
  }

  /// Returns true if two texts are in the relation.
  ///
  /// - Requires: both texts are results of `CaseVariants.folded`.
  package func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    return withCase?.holds(text, part) ?? (text == part)
  }
}

/// A set of texts.
package enum TextPattern: Hashable, Sendable {
  case oneOf([ExactString])
  case noneOf([ExactString])
  case prefix(ExactString)
  case suffix(ExactString)
  case infix(ExactString)
  case glob(Glob)
  case expression(RegularExpression)
  /// The texts that are in the relation with a text. That text is a result of `CaseVariants.folded`.
  case ignoringCase(CaselessRelation, ExactString)

  /// Creates the set of texts that the glob matches; a list if there is only one.
  package init(_ glob: Glob) {
    if let literal = glob.literal {
      self = .oneOf([ExactString(literal)])
    } else {
      self = .glob(glob)
    }
  }

  package var captures: [Int] {
    switch self {
    case .glob(let glob): glob.captures
    case .oneOf, .noneOf, .prefix, .suffix, .infix, .expression, .ignoringCase: []
    }
  }
}

/// A set of positions among the values of a finite type.
package struct ChoiceSet: Hashable, Sendable {
  /// A bit for each position.
  package let bits: UInt32

  package init(bits: UInt32) { self.bits = bits }
  package init(_ positions: [Int]) { bits = positions.reduce(0) { $0 | 1 << UInt32($1) } }

  package static let isTrue = ChoiceSet([1])

  package func contains(_ position: Int) -> Bool { bits >> UInt32(position) & 1 == 1 }

  /// The positions in ascending order.
  package var positions: [Int] { (0..<32).filter { contains($0) } }

  /// Returns the other positions.
  ///
  /// - Parameter count: the number of all positions.
  package func complement(_ count: Int) -> ChoiceSet {
    ChoiceSet(bits: ~bits & (1 << UInt32(count) - 1))
  }
}

/// The origins of an `origin` declaration.
package struct OriginSet: Hashable, Sendable {
  package var name: String
  package var patterns: [OriginPattern]

  package init(name: String, patterns: [OriginPattern]) {
    self.name = name
    self.patterns = patterns
  }
}

/// A set of integers as sorted, disjoint and non-adjacent ranges.
package struct IntegerSet: Hashable, Sendable {
  package private(set) var ranges: [ClosedRange<Int64>] = []

  package init(_ numbers: [Int64]) {
    for number in Set(numbers).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }

  package init(_ range: ClosedRange<Int64>?) { ranges = range.map { [$0] } ?? [] }

  package func contains(_ number: Int64) -> Bool { ranges.contains { $0.contains(number) } }

  package func intersection(_ other: IntegerSet) -> IntegerSet {
    var result = IntegerSet(nil)
    for one in ranges {
      for two in other.ranges {
        let low = max(one.lowerBound, two.lowerBound)
        let high = min(one.upperBound, two.upperBound)
        if low <= high { result.ranges.append(low...high) }
      }
    }
    return result
  }

  package var complement: IntegerSet {
    var result = IntegerSet(nil)
    var next: Int64? = .min
    for range in ranges {
      if let start = next, start < range.lowerBound {
        result.ranges.append(start...(range.lowerBound - 1))
      }
      next = range.upperBound == .max ? nil : range.upperBound + 1
    }
    if let next { result.ranges.append(next...(.max)) }
    return result
  }

  /// The numbers of the set; nil if there are more than `count`.
  package func numbers(upTo count: Int) -> [Int64]? {
    var numbers: [Int64] = []
    for range in ranges {
      let (size, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
      if overflows || size >= count - numbers.count { return nil }
      numbers += Array(range)
    }
    return numbers
  }
}
