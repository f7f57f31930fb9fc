//: output BasculeEvents
//: needs BridgeContract WebOrigin EncodedText

import Foundation

/// A page that has sent its first message to the app.
nonisolated struct ShownPage: Sendable, Hashable {
  /// The identity of one load of one page, unknown to other pages.
  let id: String
  let origin: WebOrigin
}

/// The connection to the page that a web view shows.
///
/// A page sends its contract and the names of the events that it listens to through a message handler of this class.
//: if EventOutbox
///
/// Until the page listens, as many events are kept as the rule files allow. Then they are sent in their order. When
/// another page is loaded, the events that the last page does not have yet are dropped and reported. Events that were
/// sent before the first page are kept for it.
///
/// A page of an older version announces nothing, so it gets events once it is loaded.
//: end
@MainActor public final class PageBridge {
  /// The name of the message handler that pages use.
  public nonisolated static let handlerName = "__bascule"

  /// The part of the app's contract that the page knows; nil until the page sends it.
  public private(set) var contract: BridgeContract?

  //: if OriginSource
  /// An object that gives the URLs of origins that only the app knows. Without it, no page has such an origin.
  public weak var originSource: (any OriginSource)? {
    didSet {
      //: if PageDelivery
      delivery.originSource = originSource
      //: end
    }
  }

  //: end
  private let app: BridgeContract
  /// The page that is shown; nil before the first page.
  private var page: ShownPage?
  //: if PageDelivery
  let delivery: PageDelivery
  //: end
  //: if EventOutbox
  let events: EventOutbox
  //: end

  /// - Parameters:
  ///   - app: the contract of the app.
  ///   - waitsForPage: true to keep events until the page listens. Then each document has to run the script
  ///     `announcement` at its start, and messages to `handlerName` have to be passed to `receive`. If false, events
  ///     are sent to the current page at once.
  public init(
    //: if JavaScriptRunner
    _ runner: any JavaScriptRunner,
    //: end
    contract app: BridgeContract, waitsForPage: Bool = false
  ) {
    self.app = app
    //: if PageDelivery
    delivery = PageDelivery(runner)
    //: end
    //: if EventOutbox
    events = EventOutbox(
      delivery, known: app.events, dispatch: app.dispatch ?? .standard, waitsForPage: waitsForPage)
    //: end
  }

  /// Returns JavaScript to run at the start of each document, in the main frame only. It gives the app's contract to
  /// the page, and announces a new page to the app.
  ///
  /// The engine runs it again after `document.open()`, which keeps the page's variables but not its listeners, and is
  /// followed by no `pageshow`.
  ///
  /// - Parameter messages: the messages that the app accepts from this page.
  public func announcement(offering messages: [String]) -> String {
    let contract = BridgeContract(
      version: app.version, messages: messages, events: app.events, calls: app.calls)
    return """
      (() => {
        const handler = globalThis.webkit?.messageHandlers?.\(Self.handlerName);
        if (!handler) { return; }
        const bridge = globalThis.__bascule ??= {};
        delete bridge.listens;
        delete bridge.listeners;
        bridge.page = crypto.getRandomValues(new Uint32Array(4)).join("-");
        bridge.app = \(JSONEncoder.text(of: contract) ?? "null");
        const tell = (state) => { handler.postMessage({ page: bridge.page, state }); };
        tell("started");
        globalThis.addEventListener("pageshow", (event) => {
          if (!event.persisted) { return; }
          tell("started");
          tell("loaded");
        });
        globalThis.addEventListener("load", () => { tell("loaded"); });
      })();
      """
  }

  /// Handles a message that the page has posted to `handlerName`. A wrong message can only harm the page that has sent
  /// it.
  ///
  /// - Parameter origin: the origin of the frame that has posted the message, as reported by the web view.
  public func receive(_ body: Any, origin: WebOrigin, isMainFrame: Bool) {
    guard isMainFrame, let message = body as? [String: Any],
      let page = message["page"] as? String, page.utf8.count <= 100
    else { return }
    switch message["state"] as? String {
    case "started"?: start(ShownPage(id: page, origin: origin))
    case _ where page != self.page?.id: return
    //: if EventOutbox
    case "loaded"?: events.isLoaded = true
    //: end
    case nil: listen(message)
    default: return
    }
    //: if EventOutbox
    events.sendNext()
    //: end
  }

  private func start(_ page: ShownPage) {
    //: if EventOutbox
    let former = self.page
    //: end
    (self.page, contract) = (page, nil)
    //: if PageDelivery
    delivery.start(page)
    //: end
    //: if EventOutbox
    events.start(after: former)
    //: end
  }

  //: if JavaScriptRunner
  /// Ends the calls and events of the page that is left.
  func leave() {
    //: if PageDelivery
    delivery.leave()
    //: end
    //: if EventOutbox
    events.leave()
    //: end
  }

  //: end
  /// Notes the events to which the page listens, without names that the app does not know.
  private func listen(_ message: [String: Any]) {
    guard let events = message["events"] as? [Any] else { return }
    // A page with modules of two versions may send the contract of the older one.
    let known = events + (message["listens"] as? [Any] ?? [])
    let version = message["version"] as? String ?? ""
    contract = BridgeContract(
      version: version.utf8.count <= 100 ? version : "", messages: [],
      events: listed(app.events, known), calls: listed(app.calls, message["calls"]))
    //: if EventOutbox
    self.events.listen(to: listed(app.events, message["listens"]), of: contract?.events ?? [])
    //: end
  }

  /// Returns the names that are in the list too. `dynamic` keeps sets of texts from being compiled again.
  private dynamic func listed<Name: Hashable>(_ names: [Name], _ list: Any?) -> [Name] {
    let list = Set((list as? [Any] ?? []).compactMap { $0 as? Name })
    return names.filter { list.contains($0) }
  }
}
