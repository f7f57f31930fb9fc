/// The words of other languages that have one meaning at their place. The parser reads them as the word that is
/// meant.
enum Vocabulary {
  static let declarations: [String: Keyword] = [
    "struct": .model, "class": .model, "interface": .model, "type": .model, "record": .model,
    "data": .model, "func": .action, "function": .action, "fn": .action, "fun": .action,
    "def": .action, "domain": .origin, "domains": .origin, "origins": .origin,
    "view": .screen, "page": .screen, "ruleset": .chain, "rules": .chain, "policy": .chain,
    "message": .strategy, "bool": .flag, "boolean": .flag, "config": .configuration,
    "settings": .configuration, "tests": .test, "spec": .test, "describe": .test,
  ]

  static let rules: [String: Keyword] = [
    "if": .when, "case": .when, "rule": .when, "elif": .when, "elseif": .when, "elsif": .when,
    "where": .when, "else": .otherwise, "default": .otherwise, "finally": .otherwise,
    "include": .use, "import": .use, "apply": .use,
  ]

  static let steps: [String: Keyword] = [
    "show": .present, "display": .present, "navigate": .push, "call": .perform, "run": .perform,
    "invoke": .perform, "execute": .perform, "do": .perform, "trigger": .perform, "try": .attempt,
    "close": .dismiss, "pop": .dismiss,
    "block": .cancel, "deny": .cancel, "reject": .cancel, "forbid": .cancel, "disallow": .cancel,
    "refuse": .cancel, "becomeDownload": .download, "modal": .present, "stop": .cancel,
    "drop": .cancel, "abort": .cancel, "prevent": .cancel,
    "permit": .allow, "accept": .allow, "pass": .allow, "grant": .allow, "proceed": .allow,
    "next": .continue, "fallthrough": .continue, "skip": .continue, "save": .download,
    "break": .leave, "exit": .leave,
  ]

  /// Words for the parameters of a query.
  static let queries: Set<String> = [
    "query", "searchParams", "queryItems", "queryParameters", "params",
  ]

  /// The words that can be left out.
  static let fillers: Set<String> = ["then", "return", "do", "is"]

  static let comparisons: [String: Keyword] = [
    "startsWith": .hasPrefix, "startswith": .hasPrefix, "starts_with": .hasPrefix,
    "beginsWith": .hasPrefix, "beginswith": .hasPrefix, "prefix": .hasPrefix,
    "starts": .hasPrefix, "begins": .hasPrefix,
    "endsWith": .hasSuffix, "endswith": .hasSuffix, "ends_with": .hasSuffix, "ends": .hasSuffix,
    "suffix": .hasSuffix, "includes": .contains, "include": .contains, "has": .contains,
    "contain": .contains, "containsString": .contains, "match": .matches, "matching": .matches,
    "regex": .matches, "test": .matches, "glob": .like,
  ]

  static let equalities: [String: TokenKind] = [
    "is": .equal, "equals": .equal, "eq": .equal, "isEqual": .equal, "isnt": .notEqual,
    "ne": .notEqual, "neq": .notEqual, "lt": .less, "gt": .greater, "lte": .lessOrEqual,
    "gte": .greaterOrEqual,
  ]

  static let connectives: [String: TokenKind] = [
    "and": .and, "AND": .and, "or": .or, "OR": .or, "not": .not, "NOT": .not,
  ]

  static let longestConnective = 3

  static let nothing: Set<String> = ["nil", "null", "undefined", "None", "NULL", "empty"]

  /// The words for constructs without a counterpart, with what to write instead.
  static let refused: [String: String] = {
    var words = [
      "guard": "write `when` and the opposite condition, with what happens then",
      "unless": "write `when` and the opposite condition, with `!`",
      "switch": "write a rule `when … == …` for each case",
      "for": "write a rule for each value, or a list: `in [\"a\", \"b\"]`",
      "while": "a rule is asked once for each request",
      "throw": "write `cancel`, and an action that reports it",
    ]
    for word in ["redirect", "rewrite", "forward", "goto"] {
      words[word] = "a rule cannot name another URL: write `cancel` and let an action load it"
    }
    return words
  }()

  /// The methods of texts without a counterpart, with what to write instead.
  static let refusedMethods: [String: String] = {
    var methods: [String: String] = [:]
    for name in ["lowercased", "uppercased", "toLowerCase", "toUpperCase", "lower", "upper"] {
      methods[name] =
        "hosts and schemes are in lower case already; for others write `matches /…/i`, which ignores case"
    }
    for name in ["split", "components", "substring", "slice"] {
      methods[name] = "the components of a path are `path[1]`, `path[2]` and so on"
    }
    for name in ["indexOf", "range", "search", "firstIndex"] {
      methods[name] = "write `contains`, or `hasPrefix` for the start of a text"
    }
    return methods
  }()

  static let existence: Set<String> = ["exist", "defined", "isset", "has", "hasValue", "present"]

  static let clauses: [String: [Keyword]] = [
    "receives": [.sends], "receive": [.sends], "takes": [.receives, .sends],
    "accepts": [.receives, .sends], "payload": [.receives, .sends], "sends": [.receives],
    "returns": [.replies], "return": [.replies], "reply": [.replies], "responds": [.replies],
    "answers": [.replies], "to": [.from], "origin": [.from], "origins": [.from],
    "for": [.from, .to],
    "only": [.from, .to], "from": [.to],
  ]
}
