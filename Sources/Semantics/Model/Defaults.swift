package import Requests

/// The default clauses for declarations that do not have their own.
package struct Defaults: Hashable, Sendable {
  /// The declared default of chains for `frames`; nil for the default of each kind of chain.
  package var frames: FrameSet?
  /// The default of strategies for `from`.
  package var from: [ID<Origin>] = []
  /// The default of events and calls for `to`.
  package var to: [ID<Origin>] = []
  /// The default of scripts for `on`.
  package var on: [ID<Origin>] = []

  /// The frames of a chain without `frames`.
  package func frames(of kind: ChainKind) -> FrameSet {
    guard var frames else { return .default(kind) }
    if kind == .responses {
      frames.new = false
      if !frames.main, !frames.sub { return .default(kind) }
    }
    return frames
  }

  /// The frames of a strategy or script without `frames`.
  package var scope: FrameScope { frames?.sub == true ? .all : .main }
}
