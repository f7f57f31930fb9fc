//: output BasculeRequest

/// The limits for actions that pages start, so that no page keeps the app or its user busy.
nonisolated enum PageLimits {
  //: if StepLimits
  /// The limit for steps `open url` of one web view. Links and forms are counted apart from other requests: users try a
  /// link again, and a page may send its user to an app after it has loaded.
  static let opens = StepRate(atOnce: 5, secondsForOneMore: 3)
  /// The limit for steps `present` and `push`, counted as for `opens`.
  static let screens = StepRate(atOnce: 10, secondsForOneMore: 1)
  //: end
  /// The number of requests of frames that can wait for the app. Few frames of a page load at a time, and each waiting
  /// `attempt` has a task and perhaps a question to the user.
  static let waitingFrames = 50
  /// The number of requests for new windows that can wait for the app. No page needs to open more at once.
  static let waitingWindows = 8
  /// The seconds after which a waiting request is cancelled, longer than a user thinks about a question. Without this
  /// limit, a function that never returns would keep the web view and its delegates alive.
  static let waitingTime = 120.0
  //: if Popups
  /// The number of second web views, including the ones that second web views open. Each has a process of its own.
  static let popups = 10
  //: end
  //: if SchemeAdapter
  /// The number of requests for schemes of the app that are answered at the same time. A page has fewer images in view.
  static let schemeRequests = 100
  /// The number of requests for schemes of the app that can wait for running ones. No ordinary page has more.
  static let waitingSchemeRequests = 2_000
  //: end
  //: if Panels
  /// The limit for panels of one web view. A script that shows more of them usually runs in a loop.
  static let panels = StepRate(atOnce: 20, secondsForOneMore: 3)
  //: end
  //: if NativePanels
  /// The limit for panels of one page that have no button to stop them.
  static let panelsWithoutStop = StepRate(atOnce: 2, secondsForOneMore: 30)
  //: end
  //: if PanelText
  /// The maximum length of a panel's text, in Unicode scalars and in lines, so that it fits on a screen.
  static let panelText = (scalars: 1_000, lines: 20)
  /// The maximum length of a host in a title. A longer host is cut at its start, since its end names the owner.
  static let panelTitle = 100
  //: end
}
