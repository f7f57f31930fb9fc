import Automata
import Semantics

/// A set of requests: a kind, and for each component what is asked of it.
struct Region {
  let kind: RequestKind
  private(set) var constraints: [Int: ComponentConstraint] = [:]
  /// The components asked about, in the order they were first.
  private(set) var components: [Int] = []

  init(_ kind: RequestKind) { self.kind = kind }

  /// Keeps the requests for which the literal holds; false where it is plain that none is left.
  mutating func restrict(
    _ literal: AtomLiteral, _ context: AnalysisContext
  ) throws(OutOfSteps) -> Bool {
    let atom = context.vocabulary.atoms[literal.atom]
    if case .point(let point) = atom.test {
      return (kind.url == .point(point)) != literal.isNegated
    }
    open(atom.component, context)
    return try constraints[atom.component]!.restrict(literal, context)
  }

  private mutating func open(_ component: Int, _ context: AnalysisContext) {
    if constraints[component] != nil { return }
    constraints[component] = ComponentConstraint(component, kind, context)
    components.append(component)
  }

  /// Settles on a value for every component that was asked about; false where one has none left.
  mutating func propose(_ context: AnalysisContext) throws(OutOfSteps) -> Bool {
    for component in components where constraints[component]!.value == nil {
      let preferred = context.preferred(component, kind)
      guard try constraints[component]!.propose(component, preferred: preferred, context) else {
        return false
      }
    }
    return true
  }

  mutating func exclude(_ component: Int, _ context: AnalysisContext) {
    let value = value(of: component, context)
    open(component, context)
    switch value {
    case .text(let text): constraints[component]!.exclude(text, context)
    case .missing: constraints[component]!.excludeMissing()
    case .port, .choice: break
    }
  }

  /// - Requires: a value has been proposed.
  func value(of component: Int, _ context: AnalysisContext) -> ComponentValue {
    if let constraint = constraints[component], let value = constraint.value { return value }
    return context.preferred(component, kind)
  }

  /// - Requires: a value has been proposed.
  func value(of component: Component, _ context: AnalysisContext) -> ComponentValue? {
    context.vocabulary.number(of: component).map { value(of: $0, context) }
  }

  /// Makes the atoms true that are true of the proposed values.
  func read(into truth: Truth, _ context: AnalysisContext) throws(OutOfSteps) {
    _ = context.scanner(0)
    truth.clear(context.vocabulary.atoms.count)
    for component in context.vocabulary.fewComponents where constraints[component] == nil {
      if case .url = context.vocabulary.components[component] {
        if case .point(let point) = kind.url, let atom = context.vocabulary.atom(ofPoint: point) {
          truth.insert(atom)
        }
        continue
      }
      try context.insert(context.preferred(component, kind), of: component, into: truth)
    }
    if case .point(let point) = kind.url {
      for query in context.queries(ofPoint: point) where constraints[query.component] == nil {
        try context.insert(query.value, of: query.component, into: truth)
      }
    }
    for component in components {
      if let value = constraints[component]!.value {
        try context.insert(value, of: component, into: truth)
      }
    }
  }
}

extension AnalysisContext {
  /// The value that a request has where nothing is asked.
  func preferred(_ component: Int, _ kind: RequestKind) -> ComponentValue {
    let meaning = vocabulary.components[component]
    switch meaning {
    case .frame: return .choice(FrameKind.main.position)
    case .navigation: return .choice(NavigationKind.other.position)
    case .download, .flag: return .choice(0)
    case .method: return .text(Array("GET".utf8))
    case .header: return .missing
    case .pageScheme, .pageHost, .pagePath:
      guard let page = kind.page else { return .missing }
      return Self.preferred(meaning, page)
    default:
      switch kind.url {
      case .point(let point): return values(ofPoint: point)[component] ?? .missing
      case .shape(let shape): return Self.preferred(meaning, shape)
      }
    }
  }

  private static let example = ComponentValue.text(Array("example.com".utf8))
  private static let root = ComponentValue.text(Array("/".utf8))

  private static func preferred(_ component: Component, _ shape: Shape) -> ComponentValue {
    switch component {
    case .scheme, .pageScheme: .text(Array((shape.scheme ?? "app").utf8))
    case .host, .pageHost: shape.hasHost ? example : .missing
    case .path, .pagePath: shape.hasPath ? root : .missing
    default: .missing
    }
  }
}
