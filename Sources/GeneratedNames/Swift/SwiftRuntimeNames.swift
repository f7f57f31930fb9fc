// Written by Tests/tools/embed_runtime.py. Do not edit.

extension SwiftNames {
  /// The types and functions that the run-time support declares.
  static let runtime: Set<String> = [
    "AddressComponents", "AddressLayout", "AddressParts", "AppURLs", "BridgeContract", "Captures",
    "ChainNavigationDelegate", "Configurator", "ConfiguratorError", "ContentRuleList",
    "ContentRuleLists", "DateText", "DecisionTrace", "DefaultPort", "DeprecatedTypes", "Escapes",
    "EventDelivery", "EventDispatch", "EventLine", "EventOutbox", "EventQueue", "ExpressionWords",
    "FunctionCalls", "HeaderChange", "HostPattern", "Indirect", "JSON", "JavaScriptRunner",
    "JavaScriptRunnerError", "KeptEvent", "LargeTextExpression", "MessageAdapter", "MessageGate",
    "MessageListener", "MessageReports", "NativePanels", "NavigationActionHandler",
    "NavigationDecision", "NavigationFrame", "NavigationKind", "NavigationRequest",
    "NavigationResponse", "NavigationSource", "OpenWindows", "OriginPattern", "OriginSource",
    "PageAnswer", "PageBridge", "PageDelivery", "PageError", "PageLimits", "PagePanel",
    "PageRecipient", "PageScriptError", "PageText", "PageValue", "PageVisibleError", "PanelAnswer",
    "PanelHistory", "PanelPresenter", "PanelText", "PopupPresenter", "Popups", "QueryItems",
    "Question", "RefusedStep", "RequestAddress", "RequestMemory", "RequestNumber", "RequestText",
    "RuleCandidates", "RuleHash", "RuleListIsMissing", "RuleListProvider", "RuleListStore",
    "RuleLists", "RulePlaces", "RuleTable", "SchemeAdapter", "SchemeHandler", "SchemeRequest",
    "SchemeResponse", "ScriptMessage", "ScriptMessageAnswer", "ScriptMessageChannel",
    "ScriptMessageError", "ScriptMessageErrorDelegate", "ScriptMessageHandling",
    "ScriptMessageStrategy", "ScriptOrigin", "ShownPage", "StandardURL", "StepLimits", "StepMeter",
    "StepRate", "TestPage", "TestPageError", "TextExpression", "TextPattern", "TextURL",
    "TrustedOrigin", "URLChange", "UserScript", "WaitingDecisions", "WebAddress", "WebCall",
    "WebCallError", "WebCaller", "WebConfiguration", "WebDownloadDelegate", "WebEvent",
    "WebEventDispatcher", "WebEventError", "WebEventErrorDelegate", "WebOrigin", "WebRender",
    "WebRenderResult", "WebSession", "WebSessionError", "WebSettings", "WebViewObserver",
    "WebViewRunner", "WildcardSearch", "WireEnumeration", "WireError", "WireKinds", "WireObject",
    "WireReader", "WireValue", "WireWriter", "constantURL",
  ]
}
