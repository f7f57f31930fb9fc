import Requests
import Syntax

/// Documentation of the keywords, in a sentence or two of Markdown.
enum LanguageDocs {
  static let words: [String: String] = [
    "String": "Text.", "Int": "An integer that JavaScript holds exactly: within ±(2^53−1).",
    "Double": "A finite number.", "Bool": "`true` or `false`.",
    "URL": "A URL; on the wire a string.", "Date": "A moment; on the wire ISO 8601 with fraction.",
    "Data": "Bytes; on the wire base64.", "JSON": "Any JSON value.",
    "all": "All frames.",
  ]

  /// What a word means that is no keyword: a type, a value of the request, or a name of a choice.
  static func text(ofWord word: String) -> String? {
    if let text = words[word] { return text }
    for type in ChoiceType.allCases {
      if let place = type.names.firstIndex(of: word) { return type.documentation[place] }
    }
    return nil
  }

  static let keywords: [Keyword: String] = [
    .origin: "Pages that are trusted.",
    .flag: "Something that only the app knows, asked at most once per decision.",
    .screen: "A native screen that rules present or push.",
    .action: "Something that the app does; `-> Bool` where it can refuse.",
    .handler: "A named group of rules that chains use.",
    .chain: "Rules that are asked in order; the first that matches decides.",
    .model: "An object with fields.",
    .enum: "An open set of strings: a value that is not listed decodes as unknown.",
    .union: "One of several objects, told apart by a field.",
    .strategy: "A message from the page to native code.",
    .channel: "Several messages behind one message handler.",
    .event: "A message from native code to the page.",
    .call: "A function of the page that native code calls, with a reply.",
    .render: "A list of calls that run when a page is shown.",
    .dispatch: "How events reach the page.",
    .script: "JavaScript that is added to every page.",
    .configuration: "A role of web view: its chain, messages, scripts and settings.",
    .test: "What a chain is expected to do with some URLs.",
    .when: "A rule: the condition, then steps and a decision.",
    .otherwise: "What happens when no rule before has decided; stands last.",
    .use: "Puts the rules of a handler or chain in this place.",
    .present: "Presents a native screen.", .push: "Pushes a native screen.",
    .perform: "Performs an action of the app.",
    .attempt: "Asks the app to handle the request; if it answers false, the next rule is asked.",
    .open: "Hands the URL to the system: `tel:`, another app, the browser.",
    .load: "Loads the URL in this web view.", .dismiss: "Closes this web view.",
    .allow: "The page may open the URL.", .cancel: "The page may not open the URL.",
    .download: "The URL is downloaded.",
    .continue: "Runs the steps and asks the next rule; covers nothing.",
    .exists: "Whether the request has that value.",
    .like: "Whether a pattern matches: `*` within a component, `**` across, `{name}` captures one.",
    .matches: "Whether the whole value matches a regular expression.",
    .in: "Whether the value is in a list, or the URL in an origin.",
    .hasPrefix: "Whether the text starts so.", .hasSuffix: "Whether the text ends so.",
    .contains: "Whether the text has that in it.",
    .receives: "What the page sends.", .replies: "What the promise of the sender settles with.",
    .from: "The origins whose pages may send it; any other message is refused undecoded.",
    .sends: "What native code sends.", .frames: "The frames that it is about.",
    .extends: "Takes over all that another configuration says.",
    .strategies: "Messages that pages of this role may send.",
    .channels: "Channels that pages of this role may use.",
    .scripts: "Scripts that pages of this role get.",
    .title: "Whether the title is the page's (`web`) or the app's (`native`).",
    .userAgent: "The user agent, as a string.",
    .inspectable: "Whether Web Inspector may attach.",
    .inlineMedia: "Whether videos play in the page.",
    .backForwardGestures: "Whether swiping goes back and forward.",
    .bounces: "Whether scrolling goes past the ends.",
    .dataStore: "Whether cookies and storage outlive the web view.",
    .contentMode: "Mobile or desktop pages.",
    .javaScript: "Whether pages may run JavaScript.",
    .with: "What is not as usual in this case: flags, `frame == new`, `page == \"…\"`.",
    .queue: "How many events are kept for a page that does not listen yet.",
    .by: "The field that tells them apart.", .at: "When the script runs.",
  ]

  /// Snippets of whole declarations.
  static let declarations: [(keyword: Keyword, snippet: String)] = [
    (.origin, "origin ${1:Store} = \"https://${2:example.com}\""),
    (.flag, "flag ${1:isHomePage}"),
    (.screen, "screen ${1:Product}(${2:id}: ${3:String})"),
    (.action, "action ${1:selectTab}(${2:index}: ${3:Int})"),
    (.handler, "handler ${1:NativeScreens} {\n  when ${0:path like \"/product/{id\\}\"} cancel\n}"),
    (.chain, "chain ${1:Default} {\n  $0\n  otherwise allow\n}"),
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
    (.test, "test ${1:Default} {\n  \"${2:https://example.com/}\" ${3:allow}\n}"),
  ]

  static func steps(first: Bool) -> [(keyword: Keyword, snippet: String)] {
    [
      (.present, "present ${1:Screen}"), (.push, "push ${1:Screen}"),
      (.perform, "perform ${1:action}"),
    ] + (first ? [(.attempt, "attempt ${1:action}")] : []) + [
      (.open, "open url"), (.load, "load url"), (.dismiss, "dismiss"),
    ]
  }

  static let decisions: [Keyword] = [.allow, .cancel, .download, .continue]
}
