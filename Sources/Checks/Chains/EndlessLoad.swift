import Diagnostics
import Reachability
import Requests
import Semantics

/// `endless-load`
enum EndlessLoad {
  static func findings(_ facts: ChainFacts) -> [Finding] {
    facts.rules.compactMap { occurrences in
      // The chain decides first about the URLs that responses load.
      let ofRequests = occurrences.filter { !facts.input.rules.chains[$0.chain].isResponses }
      let found = ofRequests.compactMap { occurrence in
        facts.analyses[occurrence.chain].endlessLoads[occurrence.entry].map { (occurrence, $0) }
      }
      guard let (occurrence, load) = found.first(where: \.1.isCertain) ?? found.first else {
        return nil
      }
      let rule = facts.rule(occurrence)
      let step = rule.steps.first { if case .loadURL = $0.kind { true } else { false } }
      guard let step else { return nil }
      let request = Prose.request(load.witness)
      let chain = facts.chainNames([occurrence])
      var finding = page.finding(
        load.isCertain
          ? "`load url` never ends: what it loads reaches this rule of \(chain) again"
          : "`load url` may never end: what it loads can reach this rule of \(chain) again",
        at: step.location, label: "for example \(request)",
        help:
          "the web view asks for the loaded URL too, in the main frame: write `allow` for it, or `frame == new &&` at the start of the condition",
        fix: fix(rule))
      if !load.isCertain { finding.severity = .warning }
      finding.witness = RuleLanguagePrinter.requestText(load.witness)
      return finding
    }
  }

  /// Limits the rule to new windows, whose URLs it loads in the main frame; nil if the condition tests the frame.
  private static func fix(_ rule: Rule) -> Fix? {
    guard let condition = rule.ownCondition else { return nil }
    var testsFrame = false
    rule.condition?.core.eachTest { value, _ in if value == .input(.frame) { testsFrame = true } }
    if testsFrame { return nil }
    let place = condition.location
    guard case .any = condition else {
      return Fix([Edit(place.start, "frame == new && ")], isSafe: false)
    }
    return Fix(
      [Edit(place.start, "frame == new && ("), Edit(place.end, ")")], isSafe: false)
  }

  static let page = Page(
    "endless-load", .error, "`load url` that leads to the same rule again", fixes: .meaning,
    canBeIgnored: true,
    """
    The web view asks for every URL that it loads, also for one that a step has requested: in the main
    frame, with `navigation == other` and the method `GET`. If the rule takes that request too, it loads the
    URL again, and so on without end. The finding is an error if it is proved that every load of the rule
    comes back, for the same page and the same flags, and a warning if only some do.

    `load url` is meant for URLs that would open elsewhere: in a new window or in a frame. In the main frame
    `allow` loads the URL.

    ```bascule wrong
    chain Default {
      when scheme == "https" && host == "m.shop.example" load url cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when frame == new && scheme == "https" && host == "m.shop.example" load url cancel
      otherwise allow
    }
    ```

    The load is a `GET`, so a rule that takes only other methods ends.

    ```bascule wrong
    chain Default {
      when scheme == "https" && method in ["GET", "POST"] load url cancel
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when scheme == "https" && method == "POST" load url cancel
      otherwise allow
    }
    ```
    """)
}
