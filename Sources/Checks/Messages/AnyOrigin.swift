import Diagnostics
import Semantics
import Syntax
import Text

/// The check `any-origin`.
enum AnyOrigin {
  static func findings(_ input: CheckInput) -> [Finding] {
    let origins = input.rules.origins.map { $0.name }
    var findings: [Finding] = []
    for (index, tree) in input.trees.enumerated() {
      for case .configuration(let syntax) in tree.declarations {
        findings += syntax.settings.compactMap { finding($0, FileID(index), origins) }
      }
      if origins.isEmpty { continue }
      // The clause may be in text with a syntax error.
      let whole = tree.declarations.filter { !tree.incomplete.contains($0.header.name.span.start) }
      for use in whole.flatMap(uses) where use.origins.isEmpty && !hasDefault(use.clause, input) {
        findings.append(finding(use, FileID(index), origins))
      }
    }
    return findings
  }

  /// Returns whether declarations without the clause get origins from the set's defaults.
  private static func hasDefault(_ clause: Keyword, _ input: CheckInput) -> Bool {
    let defaults = input.rules.defaults
    return switch clause {
    case .from: !defaults.from.isEmpty
    case .to: !defaults.to.isEmpty
    case .on: !defaults.on.isEmpty
    default: false
    }
  }

  /// A declaration that can be limited to origins.
  private struct Use {
    let noun: String
    let header: HeaderSyntax
    let origins: [NameSyntax]
    /// The end of the message, which relates the declaration to any page.
    let complaint: String
    let clause: Keyword
    /// The offset at which to insert the clause.
    let end: UInt32
    let effect: String
  }

  private static func uses(in declaration: DeclarationSyntax) -> [Use] {
    switch declaration {
    case .strategy(let strategy): [use(of: strategy)]
    case .channel(let channel): channel.strategies.map(use)
    case .event(let event):
      [
        Use(
          noun: "event", header: event.header, origins: event.origins,
          complaint: "is sent to any page", clause: .to,
          end: end(event.header, event.identifier?.span, event.sends?.span, event.queue?.span),
          effect: "send it only to")
      ]
    case .call(let call):
      [
        Use(
          noun: "call", header: call.header, origins: call.origins,
          complaint: "is made in any page", clause: .to,
          end: end(call.header, call.identifier?.span, call.sends?.span, call.replies?.span),
          effect: "make it only in")
      ]
    // A global script is meant for all pages.
    case .script(let script) where script.global != nil: []
    case .script(let script):
      [
        Use(
          noun: "script", header: script.header, origins: script.origins,
          complaint: "runs in any page", clause: .on,
          end: end(script.header, script.moment?.span, script.frames?.span),
          effect: "run it only in")
      ]
    default: []
    }
  }

  private static func use(of strategy: StrategySyntax) -> Use {
    Use(
      noun: "strategy", header: strategy.header, origins: strategy.origins,
      complaint: "accepts messages from any page", clause: .from,
      end: end(
        strategy.header, strategy.identifier?.span, strategy.receives?.span, strategy.receivesText,
        strategy.sender, strategy.replies?.span, strategy.repliesText),
      effect: "accept messages only from")
  }

  /// The end of the last clause before the origins.
  private static func end(_ header: HeaderSyntax, _ clauses: Span?...) -> UInt32 {
    clauses.compactMap { $0?.end }.max() ?? header.name.span.end
  }

  private static func finding(_ use: Use, _ file: FileID, _ origins: [String]) -> Finding {
    let name = use.header.name
    return finding(
      "\(use.noun) `\(name.text)` \(use.complaint)", at: Location(file, name.span), use.clause,
      end: use.end, effect: use.effect, origins)
  }

  /// The finding about a setting that gives every page the camera and microphone; nil for other settings.
  private static func finding(
    _ setting: SettingSyntax, _ file: FileID, _ origins: [String]
  ) -> Finding? {
    guard setting.setting == .mediaCapture, case .names(let words) = setting.value,
      let word = words.first
    else { return nil }
    let grant = Keyword.grant.rawValue
    if let other = setting.otherwise, other.text == grant {
      return page.finding(
        "`grant` gives camera and microphone to any other page", at: Location(file, other.span),
        label: "for all other pages", help: "write `else prompt` or `else deny`")
    }
    guard word.text == grant else { return nil }
    if let own = setting.origins.first, isPage(own, origins) {
      return page.finding(
        "`page` gives camera and microphone to any page", at: Location(file, own.span),
        label: "the origin of any page that is shown",
        help: "write `from` and the origins of your pages")
    }
    guard setting.origins.isEmpty else { return nil }
    return finding(
      "`mediaCapture grant` grants camera and microphone to any page",
      at: Location(file, Span(setting.name.span.start, word.span.end)), .from,
      end: word.span.end, effect: "grant them only to", origins)
  }

  private static func isPage(
    _ origin: SettingSyntax.OriginReference, _ origins: [String]
  ) -> Bool {
    if case .name(let name) = origin {
      name.text == "page" && !origins.contains("page")
    } else {
      false
    }
  }

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - end: the offset of the missing clause.
  ///   - effect: the effect of the clause, in words before "its pages".
  private static func finding(
    _ message: String, at location: Location, _ clause: Keyword, end: UInt32, effect: String,
    _ origins: [String]
  ) -> Finding {
    let clause = clause.rawValue
    let help: String
    var fix: Fix?
    switch origins.count {
    case 0:
      help =
        "write `\(clause)` and the origin of your pages, as in `\(clause) \"https://meet.example\"`"
    case 1:
      help = "write `\(clause) \(origins[0])` to \(effect) its pages"
      fix = .replace(
        Location(location.file, Span(end, end)), with: " \(clause) \(origins[0])", isSafe: false)
    default:
      let choice = origins.count <= 3 ? " \(Prose.list(origins))" : ""
      help = "write `\(clause)` and one or more of the declared origins\(choice)"
    }
    return page.finding(
      message, at: location, label: "no `\(clause)` clause", help: help, fix: fix)
  }

  static let page = Page(
    "any-origin", .warning,
    "a message, event, call, script or permission for any web page",
    fixes: .meaning, security: "7.5")
}
