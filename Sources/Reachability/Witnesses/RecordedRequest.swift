import Automata
import Interpreter
import Requests
import WebURL

/// A request that is evidence for a verdict. It is evaluated again when rules change.
final class RecordedRequest: Sendable {
  enum Request {
    /// The values that a cube proposed. All other components have their values without a constraint.
    case values(RequestForm, [(component: Int, value: ComponentValue)])
    case witness(Witness)
  }

  let request: Request
  /// The first bytes of the path, since most rules test the path.
  let path: TextStart
  /// The marks of the texts in the request. Values without a constraint are left out. If `isWritten` is true,
  /// encoded forms are included.
  let marks: TextMarks
  /// True if the texts of all URLs are known. The text of a URL that a rule names may be unknown.
  let isWritten: Bool
  /// A hash of the request's URL, if its text follows from the values.
  let textHash: UInt64?

  init(_ witness: Witness) {
    request = .witness(witness)
    path = TextStart(Array((witness.url.path ?? "").utf8))
    var marks = TextMarks()
    marks.insert(witness.url)
    for setting in witness.settings.unordered {
      switch setting.value {
      case .string(let text): marks.insert(text.utf8)
      case .url(let text): if let url = WebURL.parse(text) { marks.insert(url) }
      case .int, .bool, .choice, .list: break
      }
    }
    self.marks = marks
    isWritten = true
    textHash = nil
  }

  convenience init(_ candidate: WitnessSolver.Candidate, _ context: AnalysisContext) {
    if let witness = candidate.witness {
      self.init(witness)
    } else {
      self.init(candidate.cube, context)
    }
  }

  private init(_ cube: Cube, _ context: AnalysisContext) {
    let values = cube.constraints.compactMap { constraint in
      constraint.value.map { (component: constraint.component, value: $0) }
    }
    request = .values(cube.kind, values)
    var marks = TextMarks()
    for case (_, .text(let bytes)) in values { marks.insert(bytes) }
    if case .namedURL(let number) = cube.kind.url {
      marks.insert(context.atomTable.namedURLs[number])
    }
    let urls = context.plainURLs(cube.kind, values)
    let text = urls?.requestText
    if let text { marks.insert(text) }
    for case let other? in urls?.others ?? [] { marks.insert(other.text) }
    self.marks = marks
    isWritten = urls != nil
    textHash = text.map(Self.hash)
    // A rule that is added later may be the first that tests the path.
    var known = cube.value(of: .path, context)
    if known == nil, case .form(let form) = cube.kind.url {
      known = AnalysisContext.preferred(.path, form)
    }
    if known == nil, case .namedURL(let number) = cube.kind.url {
      known = context.atomTable.namedURLs[number].path.map { .text(Array($0.utf8)) }
    }
    if case .text(let bytes)? = known {
      path = TextStart(bytes)
    } else {
      path = TextStart([])
    }
  }

