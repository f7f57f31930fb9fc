import Automata

/// A part of a request that can be chosen without regard to the others, once the shape of the URL
/// and that of the page's URL are fixed.
///
/// `path`, `path[n]` and `path.count` are views of one component.
enum Component: Hashable {
  /// Which of the URLs that `url ==` names it is, if any.
  case url
  case scheme
  case host
  case port
  /// The canonical path, such as `/a/b`.
  case path
  /// First value of the key; keys are the same when their bytes are.
  case query([UInt8])
  case fragment
  /// The query as it is written; a second view of the query, which `url like` asks about.
  case writtenQuery
  /// The fragment as it is written.
  case writtenFragment
  /// What follows the colon of a URL that is not of a special scheme, as it is written.
  case rest
  case method
  case header([UInt8])
  case pageScheme
  case pageHost
  case pagePath
  case navigation
  case frame
  case download
  /// By name, so that flags of two rule sets are the same.
  case flag(String)

  var isOfURL: Bool {
    switch self {
    case .url, .scheme, .host, .port, .path, .query, .fragment, .writtenQuery, .writtenFragment,
      .rest:
      true
    default: false
    }
  }

  var isOfPage: Bool {
    switch self {
    case .pageScheme, .pageHost, .pagePath: true
    default: false
    }
  }

  /// Whether it is none of those that have names: query keys, headers and flags.
  var isOneOfFew: Bool {
    switch self {
    case .query, .header, .flag: false
    default: true
    }
  }

  /// Whether it is another view of what other components hold, so that the choices are not free.
  var isWritten: Bool {
    switch self {
    case .writtenQuery, .writtenFragment, .rest: true
    default: false
    }
  }
}

/// One question about one component. All are false where the value is missing.
enum AtomTest: Hashable {
  case isPresent
  /// These bytes.
  case literal([UInt8])
  case language(Language)
  /// A port.
  case numbers(NumberSet)
  /// A bit for each value of a finite component: case of the enumeration, or bit 1 for true.
  case choice(UInt32)
  /// A URL of `AtomTable.namedURLs`.
  case namedURL(Int)
}

struct Atom: Hashable {
  /// Index into `AtomTable.components`.
  var component: Int
  var test: AtomTest
}

/// An atom or its negation.
struct AtomLiteral: Hashable {
  /// Index into `AtomTable.atoms`.
  var atom: Int
  var isNegated = false

  var negated: AtomLiteral { AtomLiteral(atom: atom, isNegated: !isNegated) }
}

/// Whole numbers from 0 to 65535: sorted, disjoint, non-adjacent ranges.
struct NumberSet: Hashable {
  private(set) var ranges: [ClosedRange<Int>] = []

  static let all = NumberSet(0...65535)
  static let none = NumberSet(nil)

  /// What of the range is a port.
  init(_ range: ClosedRange<Int>?) {
    guard let range, range.lowerBound <= 65535, range.upperBound >= 0 else { return }
    ranges = [max(0, range.lowerBound)...min(65535, range.upperBound)]
  }

  var isEmpty: Bool { ranges.isEmpty }
  var first: Int? { ranges.first?.lowerBound }

  func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

  func intersection(_ other: NumberSet) -> NumberSet {
    var result = NumberSet.none
    for one in ranges {
      for two in other.ranges {
        let low = max(one.lowerBound, two.lowerBound)
        let high = min(one.upperBound, two.upperBound)
        if low <= high { result.ranges.append(low...high) }
      }
    }
    return result
  }

  var complement: NumberSet {
    var result = NumberSet.none
    var next = 0
    for range in ranges {
      if next < range.lowerBound { result.ranges.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 65535 { result.ranges.append(next...65535) }
    return result
  }
}
