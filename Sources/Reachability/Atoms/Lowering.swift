import Automata
import Interpreter
import Semantics
import Text
import WebURL

/// Turns conditions and implicit guards into formulas over atoms.
struct Lowering {
  let languages: TextLanguages
  let rules: RuleSet
  let atomTable: AtomTable
  /// Types of the current rule's captures.
  private var types: [ValueType] = []
  /// What the current rule's steps demand of its captures.
  private var guards: [Int: [Language]] = [:]
  /// Where the current rule starts.
  private var start: UInt32 = 0
  /// The URLs that it names.
  private var namedURLs: Set<Int> = []

  private var store: LanguageStore { languages.store }

  init(_ languages: TextLanguages, _ rules: RuleSet, _ atomTable: AtomTable) {
    self.languages = languages
    self.rules = rules
    self.atomTable = atomTable
  }

  mutating func lower(_ rule: Rule) -> LoweredRule {
    types = rule.captures.map(\.type)
    guards = [:]
    start = rule.location.span.start
    namedURLs = []
    var demands: [LoweredRule.Part] = []
    var isAttempt = false
    for step in rule.steps {
      var arguments: [Argument] = []
      switch step.kind {
      case .present(_, let values), .push(_, let values), .perform(_, let values):
        arguments = values
      case .attempt(_, let values):
        arguments = values
        isAttempt = true
      case .openURL, .loadURL, .dismiss: break
      }
      for argument in arguments where argument.isRequired {
        let language = languages.language(of: argument.conversion)
        switch argument.value {
        case .literal: break
        case .request(let value):
          let formula = member(value, .language(language))
          demands.append(
            LoweredRule.Part(
              formula: formula, plain: formula, place: place(argument.location), binds: false,
              isGuard: true, isConstant: false))
        case .capture(let index):
          if language != .everything { guards[index, default: []].append(language) }
        }
      }
    }
    var parts: [LoweredRule.Part] = []
    if let condition = rule.condition { append(condition, to: &parts) }
    parts += demands
    return LoweredRule(
      parts: parts, covers: !isAttempt && rule.decision != .continue,
      effect: NormalizedEffect(rule, in: rules), namedURLs: namedURLs, atomTable)
  }

  private mutating func append(
    _ condition: Condition, to parts: inout [LoweredRule.Part]
  ) {
    if case .all(let operands, _) = condition {
      for operand in operands { append(operand, to: &parts) }
    } else {
      parts.append(part(condition))
    }
  }

  private mutating func part(_ condition: Condition) -> LoweredRule.Part {
    let formula = lower(condition, isGuarded: true)
    var isConstant = false
    if case .constant = condition { isConstant = true }
    return LoweredRule.Part(
      formula: formula,
      plain: guards.isEmpty ? formula : lower(condition, isGuarded: false),
      place: place(condition.location), binds: binds(condition) { _ in true }, isGuard: false,
      isConstant: isConstant)
  }

  private func place(_ location: Location) -> Span {
    Span(location.span.start - start, location.span.end - start)
  }

  // MARK: Conditions

  /// - Parameter isGuarded: whether its captures are those of the rule, and so have to convert.
  private mutating func lower(
    _ condition: Condition, isGuarded: Bool
  ) -> Formula {
    switch condition {
    case .constant(let value, _): return .constant(value)
    case .test(let test): return lower(test, isGuarded: isGuarded)
    case .not(let inner, _): return lower(inner, isGuarded: false).negated
    case .all(let parts, _):
      var formulas: [Formula] = []
      for part in parts { formulas.append(lower(part, isGuarded: isGuarded)) }
      return .conjunction(formulas)
    case .any(let parts, _):
      let isOrdered = isGuarded && parts.contains { binds($0) { guards[$0] != nil } }
      var formulas: [Formula] = []
      var before: [Formula] = []
      for part in parts {
        let formula = lower(part, isGuarded: isGuarded)
        formulas.append(.conjunction(before + [formula]))
        // The first part that holds binds the captures.
        if isOrdered { before.append(lower(part, isGuarded: false).negated) }
      }
      return .disjunction(formulas)
    }
  }

