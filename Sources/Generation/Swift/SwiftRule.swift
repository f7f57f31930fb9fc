import Semantics

/// A call, its arguments apart so that a long one can be broken.
struct Statement {
  var head: String
  var arguments: [String] = []
  var tail = ""
}

/// One rule as Swift: the clauses of its `if`, and what stands in its braces.
struct SwiftRule {
  /// Conditions and bindings in the order they are asked; empty for a rule that always matches.
  private(set) var clauses: [String] = []
  private(set) var body: [Statement] = []
  /// The condition is false whatever the request.
  private(set) var isNever = false

  private let context: SwiftContext
  private let captureList: [Capture]
  /// Variable that holds the captures of a pattern, by the number of the capture.
  private var captureVariables: [Int: String] = [:]
  private var bindings: [String: String] = [:]
  /// The clause that attempts an action.
  private var attempt: String?
  private var taken: Set<String> = ["rule", "request", "environment", "self"]

  init(_ rule: Rule, _ context: SwiftContext, _ patterns: inout SwiftPatterns) {
    self.context = context
    captureList = rule.captures
    let used = Self.usedCaptures(rule)
    if let condition = rule.condition { ask(condition, used, &patterns) }
    for step in rule.steps { append(step) }
    // Asked last, when all that the later steps need is there too.
    if let attempt { clauses.append(attempt) }
    if rule.decision != .continue {
      body.append(Statement(head: "return ." + rule.decision.rawValue))
    }
    if body.isEmpty { isNever = true }
  }

  private static func usedCaptures(_ rule: Rule) -> Set<Int> {
    var used: Set<Int> = []
    for step in rule.steps {
      switch step.kind {
      case .present(_, let arguments), .push(_, let arguments), .perform(_, let arguments),
        .attempt(_, let arguments):
        for argument in arguments {
          if case .capture(let number) = argument.value { used.insert(number) }
        }
      case .openURL, .loadURL, .dismiss: break
      }
    }
    return used
  }

  // MARK: Condition

  private mutating func ask(
    _ condition: Condition, _ used: Set<Int>, _ patterns: inout SwiftPatterns
  ) {
    switch condition {
    case .all(let parts, _):
      for part in parts { ask(part, used, &patterns) }
    case _ where !captures(condition).isDisjoint(with: used):
      let variable = uniqueName("captures", &taken)
      for number in captures(condition) { captureVariables[number] = variable }
      clauses.append("let \(variable) = \(capturing(condition, &patterns, isWhole: true))")
    default:
      let text = expression(condition, &patterns, isWhole: true)
      switch text {
      case "true": break
      case "false": isNever = true
      default: clauses.append(text)
      }
    }
  }

  /// What the condition captures where it holds.
  private func captures(_ condition: Condition) -> Set<Int> {
    switch condition {
    case .constant, .not: []
    case .test(let test): Set(captures(test))
    case .all(let parts, _), .any(let parts, _):
      parts.reduce(into: []) { $0.formUnion(captures($1)) }
    }
  }

  private func captures(_ test: Test) -> [Int] {
    let globs: [Glob?] =
      switch test.predicate {
      case .like(let glob): [glob]
      case .likeURL(.hierarchical(_, let host, _, let path, let query, let fragment)):
        [host, path, query, fragment]
      case .likeURL(.opaque(_, let rest)): [rest]
      default: []
      }
    return globs.flatMap { glob in
      glob?.elements.compactMap { element in
        switch element {
        case .capture(let number), .captureRest(let number): number
        default: nil
        }
      } ?? []
    }
  }

  /// A condition as an expression that gives its captures, nil where it does not hold.
  private mutating func capturing(
    _ condition: Condition, _ patterns: inout SwiftPatterns, isWhole: Bool = false
  ) -> String {
    switch condition {
    case .any(let parts, _):
      let text = parts.map { capturing($0, &patterns) }.joined(separator: " ?? ")
      return isWhole ? text : "(" + text + ")"
    case .all(let parts, _):
      return capturing(parts[0], &patterns)
        + parts.dropFirst().map { ".and(\(capturing($0, &patterns, isWhole: true)))" }.joined()
    case .test(let test) where !captures(test).isEmpty:
      switch test.predicate {
      case .like(let glob):
        return "\(text(test.subject)).captures(\(patterns.name(glob, captureList)))"
      case .likeURL(let glob):
        return "request.captures(\(patterns.name(glob, captureList)))"
      default: break
      }
    default: break
    }
    return "Captures.when(\(expression(condition, &patterns, isWhole: true)))"
  }

