import Automata
import Requests

/// A value of the request that can be chosen independently of the others, once the forms of its URL and
/// of the page's URL are fixed.
///
/// `path`, `path[n]` and `path.count` are views of one component. The component `url` identifies the URL
/// among those that `url ==` names.
typealias Component = RequestValue

extension RequestValue {
  /// The component that the value is a view of.
  var component: Component {
    switch self {
    case .part(let part, let root): .part(part.component, of: root)
    case .input: self
    }
  }

  static func ofURL(_ part: URLPart) -> Component { .part(part, of: .request) }

  var isOfURL: Bool { root == .request }

  /// True if there is one for each key, header name or flag.
  var hasKey: Bool {
    switch self {
    case .part(let part, _): part.hasKey
    case .input(let input): input.hasKey
    }
  }

  /// True if it is another view of the text of other components, so that they cannot be chosen independently.
  var isWritten: Bool {
    switch self {
    case .part(let part, _): part.isWrittenForm
    case .input: false
    }
  }

  /// The values that a finite component has, a bit each.
  var choices: UInt32 { UInt32(1) << UInt32(type.count ?? 0) - 1 }
}

/// The properties of a component that the solver reads, computed once.
struct ComponentKind {
  enum Values {
    case text, number
    /// A bit for each value.
    case choices(UInt32)
    /// The request's URL as one of the named URLs, or a list of the app; no constraint is about it.
    case url
  }

  let values: Values
  let domain: ValueDomain
  /// nil for inputs.
  let root: URLRoot?
  /// The index of the root in `AtomTable.otherRoots`; nil for the request's URL.
  let place: Int?
  let isAlwaysPresent: Bool

  init(_ component: Component, place: Int?) {
    let kind = component.kind
    domain = kind.domain
    root = component.root
    self.place = place
    isAlwaysPresent = kind.isAlwaysPresent
    values =
      switch kind.type {
      case .string: .text
      case .int: .number
      case .bool, .choice: .choices(component.choices)
      case .url, .strings, .urls: .url
      }
  }

  var isText: Bool { if case .text = values { true } else { false } }
}

/// A test of one component. All tests are false if the value is missing.
enum AtomTest: Hashable {
  case isPresent
  /// These bytes.
  case literal([UInt8])
  case language(Language)
  /// A port, a status or a number of the app.
  case numbers(IntegerSet)
  /// A mask of values of a finite component: a bit for each case of the enumeration, or bit 1 for true.
  case choice(UInt32)
  /// A URL of `AtomTable.namedURLs`.
  case namedURL(Int)
  /// Two values are present and equal: a pair of `AtomTable.pairs`. The atom's component is that of the first.
  case equal(Int)
  /// A relation of `AtomTable.relations`. The atom's component is one of those that it is about.
  case related(Int)

  /// True if it is about several components.
  var isComparison: Bool {
    switch self {
    case .equal, .related: true
    case .isPresent, .literal, .language, .numbers, .choice, .namedURL: false
    }
  }
}

/// A value as a view of its component.
struct ComponentView: Hashable {
  enum View: Hashable {
    case whole
    /// A component of a path; 0 is always `/`.
    case pathComponent(Int)
    case lastPathComponent
  }

  /// Index into `AtomTable.components`.
  var component: Int
  var view: View
}

/// Two values that a condition compares.
struct ComponentPair: Hashable {
  var first: ComponentView
  var second: ComponentView
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

extension IntegerSet {
  static let all = IntegerSet(.min ... .max)
  static let ports = IntegerSet(0...65535)
  static let none = IntegerSet(nil)

  var isEmpty: Bool { ranges.isEmpty }
  /// The least number that is not negative, or else the greatest one.
  var first: Int? {
    if let range = ranges.first(where: { $0.upperBound >= 0 }) { return max(range.lowerBound, 0) }
    return ranges.last?.upperBound
  }
}
