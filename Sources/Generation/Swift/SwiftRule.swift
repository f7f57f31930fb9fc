import GeneratedNames
import Requests
import Semantics

/// One rule as Swift code: the body of a function that returns the rule's decision, or nil.
struct SwiftRule {
  /// The conditions and bindings in the order of evaluation; empty for a rule that always matches.
  private(set) var clauses: [SwiftClause] = []
  private(set) var body: [SwiftStatement] = []
  /// True if the condition is false for every request.
  private(set) var isNever = false
  private(set) var patterns: SwiftPatterns

  private let context: SwiftContext
  private let captures: [Capture]
  /// The variable that holds the captures of a pattern, by the number of the capture.
  private var captureVariables: [Int: String] = [:]
  /// The variables of values that a clause has already bound.
  private var bindings: [SwiftExpression: String] = [:]
  /// The call of the app whose result is the result of the attempt; nil without an attempt.
  private var attempt: SwiftExpression?
  /// A clause before the attempt; nil if the app can always be called.
  private var attemptTest: SwiftExpression?
  /// A clause between `attemptTest` and the attempt, which limits how often pages can cause it.
  private var roomTest: SwiftExpression?
  private var taken: Set<String> = ["request", "environment", "self"]

  init(_ rule: Rule, _ context: SwiftContext) {
    self.context = context
    patterns = SwiftPatterns(context)
    captures = rule.captures
    if let condition = rule.condition {
      let conditions = SwiftCondition(context: context, captures: rule.captures)
      append(condition.core, Self.usedCaptures(rule), conditions)
    }
    if rule.testsForWebPage { clauses.append(isWebPage(.request)) }
    for step in rule.steps {
      for root in step.originSources { clauses.append(isWebPage(root)) }
      append(step, of: rule)
    }
    // The attempt comes last, so that it happens only if the values that later steps need are present.
    let request = SwiftRequestValue.request
    if let attemptTest { clauses.append(.test(attemptTest)) }
    if let roomTest { clauses.append(.test(roomTest)) }
    if let attempt {
      clauses.append(.test(request.calling("attempted", attempt)))
    }
    if let decision = Self.decision(rule.decision) {
      body.append(.returned(decision))
    } else {
      body += [.expression(Self.end(of: rule)), .returned(.name("nil"))]
    }
  }

  private func isWebPage(_ root: URLRoot) -> SwiftClause {
    let schemes = ChangedPart.webPageSchemes.enumerated().map { index, scheme in
      SwiftArgument(index == 0 ? "of" : nil, .string(scheme))
    }
    let scheme = SwiftRequestValue(context: context).accessor(.part(.scheme, of: root))
    return .test(scheme.calling("isOne", schemes))
  }

  /// Returns the call that notes how evaluation continues after a rule that does not decide.
  private static func end(of rule: Rule) -> SwiftExpression {
    let request = SwiftRequestValue.request
    if rule.decision == .continue { return request.calling("continued") }
    return request.calling("left", .implicit(rule.blocks.isEmpty ? "handler" : "block"))
  }

  /// Returns the decision as a member; nil for `continue` and `leave`.
  private static func decision(_ decision: Decision) -> SwiftExpression? {
    switch decision {
    case .allow: .implicit("allow")
    case .allowWith(let preferences):
      SwiftRequestValue.request.calling("allow", arguments(preferences))
    case .cancel: .implicit("cancel")
    case .download: .implicit("download")
    case .popup: .implicit("popup")
    case .continue, .leave: nil
    }
  }

  private static func arguments(_ preferences: PagePreferences) -> [SwiftArgument] {
    [
      preferences.allowsJavaScript.map { SwiftArgument("javaScript", .bool($0)) },
      preferences.contentMode.map { SwiftArgument("contentMode", .implicit($0.rawValue)) },
    ].compactMap { $0 }
  }

  /// The statements of a function that returns the rule's decision, or nil.
  var statements: [SwiftStatement] {
    if isNever { return [.comment(["Never matches."]), .returned(.name("nil"))] }
    return clauses.isEmpty ? body : [.guardAll(clauses, else: .name("nil"))] + body
  }

