//: output BasculeEvents
//: needs JSON

/// The way in which events reach the page.
public nonisolated struct EventDispatch: Sendable, Hashable {
  @_spi(GeneratedFile) public enum Style: Sendable, Hashable {
    case customEvent, function
  }

  private let style: Style
  let target: String
  //: if PageValue
  /// The arguments for a page without the generated module; nil for a page with it.
  private let values: [PageValue]?
  //: end

  @_spi(GeneratedFile) public init(style: Style, target: String) {
    self.style = style
    self.target = target
    //: if PageValue
    values = nil
    //: end
  }
  //: if PageValue

  @_spi(GeneratedFile) public init(style: Style, target: String, sends values: [PageValue]) {
    self.style = style
    self.target = target
    self.values = values
  }

  /// True if pages do not announce the events to which they listen.
  var isOneWay: Bool { values != nil }
  //: end

  /// Returns the arguments of the function, or the detail of the DOM event.
  func arguments(_ name: String, _ payload: JSON, _ number: Int) -> [JSON] {
    //: if PageValue
    if let values {
      let parts: [PageValue: JSON] = [
        .name: .string(name), .payload: payload, .number: .number(Double(number)),
      ]
      return values.map { $0.json(parts) }
    }
    //: end
    return style == .function
      ? [.string(name), payload] : [.object(["name": .string(name), "body": payload])]
  }

  /// The dispatch if the rule files declare none.
  static let standard = EventDispatch(style: .customEvent, target: "WebAppEvent")

  /// The script that dispatches an event and returns what happened to it. It tests the page's own state, which may have
  /// changed since the last announcement.
  var script: String {
    let deliver =
      switch style {
      case .customEvent:
        """
        const event = new CustomEvent(target, { detail: values[0] });
        EventTarget.prototype.dispatchEvent.call(globalThis, event);
        """
      case .function:
        """
        const path = target.split(".");
        const last = path.pop();
        let owner = globalThis;
        for (const key of path) { owner = owner == null ? owner : owner[key]; }
        if (owner == null || typeof owner[last] !== "function") { return "missing"; }
        owner[last](...values);
        """
      }
    return """
      const isHeard = !!bridge && !!bridge.listens && bridge.listens[name] === true;
      if (isHeard && hasEarlier) { return "earlier first"; }
      if (!isHeard && waits && document.readyState !== "complete") { return "not loaded"; }
      \(deliver)
      return isHeard ? "heard" : "handed over";
      """
  }
}
