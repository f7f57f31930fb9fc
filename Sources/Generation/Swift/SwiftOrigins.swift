import GeneratedNames
import Requests
import Semantics

extension SwiftContext {
  /// Writes the property with the origins of a message, event or call; nothing for any origin.
  func origins(_ origins: [ID<Origin>], _ out: inout CodeWriter) {
    if origins.isEmpty { return }
    out.list("\(access)static let origins: [TrustedOrigin] = [", origins.map(name), "]")
  }

  private func name(_ origin: ID<Origin>) -> String {
    "." + SwiftNames.afterDot(prefix + rules[origin].name)
  }

  /// Returns the values of the origins of a setting.
  func originValues(_ origins: SettingValue.Origins) -> [String] {
    origins.declared.map(name)
      + (origins.patterns.isEmpty
        ? [] : ["TrustedOrigin(\(origins.patterns.map(originPattern).joined(separator: ", ")))"])
  }

  func originPattern(_ pattern: OriginPattern) -> String {
    "OriginPattern(\(SwiftText.literal(pattern.scheme)), "
      + (pattern.isOfFiles ? "nil" : SwiftText.literal(pattern.host.hostText))
      + (pattern.port.map { ", port: \($0)" } ?? "") + ")"
  }
}

extension Glob {
  /// The text of a host pattern without captures, for example `*.store.example`.
  fileprivate var hostText: String {
    elements.map { element in
      switch element {
      case .literal(let text): String(text.flatMap { $0 == "*" ? ["\\", "*"] : [$0] })
      case .run: "*"
      case .anything, .components: "**"
      case .capture, .captureText, .captureRest: ""
      }
    }.joined()
  }
}
