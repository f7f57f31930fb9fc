import Syntax
import Text

/// Resolves dispatches, which deliver events and replies.
extension Resolver {
  mutating func dispatch(_ syntax: DispatchSyntax, _ declared: Declared) -> Dispatch {
    let isAnswer = syntax.replies != nil || syntax.fails != nil
    var result = Dispatch(declared: declared, style: .function(""))
    switch syntax.target {
    case .customEvent(let type):
      checkIdentifier(type)
      result.style = .customEvent(type.value)
    case .function(let path):
      checkPath(path)
      result.style = .function(path.value)
    case .functionNamed(let reference):
      if case .message(let path)? = pageValue(reference, []) {
        result.style = .functionNamed(by: path)
      }
      if !isAnswer || syntax.sends != nil {
        fault(
          .typeMismatch(
            expected: "the path of a function as a string", found: "a field of the message",
            why: "an event answers no message"), reference.span)
      }
    }
    result.sends = syntax.sends.map { values($0, PageValue.Part.ofEvents, isAnswer: false) }
    if let replies = syntax.replies, let fails = syntax.fails {
      result.answer = Dispatch.Answer(
        replies: values(replies, PageValue.Part.ofReplies, isAnswer: true),
        fails: values(fails, PageValue.Part.ofErrors, isAnswer: true))
    } else if let only = syntax.replies ?? syntax.fails {
      let missing = syntax.fails == nil ? "fails" : "replies"
      // An unread clause may be the missing one.
      if !isIncomplete(syntax.header) {
        fault(
          .typeMismatch(
            expected: "`\(missing)` too",
            found: "`\(missing == "fails" ? "replies" : "fails")` only",
            why: "a page that waits gets either a reply or an error"), only.span)
      }
      result.answer = Dispatch.Answer(replies: [], fails: [])
    }
    if case .customEvent = syntax.target {
      for arguments in [syntax.sends, syntax.replies, syntax.fails] {
        guard let arguments, arguments.values.count != 1 else { continue }
        fault(
          .typeMismatch(
            expected: "one value", found: "\(arguments.values.count) values",
            why: "an event of the page has one `detail`"), arguments.span)
      }
    }
    return result
  }

  // MARK: - Values

  private mutating func values(
    _ syntax: PageArgumentsSyntax, _ parts: [PageValue.Part], isAnswer: Bool
  ) -> [PageValue] {
    syntax.values.compactMap { value($0, parts, isAnswer: isAnswer) }
  }

  private mutating func value(
    _ syntax: PageValueSyntax, _ parts: [PageValue.Part], isAnswer: Bool
  ) -> PageValue? {
    switch syntax {
    case .literal(.string(let string)): return .string(string.value)
    case .literal(.integer(let number, _)):
      return literal(syntax, as: .int).flatMap { _ in number.map { .int($0) } }
    case .literal(.number(let number, _)): return number.map { .double($0) }
    case .literal(.bool(let value, _)): return .bool(value)
    case .literal: return nil
    case .reference(let reference): return pageValue(reference, parts, isAnswer: isAnswer)
    case .object(let fields, _):
      var seen = FirstPlaces(fields.count)
      var result: [PageValue.Field] = []
      for field in fields {
        if case .name(let name) = field.key { recordName(name, .unknownMember) }
        if let first = seen.insert(field.keyText, at(field.keySpan)) {
          fault(
            .duplicateMember("field", name: field.keyText, first: first), field.keySpan)
        } else if let value = value(field.value, parts, isAnswer: isAnswer) {
          result.append(PageValue.Field(key: field.keyText, value: value))
        }
      }
      return .object(result)
    }
  }

  /// The literal that a value is; nil if the value is no literal, or after a fault.
  private mutating func literal(_ syntax: PageValueSyntax, as type: ValueType) -> Literal? {
    guard case .literal(let literal) = syntax else { return nil }
    return self.literal(literal, as: type)
  }

  /// Resolves a reference such as `message.id`, `reply` or `error.code`; nil after a fault.
  private mutating func pageValue(
    _ reference: ReferenceSyntax, _ parts: [PageValue.Part], isAnswer: Bool = true
  ) -> PageValue? {
    recordPageValue(reference)
    var path = [reference.base.text]
    for access in reference.accesses {
      switch access {
      case .member(let name): path.append(name.text)
      case .key(let key): path.append(key.value)
      case .index: path.append("")
      }
    }
    let isPlain = !path.contains("")
    if isAnswer, path[0] == "message", path.count > 1, isPlain {
      return .message(Array(path[1...]))
    }
    if let part = parts.first(where: { $0.rawValue == path.joined(separator: ".") }) {
      return .part(part)
    }
    let known = parts.map { $0.rawValue } + (isAnswer ? ["message.id"] : [])
    fault(
      .unknownName(
        expected: Self.list(known), name: text(reference), candidates: known),
      reference.span)
    return nil
  }

  private static func list(_ names: [String]) -> String {
    let quoted = names.map { $0 == "message.id" ? "a field such as `message.id`" : "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  // MARK: - via

  /// Resolves the dispatch that a clause `via` names for replies; nil after a fault.
  mutating func way(_ name: NameSyntax?) -> ID<Dispatch>? {
    guard let name, let id = find(name, .dispatch, in: { $0.dispatches }) else { return nil }
    if rules[id].answer != nil { return id }
    fault(
      .typeMismatch(
        expected: "a dispatch with `replies` and `fails`", found: "`\(name.text)`",
        why: "it says how events reach the page, but not how replies and errors do"), name.span)
    return nil
  }

  /// Records faults for `via` and `world` of a strategy in a channel, since the channel determines both.
  mutating func checkShared(of strategy: StrategySyntax, in channel: ChannelSyntax) {
    if let via = strategy.via {
      fault(
        .typeMismatch(
          expected: "no `via`", found: "`via \(via.text)`",
          why: "the strategies of a channel share one handler: write `via` at the channel"),
        via.span)
    }
    if let world = strategy.world {
      fault(
        .typeMismatch(
          expected: "no `world`", found: "`world \(world.text)`",
          why: "the strategies of a channel share one handler: write `world` at the channel"),
        world.span)
    }
    if let frames = strategy.frames, frames.text == "all", channel.via != nil {
      refuseFrames(frames)
    }
  }

  mutating func refuseFrames(_ frames: NameSyntax) {
    fault(
      .typeMismatch(
        expected: "`main`", found: "`all`", why: "an answer by `via` goes to the main frame"),
      frames.span)
  }
}