  /// Whether the condition's patterns have captures of that kind.
  private func binds(_ condition: Condition, _ isMeant: (Int) -> Bool) -> Bool {
    func binds(_ glob: Glob) -> Bool {
      glob.elements.contains { element in
        switch element {
        case .capture(let index), .captureRest(let index): isMeant(index)
        default: false
        }
      }
    }
    switch condition {
    case .constant, .not: return false
    case .all(let parts, _), .any(let parts, _):
      return parts.contains { self.binds($0, isMeant) }
    case .test(let test):
      switch test.predicate {
      case .like(let glob): return binds(glob)
      case .likeURL(.hierarchical(_, let host, _, let path, _, _)):
        return binds(host) || binds(path)
      case .likeURL(.opaque(_, let rest)): return binds(rest)
      default: return false
      }
    }
  }

  private mutating func lower(_ test: Test, isGuarded: Bool) -> Formula {
    let subject = test.subject
    switch test.predicate {
    case .isTrue: return atomTable.atom(component(subject), .choice(0b10))
    case .exists: return isPresent(subject)
    case .equal(let constant): return equal(subject, constant)
    case .oneOf(let constants): return oneOf(subject, constants)
    case .notEqual(let constant):
      return .conjunction([isPresent(subject), equal(subject, constant).negated])
    case .noneOf(let constants):
      return .conjunction([isPresent(subject), oneOf(subject, constants).negated])
    case .ordered(let order, let bound): return number(subject, order, bound)
    case .hasPrefix(let text):
      return member(
        subject, .language(store.concatenation(store.literal(text), .everything)))
    case .hasSuffix(let text):
      return member(
        subject, .language(store.concatenation(.everything, store.literal(text))))
    case .contains(let text):
      return member(
        subject, .language(store.concatenation([.everything, store.literal(text), .everything])))
    case .matches(let expression):
      return member(subject, .language(languages.language(of: expression)))
    case .like(let glob): return like(subject, glob, isGuarded: isGuarded)
    case .likeURL(let glob): return likeURL(glob, isGuarded: isGuarded)
    case .inOrigins(let origins): return isIn(origins)
    case .notInOrigins(let origins): return isIn(origins).negated
    }
  }

  private mutating func oneOf(
    _ subject: RequestValue, _ constants: [RequestConstant]
  ) -> Formula {
    var parts: [Formula] = []
    for constant in constants { parts.append(equal(subject, constant)) }
    return .disjunction(parts)
  }

  /// - Parameter url: normalized.
  private mutating func namedURL(_ url: String) -> Formula {
    let formula = atomTable.namedURL(url)
    if let namedURL = atomTable.namedURL(of: url) { namedURLs.insert(namedURL) }
    return formula
  }

  private mutating func equal(
    _ subject: RequestValue, _ constant: RequestConstant
  ) -> Formula {
    switch constant {
    case .string(let text): return member(subject, .value(Array(text.utf8)))
    case .int(let value):
      return .conjunction([
        number(subject, .lessOrEqual, value), number(subject, .greaterOrEqual, value),
      ])
    case .bool(let value):
      let isTrue = atomTable.atom(component(subject), .choice(0b10))
      return value ? isTrue : isTrue.negated
    case .url(let text): return namedURL(text)
    case .navigation(let kind):
      return atomTable.atom(.navigation, .choice(1 << UInt32(kind.position)))
    case .frame(let kind): return atomTable.atom(.frame, .choice(1 << UInt32(kind.position)))
    }
  }

  private mutating func number(_ subject: RequestValue, _ order: Order, _ bound: Int) -> Formula {
    let range: ClosedRange<Int>? =
      switch order {
      case .less: bound > 0 ? 0...(bound - 1) : nil
      case .lessOrEqual: bound >= 0 ? 0...bound : nil
      case .greater: bound == .max ? nil : max(0, bound + 1)...Int.max
      case .greaterOrEqual: max(0, bound)...Int.max
      }
    guard let range else { return .constant(false) }
    if subject == .port { return atomTable.atom(.port, .numbers(NumberSet(range))) }
    return pathCount(range)
  }