  /// A condition as one expression, in parentheses unless it stands alone; `true` and `false` where it is constant.
  private mutating func expression(
    _ condition: Condition, _ patterns: inout SwiftPatterns, isWhole: Bool = false
  ) -> String {
    switch condition {
    case .constant(let value, _): return String(value)
    case .test(let test): return expression(test, &patterns)
    case .not(let inner, _):
      let text = expression(inner, &patterns)
      switch text {
      case "true": return "false"
      case "false": return "true"
      default: return text.hasPrefix("!") ? String(text.dropFirst()) : "!" + text
      }
    case .all(let parts, _):
      return joined(parts, "&&", neutral: "true", absorbing: "false", isWhole, &patterns)
    case .any(let parts, _):
      return joined(parts, "||", neutral: "false", absorbing: "true", isWhole, &patterns)
    }
  }

  private mutating func joined(
    _ parts: [Condition], _ sign: String, neutral: String, absorbing: String, _ isWhole: Bool,
    _ patterns: inout SwiftPatterns
  ) -> String {
    var texts: [String] = []
    for part in parts {
      let text = expression(part, &patterns)
      if text == absorbing { return absorbing }
      if text != neutral { texts.append(text) }
    }
    switch texts.count {
    case 0: return neutral
    case 1: return texts[0]
    default:
      let text = texts.joined(separator: " \(sign) ")
      return isWhole ? text : "(" + text + ")"
    }
  }

  private mutating func expression(_ test: Test, _ patterns: inout SwiftPatterns) -> String {
    let subject = text(test.subject)
    switch test.predicate {
    case .isTrue: return truth(test.subject)
    case .equal(let constant): return compared(test.subject, [constant], "equals", isNegated: false)
    case .notEqual(let constant):
      return compared(test.subject, [constant], "differs", isNegated: true)
    case .oneOf(let constants):
      return compared(test.subject, constants, "isOne", isNegated: false)
    case .noneOf(let constants):
      return compared(test.subject, constants, "isNone", isNegated: true)
    case .ordered(let order, let number):
      let method =
        switch order {
        case .less: "isLess(than: "
        case .lessOrEqual: "isAtMost("
        case .greater: "isGreater(than: "
        case .greaterOrEqual: "isAtLeast("
        }
      return "\(subject).\(method)\(number))"
    case .hasPrefix(let text): return "\(subject).hasPrefix(\(SwiftText.literal(text)))"
    case .hasSuffix(let text): return "\(subject).hasSuffix(\(SwiftText.literal(text)))"
    case .contains(let text): return "\(subject).contains(\(SwiftText.literal(text)))"
    case .like(let glob): return "\(subject).isLike(\(patterns.name(glob, captureList)))"
    case .likeURL(let glob): return "request.isLike(\(patterns.name(glob, captureList)))"
    case .matches(let expression): return "\(subject).matches(\(patterns.name(expression)))"
    case .exists: return test.subject.isAlwaysPresent ? "true" : subject + ".exists"
    case .inOrigins(let origins): return "request.isIn(\(names(origins)))"
    case .notInOrigins(let origins): return "!request.isIn(\(names(origins)))"
    }
  }

  private func names(_ origins: [ID<Origin>]) -> String {
    origins.map { "." + SwiftNames.afterDot(context.rules[$0].name) }.joined(separator: ", ")
  }

  /// A comparison with constants; a missing value is neither equal nor different.
  private mutating func compared(
    _ subject: RequestValue, _ constants: [RequestConstant], _ method: String, isNegated: Bool
  ) -> String {
    let texts = constants.map { constant -> String in
      switch constant {
      case .string(let text), .url(let text): SwiftText.literal(text)
      case .int(let number): String(number)
      case .bool(let value): String(value)
      case .navigation(let kind): "." + kind.rawValue
      case .frame(let kind): "." + kind.rawValue
      }
    }
    switch subject.kind {
    case .navigation:
      return (isNegated ? "!" : "") + "request.isNavigation(\(texts.joined(separator: ", ")))"
    case .frame:
      return (isNegated ? "!" : "") + "request.isFrame(\(texts.joined(separator: ", ")))"
    case .bool:
      let takesTrue = texts.contains("true") != isNegated
      let takesFalse = texts.contains("false") != isNegated
      if takesTrue == takesFalse { return String(takesTrue) }
      return takesTrue ? truth(subject) : "!" + truth(subject)
    case .string, .int, .url:
      let label =
        switch method {
        case "equals": "equals("
        case "differs": "differs(from: "
        default: method + "(of: "
        }
      return "\(text(subject)).\(label)\(texts.joined(separator: ", ")))"
    }
  }

  /// A Bool of the request.
  private mutating func truth(_ value: RequestValue) -> String {
    guard case .flag(let id) = value else { return "request.isDownload" }
    let name = SwiftNames.afterDot(context.rules[id].name)
    return "request.flag(\(id.index), environment.\(name))"
  }

