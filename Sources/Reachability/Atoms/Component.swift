import Automata
import Requests

/// A value of the request that can be chosen independently of the others, once the forms of its URLs are fixed.
///
/// `path`, `path[n]` and `path.count` are views of one component. The component `url` says which of the URLs that
/// `url ==` names the request has.
typealias Component = RequestValue

extension RequestValue {
  /// The component that the value is a view of; often the value itself.
  var component: Component {
    switch self {
    case .part(let part, let root): .part(part.component, of: root)
    case .input: self
    }
  }

  static func ofURL(_ part: URLPart) -> Component { .part(part, of: .request) }

  var isOfURL: Bool { root == .request }

  /// True if there is a component for each key, header name or flag.
  var hasKey: Bool {
    switch self {
    case .part(let part, _): part.hasKey
    case .input(let input): input.hasKey
    }
  }

  /// True if the component is another view of the text of other components, so that it cannot be chosen
  /// independently of them.
  var isWritten: Bool {
    switch self {
    case .part(let part, _): part.isWrittenForm
    case .input: false
    }
  }

  /// The values of a finite component, as bits.
  var choices: UInt32 { UInt32(1) << UInt32(type.count ?? 0) - 1 }
}

/// The properties of a component that the solver reads, computed once.
struct ComponentKind {
  enum Values {
    case text, number
    /// The values as bits.
    case choices(UInt32)
    /// No values that a constraint could restrict: the named URL of the request, or a list of the app.
    case url
  }

  let values: Values
  let domain: ValueDomain
  /// The URL that contains the component; nil for inputs.
  let root: URLRoot?
  /// The index of the root in `AtomTable.otherRoots`; nil for the request's URL and for inputs.
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

/// A test of one component. If the value is missing, every test is false.
enum AtomTest: Hashable {
  case isPresent
  /// Equality with these bytes.
  case literal([UInt8])
  case language(Language)
  /// Membership of a port, a status or a number of the app in a set.
  case numbers(IntegerSet)
  /// Membership in a set of values of a finite component, as bits: one for each case of the enumeration, or bit 1
  /// for true.
  case choice(UInt32)
  /// Equality with a URL of `AtomTable.namedURLs`.
  case namedURL(Int)
  /// Presence and equality of both values of a pair in `AtomTable.pairs`. The atom has the component of the first
  /// value.
  case equal(Int)
  /// A relation of `AtomTable.relations`. The atom has one of the components of the relation.
  case related(Int)

  /// True if the test is about several components.
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
    /// A component of the path; component 0 is always `/`.
    case pathComponent(Int)
    case lastPathComponent

    var name: String {
      switch self {
      case .whole: "whole"
      case .pathComponent(let index): "pathComponent(\(index))"
      case .lastPathComponent: "lastPathComponent"
      }
    }
  }

  /// The index of the component in `AtomTable.components`.
  var component: Int
  var view: View
}

/// Two values that a condition compares.
struct ComponentPair: Hashable {
  var first: ComponentView
  var second: ComponentView
}

struct Atom: Hashable {
  /// The index of the component in `AtomTable.components`.
  var component: Int
  var test: AtomTest
}

/// An atom or its negation.
struct AtomLiteral: Hashable {
  /// The index of the atom in `AtomTable.atoms`.
  var atom: Int
  var isNegated = false

  var negated: AtomLiteral { AtomLiteral(atom: atom, isNegated: !isNegated) }
}

extension IntegerSet {
  static let all = IntegerSet(.min ... .max)
  static let ports = IntegerSet(0...65535)
  static let none = IntegerSet(nil)

  var isEmpty: Bool { ranges.isEmpty }
  /// The least number that is not negative, or the greatest number if all are negative.
  var first: Int64? {
    if let range = ranges.first(where: { $0.upperBound >= 0 }) { return max(range.lowerBound, 0) }
    return ranges.last?.upperBound
  }
}
