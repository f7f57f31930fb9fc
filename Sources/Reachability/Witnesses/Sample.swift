import Automata
import Interpreter
import Semantics
import WebURL

/// A request that was found to show something, to be asked again when rules change.
final class Sample: Sendable {
  enum Request {
    /// What a region proposed; all other components have the values that nothing is asked of.
    case values(RequestKind, [(component: Int, value: ComponentValue)])
    case witness(Witness)
  }

  let request: Request
  /// How its path begins, most rules asking about that.
  let path: TextStart

  init(_ candidate: Search.Candidate, _ context: AnalysisContext) {
    if let witness = candidate.witness {
      request = .witness(witness)
      path = TextStart(Array((witness.url.path ?? "").utf8))
    } else {
      let region = candidate.region
      request = .values(
        region.kind,
        region.components.indices.compactMap { place in
          region.constraints[place].value.map { (region.components[place], $0) }
        })
      guard case .text(let bytes)? = region.value(of: .path, context) else {
        path = TextStart([])
        return
      }
      path = TextStart(bytes)
    }
  }
}

/// The first bytes of a text, as numbers that are quickly compared.
struct TextStart {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var firstMask: UInt64 = 0
  private var secondMask: UInt64 = 0

  /// Of a shorter text the rest counts as zero.
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

  /// False where a text that starts so does not start like the other one.
  func mayStart(like other: TextStart) -> Bool {
    first & other.firstMask == other.first && second & other.secondMask == other.second
  }
}

extension AnalysisContext {
  /// Whether the formula holds of the request, whichever atoms there were when it was found.
  func holds(_ formula: Formula, _ sample: Sample) throws(OutOfSteps) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .literal(let literal):
      let atom = vocabulary.atoms[literal.atom]
      return try holds(atom, sample) != literal.isNegated
    case .all(let parts):
      for part in parts where try !holds(part, sample) { return false }
      return true
    case .any(let parts):
      for part in parts where try holds(part, sample) { return true }
      return false
    }
  }

  private func holds(_ atom: Atom, _ sample: Sample) throws(OutOfSteps) -> Bool {
    if case .point(let point) = atom.test {
      switch sample.request {
      case .values(let kind, _): return kind.url == .point(point)
      case .witness(let witness): return vocabulary.point(of: witness.url.normalized) == point
      }
    }
    switch (atom.test, value(of: atom.component, sample)) {
    case (_, .missing): return false
    case (.isPresent, _): return true
    case (.literal(let wanted), .text(let bytes)): return wanted == bytes
    case (.language(let language), .text(let bytes)): return try store.contains(language, bytes)
    case (.numbers(let set), .port(let number)): return set.contains(number)
    case (.choice(let mask), .choice(let bit)): return mask >> UInt32(bit) & 1 == 1
    default: return false
    }
  }

  private func value(of component: Int, _ sample: Sample) -> ComponentValue {
    switch sample.request {
    case .values(let kind, let values):
      values.first { $0.component == component }?.value ?? preferred(component, kind)
    case .witness(let witness): Self.value(of: vocabulary.components[component], witness)
    }
  }

  /// - Requires: the component is not `url`.
  static func value(of component: Component, _ witness: Witness) -> ComponentValue {
    switch component {
    case .pageScheme, .pageHost, .pagePath:
      witness.page.map { value(of: component, $0) } ?? .missing
    case .method: .text(Array(witness.method.utf8))
    case .navigation: .choice(witness.navigation.position)
    case .frame: .choice(witness.frame.position)
    case .download: .choice(witness.download ? 1 : 0)
    case .header(let name):
      witness.headers[String(decoding: name, as: UTF8.self)].map { .text(Array($0.utf8)) }
        ?? .missing
    case .flag(let name): .choice(witness.flags.contains(name) ? 1 : 0)
    default: value(of: component, witness.url)
    }
  }
}

/// What is plain to see of requests that a rule does not take: how a text of theirs begins.
struct Glance {
  let component: Int
  let start: [UInt8]
  /// Where it is the path.
  let path: TextStart?

  fileprivate init(_ component: Int, _ start: [UInt8], _ vocabulary: Vocabulary) {
    self.component = component
    self.start = start
    path = vocabulary.components[component] == .path ? TextStart(start) : nil
  }
}

extension AnalysisContext {
  /// nil where nothing is plain to see.
  func glance(_ rule: LoweredRule) -> Glance? {
    guard let key = rule.key.atom else { return nil }
    let atom = vocabulary.atoms[key]
    switch atom.test {
    case .literal(let bytes): return Glance(atom.component, bytes, vocabulary)
    case .language(let language):
      return Glance(atom.component, store.literalPrefix(language).bytes, vocabulary)
    case .isPresent, .numbers, .choice, .point: return nil
    }
  }

  /// False where the rule that the glance is of does not take the request.
  func mayTake(_ glance: Glance, _ sample: Sample) -> Bool {
    if let path = glance.path, !sample.path.mayStart(like: path) { return false }
    guard case .values(let kind, let values) = sample.request else { return true }
    for place in values.indices where values[place].component == glance.component {
      return begins(values[place].value, glance)
    }
    return begins(preferred(glance.component, kind), glance)
  }

  private func begins(_ value: ComponentValue, _ glance: Glance) -> Bool {
    guard case .text(let bytes) = value else { return false }
    return bytes.starts(with: glance.start)
  }
}
