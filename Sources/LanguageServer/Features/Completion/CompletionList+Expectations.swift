import Checks
import Requests
import Semantics
import Syntax

/// Completion of the constructs that the parser accepts at a position.
extension CompletionList {
  /// Returns the whole list for a position of a file.
  static func all(
    _ client: ClientCapabilities, _ snapshot: Snapshot, _ file: Int, at offset: Int
  ) -> CompletionList {
    var list = CompletionList(client, snapshot, file, at: offset)
    if list.cursor.isAmongCodes { list.codes() }
    for expectation in list.suitableExpectations { list.add(expectation) }
    return list
  }

  /// The expectations. After a value that is no condition, these are only the operators, and changes of an argument.
  private var suitableExpectations: [ExpectedSyntax] {
    let comparison = cursor.expectations.first { expectation in
      switch expectation {
      case .comparison(let subject): !isCondition(subject)
      case .setupComparison(let subject): setupType(subject).map { $0 != .bool } ?? false
      default: false
      }
    }
    // The value of an argument can also be changed.
    let changes: [ExpectedSyntax] = [.keyword(.setting), .keyword(.removing)]
    return comparison.map { [$0] + cursor.expectations.filter(changes.contains) }
      ?? cursor.expectations
  }

  /// Adds a word that the parser accepts, alone or with the text that follows it.
  private mutating func word(_ word: Keyword) {
    switch word {
    case .deprecated:
      add(
        "deprecated", .keyword, text: "deprecated(\"\")",
        documentation: "Marks the declaration as deprecated in the generated Swift and TypeScript.",
        snippet: "deprecated(\"${1:why}\")")
    case .setting: keyword(.setting, snippet: "setting ${1:query.name} = ${2:\"value\"}", rank: 2)
    case .removing: keyword(.removing, snippet: "removing ${1:query.name}", rank: 2)
    case .frames where cursor.chainKind != nil: keyword(.frames, snippet: "frames ${1:all}")
    // Responses are for frames that exist.
    case .new where kind == .responses: break
    case .async, .via, .world: if cursor.allows(word) { keyword(word) }
    // The world of the page is only for `world page global`.
    case .from where cursor.before.last?.keyword == .page: break
    case .with: keyword(.with, rank: 1)
    default: keyword(word)
    }
  }

  /// Adds the names and words for an expectation of the parser.
  mutating func add(_ expectation: ExpectedSyntax) {
    switch expectation {
    case .keyword(let word): self.word(word)
    case .token(let kind): sign(kind)
    case .declaration:
      for (word, snippet) in LanguageDocs.declarations { keyword(word, snippet: snippet) }
      ignore()
    case .rule(let isInBlock, let isLast): if !isLast { rules(isInBlock: isInBlock) }
    case .setting(let given):
      for setting in Setting.allCases where !given.contains(setting) { keyword(setting.keyword) }
    case .testURL: testURLs(isInString: cursor.isInString)
    case .name(let kind, let given): names(of: kind, except: given)
    case .attempted where isInInvariant:
      openURL("The system opens the URL, or does not.")
      names(.action)
    case .attempted:
      openURL("Opens the URL with the system, if an app takes it.")
      callees(.action, answering: true)
    case .used(let given): usable(by: owner ?? "", given: given)
    case .type(let place): types(place)
    case .result: type("Bool")
    case .condition: condition()
    case .existing: existing()
    case .comparison(let subject): operators(subject)
    case .operand(let subject, let place): operand(subject, place)
    case .member(let base, let whole): member(base, instead: whole)
    case .key(let base): accessKeys(base)
    case .step(let isFirst): steps(isFirst: isFirst)
    case .label(let callee, let given): labels(callee, except: given)
    case .argument(_, label: nil): break
    case .argument(let callee, let label?):
      if isInTest { expectedValue(callee, label) } else { value(callee, label) }
    case .url: add("url", .variable, detail: "URL", documentation: "The URL of the request.")
    case .changedPart(let isSet, let given): changedParts(isSet: isSet, except: given)
    case .changedValue(let part): changedValues(part)
    // Other parts cannot be missing, and a test expects changes that are made.
    case .ifMissing(let part):
      if ["query", "fragment"].contains(part), !isInTest { keyword(.if) }
    case .setup(let given, let isNegated): setup(except: given, isNegated: isNegated)
    case .setupComparison(let subject): setupComparison(subject)
    case .setupValue(let subject): setupValue(subject)
    case .claim: claims()
    case .act: acts()
    case .originValue:
      appValues(.url, .urls)
      add(
        "\"https://…\"", .value, text: "\"https://example.com\"", documentation: "Pages.",
        snippet: "\"https://${1:example.com}\"")
    case .textValue: appValues(.string)
    case .defaultValue(let type): defaultValues(type)
    case .queue:
      add("none", .keyword, documentation: "Early events are dropped.")
      add("newest", .keyword, documentation: "The last event is kept.")
      add("100", .value, documentation: "The number of events kept; the oldest are dropped first.")
    case .pageValue(let clause):
      let words =
        switch clause {
        case .sends: ["name", "payload", "number"]
        case .replies: ["reply"]
        default: ["error.code", "error.message"]
        }
      for word in words { add(word, .variable, documentation: LanguageDocs.pageValues[word]) }
      if clause != .sends {
        add(
          "message", .variable, text: "message.",
          documentation: "A field of the page's message, as in `message.id`.")
      }
      for word in [Keyword.true, .false] { keyword(word) }
    case .literal: break
    }
  }

  /// Adds an operator or arrow. Brackets and separators are not offered.
  private mutating func sign(_ kind: TokenKind) {
    switch kind {
    case .and, .or, .arrow:
      let text = kind.spelling ?? ""
      add(text, .operator, documentation: LanguageDocs.operators[text], rank: 2)
    default: break
    }
  }

  /// Adds the codes of findings that a comment can suppress.
  private mutating func codes() {
    for page in Check.all.map({ $0.page }) where page.canBeIgnored {
      add(
        page.code, .constant, detail: page.summary, text: "\(page.code) -- ",
        documentation: page.text)
    }
  }
}