  /// The components counted with the root; 0 where the URL has no path.
  private mutating func pathCount(_ range: ClosedRange<Int>) -> Formula {
    var lengths: [Language] = []
    if range.contains(1) { lengths.append(store.literal("/")) }
    if range.upperBound > 1 {
      lengths.append(
        store.repetition(
          languages.component, lower: max(range.lowerBound, 2) - 1,
          upper: range.upperBound == .max ? nil : range.upperBound - 1))
    }
    let hasCount = atomTable.atom(.path, .language(store.alternation(lengths)))
    atomTable.hint(hasCount, .count(max(range.lowerBound, 1) - 1))
    if !range.contains(0) { return hasCount }
    return .disjunction([hasCount, atomTable.atom(.path, .isPresent).negated])
  }

  // MARK: Values

  private enum Texts {
    case value([UInt8])
    case language(Language)
  }

  private func component(_ value: RequestValue) -> Component {
    switch value {
    case .url: .url
    case .scheme: .scheme
    case .host: .host
    case .port: .port
    case .path, .pathComponent, .pathCount: .path
    case .query(let name): .query(Array(name.utf8))
    case .fragment: .fragment
    case .navigation: .navigation
    case .frame: .frame
    case .method: .method
    case .header(let name): .header(Array(name.utf8))
    case .download: .download
    case .pageScheme: .pageScheme
    case .pageHost: .pageHost
    case .pagePathComponent: .pagePath
    case .flag(let flag): .flag(rules[flag].name)
    }
  }

  private mutating func isPresent(_ value: RequestValue) -> Formula {
    switch value {
    case .pathComponent, .pagePathComponent: return member(value, .language(.everything))
    default:
      if value.isAlwaysPresent { return .constant(true) }
      return atomTable.atom(component(value), .isPresent)
    }
  }

  /// Whether the value is there and, if it is text, of those texts.
  private mutating func member(
    _ value: RequestValue, _ texts: Texts
  ) -> Formula {
    guard value.kind == .string else { return isPresent(value) }
    switch value {
    case .pathComponent(let index), .pagePathComponent(let index):
      return pathComponent(component(value), index, texts)
    default:
      switch texts {
      case .value(let bytes): return atomTable.atom(component(value), .literal(bytes))
      case .language(.everything): return isPresent(value)
      case .language(.empty): return .constant(false)
      case .language(let language): return atomTable.atom(component(value), .language(language))
      }
    }
  }

  private mutating func pathComponent(
    _ component: Component, _ index: Int, _ texts: Texts
  ) -> Formula {
    let wanted: Language
    switch texts {
    case .value(let bytes): wanted = store.literal(bytes)
    case .language(let language): wanted = language
    }
    if index == 0 {
      return store.contains(wanted, "/")
        ? atomTable.atom(component, .isPresent) : .constant(false)
    }
    var isPlain = false
    if case .value(let bytes) = texts { isPlain = !bytes.isEmpty && !bytes.contains(0x2F) }
    let one =
      isPlain
      ? wanted : store.intersection([wanted, store.repetition(languages.anyBut(0x2F), lower: 1)])
    let language = store.concatenation([
      store.repetition(languages.component, lower: index - 1, upper: index - 1), store.literal("/"),
      one,
      languages.components,
    ])
    if language == .empty { return .constant(false) }
    let atom = atomTable.atom(component, .language(language))
    atomTable.hint(atom, .component(index, one))
    return atom
  }

  // MARK: Patterns

  private mutating func like(
    _ subject: RequestValue, _ glob: Glob, isGuarded: Bool
  ) -> Formula {
    member(subject, texts(of: glob, isGuarded: isGuarded))
  }

