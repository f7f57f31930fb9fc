import Requests
import Syntax

/// The documentation of the keywords, in a sentence or two of Markdown.
enum LanguageDocs {
  static let words: [String: String] = [
    "String": "Text.",
    "Int": "An integer of 64 bits; one that crosses to JavaScript is within ±(2^53−1).",
    "Double": "A finite number.", "Bool": "`true` or `false`.",
    "URL": "A URL; on the wire a string.",
    "Date": "A point in time; on the wire ISO 8601 with a fraction.",
    "Data": "Bytes; on the wire base64.", "JSON": "Any JSON value.",
    "all": "All frames.",
    "Request":
      "The whole request, for a parameter of a screen or action; in Swift a `NavigationRequest`.",
    "request": "The whole request, as the value of a parameter of type `Request`.",
  ]

  /// Returns the documentation of a word that is not a keyword: a type, a value of the request, or a name of a choice.
  static func text(ofWord word: String) -> String? {
    if let text = words[word] { return text }
    for type in ChoiceType.allCases {
      if let place = type.names.firstIndex(of: word) { return type.documentation[place] }
    }
    return nil
  }

  static let keywords: [Keyword: String] = [
    .origin:
      "Trusted pages: `\"https://example.com\"`, or the origin of a URL that the app gives, by the name of the value.",
    .flag: "A fact that only the app knows, requested at most once per decision.",
    .value:
      "A text, number, URL or list that only the app knows, requested at most once per decision.",
    .condition: "A condition with a name, for several rules.",
    .screen: "A native screen that rules present or push.",
    .action: "An action of the app; `-> Bool` if it can refuse.",
    .handler: "A named group of rules that chains and responses use.",
    .chain: "Rules about requests, in order of priority; the first one that matches decides.",
    .responses:
      "Rules about responses, before WebKit shows them, in order of priority; without one that matches, WebKit shows what it can.",
    .model: "An object with fields.",
    .enum: "An open set of strings: an unlisted value decodes as unknown.",
    .union: "One of several objects, distinguished by a field, or of several kinds of JSON.",
    .strategy: "A message from the page to native code.",
    .channel: "Several messages that share one message handler.",
    .event: "A message from native code to the page.",
    .call: "A function of the page that native code calls, with a reply.",
    .render: "A list of calls that run when a page is shown.",
    .dispatch: "How events, or the replies to messages, reach the page.",
    .script: "JavaScript that is added to every page.",
    .configuration: "A kind of web view: its chain, responses, messages, scripts and settings.",
    .test: "The expected decisions of a chain, or of responses, for some URLs.",
    .invariant:
      "What some chains, or all, must never or always do. `bascule check` proves it for every request, or shows a request that breaks it.",
    .for: "The chains, or after `responses` the responses, of which the invariant speaks.",
    .never: "No request for which the condition holds leads to the step or decision.",
    .only: "With `when`: no request leads to the step or decision while the condition is false.",
    .when: "A rule: the condition, then steps and a decision.",
    .defaults:
      "The clauses of the declarations that do not have them, once in a set: `frames`, `from`, `to` and `on`.",
    .else: "The answer for all other pages.",
    .any: "No origins, although the set has defaults.",
    .always:
      "A rule for every request. In an invariant: each request for which the condition holds leads to the step or decision.",
    .otherwise: "The rule that decides if no earlier one has; the last rule of a chain.",
    .use: "Inserts the rules of a handler or chain here.",
    .present: "Presents a native screen.", .push: "Pushes a native screen.",
    .perform: "Performs an action of the app.",
    .attempt:
      "Asks the app to handle the request, or with `open url` the system to open the URL; if it does not, the chain continues with the next rule.",
    .open: "Opens the URL with the system: `tel:`, another app, the browser.",
    .setting:
      "Sets parts of the request that is handed on: `query.device = \"ios\"`, `scheme = \"https\"`, `header[\"Sec-GPC\"] = \"1\"`.",
    .removing:
      "Removes parts of the request that is handed on: `query.utm_source`, `fragment`, `user`, `header[\"Referer\"]`.",
    .if: "`if missing`: the part is set only if the URL does not have it.",
    .missing: "`if missing`: the part is set only if the URL does not have it.",
    .load: "Loads the URL in this web view.", .dismiss: "Closes this web view.",
    .allow: "Allows the navigation; of a response, WebKit shows it if it can.",
    .cancel: "Cancels the navigation.",
    .download: "Downloads the URL.",
    .popup:
      "The app shows the new window in a second web view of a configuration; for `frame == new` only.",
    .continue: "Runs the steps and continues with the next rule.",
    .leave: "Runs the steps and continues after the block or handler that contains the rule.",
    .exists: "True if the request has the value.",
    .like:
      "True if a pattern matches: `*` within a component, `**` across components, `{name}` captures one. The patterns of a host can be a value of the app: `host like allowedHosts`.",
    .matches: "True if the whole value matches a regular expression.",
    .in:
      "True if the value is in a list, or the URL belongs to an origin; `page.origin` is that of the page, and `source in Store` asks about the page that asks. A list of the app is written by its name, and `server.origin` is the origin of a URL of the app.",
    .hasPrefix: "True if the text has the prefix.", .hasSuffix: "True if the text has the suffix.",
    .contains: "True if the text contains the other text.",
    .ignoring: "`ignoring case`: the case of letters does not count, as with `/i`.",
    .case: "`ignoring case`: the case of letters does not count, as with `/i`.",
    .receives: "The type of the message that the page sends.",
    .replies: "The type of the reply, with which the page's promise is fulfilled.",
    .from:
      "The origins whose pages may send it; other messages are rejected without being decoded.",
    .sends: "The type of the payload that native code sends.",
    .frames: "The frames to which it applies.",
    .extends: "Inherits the settings of another configuration.",
    .strategies: "Messages that pages in this web view may send.",
    .channels: "Channels that pages in this web view may use.",
    .scripts: "Scripts that are added to pages in this web view.",
    .title: "The source of the title: the page (`web`) or the app (`native`).",
    .userAgent: "The user agent: a string, or a value of the app.",
    .applicationName:
      "The text that WebKit appends to its own user agent: a string, such as `Shop/4`, or a value of the app.",
    .inspectable: "`debug` to allow Web Inspector to attach in debug builds, `true` in all.",
    .inlineMedia: "`true` to play videos in the page.",
    .backForwardGestures: "`true` to go back and forward by swiping.",
    .bounces: "`true` to let scrolling bounce at the ends.",
    .dataStore: "`persistent` if cookies and storage outlive the web view.",
    .contentMode: "Mobile or desktop pages.",
    .javaScript: "`enabled` if pages may run JavaScript.",
    .mediaPlayback: "`automatic` if media play without a tap, `userAction` if each needs one.",
    .pictureInPicture: "`false` to keep videos from playing picture in picture; iOS only.",
    .fullscreen: "`true` to let elements of pages fill the screen.",
    .linkPreview: "`false` to show no preview of a link that is pressed.",
    .textInteraction: "`false` to let nobody select text.",
    .findInteraction: "`true` to offer the system's search in the page; iOS 16 and later.",
    .panels:
      "How `alert`, `confirm` and `prompt` of pages are shown: `native` by generated code for UIKit and AppKit, `app` by the app.",
    .mediaCapture:
      "The answer to pages that ask for the camera or the microphone: `prompt` asks the user, `grant` and `deny` do not. With `from`, it is for pages of these origins only.",
    .block:
      "Lists of WebKit's content blocker rules, in JSON files beside the rule files: `block from \"trackers.json\"`.",
    .scheme:
      "A scheme that the app answers: `scheme \"zim\" handler Archive` calls the app's `archive(_:)` for each request of a page with that scheme, and of pages of the origins after `from`.",
    .appBoundDomains: "`true` to load only the domains that the app's Info.plist lists.",
    .sender: "The receiver also gets the origin and the frame of the sender.",
    .with:
      "`with sender`: the receiver also gets the sender. After `allow`, the preferences of the page. In a test, the values that differ from the defaults in this case: flags, `frame == new`, `page == \"…\"`.",
    .payload:
      "The field with the payload of a message, or `inline` if the fields of the payload are beside the one that names the strategy. Without it, the field is `payload`.",
    .function: "The path of a function of the page, as in `\"page.setTheme\"`.",
    .via:
      "The dispatch through which replies and errors reach the page, for pages that do not wait for a promise.",
    .fails:
      "The arguments for the error of a message: values, `message.id`, `error.code`, `error.message`.",
    .as: "With `text`, the value is sent as JSON text.",
    .inline: "The fields of the payload are beside the one that names the strategy.",
    .queue: "The number of events kept for a page that does not listen yet.",
    .to: "The origins whose pages receive it; other pages do not.",
    .on: "The origins in whose pages it runs.",
    .page:
      "In `mediaCapture`, the origin of the page that is shown. `world page global`: the script is in no function of its own.",
    .global:
      "`world page global`: what the script declares is part of the page. It runs in all pages, without values.",
    .world:
      "With `app`, a script is isolated from the page's scripts: neither can use the other's variables. A message of the app's world comes from such scripts only.",
    .by: "The field that distinguishes them.", .at: "The time at which the script runs.",
    .async: "The action answers later: `action openDeepLink(url: URL) async -> Bool`.",
    .customEvent: "A DOM event with this name on `window`; its `detail` is the value.",
    .deprecated: "Marks the declaration as deprecated in the generated Swift and TypeScript.",
    .documentStart: "Before the page's own scripts run.",
    .documentEnd: "After the document has been read, before its images and frames are loaded.",
    .newest: "The last event is kept.", .nothing: "Early events are dropped.",
    .text: "The value is sent as JSON text.",
    .web: "The title is the page's.",
    .native:
      "By native code: `title native` takes the title of the app, `panels native` shows generated panels.",
    .app:
      "By the app: `world app` isolates from the page's scripts, `panels app` lets the app show panels.",
    .persistent: "Cookies and storage outlive the web view.",
    .ephemeral: "Cookies and storage end with the web view.",
    .recommended: "The pages that WebKit recommends for the device.", .mobile: "Mobile pages.",
    .desktop: "Desktop pages.",
    .enabled: "Pages may run JavaScript.", .disabled: "Pages cannot run JavaScript.",
    .automatic: "Media play without a tap.", .userAction: "Each of the media needs a tap to play.",
    .prompt: "The user is asked.", .grant: "Allowed without a question.",
    .deny: "Denied without a question.",
    .debug: "In debug builds only.",
    .true: "Always true.", .false: "Never true.", .all: "All frames.",
    .main: "The main frame.", .sub: "A frame inside of the page.",
    .new: "No frame yet: `target=_blank`, `window.open`.",
  ]