  /// A hash of a text (FNV-1a).
  static func hash(_ text: some Sequence<UInt8>) -> UInt64 {
    text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The first bytes of a text, as integers that can be compared quickly.
struct TextStart {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var firstMask: UInt64 = 0
  private var secondMask: UInt64 = 0

  /// Creates the start of a text. Shorter texts are padded with zeros.
  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.prefix(16).enumerated() {
      let shift = UInt64(8 * (7 - index & 7))
      if index < 8 {
        first |= UInt64(byte) << shift
        firstMask |= 0xFF << shift
      } else {
        second |= UInt64(byte) << shift
        secondMask |= 0xFF << shift
      }
    }
  }

  /// Returns false if a text with this start cannot begin with the other start.
  func mayStart(like other: TextStart) -> Bool {
    first & other.firstMask == other.first && second & other.secondMask == other.second
  }
}

extension AnalysisContext {
  /// Returns whether the formula holds for the request. Its atoms may be newer than the request.
  func holds(_ formula: Formula, _ recorded: RecordedRequest) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .literal(let literal):
      let atom = atomTable.atoms[literal.atom]
      return holds(atom, recorded) != literal.isNegated
    case .all(let parts):
      for part in parts where !holds(part, recorded) { return false }
      return true
    case .any(let parts):
      for part in parts where holds(part, recorded) { return true }
      return false
    }
  }

  /// Returns whether the request may have the given URL, or another URL with the same components.
  ///
  /// - Parameter path: the start of the URL's path.
  func mayHave(_ url: WebURL, path: TextStart, _ recorded: RecordedRequest) -> Bool {
    if !recorded.path.mayStart(like: path) { return false }
    switch recorded.request {
    case .witness(let witness):
      return witness.url.scheme == url.scheme && witness.url.host == url.host
    case .values(let kind, _):
      guard case .form(let form) = kind.url else { return true }
      if let scheme = form.scheme, scheme != url.scheme { return false }
      // Without a condition on the host, the URL has the usual host if its form has a host.
      guard let host = atomTable.number(of: .host) else {
        return url.host.map { Array($0.utf8) } == (form.hasHost ? URLForm.usualHost : nil)
      }
      return value(of: host, recorded) == url.host.map { .text(Array($0.utf8)) } ?? .missing
    }
  }

  /// The roots of URLs with parts that the formula tests in an encoded form, such as the encoded query.
  func rootsOfViews(_ formula: Formula) -> [URLRoot] {
    var roots: [URLRoot] = []
    formula.eachAtom { atom in
      for number in atomTable.components(ofAtom: atom) {
        let component = atomTable.components[number]
        if component.isWritten, let root = component.root, !roots.contains(root) {
          roots.append(root)
        }
      }
    }
    return roots
  }

  private func holds(_ atom: Atom, _ recorded: RecordedRequest) -> Bool {
    if case .namedURL(let namedURL) = atom.test {
      switch recorded.request {
      case .values(let kind, _): return kind.url == .namedURL(namedURL)
      case .witness(let witness): return atomTable.namedURL(of: witness.url.normalized) == namedURL
      }
    }
    if case .equal(let pair) = atom.test {
      return areEqual(atomTable.pairs[pair]) { value(of: $0, recorded) }
    }
    if case .related(let number) = atom.test {
      let relation = atomTable.relations[number]
      switch recorded.request {
      // For a request with relations a URL was built. Here no relation is about lists, so they are empty.
      case .values:
        let urls = relation.isOfTexts ? plainURLs(recorded) : nil
        return urls?.holds(relation)
          ?? (relation.holdsOfTexts { value(of: $0, recorded) } == true)
      case .witness(let witness): return holds(relation, witness)
      }
    }
    switch (atom.test, value(of: atom.component, recorded)) {
    case (_, .missing): return false
    case (.isPresent, _): return true
    case (.literal(let wanted), .text(let bytes)): return wanted == bytes
    case (.language(let language), .text(let bytes)): return store.contains(language, bytes)
    case (.numbers(let set), .port(let number)): return set.contains(number)
    case (.choice(let mask), .choice(let bit)): return mask >> UInt32(bit) & 1 == 1
    default: return false
    }
  }

  /// Returns whether the encoded parts of the URLs are known. If a URL is missing, they are.
  func knowsViews(of roots: [URLRoot], _ recorded: RecordedRequest) -> Bool {
    switch recorded.request {
    case .witness: true
    case .values(let kind, _):
      roots.allSatisfy { $0 != .request && form(of: $0, kind) == nil }
        || plainURLs(recorded) != nil
    }
  }

  /// The URLs of the recorded values; nil if they are unknown before a request is built.
  private func plainURLs(_ recorded: RecordedRequest) -> PlainURLs? {
    guard recorded.isWritten, case .values(let kind, let values) = recorded.request,
      let urls = plainURLs(kind, values)
    else { return nil }
    return isNamed(urls) ? nil : urls
  }

  /// The URLs of the values; nil if one of them is not plain.
  fileprivate func plainURLs(
    _ kind: RequestForm, _ values: [(component: Int, value: ComponentValue)]
  ) -> PlainURLs? {
    let urls = PlainURLs(kind, atomTable)
    for (component, value) in values where !urls.set(component, value) { return nil }
    return urls
  }

  private func value(of component: Int, _ recorded: RecordedRequest) -> ComponentValue {
    switch recorded.request {
    case .values(let kind, let values):
      if atomTable.components[component].isWritten,
        let written = plainURLs(recorded)?.written(component)
      {
        written
      } else {
        values.first { $0.component == component }?.value ?? preferred(component, kind)
      }
    case .witness(let witness): Self.value(of: atomTable.components[component], witness)
    }
  }

  /// The value of the component in the witness.
  ///
  /// - Requires: the component is not `url`.
  static func value(of component: Component, _ witness: Witness) -> ComponentValue {
    switch component {
    case .part(let part, .request): ComponentValue(part.value(in: witness.url))
    case .part(let part, let root):
      ComponentValue(witness.settings.url(root).flatMap { part.value(in: $0) })
    case .input(let input): ComponentValue(witness.settings[input])
    }
  }
}

/// A quick test that rejects requests that a rule cannot match: the start of one component.
struct Prefilter {
  let component: Int
  let start: [UInt8]
  /// The start for comparing paths; nil if the component is not the path.
  let path: TextStart?

  fileprivate init(_ component: Int, _ start: [UInt8], _ atomTable: AtomTable) {
    self.component = component
    self.start = start
    path = atomTable.components[component] == .path ? TextStart(start) : nil
  }
}

extension AnalysisContext {
  /// The prefilter of the rule; nil if the rule has none.
  func prefilter(_ rule: LoweredRule) -> Prefilter? {
    guard let key = rule.key.atom else { return nil }
    let atom = atomTable.atoms[key]
    switch atom.test {
    case .literal(let bytes): return Prefilter(atom.component, bytes, atomTable)
    case .language(let language):
      return Prefilter(atom.component, store.literalPrefix(language).bytes, atomTable)
    case .isPresent, .numbers, .choice, .namedURL, .equal, .related: return nil
    }
  }

  /// Returns false if the rule of the prefilter does not match the request.
  func mayTake(_ prefilter: Prefilter, _ recorded: RecordedRequest) -> Bool {
    if let path = prefilter.path, !recorded.path.mayStart(like: path) { return false }
    guard case .values(let kind, let values) = recorded.request else { return true }
    for place in values.indices where values[place].component == prefilter.component {
      return begins(values[place].value, prefilter)
    }
    return begins(preferred(prefilter.component, kind), prefilter)
  }

  private func begins(_ value: ComponentValue, _ prefilter: Prefilter) -> Bool {
    guard case .text(let bytes) = value else { return false }
    return bytes.starts(with: prefilter.start)
  }
}