  func mentions(_ name: String) -> Bool { statements.contains { $0.mentions(name) } }

  private static func usedCaptures(_ rule: Rule) -> Set<Int> {
    Set(
      rule.arguments.compactMap { if case .capture(let number) = $0.value { number } else { nil } })
  }

  // MARK: Condition

  private mutating func append(
    _ condition: CoreCondition, _ used: Set<Int>, _ conditions: SwiftCondition
  ) {
    if case .all(let parts) = condition {
      for part in parts { append(part, used, conditions) }
      return
    }
    let captured = Set(condition.captures)
    if captured.isDisjoint(with: used) {
      switch conditions.expression(condition, &patterns) {
      case .bool(true): break
      case .bool(false): isNever = true
      case let expression: clauses.append(.test(expression))
      }
    } else {
      let variable = context.variable(Self.captures(of: condition, conditions), &taken)
      for number in captured { captureVariables[number] = variable }
      clauses.append(.binding(variable, conditions.capturing(condition, &patterns)))
    }
  }

  /// Returns the name of a variable with captures: `captures` for the path, and the name of the value for other values.
  private static func captures(
    of condition: CoreCondition, _ conditions: SwiftCondition
  ) -> String {
    guard case .test(let value, _) = condition, let name = conditions.accessor(value).lastName,
      name != "path"
    else { return "captures" }
    return name + "Captures"
  }

  // MARK: Steps

  private mutating func append(_ step: Step, of rule: Rule) {
    let environment = SwiftRequestValue.environment
    switch step.kind {
    case .present(let id, let arguments): appendScreen("present", id, arguments)
    case .push(let id, let arguments): appendScreen("push", id, arguments)
    case .perform(let id, let arguments):
      let call = call(id, arguments)
      body.append(context.rules[id].result == .none ? .expression(call) : .discarded(call))
    case .attempt(let id, let arguments): attempt = call(id, arguments)
    case .attemptOpenURL(let changes):
      attempt = .await(environment.calling("openIfPossible", handed(changes)))
      attemptTest = schemeTest("mayAttemptOpen", rule)
      roomTest = room(for: "open")
    case .openURL(let changes):
      appendChecked(
        environment.calling("open", handed(changes)), "mayOpen", rule, room(for: "open"))
    case .loadURL(let changes):
      appendChecked(environment.calling("load", handed(changes)), "mayLoad", rule)
    case .dismiss: body.append(.expression(environment.calling("dismiss")))
    }
  }

  /// Appends a step that passes the URL on.
  private mutating func appendChecked(
    _ step: SwiftExpression, _ test: String, _ rule: Rule, _ room: SwiftExpression? = nil
  ) {
    let tests = [schemeTest(test, rule), room].compactMap { $0.map { SwiftClause.test($0) } }
    let step = SwiftStatement.expression(step)
    body.append(tests.isEmpty ? step : .ifAll(tests, [step]))
  }

  /// Returns the test that pages have not triggered the same step too often.
  private func room(for verb: String) -> SwiftExpression {
    SwiftRequestValue.request.calling("hasRoom", [SwiftArgument("for", .implicit(verb))])
  }

  /// Returns the test of the URL's scheme before a step that passes the URL on; nil if the condition names all its
  /// schemes.
  private func schemeTest(_ test: String, _ rule: Rule) -> SwiftExpression? {
    let schemes = rule.namedSchemes
    if schemes.areAll { return nil }
    let named = schemes.names.sorted().map { SwiftArgument(nil, .string($0)) }
    return SwiftRequestValue.request.calling(test, named)
  }

  private mutating func call(_ id: ID<Action>, _ arguments: [Argument]) -> SwiftExpression {
    let action = context.rules[id]
    let call = SwiftRequestValue.environment.calling(
      SwiftNames.afterDot(action.name), list(arguments, action.parameters))
    return action.result == .asyncBool ? .await(call) : call
  }

