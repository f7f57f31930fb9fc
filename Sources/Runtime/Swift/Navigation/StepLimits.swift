//: output BasculeRequest
//: needs PageLimits StepRate

/// Counts the steps that the pages of a web view trigger in the app.
///
/// WebKit does not tell whether the user has made a request, since a script can click a link too. So requests of links
/// and forms are counted apart from other requests, and both are limited.
@MainActor final class StepLimits {
  private struct Kind: Hashable {
    let leavesApp: Bool
    let isClick: Bool
  }

  private var meters: [Kind: StepMeter] = [:]
  /// The kinds whose last step was refused.
  private var refused: Set<Kind> = []

  /// The answer for a step. The first refusal is `refused`, and further ones are `refusedAgain`.
  enum Answer { case performed, refused, refusedAgain }

  func takes(leavingApp leavesApp: Bool, isClick: Bool) -> Answer {
    let kind = Kind(leavesApp: leavesApp, isClick: isClick)
    let rate = leavesApp ? PageLimits.opens : PageLimits.screens
    if meters[kind, default: StepMeter(rate)].takes() {
      refused.remove(kind)
      return .performed
    }
    return refused.insert(kind).inserted ? .refused : .refusedAgain
  }
}
