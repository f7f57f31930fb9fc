/// The tree-sitter grammar of Bascule rule files. `../bascule.ebnf` is normative.
///
/// No word is reserved: `word` makes each keyword a name if the grammar does not expect the keyword. A line end
/// separates items like a comma; since white space is skipped here, items simply follow each other.

/** Items with or without commas between them. */
function items(rule) {
  return repeat(seq(rule, optional(",")));
}

/** One or more, with commas. */
function list(rule) {
  return seq(rule, repeat(seq(",", rule)));
}

module.exports = grammar({
  name: "bascule",

  word: ($) => $.name,

  extras: ($) => [/[ \t\r\n\uFEFF]/, $.documentation, $.line_comment, $.block_comment],

  // After a comma in parentheses, another origin or another argument can follow. `value` begins the next declaration
  // unless a string follows.
  conflicts: ($) => [[$.comparison], [$.call], [$.changes]],

  rules: {
    source_file: ($) => repeat($._declaration),

    _declaration: ($) =>
      choice(
        $.origin, $.flag, $.value, $.named_condition, $.screen, $.action, $.handler, $.chain, $.responses,
        $.model, $.enum, $.union,
        $.strategy, $.channel, $.event, $.call, $.render, $.dispatch, $.script, $.configuration,
        $.test, $.invariant, $.defaults,
      ),

    attribute: ($) => seq("@", "deprecated", "(", $._string, ")"),

    // Declarations of the app

    origin: ($) =>
      seq(
        optional($.attribute), "origin", field("name", $.name), "=",
        choice(
          seq($._string, repeat(seq(optional(","), $.string)), optional(",")),
          field("value", $.name),
        ),
      ),

    flag: ($) => seq(optional($.attribute), "flag", field("name", $.name)),

    value: ($) =>
      seq(optional($.attribute), "value", field("name", $.name), ":", field("type", $._type)),

    named_condition: ($) =>
      seq(optional($.attribute), "condition", field("name", $.name), "=", field("condition", $._condition)),

    screen: ($) =>
      seq(optional($.attribute), "screen", field("name", $.name), optional($.parameters)),

    action: ($) =>
      seq(
        optional($.attribute), "action", field("name", $.name), optional($.parameters),
        optional(seq(optional("async"), "->", optional("async"), field("result", $.name))),
      ),

    parameters: ($) => seq("(", items($.field), ")"),

    // Chains

    handler: ($) =>
      seq(optional($.attribute), "handler", field("name", $.name), "{", repeat(choice($.rule, $.block, $.use)), "}"),

    chain: ($) =>
      seq(
        optional($.attribute), "chain", field("name", $.name), "{", optional($.frames),
        repeat(choice($.rule, $.block, $.use)), "}",
      ),

    responses: ($) =>
      seq(
        optional($.attribute), "responses", field("name", $.name), "{", optional($.frames),
        repeat(choice($.rule, $.block, $.use)), "}",
      ),

    frames: ($) => seq("frames", list(choice("main", "new", "sub", "all"))),

    use: ($) => seq("use", field("name", $.name)),

    block: ($) =>
      seq("when", field("condition", $._condition), "{", repeat(choice($.rule, $.block)), "}"),

    rule: ($) =>
      seq(
        choice(seq("when", field("condition", $._condition)), "always", "otherwise"),
        repeat($.step), field("decision", $.decision),
      ),

    step: ($) =>
      choice(
        seq(choice("present", "push", "perform", "attempt"), field("name", $.name), optional($.arguments)),
        seq(optional("attempt"), "open", $.reference, repeat($.changes)),
        seq("load", $.reference, repeat($.changes)),
        "dismiss",
      ),

    changes: ($) =>
      choice(seq("setting", list($.change)), seq("removing", list($.reference))),

    change: ($) =>
      seq(
        $.reference, "=", field("value", choice($.reference, $._constant)),
        optional(seq("if", "missing")),
      ),

    decision: ($) =>
      choice(
        seq("allow", optional(seq("with", list($.preference)))), "cancel", "download", "continue",
        "leave", seq("popup", field("name", $.name)),
      ),

    preference: ($) => choice($._content_mode, $._java_script),

    _content_mode: ($) => seq("contentMode", choice("recommended", "mobile", "desktop")),

    _java_script: ($) => seq("javaScript", choice("enabled", "disabled")),

    arguments: ($) => seq("(", optional(seq(list($.argument), optional(","))), ")"),

    argument: ($) =>
      seq(
        optional(seq(field("label", $.name), ":")), field("value", choice($._condition, $._literal_argument, $.changed_url)),
      ),

    changed_url: ($) => prec(1, seq($.reference, repeat1($.changes))),

    // Constants other than `true` and `false`, which are conditions.
    _literal_argument: ($) => choice($._string, $.number, $.list, $.empty_dictionary),

    // Conditions: `||` has the lowest precedence, then `&&`, then `!`

    _condition: ($) => choice($.disjunction, $._conjunct),

    disjunction: ($) => seq($._conjunct, repeat1(seq("||", $._conjunct))),

    _conjunct: ($) => choice($.conjunction, $._negatable),

    conjunction: ($) => seq($._negatable, repeat1(seq("&&", $._negatable))),

    _negatable: ($) => choice($.negation, $._primary),

    negation: ($) => seq("!", $._negatable),

    _primary: ($) =>
      choice($.parenthesized, $.boolean, $.existence, $.comparison, $.reference),

    parenthesized: ($) => seq("(", $._condition, ")"),

    existence: ($) => seq("exists", $.reference),

    comparison: ($) =>
      seq(
        $.reference,
        choice(
          seq(
            field("operator", choice("==", "!=", "<", "<=", ">", ">=")),
            choice($._constant, $.reference),
          ),
          seq(optional("!"), field("operator", "in"), choice($.list, list($.reference))),
          seq(
            field("operator", choice("hasPrefix", "hasSuffix", "contains", "like")),
            choice($._string, $.reference),
          ),
          seq(field("operator", "matches"), $.regex),
        ),
        optional(seq("ignoring", "case")),
      ),

    reference: ($) =>
      seq(
        $.name,
        repeat(choice(seq(".", field("member", $.name)), seq("[", choice($.number, $.string), "]"))),
      ),

    // Values

    _literal: ($) => choice($._constant, $.name),

    _constant: ($) => choice($._string, $.number, $.boolean, $.list, $.empty_dictionary),

    empty_dictionary: () => seq("[", ":", "]"),

    list: ($) => seq("[", items($._literal), "]"),

    boolean: (_) => choice("true", "false"),

    _string: ($) => choice($.string, $.raw_string),

    // Types

    model: ($) => seq(optional($.attribute), "model", field("name", $.name), $.fields),

    fields: ($) => seq("{", items($.field), "}"),

    field: ($) =>
      seq(
        optional($.attribute), field("name", $.name), optional(field("wire_name", $.string)), ":",
        field("type", $._type), optional(seq("=", field("default", $._literal))),
      ),

    _type: ($) => choice($.optional_type, $._plain_type),

    optional_type: ($) => seq($._plain_type, "?"),

    _plain_type: ($) => choice($.type_name, $.array_type, $.dictionary_type, $.fields),

    type_name: ($) => $.name,

    array_type: ($) => seq("[", $._type, "]"),

    dictionary_type: ($) => seq("[", $._type, ":", $._type, "]"),

    enum: ($) => seq(optional($.attribute), "enum", field("name", $.name), "{", items($.enum_case), "}"),

    enum_case: ($) =>
      seq(optional($.attribute), field("name", $.name), optional(seq("=", $._string))),

    union: ($) =>
      seq(
        optional($.attribute), "union", field("name", $.name),
        choice(
          seq("by", $._string, "{", items($.union_case), "}"),
          seq("{", items($.kind_case), "}"),
        ),
      ),

    union_case: ($) =>
      seq(
        optional($.attribute), field("name", $.name), optional(field("wire_name", $.string)),
        optional($.parameters),
      ),

    kind_case: ($) =>
      seq(optional($.attribute), field("name", $.name), "(", field("type", $._type), ")"),

    // Messages

    strategy: ($) =>
      seq(
        optional($.attribute), "strategy", field("name", $.name),
        optional(field("identifier", $.string)),
        optional(seq("receives", $._type, optional(seq("as", "text")))),
        optional(seq("with", "sender")),
        optional(seq("replies", $._type, optional(seq("as", "text")))),
        optional(seq("via", field("via", $.name))),
        optional(seq("from", $._origins)),
        optional(seq("frames", choice("main", "all"))),
        optional(seq("world", "app")),
      ),

    channel: ($) =>
      seq(
        optional($.attribute), "channel", field("name", $.name),
        optional(field("identifier", $.string)), "by", $._string,
        optional(seq("payload", choice($._string, "inline"))),
        optional(seq("via", field("via", $.name))), optional(seq("world", "app")), "{",
        repeat($.strategy), "}",
      ),

    event: ($) =>
      seq(
        optional($.attribute), "event", field("name", $.name),
        optional(field("identifier", $.string)), optional(seq("sends", $._type)),
        optional(seq("queue", choice($.number, "newest", "none"))),
        optional(seq("to", $._origins)),
      ),

    call: ($) =>
      seq(
        optional($.attribute), "call", field("name", $.name),
        choice(
          seq("function", field("path", $._string), optional($.parameters)),
          seq("value", field("path", $._string)),
          seq(optional(field("identifier", $.string)), optional(seq("sends", $._type))),
        ),
        optional(seq("replies", $._type)), optional(seq("to", $._origins)),
      ),

    _origins: ($) => choice("any", list($.name)),

    defaults: ($) =>
      seq(
        optional($.attribute), "defaults", "{", optional($.frames), optional(seq("from", $._origins)),
        optional(seq("to", $._origins)), optional(seq("on", $._origins)), "}",
      ),

    render: ($) =>
      seq(optional($.attribute), "render", field("name", $.name), "{", items($.render_item), "}"),

    render_item: ($) => seq(field("name", $.name), optional($.arguments)),

    dispatch: ($) =>
      seq(
        optional($.attribute), "dispatch",
        choice(
          seq(optional(field("name", $.name)), choice("customEvent", "function"), $._string),
          seq(field("name", $.name), "function", field("path", $.reference)),
        ),
        optional(seq("sends", $.page_values)), optional(seq("replies", $.page_values)),
        optional(seq("fails", $.page_values)),
      ),

    page_values: ($) => seq("(", items($._page_value), ")"),

    _page_value: ($) =>
      choice($._string, $.number, $.boolean, $.reference, $.page_object),

    page_object: ($) => seq("{", items($.page_field), "}"),

    page_field: ($) =>
      seq(choice(field("name", $.name), field("key", $._string)), ":", field("value", $._page_value)),

    // Web views

    script: ($) =>
      seq(
        optional($.attribute), "script", field("name", $.name), optional($.parameters),
        optional(seq("at", choice("documentStart", "documentEnd"))),
        optional(seq("frames", choice("main", "all"))),
        optional(seq("on", $._origins)), optional(seq("world", choice("app", seq("page", "global")))),
        choice(field("source", $._string), seq("from", field("file", $._string))),
      ),

    configuration: ($) =>
      seq(
        optional($.attribute), "configuration", field("name", $.name),
        optional(seq("extends", field("base", $.name))), "{", repeat($.setting), "}",
      ),

    setting: ($) =>
      choice(
        // A comma may also follow the last name; only the next word distinguishes the two cases.
        seq(choice("strategies", "channels", "scripts"), $.name, repeat(choice($.name, ","))),
        seq(
          choice(
            seq("chain", $.name),
            seq("responses", $.name),
            seq("title", choice("web", "native")),
            seq(choice("userAgent", "applicationName"), choice($._string, field("value", $.name))),
            seq(
              choice(
                "inlineMedia", "backForwardGestures", "bounces", "pictureInPicture", "fullscreen",
                "linkPreview", "textInteraction", "findInteraction", "appBoundDomains",
              ),
              optional($.boolean),
            ),
            seq("inspectable", optional(choice($.boolean, "debug"))),
            seq("dataStore", choice("persistent", "ephemeral")),
            $._content_mode,
            $._java_script,
            seq("mediaPlayback", choice("automatic", "userAction")),
            seq("panels", choice("native", "app")),
          ),
          optional(","),
        ),
        seq(
          "mediaCapture", choice("prompt", "grant", "deny"),
          choice(
            optional(","),
            seq(
              "from", $._page_origin, repeat(choice($._page_origin, ",")),
              optional(seq("else", choice("prompt", "grant", "deny"), optional(","))),
            ),
          ),
        ),
        seq(
          "scheme", $._string, "handler", field("handler", $.name),
          choice(optional(","), seq("from", $._page_origin, repeat(choice($._page_origin, ",")))),
        ),
        seq("block", "from", field("file", $._string), repeat(choice(field("file", $._string), ","))),
      ),

    _page_origin: ($) => choice(field("origin", $.name), $._string),

    // Tests

    test: ($) =>
      seq(
        optional($.attribute), "test", optional("responses"), field("name", $.name), "{",
        repeat($.test_case), "}",
      ),

    test_case: ($) =>
      seq(
        field("url", $._string), optional(seq("with", list($.setup))),
        repeat($.step), field("decision", $.decision),
      ),

    setup: ($) =>
      choice(
        seq(optional("!"), "open", $.reference), seq("!", $.reference),
        seq($.reference, optional(seq("==", $._literal))),
      ),

    // Invariants

    invariant: ($) =>
      seq(
        optional($.attribute), "invariant", field("name", $.name),
        optional(seq("for", optional("responses"), list(field("chain", $.name)))), "{", repeat($.claim), "}",
      ),

    claim: ($) =>
      choice(
        seq($.act, "only", "when", field("condition", $._condition)),
        seq("never", $.act, optional(seq("when", field("condition", $._condition)))),
        seq("always", $.act, "when", field("condition", $._condition)),
      ),

    act: ($) =>
      prec.right(choice(
        seq(choice("present", "push", "perform", "attempt", "popup"), optional(field("name", $.name))),
        seq(optional("attempt"), "open", $.reference),
        seq("load", $.reference),
        "dismiss", "allow", "cancel", "download",
      )),

    // Tokens

    name: (_) => /[A-Za-z_][A-Za-z0-9_]*/,

    number: (_) => /-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/,

    string: (_) => token(/"([^"\\\r\n]|\\[^\r\n])*"/),

    // The text has a node of its own, for the JavaScript of scripts. Its tokens are so short that no comment is longer.
    raw_string: ($) => seq(token(prec(1, '"""')), optional($.raw_text), token.immediate(prec(4, '"""'))),

    raw_text: ($) => repeat1($._raw_text),

    _raw_text: (_) => token.immediate(prec(4, /[^"]+|""?[^"]/)),

    // Only after `matches`, where it takes precedence over a comment.
    regex: (_) =>
      token(prec(3, /\/([^\/\[\]\\\r\n]|\\[^\r\n]|\[([^\]\\\r\n]|\\[^\r\n])*\])+\/[A-Za-z0-9_]*/)),

    documentation: (_) => token(/\/\/\/([^\/\r\n][^\r\n]*)?/),

    line_comment: (_) => token(/\/\/[^\r\n]*/),

    // They nest, which a regular expression cannot express: comments may be between the tokens of all rules, this one
    // included.
    block_comment: ($) =>
      seq(token(prec(2, "/*")), repeat($._comment_text), token.immediate(prec(2, "*/"))),

    _comment_text: (_) => token.immediate(prec(2, /[^*\/]+|\*|\//)),
  },
});