  static let operators: [String: String] = [
    "==": "True if the values are equal; false if one is missing.",
    "!=": "True if the values differ; false if one is missing.",
    "<": "True if the number is less.", "<=": "True if the number is not greater.",
    ">": "True if the number is greater.", ">=": "True if the number is not less.",
    "!in":
      "True if the value is not in a list, or the URL belongs to no such origin; false if it is missing.",
    "&&": "True if both are true.", "||": "True if at least one is true.",
    "!": "True if what follows is false.",
    "->": "The action returns `Bool`: whether it has handled the request.",
  ]

  private static let errorCode =
    "The `pageCode` of the app's own error, else `failed`, `malformed`, `unknown` or `busy`."

  /// The values that a dispatch can send to the page, with their documentation.
  static let pageValues: [String: String] = [
    "name": "The identifier of the event.", "payload": "The payload of the event.",
    "number": "A number that is different for each event.",
    "reply": "The reply to the message.",
    "error.code": errorCode, "code": errorCode,
    "error.message": "A text for people.",
    "message": "A text for people.",
  ]

  /// The wildcards of patterns, with their documentation.
  static let wildcards: [String: String] = [
    "*": "Any characters within one component of a path, or one label of a host; also none.",
    "**": "Any characters, across components or labels.",
  ]

