package import Requests
package import Text

/// An error in the meaning of a rule set as data; the check with its code writes the message.
package struct Fault: Sendable {
  package indirect enum Kind: Sendable {
    // names
    case duplicateDeclaration(Noun, name: String, first: Location)
    /// A second `defaults` in the set.
    case repeatedDefaults(first: Location)
    /// A declaration with the name `_`.
    case blankName
    /// A field, case, parameter or capture whose name is taken in the same place.
    case duplicateMember(String, name: String, first: Location)
    case unknownName(expected: String, name: String, candidates: [String])
    /// A name or value of another language, and the text of this one.
    case foreignName(meant: String, why: String?)
    case wrongKind(expected: String, found: Noun, name: String, declared: Location)
    /// A request value that has no such member, or needs one.
    case unknownMember(of: String, name: String, candidates: [String])
    /// A value, frame or handler that chains of the kind do not have, and those that they have.
    case unavailable(UnavailableValue, in: ChainKind)
    /// A capture that some alternative of the condition does not bind.
    case unboundCapture(name: String, bound: Location)

    // types
    case typeMismatch(expected: String, found: String, why: String?)
    case missingArgument(of: String, labels: [String], declared: Location)
    case unknownArgument(of: String, label: String, labels: [String], declared: Location)
    /// The labels of the required arguments that are missing are those that may have been meant.
    case repeatedArgument(label: String, first: Location, missing: [String])
    case missingLabel(of: String, labels: [String])
    case optionalDefault

    // patterns
    case invalidRegex(String)
    case unsupportedRegex(String)
    case invalidPattern(String)
    case invalidOrigin(String)
    case invalidScheme(SchemeFault)
    case invalidURL(String)
    /// The literal cannot occur in that component, so the comparison never (`!=`: always) holds.
    case neverEqual(subject: String, literal: String, why: String, suggestion: String?)

    // rules
    case ruleAfterOtherwise(otherwise: Location)
    case misplacedOtherwise
    /// `leave` in a chain, outside of its blocks.
    case misplacedLeave
    /// A `use` inside `when … { … }`.
    case useInBlock(name: String)
    case misplacedAttempt(String)
    /// A part that steps cannot change, or a value that it cannot have.
    case invalidChange(String, help: String)
    case repeatedChange(part: String, first: Location)
    case useCycle([CycleLink])
    case extendsCycle([CycleLink])
    case conditionCycle([CycleLink])
    /// More tests, or deeper ones, than a condition may have once its names are replaced.
    case conditionTooLarge(name: String, why: String)
    /// A named condition with a capture.
    case captureInCondition(name: String)
    /// More rules, or deeper `use`, than a chain may have.
    case chainTooLarge(name: String, why: String)

    // messages and scripts
    case emptyDeclaration(Noun, name: String, parts: String)
    case discriminatorTaken(field: String, discriminator: String)
    /// The payload of a channel's messages is in the field that identifies the strategy.
    case payloadIsDiscriminator(field: String)
    case missingScript(path: String, why: String)
    case missingClause(String, of: Noun, name: String)
    case invalidIdentifier(identifier: String, why: String)
    /// `queue` with a number outside `EventQueue.counts`.
    case invalidQueue(isZero: Bool)
  }

  package var kind: Kind
  package var location: Location
}

/// A value that does not exist in chains of one kind.
package struct UnavailableValue: Sendable {
  /// As written.
  package var text: String
  /// The handler whose rule names it, and the place in the handler; nil for a rule of the chain itself.
  package var handler: (name: String, location: Location)?
  /// The values that such chains have and others do not.
  package var candidates: [String]
}

/// One step of a cycle: the name of the user, and the location of the use.
package struct CycleLink: Sendable {
  package var name: String
  package var location: Location
}

/// The kinds of declarations, by the words people use for them.
package enum Noun: String, Sendable, CaseIterable {
  case origin, flag, value, condition, screen, action, handler, chain, responses, model
  case enumeration = "enum"
  case union, strategy, channel, event, call, render, dispatch, script, configuration, invariant

  /// True if no two declarations of these kinds can have the same name.
  func sharesNames(with other: Noun) -> Bool {
    switch self {
    case .handler: other == .handler || other == .chain || other == .responses
    case .chain, .responses: other == .handler || other == self
    case .model, .enumeration, .union:
      other == .model || other == .enumeration || other == .union
    case .flag, .value, .condition: other == .flag || other == .value || other == .condition
    case .origin, .screen, .action, .strategy, .channel, .event, .call, .render, .dispatch,
      .script, .configuration, .invariant:
      other == self
    }
  }

  /// With its article.
  package var withArticle: String {
    switch self {
    case .origin, .action, .enumeration, .event, .invariant: "an \(rawValue)"
    case .responses: rawValue
    default: "a \(rawValue)"
    }
  }
}
