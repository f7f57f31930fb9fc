//: output BasculeWebKit
//: needs NavigationRequest PageLimits

#if canImport(WebKit)
  import Foundation

  /// The decisions of a web view that wait for the app.
  ///
  /// WebKit drops a load of a frame when the frame begins another one, but still waits for the answer. So a question
  /// about the main frame ends the earlier one with the answer `cancel`, and cancels the app's task. A time limit does
  /// the same, since the app's function may never return.
  @MainActor final class WaitingDecisions {
    /// The questions in their order.
    private var questions: [Question] = []
    private let waitForLimit: @MainActor () async -> Void

    /// - Parameter waitForLimit: returns when a question has waited too long, or when its task is cancelled.
    init(_ waitForLimit: @escaping @MainActor () async -> Void = { await WaitingDecisions.sleep() })
    {
      self.waitForLimit = waitForLimit
    }

    private static func sleep() async {
      try? await Task.sleep(nanoseconds: UInt64(PageLimits.waitingTime * 1e9))
    }

    /// Returns the decision, or `cancel` if the question is ended first.
    func decision(
      about request: NavigationRequest,
      _ decide: @escaping @MainActor (NavigationRequest) async -> NavigationDecision
    ) async -> NavigationDecision {
      guard makeRoom(for: request) else { return .cancel }
      let question = Question(request)
      questions.append(question)
      let limit = Task { [waitForLimit, weak question] in
        await waitForLimit()
        if !Task.isCancelled { question?.end() }
      }
      let decision = await question.answer(decide)
      limit.cancel()
      questions.removeAll { $0 === question }
      return decision
    }

    /// Ends all questions, since their frames are gone.
    func endAll() {
      for question in questions { question.end() }
    }

    /// Ends questions that WebKit has dropped.
    ///
    /// - Returns: false if there are too many similar questions.
    private func makeRoom(for request: NavigationRequest) -> Bool {
      let others = questions.filter { $0.isLike(request) }
      switch request.frame {
      case .main: for other in others { other.end() }
      // WebKit does not tell which frame of the page makes the request.
      case .sub: if others.count >= PageLimits.waitingFrames { others.first?.end() }
      case .new: return others.count < PageLimits.waitingWindows
      }
      return true
    }
  }

  /// A question about one request, which gets exactly one answer.
  @MainActor private final class Question {
    private let frame: NavigationFrame
    //: if NavigationResponse
    private let isAboutResponse: Bool
    //: end
    private let request: NavigationRequest
    private var webKit: CheckedContinuation<NavigationDecision, Never>?
    private var task: Task<Void, Never>?
    private(set) var isOver = false

    init(_ request: NavigationRequest) {
      self.request = request
      frame = request.frame
      //: if NavigationResponse
      isAboutResponse = request.response != nil
      //: end
    }

    /// Returns whether the request is of the same kind as this question.
    func isLike(_ other: NavigationRequest) -> Bool {
      //: if NavigationResponse
      if isAboutResponse != (other.response != nil) { return false }
      //: end
      return !isOver && frame == other.frame
    }

    func answer(
      _ decide: @escaping @MainActor (NavigationRequest) async -> NavigationDecision
    ) async -> NavigationDecision {
      await withCheckedContinuation { webKit in
        self.webKit = webKit
        task = Task { [request, weak self] in
          if self?.isOver != false { return }
          let decision = await decide(request)
          self?.give(decision)
        }
      }
    }

    func end() {
      isOver = true
      task?.cancel()
      give(.cancel)
    }

    private func give(_ decision: NavigationDecision) {
      webKit?.resume(returning: decision)
      webKit = nil
    }
  }
#endif
