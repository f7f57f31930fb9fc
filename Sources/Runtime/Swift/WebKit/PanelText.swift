//: output BasculeWebKit
//: needs PagePanel PageLimits

#if canImport(WebKit)
  import Foundation
  import WebKit

  /// The texts of panels that generated code shows. The app can translate them in `Bascule.strings`.
  @MainActor enum PanelText {
    static var stop: String { translated("No More Messages") }

    /// Returns the host of the frame, which a page cannot choose. For a frame without an origin, such as a sandboxed
    /// one, the title calls the frame unknown, since it could show any page.
    static func title(of panel: PagePanel) -> String {
      let origin = panel.frame.securityOrigin
      if !origin.host.isEmpty { return end(of: origin.host) }
      if !origin.protocol.isEmpty { return origin.protocol + ":" }
      if panel.frame.isMainFrame { return translated("An unknown page") }
      guard let host = panel.webView.url?.host, !host.isEmpty else {
        return translated("An unknown frame")
      }
      return translated("An unknown frame of %@")
        .replacingOccurrences(of: "%@", with: end(of: host))
    }

    private static func end(of host: String) -> String {
      if host.unicodeScalars.count <= PageLimits.panelTitle { return host }
      return "…" + String(host.unicodeScalars.suffix(PageLimits.panelTitle))
    }

    /// The beginning of a page's text, without characters that control its display.
    static func shown(_ text: String) -> String {
      let limits = PageLimits.panelText
      let start = text.unicodeScalars.prefix(limits.scalars)
      var shown = String.UnicodeScalarView()
      var lines = 1
      for scalar in start {
        if scalar == "\n" {
          lines += 1
          if lines > limits.lines { return String(shown) + "…" }
        } else if scalar.properties.generalCategory == .control || scalar.properties.isBidiControl {
          continue
        }
        shown.append(scalar)
      }
      return String(shown) + (start.endIndex == text.unicodeScalars.endIndex ? "" : "…")
    }

    private static func translated(_ text: String) -> String {
      Bundle.main.localizedString(forKey: text, value: text, table: "Bascule")
    }
  }
#endif
