import Requests
import Semantics
import Text

/// The changes of the contract between page and app from one version of a rule set to the next.
///
/// Pages and apps are released at different times, so each message, event and call is compared in two ways: do
/// released pages work with the new app, and do released apps work with new pages? A message breaks if its receiver
/// does not decode what its sender encodes. For a page's message, an old page encodes and the new app decodes. For
/// its reply, for events and for the payloads of calls, the new app encodes and the old page decodes. For released
/// apps, the roles of old and new are exchanged.
///
/// Additions break nothing, since no released version expects them. Removals break senders and receivers.
struct ContractComparison {
  private static let pages = "released pages"
  private static let apps = "released apps"

  private let old: RuleSet
  private let new: RuleSet
  private(set) var changes: [ContractChange] = []

  init(old: RuleSet, new: RuleSet) {
    self.old = old
    self.new = new
    strategies()
    configurations()
    events()
    calls()
    dispatches()
  }

  /// A declaration that can receive messages.
  private struct Endpoint {
    var noun: String
    var declared: Declared
    /// The identifiers that messages to the declaration contain.
    var address: [String]
    /// The identifier for people.
    var identifier: String
    /// A further distinction between two endpoints with the same identifier: the form of their messages.
    var manner = ""
  }

  private mutating func add(
    _ endpoint: Endpoint, _ text: String, part: String? = nil, path: String = "",
    type: String? = nil, pages: String? = nil, apps: String? = nil, old: Location? = nil,
    new: Location? = nil
  ) {
    changes.append(
      ContractChange(
        noun: endpoint.noun, name: endpoint.declared.name, identifier: endpoint.identifier,
        part: part, path: path, type: type, text: text, pages: pages, apps: apps, old: old,
        new: new))
  }

  /// Pairs endpoints with the same address, then those with the same name. Reports the others as removed or added.
  ///
  /// - Parameters:
  ///   - gone: the effect of a removal on released versions.
  ///   - added: the effect of an addition on released versions.
  private mutating func pair(
    _ before: [Endpoint], _ after: [Endpoint],
    gone: (text: String, pages: String?, apps: String?), added: String,
    _ compare: (inout ContractComparison, _ old: Int, _ new: Int) -> Void
  ) {
    var left = Set(before.indices)
    var byAddress: [[String]: Int] = [:]
    for (index, endpoint) in before.enumerated() { byAddress[endpoint.address] = index }
    let addresses = Set(after.map { $0.address })
    for (index, endpoint) in after.enumerated() {
      if let partner = byAddress[endpoint.address] {
        left.remove(partner)
        compare(&self, partner, index)
        continue
      }
      let partner = left.sorted().first {
        before[$0].declared.name == endpoint.declared.name
          && !addresses.contains(before[$0].address)
      }
      guard let partner else {
        add(endpoint, "it was added: \(added)", new: endpoint.declared.location)
        continue
      }
      left.remove(partner)
      let incompatibility = ContractChange.Incompatibility.address
      add(
        endpoint, Self.renaming(before[partner], endpoint),
        pages: incompatibility.ofSender(Self.pages), apps: incompatibility.ofSender(Self.apps),
        old: before[partner].declared.location, new: endpoint.declared.location)
      compare(&self, partner, index)
    }
    for index in left.sorted() {
      add(
        before[index], gone.text, pages: gone.pages, apps: gone.apps,
        old: before[index].declared.location)
    }
  }

  /// The change of the address in words.
  private static func renaming(_ before: Endpoint, _ after: Endpoint) -> String {
    if before.identifier != after.identifier {
      return "the identifier was `\(before.identifier)` and is `\(after.identifier)`"
    }
    return "it was sent \(before.manner), and is sent \(after.manner)"
  }

  private mutating func types(
    _ endpoint: Endpoint, _ part: String, _ direction: ContractChange.Direction,
    _ before: ValueType?, _ after: ValueType?, oldLocation: Location, silenceIsNull: Bool = true
  ) {
    let comparison = TypeComparison(
      before, of: old, after, of: new, silenceIsNull: silenceIsNull)
    for difference in comparison.differences {
      let (sender, receiver) =
        direction == .webToNative ? (Self.pages, Self.apps) : (Self.apps, Self.pages)
      let ofSender = difference.newReadsOld ? nil : difference.incompatibility.ofSender(sender)
      let ofReceiver =
        difference.oldReadsNew ? nil : difference.incompatibility.ofReceiver(receiver)
      add(
        endpoint, difference.text, part: part, path: difference.path, type: difference.type,
        pages: direction == .webToNative ? ofSender : ofReceiver,
        apps: direction == .webToNative ? ofReceiver : ofSender,
        old: oldLocation, new: endpoint.declared.location)
    }
  }