  private mutating func appendScreen(
    _ method: String, _ id: ID<Screen>, _ arguments: [Argument]
  ) {
    let screen = context.rules[id]
    let name = SwiftExpression.implicit(SwiftNames.afterDot(screen.name))
    let list = list(arguments, screen.parameters)
    let value = list.isEmpty ? name : .call(name, list)
    let step = SwiftStatement.expression(SwiftRequestValue.environment.calling(method, value))
    body.append(.ifAll([.test(room(for: method))], [step]))
  }

  private mutating func list(_ arguments: [Argument], _ parameters: [Field]) -> [SwiftArgument] {
    var list: [SwiftArgument] = []
    for (argument, parameter) in zip(arguments, parameters) {
      list.append(
        SwiftArgument(
          SwiftNames.argumentLabel(parameter.name), value(argument, parameter.name, parameter.type))
      )
    }
    return list
  }

  // MARK: Changes

  /// Returns the URL with the changes, and the headers if they change, as arguments.
  ///
  /// - Parameter variable: the name of the variable with the URL.
  private mutating func handed(
    _ changes: [RequestChange<Argument>], named variable: String = "url"
  ) -> [SwiftArgument] {
    let request = SwiftRequestValue.request
    var parts: [SwiftArgument] = []
    var headers: [SwiftArgument] = []
    for change in changes {
      let text = change.value.map {
        value($0, change.part.variable, change.part == .port ? .int : .string)
      }
      if case .header(let name) = change.part {
        let name = SwiftArgument(nil, .string(name.string))
        headers.append(
          SwiftArgument(
            nil, part("set", text.map { [name, SwiftArgument("to", $0)] }, or: "remove", [name])))
      } else {
        let part = self.part(change.part, text)
        parts.append(
          SwiftArgument(
            nil, change.onlyIfMissing ? self.part("ifMissing", [SwiftArgument(nil, part)]) : part))
      }
    }
    var arguments = [SwiftArgument(nil, .member(request, "url"))]
    if !parts.isEmpty {
      arguments = [SwiftArgument(nil, bound(request.calling("changed", parts), variable))]
    }
    if !headers.isEmpty {
      let url = SwiftArgument("for", arguments[0].value)
      arguments.append(SwiftArgument("headers", request.calling("headers", [url] + headers)))
    }
    return arguments
  }

  /// Returns the change of a part of the URL.
  ///
  /// - Parameter value: the new value; nil to remove the part.
  private func part(_ part: ChangedPart, _ value: SwiftExpression?) -> SwiftExpression {
    let text = value.map { [SwiftArgument(nil, $0)] }
    switch part {
    case .scheme: return self.part("scheme", text)
    case .host: return self.part("host", text)
    case .port: return self.part("port", text ?? [SwiftArgument(nil, .name("nil"))])
    case .path:
      guard case .string(let path)? = value else { return self.part("path", text) }
      return self.part("path", [SwiftArgument(nil, .string(ChangedPart.writtenPath(path)))])
    case .query(let key):
      let name = SwiftArgument(nil, .string(key.string))
      return self.part("query", text.map { [name] + $0 }, or: "noQuery", [name])
    case .fragment: return self.part("fragment", text, or: "noFragment")
    case .user: return .implicit("noUser")
    case .header: return self.part("header", text)
    }
  }

  /// Returns `.name(arguments)`, or `.other(others)` if there are no arguments.
  private func part(
    _ name: String, _ arguments: [SwiftArgument]?, or other: String = "",
    _ others: [SwiftArgument] = []
  ) -> SwiftExpression {
    if let arguments { return .call(.implicit(name), arguments) }
    return others.isEmpty ? .implicit(other) : .call(.implicit(other), others)
  }