  /// The snippets of whole declarations.
  static let declarations: [(keyword: Keyword, snippet: String)] = [
    (.origin, "origin ${1:Store} = \"https://${2:example.com}\""),
    (.flag, "flag ${1:isHomePage}"),
    (.value, "value ${1:server}: ${2:String}"),
    (.condition, "condition ${1:web} = ${0:scheme in [\"http\", \"https\"]}"),
    (.screen, "screen ${1:Product}(${2:id}: ${3:String})"),
    (.action, "action ${1:openDeepLink}(${2:url}: ${3:URL}) -> Bool"),
    (.handler, "handler ${1:NativeScreens} {\n  when ${0:path like \"/product/{id\\}\"} cancel\n}"),
    (.chain, "chain ${1:Default} {\n  $0\n  otherwise allow\n}"),
    (.responses, "responses ${1:Default} {\n  $0\n  otherwise allow\n}"),
    (.model, "model ${1:CartItem} {\n  ${2:sku}: ${3:String}\n}"),
    (.enum, "enum ${1:CloseReason} { ${2:done} }"),
    (.union, "union ${1:Result} by \"${2:kind}\" {\n  ${3:success}(${4:id}: ${5:String})\n}"),
    (.strategy, "strategy ${1:Cart} \"${2:cart}\" receives ${3:String}"),
    (.channel, "channel ${1:App} \"${2:app}\" by \"${3:type}\" {\n  strategy ${4:Ready}\n}"),
    (.event, "event ${1:PaymentFinished} \"${2:paymentFinished}\""),
    (.call, "call ${1:ResizeImages} \"${2:resizeImages}\" sends { ${3:maxWidth}: ${4:Int} \\}"),
    (.render, "render ${1:Article} { ${2:ResizeImages} }"),
    (.dispatch, "dispatch customEvent \"${1:WebAppEvent}\""),
    (.script, "script ${1:DisableZoom} at documentEnd \"\"\"\n  $0\n  \"\"\""),
    (.configuration, "configuration ${1:Default} {\n  chain ${2:Default}\n}"),
    (.defaults, "defaults {\n  frames ${1:all}\n}"),
    (.test, "test ${1:Default} {\n  \"${2:https://example.com/}\" ${3:allow}\n}"),
    (
      .invariant,
      "invariant ${1:OwnPages} for ${2:Default} {\n  ${3:never open url when frame == sub}\n}"
    ),
  ]

  static let claims: [(keyword: Keyword, snippet: String)] = [
    (.never, "never ${1:open url} when ${2:frame == sub}"),
    (.always, "always ${1:cancel} when ${2:scheme == \"http\"}"),
  ]

  static func steps(first: Bool) -> [(keyword: Keyword, snippet: String)] {
    [
      (.present, "present ${1:Screen}"), (.push, "push ${1:Screen}"),
      (.perform, "perform ${1:action}"),
    ] + (first ? [(.attempt, "attempt ${1:action}")] : []) + [
      (.open, "open url"), (.load, "load url"), (.dismiss, "dismiss"),
    ]
  }

  static let decisions: [(keyword: Keyword, snippet: String?)] = [
    (.allow, nil), (.cancel, nil), (.download, nil), (.popup, "popup ${1:Configuration}"),
    (.continue, nil), (.leave, nil),
  ]
}
