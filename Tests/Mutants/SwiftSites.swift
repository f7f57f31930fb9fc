// Finds the places of Swift files at which a mistake can be made, and writes them as JSON.
//
// Usage: swift-sites FILE…. Prints one line for each site: file, range in UTF-8 bytes, kind, the mutated text, and a
// text that chooses between both by `mutant(§)`; § is replaced by the number of the mutant. Many sites do not compile,
// for example since an argument has no default: instrumented.py asks the compiler.

import SwiftOperators
import SwiftParser
import SwiftSyntax

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A mistake at one place.
struct Site {
  let start: Int
  let end: Int
  let kind: String
  let mutated: String
  let switched: String
}

final class SiteFinder: SyntaxVisitor {
  private(set) var sites: [Site] = []
  /// The syntax of declared result types around the visited node; `nil` for a closure.
  private var results: [TypeSyntax?] = []

  /// Adds a site at which a text replaces a node.
  private func add(
    _ node: some SyntaxProtocol, _ kind: String, _ mutated: String, switched: String
  ) {
    sites.append(
      Site(
        start: node.positionAfterSkippingLeadingTrivia.utf8Offset,
        end: node.endPositionBeforeTrailingTrivia.utf8Offset, kind: kind, mutated: mutated,
        switched: switched))
  }

  /// Adds a site at which another expression of the same type is evaluated.
  private func add(expression node: some SyntaxProtocol, _ kind: String, _ mutated: String) {
    let text = node.trimmedDescription
    guard mutated != text else { return }
    add(node, kind, mutated, switched: "(mutant(§) ? (\(mutated)) : (\(text)))")
  }

  /// Adds the sites of an expression of type `Bool`.
  private func add(truth node: ExprSyntax, _ values: [Bool]) {
    if node.is(BooleanLiteralExprSyntax.self) { return }
    let text = node.trimmedDescription
    for value in values {
      add(
        node, "always \(value)", "\(value)",
        switched: value ? "(mutant(§) || (\(text)))" : "(!mutant(§) && (\(text)))")
    }
  }

  /// Adds a site at which a statement is left out.
  private func add(removed node: some SyntaxProtocol) {
    add(node, "removed statement", "", switched: "if !mutant(§) { \(node.trimmedDescription) }")
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard let condition = node.condition.as(ExprSyntax.self) else {
      if node.condition.is(OptionalBindingConditionSyntax.self)
        || node.condition.is(MatchingPatternConditionSyntax.self)
      {
        let text = node.condition.trimmedDescription
        add(node.condition, "never bound", "false, \(text)", switched: "!mutant(§), \(text)")
      }
      return .visitChildren
    }
    // A loop that always goes on only shows that tests have time limits.
    let isLoop = node.parent?.parent?.is(WhileStmtSyntax.self) == true
    add(truth: condition, isLoop ? [false] : [true, false])
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    add(truth: node.condition, [true, false])
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    add(truth: node.condition, [true, false])
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
    if node.whereClause == nil {
      let text = node.pattern.trimmedDescription
      add(
        node.pattern, "case never taken", "\(text) where false",
        switched: "\(text) where !mutant(§)")
    }
    return .visitChildren
  }

  // MARK: Operators

