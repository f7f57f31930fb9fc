import Diagnostics
import Semantics
import Text

/// The check `duplicate-strategy-identifier`.
enum DuplicateStrategyIdentifier {
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    var handlers: [IdentifierSpace.Entry] = []
    handlers.reserveCapacity(rules.strategies.count)
    for strategy in rules.strategies where strategy.channel == nil {
      handlers.append(entry(strategy))
    }
    for channel in rules.channels {
      handlers.append(
        .init(
          noun: "the channel", name: channel.name, identifier: channel.identifier,
          location: channel.identifierLocation, nameLocation: channel.declared.location))
    }
    if !rules.channels.isEmpty { handlers.sort { $0.location < $1.location } }
    var findings = IdentifierSpace.duplicates(handlers, page, "")
    for channel in rules.channels {
      findings += IdentifierSpace.duplicates(
        channel.strategies.map { entry(rules[$0]) }, page, " in the channel `\(channel.name)`")
    }
    return findings
  }

  private static func entry(_ strategy: Strategy) -> IdentifierSpace.Entry {
    .init(
      noun: "the strategy", name: strategy.name, identifier: strategy.identifier,
      location: strategy.identifierLocation, nameLocation: strategy.declared.location)
  }

  static let page = Page(
    "duplicate-strategy-identifier", .error, "two message handlers with one identifier",
    fixes: .meaning)
}
