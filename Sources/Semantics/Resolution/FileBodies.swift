import Requests
import Syntax
import Text

/// The contents of the handlers and chains of one file, in order.
struct FileBodies: Sendable {
  var handlers: [BodyItems] = []
  var chains: [(frames: FrameSet, body: BodyItems)] = []
  var uses = Uses()
  var faults: [Fault] = []

  /// The names in all handlers and chains.
  var references: [NameReference] {
    handlers.flatMap { $0.references } + chains.flatMap { $0.body.references }
  }

  /// Adds the contents of later declarations.
  mutating func append(_ other: FileBodies) {
    handlers += other.handlers
    chains += other.chains
    uses.formUnion(other.uses)
    faults += other.faults
  }
}

/// The items of a handler or chain.
struct BodyItems: Sendable {
  var items: [ChainItem] = []
  /// False if some items are missing because of errors.
  var isComplete = true
  /// True if one of the rules ends in `leave`.
  var hasLeaves = false
  /// The limits of a handler.
  var limits = HandlerLimits()
  /// The declarations that the body uses.
  var uses = Uses()
  /// The names in the body, if they are recorded.
  var references: [NameReference] = []
  /// True if nothing was missing or at fault, so that the same text has the same meaning again.
  var isReusable = false

  /// Returns whether the `use` lines are the same at the same places, and the same kinds of chains have the values.
  func hasSameLinks(as other: BodyItems) -> Bool {
    items.count == other.items.count && hasLeaves == other.hasLeaves
      && limits.hasSameKinds(as: other.limits)
      && zip(items, other.items).allSatisfy { one, other in
        switch (one, other) {
        case (.rule, .rule): true
        case (.useHandler(let one, _), .useHandler(let other, _)): one == other
        case (.useChain(let one, _), .useChain(let other, _)): one == other
        case (.rule, _), (.useHandler, _), (.useChain, _): false
        }
      }
  }

  func moved(by distance: Int) -> BodyItems {
    if distance == 0 { return self }
    func move(_ location: Location) -> Location {
      Location(location.file, location.span.moved(by: Int64(distance)))
    }
    var body = self
    body.items = items.map { $0.moved(move) }
    body.limits = limits.moved(move)
    body.references = references.map { $0.moved { $0.moved(by: Int64(distance)) } }
    return body
  }
}

/// The contents of an earlier version of a file that has the same declarations in the same order.
struct EarlierBodies {
  let bodies: FileBodies
  let tree: SyntaxTree
  /// The common start and end of the texts of both versions; nil if the file has not changed.
  let ends: CommonEnds?

  /// The items of an earlier handler; nil if its text may have changed.
  ///
  /// - Parameters:
  ///   - number: the index of the handler among the file's handlers.
  ///   - place: the index of its declaration in the file.
  func handler(_ number: Int, _ place: Int, _ new: DeclarationSyntax) -> BodyItems? {
    let body = bodies.handlers[number]
    return distance(of: body, place, new).map { body.moved(by: $0) }
  }

  /// The frames and items of an earlier chain; nil if its text may have changed.
  func chain(
    _ number: Int, _ place: Int, _ new: DeclarationSyntax
  ) -> (frames: FrameSet, body: BodyItems)? {
    let (frames, body) = bodies.chains[number]
    return distance(of: body, place, new).map { (frames, body.moved(by: $0)) }
  }

  /// The distance by which the declaration has moved; nil if its text may have changed.
  private func distance(
    of body: BodyItems, _ place: Int, _ new: DeclarationSyntax
  ) -> Int? {
    guard body.isReusable else { return nil }
    guard let ends else { return 0 }
    return ends.distance(from: tree.declarations[place].header.span, to: new.header.span)
  }
}
