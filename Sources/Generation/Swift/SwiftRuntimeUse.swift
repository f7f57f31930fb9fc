import Requests
import Semantics

/// Collects the parts of the run-time support that the generated code of a rule set uses.
struct SwiftRuntimeUse {
  private(set) var parts: SwiftRuntimeSet = []
  private let rules: RuleSet

  /// - Parameter hasTables: true if a chain uses a dispatch table.
  init(_ context: SwiftContext, hasTables: Bool) {
    rules = context.rules
    addNavigation()
    parts.formUnion(context.expressions.parts)
    if hasTables { parts.insert(.ruleTable) }
    addTypes(context.recursion)
    addMessages()
    addPage()
    addConfigurations()
    if parts.contains(.sourceParts) { parts.insert(.sourceFrame) }
    parts.close()
  }

  // MARK: Navigation

  private mutating func addNavigation() {
    if rules.origins.contains(where: { $0.value == nil }) { parts.insert(.trustedOrigin) }
    if !rules.givenOrigins.isEmpty { parts.insert(.originSource) }
    guard rules.hasNavigation else { return }
    parts.formUnion([.navigationActionHandler, .chainNavigationDelegate])
    if rules.handsOnRequests { parts.formUnion([.wholeRequest, .webKitRequest]) }
    if rules.hasPagePreferences { parts.insert(.pagePreferences) }
    if rules.hasResponses { parts.insert(.responseDecisions) }
    for handler in rules.handlers { add(handler.items) }
    for chain in rules.chains { add(chain.items) }
  }

  private mutating func add(_ items: [ChainItem]) {
    for case .rule(let rule) in items {
      rule.condition?.core.eachTest { value, test in add(value, test) }
      for capture in rule.captures { addCapture(capture.type) }
      for argument in rule.arguments { add(argument) }
      for condition in rule.conditionsInArguments {
        condition.core.eachTest { value, test in add(value, test) }
      }
      for change in rule.steps.flatMap({ ($0.kind.handed ?? []) + $0.changedURLs.joined() }) {
        parts.insert(change.part.isHeader ? .headerChanges : .urlChanges)
        if change.onlyIfMissing { parts.insert(.missingParts) }
      }
      if rule.testsForWebPage || !rule.steps.allSatisfy({ $0.originSources.isEmpty }) {
        parts.formUnion([.hostValue, .textComparisons])
      }
      if rule.decision == .leave { parts.insert(.leftRules) }
      if rule.handsOnAnyScheme { parts.insert(.safeSteps) }
      if rule.hasLimitedStep { parts.insert(.limitedSteps) }
    }
  }

  private mutating func add(_ value: RequestValue, _ test: RequestTest) {
    add(value)
    if test.isOfOrigin, let root = value.root, root != .request { parts.insert(.originMembers) }
    switch test {
    case .present, .number, .choice: break
    case .member(let pattern): add(pattern)
    case .origin: parts.formUnion([.trustedOrigin, .hostValue, .portValue])
    case .equal(let other), .different(let other):
      add(other)
      if case .choice = other.type { break }
      parts.insert(.valueComparisons)
    case .sameOrigin(let root):
      add(.part(.host, of: root))
      parts.insert(.sameOrigin)
    case .related(let relation, let other):
      add(other)
      add(relation)
    case .listed(let list): parts.insert(SwiftRequestValue.part(list))
    case .likeListed(let list): parts.formUnion([SwiftRequestValue.part(list), .hostPatterns])
    case .originListed(let list):
      parts.formUnion([SwiftRequestValue.part(list), .hostValue, .portValue])
    }
  }

  private mutating func add(_ relation: TextRelation) {
    switch relation {
    case .prefix, .suffix, .infix: parts.insert(.relatedTexts)
    case .pattern: parts.insert(.hostPatterns)
    case .ignoringCase(let relation):
      parts.formUnion([.caseFolding, relation == .whole ? .valueComparisons : .relatedTexts])
    }
  }

