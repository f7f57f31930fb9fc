import Automata
import Requests

/// The texts that compared values can have in the requests of a cube.
extension Cube {
  /// The texts that the component can have. Texts that do not fit the other parts of the same URL are left out
  /// if the component contains these parts in their encoded form.
  func texts(of component: Int, _ context: AnalysisContext) -> Language {
    let store = context.store
    let own = constraint(component)?.remaining(context).language(store) ?? .empty
    guard case .part(let part, let root) = context.atomTable.components[component],
      let form = context.form(of: root, kind)
    else { return own }
    let parts = URLPartPreimage(context: context, cube: self, root: root, form: form)
    return switch part {
    case .writtenURL: store.intersection([own, parts.whole(host: nil)])
    case .writtenQuery: store.intersection([own, parts.query().texts])
    case .afterScheme: store.intersection([own, parts.front()])
    case .whole, .scheme, .host, .port, .path, .queryItem, .rawQueryItem, .fragment,
      .writtenFragment, .opaque:
      own
    }
  }

  /// The texts that the view can have. For a part of a path, other literals may exclude some of them.
  func texts(of view: ComponentView, _ context: AnalysisContext) -> Language {
    let store = context.store
    if view.view == .whole { return texts(of: view.component, context) }
    if view.view == .pathComponent(0) { return store.literal("/") }
    var left = context.languages.pathComponents(in: .everything)
    for literal in constraint(view.component)?.literals ?? SmallList() {
      switch (context.atomTable.hints[literal.atom], context.atomTable.atoms[literal.atom].test) {
      case (.component(let index, let texts), _) where view.view == .pathComponent(index):
        left = store.intersection([left, literal.isNegated ? store.complement(texts) : texts])
      case (_, .literal(let path)) where !literal.isNegated:
        guard case .text(let text) = view.part(of: .text(path)) else { return .empty }
        left = store.intersection([left, store.literal(text)])
      default: break
      }
    }
    return left
  }

  /// A text of the language that the view and all views that must equal it can have; nil if there is none.
  func text(
    of view: ComponentView, in language: Language, _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> [UInt8]? {
    let store = context.store
    let equal = equals(of: view, context)
    let left = store.intersection([language] + equal.map { texts(of: $0, context) })
    guard let part = equal.first(where: { $0.view != .whole }) else {
      return try store.shortest(left, limit)
    }
    let paths = store.intersection([
      texts(of: part.component, context), context.languages.paths(with: part.view, in: left),
    ])
    guard let path = try store.shortest(paths, limit),
      case .text(let text) = part.part(of: .text(path))
    else { return nil }
    return text
  }

  /// The present text of the view; nil if it is missing.
  func text(of view: ComponentView, _ context: AnalysisContext) -> [UInt8]? {
    if case .text(let text) = view.part(of: value(of: view.component, context)) {
      text
    } else {
      nil
    }
  }

  // MARK: Equal views

  /// The views that must equal the view, with the view itself.
  func equals(of view: ComponentView, _ context: AnalysisContext) -> [ComponentView] {
    let pairs = equalPairs(context)
    var found = [view]
    var next = 0
    while next < found.count {
      let one = found[next]
      next += 1
      for pair in pairs {
        for (first, second) in [(pair.first, pair.second), (pair.second, pair.first)]
        where first.component == one.component {
          let isWhole = first.view == .whole && second.view == .whole
          guard first.view == one.view || isWhole else { continue }
          let other = ComponentView(
            component: second.component, view: isWhole ? one.view : second.view)
          if !found.contains(other) { found.append(other) }
        }
      }
    }
    return found
  }

  private func equalPairs(_ context: AnalysisContext) -> [ComponentPair] {
    comparisons.compactMap { literal in
      guard !literal.isNegated,
        case .equal(let number) = context.atomTable.atoms[literal.atom].test
      else { return nil }
      return context.atomTable.pairs[number]
    }
  }

  /// The cube in which the view, and all views that must equal it, have the text.
  func narrowed(
    _ view: ComponentView, to text: [UInt8], _ context: AnalysisContext
  ) -> Cube {
    var cube = self
    let text = context.store.literal(text)
    for equal in equals(of: view, context) {
      cube.narrow(
        equal.component, to: context.languages.paths(with: equal.view, in: text), context)
    }
    return cube
  }

  // MARK: Choosing texts

  enum Assigned {
    case done
    /// No request has these texts.
    case impossible
    case unknown
  }

  /// Sets components so that the views, and all views that must equal them, have these texts.
  mutating func assign(
    _ texts: [(view: ComponentView, text: [UInt8])], _ context: AnalysisContext,
    _ limit: StepLimit
  ) throws(OutOfSteps) -> Assigned {
    let store = context.store
    var wanted: [(component: Int, parts: [(view: ComponentView, text: [UInt8])])] = []
    for (view, text) in texts {
      for equal in equals(of: view, context) {
        if let place = wanted.firstIndex(where: { $0.component == equal.component }) {
          wanted[place].parts.append((equal, text))
        } else {
          wanted.append((equal.component, [(equal, text)]))
        }
      }
    }
    var changed = self
    var known: [(twins: Set<Int>, value: ComponentValue)] = []
    for (component, parts) in wanted {
      let whole = ComponentView(component: component, view: .whole)
      let twins = Set(equals(of: whole, context).filter { $0.view == .whole }.map { $0.component })
      if let value = known.first(where: { $0.twins == twins })?.value {
        changed.set(component, value)
        continue
      }
      var left = store.intersection(
        twins.sorted().map { constraint($0)?.remaining(context).language(store) ?? .empty })
      for part in parts {
        left = store.intersection([
          left, context.languages.paths(with: part.view.view, in: store.literal(part.text)),
        ])
      }
      var value = self.value(of: component, context)
      let isRight =
        if case .text(let text) = value { store.contains(left, text) } else { false }
      if !isRight {
        guard let text = try store.shortest(left, limit) else { return .impossible }
        value = .text(text)
      }
      known.append((twins, value))
      changed.set(component, value)
    }
    let areWhole = wanted.allSatisfy { $0.parts.contains { $0.view.view == .whole } }
    guard try changed.canBeWritten(wanted.map { $0.component }, context, limit) else {
      return areWhole ? .impossible : .unknown
    }
    self = changed
    return .done
  }

  /// Returns whether the URLs of the components can have the proposed values of these components.
  private func canBeWritten(
    _ components: [Int], _ context: AnalysisContext, _ limit: StepLimit
  ) throws(OutOfSteps) -> Bool {
    let table = context.atomTable
    let roots = Set(components.compactMap { table.components[$0].root })
    for root in roots.sorted(by: { ($0.word ?? "") < ($1.word ?? "") }) {
      guard let form = context.form(of: root, kind),
        self.components.contains(where: {
          table.components[$0].root == root && table.components[$0].isWritten
        })
      else { continue }
      let builder = WitnessBuilder(context: context, cube: fixing(components))
      if try builder.text(form, of: root, limit) == nil { return false }
    }
    return true
  }
}

extension TextLanguages {
  /// The paths from which the view selects a text of the language. For a whole component, the language itself.
  func paths(with view: ComponentView.View, in texts: Language) -> Language {
    switch view {
    case .whole: texts
    case .pathComponent(0): store.contains(texts, "/") ? .everything : .empty
    case .pathComponent(let index):
      paths(withComponent: index, in: pathComponents(in: texts))
    case .lastPathComponent: paths(withLast: pathComponents(in: texts))
    }
  }
}
