import Requests
import Semantics
import Syntax
import Text

/// Completion in `test` blocks.
extension CompletionList {
  /// Adds requests that reach the rules of the tested chain, except requests that have a test case already.
  mutating func testURLs(isInString: Bool) {
    guard let owner, let kind else { return }
    let given = snapshot.testedURLs(ofChain: owner, kind)
    var seen: Set<String> = []
    let requests = snapshot.reachingRequests(ofChain: owner, kind)
    for (order, request) in requests.prefix(Self.nameLimit).enumerated()
    where !given.contains(request.url) {
      let text = isInString ? request.url : request.text
      guard seen.insert(text).inserted else { continue }
      add(text, .value, detail: request.rule, rank: 1, order: order)
    }
    if !isInString {
      add(
        "\"https://…\"", .value, text: "\"https://example.com/\"",
        documentation: "The URL of a request.", snippet: "\"https://${1:example.com/}\"", rank: 2)
    }
  }

  mutating func setup(except given: [String], isNegated: Bool) {
    names(.flag, except: given)
    if !isNegated {
      for place in candidates(.value) where !given.contains(place.declaration.name) {
        add(place, text: "\(place.declaration.name) == ")
      }
    }
    for place in candidates(.action)
    where place.declaration.answers && !given.contains(place.declaration.name) {
      add(place)
    }
    if !given.contains("open") { openURL("Whether the system opens the URL.") }
    for input in schema.inputs {
      let row = input.row
      if isNegated, input.kind.type != .bool { continue }
      if row.argument == .none, given.contains(row.name) { continue }
      if let required = input.required, !given.contains(required.row.name) { continue }
      let (text, snippet) =
        switch (input.kind.type, row.argument) {
        case (.bool, _): (row.name, String?.none)
        case (_, .none): ("\(row.name) == ", "\(row.name) == $1")
        case (_, .index), (_, .key): ("\(row.name)[", "\(row.name)[\"$1\"] == \"$2\"")
        }
      add(row.name, .variable, text: text, documentation: row.documentation, snippet: snippet)
    }
  }

  /// Returns the type of a value that a test sets; nil for an action and for an unknown name.
  func setupType(_ subject: String) -> RequestValueType? {
    let name = String(subject.prefix { $0 != "[" })
    if let input = schema.inputs.first(where: { $0.row.name == name }) { return input.kind.type }
    return type(of: subject)
  }

  mutating func setupComparison(_ subject: String) {
    guard let type = setupType(subject) else { return }
    add("==", .operator, detail: type.name, documentation: "Sets the value.", rank: 1)
  }

  mutating func setupValue(_ subject: String) {
    switch setupType(subject) {
    case .choice(let type)?:
      for position in type.positions(in: kind ?? .requests) {
        add(type.names[position], .enumMember, documentation: type.documentation[position])
      }
    case .bool?: for word in [Keyword.true, .false] { keyword(word) }
    case .string?:
      let examples = schema.value(written: subject)?.kind.domain.examples ?? []
      for example in examples { add("\"\(example)\"", .value) }
      if examples.isEmpty { stringValueItem(rank: 5) }
    case .url?:
      add(
        "\"https://…\"", .value, text: "\"https://example.com/\"", documentation: "A URL.",
        snippet: "\"https://${1:example.com/}\"")
    case .strings?, .urls?:
      add("[…]", .value, text: "[]", documentation: "A list of values.", snippet: "[$1]")
    case .int?, nil: break
    }
  }
}