  private mutating func add(_ pattern: TextPattern) {
    switch pattern {
    case .prefix: break
    case .oneOf(let texts): if texts.count != 1 { parts.insert(.textComparisons) }
    case .noneOf: parts.insert(.textComparisons)
    case .suffix, .infix: parts.insert(.textSearch)
    case .ignoringCase(let relation, _):
      parts.insert(.caseFolding)
      if let withCase = relation.withCase, withCase != .prefix { parts.insert(.textSearch) }
    case .glob(let glob): add(glob)
    // `SwiftExpressions` adds the types of its automata.
    case .expression: break
    }
  }

  private mutating func add(_ glob: Glob) {
    parts.insert(.textPattern)
    if !glob.searchedElements.isEmpty { parts.insert(.wildcardSearch) }
  }

  private mutating func add(_ value: RequestValue) {
    parts.formUnion(SwiftRequestValue.parts(value))
  }

  private mutating func add(_ argument: Argument) {
    switch argument.value {
    case .literal(let literal): add(literal)
    case .request(let value): add(value)
    case .capture, .condition, .changedURL: break
    }
    switch argument.conversion {
    case .none, .urlToString, .nameToString: break
    case .stringToInt, .stringToDouble, .stringToBool, .intToDouble: parts.insert(.textConversions)
    case .stringToURL: parts.insert(.urlConversion)
    case .stringToEnumeration: parts.insert(.declaredCases)
    }
  }

  private mutating func addCapture(_ type: ValueType) {
    switch type {
    case .string, .date, .data, .json, .array, .dictionary, .model, .union, .request, .invalid:
      break
    case .int, .double, .bool: parts.formUnion([.capturedValues, .textConversions])
    case .enumeration: parts.formUnion([.capturedValues, .declaredCases])
    case .url: parts.formUnion([.capturedValues, .urlConversion])
    case .optional(let wrapped): addCapture(wrapped)
    }
  }

  private mutating func add(_ literal: Literal) {
    switch literal {
    case .string, .int, .double, .bool, .enumerationCase, .request, .emptyDictionary, .missing:
      break
    case .url: parts.insert(.constantURL)
    case .list(let elements): for element in elements { add(element) }
    }
  }

  // MARK: Types

  private mutating func addTypes(_ recursion: TypeRecursion) {
    if !rules.enumerations.isEmpty { parts.insert(.wireEnumeration) }
    for (index, model) in rules.models.enumerated() {
      parts.insert(.wireObject)
      for field in model.fields {
        add(field)
        if recursion.isIndirect(field.type, in: ID(index)) { parts.insert(.indirect) }
      }
    }
    for union in rules.unions {
      parts.formUnion(union.discriminator == nil ? [.wireKinds] : [.wireObject, .wireString])
      for choice in union.cases { for field in choice.fields { add(field) } }
    }
    if rules.hasDeprecatedTypes { parts.insert(.deprecatedTypes) }
  }

  private mutating func add(_ field: Field) {
    add(field.type)
    if let value = field.defaultValue { add(value) }
  }

  /// Adds a type whose values app and page exchange.
  private mutating func add(_ type: ValueType) {
    switch type {
    case .string: parts.insert(.wireString)
    case .int: parts.insert(.wireInt)
    case .double: parts.insert(.wireDouble)
    case .bool: parts.insert(.wireBool)
    case .url: parts.insert(.wireURL)
    case .date: parts.insert(.wireDate)
    case .data: parts.insert(.wireData)
    case .json, .request, .invalid: parts.insert(.wireJSON)
    case .array(let element):
      parts.insert(.wireArray)
      add(element)
    case .dictionary(let value):
      parts.insert(.wireDictionary)
      add(value)
    case .optional(let wrapped):
      parts.insert(.wireOptional)
      add(wrapped)
    // Declared types are added whether or not they are used.
    case .model, .enumeration, .union: break
    }
  }

  // MARK: Messages, events, calls

  private mutating func addMessages() {
    if rules.strategies.isEmpty { return }
    parts.formUnion([.scriptMessageStrategy, .testPage])
    for strategy in rules.strategies {
      for type in [strategy.receives, strategy.replies] { if let type { add(type) } }
      if strategy.receivesText {
        parts.insert(.messageText)
      } else if rules.canBeEmpty(strategy.receives) {
        parts.insert(.emptyPayload)
      }
      if strategy.repliesText { parts.formUnion([.jsonText, .textBody]) }
    }
    if rules.strategies.contains(where: { $0.givesSender }) { parts.insert(.messageSender) }
    if !rules.channels.isEmpty { parts.insert(.scriptMessageChannel) }
    if rules.dispatches.contains(where: { $0.answer != nil }) {
      parts.formUnion([.pageAnswer, .webViewRunner])
    }
    if rules.strategies.contains(where: rules.isIsolated) { parts.insert(.isolatedMessages) }
  }