  /// Returns an argument as an expression. A required value that may be missing becomes a clause.
  ///
  /// - Parameters:
  ///   - name: the name of the parameter.
  ///   - type: the type of the parameter.
  private mutating func value(
    _ argument: Argument, _ name: String, _ type: ValueType
  ) -> SwiftExpression {
    switch argument.value {
    case .literal(let literal): return context.expression(literal, as: type)
    case .changedURL(let changes): return handed(changes, named: name)[0].value
    case .condition(let condition):
      return SwiftCondition(context: context, captures: []).expression(condition.core, &patterns)
    case .request(let value):
      let values = SwiftRequestValue(context: context)
      let accessor = values.accessor(value)
      switch value.type {
      case .url where value == .url:
        let request = SwiftRequestValue.request
        return argument.conversion == .none
          ? .member(request, "url") : .member(.member(request, "parts"), "written")
      case .url:
        let url =
          argument.conversion == .none
          ? SwiftExpression.member(values.address(of: value.root ?? .request), "url")
          : converted(accessor, argument.conversion)
        return bound(url, argument, name)
      case .choice:
        return value.isAlwaysPresent
          ? .member(accessor, "rawValue") : bound(accessor, argument, name)
      // Parameters cannot be lists.
      case .strings, .urls: return accessor
      case .bool: return accessor
      case .string, .int:
        return bound(converted(accessor, argument.conversion), argument, name)
      }
    case .capture(let number):
      guard let variable = captureVariables[number] else {
        isNever = true
        return .name("nil")
      }
      let source = SwiftExpression.element(.name(variable), .number(number))
      return bound(
        converted(source, argument.conversion, of: captures[number].type), argument, name)
    }
  }

  // MARK: Conversions

  private func converted(
    _ capture: SwiftExpression, _ conversion: Conversion, of type: ValueType
  ) -> SwiftExpression {
    switch conversion {
    case .none: converted(capture, Self.conversion(to: type))
    // The integer is read first, so that `-0` becomes 0.
    case .intToDouble:
      .member(capture, "int").calling("map", .member(.name("Double"), "init"))
    case .stringToInt, .stringToDouble, .stringToBool, .stringToURL, .stringToEnumeration,
      .urlToString, .nameToString:
      converted(capture, conversion)
    }
  }

  /// Returns the conversion from text to the type of a capture.
  private static func conversion(to type: ValueType) -> Conversion {
    switch type {
    case .int: .stringToInt
    case .double: .stringToDouble
    case .bool: .stringToBool
    case .url: .stringToURL
    case .enumeration(let id): .stringToEnumeration(id)
    case .optional(let wrapped): conversion(to: wrapped)
    case .string, .date, .data, .json, .array, .dictionary, .model, .union, .request, .invalid:
      .none
    }
  }

  private func converted(_ value: SwiftExpression, _ conversion: Conversion) -> SwiftExpression {
    switch conversion {
    case .none, .nameToString, .urlToString: .member(value, "value")
    case .stringToInt: .member(value, "int")
    case .stringToDouble, .intToDouble: .member(value, "double")
    case .stringToBool: .member(value, "bool")
    case .stringToURL: .member(value, "url")
    case .stringToEnumeration(let id):
      .call(.name(context.type(.enumeration(id))), [SwiftArgument("declared", value)])
    }
  }

  private mutating func bound(
    _ value: SwiftExpression, _ argument: Argument, _ parameter: String
  ) -> SwiftExpression {
    argument.isRequired ? bound(value, parameter) : value
  }

  /// Returns the variable of a value that must be present, and adds the clause that binds it.
  private mutating func bound(_ value: SwiftExpression, _ wanted: String) -> SwiftExpression {
    if let known = bindings[value] { return .name(known) }
    let name = context.variable(wanted, &taken)
    bindings[value] = name
    clauses.append(.binding(name, value))
    return .name(name)
  }
}

extension ChangedPart {
  /// The name of a variable with the new text of the part.
  fileprivate var variable: String {
    switch self {
    case .scheme: "scheme"
    case .host: "host"
    case .port: "port"
    case .path: "path"
    case .query: "query"
    case .fragment: "fragment"
    case .user: "user"
    case .header: "header"
    }
  }
}
