import Diagnostics
import Semantics
import Text

extension Fault {
  /// Returns whether the fault refers to a name whose declaration has an error, which has its own finding.
  ///
  /// - Parameter allNames: true if any name may have been lost.
  func isCaused(by lost: LostNames, allNames: Bool, _ input: CheckInput) -> Bool {
    switch kind {
    case .unknownName(let expected, let name, _):
      allNames || lost.contains(name) || lost.mayContain(expected)
    case .wrongKind(_, _, let name, _): allNames || lost.contains(name)
    case .typeMismatch:
      lost.hasUnknownType(input.text(location).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    case .unknownArgument(_, let label, _, _): allNames || lost.contains(label)
    default: false
    }
  }

  /// True if a chain has too many rules for an analysis.
  var isAboutSize: Bool {
    if case .chainTooLarge = kind { true } else { false }
  }

  /// The finding for the fault.
  func finding(_ input: CheckInput) -> Finding {
    switch kind {
    case .duplicateDeclaration(let noun, let name, let first):
      DuplicateDeclaration.finding(noun, name, first, at: location)
    case .repeatedDefaults(let first): DuplicateDeclaration.finding(first, at: location)
    case .blankName: ReservedName.blank(at: location)
    case .duplicateMember(let word, let name, let first):
      DuplicateMember.finding(word, name, first, at: location)
    case .unknownName(let expected, let name, let candidates):
      UnknownName.finding(expected, name, candidates, at: location)
    case .foreignName(let meant, let why):
      ForeignWord.finding(
        input.text(location), meant, why, at: location,
        fix: .replace(
          location, with: meant, isSafe: !ForeignNames.isAmbiguous(input.text(location))))
    case .wrongKind(let expected, let found, let name, let declared):
      WrongKind.finding(expected, found, name, declared, at: location)
    case .unknownMember(let base, let name, let candidates):
      UnknownMember.finding(base, name, candidates, at: location)
    case .unavailable(let value, let kind):
      UnavailableValueCheck.finding(value, kind, at: location)
    case .unboundCapture(let name, let bound):
      UnboundCapture.finding(name, bound, at: location)
    case .typeMismatch(let expected, let found, let why):
      TypeMismatch.finding(expected, found, why, at: location, input)
    case .missingArgument(let callee, let labels, let declared):
      MissingArgument.finding(callee, labels, declared, at: location, input)
    case .unknownArgument(let callee, let label, let labels, let declared):
      UnknownArgument.finding(callee, label, labels, declared, at: location)
    case .repeatedArgument(let label, let first, let missing):
      RepeatedArgument.finding(label, first, missing, at: location)
    case .missingLabel(let callee, let labels):
      MissingLabel.finding(callee, labels, at: location)
    case .optionalDefault: OptionalDefault.finding(at: location, input)
    case .invalidRegex(let why): InvalidRegex.finding(why, at: location)
    case .unsupportedRegex(let why): UnsupportedRegex.finding(why, at: location, input)
    case .invalidPattern(let why): InvalidPattern.finding(why, at: location, input)
    case .invalidOrigin(let why): InvalidOrigin.finding(why, at: location, input)
    case .invalidScheme(let fault): InvalidScheme.finding(fault, at: location, input)
    case .invalidURL(let why): InvalidURL.finding(why, at: location, input)
    case .neverEqual(let subject, let literal, let why, let suggestion):
      NeverEqual.finding(subject, literal, why, suggestion, at: location, input)
    case .ruleAfterOtherwise(let otherwise):
      RuleAfterOtherwise.finding(otherwise, at: location, input)
    case .misplacedOtherwise: MisplacedOtherwise.finding(at: location)
    case .misplacedLeave: MisplacedLeave.finding(at: location)
    case .useInBlock(let name): UseInBlock.finding(name, at: location)
    case .invalidChange(let message, let help):
      InvalidChange.finding(message, help, at: location)
    case .repeatedChange(let part, let first):
      InvalidChange.repeated(part, first: first, at: location)
    case .misplacedAttempt(let why): MisplacedAttempt.finding(why, at: location, input)
    case .useCycle(let links): UseCycle.finding(links, at: location)
    case .extendsCycle(let links): ExtendsCycle.finding(links, at: location)
    case .conditionCycle(let links): ConditionCycle.finding(links, at: location)
    case .conditionTooLarge(let name, let why): ConditionTooLarge.finding(name, why, at: location)
    case .captureInCondition(let name): CaptureInCondition.finding(name, at: location)
    case .chainTooLarge(let name, let why): ChainTooLarge.finding(name, why, at: location)
    case .emptyDeclaration(let noun, let name, let parts):
      noun == .enumeration
        ? EmptyEnum.finding(name, at: location)
        : EmptyDeclaration.finding(noun, name, parts, at: location)
    case .payloadIsDiscriminator(let field):
      DiscriminatorTaken.finding(payload: field, at: location)
    case .discriminatorTaken(let field, let discriminator):
      DiscriminatorTaken.finding(field, discriminator, at: location)
    case .missingScript(let path, let why): MissingScript.finding(path, why, at: location)
    case .missingClause(let clause, let noun, let name):
      MissingClause.finding(clause, noun, name, at: location)
    case .invalidIdentifier(let identifier, let why):
      InvalidIdentifier.finding(identifier, why, at: location)
    case .invalidQueue(let isZero): InvalidQueue.finding(isZero: isZero, at: location, input)
    }
  }
}
