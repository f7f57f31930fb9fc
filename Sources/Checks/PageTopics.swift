/// The topics of `bascule help` that explain the constructs of the findings.
enum PageTopics {
  /// The topic for a code. Every code of a check has one.
  static func topic(of code: String) -> String? { byCode[code] }

  private static let byCode: [String: String] = {
    var topics: [String: String] = [:]
    for (topic, codes) in codesByTopic {
      for code in codes { topics[code] = topic }
    }
    return topics
  }()

  private static let codesByTopic: [(topic: String, codes: [String])] = [
    (
      "arguments",
      [
        "missing-argument", "missing-label", "optional-cancel", "repeated-argument",
        "unknown-argument",
      ]
    ),
    ("blocks", ["empty-block", "use-in-block"]),
    ("calls", ["duplicate-call-identifier", "wrapped-function"]),
    ("changes", ["default-port", "endless-load", "invalid-change", "lost-body"]),
    (
      "comparisons",
      ["always-true", "double-negation", "never-equal", "suspicious-literal", "type-mismatch"]
    ),
    (
      "configurations",
      [
        "extends-cycle", "inherited-name", "inspectable-release", "invalid-rule-list",
        "invalid-scheme",
        "missing-chain",
        "repeated-clause",
      ]
    ),
    ("chains", ["cancelled-frame", "open-from-frame"]),
    (
      "decisions",
      [
        "ignored-preference", "invalid-popup", "otherwise-after-continue", "unhandled-window",
        "unopened-window",
      ]
    ),
    ("enums", ["empty-enum"]),
    ("events", ["duplicate-event-identifier", "invalid-queue"]),
    ("example", ["syntax-error"]),
    (
      "files",
      [
        "changed-meaning", "duplicate-declaration", "framework-name", "invalid-character",
        "invalid-configuration",
        "invalid-utf8", "merge-conflict", "name-collision", "reserved-name", "unclosed-bracket",
        "unknown-name",
        "unterminated-comment",
      ]
    ),
    (
      "handlers",
      [
        "chain-too-large", "misplaced-leave", "misplaced-otherwise", "partly-unreachable-handler",
        "repeated-use", "use-cycle",
      ]
    ),
    ("invariants", ["broken-invariant", "vacuous-invariant"]),
    (
      "links",
      [
        "excluded-link", "invalid-app-identifier", "invalid-association", "large-association",
        "late-exclusion",
        "missing-root", "older-link-form", "optional-query-key", "query-in-link-path",
        "relative-link-path", "unhandled-link", "unknown-link-key", "unknown-link-variable",
      ]
    ),
    (
      "literals",
      [
        "hidden-character", "invalid-escape", "invalid-number", "look-alike-letter",
        "unterminated-string",
      ]
    ),
    ("models", ["duplicate-member", "optional-default", "recursive-model"]),
    ("named-conditions", ["capture-in-condition", "condition-cycle", "condition-too-large"]),
    ("operators", ["foreign-spelling", "nesting-too-deep"]),
    ("origins", ["any-origin", "broad-origin", "insecure-origin", "invalid-origin", "no-origin"]),
    ("patterns", ["invalid-pattern", "unbound-capture"]),
    (
      "proofs",
      [
        "contradictory-condition", "dead-alternative", "redundant-condition", "redundant-rule",
        "shadowing-rule", "unreachable-handler", "unreachable-rule",
      ]
    ),
    ("regular-expressions", ["invalid-regex", "unsupported-regex", "unterminated-regex"]),
    ("request-values", ["unknown-member"]),
    ("responses", ["unavailable-value"]),
    (
      "rules",
      [
        "missing-decision", "order-dependent", "rule-after-otherwise",
        "step-after-decision", "when-true",
      ]
    ),
    ("scripts", ["missing-clause", "missing-script"]),
    ("steps", ["misplaced-attempt", "unsafe-load", "unsafe-open", "wrong-kind"]),
    ("strategies", ["duplicate-strategy-identifier", "invalid-identifier"]),
    (
      "suppression",
      [
        "ignore-without-reason", "misspelled-ignore", "unknown-code", "unused-declaration",
        "unused-ignore",
      ]
    ),
    ("tests", ["failing-test"]),
    ("undecided", ["undecided"]),
    ("unions", ["discriminator-taken", "empty-declaration"]),
    ("urls", ["invalid-url"]),
  ]
}