  /// A text or number of the request, as the value that questions are asked of.
  private func text(_ value: RequestValue) -> String {
    switch value {
    case .url: "request.text"
    case .scheme: "request.scheme"
    case .host: "request.host"
    case .port: "request.port"
    case .path: "request.path"
    case .pathComponent(let index): "request.component(\(index))"
    case .pathCount: "request.pathCount"
    case .query(let key): "request.query(\(SwiftText.literal(key)))"
    case .fragment: "request.fragment"
    case .navigation: "request.navigation"
    case .frame: "request.frame"
    case .method: "request.methodText"
    case .header(let name): "request.header(\(SwiftText.literal(name)))"
    case .download: "request.isDownload"
    case .pageScheme: "request.pageScheme"
    case .pageHost: "request.pageHost"
    case .pagePathComponent(let index): "request.pageComponent(\(index))"
    case .flag: "request"
    }
  }

  // MARK: Steps

  private mutating func append(_ step: Step) {
    switch step.kind {
    case .present(let id, let arguments): appendScreen("present", id, arguments)
    case .push(let id, let arguments): appendScreen("push", id, arguments)
    case .perform(let id, let arguments):
      let call = call(id, arguments)
      let result = context.rules[id].result
      let keyword = result == .asyncBool ? "_ = await " : result == .bool ? "_ = " : ""
      body.append(Statement(head: keyword + call.head, arguments: call.arguments, tail: ")"))
    case .attempt(let id, let arguments):
      let call = call(id, arguments)
      let isAsync = context.rules[id].result == .asyncBool
      attempt =
        (isAsync ? "await " : "") + call.head + call.arguments.joined(separator: ", ") + ")"
    case .openURL: body.append(Statement(head: "environment.open(request.url)"))
    case .loadURL: body.append(Statement(head: "environment.load(request.url)"))
    case .dismiss: body.append(Statement(head: "environment.dismiss()"))
    }
  }

  /// A call without its closing parenthesis.
  private mutating func call(_ id: ID<Action>, _ arguments: [Argument]) -> Statement {
    let action = context.rules[id]
    return Statement(
      head: "environment.\(SwiftNames.afterDot(action.name))(",
      arguments: list(arguments, action.parameters))
  }

  private mutating func appendScreen(
    _ method: String, _ id: ID<Screen>, _ arguments: [Argument]
  ) {
    let screen = context.rules[id]
    let list = list(arguments, screen.parameters)
    let head = "environment.\(method)(." + SwiftNames.afterDot(screen.name)
    body.append(
      list.isEmpty
        ? Statement(head: head + ")") : Statement(head: head + "(", arguments: list, tail: "))"))
  }

  private mutating func list(_ arguments: [Argument], _ parameters: [Field]) -> [String] {
    var texts: [String] = []
    for (argument, parameter) in zip(arguments, parameters) {
      texts.append("\(SwiftNames.label(parameter.name)): \(value(argument, parameter))")
    }
    return texts
  }

  /// An argument as an expression; what may be missing and is required becomes a clause.
  private mutating func value(_ argument: Argument, _ parameter: Field) -> String {
    switch argument.value {
    case .literal(let literal): return context.literal(literal, as: parameter.type)
    case .request(let value):
      switch (value.kind, argument.conversion) {
      case (.url, .none): return "request.url"
      case (.url, _): return "request.parts.text"
      case (.navigation, _), (.frame, _): return text(value) + ".rawValue"
      case (.bool, _): return truth(value)
      case (.string, _), (.int, _):
        return bound(converted(text(value), argument.conversion), argument, parameter)
      }
    case .capture(let number):
      guard let variable = captureVariables[number] else {
        isNever = true
        return "nil"
      }
      let source = "\(variable)[\(number)]"
      let type = captureList[number].type
      let text =
        switch argument.conversion {
        case .none: converted(source, from(type))
        // Through the integer: `-0` is 0.
        case .intToDouble: source + ".int.map(Double.init)"
        default: converted(source, argument.conversion)
        }
      return bound(text, argument, parameter)
    }
  }

  /// The conversion from text to a capture's own type.
  private func from(_ type: ValueType) -> Conversion {
    switch type {
    case .int: .stringToInt
    case .double: .stringToDouble
    case .bool: .stringToBool
    case .url: .stringToURL
    case .enumeration(let id): .stringToEnumeration(id)
    case .optional(let wrapped): from(wrapped)
    default: .none
    }
  }

  private func converted(_ text: String, _ conversion: Conversion) -> String {
    switch conversion {
    case .none, .nameToString: text + ".value"
    case .stringToInt: text + ".int"
    case .stringToDouble, .intToDouble: text + ".double"
    case .stringToBool: text + ".bool"
    case .stringToURL: text + ".url"
    case .urlToString: text + ".value"
    case .stringToEnumeration(let id): context.type(.enumeration(id)) + "(declared: \(text))"
    }
  }

  private mutating func bound(
    _ text: String, _ argument: Argument, _ parameter: Field
  ) -> String {
    guard argument.isRequired else { return text }
    if let known = bindings[text] { return known }
    let name = uniqueName(parameter.name, &taken)
    bindings[text] = name
    clauses.append("let \(name) = \(text)")
    return name
  }
}
