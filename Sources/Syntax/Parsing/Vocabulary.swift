/// The words of other languages with one meaning at their place: the parser reads on with the meant word.
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
    "refuse": .cancel, "stop": .cancel, "drop": .cancel, "abort": .cancel, "prevent": .cancel,
    "permit": .allow, "accept": .allow, "pass": .allow, "grant": .allow, "proceed": .allow,
    "next": .continue, "fallthrough": .continue, "skip": .continue, "save": .download,
  ]

  /// Words for the parameters of a query.
  static let queries: Set<String> = [
    "query", "searchParams", "queryItems", "queryParameters", "params",
  ]

  /// Words without a meaning here.
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

  static let redirections: Set<String> = ["redirect", "rewrite", "forward", "goto"]

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