  // MARK: - Strategies

  private static func endpoints(_ rules: RuleSet) -> [Endpoint] {
    rules.strategies.map { strategy in
      let channel = strategy.channel.map { rules[$0] }
      return Endpoint(
        noun: "strategy", declared: strategy.declared,
        address: (channel.map { [$0.identifier, $0.discriminator, $0.payload.text] } ?? [])
          + [strategy.identifier],
        identifier: (channel.map { $0.identifier + "." } ?? "") + strategy.identifier,
        manner: channel.map(Self.manner) ?? "without a channel")
    }
  }

  private static func manner(_ channel: Channel) -> String {
    let payload =
      switch channel.payload {
      case .field(let name): "the payload in `\(name)`"
      case .inline: "the fields of the payload beside it"
      }
    return "with the name in `\(channel.discriminator)` and \(payload)"
  }

  private mutating func strategies() {
    let (before, after) = (Self.endpoints(old), Self.endpoints(new))
    pair(
      before, after,
      gone: ("it was removed", "\(Self.pages) still send it", nil),
      added: "a page must test `supports`, since \(Self.apps) do not have it"
    ) { comparison, index, number in
      let (old, new) = (comparison.old.strategies[index], comparison.new.strategies[number])
      let endpoint = after[number]
      comparison.types(
        endpoint, "message", .webToNative, old.receives, new.receives,
        oldLocation: old.declared.location)
      comparison.types(
        endpoint, "reply", .nativeToWeb, old.replies, new.replies,
        oldLocation: old.declared.location, silenceIsNull: false)
      comparison.text(endpoint, "message", .webToNative, old.receivesText, new.receivesText, old)
      comparison.text(endpoint, "reply", .nativeToWeb, old.repliesText, new.repliesText, old)
      comparison.way(endpoint, old, new)
      comparison.frames(endpoint, old, new)
      comparison.world(endpoint, old, new)
      comparison.origins(
        endpoint, old.origins, new.origins, verb: "accepted", "from", pages: "are rejected",
        old: old.declared.location)
    }
  }

  /// Reports a message or reply that is JSON text in one version only.
  private mutating func text(
    _ endpoint: Endpoint, _ part: String, _ direction: ContractChange.Direction, _ before: Bool,
    _ after: Bool, _ old: Strategy
  ) {
    guard before != after else { return }
    let isMessage = direction == .webToNative
    add(
      endpoint, after ? "it is sent as JSON text" : "it is no longer sent as JSON text", part: part,
      pages: isMessage
        ? "\(Self.pages) send \(after ? "a value" : "text")"
        : "\(Self.pages) expect \(after ? "a value" : "text")",
      apps: isMessage
        ? "\(Self.apps) expect \(after ? "a value" : "text")"
        : "\(Self.apps) send \(after ? "a value" : "text")",
      old: old.declared.location, new: endpoint.declared.location)
  }

  /// Reports a reply that is delivered in another way.
  private mutating func way(_ endpoint: Endpoint, _ before: Strategy, _ after: Strategy) {
    let was = old.way(of: before).map { old[$0].text }
    let now = new.way(of: after).map { new[$0].text }
    guard was != now, before.replies != nil, after.replies != nil else { return }
    add(
      endpoint, "the reply takes another way, \(now.map { "`\($0)`" } ?? "the page's promise")",
      part: "reply", pages: "\(Self.pages) wait for it on the old way",
      apps: "\(Self.apps) send it on the old way", old: before.declared.location,
      new: after.declared.location)
  }

  private mutating func frames(_ endpoint: Endpoint, _ before: Strategy, _ after: Strategy) {
    guard before.frames != after.frames else { return }
    let isNarrowed = after.frames == .main
    add(
      endpoint,
      isNarrowed
        ? "it is accepted only from the main frame" : "it is accepted from all frames",
      pages: isNarrowed ? "\(Self.pages) also send it from other frames" : nil,
      old: before.declared.location, new: after.declared.location)
  }

  private mutating func world(_ endpoint: Endpoint, _ before: Strategy, _ after: Strategy) {
    guard old.isIsolated(before) != new.isIsolated(after) else { return }
    let isNarrowed = new.isIsolated(after)
    add(
      endpoint,
      isNarrowed
        ? "only scripts in the app's world can send it"
        : "scripts in the app's world can no longer send it, but pages can",
      pages: isNarrowed ? "\(Self.pages) send it" : nil,
      old: before.declared.location, new: after.declared.location)
  }