  private mutating func addPage() {
    if !rules.events.isEmpty { parts.formUnion([.eventOutbox, .testPage, .webViewRunner]) }
    if !rules.events.isEmpty, rules.dispatches.contains(where: { $0.sends != nil }) {
      parts.insert(.pageValue)
    }
    for event in rules.events { if let type = event.sends { add(type) } }
    if !rules.scripts.isEmpty { parts.insert(.userScript) }
    if rules.scripts.contains(where: { !$0.origins.isEmpty }) { parts.insert(.scriptOrigin) }
    if rules.scripts.contains(where: { $0.isGlobal }) { parts.insert(.globalScript) }
    for script in rules.scripts where !script.parameters.isEmpty {
      parts.insert(.scriptValues)
      for parameter in script.parameters { add(parameter) }
    }
    if !rules.calls.isEmpty { parts.formUnion([.pageCalls, .testPage, .webViewRunner]) }
    if rules.calls.contains(where: { $0.isFunction }) { parts.insert(.functionCalls) }
    if rules.calls.contains(where: { $0.isValue }) { parts.insert(.valueCalls) }
    for call in rules.calls {
      for type in [call.sends, call.replies] { if let type { add(type) } }
    }
    for render in rules.renders {
      parts.insert(.webRender)
      for item in render.items {
        switch item.payload {
        case .none: break
        case .value(let literal): add(literal)
        case .fields(_, let literals): for literal in literals { add(literal) }
        }
      }
    }
  }

  private mutating func addConfigurations() {
    if rules.configurations.isEmpty { return }
    parts.formUnion([.configurator, .webSession])
    if !rules.strategies.isEmpty { parts.formUnion([.messageAdapters, .pageAdapter]) }
    if rules.hasDownloads { parts.insert(.webDownloads) }
    if rules.hasPopups { parts.insert(.popups) }
    if !rules.ruleLists.isEmpty { parts.insert(.contentRuleLists) }
    for handler in rules.configurations.lazy.flatMap({ $0.schemeHandlers }) {
      parts.insert(handler.origins.isEmpty ? .schemeAdapter : .schemeOrigins)
    }
    for value in rules.settings { add(value) }
  }

  private mutating func add(_ setting: SettingValue) {
    switch setting {
    case .title: break
    case .userAgent, .inspectable, .inlineMedia, .backForwardGestures, .bounces, .dataStore,
      .contentMode, .javaScript:
      parts.insert(.webViewSettings)
    case .applicationName, .mediaPlayback, .pictureInPicture, .fullscreen, .linkPreview,
      .textInteraction, .findInteraction, .appBoundDomains:
      parts.insert(.contentSettings)
    case .panels(.app): parts.insert(.panels)
    case .panels(.native): parts.insert(.nativePanels)
    case .mediaCapture(_, let origins, _):
      parts.insert(origins.isEmpty ? .mediaCapture : .mediaOrigins)
    }
  }
}

extension RuleSet {
  /// True if a rule makes a download of a request or response.
  fileprivate var hasDownloads: Bool { hasRule { $0.decision == .download } }
}

extension Rule {
  /// True if a web view counts how often a step is performed.
  fileprivate var hasLimitedStep: Bool {
    steps.contains { step in
      switch step.kind {
      case .present, .push, .openURL, .attemptOpenURL: true
      case .perform, .attempt, .loadURL, .dismiss: false
      }
    }
  }

  /// True if a step passes on a URL whose scheme the condition does not name.
  fileprivate var handsOnAnyScheme: Bool {
    !namedSchemes.areAll
      && steps.contains { step in
        switch step.kind {
        case .attemptOpenURL, .openURL, .loadURL: true
        case .present, .push, .perform, .attempt, .dismiss: false
        }
      }
  }
}
