//: output BasculeEvents

/// The way in which events reach the page.
public struct EventDispatch: Sendable, Hashable {
  @_spi(GeneratedFile) public enum Style: Sendable, Hashable {
    case customEvent, function
  }

  private let style: Style
  let target: String

  @_spi(GeneratedFile) public init(style: Style, target: String) {
    self.style = style
    self.target = target
  }

  /// Used if the rule files declare none.
  static let standard = EventDispatch(style: .customEvent, target: "WebAppEvent")

  /// Returns what happened to the event. The page's own state decides, since it may have changed; an
  /// event for another page is not delivered.
  var script: String {
    let deliver =
      switch style {
      case .customEvent:
        """
        const event = new CustomEvent(target, { detail: { name, body: payload } });
        EventTarget.prototype.dispatchEvent.call(globalThis, event);
        """
      case .function:
        """
        const path = target.split(".");
        const last = path.pop();
        let owner = globalThis;
        for (const key of path) { owner = owner == null ? owner : owner[key]; }
        if (owner == null || typeof owner[last] !== "function") { return "missing"; }
        owner[last](name, payload);
        """
      }
    return """
      "use strict";
      const bridge = globalThis.__bascule;
      if (page !== null && (!bridge || bridge.page !== page)) { return "other page"; }
      const isHeard = !!bridge && !!bridge.listens && bridge.listens[name] === true;
      if (isHeard && hasEarlier) { return "earlier first"; }
      if (!isHeard && waits && document.readyState !== "complete") { return "not loaded"; }
      \(deliver)
      return isHeard ? "heard" : "handed over";
      """
  }
}
