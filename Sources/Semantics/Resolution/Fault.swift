package import Requests
package import Text

/// An error in the meaning of a rule set, as data. The check with the fault's code writes the message.
package struct Fault: Sendable {
  package indirect enum Kind: Sendable {
    // names
    case duplicateDeclaration(Noun, name: String, first: Location)
    /// A second `defaults` in the set.
    case repeatedDefaults(first: Location)
    /// A declaration with the name `_`.
    case blankName
    /// A field, case, parameter or capture with a name that another one in the same place has.
    case duplicateMember(String, name: String, first: Location)
    case unknownName(expected: String, name: String, candidates: [String])
    /// A name or value of another language, with its spelling in this language.
    case foreignName(meant: String, why: String?)
    case wrongKind(expected: String, found: Noun, name: String, declared: Location)
    /// A request value that lacks this member, or that needs one.
    case unknownMember(of: String, name: String, candidates: [String])
    /// A value, frame or handler that chains of the kind do not have.
    case unavailable(UnavailableValue, in: ChainKind)
    /// A capture that some alternative of the condition does not bind.
    case unboundCapture(name: String, bound: Location)

    // types
    case typeMismatch(expected: String, found: String, why: String?)
    case missingArgument(of: String, labels: [String], declared: Location)
    case unknownArgument(of: String, label: String, labels: [String], declared: Location)
    /// A label that is given twice. One of the missing labels may have been meant.
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
    /// A literal that cannot occur in the component, so that the comparison never holds, or with `!=` always.
    case neverEqual(subject: String, literal: String, why: String, suggestion: String?)

    // rules
    case ruleAfterOtherwise(otherwise: Location)
    case misplacedOtherwise
    /// A `leave` in a chain, outside of its blocks.
    case misplacedLeave
    /// A `use` in a block `when … { … }`.
    case useInBlock(name: String)
    case misplacedAttempt(String)
    /// A part of the request that steps cannot change, or a value that the part cannot have.
    case invalidChange(String, help: String)
    case repeatedChange(part: String, first: Location)
    case useCycle([CycleLink])
    case extendsCycle([CycleLink])
    case conditionCycle([CycleLink])
    /// A condition with more tests or deeper nesting than allowed once its names are replaced.
    case conditionTooLarge(name: String, why: String)
    /// A named condition with a capture.
    case captureInCondition(name: String)
    /// A chain with more rules or deeper `use` than allowed.
    case chainTooLarge(name: String, why: String)

    // messages and scripts
    case emptyDeclaration(Noun, name: String, parts: String)
    case discriminatorTaken(field: String, discriminator: String)
    /// A channel whose payload is in the field that identifies the strategy.
    case payloadIsDiscriminator(field: String)
    case missingScript(path: String, why: String)
    case missingClause(String, of: Noun, name: String)
    case invalidIdentifier(identifier: String, why: String)
    /// A `queue` with a number outside of `EventQueue.counts`.
    case invalidQueue(isZero: Bool)
  }

  package var kind: Kind
  package var location: Location
}

/// A value that does not exist in chains of one kind.
package struct UnavailableValue: Sendable {
  /// The text of the value in the source.
  package var text: String
  /// The handler that names the value, and the location in the handler; nil for a rule of the chain itself.
  package var handler: (name: String, location: Location)?
  /// The values that only chains of this kind have, as suggestions.
  package var candidates: [String]
}

/// A link of a cycle: the name of the user, and the location of the use.
package struct CycleLink: Sendable {
  package var name: String
  package var location: Location
}

/// A kind of declarations, by its word in messages.
package enum Noun: String, Sendable, CaseIterable {
  case origin, flag, value, condition, screen, action, handler, chain, responses, model
  case enumeration = "enum"
  case union, strategy, channel, event, call, render, dispatch, script, configuration, invariant

  /// Returns whether a declaration of one kind cannot have the same name as one of the other kind.
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

  /// The noun with its article.
  package var withArticle: String {
    switch self {
    case .origin, .action, .enumeration, .event, .invariant: "an \(rawValue)"
    case .responses: rawValue
    default: "a \(rawValue)"
    }
  }
}
