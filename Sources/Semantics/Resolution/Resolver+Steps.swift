import Requests
import Syntax
import Text

extension Resolver {
  /// Resolves a step; nil after a fault.
  ///
  /// - Parameter conditionIsSound: false if captures may be missing from the scope. Then an unknown name in an
  ///   argument is no fault.
  mutating func step(
    _ syntax: StepSyntax, _ scope: CaptureScope, conditionIsSound: Bool
  ) -> Step? {
    let kind: Step.Kind
    switch syntax.kind {
    case .present(let name, let arguments):
      guard let (id, values) = screen(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .present(id, values)
    case .push(let name, let arguments):
      guard let (id, values) = screen(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .push(id, values)
    case .perform(let name, let arguments):
      guard let (id, values) = action(name, arguments, scope, conditionIsSound) else { return nil }
      kind = .perform(id, values)
    case .attempt(let name, _) where name.text == "open" && names.actions["open"] == nil:
      fault(
        .unknownName(
          expected: "an action", name: name.text, candidates: [Attempted.openURLName]), name.span)
      return nil
    case .attempt(let name, let arguments):
      guard let (id, values) = action(name, arguments, scope, conditionIsSound) else { return nil }
      if rules[id].result == .none {
        fault(
          .typeMismatch(
            expected: "an action `-> Bool`", found: "`\(name.text)`, which returns nothing",
            why: "an attempted action returns whether it handles the URL"), name.span)
        return nil
      }
      kind = .attempt(id, values)
    case .attemptOpen(let reference, let changes):
      guard isURL(reference, "attempt open"),
        let changes = arguments(changes, .open, scope, conditionIsSound)
      else { return nil }
      kind = .attemptOpenURL(changes)
    case .open(let reference, let changes):
      guard isURL(reference, "open"),
        let changes = arguments(changes, .open, scope, conditionIsSound)
      else { return nil }
      kind = .openURL(changes)
    case .load(let reference, let changes):
      guard isURL(reference, "load"),
        let changes = arguments(changes, .load, scope, conditionIsSound)
      else { return nil }
      kind = .loadURL(changes)
    case .dismiss:
      kind = .dismiss
    }
    return Step(kind: kind, location: at(syntax.span))
  }

  mutating func isURL(_ reference: ReferenceSyntax, _ word: String) -> Bool {
    if reference.base.text == "url", reference.accesses.isEmpty {
      recordWords(reference)
      return true
    }
    if let meant = ForeignNames.meaning(reference, schema), text(meant) == "url" {
      fault(.foreignName(meant: "url", why: nil), reference.span)
      return true
    }
    fault(
      .typeMismatch(
        expected: "`\(word) url`", found: "`\(text(reference))`",
        why: "`\(word)` applies only to the URL of the request"), reference.span)
    return false
  }

  private mutating func screen(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ scope: CaptureScope,
    _ conditionIsSound: Bool
  ) -> (ID<Screen>, [Argument])? {
    guard let id = find(name, .screen, in: { $0.screens }) else { return nil }
    uses.screens.insert(id.index)
    refer(to: .screen, name.text)
    let screen = rules[id]
    guard
      let values = self.arguments(
        arguments, for: screen.parameters, of: "the screen `\(screen.name)`",
        .declaration(.screen, id.index), declared: screen.declared.location, callSpan: name.span,
        scope, conditionIsSound)
    else { return nil }
    return (id, values)
  }

  private mutating func action(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ scope: CaptureScope,
    _ conditionIsSound: Bool
  ) -> (ID<Action>, [Argument])? {
    guard let id = find(name, .action, in: { $0.actions }) else { return nil }
    uses.actions.insert(id.index)
    refer(to: .action, name.text)
    let action = rules[id]
    guard
      let values = self.arguments(
        arguments, for: action.parameters, of: "the action `\(action.name)`",
        .declaration(.action, id.index), declared: action.declared.location, callSpan: name.span,
        scope, conditionIsSound)
    else { return nil }
    return (id, values)
  }
}