  private mutating func texts(of glob: Glob, isGuarded: Bool) -> Texts {
    if glob.elements.isEmpty { return .value([]) }
    if glob.elements.count == 1, case .literal(let text) = glob.elements[0] {
      return .value(Array(text.utf8))
    }
    let (languages, types, guards) = (self.languages, self.types, self.guards)
    return .language(
      languages.language(of: glob) { capture in
        let type =
          types.indices.contains(capture) ? languages.language(of: types[capture]) : .everything
        let guards = isGuarded ? guards[capture] ?? [] : []
        return TextLanguages.CaptureTexts(
          matching: type, wanted: languages.store.intersection([type] + guards))
      })
  }

  private mutating func likeURL(
    _ glob: URLGlob, isGuarded: Bool
  ) -> Formula {
    switch glob {
    case .opaque(let scheme, let rest):
      let texts = texts(of: rest, isGuarded: isGuarded)
      if case .value(let bytes) = texts {
        let text = scheme + ":" + String(decoding: bytes, as: UTF8.self)
        guard let url = WebURL.parse(text), url.normalized == text else { return .constant(false) }
        return namedURL(text)
      }
      guard case .language(let language) = texts else { return .constant(false) }
      return .conjunction([
        self.scheme(scheme), atomTable.atom(.rest, .language(language)),
      ])
    case .hierarchical(let scheme, let host, let port, let path, let query, let fragment):
      var parts: [Formula] = []
      if let scheme { parts.append(self.scheme(scheme)) }
      parts.append(isPresent(.path))
      if host.elements.isEmpty {
        parts.append(isPresent(.host).negated)
      } else {
        parts.append(like(.host, host, isGuarded: isGuarded))
      }
      switch port {
      case .any: break
      case .byScheme: parts.append(isPresent(.port).negated)
      case .number(let number): parts.append(self.port(number))
      }
      parts.append(like(.path, path, isGuarded: isGuarded))
      for (glob, component) in [(query, Component.writtenQuery), (fragment, .writtenFragment)] {
        guard let glob else { continue }
        switch texts(of: glob, isGuarded: isGuarded) {
        case .value(let bytes): parts.append(atomTable.atom(component, .literal(bytes)))
        case .language(.everything): parts.append(atomTable.atom(component, .isPresent))
        case .language(let language): parts.append(atomTable.atom(component, .language(language)))
        }
      }
      return .conjunction(parts)
    }
  }

  private mutating func scheme(_ scheme: String) -> Formula {
    atomTable.atom(.scheme, .literal(Array(scheme.utf8)))
  }

  /// That the URL goes to this port: it is written, or the scheme's default and not written.
  private mutating func port(_ number: Int) -> Formula {
    let written = atomTable.atom(.port, .numbers(NumberSet(number...number)))
    var schemes: [Formula] = []
    for name in ["http", "https", "ws", "wss", "ftp"] where WebURL.defaultPort(name) == number {
      schemes.append(scheme(name))
    }
    return .disjunction([
      written, .conjunction([.disjunction(schemes), isPresent(.port).negated]),
    ])
  }

  private mutating func isIn(_ origins: [ID<Origin>]) -> Formula {
    var parts: [Formula] = []
    for origin in origins {
      for pattern in rules[origin].patterns {
        var conditions = [scheme(pattern.scheme), isPresent(.host)]
        conditions.append(like(.host, pattern.host, isGuarded: false))
        let port = pattern.port.flatMap { $0 == WebURL.defaultPort(pattern.scheme) ? nil : $0 }
        if let port {
          conditions.append(atomTable.atom(.port, .numbers(NumberSet(port...port))))
        } else {
          conditions.append(isPresent(.port).negated)
        }
        parts.append(.conjunction(conditions))
      }
    }
    return .disjunction(parts)
  }
}

extension NavigationKind {
  /// Place among all kinds.
  var position: Int { Self.allCases.firstIndex(of: self)! }
}

extension FrameKind {
  /// Place among all kinds.
  var position: Int { Self.allCases.firstIndex(of: self)! }
}