  /// Reports a change of the origins of an endpoint.
  ///
  /// - Parameters:
  ///   - verb: the relation between the endpoint and its pages, together with `relation`: `accepted`, `from`.
  ///   - effect: the effect on pages of other origins.
  private mutating func origins(
    _ endpoint: Endpoint, _ before: [ID<Origin>], _ after: [ID<Origin>], verb: String,
    _ relation: String, pages effect: String, old location: Location
  ) {
    let was = before.flatMap { TrustedPages.all(of: old[$0], old) }
    let now = after.flatMap { TrustedPages.all(of: new[$0], new) }
    if was.isEmpty, now.isEmpty { return }
    if was.isEmpty || now.isEmpty {
      let isNarrowed = was.isEmpty
      add(
        endpoint,
        isNarrowed
          ? "it is \(verb) only \(relation) some origins"
          : "it is \(verb) \(relation) every origin",
        pages: isNarrowed ? "\(Self.pages) from other origins \(effect)" : nil,
        old: location, new: endpoint.declared.location)
      return
    }
    for pages in was where !now.contains(where: { $0.covers(pages) }) {
      add(
        endpoint, "it is no longer \(verb) \(relation) \(pages.text)",
        pages: "\(Self.pages) from there \(effect)", old: location,
        new: endpoint.declared.location)
    }
    for pages in now where !was.contains(where: { $0.covers(pages) }) {
      add(
        endpoint, "it is also \(verb) \(relation) \(pages.text)", old: location,
        new: endpoint.declared.location)
    }
  }

  /// Reports strategies that a web view no longer has.
  private mutating func configurations() {
    let (before, after) = (Self.endpoints(old), Self.endpoints(new))
    func installed(_ configuration: Configuration, _ rules: RuleSet) -> [ID<Strategy>] {
      configuration.strategies + configuration.channels.flatMap { rules[$0].strategies }
    }
    for configuration in old.configurations {
      guard let partner = new.configurations.first(where: { $0.name == configuration.name })
      else { continue }
      let kept = Set(installed(partner, new).map { after[Int($0.index)].address })
      for id in installed(configuration, old) {
        let endpoint = before[Int(id.index)]
        if kept.contains(endpoint.address) { continue }
        guard after.contains(where: { $0.address == endpoint.address }) else { continue }
        add(
          endpoint, "web views of the configuration `\(configuration.name)` no longer accept it",
          pages: "\(Self.pages) still send it there", old: endpoint.declared.location,
          new: partner.declared.location)
      }
    }
  }

  // MARK: - Events and calls

  private mutating func events() {
    func endpoints(_ rules: RuleSet) -> [Endpoint] {
      rules.events.map {
        Endpoint(
          noun: "event", declared: $0.declared, address: [$0.identifier],
          identifier: $0.identifier)
      }
    }
    let after = endpoints(new)
    pair(
      endpoints(old), after,
      gone: ("it was removed", "\(Self.pages) never receive it", nil),
      added: "\(Self.pages) do not listen to it"
    ) { comparison, index, number in
      let (before, now) = (comparison.old.events[index], comparison.new.events[number])
      comparison.types(
        after[number], "payload", .nativeToWeb, before.sends, now.sends,
        oldLocation: before.declared.location)
      if before.queue != now.queue {
        comparison.add(
          after[number], "the queue for pages that do not listen yet has changed",
          old: before.declared.location, new: now.declared.location)
      }
      comparison.origins(
        after[number], before.origins, now.origins, verb: "sent", "to", pages: "do not get it",
        old: before.declared.location)
    }
  }

  private mutating func calls() {
    func endpoints(_ rules: RuleSet) -> [Endpoint] {
      rules.calls.map {
        Endpoint(
          noun: "call", declared: $0.declared,
          address: [$0.identifierNoun, $0.identifier], identifier: $0.identifier,
          manner: $0.isRegistered
            ? "as a call of the module" : "as a call of a \($0.identifierNoun) of the page")
      }
    }
    let after = endpoints(new)
    pair(
      endpoints(old), after,
      gone: ("it was removed", nil, "\(Self.apps) still call it"),
      added: "\(Self.pages) do not implement it, so the call fails there"
    ) { comparison, index, number in
      let (before, now) = (comparison.old.calls[index], comparison.new.calls[number])
      comparison.types(
        after[number], "payload", .nativeToWeb, before.sends, now.sends,
        oldLocation: before.declared.location)
      comparison.parameters(after[number], before, now)
      comparison.types(
        after[number], "reply", .webToNative, before.replies, now.replies,
        oldLocation: before.declared.location)
      comparison.origins(
        after[number], before.origins, now.origins, verb: "made", "in pages of",
        pages: "do not get it",
        old: before.declared.location)
    }
  }

