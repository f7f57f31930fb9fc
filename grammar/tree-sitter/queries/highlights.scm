; Comments

(documentation) @comment.documentation
(line_comment) @comment
(block_comment) @comment

; Literals

[(string) (raw_string)] @string
(regex) @string.regex
(number) @number
(boolean) @boolean

; Declarations

[
  "origin" "flag" "value" "condition" "screen" "action" "handler" "chain" "responses" "model" "enum"
  "union"
  "strategy" "channel"
  "event" "call" "render" "dispatch" "script" "configuration" "defaults" "test" "invariant"
] @keyword

(origin name: (name) @type)
(flag name: (name) @variable)
(value name: (name) @variable)
(named_condition name: (name) @variable)
(screen name: (name) @type)
(action name: (name) @function)
(handler name: (name) @type)
(chain name: (name) @type)
(responses name: (name) @type)
(model name: (name) @type)
(enum name: (name) @type)
(union name: (name) @type)
(strategy name: (name) @function)
(channel name: (name) @type)
(event name: (name) @function)
(call name: (name) @function)
(render name: (name) @type)
(dispatch name: (name) @type)
(script name: (name) @type)
(configuration name: (name) @type)
(configuration base: (name) @type)
(setting value: (name) @variable)
(test name: (name) @type)
(invariant name: (name) @type)
(invariant chain: (name) @type)

(attribute "@" @attribute)
(attribute "deprecated" @attribute)

; Clauses and settings

[
  "by" "receives" "sender" "replies" "from" "frames" "sends" "at" "extends" "async" "queue" "newest" "none" "payload"
  "inline" "as" "text" "via" "fails"
  "to" "on" "any" "world" "app" "page" "global" "for"
  "customEvent" "function" "main" "new" "sub" "all" "documentStart" "documentEnd"
  "strategies" "channels" "scripts" "title" "userAgent" "inspectable" "inlineMedia"
  "backForwardGestures" "bounces" "dataStore" "contentMode" "javaScript" "web" "native"
  "persistent" "ephemeral" "recommended" "mobile" "desktop" "enabled" "disabled"
  "applicationName" "mediaPlayback" "automatic" "userAction" "pictureInPicture" "fullscreen"
  "linkPreview" "textInteraction" "findInteraction" "appBoundDomains"
  "panels" "mediaCapture" "block" "scheme" "prompt" "grant" "deny" "debug" "else"
] @keyword

; Rules

["when" "always" "otherwise" "with" "only" "never"] @keyword.conditional
["use" "present" "push" "perform" "attempt" "open" "load" "dismiss" "setting" "removing" "if" "missing"] @keyword
["allow" "cancel" "download" "popup" "continue" "leave"] @keyword.return

["in" "hasPrefix" "hasSuffix" "contains" "like" "matches" "exists" "ignoring" "case"] @keyword.operator
["==" "!=" "<" "<=" ">" ">=" "&&" "||" "!" "=" "->"] @operator

(use name: (name) @type)
(step name: (name) @function)
(act name: (name) @function)
(decision name: (name) @type)
(render_item name: (name) @function)
(reference . (name) @variable)
(reference member: (name) @property)
(argument label: (name) @variable.parameter)

; Types

(type_name (name) @type)
(field name: (name) @property)
(enum_case name: (name) @constant)
(union_case name: (name) @constant)
(kind_case name: (name) @constant)

; Punctuation

["{" "}" "(" ")" "[" "]"] @punctuation.bracket
["," ":" "." "?"] @punctuation.delimiter
