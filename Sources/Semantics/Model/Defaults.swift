package import Requests

/// The clauses of the declarations of a set that do not have them.
package struct Defaults: Hashable, Sendable {
  /// Of chains, as the set declares it; nil for the default of each kind.
  package var frames: FrameSet?
  /// Of strategies.
  package var from: [ID<Origin>] = []
  /// Of events and calls.
  package var to: [ID<Origin>] = []
  /// Of scripts.
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