  /// Reports another order of the arguments of a function.
  private mutating func parameters(_ endpoint: Endpoint, _ before: Call, _ now: Call) {
    guard now.isFunction, case .model(let was) = before.sends, case .model(let id) = now.sends
    else { return }
    let (names, others) = (new[id].fields.map { $0.name }, old[was].fields.map { $0.name })
    let kept = others.filter(names.contains)
    guard !names.starts(with: kept) else { return }
    add(
      endpoint, "the order of its arguments has changed", part: "payload",
      pages: "\(Self.pages) take them in the old order",
      apps: "\(Self.apps) pass them in the old order", old: before.declared.location,
      new: endpoint.declared.location)
  }

  /// Reports changes of the dispatches of events. The app uses one of them, and a page listens to all of its own.
  private mutating func dispatches() {
    guard !old.events.isEmpty, !new.events.isEmpty else { return }
    func styles(_ rules: RuleSet) -> [Dispatch.Style] {
      rules.eventDispatches.map { $0.style }
    }
    let (before, after) = (styles(old), styles(new))
    func endpoint(_ style: Dispatch.Style, _ rules: RuleSet) -> Endpoint {
      let declared =
        rules.dispatches.first { $0.style == style }?.declared
        ?? Declared(
          name: "default", location: (rules.events[0]).declared.location)
      let text =
        switch style {
        case .customEvent(let type): "customEvent \(type)"
        case .function(let path): "function \(path)"
        case .functionNamed: ""
        }
      return Endpoint(noun: "dispatch", declared: declared, address: [text], identifier: text)
    }
    let isCut = !after.contains { before.contains($0) }
    for style in before where !after.contains(style) {
      let endpoint = endpoint(style, old)
      add(
        endpoint, "events are no longer sent in this way",
        pages: isCut ? "\(Self.pages) do not listen in the new ways" : nil,
        apps: "\(Self.apps) may send events in this way", old: endpoint.declared.location)
    }
    for style in after where !before.contains(style) {
      let endpoint = endpoint(style, new)
      add(
        endpoint, "events may be sent in this way, in which \(Self.pages) do not listen",
        new: endpoint.declared.location)
    }
  }
}

extension OriginPattern {
  /// Returns whether this pattern certainly matches every origin of the other pattern.
  fileprivate func covers(_ other: OriginPattern) -> Bool {
    guard scheme == other.scheme, port == other.port else { return false }
    if host == other.host { return true }
    let labels = host.source.split(separator: ".", omittingEmptySubsequences: false)
    let others = other.host.source.split(separator: ".", omittingEmptySubsequences: false)
    if labels.first == "**" {
      // The wildcard matches one label or more before the rest.
      let rest = labels.dropFirst()
      guard !rest.contains(where: { $0.contains("*") }) else { return false }
      return others.count > rest.count && others.allSatisfy { !$0.isEmpty }
        && others.suffix(rest.count).elementsEqual(rest)
    }
    guard labels.count == others.count else { return false }
    return zip(labels, others).allSatisfy { mine, its in
      mine == its || mine == "*" && !its.isEmpty && !String(its).contains("**")
    }
  }
}

/// Pages of an origin.
private enum TrustedPages {
  case matching(OriginPattern)
  /// The pages of the origin that a value of the app gives, identified by the value's name.
  case given(String)

  static func all(of origin: Origin, _ rules: RuleSet) -> [TrustedPages] {
    origin.value.map { [.given(rules[$0].name)] } ?? origin.patterns.map { .matching($0) }
  }

  /// Returns whether these pages include all of the others.
  func covers(_ other: TrustedPages) -> Bool {
    switch (self, other) {
    case (.matching(let pattern), .matching(let other)): pattern.covers(other)
    case (.given(let name), .given(let other)): name.utf8.elementsEqual(other.utf8)
    case (.matching, .given), (.given, .matching): false
    }
  }

  var text: String {
    switch self {
    case .matching(let pattern): "`\(pattern.text)`"
    case .given(let name): "the origin of `\(name)`"
    }
  }
}
