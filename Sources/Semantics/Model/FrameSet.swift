package import Requests

/// The frames that a chain decides about. Requests of other frames are allowed.
package struct FrameSet: Hashable, Sendable {
  package var main = true
  package var new = true
  package var sub = false

  /// The set of all frames that a chain of the kind can decide about.
  package static func all(_ kind: ChainKind) -> FrameSet {
    FrameSet(main: true, new: FrameKind.new.exists(in: kind), sub: true)
  }

  /// The set of frames of a chain without `frames`.
  package static func `default`(_ kind: ChainKind) -> FrameSet {
    switch kind {
    case .requests: FrameSet()
    case .responses: .all(.responses)
    }
  }
}
