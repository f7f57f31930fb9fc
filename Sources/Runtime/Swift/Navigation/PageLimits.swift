//: output BasculeRequest

/// The limits for what pages start: no page keeps the app or its user busy.
nonisolated enum PageLimits {
  //: if StepLimits
  /// Steps `open url` of one web view, of links and forms on the one hand and of other requests on the other: a link
  /// that the user tries again, and a page that sends its user to an app after it has loaded.
  static let opens = StepRate(atOnce: 5, secondsForOneMore: 3)
  /// Steps `present` and `push`, counted in the same way.
  static let screens = StepRate(atOnce: 10, secondsForOneMore: 1)
  //: end
  /// Questions about loads of frames that wait for the app. A page has few frames that load at a time; an
  /// `attempt` for each of them has a task and perhaps a question to the user.
  static let waitingFrames = 50
  /// Questions about new windows that wait for the app: more than a page opens in one turn.
  static let waitingWindows = 8
  /// Seconds after which a question that waits for the app is answered with `cancel`: longer than a user thinks about a
  /// question. A function that never returns would keep the web view and its delegates alive.
  static let waitingTime = 120.0
  //: if Popups
  /// Second web views, with all that they opened. Each has a process of its own.
  static let popups = 10
  //: end
  //: if SchemeAdapter
  /// Requests for schemes of the app that are answered at once: more than a page has images in view.
  static let schemeRequests = 100
  /// The requests that wait for running ones. No page for a reader has more.
  static let waitingSchemeRequests = 2_000
  //: end
  //: if Panels
  /// Panels of one web view. More in a row come from a script in a loop.
  static let panels = StepRate(atOnce: 20, secondsForOneMore: 3)
  //: end
  //: if NativePanels
  /// Panels of one page without a button to stop them.
  static let panelsWithoutStop = StepRate(atOnce: 2, secondsForOneMore: 30)
  //: end
  //: if PanelText
  /// The length of a panel's text in Unicode scalars, and its lines: what fits on a screen.
  static let panelText = (scalars: 1_000, lines: 20)
  /// The length of a host in a title. The end is kept, since it names the owner.
  static let panelTitle = 100
  //: end
}