  private static let otherComparisons = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
  ]
  private static let otherCalculations = [
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "+", "&": "|", "|": "&", "<<": ">>", ">>": "<<",
    "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=",
  ]

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let left = node.leftOperand
    let right = node.rightOperand
    if node.operator.is(AssignmentExprSyntax.self) {
      if !left.is(DiscardAssignmentExprSyntax.self) { add(removed: node) }
      return .visitChildren
    }
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .visitChildren
    }
    func replaced(_ other: String) -> String {
      "\(left.trimmedDescription) \(other) \(right.trimmedDescription)"
    }
    switch sign {
    case "&&":
      add(truth: left, [true])
      add(truth: right, [true])
    case "||":
      add(truth: left, [false])
      add(truth: right, [false])
    case "??":
      add(expression: node, "only the default", right.trimmedDescription)
    default:
      if let other = Self.otherComparisons[sign] {
        add(expression: node, "other comparison", replaced(other))
      } else if let other = Self.otherCalculations[sign] {
        if sign.hasSuffix("=") {
          add(
            node, "other calculation", replaced(other),
            switched: "if mutant(§) { \(replaced(other)) } else { \(node.trimmedDescription) }")
          add(removed: node)
        } else {
          add(expression: node, "other calculation", replaced(other))
        }
      } else if sign.hasSuffix("=") {
        add(removed: node)
      }
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" || node.operator.text == "-" {
      add(expression: node, "removed operator", node.expression.trimmedDescription)
    }
    return .visitChildren
  }

  // MARK: Literals

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isTrue = node.literal.text == "true"
    if !isConstant(node) { add(expression: node, "other literal", isTrue ? "false" : "true") }
    return .skipChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if !isConstant(node) {
      let text = node.literal.text
      add(expression: node, "other literal", text == "1" ? "0" : "\(text) + 1")
    }
    return .skipChildren
  }

  /// Visits words and signs. Sentences are left out, since tests would have to repeat their texts.
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard !isConstant(node), node.segments.count == 1,
      let text = node.segments.first?.as(StringSegmentSyntax.self)?.content.text, !text.isEmpty,
      node.openingQuote.tokenKind == .stringQuote
    else { return .visitChildren }
    let isSentence = text.contains(" ") && text.contains { $0.isLetter }
    if !isSentence { add(expression: node, "other literal", "\"\"") }
    return .skipChildren
  }

  /// Returns whether the compiler must know the literal: in a pattern or as the value of an enumeration's case.
  private func isConstant(_ node: some SyntaxProtocol) -> Bool {
    var above = node.parent
    while let found = above {
      if found.is(PatternSyntax.self) && !found.is(IdentifierPatternSyntax.self) { return true }
      if found.is(EnumCaseElementSyntax.self) || found.is(AttributeSyntax.self) { return true }
      if found.is(CodeBlockItemSyntax.self) || found.is(MemberBlockItemSyntax.self) { return false }
      above = found.parent
    }
    return false
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    switch node.item {
    case .stmt(let statement):
      // A `break` at the end of a case only says that the case does nothing.
      let stop = statement.as(BreakStmtSyntax.self)
      let isFiller = stop?.label == nil && node.parent?.parent?.is(SwitchCaseSyntax.self) == true
      if statement.is(ContinueStmtSyntax.self) || stop != nil && !isFiller
        || statement.as(ReturnStmtSyntax.self).map({ $0.expression == nil }) == true
      {
        add(removed: statement)
      }
    case .expr(let expression):
      var inner = expression
      while let effect = inner.as(TryExprSyntax.self)?.expression
        ?? inner.as(AwaitExprSyntax.self)?.expression
      {
        inner = effect
      }
      if let call = inner.as(FunctionCallExprSyntax.self), !Self.changesOnlySpeed(call) {
        add(removed: expression)
      }
    default: break
    }
    return .visitChildren
  }

  /// Returns whether a program behaves the same without the call.
  private static func changesOnlySpeed(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name == "combine" || name == "reserveCapacity"
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.awaitKeyword == nil {
      let text = node.sequence.trimmedDescription
      add(
        node.sequence, "first element left out", "(\(text)).dropFirst()",
        switched: "(\(text)).dropFirst(mutant(§) ? 1 : 0)")
    }
    return .visitChildren
  }

  // MARK: Results

  private func add(result expression: ExprSyntax) {
    guard let declared = results.last, let type = declared else { return }
    let text = expression.trimmedDescription
    if type.is(OptionalTypeSyntax.self) {
      add(expression: expression, "other result", "nil")
    } else if type.is(ArrayTypeSyntax.self) {
      add(expression: expression, "other result", "[]")
    } else if type.is(DictionaryTypeSyntax.self) {
      add(expression: expression, "other result", "[:]")
    } else {
      switch type.trimmedDescription {
      case "Bool": add(truth: expression, [true, false])
      case "String":
        if !expression.is(StringLiteralExprSyntax.self) {
          add(expression: expression, "other result", "\"\"")
        }
      case "Int":
        if !expression.is(IntegerLiteralExprSyntax.self) {
          add(expression: expression, "other result", "(\(text)) + 1")
        }
      default: break
      }
    }
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.expression { add(result: expression) }
    return .visitChildren
  }

  /// Adds the result of a body that consists of one expression.
  private func add(onlyExpressionOf items: CodeBlockItemListSyntax?) {
    guard let items, items.count == 1, case .expr(let expression)? = items.first?.item,
      !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self)
    else { return }
    add(result: expression)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    results.append(node.signature.returnClause?.type)
    add(onlyExpressionOf: node.body?.statements)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { results.removeLast() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    results.append(node.accessorBlock == nil ? nil : node.typeAnnotation?.type)
    if case .getter(let items)? = node.accessorBlock?.accessors { add(onlyExpressionOf: items) }
    return .visitChildren
  }
  override func visitPost(_ node: PatternBindingSyntax) { results.removeLast() }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    results.append(node.returnClause.type)
    if case .getter(let items)? = node.accessorBlock?.accessors { add(onlyExpressionOf: items) }
    return .visitChildren
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { results.removeLast() }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.accessorSpecifier.text != "get" {
      results.append(nil)
    } else {
      results.append(results.last ?? nil)
      add(onlyExpressionOf: node.body?.statements)
    }
    return .visitChildren
  }
  override func visitPost(_ node: AccessorDeclSyntax) { results.removeLast() }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    results.append(nil)
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { results.removeLast() }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    results.append(nil)
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { results.removeLast() }

  // MARK: Calls

  private static let otherNames = [
    "hasPrefix": "hasSuffix", "hasSuffix": "hasPrefix", "first": "last", "last": "first",
    "min": "max", "max": "min", "dropFirst": "dropLast", "dropLast": "dropFirst",
    "prefix": "suffix", "suffix": "prefix", "firstIndex": "lastIndex", "lastIndex": "firstIndex",
    "union": "intersection", "intersection": "union", "isSubset": "isSuperset",
    "isSuperset": "isSubset", "lowerBound": "upperBound", "upperBound": "lowerBound",
    "startIndex": "endIndex", "endIndex": "startIndex", "allSatisfy": "contains",
  ]

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    guard let base = node.base, let other = Self.otherNames[name],
      node.declName.argumentNames == nil,
      name != "allSatisfy"
    else { return .visitChildren }
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id
    {
      // The site is the whole call, since the type of a function's name alone is often ambiguous.
      let rest = call.trimmedDescription.dropFirst(node.trimmedDescription.count)
      add(expression: call, "other name", "\(base.trimmedDescription).\(other)\(rest)")
    } else {
      add(expression: node, "other name", "\(base.trimmedDescription).\(other)")
    }
    return .visitChildren
  }

  /// Calls that state conditions. A mistake in such a call is noticed only together with another mistake.
  private static let assertions: Set<String> = [
    "precondition", "assert", "fatalError", "preconditionFailure", "assertionFailure",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.trimmedDescription
    if Self.assertions.contains(callee) { return .skipChildren }
    guard node.trailingClosure == nil else { return .visitChildren }
    let arguments = node.arguments.map { argument in
      (argument.label.map { "\($0.text): " } ?? "", argument.expression.trimmedDescription)
    }
    func call(_ arguments: [(String, String)]) -> String {
      "\(callee)(\(arguments.map { $0.0 + $0.1 }.joined(separator: ", ")))"
    }
    if arguments.count > 1 {
      for index in arguments.indices {
        var fewer = arguments
        fewer.remove(at: index)
        add(expression: node, "removed argument", call(fewer))
      }
      for index in arguments.indices.dropLast() where arguments[index].1 != arguments[index + 1].1 {
        var swapped = arguments
        swapped[index].1 = arguments[index + 1].1
        swapped[index + 1].1 = arguments[index].1
        add(expression: node, "exchanged arguments", call(swapped))
      }
    } else if let argument = arguments.first {
      if !argument.0.isEmpty { add(expression: node, "removed argument", call([])) }
      add(expression: node, "removed call", argument.1)
    }
    if let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base {
      add(expression: node, "removed call", base.trimmedDescription)
    }
    return .visitChildren
  }

  // MARK: What is left out

  /// Visits only the clause that Linux compiles with the stand-ins for Apple's modules (Tests/WebKitStandIn).
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.clauses where clause.condition.map(isActive) ?? true {
      if let elements = clause.elements { walk(elements) }
      break
    }
    return .skipChildren
  }

  private func isActive(_ condition: ExprSyntax) -> Bool {
    if let operation = condition.as(InfixOperatorExprSyntax.self) {
      let left = isActive(operation.leftOperand)
      let right = isActive(operation.rightOperand)
      return operation.operator.trimmedDescription == "&&" ? left && right : left || right
    }
    if let operation = condition.as(PrefixOperatorExprSyntax.self) {
      return !isActive(operation.expression)
    }
    if let group = condition.as(TupleExprSyntax.self), let only = group.elements.first {
      return isActive(only.expression)
    }
    let text = condition.trimmedDescription
    return Self.activeConditions.contains(text) || text.hasPrefix("compiler(")
      || text.hasPrefix("swift(")
  }

  private static let activeConditions: Set<String> = [
    "DEBUG", "os(Linux)", "canImport(Glibc)", "canImport(Foundation)",
    "canImport(FoundationEssentials)", "canImport(FoundationNetworking)", "canImport(WebKit)",
    "canImport(UIKit)", "canImport(SwiftUI)",
  ]

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
}

for path in CommandLine.arguments.dropFirst() {
  guard let file = fopen(path, "r") else {
    print("\(path) cannot be read")
    exit(1)
  }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  fclose(file)
  let parsed = Parser.parse(source: String(decoding: bytes, as: UTF8.self))
  let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
  let finder = SiteFinder(viewMode: .sourceAccurate)
  finder.walk(tree)
  func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
  for site in finder.sites {
    print(
      "{\"file\":\(quoted(path)),\"start\":\(site.start),\"end\":\(site.end),"
        + "\"kind\":\(quoted(site.kind)),\"mutated\":\(quoted(site.mutated)),"
        + "\"switched\":\(quoted(site.switched))}")
  }
}
