// Written by Tests/tools/embed_runtime.py. Do not edit.

/// A part of the run-time support: a file of `Sources/Runtime/Swift`.
enum SwiftRuntime: Int, CaseIterable {
  case addressLayout, addressParts, afterSchemeValue, appAddress, appDelegates, appNumber, appTexts,
    appURL, appURLs, appValue, bridgeContract, byteSet, bytes, capturedValues, captures,
    chainNavigationDelegate, choiceTests, configurator, constantURL, contentRuleList,
    contentRuleLists, contentSettings, dateText, decisionTrace, declaredCases, defaultPort,
    deprecatedTypes, digits, documentParts, emptyPayload, encodedText, eventDispatch, eventLine,
    eventOutbox, expressionWords, foundationURL, fragmentValue, functionCalls, headerChanges,
    headerValue, hostPatterns, hostValue, indirect, integerRange, isolatedMessages, json,
    jsonFoundation, jsonText, jsonTextSize, javaScriptRunner, largeTextExpression,
    lastPathComponent, limitedSteps, listedURLs, mediaCapture, mediaOrigins, messageAdapters,
    messageListener, messageOrder, messageReports, messageText, nativePanels,
    navigationActionHandler, navigationRequest, navigationResponse, openWindows, originSource,
    pageAdapter, pageAnswer, pageBridge, pageCalls, pageDelivery, pageLimits, pagePanel, pageParts,
    pageText, pageValue, panelPresenter, panelText, panels, pathComponents, pathCount, pathValue,
    percentDecoding, popupPresenter, popups, portValue, query, rawQueryItem, reachedLimit,
    refusedStep, relatedTexts, requestAddress, requestMemory, requestNumber, requestText,
    responseDecisions, responseValues, ruleTable, safeSteps, sameOrigin, schemeAdapter,
    schemeHandler, schemeOrigins, scriptMessage, scriptMessageChannel, scriptMessageStrategy,
    scriptOrigin, scriptValues, sourceFrame, sourceParts, standardHost, standardURL, stepLimits,
    stepRate, testPage, textBody, textComparisons, textConversions, textExpression, textPattern,
    textSearch, trustedOrigin, urlChanges, urlConversion, userScript, valueComparisons,
    waitingDecisions, webAddress, webCall, webDownloads, webEvent, webOrigin, webRender, webSession,
    webViewObserver, webViewRunner, webViewSettings, wildcardSearch, wireArray, wireBool, wireData,
    wireDate, wireDictionary, wireDouble, wireEnumeration, wireError, wireErrorPath, wireInt,
    wireJSON, wireKinds, wireObject, wireOptional, wireString, wireURL, wireValue, writtenParts

  /// The name of its file.
  var name: String {
    switch self {
    case .addressLayout: "AddressLayout"
    case .addressParts: "AddressParts"
    case .afterSchemeValue: "AfterSchemeValue"
    case .appAddress: "AppAddress"
    case .appDelegates: "AppDelegates"
    case .appNumber: "AppNumber"
    case .appTexts: "AppTexts"
    case .appURL: "AppURL"
    case .appURLs: "AppURLs"
    case .appValue: "AppValue"
    case .bridgeContract: "BridgeContract"
    case .byteSet: "ByteSet"
    case .bytes: "Bytes"
    case .capturedValues: "CapturedValues"
    case .captures: "Captures"
    case .chainNavigationDelegate: "ChainNavigationDelegate"
    case .choiceTests: "ChoiceTests"
    case .configurator: "Configurator"
    case .constantURL: "ConstantURL"
    case .contentRuleList: "ContentRuleList"
    case .contentRuleLists: "ContentRuleLists"
    case .contentSettings: "ContentSettings"
    case .dateText: "DateText"
    case .decisionTrace: "DecisionTrace"
    case .declaredCases: "DeclaredCases"
    case .defaultPort: "DefaultPort"
    case .deprecatedTypes: "DeprecatedTypes"
    case .digits: "Digits"
    case .documentParts: "DocumentParts"
    case .emptyPayload: "EmptyPayload"
    case .encodedText: "EncodedText"
    case .eventDispatch: "EventDispatch"
    case .eventLine: "EventLine"
    case .eventOutbox: "EventOutbox"
    case .expressionWords: "ExpressionWords"
    case .foundationURL: "FoundationURL"
    case .fragmentValue: "FragmentValue"
    case .functionCalls: "FunctionCalls"
    case .headerChanges: "HeaderChanges"
    case .headerValue: "HeaderValue"
    case .hostPatterns: "HostPatterns"
    case .hostValue: "HostValue"
    case .indirect: "Indirect"
    case .integerRange: "IntegerRange"
    case .isolatedMessages: "IsolatedMessages"
    case .json: "JSON"
    case .jsonFoundation: "JSONFoundation"
    case .jsonText: "JSONText"
    case .jsonTextSize: "JSONTextSize"
    case .javaScriptRunner: "JavaScriptRunner"
    case .largeTextExpression: "LargeTextExpression"
    case .lastPathComponent: "LastPathComponent"
    case .limitedSteps: "LimitedSteps"
    case .listedURLs: "ListedURLs"
    case .mediaCapture: "MediaCapture"
    case .mediaOrigins: "MediaOrigins"
    case .messageAdapters: "MessageAdapters"
    case .messageListener: "MessageListener"
    case .messageOrder: "MessageOrder"
    case .messageReports: "MessageReports"
    case .messageText: "MessageText"
    case .nativePanels: "NativePanels"
    case .navigationActionHandler: "NavigationActionHandler"
    case .navigationRequest: "NavigationRequest"
    case .navigationResponse: "NavigationResponse"
    case .openWindows: "OpenWindows"
    case .originSource: "OriginSource"
    case .pageAdapter: "PageAdapter"
    case .pageAnswer: "PageAnswer"
    case .pageBridge: "PageBridge"
    case .pageCalls: "PageCalls"
    case .pageDelivery: "PageDelivery"
    case .pageLimits: "PageLimits"
    case .pagePanel: "PagePanel"
    case .pageParts: "PageParts"
    case .pageText: "PageText"
    case .pageValue: "PageValue"
    case .panelPresenter: "PanelPresenter"
    case .panelText: "PanelText"
    case .panels: "Panels"
    case .pathComponents: "PathComponents"
    case .pathCount: "PathCount"
    case .pathValue: "PathValue"
    case .percentDecoding: "PercentDecoding"
    case .popupPresenter: "PopupPresenter"
    case .popups: "Popups"
    case .portValue: "PortValue"
    case .query: "Query"
    case .rawQueryItem: "RawQueryItem"
    case .reachedLimit: "ReachedLimit"
    case .refusedStep: "RefusedStep"
    case .relatedTexts: "RelatedTexts"
    case .requestAddress: "RequestAddress"
    case .requestMemory: "RequestMemory"
    case .requestNumber: "RequestNumber"
    case .requestText: "RequestText"
    case .responseDecisions: "ResponseDecisions"
    case .responseValues: "ResponseValues"
    case .ruleTable: "RuleTable"
    case .safeSteps: "SafeSteps"
    case .sameOrigin: "SameOrigin"
    case .schemeAdapter: "SchemeAdapter"
    case .schemeHandler: "SchemeHandler"
    case .schemeOrigins: "SchemeOrigins"
    case .scriptMessage: "ScriptMessage"
    case .scriptMessageChannel: "ScriptMessageChannel"
    case .scriptMessageStrategy: "ScriptMessageStrategy"
    case .scriptOrigin: "ScriptOrigin"
    case .scriptValues: "ScriptValues"
    case .sourceFrame: "SourceFrame"
    case .sourceParts: "SourceParts"
    case .standardHost: "StandardHost"
    case .standardURL: "StandardURL"
    case .stepLimits: "StepLimits"
    case .stepRate: "StepRate"
    case .testPage: "TestPage"
    case .textBody: "TextBody"
    case .textComparisons: "TextComparisons"
    case .textConversions: "TextConversions"
    case .textExpression: "TextExpression"
    case .textPattern: "TextPattern"
    case .textSearch: "TextSearch"
    case .trustedOrigin: "TrustedOrigin"
    case .urlChanges: "URLChanges"
    case .urlConversion: "URLConversion"
    case .userScript: "UserScript"
    case .valueComparisons: "ValueComparisons"
    case .waitingDecisions: "WaitingDecisions"
    case .webAddress: "WebAddress"
    case .webCall: "WebCall"
    case .webDownloads: "WebDownloads"
    case .webEvent: "WebEvent"
    case .webOrigin: "WebOrigin"
    case .webRender: "WebRender"
    case .webSession: "WebSession"
    case .webViewObserver: "WebViewObserver"
    case .webViewRunner: "WebViewRunner"
    case .webViewSettings: "WebViewSettings"
    case .wildcardSearch: "WildcardSearch"
    case .wireArray: "WireArray"
    case .wireBool: "WireBool"
    case .wireData: "WireData"
    case .wireDate: "WireDate"
    case .wireDictionary: "WireDictionary"
    case .wireDouble: "WireDouble"
    case .wireEnumeration: "WireEnumeration"
    case .wireError: "WireError"
    case .wireErrorPath: "WireErrorPath"
    case .wireInt: "WireInt"
    case .wireJSON: "WireJSON"
    case .wireKinds: "WireKinds"
    case .wireObject: "WireObject"
    case .wireOptional: "WireOptional"
    case .wireString: "WireString"
    case .wireURL: "WireURL"
    case .wireValue: "WireValue"
    case .writtenParts: "WrittenParts"
    }
  }

  /// The generated file that it is written to.
  var output: SwiftFile {
    switch self {
    case .configurator, .contentRuleList, .panelPresenter, .popupPresenter, .schemeHandler,
      .scriptOrigin, .scriptValues, .userScript:
      .configurations
    case .ruleTable: .dispatch
    case .bridgeContract, .eventDispatch, .eventLine, .eventOutbox, .functionCalls,
      .javaScriptRunner, .pageAnswer, .pageBridge, .pageCalls, .pageDelivery, .pageValue, .webCall,
      .webEvent, .webRender:
      .events
    case .emptyPayload, .isolatedMessages, .messageOrder, .messageReports, .messageText,
      .originSource, .scriptMessage, .scriptMessageChannel, .scriptMessageStrategy, .textBody:
      .messages
    case .navigationActionHandler: .navigation
    case .capturedValues, .captures, .expressionWords, .largeTextExpression, .textExpression,
      .textPattern, .trustedOrigin, .webOrigin, .wildcardSearch:
      .patterns
    case .addressLayout, .addressParts, .afterSchemeValue, .appAddress, .appNumber, .appTexts,
      .appURL, .appURLs, .appValue, .byteSet, .bytes, .choiceTests, .decisionTrace, .defaultPort,
      .digits, .documentParts, .foundationURL, .fragmentValue, .headerChanges, .headerValue,
      .hostPatterns, .hostValue, .lastPathComponent, .limitedSteps, .listedURLs, .navigationRequest,
      .navigationResponse, .pageLimits, .pageParts, .pathComponents, .pathCount, .pathValue,
      .percentDecoding, .portValue, .query, .rawQueryItem, .reachedLimit, .refusedStep,
      .relatedTexts, .requestAddress, .requestMemory, .requestNumber, .requestText, .responseValues,
      .safeSteps, .sameOrigin, .sourceParts, .standardHost, .standardURL, .stepLimits, .stepRate,
      .textComparisons, .textConversions, .textSearch, .urlChanges, .urlConversion,
      .valueComparisons, .webAddress, .writtenParts:
      .request
    case .testPage: .testing
    case .appDelegates, .chainNavigationDelegate, .contentRuleLists, .contentSettings,
      .mediaCapture, .mediaOrigins, .messageAdapters, .messageListener, .nativePanels, .openWindows,
      .pageAdapter, .pagePanel, .panelText, .panels, .popups, .responseDecisions, .schemeAdapter,
      .schemeOrigins, .sourceFrame, .waitingDecisions, .webDownloads, .webSession, .webViewObserver,
      .webViewRunner, .webViewSettings:
      .webKit
    case .constantURL, .dateText, .declaredCases, .deprecatedTypes, .encodedText, .indirect,
      .integerRange, .json, .jsonFoundation, .jsonText, .jsonTextSize, .pageText, .wireArray,
      .wireBool, .wireData, .wireDate, .wireDictionary, .wireDouble, .wireEnumeration, .wireError,
      .wireErrorPath, .wireInt, .wireJSON, .wireKinds, .wireObject, .wireOptional, .wireString,
      .wireURL, .wireValue:
      .wire
    }
  }

  /// Parts without which it does not compile.
  var needs: [SwiftRuntime] {
    switch self {
    case .addressLayout: [.bytes, .defaultPort]
    case .addressParts: [.addressLayout, .requestText]
    case .afterSchemeValue: [.navigationRequest]
    case .appAddress: [.addressParts, .standardURL]
    case .appDelegates: [.chainNavigationDelegate]
    case .appNumber: [.requestMemory, .requestNumber]
    case .appTexts: [.requestMemory, .requestText]
    case .appURL: [.requestMemory, .appAddress, .requestAddress]
    case .appURLs: [.appAddress]
    case .appValue: [.requestMemory]
    case .byteSet: [.bytes]
    case .capturedValues: [.textPattern, .textConversions]
    case .captures: [.requestText]
    case .chainNavigationDelegate:
      [.navigationActionHandler, .webViewObserver, .appDelegates, .waitingDecisions]
    case .choiceTests: [.navigationRequest]
    case .configurator: [.userScript, .bridgeContract]
    case .contentRuleLists:
      [.configurator, .contentRuleList, .chainNavigationDelegate, .webSession]
    case .contentSettings: [.webViewSettings]
    case .decisionTrace: [.navigationRequest]
    case .declaredCases: [.wireEnumeration, .requestText]
    case .documentParts: [.requestMemory, .requestAddress]
    case .emptyPayload: [.json]
    case .eventDispatch: [.json]
    case .eventLine: [.webEvent]
    case .eventOutbox: [.pageDelivery, .webEvent, .eventDispatch, .eventLine]
    case .foundationURL: [.bytes, .standardURL]
    case .fragmentValue: [.navigationRequest, .percentDecoding, .writtenParts]
    case .functionCalls: [.webCall]
    case .headerChanges: [.headerValue, .hostValue, .portValue]
    case .headerValue: [.navigationRequest]
    case .hostPatterns: [.requestText]
    case .hostValue: [.navigationRequest]
    case .isolatedMessages: [.scriptMessage]
    case .json: [.wireError]
    case .jsonFoundation: [.json]
    case .jsonText: [.json, .jsonTextSize, .encodedText]
    case .jsonTextSize: [.jsonFoundation]
    case .javaScriptRunner: [.json]
    case .largeTextExpression: [.requestText, .expressionWords]
    case .lastPathComponent: [.pathComponents]
    case .limitedSteps: [.navigationRequest, .refusedStep, .stepLimits]
    case .listedURLs:
      [.requestMemory, .appURLs, .hostValue, .portValue, .textComparisons, .valueComparisons]
    case .mediaCapture: [.configurator, .chainNavigationDelegate, .webViewSettings]
    case .mediaOrigins: [.mediaCapture, .trustedOrigin, .webOrigin]
    case .messageAdapters:
      [.scriptMessage, .jsonFoundation, .pageAdapter, .messageListener, .encodedText]
    case .messageOrder: [.messageText]
    case .messageReports: [.scriptMessage]
    case .messageText: [.messageOrder, .jsonText, .jsonFoundation]
    case .nativePanels: [.panels, .panelText]
    case .navigationActionHandler: [.navigationRequest]
    case .navigationRequest: [.addressParts, .decisionTrace]
    case .openWindows: [.pageLimits, .popups]
    case .originSource: [.trustedOrigin, .webOrigin, .appAddress, .hostValue, .portValue]
    case .pageAdapter: [.pageBridge, .messageListener]
    case .pageAnswer: [.messageText, .pageDelivery, .pageValue, .scriptMessage]
    case .pageBridge: [.bridgeContract, .webOrigin, .encodedText]
    case .pageCalls: [.pageDelivery, .webCall]
    case .pageDelivery: [.javaScriptRunner, .pageBridge, .pageText]
    case .pageParts: [.requestMemory, .requestAddress]
    case .pageValue: [.json]
    case .panelPresenter: [.pagePanel]
    case .panelText: [.pagePanel, .pageLimits]
    case .panels:
      [.reachedLimit, .stepRate, .panelPresenter, .chainNavigationDelegate, .webViewSettings]
    case .pathComponents: [.navigationRequest, .percentDecoding]
    case .pathCount: [.pathComponents, .requestNumber]
    case .pathValue: [.pathComponents]
    case .percentDecoding: [.requestText]
    case .popupPresenter: [.webSession]
    case .popups:
      [.reachedLimit, .openWindows, .popupPresenter, .chainNavigationDelegate, .webViewSettings]
    case .portValue: [.navigationRequest, .requestNumber]
    case .query: [.percentDecoding, .navigationRequest, .writtenParts]
    case .rawQueryItem: [.query]
    case .relatedTexts: [.textSearch]
    case .requestAddress: [.foundationURL, .hostValue, .pathComponents]
    case .requestMemory: [.navigationRequest]
    case .requestText: [.bytes]
    case .responseDecisions: [.chainNavigationDelegate, .responseValues]
    case .responseValues: [.navigationRequest, .navigationResponse, .requestNumber]
    case .ruleTable: [.pathComponents, .query]
    case .safeSteps: [.navigationRequest, .refusedStep, .hostValue, .textComparisons]
    case .sameOrigin: [.requestAddress, .portValue, .valueComparisons]
    case .schemeAdapter:
      [.reachedLimit, .chainNavigationDelegate, .pageLimits, .schemeHandler, .webSession]
    case .schemeOrigins: [.schemeAdapter, .trustedOrigin, .webOrigin, .originSource]
    case .scriptMessage: [.json, .webOrigin, .pageText, .messageReports]
    case .scriptMessageChannel: [.scriptMessageStrategy, .messageText]
    case .scriptMessageStrategy: [.scriptMessage, .jsonFoundation]
    case .scriptValues: [.userScript, .jsonText, .wireValue]
    case .sourceFrame: [.foundationURL, .sourceParts, .chainNavigationDelegate]
    case .sourceParts: [.requestMemory, .requestAddress]
    case .standardHost: [.byteSet]
    case .standardURL: [.byteSet, .defaultPort, .standardHost]
    case .stepLimits: [.pageLimits, .stepRate]
    case .testPage: [.pageBridge, .scriptMessage, .jsonFoundation]
    case .textBody: [.jsonText]
    case .textComparisons: [.requestText]
    case .textConversions: [.digits, .requestText, .requestNumber]
    case .textExpression: [.requestText, .expressionWords]
    case .textPattern: [.captures]
    case .textSearch: [.requestText]
    case .trustedOrigin: [.defaultPort]
    case .urlChanges: [.byteSet, .foundationURL, .hostValue, .query]
    case .urlConversion: [.foundationURL, .requestText]
    case .valueComparisons: [.requestText, .requestNumber]
    case .waitingDecisions: [.navigationRequest, .pageLimits]
    case .webAddress:
      [.pageParts, .portValue, .pathValue, .fragmentValue, .query, .textComparisons]
    case .webCall: [.json, .wireError, .webOrigin, .pageText]
    case .webDownloads: [.chainNavigationDelegate]
    case .webEvent: [.json, .webOrigin, .pageText]
    case .webOrigin: [.defaultPort]
    case .webRender: [.webCall]
    case .webSession: [.configurator]
    case .webViewObserver: [.decisionTrace]
    case .webViewRunner: [.pageAdapter, .javaScriptRunner, .jsonFoundation]
    case .webViewSettings: [.webSession]
    case .wildcardSearch: [.textPattern]
    case .wireArray: [.wireValue, .jsonText, .wireErrorPath]
    case .wireBool: [.wireValue]
    case .wireData: [.wireValue]
    case .wireDate: [.wireValue, .dateText]
    case .wireDictionary: [.wireValue, .jsonText, .wireErrorPath]
    case .wireDouble: [.wireValue]
    case .wireEnumeration: [.wireValue, .wireString]
    case .wireError: [.pageText]
    case .wireErrorPath: [.wireError]
    case .wireInt: [.wireValue, .integerRange]
    case .wireJSON: [.wireValue, .dateText]
    case .wireKinds: [.wireValue, .jsonText, .wireErrorPath]
    case .wireObject: [.wireValue, .jsonText, .wireErrorPath]
    case .wireOptional: [.wireValue]
    case .wireString: [.wireValue]
    case .wireURL: [.foundationURL, .wireValue]
    case .wireValue: [.json]
    case .writtenParts: [.addressLayout]
    case .bridgeContract, .bytes, .constantURL, .contentRuleList, .dateText, .defaultPort,
      .deprecatedTypes, .digits, .encodedText, .expressionWords, .indirect, .integerRange,
      .messageListener, .navigationResponse, .pageLimits, .pagePanel, .pageText, .reachedLimit,
      .refusedStep, .requestNumber, .schemeHandler, .scriptOrigin, .stepRate, .userScript:
      []
    }
  }

  /// Its text. A section is written only together with the parts that it names.
  var sections: [SwiftRuntimeSection] {
    switch self {
    case .addressLayout:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The byte offsets of a URL's parts in its text. Query and fragment are found only on demand.
          nonisolated struct AddressLayout: Sendable {
            /// The offset of the colon after the scheme.
            private(set) var schemeEnd = 0
            private(set) var hasAuthority = false
            /// The offset of the host, after user info.
            private(set) var hostStart = 0
            private(set) var hostEnd = 0
            /// -1 if there is none.
            private(set) var port = -1
            private(set) var writtenPathStart = 0
            /// After the `/.` that keeps an empty first component from being read as an authority.
            private(set) var pathStart = 0
            private(set) var pathEnd = 0
            private(set) var end = 0
            private(set) var isOpaque = false
            /// True if the path is written as `/` and its components, joined by `/`.
            private(set) var isPlain = false
            /// True if the scheme, and the host of a web URL, are in lower case, the port is not the default, and a web URL has
            /// a path.
            private(set) var isNormal = true
            /// True if the host has capital letters and keeps them, since its scheme is not special.
            private(set) var keepsCapitals = false

            init(_ bytes: UnsafeBufferPointer<UInt8>) {
              end = bytes.count
              var defaultPort: Int? = 443
              if end > 8, bytes.word(at: 0, to: end) == Self.secureStart {
                schemeEnd = 5
                hasAuthority = true
                readAuthority(bytes, from: 8, defaultPort, isSpecial: true)
              } else {
                let afterScheme = readScheme(bytes)
                let scheme = bytes[..<schemeEnd].lazy.map(Self.lowercased)
                defaultPort = DefaultPort.of(scheme)
                let isSpecial = defaultPort != nil || scheme.elementsEqual("file".utf8)
                writtenPathStart = afterScheme
                hasAuthority = bytes[afterScheme...].starts(with: "//".utf8)
                if hasAuthority {
                  readAuthority(bytes, from: afterScheme + 2, defaultPort, isSpecial: isSpecial)
                }
              }
              pathStart = writtenPathStart
              readPath(bytes)
              if defaultPort != nil {
                if pathStart == pathEnd { isNormal = false }
              } else if !hasAuthority {
                isOpaque = pathStart == pathEnd || bytes[pathStart] != UInt8(ascii: "/")
                if bytes[pathStart..<pathEnd].starts(with: "/.//".utf8) { pathStart += 2 }
              }
            }

            /// Reads the scheme; returns the offset after its colon.
            private mutating func readScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
              let stop = bytes.firstIndex { byte in ":?#".utf8.contains(byte) }
              guard let stop, bytes[stop] == UInt8(ascii: ":") else { return 0 }
              schemeEnd = stop
              if bytes[..<stop].contains(where: Self.isUpper) { isNormal = false }
              return stop + 1
            }

            /// Reads everything before the path.
            private mutating func readAuthority(
              _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ defaultPort: Int?, isSpecial: Bool
            ) {
              var first = start
              var colon = -1
              var hasUpper = false
              // Everything but lower-case letters, digits, `-` and `.`.
              let index = bytes.firstPlace(in: start..<end) { word in
                word.marks(0x21...0x2C) | word.marks(0x2F...0x2F) | word.marks(0x3A...0x5D)
              } isEnd: { place in
                switch bytes[place] {
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
                case UInt8(ascii: "@"): (first, colon, hasUpper) = (place + 1, -1, false)
                case UInt8(ascii: ":"): colon = place
                case UInt8(ascii: "]"): colon = -1
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpper = true
                default: break
                }
                return false
              }
              hostStart = first
              hostEnd = colon < 0 ? index : colon
              if hasUpper { (isNormal, keepsCapitals) = (isNormal && !isSpecial, !isSpecial) }
              writtenPathStart = index
              if colon >= 0 { readPort(bytes[(colon + 1)..<index], defaultPort) }
            }

            private mutating func readPort(
              _ digits: Swift.Slice<UnsafeBufferPointer<UInt8>>, _ defaultPort: Int?
            ) {
              let text = String(decoding: digits, as: UTF8.self)
              let isSigned = digits.first.map { $0 < UInt8(ascii: "0") } == true
              let value = isSigned ? nil : UInt16(text).map(Int.init)
              if value == defaultPort || value?.description != text { isNormal = false }
              // Only a test of the app gives a URL with another port, which is none that a page can have.
              if value != defaultPort { port = value ?? (digits.isEmpty ? -1 : 65_536) }
            }

            private mutating func readPath(_ bytes: UnsafeBufferPointer<UInt8>) {
              var slash = -1
              isPlain = true
              // `#`, `%`, `/` and `?`; also `$`, which is ignored.
              pathEnd = bytes.firstPlace(in: pathStart..<end) { word in
                word.marks(0x23...0x25) | word.marks(0x2F...0x2F) | word.marks(0x3F...0x3F)
              } isEnd: { place in
                switch bytes[place] {
                case UInt8(ascii: "/"):
                  if slash >= 0, place == slash + 1 { isPlain = false }
                  slash = place
                case UInt8(ascii: "%"): isPlain = false
                case UInt8(ascii: "?"), UInt8(ascii: "#"): return true
                default: break
                }
                return false
              }
              if pathStart == pathEnd || bytes[pathStart] != UInt8(ascii: "/") { isPlain = false }
              if slash == pathEnd - 1, slash != pathStart { isPlain = false }
            }

            /// `https://`, with the first byte lowest.
            private static let secureStart: UInt64 = 0x2F2F_3A73_7074_7468

            private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

            /// The URL with the host in lower case.
            func lowercased(_ text: String) -> String {
              var bytes = Array(text.utf8)
              for place in hostStart..<hostEnd { bytes[place] = Self.lowercased(bytes[place]) }
              return String(decoding: bytes, as: UTF8.self)
            }

            /// The URL with its scheme, and the host of a web URL, in lower case, no default port, and `/` for the empty path
            /// of a web URL.
            func normalized(_ text: String) -> String {
              let bytes = Array(text.utf8)
              var output = bytes[..<schemeEnd].map(Self.lowercased)
              let defaultPort = DefaultPort.of(output)
              if schemeEnd > 0 { output.append(UInt8(ascii: ":")) }
              if hasAuthority {
                output += bytes[output.count..<hostStart]
                let host = bytes[hostStart..<hostEnd]
                output += keepsCapitals ? Array(host) : host.map(Self.lowercased)
                if port >= 0, port != defaultPort { output += Array(":\(port)".utf8) }
              }
              if defaultPort != nil, pathStart == pathEnd { output.append(UInt8(ascii: "/")) }
              output += bytes[writtenPathStart...]
              return String(decoding: output, as: UTF8.self)
            }

            private static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
          }
          """#)
      ]
    case .addressParts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A URL and the layout of its parts; a part is read only when a rule tests it.
          nonisolated struct AddressParts: Sendable {
            /// The text that rules compare; if the host has capitals there, the written text follows.
            private let storage: String
            let layout: AddressLayout

            /// - Parameter text: an absolute URL.
            init(_ text: consuming String) {
              var layout = text.withUTF8 { AddressLayout($0) }
              if !layout.isNormal {
                text = layout.normalized(text)
                layout = text.withUTF8 { AddressLayout($0) }
              }
          """#),
        SwiftRuntimeSection(
          [.standardURL],
          #"""
              // Only a test of the app gives a URL that WebKit would have rewritten.
              if text.withUTF8({ layout.mayRewriteHost($0) }),
                let standard = text.withBytes({ StandardURL.serialized($0) })
              {
                text = standard
                layout = text.withUTF8 { AddressLayout($0) }
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              storage = layout.keepsCapitals ? layout.lowercased(text) + text : text
              self.layout = layout
            }

            /// The whole URL as rules compare it: normalized, with the host in lower case.
            var text: String {
              layout.keepsCapitals
                ? String(decoding: storage.utf8.prefix(layout.end), as: UTF8.self) : storage
            }

            /// The whole URL as steps hand it on: the host of a URL that is not one of the web keeps its letters.
            var written: String {
              layout.keepsCapitals
                ? String(decoding: storage.utf8.dropFirst(layout.end), as: UTF8.self) : storage
            }

            var whole: RequestText { part(0..<layout.end) }

            func part(_ range: Swift.Range<Int>?) -> RequestText {
              guard let range else { return .missing }
              return RequestText(
                storage, from: range.lowerBound, to: range.upperBound,
                writtenAfter: layout.keepsCapitals ? layout.end : 0)
            }
          }
          """#),
        SwiftRuntimeSection(
          [.standardURL],
          #"""

          nonisolated extension AddressLayout {
            /// True for a host in brackets, a host with an escape, and a host whose last label begins with a digit: it may be an
            /// IPv4 address.
            fileprivate func mayRewriteHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
              var host = bytes[hostStart..<hostEnd]
              if host.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "[") }) { return true }
              if host.last == UInt8(ascii: ".") { host = host.dropLast() }
              let label = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? hostStart
              return label < host.endIndex && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[label])
            }
          }
          """#),
      ]
    case .afterSchemeValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// The text after the colon of the scheme, up to query and fragment, as written.
            var afterScheme: RequestText {
              part(min(layout.schemeEnd + 1, layout.end)..<layout.pathEnd)
            }

            /// The same of a URL without components, such as `tel:+1`.
            var opaque: RequestText { layout.isOpaque ? afterScheme : .missing }
          }

          extension NavigationRequest {
            var afterScheme: RequestText { parts.afterScheme }
            var opaque: RequestText { parts.opaque }
          }
          """#)
      ]
    case .appAddress:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// A URL of the app in the form that WebKit gives to URLs of requests; nil if the URL is not absolute.
            init?(app url: URL) {
              guard let text = url.absoluteString.withBytes({ StandardURL.serialized($0) }) else {
                return nil
              }
              self.init(text)
            }
          }
          """#)
      ]
    case .appDelegates:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// Calls of the app's own delegates. On systems with Objective-C they have only the methods that the app has
            /// written; elsewhere they have all.
            extension ChainNavigationDelegate {
              var appDelegates: [any NSObjectProtocol] {
                let all: [(any NSObjectProtocol)?] = [navigationDelegate, uiDelegate]
                return all.compactMap { $0 }
              }

              // MARK: Methods that the rules answer

              /// The methods of Objective-C about which the app's own delegates are not asked.
              nonisolated var answeredMethods: [String] {
                var methods: [String] = []
                if decidesRequests {
                  methods = [
                    "webView:decidePolicyForNavigationAction:decisionHandler:",
                    "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
                    "webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:",
                  ]
                }
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""
                if decidesResponses { methods.append(responseMethod) }
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
                if answersPanels { methods += panelMethods }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
                if mediaCapture != nil { methods.append(captureMethod) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return methods
              }
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""

              nonisolated private var responseMethod: String {
                "webView:decidePolicyForNavigationResponse:decisionHandler:"
              }
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""

              nonisolated private var panelMethods: [String] {
                [
                  "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:",
                  "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:",
                  "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:"
                    + "completionHandler:",
                ]
              }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""

              nonisolated private var captureMethod: String {
                "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:"
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              /// True for a method that this class has, but only to ask the app's own delegate.
              nonisolated func isLeftToApp(_ method: String) -> Bool {
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""
                if !decidesResponses, method == responseMethod { return true }
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
                if !answersPanels, panelMethods.contains(method) { return true }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
                if mediaCapture == nil, method == captureMethod { return true }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return false
              }

              /// The methods of the app's own delegates that WebKit no longer calls, since the rules answer.
              <#public#> var replacedMethods: [String] {
                answeredMethods.filter { method in
                  #if canImport(ObjectiveC)
                    return appDelegates.contains { $0.responds(to: NSSelectorFromString(method)) }
                  #else
                    return !appDelegates.isEmpty
                  #endif
                }
              }

              /// Tells the observer and, in debug builds, the log what the rules replace.
              func reportReplacedMethods(to observer: (any WebViewObserver)?) {
                guard let webView else { return }
                let methods = replacedMethods
                if methods.isEmpty { return }
                observer?.webView(webView, rulesReplace: methods)
                #if DEBUG
                  if methods != loggedMethods {
                    NSLog(
                      "Bascule: the rules answer WebKit, so these methods of your delegates are not called: "
                        + methods.joined(separator: ", "))
                  }
                  loggedMethods = methods
                #endif
              }

              // MARK: Decisions

              func appPolicy(
                _ action: WKNavigationAction, in webView: WKWebView
              ) async -> WKNavigationActionPolicy? {
                #if canImport(ObjectiveC)
                  return await navigationDelegate?.webView?(webView, decidePolicyFor: action)
                #else
                  return await navigationDelegate?.webView(webView, decidePolicyFor: action)
                #endif
              }

              func appWindow(
                _ configuration: WKWebViewConfiguration, _ action: WKNavigationAction,
                _ features: WKWindowFeatures, in webView: WKWebView
              ) -> WKWebView? {
                #if canImport(ObjectiveC)
                  return uiDelegate?.webView?(
                    webView, createWebViewWith: configuration, for: action, windowFeatures: features)
                #else
                  return uiDelegate?.webView(
                    webView, createWebViewWith: configuration, for: action, windowFeatures: features)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""

              func appPolicy(
                _ response: WKNavigationResponse, in webView: WKWebView
              ) async -> WKNavigationResponsePolicy? {
                #if canImport(ObjectiveC)
                  return await navigationDelegate?.webView?(webView, decidePolicyFor: response)
                #else
                  return await navigationDelegate?.webView(webView, decidePolicyFor: response)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              // MARK: Certificates and loads

              /// nil if the app's own delegate does not answer challenges.
              func appAnswer(
                to challenge: URLAuthenticationChallenge, in webView: WKWebView
              ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
                #if canImport(ObjectiveC)
                  return await navigationDelegate?.webView?(webView, respondTo: challenge)
                #else
                  return await navigationDelegate?.webView(webView, respondTo: challenge)
                #endif
              }

              func tellAppFinished(_ navigation: WKNavigation?, in webView: WKWebView) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webView?(webView, didFinish: navigation)
                #else
                  navigationDelegate?.webView(webView, didFinish: navigation)
                #endif
              }

              func tellAppFailed(_ navigation: WKNavigation?, _ error: any Error, in webView: WKWebView) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webView?(webView, didFail: navigation, withError: error)
                #else
                  navigationDelegate?.webView(webView, didFail: navigation, withError: error)
                #endif
              }

              func tellAppFailedEarly(
                _ navigation: WKNavigation?, _ error: any Error, in webView: WKWebView
              ) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webView?(
                    webView, didFailProvisionalNavigation: navigation, withError: error)
                #else
                  navigationDelegate?.webView(
                    webView, didFailProvisionalNavigation: navigation, withError: error)
                #endif
              }

              func tellAppProcessEnded(_ webView: WKWebView) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webViewWebContentProcessDidTerminate?(webView)
                #else
                  navigationDelegate?.webViewWebContentProcessDidTerminate(webView)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [.webDownloads],
          #"""

              func tellApp(_ action: WKNavigationAction, became download: WKDownload, in webView: WKWebView) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webView?(webView, navigationAction: action, didBecome: download)
                #else
                  navigationDelegate?.webView(webView, navigationAction: action, didBecome: download)
                #endif
              }

              func tellApp(
                _ response: WKNavigationResponse, became download: WKDownload, in webView: WKWebView
              ) {
                #if canImport(ObjectiveC)
                  navigationDelegate?.webView?(webView, navigationResponse: response, didBecome: download)
                #else
                  navigationDelegate?.webView(webView, navigationResponse: response, didBecome: download)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""

              // MARK: Windows

              func tellAppClosed(_ webView: WKWebView) {
                #if canImport(ObjectiveC)
                  uiDelegate?.webViewDidClose?(webView)
                #else
                  uiDelegate?.webViewDidClose(webView)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""

              // MARK: Panels of scripts

              func askAppToAlert(_ message: String, of frame: WKFrameInfo, in webView: WKWebView) async {
                #if canImport(ObjectiveC)
                  await uiDelegate?.webView?(
                    webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
                #else
                  await uiDelegate?.webView(
                    webView, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame)
                #endif
              }

              func appConfirms(
                _ message: String, of frame: WKFrameInfo, in webView: WKWebView
              ) async -> Bool {
                #if canImport(ObjectiveC)
                  return await uiDelegate?.webView?(
                    webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) ?? false
                #else
                  return await uiDelegate?.webView(
                    webView, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) ?? false
                #endif
              }

              func appText(
                _ prompt: String, proposal: String?, of frame: WKFrameInfo, in webView: WKWebView
              ) async -> String? {
                #if canImport(ObjectiveC)
                  return await uiDelegate?.webView?(
                    webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: proposal,
                    initiatedByFrame: frame)
                #else
                  return await uiDelegate?.webView(
                    webView, runJavaScriptTextInputPanelWithPrompt: prompt, defaultText: proposal,
                    initiatedByFrame: frame)
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""

              // MARK: Camera and microphone

              func appPermission(
                of origin: WKSecurityOrigin, _ frame: WKFrameInfo, _ type: WKMediaCaptureType,
                in webView: WKWebView
              ) async -> WKPermissionDecision {
                #if canImport(ObjectiveC)
                  return await uiDelegate?.webView?(
                    webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
                    ?? .prompt
                #else
                  return await uiDelegate?.webView(
                    webView, decideMediaCapturePermissionsFor: origin, initiatedBy: frame, type: type)
                    ?? .prompt
                #endif
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          """#),
      ]
    case .appNumber:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a number of the app, at most once for each request.
            func value(_ number: Int, _ ask: @autoclosure () -> Int?) -> RequestNumber {
              if let known = memory.numbers[number] { return known }
              let answer = RequestNumber(ask())
              memory.numbers[number] = answer
              return answer
            }
          }
          """#)
      ]
    case .appTexts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a list of the app, at most once for each request.
            func texts(_ number: Int, _ ask: @autoclosure () -> [String]) -> [String]
            {
              if let known = memory.lists[number] { return known }
              let answer = ask()
              memory.lists[number] = answer
              return answer
            }
          }

          nonisolated extension RequestText {
            /// The text is present, and the bytes of a text in the list are the same.
            func isListed(in texts: [String]) -> Bool {
              exists && withBytes { bytes in texts.contains { bytes.elementsEqual($0.utf8) } }
            }
          }
          """#)
      ]
    case .appURL:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a URL of the app, at most once for each request.
            func value(_ number: Int, _ ask: @autoclosure () -> URL?) -> RequestAddress {
              if let known = memory.addresses[number] { return known }
              let answer = RequestAddress(ask().flatMap { AddressParts(app: $0) })
              memory.addresses[number] = answer
              return answer
            }
          }
          """#)
      ]
    case .appURLs:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// URLs of the app; those that the URL standard does not accept are left out.
          nonisolated struct AppURLs: Sendable {
            let all: [AddressParts]

            init(_ urls: [URL]) { all = urls.compactMap { AddressParts(app: $0) } }
          }
          """#)
      ]
    case .appValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a text of the app, at most once for each request.
            func value(_ number: Int, _ ask: @autoclosure () -> String?) -> RequestText {
              if let known = memory.texts[number] { return known }
              let text = RequestText(ask())
              memory.texts[number] = text
              return text
            }
          }
          """#)
      ]
    case .bridgeContract:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The messages, events and calls that one side knows. App and page are released separately, so each
          /// sends its contract to the other.
          <#public#> nonisolated struct BridgeContract: Sendable, Hashable, Encodable {
            private enum CodingKeys: CodingKey { case version, messages, events, calls }

            /// Equal for the same messages, events, calls and types, in any order.
            <#public#> let version: String
            /// Identifiers of the messages that the page can send; `app.open` in a channel.
            <#public#> let messages: [String]
            <#public#> let events: [String]
            <#public#> let calls: [String]
          """#),
        SwiftRuntimeSection(
          [.eventDispatch],
          #"""
            /// The way in which events reach the page; nil in the contract that a page sends.
            <#public#> let dispatch: EventDispatch?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            fileprivate init(version: String, messages: [String], events: [String], calls: [String]) {
              self.version = version
              self.messages = messages
              self.events = events
              self.calls = calls
          """#),
        SwiftRuntimeSection(
          [.eventDispatch],
          #"""
              dispatch = nil
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          """#),
        SwiftRuntimeSection(
          [.eventDispatch],
          #"""

            fileprivate init(
              version: String, messages: [String], events: [String], calls: [String], dispatch: EventDispatch
            ) {
              self.version = version
              self.messages = messages
              self.events = events
              self.calls = calls
              self.dispatch = dispatch
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// True if app and page exchange nothing.
            <#public#> var isEmpty: Bool { messages.isEmpty && events.isEmpty && calls.isEmpty }
          }
          """#),
      ]
    case .byteSet:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A set of ASCII characters.
          nonisolated struct ByteSet: Sendable {
            private var low: UInt64 = 0
            private var high: UInt64 = 0

            private init(_ characters: String) {
              for byte in characters.utf8 {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
              }
            }

            /// The characters that are visible, possibly the space, but not the given ones and not `%`.
            private init(allBut others: String, space: Bool = false) {
              low = space ? 0xFFFF_FFFF_0000_0000 : 0xFFFF_FFFE_0000_0000
              high = .max >> 1
              let others = ByteSet(others + "%")
              low &= ~others.low
              high &= ~others.high
            }

            @inline(__always) func contains(_ byte: UInt8) -> Bool {
              byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
            }

            /// The bytes of the text, with escapes for the bytes that are no members.
            func escapingOthers(in text: String) -> [UInt8] {
              text.withBytes { text in
                var bytes: [UInt8] = []
                bytes.reserveCapacity(text.count)
                bytes.append(text[...], keeping: self) { _ in false }
                return bytes
              }
            }

            /// The characters that no host has.
            static let notInHost = ByteSet("\0\t\n\r #/:<>?@[\\]^|")
            static let unreserved = ByteSet(letters + "-._~")
            /// The characters of a scheme, without letters.
            static let inScheme = ByteSet("+-.0123456789")

            // The characters that the URL standard leaves in the parts of a URL, without `%`.
            static let inUser = ByteSet(letters + "-._~!$&'()*+,")
            static let inOpaqueHost = ByteSet(allBut: "")
            static let inOpaquePath = ByteSet(allBut: "", space: true)
            static let inPath = ByteSet(allBut: "\"#<>?^`{}")
            static let inQuery = ByteSet(allBut: "\"#<>")
            static let inWebQuery = ByteSet(allBut: "\"#<>'")
            static let inFragment = ByteSet(allBut: "\"<>`")

            // The characters that RFC 3986 leaves in these parts, too.
            static let inPlainHost = ByteSet(plain + "'")
            static let inPlainPath = ByteSet(plain + "':@/")
            static let inPlainQuery = ByteSet(plain + "':@/?")
            static let inPlainWebQuery = ByteSet(plain + ":@/?")

            private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
            private static let plain = letters + "-._~!$&()*+,;="
          }

          nonisolated extension [UInt8] {
            /// Writes runs of members as they are, and escapes for other bytes.
            ///
            /// - Parameter keepsPercent: whether the `%` at a place stays, which no set has.
            @inline(__always) mutating func append(
              _ bytes: Swift.Slice<UnsafeBufferPointer<UInt8>>, keeping kept: ByteSet,
              keepsPercent: (Int) -> Bool
            ) {
              var start = bytes.startIndex
              var place = start
              while place < bytes.endIndex {
                let byte = bytes.base[place]
                if !kept.contains(byte), byte != 0x25 || !keepsPercent(place) {
                  if start < place { append(contentsOf: bytes[start..<place]) }
                  appendEscape(of: byte)
                  start = place + 1
                }
                place += 1
              }
              if start < place { append(contentsOf: bytes[start..<place]) }
            }

            private mutating func appendEscape(of byte: UInt8) {
              func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
              append(UInt8(ascii: "%"))
              append(digit(byte >> 4))
              append(digit(byte & 15))
            }
          }
          """#)
      ]
    case .bytes:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension String {
            /// Calls `body` with the UTF-8 bytes, in place if they are stored in one piece.
            func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
              if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
              return Array(utf8).withUnsafeBufferPointer(body)
            }
          }

          nonisolated extension UnsafeBufferPointer<UInt8> {
            /// Up to eight bytes from an offset on, the first one lowest; zeros after the end.
            ///
            /// - Requires: the offset is before the end.
            @inline(__always) func word(at offset: Int, to end: Int) -> UInt64 {
              let bytes = UnsafeRawBufferPointer(self)
              let missing = offset &+ 8 &- end
              if missing <= 0 {
                return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
              }
              if end >= 8 {
                // The last eight bytes, without those before the offset.
                let last = bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
                return UInt64(littleEndian: last) &>> UInt64(truncatingIfNeeded: 8 &* missing)
              }
              var word: UInt64 = 0
              var index = end
              while index > offset {
                index -= 1
                word = word << 8 | UInt64(self[index])
              }
              return word
            }

            /// The first offset in the range that is marked and for which `isEnd` is true; the end of the range if there is
            /// none.
            ///
            /// - Parameter marks: of a word of eight bytes; those of zeros are ignored.
            @inline(__always) func firstPlace(
              in range: Swift.Range<Int>, marks: (UInt64) -> UInt64, isEnd: (Int) -> Bool
            ) -> Int {
              var index = range.lowerBound
              while index < range.upperBound {
                var marks = marks(word(at: index, to: range.upperBound))
                while marks != 0 {
                  let place = index &+ marks.firstMarkedByte
                  if isEnd(place) { return place }
                  marks &= marks &- 1
                }
                index &+= 8
              }
              return range.upperBound
            }

            /// The first offset of the byte in the range; the end of the range if there is none.
            ///
            /// - Requires: it is ASCII, and not 0.
            @inline(__always) func firstIndex(of byte: UInt8, in range: Swift.Range<Int>) -> Int {
              firstPlace(in: range, marks: { $0.marks(byte...byte) }) { _ in true }
            }

            /// True if the other bytes are found at the offset; false for an offset out of bounds.
            @inline(__always) func begins(with other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
              guard offset >= 0, other.count <= count - offset else { return false }
              var index = 0
              while index < other.count {
                let word = word(at: offset &+ index, to: offset &+ other.count)
                if word != other.word(at: index, to: other.count) { return false }
                index &+= 8
              }
              return true
            }
          }

          nonisolated extension UInt64 {
            /// The highest bit of each of the word's eight bytes that is in the range; all other bits are 0.
            ///
            /// - Parameter range: of ASCII.
            @inline(__always) func marks(_ range: Swift.ClosedRange<UInt8>) -> UInt64 {
              let each: UInt64 = 0x0101_0101_0101_0101
              let ascii = self & 0x7F7F_7F7F_7F7F_7F7F
              // The highest bit of a sum is set if the byte reaches the lower bound, or exceeds the upper one.
              let reaches = ascii &+ UInt64(0x80 - range.lowerBound) &* each
              let exceeds = ascii &+ UInt64(0x7F - range.upperBound) &* each
              return reaches & ~exceeds & ~self & 0x8080_8080_8080_8080
            }

            /// The index of the lowest marked byte; 8 if none is marked.
            @inline(__always) var firstMarkedByte: Int { trailingZeroBitCount / 8 }
          }
          """#)
      ]
    case .capturedValues:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension TextPattern.Kind {
            static let int = Self { $0.int != nil }
            static let double = Self { $0.isDouble }
            static let bool = Self { $0.bool != nil }
          """#),
        SwiftRuntimeSection(
          [.urlConversion],
          #"""
            static let url = Self { $0.url != nil }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            static func oneOf(_ texts: StaticString...) -> Self {
              Self { text in texts.contains { text.equals($0) } }
            }
          }
          """#),
      ]
    case .captures:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The captures of a pattern, by number.
          nonisolated struct Captures {
            private struct Capture {
              let number: Int
              let text: RequestText
            }

            /// The first two need no array, since few patterns capture more.
            private var first: Capture?
            private var second: Capture?
            private var others: [Capture] = []
            /// False if only a match is of interest.
            let keepsTexts: Bool

            init(keepsTexts: Bool = true) { self.keepsTexts = keepsTexts }

            subscript(number: Int) -> RequestText {
              capture(number)?.text ?? .missing
            }

            private func capture(_ number: Int) -> Capture? {
              if let first, first.number == number { return first }
              if let second, second.number == number { return second }
              return others.first { $0.number == number }
            }

            /// Replaces an earlier capture of the same number.
            mutating func set(_ number: Int, _ text: RequestText, _ part: Swift.Range<Int>) {
              if keepsTexts { set(Capture(number: number, text: text.part(part))) }
            }

            private mutating func set(_ capture: Capture) {
              if first == nil || first?.number == capture.number {
                first = capture
              } else if second == nil || second?.number == capture.number {
                second = capture
              } else {
                others.removeAll { $0.number == capture.number }
                others.append(capture)
              }
            }

            /// Adds the captures of another that are not captured yet.
            fileprivate mutating func add(_ other: Captures) {
              if let capture = other.first { add(capture) }
              if let capture = other.second { add(capture) }
              for capture in other.others { add(capture) }
            }

            private mutating func add(_ capture: Capture) {
              if self.capture(capture.number) == nil { set(capture) }
            }

            /// No captures if the condition is true; otherwise nil.
            static func when(_ condition: Bool) -> Captures? {
              condition ? Captures() : nil
            }
          }

          nonisolated extension Optional where Wrapped == Captures {
            /// The captures of both; the second is evaluated only if the first matches.
            func and(_ other: @autoclosure () -> Captures?) -> Captures? {
              guard var captures = self, let more = other() else { return nil }
              captures.add(more)
              return captures
            }
          }
          """#)
      ]
    case .chainNavigationDelegate:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation, .webKit],
          #"""
            extension NavigationRequest {
              /// nil for an action without a URL.
              ///
              /// - Parameter page: the page now shown.
              <#public#> init?(_ action: WKNavigationAction, page: URL?) {
                self.init(
                  action.request, navigationType: action.navigationType,
                  isMainFrame: action.targetFrame?.isMainFrame, isDownload: action.shouldPerformDownload,
                  page: page)
          """#),
        SwiftRuntimeSection(
          [.sourceFrame],
          #"""
                setSource(action)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }

              /// nil for a request without a URL.
              ///
              /// - Parameters:
              ///   - isMainFrame: of the frame that it is to be shown in; nil for a new window.
              ///   - page: the page now shown.
              <#public#> init?(
                _ request: URLRequest, navigationType: WKNavigationType, isMainFrame: Bool?,
                isDownload: Bool, page: URL?
              ) {
                guard let url = request.url else { return nil }
                let frame: NavigationFrame = isMainFrame.map { $0 ? .main : .sub } ?? .new
                let navigation: NavigationKind =
                  switch navigationType {
                  case .linkActivated: .linkActivated
                  case .formSubmitted: .formSubmitted
                  case .formResubmitted: .formResubmitted
                  case .backForward: .backForward
                  case .reload: .reload
                  case .other: .other
                  @unknown default: .other
                  }
                self.init(
                  url: url, navigation: navigation, frame: frame, method: request.httpMethod ?? "GET",
                  headers: request.allHTTPHeaderFields ?? [:], isDownload: isDownload, page: page,
                  document: request.mainDocumentURL)
              }
            }

            nonisolated extension NavigationDecision {
              /// The decision in WebKit's words.
              <#public#> var policy: WKNavigationActionPolicy {
                switch self {
                case .allow: .allow
                case .cancel: .cancel
                case .download: .download
          """#),
        SwiftRuntimeSection(
          [.popups],
          exports: [.webKit],
          #"""
                case .popup: .allow
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                }
              }
            }

            /// Decides requests with the chain of a configuration, or with any other handler.
            ///
            /// It implements only the asynchronous form of the delegate method, so that every path answers
            /// exactly once.
            ///
            /// For `window.open` WebKit calls only the UI delegate, to get another web view. So it is also the
            /// UI delegate, which evaluates the chain and creates no web view.
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            ///
            /// If the chain can decide `popup`, it creates the web view at once, since WebKit does not wait; its requests
            /// wait until the chain has decided.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            @MainActor
            <#public#> final class ChainNavigationDelegate: NSObject, WKNavigationDelegate,
              WKUIDelegate
            {
              /// The new window that was allowed; WebKit requests it next.
              private var allowedWindow: URL?
              private let decide: @MainActor (NavigationRequest) async -> NavigationDecision
              /// False if the app's own delegates decide about requests and new windows.
              let decidesRequests: Bool
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          exports: [.webKit],
          #"""
              /// False if WebKit, or the app's own delegate, decides about responses.
              let decidesResponses: Bool
          """#),
        SwiftRuntimeSection(
          [.panels],
          exports: [.webKit],
          #"""
              /// False leaves panels to the app's own UI delegate.
              let answersPanels: Bool
              private let panels: @MainActor () -> (any PanelPresenter)?
              private var shownPanels = StepMeter(PageLimits.panels)
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          exports: [.webKit],
          #"""
              /// nil leaves the answer to the app's own UI delegate.
              let mediaCapture: WebSettings.MediaCapture?
              private var answersMedia: @MainActor (WKSecurityOrigin) -> Bool = { _ in true }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              <#public#> weak var observer: (any WebViewObserver)? {
                didSet { reportReplacedMethods(to: observer) }
              }
              /// The app's own delegates. WebKit's calls that this class does not answer go to them.
              <#public#> weak var navigationDelegate: (any WKNavigationDelegate)? { didSet { attachAgain() } }
              <#public#> weak var uiDelegate: (any WKUIDelegate)? { didSet { attachAgain() } }
              /// The rules that the web view had before, which decide first.
              private var former: ChainNavigationDelegate?
              private(set) weak var webView: WKWebView?
              var waiting = WaitingDecisions()
          """#),
        SwiftRuntimeSection(
          [.stepLimits],
          #"""
              /// Shared with the popups that the web view opens.
              var limits = StepLimits()
          """#),
        SwiftRuntimeSection(
          [.reachedLimit],
          #"""
              /// The limits that pages have reached and not been below since.
              private var reached: Set<ReachedLimit> = []
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              #if DEBUG
                /// The replaced methods that the log tells already.
                var loggedMethods: [String] = []
              #endif
          """#),
        SwiftRuntimeSection(
          [.webDownloads],
          exports: [.webKit],
          #"""
              <#public#> weak var downloadDelegate: (any WebDownloadDelegate)?
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
              let ruleLists = ContentRuleLists()
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
              /// The new window that has become a popup; WebKit requests it next.
              private var popupWindow: URL?
              /// Makes the web view of a new window; nil without popups.
              var openPopup:
                (@MainActor (WKWebViewConfiguration, WKNavigationAction, WKWebView) -> WKWebView?)?
              /// Shared with the popups that it opens.
              var windows = OpenWindows()
              /// Of a popup: whether the rules of its opener show it.
              var opening: Task<Bool, Never>?
              /// Of a popup: the page has closed its window.
              var closed: (@MainActor () -> Void)?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              /// Its address names the property of the web view.
              private static var key: UInt8 = 0

          """#),
        SwiftRuntimeSection(
          [.configurator],
          #"""
              <#public#> init(_ configuration: WebConfiguration) {
                decide = { await configuration.decide($0) }
                decidesRequests = configuration.decidesNavigation
          """#),
        SwiftRuntimeSection(
          [.configurator, .responseDecisions],
          #"""
                decidesResponses = configuration.decidesResponses
          """#),
        SwiftRuntimeSection(
          [.configurator, .panels],
          #"""
                answersPanels = configuration.settings.panels != nil
                panels = { configuration.panels }
          """#),
        SwiftRuntimeSection(
          [.configurator, .mediaCapture],
          #"""
                mediaCapture = configuration.settings.mediaCapture
          """#),
        SwiftRuntimeSection(
          [.configurator, .mediaOrigins],
          #"""
                answersMedia = { configuration.answersMedia(of: $0) }
          """#),
        SwiftRuntimeSection(
          [.configurator],
          #"""
                super.init()
              }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
              <#public#> init(_ head: any NavigationActionHandler) {
                decide = { await head.execute($0) }
                decidesRequests = true
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""
                decidesResponses = false
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
                answersPanels = false
                panels = { nil }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
                mediaCapture = nil
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                super.init()
              }
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""

              <#public#> init(_ head: any NavigationActionHandler, responses: any NavigationActionHandler) {
                decide = { await ($0.response == nil ? head : responses).execute($0) }
                decidesRequests = true
                decidesResponses = true
          """#),
        SwiftRuntimeSection(
          [.responseDecisions, .panels],
          #"""
                answersPanels = false
                panels = { nil }
          """#),
        SwiftRuntimeSection(
          [.responseDecisions, .mediaCapture],
          #"""
                mediaCapture = nil
          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""
                super.init()
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              /// The web view keeps this delegate alive, so that its rules hold for as long as it exists. Its former
              /// delegates become the app's own. Rules that the web view has already stay in force: they decide first.
              <#public#> func attach(to webView: WKWebView) {
                let attached = objc_getAssociatedObject(webView, &Self.key) as? ChainNavigationDelegate
                if let attached, attached !== self { former = attached }
                if webView.navigationDelegate !== self { navigationDelegate = webView.navigationDelegate }
                if webView.uiDelegate !== self { uiDelegate = webView.uiDelegate }
                objc_setAssociatedObject(webView, &Self.key, self, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
                self.webView = webView
                attachAgain()
              }

              /// Sets the app's own delegates on the web view again, unless the app has set other ones since.
              <#public#> func detach() {
                guard let webView else { return }
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
                ruleLists.removeAll()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                waiting.endAll()
                self.webView = nil
                if webView.navigationDelegate === self { webView.navigationDelegate = navigationDelegate }
                if webView.uiDelegate === self { webView.uiDelegate = uiDelegate }
                objc_setAssociatedObject(webView, &Self.key, former, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
                former = nil
              }

              /// WebKit asks only once which methods a delegate has.
              private func attachAgain() {
                guard let webView else { return }
                (webView.navigationDelegate, webView.uiDelegate) = (nil, nil)
                (webView.navigationDelegate, webView.uiDelegate) = (self, self)
                reportReplacedMethods(to: observer)
              }

              <#public#> func webView(
                _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
              ) async -> WKNavigationActionPolicy {
                if !decidesRequests, former == nil {
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
                  await ruleLists.wait()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  return await appPolicy(navigationAction, in: webView) ?? .allow
                }
                let decision = await decision(navigationAction, in: webView)
                if decision == .allow, navigationAction.targetFrame == nil {
                  allowedWindow = navigationAction.request.url
                }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
                if decision == .popup { popupWindow = navigationAction.request.url }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return decision.policy
              }

              <#public#> func webView(
                _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
                for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
              ) -> WKWebView? {
                if !decidesRequests, former == nil {
                  return appWindow(configuration, navigationAction, windowFeatures, in: webView)
                }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
                if let openPopup { return openPopup(configuration, navigationAction, webView) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                Task { await decideNewWindow(navigationAction, in: webView) }
                return nil
              }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""

              <#public#> func webViewDidClose(_ webView: WKWebView) {
                tellAppClosed(webView)
                closed?()
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

          """#),
        SwiftRuntimeSection(
          [.responseDecisions],
          #"""
              <#public#> func webView(
                _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
              ) async -> WKNavigationResponsePolicy {
                let isDisplayable = navigationResponse.canShowMIMEType
                guard decidesResponses else {
                  if let policy = await appPolicy(navigationResponse, in: webView) { return policy }
                  return NavigationDecision.allow.responsePolicy(isDisplayable: isDisplayable)
                }
                let page = webView.backForwardList.currentItem?.url
                guard let request = NavigationRequest(navigationResponse, page: page) else { return .cancel }
                return await decision(request, in: webView).responsePolicy(isDisplayable: isDisplayable)
              }

          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
              // MARK: Panels of scripts

              /// nil if the page shows too many panels; it gets the answer of a user who cancels.
              private func presenter(in webView: WKWebView) -> (any PanelPresenter)? {
                isBelow(.panels, shownPanels.takes(), in: webView) ? panels() : nil
              }

              <#public#> func webView(
                _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
                initiatedByFrame frame: WKFrameInfo
              ) async {
                if answersPanels {
                  await presenter(in: webView)?.showAlert(
                    PagePanel(text: message, frame: frame, webView: webView))
                } else {
                  await askAppToAlert(message, of: frame, in: webView)
                }
              }

              <#public#> func webView(
                _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
                initiatedByFrame frame: WKFrameInfo
              ) async -> Bool {
                if answersPanels {
                  let panel = PagePanel(text: message, frame: frame, webView: webView)
                  return await presenter(in: webView)?.showConfirm(panel) ?? false
                }
                return await appConfirms(message, of: frame, in: webView)
              }

              <#public#> func webView(
                _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String,
                defaultText: String?, initiatedByFrame frame: WKFrameInfo
              ) async -> String? {
                if answersPanels {
                  let panel = PagePanel(text: prompt, frame: frame, webView: webView)
                  return await presenter(in: webView)?.showPrompt(panel, proposal: defaultText)
                }
                return await appText(prompt, proposal: defaultText, of: frame, in: webView)
              }

          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
              // MARK: Camera and microphone

              <#public#> func webView(
                _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
                initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
              ) async -> WKPermissionDecision {
                // WebKit names the page as well as the frame in it that asks.
                if let mediaCapture, answersMedia(origin), answersMedia(frame.securityOrigin) {
                  return mediaCapture.decision
                }
                return await appPermission(of: origin, frame, type, in: webView)
              }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
              // MARK: Loads

              <#public#> func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
                tellAppFinished(navigation, in: webView)
                observer?.webViewDidFinish(webView)
              }

              <#public#> func webView(
                _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
              ) {
                tellAppFailed(navigation, error, in: webView)
                observer?.webView(webView, failedWith: error)
              }

              <#public#> func webView(
                _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
                withError error: any Error
              ) {
                tellAppFailedEarly(navigation, error, in: webView)
                observer?.webView(webView, failedWith: error)
              }

              <#public#> func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
                waiting.endAll()
                tellAppProcessEnded(webView)
                observer?.webViewProcessDidEnd(webView)
              }

              /// The app's own delegate answers if it has the method, so that its checks of certificates stay.
              <#public#> func webView(
                _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
              ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                if let answer = await appAnswer(to: challenge, in: webView) { return answer }
                return await observer?.webView(webView, answerTo: challenge) ?? (.performDefaultHandling, nil)
              }
          """#),
        SwiftRuntimeSection(
          [.webDownloads],
          #"""

              <#public#> func webView(
                _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
              ) {
                tellApp(navigationAction, became: download, in: webView)
                follow(download)
              }

              /// The rules, or the app's own delegate, have made a download of a response.
              <#public#> func webView(
                _ webView: WKWebView, navigationResponse: WKNavigationResponse,
                didBecome download: WKDownload
              ) {
                tellApp(navigationResponse, became: download, in: webView)
                follow(download)
              }

              /// A download that the app's own delegate has not taken.
              private func follow(_ download: WKDownload) {
                if let taken = download.delegate, taken !== self { return }
                download.delegate = self
                downloadDelegate?.downloadDidStart(download)
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              #if canImport(ObjectiveC)

                // MARK: Calls that go to the app's own delegates

                nonisolated <#public#> override func responds(to selector: Selector!) -> Bool {
                  let name = NSStringFromSelector(selector)
                  if isLeftToApp(name) { return target(of: selector) != nil }
                  return super.responds(to: selector) || target(of: selector) != nil
                }

                nonisolated <#public#> override func forwardingTarget(for selector: Selector!) -> Any? {
                  target(of: selector) ?? super.forwardingTarget(for: selector)
                }

                /// The delegate of the app that has the method; nil for the methods that the rules answer.
                nonisolated private func target(of selector: Selector) -> (any NSObjectProtocol)? {
                  let name = NSStringFromSelector(selector)
                  guard name.hasPrefix("webView"), !answeredMethods.contains(name), Thread.isMainThread else {
                    return nil
                  }
                  nonisolated(unsafe) var target: (any NSObjectProtocol)?
                  MainActor.assumeIsolated {
                    target = appDelegates.first { $0.responds(to: NSSelectorFromString(name)) }
                  }
                  return target
                }
              #endif

              // MARK: New windows

              /// Evaluates the chain for a window that a script opens; a link has already been decided.
              ///
              /// - Returns: whether it is allowed.
              @discardableResult
              <#public#> func decideNewWindow(
                _ navigationAction: WKNavigationAction, in webView: WKWebView
              ) async -> Bool {
                let url = navigationAction.request.url
                if let url, url == allowedWindow {
                  allowedWindow = nil
                  return true
                }
                return await decision(navigationAction, in: webView) == .allow
              }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""

              /// Evaluates the chain for a window that a script opens; a link has already been decided.
              func isPopup(_ action: WKNavigationAction, in webView: WKWebView) async -> Bool {
                let url = action.request.url
                defer { (allowedWindow, popupWindow) = (nil, nil) }
                if let url, url == popupWindow { return true }
                if let url, url == allowedWindow { return false }
                return await decision(action, in: webView) == .popup
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              private func decision(
                _ action: WKNavigationAction, in webView: WKWebView
              ) async -> NavigationDecision {
                let page = webView.backForwardList.currentItem?.url
                guard let request = NavigationRequest(action, page: page) else { return .cancel }
                return await decision(request, in: webView)
              }

              private func decision(
                _ request: NavigationRequest, in webView: WKWebView
              ) async -> NavigationDecision {
                // The app's function may never return: then the task keeps neither this delegate nor the web view alive.
                await waiting.decision(about: request) { [weak self, weak webView] request in
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
                  await self?.ruleLists.wait()
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
                  if let opening = self?.opening, await !opening.value { return .cancel }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  if let former = self?.former, let webView {
                    let decision = await former.decision(request, in: webView)
                    if decision != .allow { return decision }
                  }
                  guard webView != nil, let decide = self?.decide else { return .cancel }
          """#),
        SwiftRuntimeSection(
          [.stepLimits],
          #"""
                  var request = request
                  request.limits = self?.limits
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  if self?.observer == nil { return await decide(request) }
                  let trace = await request.traced(decide)
                  if let webView { self?.report(trace, of: webView) }
                  return trace.decision
                }
              }

          """#),
        SwiftRuntimeSection(
          [.reachedLimit],
          #"""
              /// Tells the observer that pages have reached a limit, once until they are below it again.
              func isBelow(_ limit: ReachedLimit, _ isBelow: Bool, in webView: WKWebView) -> Bool {
                if isBelow {
                  reached.remove(limit)
                } else if reached.insert(limit).inserted {
                  observer?.webView(webView, failedWith: limit)
                }
                return isBelow
              }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
              private func report(_ trace: DecisionTrace, of webView: WKWebView) {
                observer?.webView(webView, decided: trace)
          """#),
        SwiftRuntimeSection(
          [.refusedStep],
          #"""
                for step in trace.refused { observer?.webView(webView, failedWith: step) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }
          """#),
      ]
    case .choiceTests:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            func isNavigation(_ kinds: NavigationKind...) -> Bool {
              kinds.contains(navigation)
            }
            func isFrame(_ frames: NavigationFrame...) -> Bool {
              frames.contains(frame)
            }
          }
          """#)
      ]
    case .configurator:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// Settings of a web view; nil keeps WebKit's own.
          <#public#> nonisolated struct WebSettings: Sendable, Hashable {
            /// The source of the screen's title.
            <#public#> enum Title: String, Sendable { case web, native }
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
            <#public#> enum DataStore: String, Sendable { case persistent, ephemeral }
            <#public#> enum ContentMode: String, Sendable { case recommended, mobile, desktop }
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
            <#public#> enum MediaPlayback: String, Sendable { case automatic, userAction }
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            /// The code that shows the panels of scripts.
            <#public#> enum Panels: String, Sendable {
              case app
          """#),
        SwiftRuntimeSection(
          [.panels, .nativePanels],
          #"""
              case native
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            }
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
            <#public#> enum MediaCapture: String, Sendable { case prompt, grant, deny }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            <#public#> var title: Title?
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
            <#public#> var userAgent: String?
            <#public#> var isInspectable: Bool?
            <#public#> var allowsInlineMedia: Bool?
            <#public#> var allowsBackForwardGestures: Bool?
            <#public#> var bounces: Bool?
            <#public#> var dataStore: DataStore?
            <#public#> var contentMode: ContentMode?
            <#public#> var allowsJavaScript: Bool?
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
            /// The text that WebKit appends to its own user agent.
            <#public#> var applicationName: String?
            <#public#> var mediaPlayback: MediaPlayback?
            <#public#> var allowsPictureInPicture: Bool?
            <#public#> var allowsFullscreen: Bool?
            <#public#> var allowsLinkPreview: Bool?
            <#public#> var allowsTextInteraction: Bool?
            <#public#> var allowsFindInteraction: Bool?
            <#public#> var limitsToAppBoundDomains: Bool?
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            /// nil leaves panels to the app's own UI delegate; without one, no panel is shown.
            <#public#> var panels: Panels?
          """#),
        SwiftRuntimeSection(
          [.mediaCapture],
          #"""
            /// nil leaves the answer to the app's own UI delegate, or to the user.
            <#public#> var mediaCapture: MediaCapture?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            fileprivate init() {}
          }

          /// A finished configuration. It is made by `Configurator.build(url:)` only, and cannot be changed.
          @MainActor <#public#> struct WebConfiguration {
            <#public#> let url: URL
            /// The names that the app announces to its pages.
            <#public#> let contract: BridgeContract
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""
            /// Private, since its next handler could be changed.
            private let headNavigationHandler: (any NavigationActionHandler)?
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
            private let responseHandler: (any NavigationActionHandler)?
          """#),
        SwiftRuntimeSection(
          [.scriptMessage],
          #"""
            <#public#> let messageHandlers: [any ScriptMessageHandling]
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> let scripts: [UserScript]
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
            <#public#> let ruleLists: [ContentRuleList]
            /// A `RuleListProvider`.
            let ruleListProvider: AnyObject?
          """#),
        SwiftRuntimeSection(
          [.schemeHandler],
          #"""
            <#public#> let schemeHandlers: [SchemeHandler]
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> let settings: WebSettings
          """#),
        SwiftRuntimeSection(
          [.mediaOrigins],
          #"""
            /// The pages for which `settings.mediaCapture` holds; nil for all.
            let mediaOrigins: [TrustedOrigin]?
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// Gives the URLs of origins that only the app knows.
            <#public#> private(set) weak var originSource: (any OriginSource)?
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            let popups: Popups?
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            /// Shows the panels with `panels app`.
            private(set) weak var panelPresenter: (any PanelPresenter)?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            fileprivate init(_ configurator: Configurator, url: URL) {
              self.url = url
              contract = configurator.contract
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""
              headNavigationHandler = configurator.headNavigationHandler
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
              responseHandler = configurator.responseHandler
          """#),
        SwiftRuntimeSection(
          [.scriptMessage],
          #"""
              messageHandlers = configurator.messageHandlers
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              scripts = configurator.scripts
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
              ruleLists = configurator.ruleLists
              ruleListProvider = configurator.ruleListProvider
          """#),
        SwiftRuntimeSection(
          [.schemeHandler],
          #"""
              schemeHandlers = configurator.schemeHandlers
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              settings = configurator.settings
          """#),
        SwiftRuntimeSection(
          [.mediaOrigins],
          #"""
              mediaOrigins = configurator.mediaOrigins
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
              originSource = configurator.originSource
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
              popups = configurator.popups
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
              panelPresenter = configurator.panelPresenter
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""

            /// True if a chain decides requests; otherwise WebKit decides alone.
            <#public#> var decidesNavigation: Bool { headNavigationHandler != nil }
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler, .navigationResponse],
          #"""
            /// True if rules decide about responses; otherwise WebKit, or the app's own delegate, does.
            <#public#> var decidesResponses: Bool { responseHandler != nil }
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""

            <#public#> func decide(_ request: NavigationRequest) async -> NavigationDecision {
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler, .navigationResponse],
          #"""
              if request.response != nil { return await responseHandler?.execute(request) ?? .allow }
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""
              return await headNavigationHandler?.execute(request) ?? .allow
            }

            /// Decides, and tells which rules did what.
            <#public#> func trace(_ request: NavigationRequest) async -> DecisionTrace {
              await request.traced { await decide($0) }
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }
          """#),
        SwiftRuntimeSection(
          [.scriptMessage],
          #"""

          /// Why a configurator rejects an addition.
          <#public#> nonisolated enum ConfiguratorError: Error, Sendable, Hashable {
            /// There is a strategy or channel with this identifier already.
            case duplicateIdentifier(String)
          }
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""

          /// The second web views that rules open. It does not keep the app's objects alive.
          @MainActor <#public#> struct Popups {
            /// A `PopupPresenter`.
            private(set) weak var presenter: AnyObject?
            private let configurator: @MainActor () -> Configurator?

            fileprivate init(
              shownBy presenter: AnyObject, configurator: @escaping @MainActor () -> Configurator?
            ) {
              self.presenter = presenter
              self.configurator = configurator
            }

            /// nil once the app's objects are released.
            func configuration(_ url: URL) -> WebConfiguration? { configurator()?.build(url: url) }
          }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

          /// Builds a configuration step by step.
          @MainActor <#public#> final class Configurator {
            fileprivate let contract: BridgeContract
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""
            fileprivate var headNavigationHandler: (any NavigationActionHandler)?
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
            fileprivate var responseHandler: (any NavigationActionHandler)?
          """#),
        SwiftRuntimeSection(
          [.scriptMessage],
          #"""
            fileprivate var messageHandlers: [any ScriptMessageHandling] = []
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            fileprivate var scripts: [UserScript] = []
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
            fileprivate var ruleLists: [ContentRuleList] = []
            /// A `RuleListProvider`; nil for WebKit's store.
            var ruleListProvider: AnyObject?
          """#),
        SwiftRuntimeSection(
          [.schemeHandler],
          #"""
            fileprivate var schemeHandlers: [SchemeHandler] = []
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            fileprivate var settings = WebSettings()
          """#),
        SwiftRuntimeSection(
          [.mediaOrigins],
          #"""
            fileprivate var mediaOrigins: [TrustedOrigin]?
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            fileprivate weak var originSource: (any OriginSource)?
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            fileprivate var popups: Popups?
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            fileprivate weak var panelPresenter: (any PanelPresenter)?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// - Parameter contract: the contract of the app; the rule files declare `.app`.
            <#public#> init(contract: BridgeContract) {
              self.contract = contract
            }
          """#),
        SwiftRuntimeSection(
          [.navigationActionHandler],
          #"""

            /// Sets the handler that decides first. Without one, every request is allowed.
            @discardableResult
            <#public#> func set(headNavigationHandler handler: (any NavigationActionHandler)?) -> Configurator {
              headNavigationHandler = handler
              return self
            }
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""

            /// Sets the handler that decides about responses. Without one, WebKit or the app's own delegate does.
            @discardableResult
            <#public#> func set(responseHandler handler: (any NavigationActionHandler)?) -> Configurator {
              responseHandler = handler
              return self
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// Sets a setting of the web view: `set(\.userAgent, to: "ShopApp/4")`; nil keeps WebKit's own.
            @discardableResult <#public#> func set<Value>(
              _ setting: WritableKeyPath<WebSettings, Value?>, to value: Value?
            ) -> Configurator {
              settings[keyPath: setting] = value
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.mediaOrigins],
          #"""
            /// Limits the setting `mediaCapture` to pages of these origins; nil for all pages.
            @discardableResult <#public#> func set(mediaCaptureOrigins origins: [TrustedOrigin]?) -> Configurator
            {
              mediaOrigins = origins
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// Sets what gives the URLs of origins that only the app knows. It is not kept alive.
            @discardableResult <#public#> func set(originSource source: (any OriginSource)?) -> Configurator {
              originSource = source
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            /// Sets what shows the panels of scripts with `panels app`. It is not kept alive.
            @discardableResult
            <#public#> func set(panelPresenter presenter: (any PanelPresenter)?) -> Configurator {
              panelPresenter = presenter
              return self
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Adds a script, unless it is added already.
            @discardableResult <#public#> func add(script: UserScript) -> Configurator {
              if !scripts.contains(script) { scripts.append(script) }
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
            /// Adds a rule list, unless it is added already.
            @discardableResult <#public#> func add(ruleList list: ContentRuleList) -> Configurator {
              if !ruleLists.contains(list) { ruleLists.append(list) }
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.schemeHandler],
          #"""
            /// Adds a handler, which replaces an earlier one for the same scheme.
            @discardableResult <#public#> func add(schemeHandler handler: SchemeHandler) -> Configurator {
              schemeHandlers.removeAll { $0.scheme == handler.scheme }
              schemeHandlers.append(handler)
              return self
            }

          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            /// Sets the second web views that the rules open.
            fileprivate func set(popups: Popups) {
              self.popups = popups
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> func build(url: URL) -> WebConfiguration {
              WebConfiguration(self, url: url)
            }
          """#),
        SwiftRuntimeSection(
          [.scriptMessageStrategy],
          #"""

            /// Throws if there is a strategy or channel with this identifier already.
            @discardableResult
            <#public#> func add(scriptMessageStrategy strategy: any ScriptMessageStrategy) throws -> Configurator
            {
              try add(strategy)
            }
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""

            /// Throws if there is a strategy or channel with this identifier already.
            @discardableResult
            <#public#> func add(scriptMessageChannel channel: ScriptMessageChannel) throws -> Configurator {
              try add(channel)
            }
          """#),
        SwiftRuntimeSection(
          [.scriptMessage],
          #"""

            /// Adds a handler of the rule files, which have been checked for duplicate identifiers.
            fileprivate func adopt(_ handler: any ScriptMessageHandling) {
              messageHandlers.append(handler)
            }

            private func add(_ handler: any ScriptMessageHandling) throws -> Configurator {
              if messageHandlers.contains(where: { $0.identifier == handler.identifier }) {
                throw ConfiguratorError.duplicateIdentifier(handler.identifier)
              }
              messageHandlers.append(handler)
              return self
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }
          """#),
      ]
    case .constantURL:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// A URL that is written in a rule file; public, since initializers of models have such default values.
          <#public#> nonisolated func constantURL(_ text: StaticString) -> URL {
            URL(string: text.description) ?? URL(fileURLWithPath: "/")
          }
          """#)
      ]
    case .contentRuleList:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A list of content blocker rules.
          <#public#> nonisolated struct ContentRuleList: Sendable, Hashable {
            /// The path of its file, and a hash of its rules.
            <#public#> let identifier: String
            /// JSON.
            <#public#> let rules: String

            fileprivate init(_ identifier: String, rules: String) {
              self.identifier = identifier
              self.rules = rules
            }
          }
          """#)
      ]
    case .contentRuleLists:
      [
        SwiftRuntimeSection(
          [],
          exports: [.webKit],
          #"""
            /// Compiles the rule lists of configurations.
            @MainActor <#public#> protocol RuleListProvider: AnyObject {
              func compiled(_ list: ContentRuleList) async throws -> WKContentRuleList
            }

            /// WebKit has given neither a list nor an error.
            <#public#> nonisolated struct RuleListIsMissing: Error {}

            /// Compiles each list once: the store keeps it by its identifier, also when the app ends.
            @MainActor <#public#> final class RuleListStore: RuleListProvider {
              <#public#> static let shared = RuleListStore(WKContentRuleListStore.default())
              private let store: WKContentRuleListStore?

              <#public#> init(_ store: WKContentRuleListStore?) { self.store = store }

              <#public#> func compiled(_ list: ContentRuleList) async throws -> WKContentRuleList {
                guard let store else { throw RuleListIsMissing() }
                let known = await withCheckedContinuation { caller in
                  store.lookUpContentRuleList(forIdentifier: list.identifier) { known, _ in
                    caller.resume(returning: known)
                  }
                }
                if let known { return known }
                return try await withCheckedThrowingContinuation { caller in
                  store.compileContentRuleList(
                    forIdentifier: list.identifier, encodedContentRuleList: list.rules
                  ) { compiled, error in
                    if let compiled { return caller.resume(returning: compiled) }
                    caller.resume(throwing: error ?? RuleListIsMissing())
                  }
                }
              }
            }

            extension Configurator {
              /// Sets what compiles the rule lists; nil for WebKit's store.
              @discardableResult
              <#public#> func set(ruleListProvider provider: (any RuleListProvider)?) -> Configurator {
                ruleListProvider = provider
                return self
              }
            }

            /// The rule lists of one web view. Its loads wait until they are compiled.
            @MainActor final class ContentRuleLists {
              private var lists: [WKContentRuleList] = []
              private weak var controller: WKUserContentController?
              private var adding: Task<Void, Never>?

              /// Adds the lists of the configuration; the observer gets those that cannot be used.
              func add(
                _ configuration: WebConfiguration, to webView: WKWebView, of delegate: ChainNavigationDelegate
              ) {
                if configuration.ruleLists.isEmpty { return }
                let provider = configuration.ruleListProvider as? any RuleListProvider
                controller = webView.configuration.userContentController
                adding = Task { [weak self, weak webView, weak delegate] in
                  for list in configuration.ruleLists {
                    do {
                      self?.add(try await (provider ?? RuleListStore.shared).compiled(list))
                    } catch {
                      guard let webView else { return }
                      delegate?.observer?.webView(webView, cannotUse: list, because: error)
                    }
                  }
                }
              }

              private func add(_ list: WKContentRuleList) {
                guard let controller else { return }
                controller.add(list)
                lists.append(list)
              }

              func wait() async { await adding?.value }

              func removeAll() {
                for list in lists { controller?.remove(list) }
                (lists, controller, adding) = ([], nil, nil)
              }
            }
          """#)
      ]
    case .contentSettings:
      [
        SwiftRuntimeSection(
          [],
          #"""
            nonisolated extension WebSettings {
              @MainActor func applyContent(to configuration: WKWebViewConfiguration) {
                if let applicationName { configuration.applicationNameForUserAgent = applicationName }
                switch mediaPlayback {
                case .automatic?: configuration.mediaTypesRequiringUserActionForPlayback = []
                case .userAction?: configuration.mediaTypesRequiringUserActionForPlayback = .all
                case nil: break
                }
                apply(to: configuration.preferences)
                if let limitsToAppBoundDomains {
                  configuration.limitsNavigationsToAppBoundDomains = limitsToAppBoundDomains
                }
                #if canImport(UIKit)
                  if let allowsPictureInPicture {
                    configuration.allowsPictureInPictureMediaPlayback = allowsPictureInPicture
                  }
                #endif
              }

              @MainActor func apply(to preferences: WKPreferences) {
                if let allowsFullscreen, #available(iOS 15.4, macOS 12.3, *) {
                  preferences.isElementFullscreenEnabled = allowsFullscreen
                }
                if let allowsTextInteraction { preferences.isTextInteractionEnabled = allowsTextInteraction }
              }

              @MainActor func applyContent(to webView: WKWebView) {
                if let allowsLinkPreview { webView.allowsLinkPreview = allowsLinkPreview }
                #if canImport(UIKit)
                  if let allowsFindInteraction, #available(iOS 16, *) {
                    webView.isFindInteractionEnabled = allowsFindInteraction
                  }
                #endif
              }
            }
          """#)
      ]
    case .dateText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Dates as ISO 8601 text, in the years 1 to 9999 of the Gregorian calendar.
          nonisolated enum DateText {
            static let day = 86_400_000
            static let first = -719_162 * day
            static let last = 2_932_897 * day - 1

            /// `2026-11-21T11:33:33.123Z`; nil for a date that is not in the range.
            static func text(of date: Date) -> String? {
              let milliseconds = date.timeIntervalSince1970 * 1000
              if milliseconds >= Double(first) && milliseconds <= Double(last) {
                return text(milliseconds.rounded())
              }
              return nil
            }

            /// The text of a time in milliseconds; of the nearest one in the range for other times.
            static func text(_ milliseconds: Double) -> String {
              let time = Int(min(max(milliseconds, Double(first)), Double(last)))
              let days = time >= 0 ? time / day : (time - day + 1) / day
              let rest = time - days * day
              let (year, month, dayOfMonth) = civil(days)
              var text = ""
              for (number, count, end) in [
                (year, 4, "-"), (month, 2, "-"), (dayOfMonth, 2, "T"), (rest / 3_600_000, 2, ":"),
                (rest / 60_000 % 60, 2, ":"), (rest / 1000 % 60, 2, "."), (rest % 1000, 3, "Z"),
              ] {
                text += padded(number, count) + end
              }
              return text
            }

            private static func padded(_ number: Int, _ count: Int) -> String {
              let digits = String(number)
              return String(repeating: "0", count: max(0, count - digits.count)) + digits
            }

            private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
              let shifted = days + 719_468
              let era = shifted / 146_097
              let dayOfEra = shifted - era * 146_097
              let yearOfEra =
                (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
              let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
              let shiftedMonth = (5 * dayOfYear + 2) / 153
              let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
              let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
              return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
            }
          }
          """#)
      ]
    case .decisionTrace:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The decision about a request, and the rules that took part in it.
          ///
          /// A rule is its place in the rule set's folder, `shop.bascule:25`. `bascule witness` and
          /// `bascule trace` print the same as `place`.
          @MainActor <#public#> final class DecisionTrace {
            <#public#> let request: NavigationRequest
            <#public#> fileprivate(set) var decision = NavigationDecision.allow
            /// The rule that decided; nil if none did.
            <#public#> fileprivate(set) var rule: String?
            /// The rules that ran their steps and continued, in order.
            <#public#> fileprivate(set) var continued: [String] = []
            /// The rules whose attempt was declined, in order.
            <#public#> fileprivate(set) var declined: [String] = []
          """#),
        SwiftRuntimeSection(
          [.refusedStep],
          #"""
            /// The steps that were not performed.
            <#public#> private(set) var refused: [RefusedStep] = []
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// The rule that is evaluated: its number in the list with these places.
            private var current: (number: Int, places: RulePlaces)?

            fileprivate init(_ request: NavigationRequest) { self.request = request }

            fileprivate func begin(_ number: Int, _ places: RulePlaces) { current = (number, places) }

            /// The place of the rule that is evaluated.
            fileprivate var place: String { current.map { $1.place(of: $0) } ?? "" }
          """#),
        SwiftRuntimeSection(
          [.refusedStep],
          #"""

            func refuse(_ verb: RefusedStep.Verb, _ url: URL, _ reason: RefusedStep.Reason) {
              refused.append(RefusedStep(verb: verb, url: url, reason: reason, rule: place))
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }

          /// The places of consecutive rules of one file.
          nonisolated struct RulePlaces: Sendable {
            private let file: StaticString
            private let lines: [Int]

            init(_ file: StaticString, lines: Int...) {
              self.file = file
              self.lines = lines
            }

            fileprivate func place(of number: Int) -> String { "\(file):\(lines[number])" }
          }

          extension NavigationRequest {
            /// Tells the trace which rule is evaluated next, by its number in a list.
            func begins(_ number: Int, of places: RulePlaces) {
              trace?.begin(number, places)
            }

            /// - Returns: the decision of the rule; `cancel` if the question has ended while the rule waited for the app.
            func decided(_ decision: NavigationDecision?) -> NavigationDecision? {
              if decision == nil, Task.isCancelled { return .cancel }
              if decision != nil, let trace { trace.rule = trace.place }
              return decision
            }

            func continued() {
              if let trace { trace.continued.append(trace.place) }
            }

            /// - Returns: false also if the question has ended: then the rule takes no further step.
            func attempted(_ isTaken: Bool) -> Bool {
              if Task.isCancelled { return false }
              if !isTaken, let trace { trace.declined.append(trace.place) }
              return isTaken
            }

            /// Decides, and collects the rules.
            func traced(_ decide: (NavigationRequest) async -> NavigationDecision) async -> DecisionTrace {
              let trace = DecisionTrace(self)
              var request = self
              request.trace = trace
              trace.decision = await decide(request)
              return trace
            }
          }
          """#),
      ]
    case .declaredCases:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension WireEnumeration {
            /// nil unless the text is a declared value.
            init?(declared text: RequestText) {
              guard text.exists else { return nil }
              self.init(wire: text.withBytes { String(decoding: $0, as: UTF8.self) })
              if isUnknown { return nil }
            }
          }
          """#)
      ]
    case .defaultPort:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The default ports of URL schemes.
          nonisolated enum DefaultPort {
            /// - Parameter scheme: in lower case.
            static func of(_ scheme: some Swift.Sequence<UInt8>) -> Int? {
              var number: UInt64 = 0
              for byte in scheme {
                guard number < 1 << 56 else { return nil }
                number = number << 8 | UInt64(byte)
              }
              switch number {
              case 0x68_7474_7073, 0x77_7373: return 443  // https, wss
              case 0x6874_7470, 0x7773: return 80  // http, ws
              case 0x66_7470: return 21  // ftp
              default: return nil
              }
            }
          }
          """#)
      ]
    case .deprecatedTypes:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Contains the types that the rule files declare as deprecated; each has a deprecated alias.
          <#public#> nonisolated enum DeprecatedTypes {}
          """#)
      ]
    case .digits:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension UInt8 {
            var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
          }
          """#)
      ]
    case .documentParts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// The URL of the main document, in whose frames the request is made.
            var mainDocument: RequestAddress { RequestAddress(documentParts) }

            private var documentParts: AddressParts? {
              guard let documentURL else { return nil }
              if let known = memory.document { return known }
              let document = AddressParts(documentURL.absoluteString)
              memory.document = document
              return document
            }
          }
          """#)
      ]
    case .emptyPayload:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON {
            /// An object without fields if a message has no payload; else the payload.
            var orEmpty: JSON {
              if case .null = self { .object([:]) } else { self }
            }
          }
          """#)
      ]
    case .encodedText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSONEncoder {
            /// The JSON text of a value, which is a JavaScript expression too.
            dynamic static func text(of value: some Encodable) -> String? {
              let encoder = JSONEncoder()
              encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
              return (try? encoder.encode(value)).flatMap { String(data: $0, encoding: .utf8) }
            }
          }
          """#)
      ]
    case .eventDispatch:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The way in which events reach the page.
          <#public#> nonisolated struct EventDispatch: Sendable, Hashable {
            fileprivate enum Style: Sendable, Hashable {
              case customEvent, function
            }

            private let style: Style
            let target: String
          """#),
        SwiftRuntimeSection(
          [.pageValue],
          #"""
            /// The arguments for a page without the generated module; nil for one with it.
            private let values: [PageValue]?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            fileprivate init(style: Style, target: String) {
              self.style = style
              self.target = target
          """#),
        SwiftRuntimeSection(
          [.pageValue],
          #"""
              values = nil
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          """#),
        SwiftRuntimeSection(
          [.pageValue],
          #"""

            fileprivate init(style: Style, target: String, sends values: [PageValue]) {
              self.style = style
              self.target = target
              self.values = values
            }

            /// True if pages do not say to which events they listen.
            var isOneWay: Bool { values != nil }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// The arguments of the function, or the detail of the DOM event.
            func arguments(_ name: String, _ payload: JSON, _ number: Int) -> [JSON] {
          """#),
        SwiftRuntimeSection(
          [.pageValue],
          #"""
              if let values {
                let parts: [PageValue: JSON] = [
                  .name: .string(name), .payload: payload, .number: .number(Double(number)),
                ]
                return values.map { $0.json(parts) }
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              return style == .function
                ? [.string(name), payload] : [.object(["name": .string(name), "body": payload])]
            }

            /// Used if the rule files declare none.
            static let standard = EventDispatch(style: .customEvent, target: "WebAppEvent")

            /// Returns what happened to the event. The page's own state decides, since it may have changed.
            var script: String {
              let deliver =
                switch style {
                case .customEvent:
                  """
                  const event = new CustomEvent(target, { detail: values[0] });
                  EventTarget.prototype.dispatchEvent.call(globalThis, event);
                  """
                case .function:
                  """
                  const path = target.split(".");
                  const last = path.pop();
                  let owner = globalThis;
                  for (const key of path) { owner = owner == null ? owner : owner[key]; }
                  if (owner == null || typeof owner[last] !== "function") { return "missing"; }
                  owner[last](...values);
                  """
                }
              return """
                const isHeard = !!bridge && !!bridge.listens && bridge.listens[name] === true;
                if (isHeard && hasEarlier) { return "earlier first"; }
                if (!isHeard && waits && document.readyState !== "complete") { return "not loaded"; }
                \(deliver)
                return isHeard ? "heard" : "handed over";
                """
            }
          }
          """#),
      ]
    case .eventLine:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// An event that the page does not have yet.
          nonisolated struct KeptEvent {
            let number: Int
            let event: any WebEvent
            /// True if the page may have received it, although it has not announced a listener.
            var isHandedOver = false
            /// Waits until the delivery is known.
            var sender: CheckedContinuation<EventDelivery, any Error>?

            var name: String { type(of: event).name }
            var queue: EventQueue { type(of: event).queue }
          }

          /// The events of one name, in the order in which they were sent.
          ///
          /// The first ones may have been tried: the page is loaded, but has not announced a listener.
          nonisolated struct EventLine {
            private var events: [KeptEvent] = []
            /// The index of the first event; the elements before it are unused.
            private var start = 0
            /// The number of events that have been tried.
            private var tried = 0

            var isEmpty: Bool { start == events.count }
            var first: KeptEvent? { isEmpty ? nil : events[start] }
            var waiting: ArraySlice<KeptEvent> { events[start...] }

            mutating func append(_ event: KeptEvent) { events.append(event) }

            /// The event to send now, and whether there are earlier ones.
            ///
            /// - Parameter again: true to begin with the events that have been tried.
            func next(again: Bool) -> (event: KeptEvent, hasEarlier: Bool)? {
              let index = start + (again ? 0 : tried)
              return index < events.count ? (events[index], index > start) : nil
            }

            /// Marks the event as tried; its sender no longer waits.
            mutating func keep(_ number: Int, isHandedOver: Bool) {
              guard let index = index(of: number) else { return }
              events[index].isHandedOver = isHandedOver
              events[index].sender?.resume(returning: isHandedOver ? .sent : .kept)
              events[index].sender = nil
              tried = max(tried, index - start + 1)
            }

            /// Ends the waiting of all senders but one.
            mutating func release(except sending: Int?) {
              for index in (start..<events.count).reversed() where events[index].number != sending {
                guard let sender = events[index].sender else { continue }
                events[index].sender = nil
                let isKept = events[index].queue != .none
                sender.resume(returning: isKept ? .kept : .dropped)
                if !isKept { remove(at: index) }
              }
            }

            mutating func remove(_ number: Int) -> KeptEvent? {
              guard let index = index(of: number) else { return nil }
              let event = events[index]
              remove(at: index)
              return event
            }

            /// Removes the oldest event if there are more than `limit`; the one that is being sent stays and
            /// does not count.
            mutating func removeOldest(beyond limit: Int, except sending: Int?) -> KeptEvent? {
              let isSending = sending.flatMap { self.index(of: $0) } != nil
              guard events.count - start - (isSending ? 1 : 0) > limit else { return nil }
              let index = events[start].number == sending ? start + 1 : start
              let event = events[index]
              remove(at: index)
              return event
            }

            /// Looks first at the places of an event on the way; any other event is only removed if its task is
            /// cancelled.
            private func index(of number: Int) -> Int? {
              for index in [start, start + tried] where index < events.count {
                if events[index].number == number { return index }
              }
              return events[start...].firstIndex { $0.number == number }
            }

            /// Moves those before it up, since there are few.
            private mutating func remove(at index: Int) {
              if index < start + tried { tried -= 1 }
              guard index <= start + 1 else {
                events.remove(at: index)
                return
              }
              if index > start { events[index] = events[start] }
              start += 1
              if start > events.count / 2 {
                events.removeFirst(start)
                start = 0
              }
            }
          }
          """#)
      ]
    case .eventOutbox:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension PageBridge: WebEventDispatcher {
            /// - Parameter dispatch: nil for the first one in the rule files.
            <#public#> convenience init(
              _ runner: any JavaScriptRunner, contract app: BridgeContract, dispatch: EventDispatch?,
              waitsForPage: Bool = false
            ) {
              self.init(runner, contract: app, waitsForPage: waitsForPage)
              if let dispatch { events.dispatch = dispatch }
            }

            <#public#> var errorDelegate: (any WebEventErrorDelegate)? {
              get { events.errorDelegate }
              set { events.errorDelegate = newValue }
            }

            /// True if the page knows the event; nil until the page sends its contract.
            <#public#> func supports<Event: WebEvent>(_ event: Event.Type) -> Bool? {
              contract?.events.contains(Event.name)
            }

            /// True if the page has announced a listener of the event.
            <#public#> func isListening<Event: WebEvent>(to event: Event.Type) -> Bool {
              events.isListening(to: Event.name)
            }

            @discardableResult
            <#public#> func dispatch(_ event: any WebEvent) async throws -> EventDelivery {
              try await events.dispatch(event, within: PageDelivery.timeLimit)
            }

            @discardableResult
            <#public#> func dispatch(
              _ event: any WebEvent, within seconds: Double
            ) async throws -> EventDelivery {
              try await events.dispatch(event, within: seconds)
            }
          }

          /// The events of one page that wait, and the one that is on the way.
          @MainActor final class EventOutbox {
            weak var errorDelegate: (any WebEventErrorDelegate)?
            var isLoaded = false
            var dispatch: EventDispatch

            private let delivery: PageDelivery
            private let waitsForPage: Bool
            /// The events that the app's contract has.
            private let known: [String]
            /// Those of them that the page knows; nil until the page sends its contract.
            private var pageKnows: [String]?
            private var listens: Set<String> = []

            /// By name, each in the order in which its events were sent.
            private var lines: [String: EventLine] = [:]
            /// The event to which the page has not answered yet.
            private var sending: KeptEvent?
            private var lastNumber = 0

            init(_ delivery: PageDelivery, known: [String], dispatch: EventDispatch, waitsForPage: Bool) {
              self.delivery = delivery
              self.known = known
              self.dispatch = dispatch
              self.waitsForPage = waitsForPage
            }

            /// True if no event is being sent.
            var isIdle: Bool { sending == nil }

            func isListening(to name: String) -> Bool { listens.contains(name) }

            // MARK: The page

            /// Drops all events that were sent while another page was shown.
            ///
            /// - Parameter former: that page; nil before the first one.
            func start(after former: ShownPage?) {
              isLoaded = false
              listens = []
              pageKnows = nil
              if former != nil, former != delivery.shown { leave() }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
              dropWhatIsNotMeant()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              keepWhatCannotBeSent()
            }

            /// Drops all events of the page.
            func leave() {
              for name in lines.keys.sorted() {
                drop(name, .pageLeft(name, count: 1)) { .pageLeft(name, count: $0) }
              }
            }

            /// Drops the events that the page does not know.
            func listen(to names: [String], of pageKnows: [String]) {
              self.pageKnows = pageKnows
              listens = Set(names)
              for name in lines.keys.sorted() where !isKnown(name) {
                drop(name, .unknownToPage(name))
              }
              keepWhatCannotBeSent()
            }

            /// True if the page may know the event. An event that the rule files do not declare is in no
            /// contract.
            private func isKnown(_ name: String) -> Bool {
              guard let pageKnows, known.contains(name) else { return true }
              return pageKnows.contains(name)
            }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""

            /// Drops the events that are not for the origin of the page: they were sent before the first page, or the app has
            /// changed the origin.
            private func dropWhatIsNotMeant() {
              guard let page = delivery.shown else { return }
              for name in lines.keys.sorted() {
                if let event = lines[name]?.first?.event, delivery.recipient(of: event) == nil {
                  drop(name, .otherOrigin(name, page.origin))
                }
              }
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// Drops all events of a name. One report contains the number of senders that no longer wait.
            private func drop(
              _ name: String, _ error: WebEventError, report: ((_ count: Int) -> WebEventError)? = nil
            ) {
              guard let line = lines.removeValue(forKey: name) else { return }
              if sending?.name == name { sending = nil }
              for event in line.waiting { event.sender?.resume(throwing: error) }
              let lost = line.waiting.filter { $0.sender == nil && !$0.isHandedOver }.count
              if lost > 0 { errorDelegate?.event(name, failedWith: report?(lost) ?? error) }
            }

            // MARK: Events

            func dispatch(_ event: any WebEvent, within seconds: Double) async throws -> EventDelivery {
              let name = type(of: event).name
              guard isKnown(name) else { throw WebEventError.unknownToPage(name) }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
              if delivery.shown != nil || !waitsForPage, delivery.recipient(of: event) == nil {
                throw WebEventError.otherOrigin(name, delivery.shown?.origin)
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              lastNumber += 1
              let number = lastNumber
              let timer = Task { [weak self] in
                try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
                if !Task.isCancelled { self?.give(up: name, number, WebEventError.timedOut(name)) }
              }
              defer { timer.cancel() }
              return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { sender in
                  if Task.isCancelled { return sender.resume(throwing: CancellationError()) }
                  add(KeptEvent(number: number, event: event, sender: sender))
                }
              } onCancel: {
                Task { @MainActor [weak self] in self?.give(up: name, number, CancellationError()) }
              }
            }

            private func add(_ event: KeptEvent) {
              let name = event.name
              var event = event
              if !canSend(name) {
                event.sender?.resume(returning: event.queue == .none ? .dropped : .kept)
                event.sender = nil
                if event.queue == .none { return }
              }
              lines[name, default: EventLine()].append(event)
              sendNext()
              drop(surplusOf: name, event.queue)
            }

            /// The sender no longer waits. An event on the way may have reached the page.
            private func give(up name: String, _ number: Int, _ error: any Error) {
              let event = lines[name]?.remove(number)
              event?.sender?.resume(throwing: error)
            }

            /// True if the page can get the event, at once or after those before it.
            private func canSend(_ name: String) -> Bool {
              !waitsForPage || delivery.shown != nil && (isLoaded || listens.contains(name))
            }

            /// Ends the waiting of senders whose events have to wait for longer.
            private func keepWhatCannotBeSent() {
              for name in lines.keys.sorted() where !canSend(name) {
                lines[name]?.release(except: numberOnTheWay(name))
                if lines[name]?.isEmpty == true { lines[name] = nil }
              }
            }

            /// Drops the oldest events of a name while there are more than its queue allows. The one on the
            /// way does not count.
            private func drop(surplusOf name: String, _ queue: EventQueue) {
              let limit = if case .atMost(let count) = queue { count } else { 1 }
              while let old = lines[name]?.removeOldest(beyond: limit, except: numberOnTheWay(name)) {
                old.sender?.resume(returning: .dropped)
                if case .atMost = queue, !old.isHandedOver {
                  errorDelegate?.event(name, failedWith: WebEventError.queueFull(name))
                }
              }
            }

            private func numberOnTheWay(_ name: String) -> Int? {
              sending?.name == name ? sending?.number : nil
            }

            /// Sends one event at a time, so that they arrive in their order.
            func sendNext() {
              guard sending == nil else { return }
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
              dropWhatIsNotMeant()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              var next: (event: KeptEvent, hasEarlier: Bool)?
              for (name, line) in lines where canSend(name) {
                let found = line.next(again: !waitsForPage || listens.contains(name))
                if let found, found.event.number < next?.event.number ?? .max { next = found }
              }
              guard let (event, hasEarlier) = next, let recipient = delivery.recipient(of: event.event)
              else { return }
              sending = event
              Task {
                let outcome = await send(event, to: recipient, hasEarlier: hasEarlier)
                guard sending?.number == event.number else { return }
                sending = nil
                settle(event, outcome)
                keepWhatCannotBeSent()
                sendNext()
              }
            }

            private func send(
              _ event: KeptEvent, to recipient: PageRecipient, hasEarlier: Bool
            ) async -> Result<PageDelivery.Outcome, any Error> {
              let arguments: [String: JSON] = [
                "target": .string(dispatch.target), "name": .string(event.name),
                "payload": event.event.payload, "hasEarlier": .bool(hasEarlier), "waits": .bool(waitsForPage),
                "values": .array(dispatch.arguments(event.name, event.event.payload, event.number)),
              ]
              do {
                return .success(
                  try await delivery.run(
                    dispatch.script, arguments, in: recipient, within: PageDelivery.timeLimit))
              } catch {
                return .failure(error)
              }
            }

            private func settle(_ event: KeptEvent, _ outcome: Result<PageDelivery.Outcome, any Error>) {
              switch outcome {
              case .failure(let error): end(event, .failure(error))
              case .success(.pageLeft): end(event, .failure(WebEventError.pageLeft(event.name, count: 1)))
              case .success(.timedOut): end(event, .failure(WebEventError.timedOut(event.name)))
              case .success(.result(let told)): settle(event, told)
              }
            }

            /// - Parameter told: the page's own word about the event.
            private func settle(_ event: KeptEvent, _ told: JSON) {
              let name = event.name
              switch told {
              case .string("missing") where !waitsForPage:
                end(event, .failure(WebEventError.noFunction(name, path: dispatch.target)))
              case _ where !waitsForPage: end(event, .success(.sent))
              case .string("earlier first"):
                // The page has begun to listen; its message about that arrives later.
                listens.insert(name)
              case .string("not loaded"):
                isLoaded = false
                listens.remove(name)
              case .string("missing"): keep(event, isHandedOver: false)
          """#),
        SwiftRuntimeSection(
          [.pageValue],
          #"""
              case .string("handed over") where dispatch.isOneWay: end(event, .success(.sent))
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              case .string("handed over"): keep(event, isHandedOver: true)
              default: end(event, .success(.sent))
              }
            }

            /// Keeps an event until the page listens, if its queue allows.
            private func keep(_ event: KeptEvent, isHandedOver: Bool) {
              listens.remove(event.name)
              if event.queue == .none { return end(event, .success(isHandedOver ? .sent : .dropped)) }
              lines[event.name]?.keep(event.number, isHandedOver: isHandedOver)
              drop(surplusOf: event.name, event.queue)
            }

            /// Removes the event and reports its result.
            private func end(_ event: KeptEvent, _ result: Result<EventDelivery, any Error>) {
              guard let event = lines[event.name]?.remove(event.number) else { return }
              if lines[event.name]?.isEmpty == true { lines[event.name] = nil }
              if let sender = event.sender {
                sender.resume(with: result)
              } else if case .failure(let error) = result {
                errorDelegate?.event(event.name, failedWith: error)
              }
            }
          }
          """#),
      ]
    case .expressionWords:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The numbers of an expression's automaton: of 12 bits, each as two characters of six bits, the lower
          /// first; `0` is 0.
          nonisolated struct ExpressionWords {
            private let characters: UnsafeBufferPointer<UInt8>
            private var index = 0

            init(_ text: StaticString) {
              characters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            }

            var isAtEnd: Bool { index >= characters.count }

            mutating func next() -> Int {
              let word = (0..<2).map { Int(characters[index + $0] - UInt8(ascii: "0")) << (6 * $0) }
              index += 2
              return word[0] | word[1]
            }

            /// The class of each byte, written as runs: how many bytes, and their class.
            mutating func classes() -> [UInt8] {
              var classes: [UInt8] = []
              while classes.count < 256 {
                let count = next()
                classes += repeatElement(UInt8(next()), count: count)
              }
              return classes
            }
          }
          """#)
      ]
    case .foundationURL:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension URL {
            /// The URL that the URL standard reads in a text; nil if the text is no absolute URL.
            ///
            /// Generated code makes all its URLs here. A text that `URL(string:)` cannot hold as it is would be refused before
            /// iOS 17, and is escaped once more since then: `caf%C3%A9` becomes `caf%25C3%25A9`.
            init?(standard text: String) {
              guard let text = text.withBytes({ StandardURL.serialized($0, .foundation) }) else { return nil }
              self.init(string: text)
            }
          }
          """#)
      ]
    case .fragmentValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressLayout {
            /// The range after the `#`; nil if there is none.
            func fragment(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
              let mark = numberSign(bytes)
              return mark < end ? (mark + 1)..<end : nil
            }
          }

          nonisolated extension AddressParts {
            var rawFragment: RequestText { part(text.withBytes { layout.fragment($0) }) }
            var fragment: RequestText { rawFragment.decoded(.plain) }
          }

          extension NavigationRequest {
            var rawFragment: RequestText { parts.rawFragment }
            var fragment: RequestText { parts.fragment }
          }
          """#)
      ]
    case .functionCalls:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Calls of functions that pages have without the generated module.
          nonisolated enum FunctionCalls {
            /// The path is looked up, never run as a script; a missing argument at the end is undefined.
            static let script = """
              const path = name.split(".");
              const last = path.pop();
              let owner = globalThis;
              for (const key of path) { owner = owner == null ? owner : owner[key]; }
              if (owner == null || typeof owner[last] !== "function") { return {}; }
              try {
                const reply = await owner[last](...parameters.map((key) => payload[key]));
                return { reply: reply === undefined || !replies ? null : reply };
              } catch (error) {
                return { failure: error instanceof Error ? error.message : String(error) };
              }
              """
          }
          """#)
      ]
    case .headerChanges:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A change of a header, whose name is in lower case.
          nonisolated enum HeaderChange: Sendable {
            case set(StaticString, to: String), remove(StaticString)
          }

          extension NavigationRequest {
            /// The headers of the `GET` that loads the URL: the headers of this request with the changes.
            ///
            /// Another origin gets neither the credentials nor the address of the page. Headers that describe a body are left out
            /// with the body, and headers of a response are not sent in a request.
            func headers(for url: URL, _ changes: HeaderChange...) -> [String: String] {
              var lost = method == "GET" || method == "HEAD" ? [] : Self.headersOfBody
              if !hasOrigin(of: url) { lost += Self.headersOfOrigin }
              var headers = headers.filter { !lost.contains($0.key.lowercased()) }
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
              if response != nil { headers = [:] }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              for change in changes {
                let name =
                  switch change {
                  case .set(let name, _), .remove(let name): name.description
                  }
                headers = headers.filter { $0.key.lowercased() != name }
                if case .set(_, let value) = change { headers[name] = value }
              }
              return headers
            }

            private static let headersOfOrigin = [
              "authorization", "cookie", "cookie2", "host", "origin", "proxy-authorization", "referer",
            ]
            private static let headersOfBody = [
              "content-encoding", "content-language", "content-length", "content-location", "content-type",
              "transfer-encoding",
            ]

            private func hasOrigin(of url: URL) -> Bool {
              let other = AddressParts(url.absoluteString)
              return scheme.value == other.scheme.value && host.value == other.host.value
                && port.value == other.port.value
            }
          }
          """#),
      ]
    case .headerValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            var methodText: RequestText { RequestText(method) }

            /// - Parameter name: in lower case.
            func header(_ name: StaticString) -> RequestText {
              RequestText(headers.first { RequestText($0.key.lowercased()).equals(name) }?.value)
            }
          }
          """#)
      ]
    case .hostPatterns:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            /// Both texts are present, and the other one is a pattern that matches this host.
            func isLike(_ pattern: RequestText) -> Bool {
              exists && pattern.exists
                && withBytes { host in pattern.withBytes { HostPattern.matches(host, $0) } }
            }

            /// The host is present, and a pattern in the list matches it.
            func isLike(anyOf patterns: [String]) -> Bool {
              exists
                && withBytes { host in
                  patterns.contains { $0.withBytes { HostPattern.matches(host, $0) } }
                }
            }
          }

          /// Patterns of hosts that the app gives; a text that is no pattern matches nothing.
          ///
          /// The literal ends of a pattern are compared first. The time is at most proportional to the length of the host
          /// times the length of the pattern, and no host of more than `longestHost` bytes matches.
          private nonisolated enum HostPattern {
            /// A domain name has at most 253 bytes, and possibly a dot at its end.
            private static let longestHost = 254
            /// `*`: any bytes but `.`; elements below it are bytes.
            private static let run: UInt16 = 256
            /// `**`: any bytes.
            private static let anything: UInt16 = 257

            static func matches(
              _ host: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>
            ) -> Bool {
              if host.count > longestHost { return false }
              return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: pattern.count) { buffer in
                guard let count = read(pattern, into: buffer) else { return false }
                return matches(host, UnsafeBufferPointer(rebasing: buffer[..<count]))
              }
            }

            private static func matches(
              _ host: UnsafeBufferPointer<UInt8>, _ elements: UnsafeBufferPointer<UInt16>
            ) -> Bool {
              var (start, end) = (0, host.count)
              var (first, last) = (0, elements.count)
              while first < last, elements[first] < run {
                if start == end || elements[first] != host[start] { return false }
                first += 1
                start += 1
              }
              if first == last { return start == end }
              while elements[last - 1] < run {
                if start == end || elements[last - 1] != host[end - 1] { return false }
                last -= 1
                end -= 1
              }
              if hasEmptyLabel(host, endsInWildcard: last == elements.count) { return false }
              let inner = UnsafeBufferPointer(rebasing: elements[first..<last])
              return withUnsafeTemporaryAllocation(of: Bool.self, capacity: inner.count + 1) { places in
                matches(UnsafeBufferPointer(rebasing: host[start..<end]), inner, places)
              }
            }

            /// - Parameters:
            ///   - elements: with wildcards as the first and the last one.
            ///   - places: receives whether the elements before each place match what has been read of the host.
            private static func matches(
              _ host: UnsafeBufferPointer<UInt8>, _ elements: UnsafeBufferPointer<UInt16>,
              _ places: UnsafeMutableBufferPointer<Bool>
            ) -> Bool {
              /// A wildcard can match nothing.
              func skipWildcards() {
                var place = 0
                while place < elements.count {
                  if elements[place] >= run, places[place] { places[place + 1] = true }
                  place += 1
                }
              }
              places.initialize(repeating: false)
              places[0] = true
              skipWildcards()
              for byte in host {
                var place = elements.count
                places[place] = false
                while place > 0 {
                  place -= 1
                  let element = elements[place]
                  if element == byte, places[place] { places[place + 1] = true }
                  if element < run || element == run && byte == UInt8(ascii: ".") { places[place] = false }
                }
                skipWildcards()
              }
              return places[elements.count]
            }

            /// Reads the elements of a pattern; returns their number, nil if the text is no pattern.
            private static func read(
              _ pattern: UnsafeBufferPointer<UInt8>, into elements: UnsafeMutableBufferPointer<UInt16>
            ) -> Int? {
              var count = 0
              var index = 0
              while index < pattern.count {
                var element = UInt16(pattern[index])
                switch pattern[index] {
                case UInt8(ascii: "*"):
                  let stars = pattern[index...].prefix { $0 == UInt8(ascii: "*") }.count
                  if stars > 2 { return nil }
                  element = stars == 1 ? run : anything
                  index += stars - 1
                case UInt8(ascii: "\\"):
                  index += 1
                  guard index < pattern.count, #"*{}\"#.utf8.contains(pattern[index]) else { return nil }
                  element = UInt16(pattern[index])
                case UInt8(ascii: "{"), UInt8(ascii: "}"): return nil
                default: break
                }
                elements.initializeElement(at: count, to: element)
                count += 1
                index += 1
              }
              return count
            }

            /// A dot at the end of the host is no empty label if the pattern does not end in a wildcard.
            private static func hasEmptyLabel(
              _ host: UnsafeBufferPointer<UInt8>, endsInWildcard: Bool
            ) -> Bool {
              var isStart = true
              for byte in host {
                if isStart, byte == UInt8(ascii: ".") { return true }
                isStart = byte == UInt8(ascii: ".")
              }
              return isStart && endsInWildcard
            }
          }
          """#)
      ]
    case .hostValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            var scheme: RequestText { part(0..<layout.schemeEnd) }
            var host: RequestText {
              if layout.hostStart == layout.hostEnd { return .missing }
              return part(layout.hostStart..<layout.hostEnd)
            }
          }

          extension NavigationRequest {
            var scheme: RequestText { parts.scheme }
            var host: RequestText { parts.host }
          }
          """#)
      ]
    case .indirect:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Stores a field of a model that contains itself.
          ///
          /// It is no property wrapper: Swift 6 takes no wrapped property in a type that is `nonisolated`.
          nonisolated indirect enum Indirect<Value: Sendable & Hashable>: Sendable, Hashable {
            case stored(Value)

            var value: Value {
              switch self {
              case .stored(let value): value
              }
            }
          }
          """#)
      ]
    case .integerRange:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Int {
            /// The integers that JavaScript represents exactly: ±(2^53−1).
            static let rangeOnWire = -9_007_199_254_740_991...9_007_199_254_740_991
          }
          """#)
      ]
    case .isolatedMessages:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension ScriptMessageHandling {
            <#public#> var isIsolated: Bool { false }
          }
          """#)
      ]
    case .json:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Any JSON value.
          <#public#> nonisolated indirect enum JSON: Sendable, Hashable {
            case null
            case bool(Bool)
            case number(Double)
            case string(String)
            case array([JSON])
            case object([String: JSON])

          """#),
        SwiftRuntimeSection(
          [.wireObject],
          #"""
            <#public#> static func == (left: JSON, right: JSON) -> Bool {
              switch (left, right) {
              case (.null, .null): true
              case (.bool(let left), .bool(let right)): left == right
              case (.number(let left), .number(let right)): left == right
              case (.string(let left), .string(let right)): left == right
              case (.array(let left), .array(let right)): areEqual(left, right)
              case (.object(let left), .object(let right)): areEqual(left, right)
              default: false
              }
            }

            <#public#> func hash(into hasher: inout Hasher) {
              switch self {
              case .null: hasher.combine(0)
              case .bool(let value): hasher.combine(value)
              case .number(let value): hasher.combine(value)
              case .string(let value): hasher.combine(value)
              case .array(let values): Self.combine(values, &hasher)
              case .object(let values): Self.combine(values, &hasher)
              }
            }

            // `dynamic` keeps the comparison of lists and objects from being compiled again.
            private dynamic static func areEqual<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
              left == right
            }

            private dynamic static func combine<Value: Hashable>(_ value: Value, _ hasher: inout Hasher) {
              hasher.combine(value)
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// The kind of the value, for error messages.
            var kind: String {
              switch self {
              case .null: "null"
              case .bool: "a Boolean"
              case .number: "a number"
              case .string: "a string"
              case .array: "an array"
              case .object: "an object"
              }
            }
          }
          """#),
      ]
    case .jsonFoundation:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON {
            /// The maximum depth of nested arrays and objects.
            <#public#> static let maximalDepth = 512
            /// The maximum number of values in an object or list, which the main thread reads. A page can send a small one that
            /// contains one list many times.
            <#public#> static let maximalObjectCount = 100_000

            /// The value of a message body or of a function's result, as WebKit passes it.
            <#public#> init(foundation value: Any?) throws {
              var count = 0
              self = try JSON(foundation: value, depth: 0, &count)
            }

            private init(foundation value: Any?, depth: Int, _ count: inout Int) throws {
              count += 1
              if count > Self.maximalObjectCount { throw WireError.tooGreatObject }
              // Lists and objects first: on other systems than Apple's the other casts would copy them.
              switch value {
              case nil: self = .null
              case let list as [Any]:
                try Self.checkDepth(depth)
                self = .array(try list.map { try JSON(foundation: $0, depth: depth + 1, &count) })
              case let object as [String: Any]:
                try Self.checkDepth(depth)
                self = .object(try object.mapValues { try JSON(foundation: $0, depth: depth + 1, &count) })
              case let text as String: self = .string(text)
              case is NSNull: self = .null
              case let number as NSNumber:
                self = number.isBool ? .bool(number.boolValue) : .number(number.doubleValue)
          """#),
        SwiftRuntimeSection(
          [.dateText],
          #"""
              case let date as Date: self = DateText.text(of: date).map { .string($0) } ?? .null
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
              // A channel has decoded it from a text.
              case let value as JSON: self = value
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              default:
                // As Swift bridges it on some systems, a value that is nil is an optional in `Any`.
                let optional = value.map { Mirror(reflecting: $0) }
                guard optional?.displayStyle == .optional, optional?.children.isEmpty == true else {
                  throw WireError(expected: "JSON", found: "another kind of value")
                }
                self = .null
              }
            }

            private static func checkDepth(_ depth: Int) throws {
              if depth == maximalDepth { throw WireError.tooDeep }
            }

            /// The value as objects of Foundation, for WebKit.
            <#public#> var foundation: Any {
              switch self {
              case .null: NSNull()
              case .bool(let value): NSNumber(value: value)
              case .number(let value): value.isFinite ? NSNumber(value: value) : NSNull()
              case .string(let value): value
              case .array(let values): values.map(\.foundation)
              case .object(let values): values.mapValues(\.foundation)
              }
            }
          }

          nonisolated extension WireError {
            static let tooGreatObject = WireError(
              expected: "at most \(JSON.maximalObjectCount) values, or JSON text", found: "a greater value")
            static let tooDeep = WireError(
              expected: "JSON of at most \(JSON.maximalDepth) levels", found: "a deeper value")
          }

          nonisolated extension NSNumber {
            /// Tests the Objective-C type: a cast would convert 1 to true.
            fileprivate var isBool: Bool {
              ["c", "B"].contains(String(cString: objCType))
            }
          }
          """#),
      ]
    case .jsonText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON {
            /// The value of a JSON text. The limits are those for message bodies.
            <#public#> init(text: String) throws {
              try Self.checkSize(of: text)
              // JSONSerialization would not read every number exactly.
              guard let data = text.data(using: .utf8),
                let value = try? JSONDecoder().decode(JSON.self, from: data)
              else {
                throw WireError(expected: "JSON text", found: "another string")
              }
              self = value
            }

            /// The value as JSON text, the same on every run.
            <#public#> var text: String {
              JSONEncoder.text(of: self) ?? "null"
            }
          }

          nonisolated extension JSON: Codable {
            <#public#> init(from decoder: any Decoder) throws {
              let container = try decoder.singleValueContainer()
              if container.decodeNil() {
                self = .null
              } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
              } else if let value = try? container.decode(Double.self) {
                self = .number(value)
              } else if let value = try? container.decode(String.self) {
                self = .string(value)
              } else if let values = try? container.decode([JSON].self) {
                self = .array(values)
              } else {
                self = .object(try container.decode([String: JSON].self))
              }
            }

            <#public#> func encode(to encoder: any Encoder) throws {
              var container = encoder.singleValueContainer()
              switch self {
              case .null: try container.encodeNil()
              case .bool(let value): try container.encode(value)
              case .number(let value):
                if let whole = Int64(exactly: value) {
                  try container.encode(whole)
                } else {
                  try container.encode(value)
                }
              case .string(let value): try container.encode(value)
              case .array(let values): try container.encode(values)
              case .object(let values): try container.encode(values)
              }
            }
          }
          """#)
      ]
    case .jsonTextSize:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON {
            /// The maximum number of values in a JSON text.
            <#public#> static let maximalCount = 1_000_000

            /// Counts the values and the depth without decoding them, which takes long.
            static func checkSize(of text: String) throws {
              var (count, depth, isInString, isEscaped) = (1, 0, false, false)
              var last: UInt8 = 0
              for byte in Array(text.utf8) {
                if isInString {
                  if isEscaped {
                    isEscaped = false
                  } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                  } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                  }
                  continue
                }
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): continue
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: ","): count += 1
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                  count += 1
                  depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                  // It holds nothing.
                  if last == byte - 2 { count -= 1 }
                  depth -= 1
                default: break
                }
                last = byte
                if depth > maximalDepth { throw WireError.tooDeep }
                if count > maximalCount + 1 { throw WireError.tooGreat }
              }
              if count > maximalCount { throw WireError.tooGreat }
            }
          }

          nonisolated extension WireError {
            static let tooGreat = WireError(
              expected: "JSON text of at most \(JSON.maximalCount) values", found: "a greater value")
          }
          """#)
      ]
    case .javaScriptRunner:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Runs JavaScript in a page. Values are passed as arguments, never pasted into the text.
          @MainActor <#public#> protocol JavaScriptRunner: AnyObject {
            /// - Parameter body: the body of an asynchronous function whose parameters are the arguments.
            func run(_ body: String, arguments: [String: JSON]) async throws -> JSON
          }
          """#)
      ]
    case .largeTextExpression:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A regular expression that the whole value must match, for which the table of a `TextExpression` would be
          /// too large.
          ///
          /// The set of all states that the match can be in is kept, a bit for each; each byte is read once.
          nonisolated struct LargeTextExpression: Sendable {
            private typealias States = SIMD4<UInt64>

            /// Eight states at a time, and the place of their followers for each set of them.
            private struct Group: Sendable {
              let byte: Int
              let table: Int
            }

            /// Bytes of one class are the same to the expression.
            private let classes: [UInt8]
            /// The class of bytes that change nothing.
            private let ignored: UInt8
            /// The states that each class can enter.
            private var entered: [States]
            /// The states that can follow themselves.
            private var staying = States.zero
            /// The states that can follow the one before.
            private var advancing = States.zero
            /// The states in which a value may end.
            private var ends = States.zero
            /// The states with other followers.
            private var groups: [Group] = []
            /// For each group and each set of its states, their other followers.
            private var followers: [States] = []

            /// - Parameter text: words: the number of classes; the class that changes nothing; the classes of the
            ///   bytes; for each state: 1 if a value may end there, the number of the classes that enter it, these, the
            ///   number of its followers, these. The match starts in the first state.
            init(_ text: StaticString) {
              var words = ExpressionWords(text)
              entered = [States](repeating: .zero, count: words.next())
              ignored = UInt8(words.next())
              classes = words.classes()
              var state = 0
              while !words.isAtEnd {
                if words.next() == 1 { ends.insert(state) }
                for _ in 0..<words.next() { entered[words.next()].insert(state) }
                for _ in 0..<words.next() { add(words.next(), after: state) }
                state += 1
              }
            }

            private mutating func add(_ follower: Int, after state: Int) {
              if follower == state {
                staying.insert(follower)
              } else if follower == state + 1 {
                advancing.insert(follower)
              } else {
                if groups.last?.byte != state / 8 {
                  groups.append(Group(byte: state / 8, table: followers.count))
                  followers += repeatElement(.zero, count: 256)
                }
                for set in 0..<256 where set >> (state % 8) & 1 == 1 {
                  followers[followers.count - 256 + set].insert(follower)
                }
              }
            }

            fileprivate func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
              classes.withUnsafeBufferPointer { classes in
                entered.withUnsafeBufferPointer { entered in
                  groups.withUnsafeBufferPointer { groups in
                    followers.withUnsafeBufferPointer { followers in
                      var states = States(1, 0, 0, 0)
                      for byte in bytes {
                        let kind = classes[Int(byte)]
                        if kind == ignored { continue }
                        let highest = states &>> 63
                        let before = states &<< 1 | States(0, highest[0], highest[1], highest[2])
                        var next = states & staying | before & advancing
                        for group in groups {
                          let set = states[group.byte / 8] &>> UInt64(group.byte % 8 * 8) & 0xFF
                          next |= followers[group.table + Int(set)]
                        }
                        states = next & entered[Int(kind)]
                        if states == .zero { return false }
                      }
                      return states & ends != .zero
                    }
                  }
                }
              }
            }
          }

          nonisolated extension SIMD4<UInt64> {
            fileprivate mutating func insert(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }
          }

          nonisolated extension RequestText {
            func matches(_ expression: LargeTextExpression) -> Bool {
              exists && withBytes(expression.matches)
            }
          }
          """#)
      ]
    case .lastPathComponent:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// The last component; missing for `/`.
            var lastComponent: RequestText {
              var components = AddressComponents(layout)
              let last = text.withBytes { bytes in
                var last = 0..<0
                while case let range = components.next(bytes), !range.isEmpty { last = range }
                return last
              }
              return component(last)
            }
          }

          extension NavigationRequest {
            var lastComponent: RequestText { parts.lastComponent }
          }
          """#)
      ]
    case .limitedSteps:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// False if the pages of the web view have had the app do this too often.
            func hasRoom(for verb: RefusedStep.Verb) -> Bool {
              guard let limits else { return true }
              let isClick =
                navigation == .linkActivated || navigation == .formSubmitted
                || navigation == .formResubmitted
              switch limits.takes(leavingApp: verb == .open, isClick: isClick) {
              case .performed: return true
              case .refused:
                trace?.refuse(verb, url, .tooOften)
                return false
              case .refusedAgain: return false
              }
            }
          }
          """#)
      ]
    case .listedURLs:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a list of the app, at most once for each request.
            func urls(_ number: Int, _ ask: @autoclosure () -> [URL]) -> AppURLs {
              if let known = memory.urls[number] { return known }
              let answer = AppURLs(ask())
              memory.urls[number] = answer
              return answer
            }

            /// The URL has a host, and the scheme, host and port of one in the list.
            func hasOrigin(in list: AppURLs) -> Bool {
              list.all.contains {
                host.equals($0.host) && scheme.equals($0.scheme) && port.value == $0.port.value
              }
            }
          }

          nonisolated extension RequestText {
            /// The text of a URL is that of one in the list.
            func isListed(in list: AppURLs) -> Bool {
              list.all.contains { isSame(as: $0.text) }
            }
          }
          """#)
      ]
    case .mediaCapture:
      [
        SwiftRuntimeSection(
          [],
          #"""
            nonisolated extension WebSettings.MediaCapture {
              /// The answer in WebKit's words.
              var decision: WKPermissionDecision {
                switch self {
                case .prompt: .prompt
                case .grant: .grant
                case .deny: .deny
                }
              }
            }
          """#)
      ]
    case .mediaOrigins:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension WebConfiguration {
              /// True if camera and microphone of a page are answered by the rules.
              func answersMedia(of page: WKSecurityOrigin) -> Bool {
                guard let origins = mediaOrigins else { return true }
                let page = WebOrigin(scheme: page.protocol, host: page.host, port: page.port)
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
                if originSource?.gives(page, as: origins) == true { return true }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return origins.contains { $0.contains(page) }
              }
            }
          """#),
      ]
    case .messageAdapters:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension ScriptMessage {
              init(_ message: WKScriptMessage) {
                let frame = message.frameInfo
                self.init(body: message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
              }
            }

            /// Passes on messages, and answers them.
            @MainActor private final class MessageAdapter: NSObject, WKScriptMessageHandlerWithReply {
              private let handler: any ScriptMessageHandling
              private let gate: MessageGate

              init(_ handler: any ScriptMessageHandling, _ gate: MessageGate) {
                self.handler = handler
                self.gate = gate
              }

              func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
              ) async -> (Any?, String?) {
                switch await gate.answer(ScriptMessage(message), by: handler) {
                case .value(let value): (value.foundation, nil)
                case .failure(let error): (nil, JSONEncoder.text(of: error) ?? "failed")
                }
              }
            }

            extension WKUserContentController {
              func add(_ handlers: [any ScriptMessageHandling], of page: PageBridge) {
                let gate = MessageGate()
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
                gate.page = page
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                for handler in handlers {
                  if handler.replies {
                    let adapter = MessageAdapter(handler, gate)
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
                    if handler.isIsolated {
                      addScriptMessageHandler(
                        adapter, contentWorld: .defaultClient, name: handler.identifier)
                      continue
                    }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                    addScriptMessageHandler(adapter, contentWorld: .page, name: handler.identifier)
                    continue
                  }
                  let listener = MessageListener { gate.receive(ScriptMessage($0), for: handler) }
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
                  if handler.isIsolated {
                    add(listener, contentWorld: .defaultClient, name: handler.identifier)
                    continue
                  }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  add(listener, name: handler.identifier)
                }
              }
            }
          """#),
      ]
    case .messageListener:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// Passes on messages without a reply, synchronously to keep their order.
            @MainActor final class MessageListener: NSObject, WKScriptMessageHandler {
              private let receive: @MainActor (WKScriptMessage) -> Void

              init(_ receive: @escaping @MainActor (WKScriptMessage) -> Void) { self.receive = receive }

              func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
              ) {
                receive(message)
              }
            }
          """#)
      ]
    case .messageOrder:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Keeps the messages of one web view in their order while long texts are decoded on other threads. Other web views do
          /// not wait.
          @MainActor final class MessageOrder {
            private var waiting: [(start: @MainActor () -> Void, longText: @MainActor () -> MessageText?)] =
              []
            private var isDecoding = false

            /// Starts a message after the earlier ones.
            ///
            /// - Parameter longText: the next text to decode before, on another thread; nil if there is none.
            func start(
              _ start: @escaping @MainActor () -> Void,
              after longText: @escaping @MainActor () -> MessageText?
            ) {
              if !isDecoding && longText() == nil { return start() }
              waiting.append((start, longText))
              if isDecoding { return }
              isDecoding = true
              Task {
                await startWaiting()
                isDecoding = false
              }
            }

            private func startWaiting() async {
              while !waiting.isEmpty {
                let next = waiting.removeFirst()
                while let text = next.longText() { await text.decodeElsewhere() }
                next.start()
              }
            }
          }
          """#)
      ]
    case .messageReports:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Reports messages that were not handled. A page can send any number of them, so some are reported one by one, and of
          /// the others only their number.
          @MainActor final class MessageReports {
            static let maximalCount = 1_000
            /// After so many seconds as many can be reported again.
            private static let pauseLength = 10.0

            private var count = 0
            private var leftOut = 0
            private let wait: @MainActor () async -> Void

            /// - Parameter wait: waits until as many can be reported again.
            init(_ wait: @escaping @MainActor () async -> Void = { await MessageReports.pause() }) {
              self.wait = wait
            }

            private static func pause() async {
              try? await Task.sleep(nanoseconds: UInt64(pauseLength * 1e9))
            }

            func report(_ error: any Error, by handler: any ScriptMessageHandling) {
              count += 1
              if count <= Self.maximalCount {
                handler.errorDelegate?.scriptMessage(handler.identifier, failedWith: error)
              } else {
                leftOut += 1
              }
              if count != 1 { return }
              let (identifier, wait) = (handler.identifier, wait)
              Task { [weak self, weak delegate = handler.errorDelegate] in
                await wait()
                guard let self else { return }
                let number = leftOut
                (count, leftOut) = (0, 0)
                if number > 0 {
                  delegate?.scriptMessage(identifier, failedWith: ScriptMessageError.notReported(number))
                }
              }
            }
          }
          """#)
      ]
    case .messageText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The JSON text of a message. It is decoded once, also if its value is read several times.
          @MainActor final class MessageText {
            /// The length in bytes of the longest text that the main thread decodes: it takes less than a frame of the screen.
            static let maximalShortLength = 65_536
            /// A thread of the system's pools has a stack of 512 kB, too little for a text of `JSON.maximalDepth` levels.
            private static let stackSize = 16 << 20

            private let text: String
            private let decode: @Sendable (String) throws -> JSON
            private var result: Result<JSON, any Error>?

            init(
              _ text: String, _ decode: @escaping @Sendable (String) throws -> JSON = { try JSON(text: $0) }
            ) {
              self.text = text
              self.decode = decode
            }

            /// True if the main thread should not decode it.
            var isLong: Bool { result == nil && text.utf8.count > Self.maximalShortLength }

            var value: JSON {
              get throws {
                let result = result ?? Result { try decode(text) }
                self.result = result
                return try result.get()
              }
            }

            /// Decodes the text on a thread of its own.
            func decodeElsewhere() async {
              let (text, decode) = (text, decode)
              result = await withCheckedContinuation { caller in
                let thread = Thread { caller.resume(returning: Result { try decode(text) }) }
                thread.stackSize = Self.stackSize
                thread.start()
              }
            }
          }
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""

          /// The JSON text in the payload of a channel's message.
          @MainActor final class PayloadText {
            /// nil before the envelope is opened, and for another payload.
            var text: MessageText?
          }
          """#),
      ]
    case .nativePanels:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// One answer to a page: the first, or the default if there will be none.
            @MainActor private final class PanelAnswer<Value: Sendable> {
              private var page: CheckedContinuation<Value, Never>?
              private let missing: Value

              init(_ page: CheckedContinuation<Value, Never>, missing: Value) {
                self.page = page
                self.missing = missing
              }

              /// The panel has been released without an answer.
              deinit { page?.resume(returning: missing) }

              func give(_ value: Value) {
                page?.resume(returning: value)
                page = nil
              }
            }

            /// The pages that have shown panels in a web view.
            @MainActor private final class PanelHistory {
              private var shown: [String: StepMeter] = [:]
              /// The pages whose panels the user does not want to see any more.
              private var stopped: Set<String> = []
              private static var key: UInt8 = 0

              static func of(_ webView: WKWebView) -> PanelHistory {
                if let known = objc_getAssociatedObject(webView, &key) as? PanelHistory { return known }
                let history = PanelHistory()
                objc_setAssociatedObject(webView, &key, history, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
                return history
              }

              func isStopped(_ page: String) -> Bool { stopped.contains(page) }
              func stop(_ page: String) { stopped.insert(page) }

              /// True for the first panels of a page.
              func isRare(_ page: String) -> Bool {
                shown[page, default: StepMeter(PageLimits.panelsWithoutStop)].takes()
              }
            }

            /// Shows panels of scripts above the web view, under the host of their frame. A web view that is in no
            /// window, or that another screen covers, shows none, and the page gets the answer of a user who cancels.
            @MainActor final class NativePanels: PanelPresenter {
              static let shared = NativePanels()

              func showAlert(_ panel: PagePanel) async {
                await answer(panel, missing: ()) { alert, answer in
                  alert.add("OK") { answer.give(()) }
                }
              }

              func showConfirm(_ panel: PagePanel) async -> Bool {
                await answer(panel, missing: false) { alert, answer in
                  alert.add("OK") { answer.give(true) }
                  alert.add("Cancel", cancels: true) { answer.give(false) }
                }
              }

              func showPrompt(_ panel: PagePanel, proposal: String?) async -> String? {
                await answer(panel, missing: nil) { alert, answer in
                  let field = alert.addField(PanelText.shown(proposal ?? ""))
                  alert.add("OK") { answer.give(field()) }
                  alert.add("Cancel", cancels: true) { answer.give(nil) }
                }
              }

              /// - Parameter missing: the answer if the panel cannot be shown, or is closed by the app.
              private func answer<Value: Sendable>(
                _ panel: PagePanel, missing: Value, _ addButtons: (PanelAlert, PanelAnswer<Value>) -> Void
              ) async -> Value {
                let title = PanelText.title(of: panel)
                let history = PanelHistory.of(panel.webView)
                if history.isStopped(title) { return missing }
                return await withCheckedContinuation { page in
                  let answer = PanelAnswer(page, missing: missing)
                  let alert = PanelAlert(title, PanelText.shown(panel.text))
                  addButtons(alert, answer)
                  if !history.isRare(title) {
                    alert.addStop {
                      history.stop(title)
                      answer.give(missing)
                    }
                  }
                  alert.show(in: panel.webView)
                }
              }
            }

            #if canImport(UIKit)
              @MainActor private struct PanelAlert {
                private let alert: UIAlertController

                init(_ title: String, _ text: String) {
                  alert = UIAlertController(title: title, message: text, preferredStyle: .alert)
                }

                func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
                  let text = Bundle(for: UIAlertController.self)
                    .localizedString(forKey: title, value: title, table: nil)
                  alert.addAction(
                    UIAlertAction(title: text, style: cancels ? .cancel : .default) { _ in action() })
                }

                func addStop(_ action: @escaping @MainActor () -> Void) {
                  alert.addAction(
                    UIAlertAction(title: PanelText.stop, style: .destructive) { _ in action() })
                }

                /// - Returns: the text in the field.
                func addField(_ text: String) -> @MainActor () -> String {
                  alert.addTextField { $0.text = text }
                  return { [weak alert] in alert?.textFields?.first?.text ?? "" }
                }

                func show(in webView: WKWebView) {
                  guard var top = webView.window?.rootViewController else { return }
                  var isCovered = false
                  while let presented = top.presentedViewController, !presented.isBeingDismissed {
                    if let view = top.viewIfLoaded, webView.isDescendant(of: view) { isCovered = true }
                    if let view = presented.viewIfLoaded, webView.isDescendant(of: view) {
                      isCovered = false
                    }
                    top = presented
                  }
                  if !isCovered { top.present(alert, animated: true) }
                }
              }
            #elseif canImport(AppKit)
              @MainActor private final class PanelAlert {
                private let alert = NSAlert()
                private var actions: [@MainActor () -> Void] = []

                init(_ title: String, _ text: String) {
                  alert.messageText = title
                  alert.informativeText = text
                }

                func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {
                  let text = Bundle(for: NSAlert.self)
                    .localizedString(forKey: title, value: title, table: nil)
                  let button = alert.addButton(withTitle: text)
                  if cancels { button.keyEquivalent = "\u{1b}" }
                  actions.append(action)
                }

                func addStop(_ action: @escaping @MainActor () -> Void) {
                  alert.addButton(withTitle: PanelText.stop)
                  actions.append(action)
                }

                /// - Returns: the text in the field.
                func addField(_ text: String) -> @MainActor () -> String {
                  let field = NSTextField(frame: NSRect(x: 0, y: 0, width: 260, height: 24))
                  field.stringValue = text
                  alert.accessoryView = field
                  return { field.stringValue }
                }

                func show(in webView: WKWebView) {
                  guard let window = webView.window, window.attachedSheet == nil else { return }
                  let actions = actions
                  alert.beginSheetModal(for: window) { response in
                    let number =
                      response.rawValue - NSApplication.ModalResponse.alertFirstButtonReturn.rawValue
                    if actions.indices.contains(number) { actions[number]() }
                  }
                }
              }
            #else
              /// There are no windows.
              @MainActor private struct PanelAlert {
                init(_ title: String, _ text: String) {}
                func add(_ title: String, cancels: Bool = false, _ action: @escaping @MainActor () -> Void) {}
                func addStop(_ action: @escaping @MainActor () -> Void) {}
                func addField(_ text: String) -> @MainActor () -> String { { text } }
                func show(in webView: WKWebView) {}
              }
            #endif
          """#)
      ]
    case .navigationActionHandler:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A link of a chain of responsibility.
          @MainActor <#public#> protocol NavigationActionHandler: AnyObject {
            /// Decides if this one does not.
            var nextHandler: (any NavigationActionHandler)? { get set }
            /// Returns the decision, or nil to leave it to the next handler.
            func handle(_ request: NavigationRequest) async -> NavigationDecision?
          }

          extension NavigationActionHandler {
            /// Evaluates this handler and those after it; if none decides, the request is allowed. When the task is
            /// cancelled while a rule waits for the app, the answer is `cancel`.
            <#public#> func execute(_ request: NavigationRequest) async -> NavigationDecision {
              if let decision = await handle(request) { return decision }
              var link = nextHandler
              while let handler = link {
                if Task.isCancelled { return .cancel }
                if let decision = await handler.handle(request) { return decision }
                link = handler.nextHandler
              }
              return Task.isCancelled ? .cancel : .allow
            }

            /// Evaluates the handlers as `execute` does, and tells which rules did what.
            <#public#> func trace(_ request: NavigationRequest) async -> DecisionTrace {
              await request.traced { await execute($0) }
            }
          }
          """#)
      ]
    case .navigationRequest:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// The decision about a request.
          <#public#> nonisolated enum NavigationDecision: String, Sendable {
            case allow, cancel, download
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            /// The app shows the new window in a second web view.
            case popup
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }

          /// Why a page requests a URL.
          <#public#> nonisolated enum NavigationKind: String, Sendable {
            case linkActivated, formSubmitted, formResubmitted, backForward, reload, other
          }

          /// The frame in which a URL opens; `new` has no target frame (`target=_blank`, `window.open`).
          <#public#> nonisolated enum NavigationFrame: String, Sendable {
            case main, sub, new
          }

          """#),
        SwiftRuntimeSection(
          [.sourceParts],
          exports: [.foundation],
          #"""
          /// The page that asks for a URL.
          <#public#> nonisolated struct NavigationSource: Sendable {
            /// The frame that shows it, `main` or `sub`.
            <#public#> let frame: NavigationFrame
            /// Its origin as a URL; nil for an opaque one, such as that of a sandboxed frame.
            <#public#> let origin: URL?

            <#public#> init(frame: NavigationFrame, origin: URL? = nil) {
              self.frame = frame
              self.origin = origin
            }
          }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
          /// One request of a page, parsed once for all handlers.
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          exports: [.foundation],
          #"""
          ///
          /// With a response, it is the response that is decided about.
          """#),
        SwiftRuntimeSection(
          [.requestMemory],
          #"""
          ///
          /// Make a new one for each decision: it keeps the app's answers about its flags.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          @MainActor <#public#> struct NavigationRequest {
            <#public#> let url: URL
            <#public#> let navigation: NavigationKind
            <#public#> let frame: NavigationFrame
            <#public#> let isDownload: Bool
            /// In upper case.
            <#public#> let method: String
            let parts: AddressParts
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
            /// nil as long as the request is not sent.
            <#public#> private(set) var response: NavigationResponse?
          """#),
        SwiftRuntimeSection(
          [.sourceParts],
          #"""
            /// The page that asks; nil if WebKit names none.
            <#public#> var source: NavigationSource?
          """#),
        SwiftRuntimeSection(
          [.stepLimits],
          #"""
            /// Only a request of a web view has limits.
            var limits: StepLimits?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Only a traced request has one.
            var trace: DecisionTrace?
          """#),
        SwiftRuntimeSection(
          [.headerValue],
          #"""
            let headers: [String: String]
          """#),
        SwiftRuntimeSection(
          [.pageParts],
          #"""
            let pageURL: URL?
          """#),
        SwiftRuntimeSection(
          [.documentParts],
          #"""
            let documentURL: URL?
          """#),
        SwiftRuntimeSection(
          [.requestMemory],
          #"""
            let memory: RequestMemory
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// `page` is the page that is shown, `document` the one in whose frames the request is made.
            <#public#> init(
              url: URL, navigation: NavigationKind = .other, frame: NavigationFrame = .main,
              method: String = "GET", headers: [String: String] = [:], isDownload: Bool = false,
              page: URL? = nil, document: URL? = nil
            ) {
              self.url = url
              self.parts = AddressParts(url.absoluteString)
              self.navigation = navigation
              self.frame = frame
              self.method = method == "GET" ? method : method.uppercased()
              self.isDownload = isDownload
          """#),
        SwiftRuntimeSection(
          [.headerValue],
          #"""
              self.headers = headers
          """#),
        SwiftRuntimeSection(
          [.pageParts],
          #"""
              self.pageURL = page
          """#),
        SwiftRuntimeSection(
          [.documentParts],
          #"""
              self.documentURL = document
          """#),
        SwiftRuntimeSection(
          [.requestMemory],
          #"""
              self.memory = .blank()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
            /// A request with its response, about which `responses` decide.
            ///
            /// - Parameters:
            ///   - url: that of the response.
            ///   - page: the page that is shown.
            <#public#> init(
              url: URL, response: NavigationResponse, frame: NavigationFrame = .main, page: URL? = nil
            ) {
              self.init(url: url, frame: frame, headers: response.headers, page: page)
              self.response = response
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            var text: RequestText { parts.whole }
          }
          """#),
      ]
    case .navigationResponse:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The answer of a server, or of another source, to a request.
          <#public#> nonisolated struct NavigationResponse: Sendable, Hashable {
            /// The HTTP status; nil if the response is not HTTP, or if it has no status of three digits.
            <#public#> let status: Int?
            /// In lower case and without parameters.
            <#public#> let mimeType: String?
            <#public#> let headers: [String: String]
            /// True if the web view can show it.
            <#public#> let isDisplayable: Bool
            /// The name for a file with the content.
            <#public#> let filename: String?

            <#public#> init(
              status: Int? = nil, mimeType: String? = nil, headers: [String: String] = [:],
              isDisplayable: Bool = true, filename: String? = nil
            ) {
              self.status = status.flatMap { (100...999).contains($0) ? $0 : nil }
              self.mimeType = mimeType.flatMap(Self.type)
              self.headers = headers
              self.isDisplayable = isDisplayable
              self.filename = filename
            }

            /// The type without parameters; nil if no MIME type is written like this.
            private static func type(_ written: String) -> String? {
              let type = written.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
              return !type.isEmpty && type.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? type : nil
            }
          }
          """#)
      ]
    case .openWindows:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// The second web views that a web view and its popups have opened.
            @MainActor final class OpenWindows {
              private struct Window {
                weak var webView: WKWebView?
                /// The rules have not yet decided whether it is shown.
                var waits = true
              }

              private var windows: [Window] = []

              /// False if a page has opened too many. Web views that the app has dropped do not count.
              var haveRoom: Bool {
                windows.removeAll { $0.webView == nil }
                return windows.count < PageLimits.popups
                  && windows.count(where: \.waits) < PageLimits.waitingWindows
              }

              func add(_ webView: WKWebView) { windows.append(Window(webView: webView)) }

              func decided(_ webView: WKWebView, isShown: Bool) {
                guard let index = windows.firstIndex(where: { $0.webView === webView }) else { return }
                if isShown { windows[index].waits = false } else { windows.remove(at: index) }
              }
            }
          """#)
      ]
    case .originSource:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// Gives the URLs of origins that only the app knows.
          @MainActor <#public#> protocol OriginSource: AnyObject {
            /// The URLs whose scheme, host and port the origin has; none while their value is missing.
            func urls(ofOrigin name: String) -> [URL]
          }

          extension OriginSource {
            /// True if one of the trusted origins is now that page's.
            func gives(_ page: WebOrigin, as trusted: [TrustedOrigin]) -> Bool {
              trusted.contains { origin in
                origin.givenName.map { urls(ofOrigin: $0).contains { WebOrigin(app: $0) == page } } == true
              }
            }
          }

          nonisolated extension WebOrigin {
            /// The origin of a URL of the app; nil if it has none.
            init?(app url: URL) {
              guard let parts = AddressParts(app: url), let scheme = parts.scheme.value,
                let host = parts.host.value
              else { return nil }
              self.init(scheme: scheme, host: host, givenPort: parts.port.value)
            }
          }
          """#)
      ]
    case .pageAdapter:
      [
        SwiftRuntimeSection(
          [],
          #"""
            nonisolated extension WebOrigin {
              @MainActor init(_ frame: WKFrameInfo) {
                let origin = frame.securityOrigin
                self.init(scheme: origin.protocol, host: origin.host, port: origin.port)
              }
            }

            extension WKUserContentController {
              /// - Parameter messages: those that the app accepts from the page.
              func add(_ page: PageBridge, offering messages: [String]) {
                addUserScript(
                  WKUserScript(
                    source: page.announcement(offering: messages), injectionTime: .atDocumentStart,
                    forMainFrameOnly: true))
                let listener = MessageListener { [weak page] message in
                  let frame = message.frameInfo
                  page?.receive(message.body, origin: WebOrigin(frame), isMainFrame: frame.isMainFrame)
                }
                add(listener, name: PageBridge.handlerName)
              }
            }
          """#)
      ]
    case .pageAnswer:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The way of replies and errors to a page that waits for no promise.
          <#public#> nonisolated struct PageAnswer: Sendable, Hashable {
            enum Target: Sendable, Hashable {
              /// A `CustomEvent` of that type, on `window`.
              case customEvent(String)
              /// A function of the page, by its path.
              case function(String)
              /// The function whose path a field of the message has.
              case functionNamed(by: [String])
            }

            private let target: Target
            private let replies: [PageValue]
            private let fails: [PageValue]

            init(to target: Target, replies: [PageValue], fails: [PageValue]) {
              self.target = target
              self.replies = replies
              self.fails = fails
            }

            /// The type of the event, or the path of the function; nil if the message names none.
            @MainActor func target(of message: ScriptMessage) -> String? {
              switch target {
              case .customEvent(let type): return type
              case .function(let path): return path
              case .functionNamed(let field):
                guard case .string(let path) = message.field(field), Self.isPath(path) else { return nil }
                return path
              }
            }

            /// True if the answer has fields of the message.
            var readsMessage: Bool {
              if case .functionNamed = target { return true }
              return (replies + fails).contains(where: \.readsMessage)
            }

            /// A path of identifiers with dots between them.
            private static func isPath(_ text: String) -> Bool {
              guard text.utf8.count <= 1_000 else { return false }
              return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { name in
                  guard let first = name.first, !(0x30...0x39).contains(first) else { return false }
                  return name.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                      || $0 == 0x5F || $0 == 0x24
                  }
                }
            }

            /// The arguments of `script`.
            @MainActor func arguments(
              _ answer: ScriptMessageAnswer, to message: ScriptMessage
            ) -> [String: JSON]? {
              guard let target = target(of: message) else { return nil }
              let values: [JSON]
              switch answer {
              case .value(let reply):
                values = replies.map { $0.json([.reply: reply], of: message.field) }
              case .failure(let error):
                let parts: [PageValue: JSON] = [
                  .errorCode: .string(error.reason ?? error.code.rawValue),
                  .errorMessage: .string(error.message),
                ]
                values = fails.map { $0.json(parts, of: message.field) }
              }
              let style =
                switch self.target {
                case .customEvent: "event"
                case .function: "function"
                case .functionNamed: "own function"
                }
              return ["target": .string(target), "answer": .string(style), "values": .array(values)]
            }

            /// A path that a message names leads only over own properties. No text is run as a script.
            static let script = """
              if (answer === "event") {
                const event = new CustomEvent(target, { detail: values[0] });
                EventTarget.prototype.dispatchEvent.call(globalThis, event);
                return "sent";
              }
              const path = target.split(".");
              const last = path.pop();
              const get = (owner, key) => {
                const isOwn = owner != null && Object.prototype.hasOwnProperty.call(owner, key);
                return owner == null || answer === "own function" && !isOwn ? undefined : owner[key];
              };
              const owner = path.reduce(get, globalThis);
              const called = get(owner, last);
              if (typeof called !== "function") { return "missing"; }
              called.apply(owner, values);
              return "sent";
              """
          }

          extension PageBridge {
            /// Answers a message in the page that has sent it, once.
            ///
            /// - Parameter sender: the page that has sent it; nil if it was left already.
            func send(
              _ answer: ScriptMessageAnswer, to message: ScriptMessage, in sender: PageRecipient?,
              by handler: any ScriptMessageHandling
            ) async {
              guard let way = handler.pageAnswer(to: message), message.isMainFrame,
                let arguments = way.arguments(answer, to: message)
              else { return }
              do {
                guard let sender else { throw ScriptMessageError.pageLeft }
                let outcome = try await delivery.run(
                  PageAnswer.script, arguments, in: sender, within: PageDelivery.timeLimit)
                switch outcome {
                case .result(.string("missing")):
                  throw ScriptMessageError.noFunction(way.target(of: message).map { PageText.quoted($0) })
                case .result, .timedOut: return
                case .pageLeft: throw ScriptMessageError.pageLeft
                }
              } catch {
                handler.report(error, of: message)
              }
            }
          }
          """#)
      ]
    case .pageBridge:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A page that has sent its first message to the app.
          nonisolated struct ShownPage: Sendable, Hashable {
            /// The identity of one load of one page, unknown to other pages.
            let id: String
            let origin: WebOrigin
          }

          /// The page that a web view shows.
          ///
          /// A page sends its contract and what it listens to through a message handler of this class.
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
          /// Until it listens, events are kept, as many as the rule files allow; then they are sent in their
          /// order. When another page is loaded, the events that the last one does not have yet are dropped and
          /// reported. Events that were sent before the first page are kept for it.
          ///
          /// A page of an older version sends nothing: it gets events once it is loaded.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          @MainActor <#public#> final class PageBridge {
            /// The name of the message handler that pages use.
            <#public#> nonisolated static let handlerName = "__bascule"

            /// The part of the app's contract that the page knows; nil until the page sends it.
            <#public#> private(set) var contract: BridgeContract?

          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// Gives the URLs of origins that only the app knows; without it, no page has such an origin.
            <#public#> weak var originSource: (any OriginSource)? {
              didSet {
          """#),
        SwiftRuntimeSection(
          [.originSource, .pageDelivery],
          #"""
                delivery.originSource = originSource
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
              }
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            private let app: BridgeContract
            /// nil before the first page.
            private var page: ShownPage?
          """#),
        SwiftRuntimeSection(
          [.pageDelivery],
          #"""
            let delivery: PageDelivery
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
            let events: EventOutbox
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// - Parameters:
            ///   - app: the contract of the app.
            ///   - waitsForPage: true to keep events until the page listens. Each document has to run the
            ///     script `announcement` at its start, and what it posts to `handlerName` has to be passed
            ///     to `receive`. If false, events are sent to the current page at once.
            <#public#> init(
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
              _ runner: any JavaScriptRunner,
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              contract app: BridgeContract, waitsForPage: Bool = false
            ) {
              self.app = app
          """#),
        SwiftRuntimeSection(
          [.pageDelivery],
          #"""
              delivery = PageDelivery(runner)
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              events = EventOutbox(
                delivery, known: app.events, dispatch: app.dispatch ?? .standard, waitsForPage: waitsForPage)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

            /// JavaScript to run at the start of each document, in the main frame only. It gives the app's
            /// contract to the page, and announces a new page to the app.
            ///
            /// The engine runs it again after `document.open()`, which keeps the page's variables but not its listeners, and is
            /// followed by no `pageshow`.
            ///
            /// - Parameter messages: those that the app accepts from this page.
            <#public#> func announcement(offering messages: [String]) -> String {
              let contract = BridgeContract(
                version: app.version, messages: messages, events: app.events, calls: app.calls)
              return """
                (() => {
                  const handler = globalThis.webkit?.messageHandlers?.\(Self.handlerName);
                  if (!handler) { return; }
                  const bridge = globalThis.__bascule ??= {};
                  delete bridge.listens;
                  delete bridge.listeners;
                  bridge.page = crypto.getRandomValues(new Uint32Array(4)).join("-");
                  bridge.app = \(JSONEncoder.text(of: contract) ?? "null");
                  const tell = (state) => { handler.postMessage({ page: bridge.page, state }); };
                  tell("started");
                  globalThis.addEventListener("pageshow", (event) => {
                    if (!event.persisted) { return; }
                    tell("started");
                    tell("loaded");
                  });
                  globalThis.addEventListener("load", () => { tell("loaded"); });
                })();
                """
            }

            /// Handles what the page has posted to `handlerName`. A page can only harm what it receives itself.
            ///
            /// - Parameter origin: the origin of the frame that has posted it, as reported by the web view.
            <#public#> func receive(_ body: Any, origin: WebOrigin, isMainFrame: Bool) {
              guard isMainFrame, let message = body as? [String: Any],
                let page = message["page"] as? String, page.utf8.count <= 100
              else { return }
              switch message["state"] as? String {
              case "started"?: start(ShownPage(id: page, origin: origin))
              case _ where page != self.page?.id: return
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              case "loaded"?: events.isLoaded = true
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              case nil: listen(message)
              default: return
              }
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              events.sendNext()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

            private func start(_ page: ShownPage) {
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              let former = self.page
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              (self.page, contract) = (page, nil)
          """#),
        SwiftRuntimeSection(
          [.pageDelivery],
          #"""
              delivery.start(page)
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              events.start(after: former)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
            /// Ends the calls and events of the page.
            func leave() {
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .pageDelivery],
          #"""
              delivery.leave()
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .eventOutbox],
          #"""
              events.leave()
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Keeps only names that the app knows.
            private func listen(_ message: [String: Any]) {
              guard let events = message["events"] as? [Any] else { return }
              // A page with modules of two versions may send the contract of the older one.
              let known = events + (message["listens"] as? [Any] ?? [])
              let version = message["version"] as? String ?? ""
              contract = BridgeContract(
                version: version.utf8.count <= 100 ? version : "", messages: [],
                events: listed(app.events, known), calls: listed(app.calls, message["calls"]))
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              self.events.listen(to: listed(app.events, message["listens"]), of: contract?.events ?? [])
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

            /// The names that are in the list too. `dynamic` keeps sets of texts from being compiled again.
            private dynamic func listed<Name: Hashable>(_ names: [Name], _ list: Any?) -> [Name] {
              let list = Set((list as? [Any] ?? []).compactMap { $0 as? Name })
              return names.filter { list.contains($0) }
            }
          }
          """#),
      ]
    case .pageCalls:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension PageBridge: WebCaller {
            /// True if the page knows the call, which it need not implement yet; nil until the page sends its
            /// contract.
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""
            ///
            /// nil also for a function that the page has without the generated module.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> func supports<Call: WebCall>(_ call: Call.Type) -> Bool? {
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""
              if Call.parameters != nil { return nil }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              return contract?.calls.contains(Call.name)
            }

            private static let callScript = """
              const calls = bridge && bridge.calls;
              const call = calls && calls[name];
              if (typeof call !== "function") { return {}; }
              try {
                const reply = await call(payload);
                return { reply: reply === undefined ? null : reply };
              } catch (error) {
                return { failure: error instanceof Error ? error.message : String(error) };
              }
              """

            private static func script<Call: WebCall>(of call: Call.Type) -> String {
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""
              if Call.parameters != nil { return FunctionCalls.script }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              return callScript
            }

            <#public#> func call<Call: WebCall>(
              _ call: Call, within seconds: Double?
            ) async throws -> Call.Reply {
              guard let recipient = delivery.recipient(of: Call.self) else {
                throw WebCallError.otherOrigin(Call.name, delivery.shown?.origin)
              }
              let arguments: [String: JSON] = [
                "name": .string(Call.name), "payload": call.payload,
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""
                "parameters": .array((Call.parameters ?? []).map { .string($0) }),
                "replies": .bool(Call.Reply.self != Void.self),
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              ]
              let outcome = try await delivery.run(
                Self.script(of: Call.self), arguments, in: recipient, within: seconds)
              let answer: JSON
              switch outcome {
              case .result(let value): answer = value
              case .pageLeft: throw WebCallError.pageLeft(Call.name)
              case .timedOut: throw WebCallError.timedOut(Call.name)
              }
              guard case .object(let fields) = answer, let reply = fields["reply"] else {
                if case .object(let fields) = answer, case .string(let reason)? = fields["failure"] {
                  throw WebCallError.failed(
                    Call.name, reason: PageText.quoted(reason, limit: WebCallError.maximalReason))
                }
                throw WebCallError.notImplemented(Call.name)
              }
              do {
                return try call.reply(from: reply)
              } catch let error as WireError {
                throw WebCallError.undecodable(Call.name, error)
              }
            }
          }
          """#),
      ]
    case .pageDelivery:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The page that an answer, an event or a call is for. Only `PageDelivery` makes one.
          nonisolated struct PageRecipient: Sendable {
            /// nil for any page: no page has announced itself, and the answer, event or call is for all origins.
            fileprivate let page: ShownPage?
          }

          /// The error of a script that the app runs in a page.
          <#public#> nonisolated struct PageScriptError: Error, Sendable, Hashable, CustomStringConvertible {
            /// The message of the engine, which can quote the page; escaped and cut.
            <#public#> let description: String

            /// nil for an error that is short and without characters to escape.
            fileprivate init?(_ error: any Error) {
              let text = "\(error)"
              description = PageText.quoted(text, limit: 1_000)
              if text == description { return nil }
            }
          }

          /// The only way from the app into a page.
          ///
          /// Each script is for one page, by identity and by origin: the app compares both before it runs the script, and the
          /// script compares both in the page, where no other page can come in between.
          @MainActor final class PageDelivery {
            /// The end of a script.
            nonisolated enum Outcome: Sendable {
              case result(JSON)
              /// Another page is shown, or the page is of another origin.
              case pageLeft
              case timedOut
            }

            /// In seconds: a page that is busy, or that replaces functions of JavaScript, may never answer.
            static let timeLimit = 60.0
            /// A page that answers none of so many scripts gets no more.
            static let maximalCount = 1_000

          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            weak var originSource: (any OriginSource)?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            private let runner: any JavaScriptRunner
            /// nil before the first page.
            private(set) var shown: ShownPage?
            /// The scripts that have not ended.
            private var running: [Int: Running] = [:]
            private var lastNumber = 0

            private nonisolated struct Running {
              let page: ShownPage?
              let caller: CheckedContinuation<Outcome, any Error>
              var timer: Task<Void, Never>?
            }

            init(_ runner: any JavaScriptRunner) { self.runner = runner }

            // MARK: The page

            /// Ends all scripts of other pages.
            func start(_ page: ShownPage) {
              shown = page
              for (number, script) in running where script.page != page {
                finish(number, .success(.pageLeft))
              }
            }

            /// Ends all scripts.
            func leave() {
              for number in running.keys { finish(number, .success(.pageLeft)) }
            }

            // MARK: Recipients

          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The page that has sent a message; nil for a frame inside the page, and if another page is shown already. It has
            /// to be taken in WebKit's call, since later the next page may be shown.
            func sender(of origin: WebOrigin, isMainFrame: Bool) -> PageRecipient? {
              guard let shown, isMainFrame, shown.origin == origin else { return nil }
              return PageRecipient(page: shown)
            }

          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
            /// The page that is shown; nil if the event is not for its origin.
            func recipient(of event: any WebEvent) -> PageRecipient? {
          """#),
        SwiftRuntimeSection(
          [.eventOutbox, .trustedOrigin],
          #"""
              guard isShown(type(of: event).origins) else { return nil }
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              return PageRecipient(page: shown)
            }

          """#),
        SwiftRuntimeSection(
          [.pageCalls],
          #"""
            /// The page that is shown; nil if the call is not for its origin.
            func recipient<Call: WebCall>(of call: Call.Type) -> PageRecipient? {
          """#),
        SwiftRuntimeSection(
          [.pageCalls, .trustedOrigin],
          #"""
              guard isShown(Call.origins) else { return nil }
          """#),
        SwiftRuntimeSection(
          [.pageCalls],
          #"""
              return PageRecipient(page: shown)
            }

          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
            /// True if the page that is shown is of one of the origins; no origins are all.
            private func isShown(_ origins: [TrustedOrigin]) -> Bool {
              if origins.isEmpty { return true }
              guard let shown else { return false }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin, .originSource],
          #"""
              if originSource?.gives(shown.origin, as: origins) == true { return true }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
              return origins.contains { $0.contains(shown.origin) }
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            // MARK: Scripts

            /// A page can set `__bascule.page` to any text, but not change its `location`.
            private static let head = """
              "use strict";
              const bridge = globalThis.__bascule;
              if (page !== null) {
                const address = location.protocol === "about:" ? self.origin : location.origin;
                let isThere = origin === null || address === origin;
                if (!isThere && location.protocol === scheme) {
                  const text = location.host;
                  let i = 0;
                  while (i < text.length && (text[i] === host[i] || text[i] === capitals[i])) { i++; }
                  isThere = i === text.length && i === host.length;
                }
                if (!bridge || bridge.page !== page || !isThere) { return "other page"; }
              }

              """

            /// Runs a script in the page that it is for.
            ///
            /// - Parameters:
            ///   - body: the body of an asynchronous function; `bridge` is the page's `__bascule`.
            ///   - seconds: the time limit; nil to wait as long as the page is shown.
            func run(
              _ body: String, _ arguments: [String: JSON], in recipient: PageRecipient,
              within seconds: Double?
            ) async throws -> Outcome {
              if let page = recipient.page, page != shown { return .pageLeft }
              if running.count == Self.maximalCount { return .timedOut }
              var arguments = arguments
              arguments["page"] = recipient.page.map { .string($0.id) } ?? .null
              // A page without an origin has no address to compare.
              let origin = recipient.page?.origin
              arguments["origin"] =
                origin.flatMap { $0.scheme.isEmpty ? nil : .string("\($0)") } ?? .null
              // The letters of a host can be capitals in an address that is not one of the web.
              if let origin, !["http", "https"].contains(origin.scheme) {
                let host = "\(origin)".dropFirst(origin.scheme.count + "://".count)
                let capitals = host.utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
                arguments["host"] = .string(String(host))
                arguments["capitals"] = .string(String(decoding: capitals, as: UTF8.self))
                arguments["scheme"] = .string(origin.scheme + ":")
              } else {
                arguments["scheme"] = .null
              }
              lastNumber += 1
              let number = lastNumber
              return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { caller in
                  running[number] = Running(page: recipient.page, caller: caller)
                  if Task.isCancelled { return finish(number, .failure(CancellationError())) }
                  if let seconds {
                    running[number]?.timer = Task { [weak self] in
                      try? await Task.sleep(nanoseconds: UInt64(max(0, min(seconds, 1e9)) * 1e9))
                      if !Task.isCancelled { self?.finish(number, .success(.timedOut)) }
                    }
                  }
                  start(number, Self.head + body, arguments)
                }
              } onCancel: {
                Task { @MainActor [weak self] in self?.finish(number, .failure(CancellationError())) }
              }
            }

            private func start(_ number: Int, _ script: String, _ arguments: [String: JSON]) {
              Task { [weak self, runner] in
                let result: Result<Outcome, any Error>
                do {
                  // Another page may be shown since the task was made.
                  guard self?.running[number] != nil else { return }
                  let value = try await runner.run(script, arguments: arguments)
                  result = .success(value == .string("other page") ? .pageLeft : .result(value))
                } catch {
                  result = .failure(PageScriptError(error) ?? error)
                }
                self?.finish(number, result)
              }
            }

            private func finish(_ number: Int, _ result: Result<Outcome, any Error>) {
              guard let script = running.removeValue(forKey: number) else { return }
              script.timer?.cancel()
              script.caller.resume(with: result)
            }
          }
          """#),
      ]
    case .pageLimits:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The limits for what pages start: no page keeps the app or its user busy.
          nonisolated enum PageLimits {
          """#),
        SwiftRuntimeSection(
          [.stepLimits],
          #"""
            /// Steps `open url` of one web view, of links and forms on the one hand and of other requests on the other: a link
            /// that the user tries again, and a page that sends its user to an app after it has loaded.
            static let opens = StepRate(atOnce: 5, secondsForOneMore: 3)
            /// Steps `present` and `push`, counted in the same way.
            static let screens = StepRate(atOnce: 10, secondsForOneMore: 1)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Questions about loads of frames that wait for the app. A page has few frames that load at a time; an
            /// `attempt` for each of them has a task and perhaps a question to the user.
            static let waitingFrames = 50
            /// Questions about new windows that wait for the app: more than a page opens in one turn.
            static let waitingWindows = 8
            /// Seconds after which a question that waits for the app is answered with `cancel`: longer than a user thinks about a
            /// question. A function that never returns would keep the web view and its delegates alive.
            static let waitingTime = 120.0
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            /// Second web views, with all that they opened. Each has a process of its own.
            static let popups = 10
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
            /// Requests for schemes of the app that are answered at once: more than a page has images in view.
            static let schemeRequests = 100
            /// The requests that wait for running ones. No page for a reader has more.
            static let waitingSchemeRequests = 2_000
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            /// Panels of one web view. More in a row come from a script in a loop.
            static let panels = StepRate(atOnce: 20, secondsForOneMore: 3)
          """#),
        SwiftRuntimeSection(
          [.nativePanels],
          #"""
            /// Panels of one page without a button to stop them.
            static let panelsWithoutStop = StepRate(atOnce: 2, secondsForOneMore: 30)
          """#),
        SwiftRuntimeSection(
          [.panelText],
          #"""
            /// The length of a panel's text in Unicode scalars, and its lines: what fits on a screen.
            static let panelText = (scalars: 1_000, lines: 20)
            /// The length of a host in a title. The end is kept, since it names the owner.
            static let panelTitle = 100
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }
          """#),
      ]
    case .pagePanel:
      [
        SwiftRuntimeSection(
          [],
          exports: [.webKit],
          #"""
            /// A text that a script shows, and waits for the user's answer.
            @MainActor <#public#> struct PagePanel {
              <#public#> let text: String
              /// The frame of the script. Pages can write any text, so show the host of its origin too.
              <#public#> let frame: WKFrameInfo
              <#public#> let webView: WKWebView
            }
          """#)
      ]
    case .pageParts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// The URL of the page that is shown.
            var currentPage: RequestAddress { RequestAddress(pageParts) }

            var pageParts: AddressParts? {
              guard let pageURL else { return nil }
              if let known = memory.page { return known }
              let page = AddressParts(pageURL.absoluteString)
              memory.page = page
              return page
            }
          }
          """#)
      ]
    case .pageText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Text of a page in a report: a page can send any characters, and any number of them.
          nonisolated enum PageText {
            /// The text with escapes for characters that a log would not show as they are, cut at a length. A text that has been
            /// quoted stays as it is.
            static func quoted(_ text: String, limit: Int = 200) -> String {
              var result = ""
              var length = 0
              for scalar in text.unicodeScalars {
                let (piece, count) = escaped(scalar)
                length += count
                if length > limit { return result + "…" }
                result += piece
              }
              return result
            }

            private static func escaped(_ scalar: Unicode.Scalar) -> (String, count: Int) {
              switch scalar {
              case "\n": return (#"\n"#, 2)
              case "\r": return (#"\r"#, 2)
              case "\t": return (#"\t"#, 2)
              case " "..."~": return (String(scalar), 1)
              default: break
              }
              switch scalar.properties.generalCategory {
              // Among them are marks that change the direction of the text after them.
              case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
                .unassigned:
                let piece = #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
                return (piece, piece.utf8.count)
              default: return (String(scalar), 1)
              }
            }
          }
          """#)
      ]
    case .pageValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A value that is built for the page from an event, or from the answer to a message.
          nonisolated indirect enum PageValue: Sendable, Hashable {
            case constant(JSON)
            /// A field of the message that is answered, as the page sent it; null without it.
            case message([String])
            case object([String: PageValue])
            case name, payload, number, reply, errorCode, errorMessage

            /// - Parameters:
            ///   - parts: the values of the other cases.
            ///   - field: gives a field of the message that is answered.
            func json(_ parts: [PageValue: JSON], of field: ([String]) -> JSON = { _ in .null }) -> JSON {
              switch self {
              case .constant(let value): value
              case .message(let path): field(path)
              case .object(let fields): .object(fields.mapValues { $0.json(parts, of: field) })
              case .name, .payload, .number, .reply, .errorCode, .errorMessage: parts[self] ?? .null
              }
            }

            /// True if it has fields of the message.
            var readsMessage: Bool {
              switch self {
              case .message: true
              case .object(let fields): fields.values.contains(where: \.readsMessage)
              case .constant, .name, .payload, .number, .reply, .errorCode, .errorMessage: false
              }
            }
          }

          nonisolated extension PageValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
            ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
          {
            <#public#> init(stringLiteral value: String) { self = .constant(.string(value)) }
            <#public#> init(booleanLiteral value: Bool) { self = .constant(.bool(value)) }
            <#public#> init(floatLiteral value: Double) { self = .constant(.number(value)) }
            <#public#> init(integerLiteral value: Int) { self = .constant(.number(Double(value))) }
          }

          nonisolated extension PageValue: ExpressibleByDictionaryLiteral {
            <#public#> init(dictionaryLiteral elements: (String, PageValue)...) {
              self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
            }
          }
          """#)
      ]
    case .panelPresenter:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Shows the panels of scripts: `alert`, `confirm` and `prompt`. The page waits until they return.
          @MainActor <#public#> protocol PanelPresenter: AnyObject {
            #if canImport(WebKit)
              func showAlert(_ panel: PagePanel) async
              /// True if the user confirms.
              func showConfirm(_ panel: PagePanel) async -> Bool
              /// The text of the user; nil if the user cancels.
              ///
              /// - Parameter proposal: the text that the page proposes.
              func showPrompt(_ panel: PagePanel, proposal: String?) async -> String?
            #endif
          }
          """#)
      ]
    case .panelText:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// The texts of panels that generated code shows. The app translates its own in `Bascule.strings`.
            @MainActor enum PanelText {
              static var stop: String { translated("No More Messages") }

              /// The host of the frame, which a page cannot choose. A frame without an origin, such as a sandboxed one, is
              /// called so, since it could show any page.
              static func title(of panel: PagePanel) -> String {
                let origin = panel.frame.securityOrigin
                if !origin.host.isEmpty { return end(of: origin.host) }
                if !origin.protocol.isEmpty { return origin.protocol + ":" }
                if panel.frame.isMainFrame { return translated("An unknown page") }
                guard let host = panel.webView.url?.host, !host.isEmpty else {
                  return translated("An unknown frame")
                }
                return translated("An unknown frame of %@")
                  .replacingOccurrences(of: "%@", with: end(of: host))
              }

              private static func end(of host: String) -> String {
                if host.unicodeScalars.count <= PageLimits.panelTitle { return host }
                return "…" + String(host.unicodeScalars.suffix(PageLimits.panelTitle))
              }

              /// The beginning of a page's text, without characters that control its display.
              static func shown(_ text: String) -> String {
                let limits = PageLimits.panelText
                let start = text.unicodeScalars.prefix(limits.scalars)
                var shown = String.UnicodeScalarView()
                var lines = 1
                for scalar in start {
                  if scalar == "\n" {
                    lines += 1
                    if lines > limits.lines { return String(shown) + "…" }
                  } else if scalar.properties.generalCategory == .control || scalar.properties.isBidiControl {
                    continue
                  }
                  shown.append(scalar)
                }
                return String(shown) + (start.endIndex == text.unicodeScalars.endIndex ? "" : "…")
              }

              private static func translated(_ text: String) -> String {
                Bundle.main.localizedString(forKey: text, value: text, table: "Bascule")
              }
            }
          """#)
      ]
    case .panels:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension WebConfiguration {
              /// Shows the panels of scripts; nil if there is none, or no longer.
              var panels: (any PanelPresenter)? {
                switch settings.panels {
                case .app?: panelPresenter
          """#),
        SwiftRuntimeSection(
          [.nativePanels],
          #"""
                case .native?: NativePanels.shared
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                case nil: nil
                }
              }
            }
          """#),
      ]
    case .pathComponents:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Iterates over the components of a path that are not empty.
          nonisolated struct AddressComponents {
            private var index: Int
            private let end: Int

            init(_ layout: AddressLayout) {
              index = layout.pathStart
              end = layout.isOpaque ? layout.pathStart : layout.pathEnd
            }

            /// The range of the next component; empty at the end.
            ///
            /// - Parameter bytes: of the whole address.
            mutating func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int> {
              while index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
              let start = index
              index = bytes.firstIndex(of: UInt8(ascii: "/"), in: index..<end)
              return start..<index
            }
          }

          nonisolated extension AddressParts {
            /// The component at an index; 0 is always `/`.
            func component(_ index: Int) -> RequestText {
              if layout.isOpaque { return .missing }
              if index == 0 { return RequestText("/") }
              var components = AddressComponents(layout)
              let range = text.withBytes { bytes in
                for _ in 1..<index where components.next(bytes).isEmpty { break }
                return components.next(bytes)
              }
              return component(range)
            }

            /// - Parameter range: its offsets; empty for none.
            func component(_ range: Swift.Range<Int>) -> RequestText {
              if range.isEmpty { return .missing }
              let component = RequestText(text, from: range.lowerBound, to: range.upperBound)
              return layout.isPlain ? component : component.decoded(.path)
            }
          }

          extension NavigationRequest {
            func component(_ index: Int) -> RequestText { parts.component(index) }
          }
          """#)
      ]
    case .pathCount:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// The number of components, the root included.
            var pathCount: Int {
              if layout.isOpaque { return 0 }
              return text.withBytes { bytes in
                var components = AddressComponents(layout)
                var count = 1
                while !components.next(bytes).isEmpty { count += 1 }
                return count
              }
            }
          }

          extension NavigationRequest {
            var pathCount: RequestNumber { RequestNumber(parts.pathCount) }
          }
          """#)
      ]
    case .pathValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// `/` and the components, joined by `/`.
            var path: RequestText {
              if layout.isOpaque { return .missing }
              if layout.isPlain {
                return RequestText(text, from: layout.pathStart, to: layout.pathEnd)
              }
              var path: [UInt8] = []
              text.withBytes { bytes in
                var components = AddressComponents(layout)
                while case let component = components.next(bytes), !component.isEmpty {
                  path.append(UInt8(ascii: "/"))
                  path += bytes[component]
                }
              }
              if path.isEmpty { return RequestText("/") }
              return RequestText(String(decoding: path, as: UTF8.self)).decoded(.path)
            }
          }

          extension NavigationRequest {
            var path: RequestText { parts.path }
          }
          """#)
      ]
    case .percentDecoding:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The way to read the escapes of a part of a URL.
          nonisolated enum PartDecoding {
            /// `%2F` and `%5C` stay escaped, since they separate no components.
            case path
            /// `+` is a space.
            case query
            case plain
          }

          nonisolated extension RequestText {
            /// Decodes percent escapes once; a malformed escape, or one that is not UTF-8, is kept.
            func decoded(_ decoding: PartDecoding) -> RequestText {
              if withBytes({ !$0.hasEscapes($0.indices, decoding) }) { return self }
              return RequestText(
                withBytes { bytes in
                  String(unsafeUninitializedCapacity: bytes.count) {
                    bytes.decode(bytes.indices, decoding, into: $0)
                  }
                })
            }
          }

          nonisolated extension UnsafeBufferPointer<UInt8> {
          """#),
        SwiftRuntimeSection(
          [.query],
          #"""
            /// Calls `body` with the decoded bytes of a part, which are read in place if nothing is escaped.
            @inline(__always) func withDecoded<Result>(
              _ part: Swift.Range<Int>, _ decoding: PartDecoding,
              _ body: (UnsafeBufferPointer<UInt8>) -> Result
            ) -> Result {
              if !hasEscapes(part, decoding) { return body(UnsafeBufferPointer(rebasing: self[part])) }
              return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: part.count) { decoded in
                let count = decode(part, decoding, into: decoded)
                return body(UnsafeBufferPointer(rebasing: decoded[..<count]))
              }
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            @inline(__always) func hasEscapes(_ part: Swift.Range<Int>, _ decoding: PartDecoding) -> Bool {
              let end =
                switch decoding {
                case .query:
                  firstPlace(in: part, marks: { $0.marks(0x25...0x25) | $0.marks(0x2B...0x2B) }) { _ in true }
                case .path, .plain: firstIndex(of: UInt8(ascii: "%"), in: part)
                }
              return end < part.upperBound
            }

            /// Writes the decoded bytes of a part, and returns their number; at most that of the part.
            fileprivate func decode(
              _ part: Swift.Range<Int>, _ decoding: PartDecoding,
              into output: UnsafeMutableBufferPointer<UInt8>
            ) -> Int {
              var (index, count) = (part.lowerBound, 0)
              while index < part.upperBound {
                let byte = self[index]
                if byte == UInt8(ascii: "%"), let scalar = escapedScalar(at: index, to: part.upperBound),
                  decoding != .path || scalar.first != UInt8(ascii: "/") && scalar.first != UInt8(ascii: "\\")
                {
                  for byte in scalar {
                    output[count] = byte
                    count += 1
                  }
                  index += 3 * scalar.count
                } else {
                  let isSpace = byte == UInt8(ascii: "+") && decoding == .query
                  output[count] = isSpace ? UInt8(ascii: " ") : byte
                  count += 1
                  index += 1
                }
              }
              return count
            }

            private func escapedScalar(at index: Int, to end: Int) -> Unicode.UTF8.EncodedScalar? {
              var escapes = Escapes(bytes: self, index: index, end: end)
              var parser = Unicode.UTF8.ForwardParser()
              guard case .valid(let scalar) = parser.parseScalar(from: &escapes) else { return nil }
              return scalar
            }
          }

          /// Iterates over the bytes of escapes that follow each other.
          private nonisolated struct Escapes: IteratorProtocol {
            let bytes: UnsafeBufferPointer<UInt8>
            var index: Int
            let end: Int

            @inline(__always) mutating func next() -> UInt8? {
              guard index + 2 < end, bytes[index] == UInt8(ascii: "%"),
                let high = Self.hexDigit(bytes[index + 1]), let low = Self.hexDigit(bytes[index + 2])
              else { return nil }
              index += 3
              return high << 4 | low
            }

            @inline(__always) private static func hexDigit(_ byte: UInt8) -> UInt8? {
              switch byte {
              case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
              case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
              case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
              default: nil
              }
            }
          }
          """#),
      ]
    case .popupPresenter:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Shows the second web views that rules open for new windows.
          @MainActor <#public#> protocol PopupPresenter: AnyObject {
            #if canImport(WebKit)
              /// Shows the web view of a new window. Keep the session as long as it is shown; without it the
              /// window closes.
              func showPopup(_ popup: WebSession)
              /// The page has closed its window.
              func closePopup(_ popup: WebSession)
            #endif
          }
          """#)
      ]
    case .popups:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension WebSession {
              /// Makes a second web view for each new window, and shows it if the rules decide so.
              func open(_ popups: Popups) {
                delegate.openPopup = { [weak delegate] web, action, opener in
                  guard let delegate, delegate.isBelow(.windows, delegate.windows.haveRoom, in: opener),
                    let url = action.request.url ?? URL(string: "about:blank"),
                    let configuration = popups.configuration(url)
                  else { return nil }
                  let windows = delegate.windows
                  let popup = WebSession(configuration, openedWith: web)
                  popup.delegate.windows = windows
          """#),
        SwiftRuntimeSection(
          [.stepLimits],
          #"""
                  popup.delegate.limits = delegate.limits
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  windows.add(popup.webView)
                  popup.delegate.opening = Task {
                    guard await delegate.isPopup(action, in: opener),
                      let presenter = popups.presenter as? any PopupPresenter
                    else {
                      windows.decided(popup.webView, isShown: false)
                      return false
                    }
                    windows.decided(popup.webView, isShown: true)
                    popup.delegate.closed = { [weak popup, weak presenter] in
                      if let popup { presenter?.closePopup(popup) }
                    }
                    presenter.showPopup(popup)
                    return true
                  }
                  return popup.webView
                }
              }

              /// - Parameter web: the configuration that WebKit requires, with the data store of the opener.
              private convenience init(
                _ configuration: WebConfiguration, openedWith web: WKWebViewConfiguration
              ) {
                self.init(configuration) { own in
                  let store = web.websiteDataStore
                  configuration.settings.apply(to: web)
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
                  configuration.addSchemeHandlers(to: web)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  web.websiteDataStore = store
                  web.userContentController = own.userContentController
                  return WKWebView(frame: .zero, configuration: web)
                }
              }
            }
          """#),
      ]
    case .portValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            var port: RequestNumber { RequestNumber(layout.port < 0 ? nil : layout.port) }
          }

          extension NavigationRequest {
            var port: RequestNumber { parts.port }
          }
          """#)
      ]
    case .query:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Iterates over the items of a query that are not empty, as written.
          nonisolated struct QueryItems {
            private var index: Int
            private let end: Int

            /// - Parameter bytes: of the whole address.
            init(_ layout: AddressLayout, _ bytes: UnsafeBufferPointer<UInt8>) {
              let query = layout.query(bytes) ?? 0..<0
              index = query.lowerBound
              end = query.upperBound
            }

            /// - Parameter bytes: of the whole address.
            mutating func next(
              _ bytes: UnsafeBufferPointer<UInt8>
            ) -> (name: Swift.Range<Int>, value: Swift.Range<Int>)? {
              while index < end, bytes[index] == UInt8(ascii: "&") { index += 1 }
              if index >= end { return nil }
              let item = index..<bytes.firstIndex(of: UInt8(ascii: "&"), in: index..<end)
              let nameEnd = bytes.firstIndex(of: UInt8(ascii: "="), in: item)
              index = item.upperBound
              return (item.lowerBound..<nameEnd, min(nameEnd + 1, item.upperBound)..<item.upperBound)
            }
          }

          nonisolated extension AddressLayout {
            /// The range after the `?`; nil if there is none.
            func query(_ bytes: UnsafeBufferPointer<UInt8>) -> Swift.Range<Int>? {
              guard pathEnd < end, bytes[pathEnd] == UInt8(ascii: "?") else { return nil }
              return (pathEnd + 1)..<numberSign(bytes)
            }
          }

          nonisolated extension AddressParts {
            var rawQuery: RequestText { part(text.withBytes { layout.query($0) }) }

            /// The first value of a key; empty for `?key` and `?key=`.
            func query(_ key: StaticString) -> RequestText { key.withUTF8Buffer { query($0, .query) } }

            func query(_ key: UnsafeBufferPointer<UInt8>, _ decoding: PartDecoding) -> RequestText {
              let value = text.withBytes { bytes -> Swift.Range<Int>? in
                var items = QueryItems(layout, bytes)
                while let item = items.next(bytes) {
                  if bytes.hasText(key, in: item.name, decoding) { return item.value }
                }
                return nil
              }
              return part(value).decoded(decoding)
            }
          }

          nonisolated extension UnsafeBufferPointer<UInt8> {
            /// True if the part, decoded, is the text.
            @inline(__always) func hasText(
              _ text: UnsafeBufferPointer<UInt8>, in part: Swift.Range<Int>, _ decoding: PartDecoding
            ) -> Bool {
              // A byte of the text takes at most three.
              if part.count < text.count || part.count > 3 * text.count { return false }
              return withDecoded(part, decoding) { $0.count == text.count && $0.begins(with: text, at: 0) }
            }
          }

          extension NavigationRequest {
            var rawQuery: RequestText { parts.rawQuery }
            func query(_ key: StaticString) -> RequestText { parts.query(key) }
          }
          """#)
      ]
    case .rawQueryItem:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressParts {
            /// The first value of a key; empty for `?key` and `?key=`. A `+` is no space.
            func rawQuery(_ key: StaticString) -> RequestText { key.withUTF8Buffer { query($0, .plain) } }
          }

          extension NavigationRequest {
            func rawQuery(_ key: StaticString) -> RequestText { parts.rawQuery(key) }
          }
          """#)
      ]
    case .reachedLimit:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A limit for what the pages of a web view start, which they have reached.
          <#public#> nonisolated enum ReachedLimit: Error, Sendable, Hashable, CustomStringConvertible {
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
            case windows
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
            case panels
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
            /// Of the scheme.
            case requests(String)
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            <#public#> var description: String {
              switch self {
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
              case .windows: "no new window, since pages have opened too many"
          """#),
        SwiftRuntimeSection(
          [.panels],
          #"""
              case .panels: "no panel, since pages have shown too many"
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
              case .requests(let scheme): "a request for `\(scheme)` failed, since too many others wait"
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }
          }
          """#),
      ]
    case .refusedStep:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// A step that was not performed.
          <#public#> nonisolated struct RefusedStep: Error, Sendable, Hashable, CustomStringConvertible {
            <#public#> enum Verb: String, Sendable { case load, open, present, push }

            <#public#> enum Reason: String, Sendable {
              /// The rule's condition does not name the scheme of the URL.
              case scheme
              /// Pages of the web view have had the app do it too often. Later steps are refused without a report, until one
              /// is performed again.
              case tooOften
            }

            <#public#> let verb: Verb
            <#public#> let url: URL
            <#public#> let reason: Reason
            /// The place of the rule.
            <#public#> let rule: String

            <#public#> var description: String {
              switch reason {
              case .scheme:
                "\(rule): no `\(verb) url` of \(url), since the condition does not name its scheme"
              case .tooOften: "\(rule): no `\(verb)` for \(url), since pages have asked for it too often"
              }
            }
          }
          """#)
      ]
    case .relatedTexts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            /// Both texts are present, and this one begins with the other one.
            func hasPrefix(_ other: RequestText) -> Bool {
              exists && other.exists && withBytes { bytes in other.withBytes { bytes.starts(with: $0) } }
            }

            /// Both texts are present, and this one ends with the other one.
            func hasSuffix(_ other: RequestText) -> Bool {
              exists && other.exists
                && withBytes { bytes in other.withBytes { bytes.suffix($0.count).elementsEqual($0) } }
            }

            /// Both texts are present, and this one contains the other one.
            func contains(_ other: RequestText) -> Bool {
              exists && other.exists && withBytes { bytes in other.withBytes { bytes.contains($0) } }
            }
          }
          """#)
      ]
    case .requestAddress:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Another URL that rules test, such as that of the page, or no URL: then all parts are missing.
          nonisolated struct RequestAddress: Sendable {
            private let parts: AddressParts?

            init(_ parts: AddressParts?) { self.parts = parts }

            var url: URL? { parts.flatMap { URL(standard: $0.written) } }
            /// The whole URL as text, normalized.
            var text: RequestText { parts?.whole ?? .missing }
            var scheme: RequestText { parts?.scheme ?? .missing }
            var host: RequestText { parts?.host ?? .missing }
            func component(_ index: Int) -> RequestText {
              parts?.component(index) ?? .missing
            }
          """#),
        SwiftRuntimeSection(
          [.portValue],
          #"""
            var port: RequestNumber { parts?.port ?? RequestNumber(nil) }
          """#),
        SwiftRuntimeSection(
          [.pathValue],
          #"""
            var path: RequestText { parts?.path ?? .missing }
          """#),
        SwiftRuntimeSection(
          [.lastPathComponent],
          #"""
            var lastComponent: RequestText { parts?.lastComponent ?? .missing }
          """#),
        SwiftRuntimeSection(
          [.pathCount],
          #"""
            var pathCount: RequestNumber { RequestNumber(parts?.pathCount) }
          """#),
        SwiftRuntimeSection(
          [.afterSchemeValue],
          #"""
            var afterScheme: RequestText { parts?.afterScheme ?? .missing }
            var opaque: RequestText { parts?.opaque ?? .missing }
          """#),
        SwiftRuntimeSection(
          [.rawQueryItem],
          #"""
            func rawQuery(_ key: StaticString) -> RequestText {
              parts?.rawQuery(key) ?? .missing
            }
          """#),
        SwiftRuntimeSection(
          [.query],
          #"""
            var rawQuery: RequestText { parts?.rawQuery ?? .missing }
            func query(_ key: StaticString) -> RequestText {
              parts?.query(key) ?? .missing
            }
          """#),
        SwiftRuntimeSection(
          [.fragmentValue],
          #"""
            var rawFragment: RequestText { parts?.rawFragment ?? .missing }
            var fragment: RequestText { parts?.fragment ?? .missing }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }
          """#),
      ]
    case .requestMemory:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// Reads a flag of the app, at most once for each request.
            func flag(_ number: Int, _ ask: @autoclosure () -> Bool) -> Bool {
              if let known = memory.flags[number] { return known }
              let answer = ask()
              memory.flags[number] = answer
              return answer
            }
          }

          /// The results of earlier tests of a request.
          @MainActor final class RequestMemory {
          """#),
        SwiftRuntimeSection(
          [.pageParts],
          #"""
            /// The parts of the page's URL, after the first test of one.
            var page: AddressParts?
          """#),
        SwiftRuntimeSection(
          [.documentParts],
          #"""
            /// The parts of the main document's URL, after the first test of one.
            var document: AddressParts?
          """#),
        SwiftRuntimeSection(
          [.sourceParts],
          #"""
            /// The parts of the origin of the page that asks, after the first test of one.
            var source: AddressParts?
          """#),
        SwiftRuntimeSection(
          [.appValue],
          #"""
            /// The texts of the app, by their number.
            var texts: [Int: RequestText] = [:]
          """#),
        SwiftRuntimeSection(
          [.appNumber],
          #"""
            /// The numbers of the app, by their number.
            var numbers: [Int: RequestNumber] = [:]
          """#),
        SwiftRuntimeSection(
          [.appURL],
          #"""
            /// The URLs of the app, by their number.
            var addresses: [Int: RequestAddress] = [:]
          """#),
        SwiftRuntimeSection(
          [.appTexts],
          #"""
            /// The lists of texts of the app, by their number.
            var lists: [Int: [String]] = [:]
          """#),
        SwiftRuntimeSection(
          [.appURLs],
          #"""
            /// The lists of URLs of the app, by their number.
            var urls: [Int: AppURLs] = [:]
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// The app's answers about its flags, by their number.
            fileprivate var flags: [Int: Bool] = [:]

            /// The memory of the last request. The next request takes it over if the last one is gone.
            private static var last = RequestMemory()

            static func blank() -> RequestMemory {
              if isKnownUniquelyReferenced(&last) {
          """#),
        SwiftRuntimeSection(
          [.pageParts],
          #"""
                last.page = nil
          """#),
        SwiftRuntimeSection(
          [.documentParts],
          #"""
                last.document = nil
          """#),
        SwiftRuntimeSection(
          [.sourceParts],
          #"""
                last.source = nil
          """#),
        SwiftRuntimeSection(
          [.appValue],
          #"""
                last.texts.removeAll(keepingCapacity: true)
          """#),
        SwiftRuntimeSection(
          [.appNumber],
          #"""
                last.numbers.removeAll(keepingCapacity: true)
          """#),
        SwiftRuntimeSection(
          [.appURL],
          #"""
                last.addresses.removeAll(keepingCapacity: true)
          """#),
        SwiftRuntimeSection(
          [.appTexts],
          #"""
                last.lists.removeAll(keepingCapacity: true)
          """#),
        SwiftRuntimeSection(
          [.appURLs],
          #"""
                last.urls.removeAll(keepingCapacity: true)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                last.flags.removeAll(keepingCapacity: true)
              } else {
                last = RequestMemory()
              }
              return last
            }
          }
          """#),
      ]
    case .requestNumber:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A number of a request, or no number. Every test of a missing number is false.
          nonisolated struct RequestNumber {
            let value: Int?

            init(_ value: Int?) { self.value = value }

            var exists: Bool { value != nil }

            func equals(_ other: Int) -> Bool { value == other }
            func differs(from other: Int) -> Bool { exists && value != other }
            func isOne(of others: Int...) -> Bool { others.contains { equals($0) } }
            func isNone(of others: Int...) -> Bool {
              exists && !others.contains { equals($0) }
            }
            func isAtMost(_ other: Int) -> Bool { value.map { $0 <= other } ?? false }
            func isAtLeast(_ other: Int) -> Bool {
              value.map { $0 >= other } ?? false
            }
          }
          """#)
      ]
    case .requestText:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A text of a request, or no text. Every test of a missing text is false.
          ///
          /// It is a view into a longer text; only a percent-decoded text has its own storage.
          nonisolated struct RequestText: Sendable {
            private let text: String
            private let start: Int
            private let end: Int
            /// The distance to the same text with its capitals, which is handed on but not compared; usually 0.
            private let distance: Int

            static let missing = RequestText("", from: -1, to: -1)

            init(_ text: String, from start: Int, to end: Int, writtenAfter distance: Int = 0) {
              self.text = text
              self.start = start
              self.end = end
              self.distance = distance
            }

            init(_ value: String?) {
              if let value { self.init(value, from: 0, to: value.utf8.count) } else { self = .missing }
            }

            var exists: Bool { start >= 0 }
            /// True if it is missing or has no bytes.
            var isEmpty: Bool { start == end }

            /// The text that is handed on.
            var value: String? {
              if !exists { return nil }
              if start == 0, end == text.utf8.count { return text }
              return text.withBytes {
                String(decoding: $0[(start + distance)..<(end + distance)], as: UTF8.self)
              }
            }

            /// Calls `body` with the bytes that are compared; a missing text has none.
            func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
              text.withBytes { bytes in
                body(UnsafeBufferPointer(rebasing: bytes[max(start, 0)..<max(end, 0)]))
              }
            }

          """#),
        SwiftRuntimeSection(
          [.captures],
          #"""
            /// The part between two offsets.
            func part(_ range: Swift.Range<Int>) -> RequestText {
              RequestText(
                text, from: start + range.lowerBound, to: start + range.upperBound, writtenAfter: distance)
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            func equals(_ other: StaticString) -> Bool {
              exists && end - start == other.utf8CodeUnitCount && hasPrefix(other)
            }

            func hasPrefix(_ prefix: StaticString) -> Bool {
              exists && withBytes { bytes in prefix.withUTF8Buffer { bytes.begins(with: $0, at: 0) } }
            }
          }
          """#),
      ]
    case .responseDecisions:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation, .webKit],
          #"""
            extension NavigationRequest {
              /// nil for a response without a URL.
              ///
              /// - Parameter page: the page now shown.
              <#public#> init?(_ response: WKNavigationResponse, page: URL?) {
                self.init(
                  response.response, isMainFrame: response.isForMainFrame,
                  isDisplayable: response.canShowMIMEType, page: page)
              }

              /// nil for a response without a URL.
              ///
              /// - Parameters:
              ///   - isDisplayable: whether the web view can show it.
              ///   - page: the page now shown.
              <#public#> init?(_ response: URLResponse, isMainFrame: Bool, isDisplayable: Bool, page: URL?) {
                guard let url = response.url else { return nil }
                let http = response as? HTTPURLResponse
                var headers: [String: String] = [:]
                for case (let name as String, let value as String) in http?.allHeaderFields ?? [:] {
                  headers[name] = value
                }
                let answer = NavigationResponse(
                  status: http?.statusCode, mimeType: response.mimeType, headers: headers,
                  isDisplayable: isDisplayable, filename: response.suggestedFilename)
                self.init(url: url, response: answer, frame: isMainFrame ? .main : .sub, page: page)
              }
            }

            nonisolated extension NavigationDecision {
              /// The decision about a response in WebKit's words.
              ///
              /// - Parameter isDisplayable: whether the web view can show it. WebKit cancels a response that it
              ///   is allowed to show and cannot.
              <#public#> func responsePolicy(isDisplayable: Bool) -> WKNavigationResponsePolicy {
                switch self {
                case .allow: isDisplayable ? .allow : .cancel
                case .cancel: .cancel
                case .download: .download
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
                case .popup: .cancel
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                }
              }
            }
          """#),
      ]
    case .responseValues:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            var status: RequestNumber { RequestNumber(response?.status) }
            var mime: RequestText { RequestText(response?.mimeType) }
            var filename: RequestText { RequestText(response?.filename) }
            var isDisplayable: Bool { response?.isDisplayable ?? true }
          }
          """#)
      ]
    case .ruleTable:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The rules of a chain, indexed by the properties that a request must have for a rule to match.
          ///
          /// A lookup only excludes rules that cannot match; the code of each remaining rule tests the request,
          /// in the order of the rules. The words are: the number of rules; the offset of the rules' places; the
          /// offset of the list of rules that are always tested; the number of slots of the hash table, less
          /// one; the offset of the slots; the kinds of key; the node of the root path; the offset of the list of
          /// lengths of host suffixes. A node has: the list of rules for a path that ends there, the list for a
          /// longer path, the kinds of edges that leave it, the list of lengths of prefix edges. All lists
          /// ascend.
          nonisolated struct RuleTable {
            /// Ends a list of numbers.
            fileprivate static let end: UInt32 = 0xFF_FFFF

            /// Never freed: a table is kept until the program ends.
            fileprivate let words: UnsafeBufferPointer<UInt32>

            /// - Parameter text: the words of 24 bits, each as four characters of six bits, lowest first; `0`
            ///   is 0.
            init(_ text: StaticString) {
              let count = text.utf8CodeUnitCount / 4
              let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
              text.withUTF8Buffer { characters in
                for index in 0..<count {
                  var word: UInt32 = 0
                  for place in (0..<4).reversed() {
                    word = word << 6 | UInt32(characters[4 * index + place] - UInt8(ascii: "0"))
                  }
                  words.initializeElement(at: index, to: word)
                }
              }
              self.words = UnsafeBufferPointer(words)
            }

            /// The rules that may match the request.
            @MainActor @inline(__always) func candidates(for request: NavigationRequest) -> RuleCandidates {
              RuleCandidates(words, request.parts.text, request.parts.layout)
            }
          }

          /// The rules that may match a request, in their order.
          nonisolated struct RuleCandidates {
            private let words: UnsafeBufferPointer<UInt32>
            private var lists = RuleLists()
            /// The next of all rules, if the request has too many lists.
            private var nextOfAll: UInt32?

            @inline(__always) fileprivate init(
              _ words: UnsafeBufferPointer<UInt32>, _ text: borrowing String, _ layout: AddressLayout
            ) {
              self.words = words
              text.withBytes { find($0, layout) }
            }

            private mutating func find(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: AddressLayout) {
              add(words[2])
              let kinds = words[5]
              if kinds & 1 != 0, layout.hostStart < layout.hostEnd {
                look(RuleHash.host.edge(bytes, layout.hostStart..<layout.hostEnd))
              }
              if kinds & 8 != 0 { lookHostSuffixes(bytes, layout.hostStart..<layout.hostEnd) }
              if kinds & 2 != 0 { look(RuleHash.scheme.edge(bytes, 0..<layout.schemeEnd)) }
              if kinds & 4 != 0, layout.pathEnd < layout.end {
                lookQuery(QueryItems(layout, bytes), bytes)
              }
              if !layout.isOpaque {
                walk(words[6], .path, AddressComponents(layout), bytes, isPlain: layout.isPlain)
              }
            }

            /// The next rule: the number of its owner and its number there; nil at the end.
            mutating func next() -> (owner: Int, rule: Int)? {
              var rule = RuleTable.end
              if let next = nextOfAll {
                if next < words[0] { rule = next }
                nextOfAll = next + 1
              } else {
                rule = lists.next(words)
              }
              if rule == RuleTable.end { return nil }
              let place = Int(words[1] + 2 * rule)
              return (Int(words[place]), Int(words[place + 1]))
            }

            /// - Parameter list: offset; 0 for none.
            private mutating func add(_ list: UInt32) {
              if list != 0, !lists.add(list) { nextOfAll = 0 }
            }

            /// The offset of the node with a hash; nil if there is none.
            private func node(_ hash: RuleHash) -> UInt32? {
              let key = hash.key
              let mask = words[3]
              var slot = key & mask
              while true {
                let place = Int(words[4] + 2 * slot)
                if words[place] == key { return words[place + 1] }
                if words[place] == 0 { return nil }
                slot = (slot + 1) & mask
              }
            }

            private mutating func look(_ hash: RuleHash) {
              if let node = node(hash) { add(words[Int(node) + 1]) }
            }

            private mutating func lookHostSuffixes(
              _ bytes: UnsafeBufferPointer<UInt8>, _ host: Swift.Range<Int>
            ) {
              var length = Int(words[7])
              while words[length] != RuleTable.end, words[length] <= host.count {
                let start = host.upperBound - Int(words[length])
                look(RuleHash.hostSuffix.edge(bytes, start..<host.upperBound))
                length += 1
              }
            }

            private mutating func lookQuery(_ items: QueryItems, _ bytes: UnsafeBufferPointer<UInt8>) {
              var items = items
              while let item = items.next(bytes) {
                let name = queryEdge(.query, bytes, item.name)
                look(name)
                look(queryEdge(name, bytes, item.value))
              }
            }

            private func queryEdge(
              _ hash: RuleHash, _ bytes: UnsafeBufferPointer<UInt8>, _ part: Swift.Range<Int>
            ) -> RuleHash {
              bytes.withDecoded(part, .query) { hash.edge($0, $0.indices) }
            }

            /// Adds the rules for the rest of a path, from a node on.
            private mutating func walk(
              _ start: UInt32, _ hash: RuleHash, _ rest: AddressComponents,
              _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool
            ) {
              var start = Int(start)
              var hash = hash
              var rest = rest
              while true {
                add(words[start + 1])
                let component = rest.next(bytes)
                if component.isEmpty { return add(words[start]) }
                let edges = words[start + 2]
                let prefixes = Int(words[start + 3])
                var literal = hash
                func look(_ bytes: UnsafeBufferPointer<UInt8>, _ component: Swift.Range<Int>) {
                  if edges & 1 != 0 { literal = hash.edge(bytes, component) }
                  if prefixes != 0 { lookPrefixes(prefixes, hash, bytes, component) }
                }
                if isPlain {
                  look(bytes, component)
                } else {
                  bytes.withDecoded(component, .path) { look($0, $0.indices) }
                }
                let any = edges & 2 == 0 ? nil : node(hash.anyEdge)
                if edges & 1 != 0, let next = node(literal) {
                  if let any { walk(any, hash.anyEdge, rest, bytes, isPlain: isPlain) }
                  start = Int(next)
                  hash = literal
                } else if let any {
                  start = Int(any)
                  hash = hash.anyEdge
                } else {
                  return
                }
              }
            }

            /// - Parameter lengths: a list.
            private mutating func lookPrefixes(
              _ lengths: Int, _ hash: RuleHash, _ bytes: UnsafeBufferPointer<UInt8>,
              _ component: Swift.Range<Int>
            ) {
              var index = lengths
              while words[index] != RuleTable.end, words[index] <= component.count {
                let end = component.lowerBound + Int(words[index])
                look(hash.prefixEdge(bytes, component.lowerBound..<end))
                index += 1
              }
            }
          }

          /// A few lists of rules that are merged.
          private nonisolated struct RuleLists {
            /// The offset of the next rule of each list.
            private var places = SIMD16<UInt32>()
            private var count = 0

            /// Adds a list; returns false if there is no room.
            mutating func add(_ list: UInt32) -> Bool {
              if count == places.scalarCount { return false }
              places[count] = list
              count += 1
              return true
            }

            /// Removes the least rule from all lists that begin with it; `RuleTable.end` if all are empty.
            mutating func next(_ words: UnsafeBufferPointer<UInt32>) -> UInt32 {
              var least = RuleTable.end
              for list in 0..<count { least = min(least, words[Int(places[list])]) }
              if least == RuleTable.end { return RuleTable.end }
              for list in 0..<count where words[Int(places[list])] == least { places[list] += 1 }
              return least
            }
          }

          /// The hash of a key of a request, or of the path to a node.
          private nonisolated struct RuleHash {
            private var state: UInt64

            static let path = RuleHash(state: 1)
            static let host = RuleHash(state: 2)
            static let scheme = RuleHash(state: 3)
            static let query = RuleHash(state: 4)
            static let hostSuffix = RuleHash(state: 5)

            /// The hash after an edge of these bytes, eight at a time.
            @inline(__always) func edge(
              _ bytes: UnsafeBufferPointer<UInt8>, _ range: Swift.Range<Int>
            ) -> RuleHash {
              var hash = self
              var index = range.lowerBound
              while index < range.upperBound {
                hash = hash.mixed(bytes.word(at: index, to: range.upperBound))
                index &+= 8
              }
              return hash
            }

            var anyEdge: RuleHash { mixed(1) }

            func prefixEdge(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Swift.Range<Int>) -> RuleHash {
              mixed(2).edge(bytes, range)
            }

            /// 24 bits, never 0.
            var key: UInt32 { max(1, UInt32(truncatingIfNeeded: state >> 40)) }

            private func mixed(_ value: UInt64) -> RuleHash {
              let product = (state ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
              return RuleHash(state: product.high ^ product.low)
            }
          }
          """#)
      ]
    case .safeSteps:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// True for a URL that a page can open in its own frame. The app loads other URLs too, so that a
            /// frame could show a file in place of the page.
            ///
            /// - Parameter named: the schemes that the rule names.
            func mayLoad(_ named: StaticString...) -> Bool {
              if scheme.isOne(of: "https", "http", "about") || named.contains(where: { scheme.equals($0) }) {
                return true
              }
              return refused(.load)
            }

            /// False for a URL that no other app should get from a page.
            ///
            /// - Parameter named: the schemes that the rule names.
            func mayOpen(_ named: StaticString...) -> Bool {
              mayOpen(named)
            }

            /// The same for an attempt, which fails for such a URL.
            ///
            /// - Parameter named: the schemes that the rule names.
            func mayAttemptOpen(_ named: StaticString...) -> Bool {
              mayOpen(named) || attempted(false)
            }

            private func mayOpen(_ named: [StaticString]) -> Bool {
              if scheme.isNone(of: "file", "data", "javascript", "blob")
                || named.contains(where: { scheme.equals($0) })
              {
                return true
              }
              return refused(.open)
            }

            private func refused(_ verb: RefusedStep.Verb) -> Bool {
              trace?.refuse(verb, url, .scheme)
              return false
            }
          }
          """#)
      ]
    case .sameOrigin:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// The URL has a host, and the scheme, host and port of the other one.
            func hasSameOrigin(as other: RequestAddress) -> Bool {
              host.equals(other.host) && scheme.equals(other.scheme) && port.value == other.port.value
            }
          }
          """#)
      ]
    case .schemeAdapter:
      [
        SwiftRuntimeSection(
          [],
          exports: [.webKit],
          #"""
            extension WebConfiguration {
              /// Sets the handlers of the app's schemes. A web view for `WebSession(_:attaching:)` is made with them.
              <#public#> func addSchemeHandlers(to web: WKWebViewConfiguration) {
                for handler in schemeHandlers where web.urlSchemeHandler(forURLScheme: handler.scheme) == nil
                {
                  let adapter = SchemeAdapter(handler)
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
                  adapter.originSource = originSource
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  web.setURLSchemeHandler(adapter, forURLScheme: handler.scheme)
                }
              }

              /// The schemes for which the web view has no handler, or one of the app.
              func missingSchemes(in web: WKWebViewConfiguration) -> [String] {
                schemeHandlers.map(\.scheme).filter {
                  !(web.urlSchemeHandler(forURLScheme: $0) is SchemeAdapter)
                }
              }
            }

            /// Answers the requests of one scheme. WebKit throws an exception if a request is answered after its end.
            @MainActor final class SchemeAdapter: NSObject, WKURLSchemeHandler {
              let handler: SchemeHandler
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
              fileprivate(set) weak var originSource: (any OriginSource)?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              /// By request, until it has ended.
              private var answers: [ObjectIdentifier: Task<Void, Never>] = [:]
              /// Requests that wait until others have ended, in their order.
              private var waiting: [(request: SchemeRequest, task: any WKURLSchemeTask)] = []
              /// The number of functions of the app that run, also for requests that the page has stopped.
              private var running = 0

              init(_ handler: SchemeHandler) { self.handler = handler }

              func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
                guard let request = SchemeRequest(task.request), isAnswered(request.page) else {
                  return task.didFailWithError(URLError(.noPermissionsToReadFile))
                }
                if running < PageLimits.schemeRequests {
                  start(request, task)
                  return
                }
                let hasRoom = waiting.count < PageLimits.waitingSchemeRequests
                if hasRoom {
                  waiting.append((request, task))
                } else {
                  task.didFailWithError(URLError(.resourceUnavailable))
                }
                let delegate = webView.navigationDelegate as? ChainNavigationDelegate
                _ = delegate?.isBelow(.requests(handler.scheme), hasRoom, in: webView)
              }

              func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {
                waiting.removeAll { $0.task === task }
                answers.removeValue(forKey: ObjectIdentifier(task))?.cancel()
              }

              private func start(_ request: SchemeRequest, _ task: any WKURLSchemeTask) {
                let id = ObjectIdentifier(task)
                running += 1
                answers[id] = Task {
                  do {
                    try await answer(request, to: task)
                    if answers.removeValue(forKey: id) != nil { task.didFinish() }
                  } catch {
                    // The error itself could reach the page's process.
                    let code = (error as? URLError)?.code ?? .resourceUnavailable
                    if answers.removeValue(forKey: id) != nil { task.didFailWithError(URLError(code)) }
                  }
                  running -= 1
                  if !waiting.isEmpty {
                    let next = waiting.removeFirst()
                    start(next.request, next.task)
                  }
                }
              }

              private func isAnswered(_ page: URL) -> Bool {
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
                if isOfOrigin(page) { return true }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return page.scheme?.lowercased() == handler.scheme
              }

              private func answer(_ request: SchemeRequest, to task: any WKURLSchemeTask) async throws {
                guard let response = try await handler.answer(request) else { throw URLError(.cancelled) }
                let head = HTTPURLResponse(
                  url: request.url, statusCode: response.status, httpVersion: "HTTP/1.1",
                  headerFields: response.headers)
                guard let head else { throw URLError(.badServerResponse) }
                let id = ObjectIdentifier(task)
                if answers[id] == nil { return }
                task.didReceive(head)
                for try await part in response.content {
                  if answers[id] == nil { return }
                  task.didReceive(part)
                }
              }
            }

            nonisolated extension SchemeRequest {
              /// nil without a URL or a page.
              fileprivate init?(_ request: URLRequest) {
                guard let url = request.url, let page = request.mainDocumentURL else { return nil }
                self.init(
                  url, method: request.httpMethod ?? "GET", headers: request.allHTTPHeaderFields ?? [:],
                  body: request.httpBody, page: page)
              }
            }
          """#),
      ]
    case .schemeHandler:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// A request of a page for a URL whose scheme the app answers.
          <#public#> nonisolated struct SchemeRequest: Sendable, Hashable {
            <#public#> let url: URL
            <#public#> let method: String
            <#public#> let headers: [String: String]
            <#public#> let body: Data?
            /// The URL of the page that the web view shows, or of the one that is being loaded.
            <#public#> let page: URL

            <#public#> init(
              _ url: URL, method: String = "GET", headers: [String: String] = [:], body: Data? = nil,
              page: URL
            ) {
              self.url = url
              self.method = method
              self.headers = headers
              self.body = body
              self.page = page
            }
          }

          /// The app's answer to a request of a page.
          <#public#> nonisolated struct SchemeResponse: Sendable {
            <#public#> let status: Int
            <#public#> let headers: [String: String]
            <#public#> let content: AsyncThrowingStream<Data, any Error>

            /// - Parameters:
            ///   - type: the value of the header `Content-Type`.
            ///   - headers: others. `Cache-Control` is `no-store` by default.
            <#public#> init(_ data: Data, type: String, status: Int = 200, headers: [String: String] = [:]) {
              let content = AsyncThrowingStream { stream in
                stream.yield(data)
                stream.finish()
              }
              self.init(
                content, type: type, status: status,
                headers: headers.adding("Content-Length", "\(data.count)"))
            }

            /// Content in parts, for example a film. The page can stop loading it before its end.
            <#public#> init(
              _ content: AsyncThrowingStream<Data, any Error>, type: String, status: Int = 200,
              headers: [String: String] = [:]
            ) {
              self.content = content
              self.status = status
              // From its cache WebKit would give the content to pages of other origins.
              self.headers = headers.filter { $0.key.lowercased() != "content-type" }
                .adding("Content-Type", type).adding("Cache-Control", "no-store")
            }
          }

          nonisolated extension [String: String] {
            /// The headers with one more, unless there is one of that name, in any case.
            fileprivate func adding(_ name: String, _ value: String) -> Self {
              if keys.contains(where: { $0.lowercased() == name.lowercased() }) { return self }
              return merging([name: value]) { $1 }
            }
          }

          /// Answers the requests for URLs of one scheme.
          <#public#> nonisolated struct SchemeHandler: Sendable {
            /// nil once the app's objects are released. An error fails the request; pages do not learn its text.
            <#public#> typealias Answer = @MainActor @Sendable (SchemeRequest) async throws -> SchemeResponse?

            /// In lower case.
            <#public#> let scheme: String
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
            /// The pages that are answered, beside those with the scheme itself.
            <#public#> let origins: [TrustedOrigin]
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            let answer: Answer

            <#public#> init(
              _ scheme: String,
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
              from origins: [TrustedOrigin] = [],
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              answer: @escaping Answer
            ) {
              self.scheme = scheme
          """#),
        SwiftRuntimeSection(
          [.schemeOrigins],
          #"""
              self.origins = origins
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              self.answer = answer
            }
          }
          """#),
      ]
    case .schemeOrigins:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension SchemeAdapter {
              /// True if the page is of one of the origins after `from`.
              func isOfOrigin(_ page: URL) -> Bool {
                guard let page = WebOrigin(app: page) else { return false }
                return handler.origins.contains { $0.contains(page) }
                  || originSource?.gives(page, as: handler.origins) == true
              }
            }
          """#)
      ]
    case .scriptMessage:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// One message of a page.
          @MainActor <#public#> struct ScriptMessage {
            /// As WebKit passes it; read only after the sender is known to be trusted.
            <#public#> let body: Any
            <#public#> let origin: WebOrigin
            <#public#> let isMainFrame: Bool
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            /// nil if the body is no string. All copies of the message share it.
            var text: MessageText?
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
            /// All copies of the message share it.
            let payload = PayloadText()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// The reports of the web view; nil for a message that the app makes itself.
            var reports: MessageReports?

            <#public#> init(body: Any, origin: WebOrigin, isMainFrame: Bool) {
              self.body = body
              self.origin = origin
              self.isMainFrame = isMainFrame
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
              text = (body as? String).map { MessageText($0) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          }

          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
          extension ScriptMessage {
            /// A field of the message, which can be an object or JSON text; null without it.
            func field(_ path: [String]) -> JSON {
              guard let text else {
                var value: Any? = body
                for name in path { value = (value as? [String: Any])?[name] }
                return (try? JSON(foundation: value)) ?? .null
              }
              var value = (try? text.value) ?? .null
              for name in path {
                guard case .object(let fields) = value else { return .null }
                value = fields[name] ?? .null
              }
              return value
            }

            /// The next long text that the handler reads; nil for that of a stranger, which is not decoded.
            func longText(for handler: any ScriptMessageHandling) -> MessageText? {
              if let text, text.isLong { return handler.readsText(of: self) ? text : nil }
          """#),
        SwiftRuntimeSection(
          [.messageText, .scriptMessageChannel],
          #"""
              if let (strategy, inner) = handler.textPayload(of: self) {
                return inner.longText(for: strategy)
              }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
              return nil
            }

            /// The value whose JSON text the message is.
            var valueOfText: JSON {
              get throws {
                if let text { return try text.value }
                throw WireError(expected: "JSON text", found: try JSON(foundation: body).kind)
              }
            }
          }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
          /// The result of the page's promise.
          <#public#> nonisolated enum ScriptMessageAnswer: Sendable, Hashable {
            case value(JSON)
            case failure(PageError)
          }

          /// Why a message was not handled.
          <#public#> nonisolated enum ScriptMessageError: Error, Sendable, Hashable, CustomStringConvertible {
            case untrustedOrigin(WebOrigin)
            case notMainFrame
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
            case unknownStrategy(String)
            /// The field of a channel's message does not name a strategy.
            case noEnvelope(field: String)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            case undecodable(WireError)
            case receiverIsGone
            /// Too many messages of the web view have no answer yet.
            case tooManyInProgress
            /// So many more messages were not handled, each for one of these reasons.
            case notReported(Int)
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The page has no function with this path for its answer; nil if the message names none.
            case noFunction(String?)
            /// Another page was loaded before the answer.
            case pageLeft
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            <#public#> var description: String {
              switch self {
              case .untrustedOrigin(let origin):
                "messages from \(PageText.quoted("\(origin)")) are refused"
              case .notMainFrame: "messages from a frame inside the page are refused"
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
              case .unknownStrategy(let identifier):
                "there is no strategy `\(PageText.quoted(identifier))`"
              case .noEnvelope(let field): "expected an object with a string in `\(field)`"
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              case .undecodable(let error): error.description
              case .receiverIsGone: "the app no longer listens"
              case .tooManyInProgress: "too many earlier messages have no answer yet"
              case .notReported(let count): "\(count) more messages were not handled"
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
              case .noFunction(let path?):
                "the page has no function `\(PageText.quoted(path))` for the answer"
              case .noFunction(nil): "the message names no function for its answer"
              case .pageLeft: "the page was left before the answer"
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }

            fileprivate var code: PageError.Code {
              switch self {
              case .untrustedOrigin, .notMainFrame: .refused
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
              case .unknownStrategy: .unknown
              case .noEnvelope: .malformed
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              case .undecodable: .malformed
              case .receiverIsGone, .notReported: .failed
              case .tooManyInProgress: .busy
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
              case .noFunction: .malformed
              case .pageLeft: .failed
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }
          }

          /// An error of the app that pages may see. Of any other, a page learns only that the app failed.
          <#public#> nonisolated protocol PageVisibleError: Error {
            /// For programs: `soldOut`, for example.
            var pageCode: String { get }
            /// For people.
            var pageMessage: String { get }
          }

          /// The error that a page gets for a message that was not handled: the fields of its `BridgeError`.
          <#public#> nonisolated struct PageError: Error, Sendable, Hashable, Encodable, CustomStringConvertible {
            <#public#> enum Code: String, Sendable, Encodable {
              case refused, malformed, unknown, busy, failed, rejected
            }

            <#public#> let code: Code
            /// The code of the app's own error; nil unless `code` is `rejected`.
            <#public#> let reason: String?
            <#public#> let message: String

            <#public#> var description: String { message }

            init(_ error: any Error) {
              switch error {
              case let error as any PageVisibleError:
                (code, reason, message) = (.rejected, error.pageCode, error.pageMessage)
              case let error as ScriptMessageError:
                (code, reason, message) = (error.code, nil, error.description)
              default: (code, reason, message) = (.failed, nil, "the app failed")
              }
            }
          }

          /// Receives a report of every message that was not handled.
          @MainActor <#public#> protocol ScriptMessageErrorDelegate: AnyObject {
            func scriptMessage(_ identifier: String, failedWith error: any Error)
          }

          /// Answers the messages of one message handler name.
          @MainActor <#public#> protocol ScriptMessageHandling: AnyObject {
            /// The name of the message handler.
            var identifier: String { get }
            /// True if the page gets a promise.
            var replies: Bool { get }
            /// The names of the messages: `cart`, or `app.open` in a channel.
            var messages: [String] { get }
            var errorDelegate: (any ScriptMessageErrorDelegate)? { get }
            func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
            /// True if only scripts in the app's world can send the messages.
            var isIsolated: Bool { get }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            /// True for a message that is read as JSON text, of a page that may send it.
            func readsText(of message: ScriptMessage) -> Bool
          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
            /// The strategy of a channel and its message, if its payload can be JSON text; nil for that of a stranger.
            func textPayload(of message: ScriptMessage) -> (any ScriptMessageHandling, ScriptMessage)?
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The way of the answer; nil for a promise, for a message without a reply, and for a page that may not send it.
            func pageAnswer(to message: ScriptMessage) -> PageAnswer?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }

          extension ScriptMessageHandling {
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            <#public#> func readsText(of message: ScriptMessage) -> Bool { false }

          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""
            <#public#> func textPayload(
              of message: ScriptMessage
            ) -> (any ScriptMessageHandling, ScriptMessage)? { nil }

          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            <#public#> func pageAnswer(to message: ScriptMessage) -> PageAnswer? { nil }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Reports an error of a message; the page gets only the details that it may see.
            func failure(_ error: any Error, of message: ScriptMessage) -> ScriptMessageAnswer {
              report(error, of: message)
              return .failure(PageError(error))
            }

            func report(_ error: any Error, of message: ScriptMessage) {
              if let reports = message.reports { return reports.report(error, by: self) }
              errorDelegate?.scriptMessage(identifier, failedWith: error)
            }
          }

          /// Passes messages on while not too many of them have no answer.
          @MainActor final class MessageGate {
            static let maximalCount = 1_000
            private var count = 0
            private let reports: MessageReports
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            private let order = MessageOrder()
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The page that sends the messages.
            weak var page: PageBridge?
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            init(_ reports: MessageReports? = nil) { self.reports = reports ?? MessageReports() }

            /// Passes a message on. It has to be called in WebKit's own call: then the page that has sent the message is shown,
            /// and not yet the next one.
            func receive(
              _ message: ScriptMessage, for handler: any ScriptMessageHandling,
              _ reply: @escaping @MainActor (ScriptMessageAnswer) -> Void = { _ in }
            ) {
              var message = message
              message.reports = reports
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
              let sender = page?.delivery.sender(
                of: message.origin, isMainFrame: message.isMainFrame)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              let isRefused = count == Self.maximalCount
              if !isRefused { count += 1 }
              let start: @MainActor () -> Void = { [message] in
                Task {
                  let answer =
                    isRefused
                    ? handler.failure(ScriptMessageError.tooManyInProgress, of: message)
                    : await self.pass(message, to: handler)
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
                  await self.page?.send(answer, to: message, in: sender, by: handler)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                  reply(answer)
                }
              }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
              if !isRefused {
                return order.start(start) { [message] in message.longText(for: handler) }
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              start()
            }

            /// Passes a message on, and waits for its answer. A page waits for it by a promise, which no other page gets.
            func answer(
              _ message: ScriptMessage, by handler: any ScriptMessageHandling
            ) async -> ScriptMessageAnswer {
              await withCheckedContinuation { caller in
                receive(message, for: handler) { caller.resume(returning: $0) }
              }
            }

            private func pass(
              _ message: ScriptMessage, to handler: any ScriptMessageHandling
            ) async -> ScriptMessageAnswer {
              defer { count -= 1 }
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
              if let way = handler.pageAnswer(to: message), way.target(of: message) == nil {
                return handler.failure(ScriptMessageError.noFunction(nil), of: message)
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              return await handler.answer(message)
            }
          }
          """#),
      ]
    case .scriptMessageChannel:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Several strategies of one message handler; a field of the message names the strategy.
          @MainActor <#public#> class ScriptMessageChannel: ScriptMessageHandling {
            <#public#> let identifier: String
            private let discriminator: String
            private let payload: PayloadPlace
            private var strategies: [String: any ScriptMessageStrategy] = [:]
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
            <#public#> let isIsolated: Bool
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The way of the error for an unknown message; nil for a promise.
            fileprivate var pageAnswer: PageAnswer?
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> private(set) weak var errorDelegate: (any ScriptMessageErrorDelegate)?

            /// The place of the payload in a message.
            fileprivate nonisolated enum PayloadPlace: Sendable {
              case field(String)
              /// Its fields are beside the one that names the strategy.
              case inline
            }

            fileprivate init(
              _ identifier: String, by discriminator: String, payload: PayloadPlace = .field("payload"),
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
              isIsolated: Bool = false,
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              errorDelegate: (any ScriptMessageErrorDelegate)?
            ) {
              self.identifier = identifier
              self.discriminator = discriminator
              self.payload = payload
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
              self.isIsolated = isIsolated
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              self.errorDelegate = errorDelegate
            }

            fileprivate func add(_ strategy: any ScriptMessageStrategy) {
              strategies[strategy.identifier] = strategy
            }

            <#public#> var replies: Bool { strategies.values.contains { $0.replies } }
            <#public#> var messages: [String] { strategies.keys.sorted().map { identifier + "." + $0 } }

          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            <#public#> func pageAnswer(to message: ScriptMessage) -> PageAnswer? {
              guard let pageAnswer, (try? checkSender(message)) != nil else { return nil }
              guard case .string(let name) = message.field([discriminator]), let strategy = strategies[name]
              else { return pageAnswer }
              return strategy.pageAnswer(to: message)
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            <#public#> func readsText(of message: ScriptMessage) -> Bool { (try? checkSender(message)) != nil }

            <#public#> func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
              do {
                let (strategy, inner) = try open(message)
                return await strategy.answer(inner)
              } catch {
                return failure(error, of: message)
              }
            }

            <#public#> func textPayload(
              of message: ScriptMessage
            ) -> (any ScriptMessageHandling, ScriptMessage)? {
              guard strategies.values.contains(where: { type(of: $0).receivesText }) else { return nil }
              return try? open(message)
            }

            /// Throws if no strategy trusts the sender.
            private func checkSender(_ message: ScriptMessage) throws {
              var refusal: (any Error)?
              for name in strategies.keys.sorted() {
                do {
                  try strategies[name]?.check(message)
                  refusal = nil
                  break
                } catch {
                  refusal = refusal ?? error
                }
              }
              if let refusal { throw refusal }
            }

            /// Opens the envelope of a trusted sender.
            private func open(_ message: ScriptMessage) throws -> (any ScriptMessageStrategy, ScriptMessage) {
              try checkSender(message)
              let (strategy, body) =
                try message.text.map { try open($0) } ?? open(message.body as? [String: Any])
              var inner = ScriptMessage(
                body: body, origin: message.origin, isMainFrame: message.isMainFrame)
              inner.reports = message.reports
              // The text is decoded once.
              if let known = message.payload.text { inner.text = known }
              message.payload.text = inner.text
              return (strategy, inner)
            }

            private func open(_ text: MessageText) throws -> (any ScriptMessageStrategy, payload: Any) {
              do {
                guard case .object(var fields) = try text.value else {
                  throw ScriptMessageError.noEnvelope(field: discriminator)
                }
                let strategy = try strategy(fields[discriminator]?.inEnvelope)
                if case .field(let field) = payload {
                  return (strategy, fields[field]?.inEnvelope ?? NSNull())
                }
                fields[discriminator] = nil
                return (strategy, JSON.object(fields))
              } catch let error as WireError where error == .tooGreat || error == .tooDeep {
                throw ScriptMessageError.undecodable(error)
              } catch is WireError {
                throw ScriptMessageError.noEnvelope(field: discriminator)
              }
            }

            private func open(_ fields: [String: Any]?) throws -> (any ScriptMessageStrategy, payload: Any) {
              let strategy = try strategy(fields?[discriminator])
              switch payload {
              case .field(let field): return (strategy, fields?[field] ?? NSNull())
              case .inline: return (strategy, fields?.filter { $0.key != discriminator } ?? [:])
              }
            }

            private func strategy(_ name: Any?) throws -> any ScriptMessageStrategy {
              guard let name = name as? String else {
                throw ScriptMessageError.noEnvelope(field: discriminator)
              }
              guard let strategy = strategies[name] else {
                throw ScriptMessageError.unknownStrategy(PageText.quoted(name))
              }
              return strategy
            }
          }

          nonisolated extension JSON {
            /// The value as a body of a message has it.
            fileprivate var inEnvelope: Any {
              if case .string(let text) = self { text } else { self }
            }
          }
          """#),
      ]
    case .scriptMessageStrategy:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// One kind of message: who may send it, its type, its reply.
          @MainActor <#public#> protocol ScriptMessageStrategy: ScriptMessageHandling {
            static var identifier: String { get }
            static var replies: Bool { get }
            static var isMainFrameOnly: Bool { get }
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
            /// True if only scripts in the app's world can send it; false in a channel, which has a world of its own.
            static var isIsolated: Bool { get }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            /// True if messages are JSON text.
            static var receivesText: Bool { get }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
            /// The trusted origins; empty for any origin.
            static var origins: [TrustedOrigin] { get }
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// Gives the URLs of origins that only the app knows; nil if it is gone, then no page has such an origin.
            var originSource: (any OriginSource)? { get }
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            /// The way of the reply; nil for a promise, and in a channel without a reply.
            static var pageAnswer: PageAnswer? { get }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// Decodes the body and passes it to the app.
            ///
            /// - Returns: the page's reply; `.null` if it expects none.
            func receive(_ body: JSON) async throws -> JSON
          }

          extension ScriptMessageStrategy {
            <#public#> var identifier: String { Self.identifier }
            <#public#> var replies: Bool { Self.replies }
            <#public#> var messages: [String] { [Self.identifier] }
          """#),
        SwiftRuntimeSection(
          [.isolatedMessages],
          #"""
            <#public#> static var isIsolated: Bool { false }
            <#public#> var isIsolated: Bool { Self.isIsolated }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
            <#public#> static var receivesText: Bool { false }

            <#public#> dynamic func readsText(of message: ScriptMessage) -> Bool {
          """#),
        SwiftRuntimeSection(
          [.messageText, .pageAnswer],
          #"""
              if Self.pageAnswer?.readsMessage == true { return (try? check(message)) != nil }
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
              return Self.receivesText && (try? check(message)) != nil
            }
          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""
            <#public#> static var pageAnswer: PageAnswer? { nil }

            <#public#> dynamic func pageAnswer(to message: ScriptMessage) -> PageAnswer? {
              Self.pageAnswer.flatMap { (try? check(message)) == nil ? nil : $0 }
            }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
            <#public#> static var origins: [TrustedOrigin] { [] }
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            <#public#> var originSource: (any OriginSource)? { nil }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            /// Checks the sender, then decodes the message. Errors go to the error delegate; the page learns
            /// what it may see.
            <#public#> dynamic func answer(_ message: ScriptMessage) async -> ScriptMessageAnswer {
              do {
                try check(message)
          """#),
        SwiftRuntimeSection(
          [.messageText],
          #"""
                if Self.receivesText { return .value(try await receive(message.valueOfText)) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return .value(try await receive(JSON(foundation: message.body)))
              } catch let error as WireError {
                return failure(ScriptMessageError.undecodable(error), of: message)
              } catch {
                return failure(error, of: message)
              }
            }

            /// Throws if the sender is not trusted; does not read the body.
            dynamic func check(_ message: ScriptMessage) throws {
              if Self.isMainFrameOnly && !message.isMainFrame { throw ScriptMessageError.notMainFrame }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
              let origins = Self.origins
              if origins.isEmpty || origins.contains(where: { $0.contains(message.origin) }) { return }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin, .originSource],
          #"""
              if originSource?.gives(message.origin, as: origins) == true { return }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
              throw ScriptMessageError.untrustedOrigin(message.origin)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          }
          """#),
      ]
    case .scriptOrigin:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The pages in which a script runs.
          fileprivate nonisolated struct ScriptOrigin: Sendable, Hashable {
            private let scheme: String
            /// `*` is any part of a label, `**` any part of the host; no label is empty.
            private let host: String
            private let port: String

            /// - Parameter port: empty for the default of the scheme.
            fileprivate init(_ scheme: String, _ host: String, _ port: String) {
              self.scheme = scheme
              self.host = host
              self.port = port
            }

          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// The origins of URLs of the app. A host that is no plain name or address is left out.
            fileprivate static func of(_ urls: [URL]) -> [ScriptOrigin] {
              urls.compactMap { WebOrigin(app: $0) }.filter { origin in
                origin.host.utf8.allSatisfy { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "\\") }
              }
              .map { ScriptOrigin($0.scheme, $0.host, $0.port.map { String($0) } ?? "") }
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            /// A script that runs only in pages of the origins: by their address, and by the origin that the engine gives the
            /// document, since a sandboxed document has none.
            ///
            /// A page cannot change its `location`. It can change all functions of JavaScript, so the comparison uses none.
            ///
            /// - Parameter keepsOrigin: true to compare the origin that `UserScript.originKeeper` has kept.
            static func limited(
              _ source: String, to origins: [ScriptOrigin], reading keepsOrigin: Bool
            ) -> String {
              let tests = origins.map { origin in
                let host = literal(origin.host)
                var test = "location.protocol === \(literal(origin.scheme + ":"))"
                test += " && location.port === \(literal(origin.port))"
                switch origin.scheme {
                case "http", "https":
                  test += " && origin === \(literal(origin.scheme + "://")) + location.host"
                // The origin of a file is kept from scripts.
                case "file": break
                default: test += " && origin !== \"null\""
                }
                if origin.host.utf8.contains(UInt8(ascii: "*")) {
                  test += " && hasLabels(location.hostname, \(host), 0)"
                }
                return "(\(test) && fits(location.hostname, \(host), 0, 0))"
              }
              return """
                (() => {
                  const fits = (text, pattern, i, j) =>
                    j === pattern.length ? i === text.length
                    : pattern[j] !== "*" ? text[i] === pattern[j] && fits(text, pattern, i + 1, j + 1)
                    : pattern[j + 1] === "*"
                      ? fits(text, pattern, i, j + 2) || i < text.length && fits(text, pattern, i + 1, j)
                    : fits(text, pattern, i, j + 1)
                      || i < text.length && text[i] !== "." && fits(text, pattern, i + 1, j);
                  const hasLabels = (text, pattern, i) =>
                    i === text.length ? pattern[pattern.length - 1] !== "*" || text[i - 1] !== "."
                    : (text[i] !== "." || i > 0 && text[i - 1] !== ".") && hasLabels(text, pattern, i + 1);
                  const origin = window.\(keepsOrigin ? "__basculeOrigin" : "origin");
                  if (!(\(tests.isEmpty ? "false" : tests.joined(separator: " || ")))) { return; }
                \(source)
                })();
                """
            }

            private static func literal(_ text: String) -> String {
              let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
              return "\"" + parts.joined(separator: "\\\"") + "\""
            }
          }
          """#),
      ]
    case .scriptValues:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension UserScript {
            /// The constants with which a script begins.
            fileprivate static func constants(_ values: [(String, JSON)]) -> String {
              values.map { "const \($0.0) = \($0.1.expression);" }.joined(separator: " ")
            }
          }

          nonisolated extension JSON {
            /// The value in JavaScript. In brackets `__proto__` is a property like all others.
            fileprivate var expression: String {
              switch self {
              case .object(let members):
                let members = members.sorted { $0.key < $1.key }.map { key, value in
                  "[\(JSON.string(key).text)]: \(value.expression)"
                }
                return "{" + members.joined(separator: ", ") + "}"
              case .array(let values): return "[" + values.map(\.expression).joined(separator: ", ") + "]"
              case .null, .bool, .number, .string: return text
              }
            }
          }
          """#)
      ]
    case .sourceFrame:
      [
        SwiftRuntimeSection(
          [],
          #"""
            extension NavigationRequest {
              mutating func setSource(_ action: WKNavigationAction) {
                #if canImport(ObjectiveC)
                  // WebKit declares a frame, but does not always have one.
                  guard let frame = action.value(forKey: "sourceFrame") as? WKFrameInfo else { return }
                #else
                  let frame = action.sourceFrame
                #endif
                source = NavigationSource(
                  frame: frame.isMainFrame ? .main : .sub, origin: Self.url(frame.securityOrigin))
              }

              private static func url(_ origin: WKSecurityOrigin) -> URL? {
                if origin.protocol.isEmpty { return nil }
                var host = origin.host
                if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
                let port = origin.port == 0 ? "" : ":\(origin.port)"
                return URL(standard: "\(origin.protocol)://\(host)\(port)/")
              }
            }
          """#)
      ]
    case .sourceParts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          extension NavigationRequest {
            /// The origin of the page that asks.
            var sourceAddress: RequestAddress { RequestAddress(sourceParts) }

            /// `main` or `sub`.
            var sourceName: String? { source?.frame.rawValue }

            func isFromSource(_ frames: NavigationFrame...) -> Bool {
              source.map { frames.contains($0.frame) } ?? false
            }

            private var sourceParts: AddressParts? {
              guard let origin = source?.origin else { return nil }
              if let known = memory.source { return known }
              let parts = AddressParts(origin.absoluteString)
              memory.source = parts
              return parts
            }
          }
          """#)
      ]
    case .standardHost:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The hosts of the URL standard.
          nonisolated enum StandardHost {
            typealias Bytes = Swift.Slice<UnsafeBufferPointer<UInt8>>

            /// The host of a web URL: a name in lower case, or an IPv4 address in its usual form; nil if it is not valid or
            /// not ASCII.
            static func domain(_ written: Bytes) -> [UInt8]? {
              var host: [UInt8] = []
              host.reserveCapacity(written.count)
              let (forbidden, end) = (ByteSet.notInHost, written.endIndex)
              var place = written.startIndex
              while place < end {
                var byte = written.base[place]
                if byte == 0x25, place + 2 < end, let high = digit(written.base[place + 1]),
                  let low = digit(written.base[place + 2])
                {
                  byte = high << 4 | low
                  place += 2
                }
                guard byte > 0x20, byte < 0x7F, byte != 0x25, !forbidden.contains(byte) else { return nil }
                host.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                place += 1
              }
              if host.isEmpty { return nil }
              return endsInNumber(host) ? ipv4(host) : host
            }

            /// Returns true if the host of a URL whose scheme is not special can have the byte.
            static func isAllowed(_ byte: UInt8) -> Bool { !ByteSet.notInHost.contains(byte) }

            static func isHexadecimal(_ byte: UInt8) -> Bool { digit(byte) != nil }

            private static func digit(_ byte: UInt8) -> UInt8? {
              switch byte {
              case 0x30...0x39: byte - 0x30
              case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
              default: nil
              }
            }

            // MARK: IPv4

            /// The host without one dot at its end.
            private static func withoutLastDot(_ host: [UInt8]) -> ArraySlice<UInt8> {
              host.count > 1 && host.last == 0x2E ? host.dropLast() : host[...]
            }

            private static func endsInNumber(_ host: [UInt8]) -> Bool {
              let host = withoutLastDot(host)
              let last = host[(host.lastIndex(of: 0x2E).map { $0 + 1 } ?? host.startIndex)...]
              if last.isEmpty { return false }
              return last.allSatisfy { (0x30...0x39).contains($0) } || number(last) != nil
            }

            /// One to four numbers; the last one fills the remaining bytes.
            private static func ipv4(_ host: [UInt8]) -> [UInt8]? {
              let labels = withoutLastDot(host).split(
                separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false)
              if labels.count > 4 { return nil }
              var address: UInt64 = 0
              for (place, label) in labels.enumerated() {
                let bits: UInt64 = place == labels.count - 1 ? UInt64(8 * (4 - place)) : 8
                guard let number = number(label), number < 1 << bits else { return nil }
                address = address << bits | number
              }
              let bytes = [24, 16, 8, 0].map { String(address >> UInt64($0) & 255) }
              return Array(bytes.joined(separator: ".").utf8)
            }

            /// A decimal, octal (`0…`) or hexadecimal (`0x…`) number; any that is too large for an address is 2^40.
            private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
              if label.isEmpty { return nil }
              var digits = label
              var radix: UInt64 = 10
              if label.count > 1, label.first == 0x30 {
                radix = label[label.startIndex + 1] | 0x20 == 0x78 ? 16 : 8
                digits = label.dropFirst(radix == 16 ? 2 : 1)
              }
              var value: UInt64 = 0
              for byte in digits {
                guard let digit = digit(byte), digit < radix else { return nil }
                value = min(value * radix + UInt64(digit), 1 << 40)
              }
              return value
            }

            // MARK: IPv6

            /// An IPv6 address with its brackets, in its shortest form; nil if the text is none.
            static func address(_ text: Bytes) -> [UInt8]? {
              guard let pieces = pieces(text) else { return nil }
              var longest = 0..<0
              for start in pieces.indices {
                let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.endIndex
                if end - start > max(longest.count, 1) { longest = start..<end }
              }
              func written(_ pieces: ArraySlice<UInt16>) -> String {
                pieces.map { String($0, radix: 16) }.joined(separator: ":")
              }
              let address =
                longest.isEmpty
                ? written(pieces[...])
                : written(pieces[..<longest.lowerBound]) + "::" + written(pieces[longest.upperBound...])
              return Array("[\(address)]".utf8)
            }

            /// The eight pieces of 16 bits.
            private static func pieces(_ text: Bytes) -> [UInt16]? {
              var rest = text
              var pieces: [UInt16] = []
              var gap: Int?
              if rest.first == 0x3A {
                guard rest.starts(with: "::".utf8) else { return nil }
                rest = rest.dropFirst(2)
                gap = 0
              }
              while !rest.isEmpty {
                if pieces.count == 8 { return nil }
                if rest.first == 0x3A {
                  if gap != nil { return nil }
                  rest = rest.dropFirst()
                  gap = pieces.count
                  continue
                }
                let digits = rest.prefix(4).prefix(while: isHexadecimal)
                let after = rest[digits.endIndex...]
                if after.first == 0x2E {
                  guard !digits.isEmpty, pieces.count <= 6, let (high, low) = trailingIPv4(rest) else {
                    return nil
                  }
                  pieces += [high, low]
                  break
                }
                if let next = after.first, next != 0x3A || after.count == 1 { return nil }
                pieces.append(digits.reduce(0) { $0 << 4 | UInt16(digit($1) ?? 0) })
                rest = after.dropFirst()
              }
              if let gap {
                if pieces.count == 8 { return nil }
                pieces.insert(contentsOf: repeatElement(0, count: 8 - pieces.count), at: gap)
              }
              return pieces.count == 8 ? pieces : nil
            }

            /// Four decimal numbers without leading zeros, as two pieces.
            private static func trailingIPv4(_ text: Bytes) -> (UInt16, UInt16)? {
              let labels = text.split(separator: 0x2E, maxSplits: 4, omittingEmptySubsequences: false)
              let numbers = labels.compactMap { label -> UInt16? in
                let text = String(decoding: label, as: UTF8.self)
                return UInt8(text).flatMap { String($0) == text ? UInt16($0) : nil }
              }
              guard labels.count == 4, numbers.count == 4 else { return nil }
              return (numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3])
            }
          }
          """#)
      ]
    case .standardURL:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The parser of the URL standard for absolute URLs; the time is linear in the length of the text.
          ///
          /// It needs no tables of Unicode, so that it refuses a web host that is not ASCII; in a serialized URL no host is.
          nonisolated struct StandardURL {
            /// The characters that stay as they are, in each part of a URL.
            enum Spelling {
              /// The characters that the URL standard keeps.
              case standard
              /// The characters that RFC 3986 allows, too: every version of Foundation's `URL` holds them as they are.
              case foundation
            }

            private typealias Bytes = Swift.Slice<UnsafeBufferPointer<UInt8>>

            /// Without spaces around the URL and breaks in it; valid only while it is parsed.
            private let bytes: UnsafeBufferPointer<UInt8>
            private let spelling: Spelling
            private var index = 0
            /// The place of the first `?` or `#`.
            private var frontEnd = 0
            private var isSpecial = false
            private var isFile = false
            private var output: [UInt8] = []

            /// The serialized URL; nil if the text is no absolute URL.
            static func serialized(
              _ text: UnsafeBufferPointer<UInt8>, _ spelling: Spelling = .standard
            ) -> String? {
              let isSpace = { (byte: UInt8) in byte <= 0x20 }
              guard let first = text.firstIndex(where: { !isSpace($0) }),
                let last = text.lastIndex(where: { !isSpace($0) })
              else { return nil }
              let isBreak = { (byte: UInt8) in byte == 0x09 || byte == 0x0A || byte == 0x0D }
              let inner = text[first...last]
              if inner.contains(where: isBreak) {
                return inner.filter { !isBreak($0) }.withUnsafeBufferPointer { parsed($0, spelling) }
              }
              return parsed(UnsafeBufferPointer(rebasing: inner), spelling)
            }

            private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>, _ spelling: Spelling) -> String? {
              var url = StandardURL(bytes, spelling)
              return url.parse() ? String(decoding: url.output, as: UTF8.self) : nil
            }

            private init(_ bytes: UnsafeBufferPointer<UInt8>, _ spelling: Spelling) {
              self.bytes = bytes
              self.spelling = spelling
              output.reserveCapacity(bytes.count + 8)
            }

            /// Writes the URL; returns false if the text is none.
            private mutating func parse() -> Bool {
              guard readScheme() else { return false }
              frontEnd = bytes[index...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
              if isFile {
                guard readFile() else { return false }
              } else if isSpecial {
                while isSlash(at: index) { index += 1 }
                guard readAuthority() else { return false }
                if isSlash(at: index) { index += 1 }
                readPath()
              } else if isSlash(at: index), isSlash(at: index + 1) {
                index += 2
                guard readAuthority() else { return false }
                if index < frontEnd {
                  index += 1
                  readPath()
                }
              } else if isSlash(at: index) {
                index += 1
                readPath()
              } else {
                readOpaquePath()
              }
              readQueryAndFragment()
              return true
            }

            /// True for `/` before query and fragment, and for `\` if the scheme is special.
            private func isSlash(at place: Int) -> Bool {
              place < frontEnd && (bytes[place] == 0x2F || isSpecial && bytes[place] == 0x5C)
            }

            /// The place of the next slash; the end of the path if there is none.
            private func nextSlash(from place: Int) -> Int {
              var place = place
              while place < frontEnd, !isSlash(at: place) { place += 1 }
              return place
            }

            private mutating func readScheme() -> Bool {
              guard let colon = bytes.firstIndex(of: 0x3A), let first = bytes.first, Self.isLetter(first),
                bytes[..<colon].allSatisfy({ Self.isLetter($0) || ByteSet.inScheme.contains($0) })
              else { return false }
              output += bytes[..<colon].lazy.map { Self.isLetter($0) ? $0 | 0x20 : $0 }
              isFile = output.elementsEqual("file".utf8)
              isSpecial = isFile || DefaultPort.of(output) != nil
              output.append(0x3A)
              index = colon + 1
              return true
            }

            // MARK: Authority

            private mutating func readAuthority() -> Bool {
              let port = DefaultPort.of(output.dropLast())
              output += [0x2F, 0x2F]
              let end = nextSlash(from: index)
              if let at = bytes[index..<end].lastIndex(of: 0x40) {
                if at + 1 == end { return false }
                readUser(upTo: at)
                index = at + 1
              }
              var hostEnd = index
              var isInBrackets = false
              while hostEnd < end, isInBrackets || bytes[hostEnd] != 0x3A {
                if bytes[hostEnd] == 0x5B { isInBrackets = true }
                if bytes[hostEnd] == 0x5D { isInBrackets = false }
                hostEnd += 1
              }
              if hostEnd == index {
                if hostEnd < end || isSpecial { return false }
              } else {
                guard readHost(upTo: hostEnd) else { return false }
              }
              if hostEnd < end { guard readPort(hostEnd + 1..<end, port) else { return false } }
              index = end
              return true
            }

            private mutating func readUser(upTo at: Int) {
              let colon = bytes[index..<at].firstIndex(of: 0x3A) ?? at
              let hasPassword = colon + 1 < at
              append(index..<colon, keeping: .inUser)
              if hasPassword {
                output.append(0x3A)
                append(colon + 1..<at, keeping: .inUser)
              }
              if hasPassword || index < colon { output.append(0x40) }
            }

            /// - Requires: the host is not empty.
            private mutating func readHost(upTo end: Int) -> Bool {
              let host = bytes[index..<end]
              if host.first == 0x5B {
                guard host.last == 0x5D, let address = StandardHost.address(host.dropFirst().dropLast())
                else { return false }
                output += address
              } else if isSpecial {
                guard let domain = StandardHost.domain(host) else { return false }
                let characters = kept(standard: .inOpaqueHost, foundation: .inPlainHost)
                domain.withUnsafeBufferPointer { append($0[...], keeping: characters) }
              } else {
                if !host.allSatisfy(StandardHost.isAllowed) { return false }
                append(host, keeping: kept(standard: .inOpaqueHost, foundation: .inPlainHost))
              }
              return true
            }

            private mutating func readPort(_ digits: Swift.Range<Int>, _ defaultPort: Int?) -> Bool {
              var port = 0
              for digit in bytes[digits] {
                guard (0x30...0x39).contains(digit) else { return false }
                port = port * 10 + Int(digit - 0x30)
                if port > 65_535 { return false }
              }
              if !digits.isEmpty, port != defaultPort { output += Array(":\(port)".utf8) }
              return true
            }

            // MARK: Path, query, fragment

            private mutating func readFile() -> Bool {
              output += [0x2F, 0x2F]
              if isSlash(at: index), isSlash(at: index + 1) {
                index += 2
                let end = nextSlash(from: index)
                if index < end, !isDriveLetter(bytes[index..<end]) {
                  let start = output.count
                  guard readHost(upTo: end) else { return false }
                  if output[start...].elementsEqual("localhost".utf8) { output.removeSubrange(start...) }
                  index = end
                  if isSlash(at: index) { index += 1 }
                } else if index == end, isSlash(at: index) {
                  index += 1
                }
              } else if isSlash(at: index) {
                index += 1
              }
              readPath()
              return true
            }

            /// Reads the components after a slash, and resolves `.` and `..`.
            private mutating func readPath() {
              let path = output.count
              let characters = kept(standard: .inPath, foundation: .inPlainPath)
              // Each is written with the slash before it.
              var count = 0
              while true {
                let end = nextSlash(from: index)
                let component = bytes[index..<end]
                let dots = Self.dots(component)
                if dots == 2, count > 0, !isFile || count > 1 || !isDrive(at: path),
                  let last = output.lastIndex(of: 0x2F)
                {
                  output.removeLast(output.count - last)
                  count -= 1
                }
                if dots == 0 || end == frontEnd {
                  count += 1
                  output.append(0x2F)
                }
                if isFile, count == 1, isDriveLetter(component) {
                  output += [component[index], 0x3A]
                } else if dots == 0 {
                  append(component, keeping: characters)
                }
                index = end
                if end == frontEnd { break }
                index += 1
              }
              // Else the path would be read as an authority.
              if output[path - 1] == 0x3A, output[path...].starts(with: "//".utf8) {
                output.insert(contentsOf: [0x2F, 0x2E], at: path)
              }
            }

            /// True if the written path is a drive letter, which `..` keeps.
            private func isDrive(at path: Int) -> Bool {
              output.count == path + 3 && output[path + 2] == 0x3A && Self.isLetter(output[path + 1])
            }

            private mutating func readOpaquePath() {
              append(index..<frontEnd, keeping: kept(standard: .inOpaquePath, foundation: .inPlainPath))
              if frontEnd < bytes.count, output.last == 0x20 {
                output.removeLast()
                output += Array("%20".utf8)
              }
            }

            private mutating func readQueryAndFragment() {
              let hash = bytes[frontEnd...].firstIndex(of: 0x23) ?? bytes.count
              if frontEnd < hash {
                output.append(0x3F)
                append(
                  frontEnd + 1..<hash,
                  keeping: isSpecial
                    ? kept(standard: .inWebQuery, foundation: .inPlainWebQuery)
                    : kept(standard: .inQuery, foundation: .inPlainQuery))
              }
              if hash < bytes.count {
                output.append(0x23)
                append(
                  hash + 1..<bytes.count, keeping: kept(standard: .inFragment, foundation: .inPlainQuery))
              }
            }

            // MARK: Characters

            private func kept(standard: ByteSet, foundation: ByteSet) -> ByteSet {
              switch spelling {
              case .standard: standard
              case .foundation: foundation
              }
            }

            private mutating func append(_ range: Swift.Range<Int>, keeping kept: ByteSet) {
              append(bytes[range], keeping: kept)
            }

            /// Writes the bytes, and escapes those that are not kept; what is an escape stays one.
            private mutating func append(_ bytes: Bytes, keeping kept: ByteSet) {
              let keepsAllPercent = spelling == .standard
              output.append(bytes, keeping: kept) { place in
                // The standard keeps a `%` that begins no escape.
                keepsAllPercent
                  || place + 2 < bytes.endIndex && StandardHost.isHexadecimal(bytes[place + 1])
                    && StandardHost.isHexadecimal(bytes[place + 2])
              }
            }

            private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

            /// 1 for `.`, 2 for `..`, also if they are escaped; 0 for any other component.
            private static func dots(_ component: Bytes) -> Int {
              var rest = component
              var count = 0
              while count < 3, let first = rest.popFirst() {
                if first == 0x25, rest.count > 1, rest[rest.startIndex] == 0x32,
                  rest[rest.startIndex + 1] | 0x20 == 0x65
                {
                  rest = rest.dropFirst(2)
                } else if first != 0x2E {
                  return 0
                }
                count += 1
              }
              return count < 3 ? count : 0
            }

            /// `C:` or `C|`.
            private func isDriveLetter(_ component: Bytes) -> Bool {
              component.count == 2 && Self.isLetter(component[component.startIndex])
                && (component.last == 0x3A || component.last == 0x7C)
            }
          }
          """#)
      ]
    case .stepLimits:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Counts what the pages of a web view have the app show.
          ///
          /// WebKit does not say whether the user has asked for a request: a script can click a link too. So requests of links and
          /// forms are counted apart from others, and both are limited.
          @MainActor final class StepLimits {
            private struct Kind: Hashable {
              let leavesApp: Bool
              let isClick: Bool
            }

            private var meters: [Kind: StepMeter] = [:]
            /// The kinds whose last step was refused.
            private var refused: Set<Kind> = []

            /// The answer for a step; `refused` only for the first of several.
            enum Answer { case performed, refused, refusedAgain }

            func takes(leavingApp leavesApp: Bool, isClick: Bool) -> Answer {
              let kind = Kind(leavesApp: leavesApp, isClick: isClick)
              let rate = leavesApp ? PageLimits.opens : PageLimits.screens
              if meters[kind, default: StepMeter(rate)].takes() {
                refused.remove(kind)
                return .performed
              }
              return refused.insert(kind).inserted ? .refused : .refusedAgain
            }
          }
          """#)
      ]
    case .stepRate:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A limit for something that happens again: some times at once, and once more after each period.
          nonisolated struct StepRate: Sendable, Hashable {
            let atOnce: Int
            let secondsForOneMore: Double
          }

          /// Counts what happens against a rate.
          nonisolated struct StepMeter {
            private let rate: StepRate
            private var left: Double
            private var last: Double

            /// - Parameter now: seconds of a clock that runs forward.
            init(_ rate: StepRate, now: Double = ProcessInfo.processInfo.systemUptime) {
              self.rate = rate
              left = Double(rate.atOnce)
              last = now
            }

            /// False if it has happened too often.
            mutating func takes(now: Double = ProcessInfo.processInfo.systemUptime) -> Bool {
              left = min(Double(rate.atOnce), left + max(0, now - last) / rate.secondsForOneMore)
              last = now
              if left < 1 { return false }
              left -= 1
              return true
            }
          }
          """#)
      ]
    case .testPage:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// Why a message of a test page was not handled.
            <#public#> nonisolated enum TestPageError: Error, Sendable, Hashable, CustomStringConvertible {
              /// The web view has no message handler of this name.
              case unavailable(String)
              /// The page's promise rejects with this error.
              case rejected(PageError)

              <#public#> var description: String {
                switch self {
                case .unavailable(let name): "no message handler `\(name)`"
                case .rejected(let error): error.description
                }
              }
            }

            /// A page without a web view, for the tests of an app.
            ///
            /// It sends messages as the page's TypeScript does. All values are encoded and decoded as in a web
            /// view.
            @MainActor <#public#> final class TestPage {
              /// The origin of its messages.
              <#public#> var origin: WebOrigin
              <#public#> var isMainFrame = true
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
              /// Sends events and makes calls; the app uses it in place of the bridge of a web view.
              <#public#> let bridge: PageBridge
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              private let handlers: [any ScriptMessageHandling]
              private let gate = MessageGate()
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
              private let contract: BridgeContract
              private var load = 0
              private var listens: Set<String> = []
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""
              private var events: [(name: String, payload: JSON)] = []
          """#),
        SwiftRuntimeSection(
          [.pageCalls],
          #"""
              private var functions: [String: @MainActor (JSON) async throws -> JSON] = [:]
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""

              private final class Runner: JavaScriptRunner {
                weak var page: TestPage?

                func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
                  await page?.run(arguments) ?? .null
                }
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              /// A page with these message handlers, which listens to all events of the contract.
              <#public#> init(
                _ handlers: [any ScriptMessageHandling], origin: WebOrigin, contract: BridgeContract
              ) {
                self.handlers = handlers
                self.origin = origin
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
                let runner = Runner()
                self.contract = contract
                bridge = PageBridge(runner, contract: contract, waitsForPage: true)
                runner.page = self
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .pageAnswer],
          #"""
                gate.page = bridge
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
                reload()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
          """#),
        SwiftRuntimeSection(
          [.configurator],
          #"""

              /// The page of a configuration, at its URL; it listens to all events.
              <#public#> convenience init(_ configuration: WebConfiguration) {
                let url = configuration.url
                self.init(
                  configuration.messageHandlers,
                  origin: WebOrigin(scheme: url.scheme ?? "", host: url.host ?? "", port: url.port),
                  contract: configuration.contract)
          """#),
        SwiftRuntimeSection(
          [.configurator, .javaScriptRunner, .originSource],
          #"""
                bridge.originSource = configuration.originSource
          """#),
        SwiftRuntimeSection(
          [.configurator],
          #"""
              }
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""

              // MARK: Loading

              /// Loads the page again, or one of another `origin` if that has changed. It then implements no
              /// functions.
              ///
              /// - Parameter isListening: true to listen to all events at once, false to listen to none.
              <#public#> func reload(isListening: Bool = true) {
                load += 1
                listens = []
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .pageCalls],
          #"""
                functions = [:]
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
                bridge.receive(["page": "\(load)", "state": "started"], origin: origin, isMainFrame: true)
                if isListening { announce(contract.events) }
              }

              private func announce(_ names: [String]) {
                listens.formUnion(names)
                bridge.receive(
                  [
                    "page": "\(load)", "version": contract.version, "events": contract.events,
                    "calls": contract.calls, "listens": listens.sorted(),
                  ], origin: origin, isMainFrame: true)
              }

              /// Runs a script of the bridge.
              private func run(_ arguments: [String: JSON]) async -> JSON {
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .pageAnswer],
          #"""
                if arguments["answer"] != nil { return take(arguments) }
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .eventOutbox],
          #"""
                if arguments["waits"] != nil { return deliver(arguments) }
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner, .pageCalls],
          #"""
                if arguments["waits"] == nil { return await call(arguments) }
          """#),
        SwiftRuntimeSection(
          [.javaScriptRunner],
          #"""
                return .null
              }
          """#),
        SwiftRuntimeSection(
          [.eventOutbox],
          #"""

              /// The page begins to listen; returns when it has the events that were kept for it.
              <#public#> func listen<Event: WebEvent>(to event: Event.Type) async {
                announce([Event.name])
                while !bridge.events.isIdle { await Task.yield() }
              }

              /// The page no longer listens.
              <#public#> func stopListening<Event: WebEvent>(to event: Event.Type) {
                listens.remove(Event.name)
                announce([])
              }

              private func deliver(_ arguments: [String: JSON]) -> JSON {
                guard arguments["page"] == .string("\(load)") else { return .string("other page") }
                guard case .string(let name)? = arguments["name"], let payload = arguments["payload"],
                  listens.contains(name)
                else { return .string("not loaded") }
                events.append((name, payload))
                return .string("heard")
              }

              /// The payloads of the events of one name that the page has got.
              fileprivate func received(_ name: String) -> [JSON] {
                events.filter { $0.name == name }.map(\.payload)
              }
          """#),
        SwiftRuntimeSection(
          [.pageCalls],
          #"""

              private func call(_ arguments: [String: JSON]) async -> JSON {
                guard arguments["page"] == .string("\(load)") else { return .string("other page") }
                guard case .string(let name)? = arguments["name"], let payload = arguments["payload"],
                  let function = functions[name]
                else { return .object([:]) }
                do {
                  return .object(["reply": try await function(payload)])
                } catch {
                  return .object(["failure": .string("\(error)")])
                }
              }

              fileprivate func implement(
                _ name: String, _ function: @escaping @MainActor (JSON) async throws -> JSON
              ) {
                functions[name] = function
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

          """#),
        SwiftRuntimeSection(
          [.pageAnswer],
          #"""

              /// An answer that a page gets in a function or a DOM event, not by a promise.
              <#public#> nonisolated struct Answer: Sendable, Hashable {
                /// The path of the function, or the type of the event.
                <#public#> let target: String
                <#public#> let values: [JSON]
              }

              /// The answers that the page has got, oldest first.
              <#public#> private(set) var answers: [Answer] = []

              private func take(_ arguments: [String: JSON]) -> JSON {
                guard arguments["page"] == .string("\(load)") else { return .string("other page") }
                guard case .string(let target)? = arguments["target"],
                  case .array(let values)? = arguments["values"]
                else { return .null }
                answers.append(Answer(target: target, values: values))
                return .string("sent")
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              // MARK: Messages

              /// Posts any body to a message handler, also one that no function would send.
              ///
              /// - Returns: the reply to the page.
              @discardableResult
              <#public#> func post(_ body: Any, to identifier: String) async throws -> JSON {
                guard let handler = handlers.first(where: { $0.identifier == identifier }) else {
                  throw TestPageError.unavailable(identifier)
                }
                let message = ScriptMessage(body: body, origin: origin, isMainFrame: isMainFrame)
                switch await gate.answer(message, by: handler) {
                case .value(let value): return value
                case .failure(let error): throw TestPageError.rejected(error)
                }
              }

          """#),
        SwiftRuntimeSection(
          [.scriptMessageChannel],
          #"""

              /// A message of a channel whose fields are those of its payload and its name.
              fileprivate func inlineMessage(_ name: String, by field: String, inline payload: JSON) -> JSON {
                guard case .object(var fields) = payload else { return .object([field: .string(name)]) }
                fields[field] = .string(name)
                return .object(fields)
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              @discardableResult
              fileprivate func send(_ body: JSON, to identifier: String) async throws -> JSON {
                try await post(body.foundation, to: identifier)
              }
            }
          """#),
      ]
    case .textBody:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON {
            /// The value whose JSON text this is.
            var valueOfText: JSON {
              get throws {
                guard case .string(let text) = self else {
                  throw WireError(expected: "JSON text", found: kind)
                }
                return try JSON(text: text)
              }
            }
          }
          """#)
      ]
    case .textComparisons:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            func differs(from other: StaticString) -> Bool {
              exists && !equals(other)
            }

            func isOne(of others: StaticString...) -> Bool {
              others.contains { equals($0) }
            }

            func isNone(of others: StaticString...) -> Bool {
              exists && !others.contains { equals($0) }
            }

            /// Compares bytes.
            func isSame(as other: String) -> Bool {
              exists && withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
            }
          }
          """#)
      ]
    case .textConversions:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            /// An optional sign and digits, within 64 bits.
            var int: Int? {
              let isNumber = withBytes { bytes in
                let isSigned = bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
                let digits = bytes.dropFirst(isSigned ? 1 : 0)
                return !digits.isEmpty && digits.allSatisfy(\.isDigit)
              }
              return isNumber ? value.flatMap { Int($0) } : nil
            }

            /// A decimal number that is certainly finite: an optional sign, digits with or without a point, and possibly an
            /// exponent.
            var double: Double? { isDouble ? value.flatMap { Double($0) } : nil }

            var isDouble: Bool { withBytes(Self.isFiniteDecimal) }

            /// At most 308 digits are before the point; with an exponent of up to two digits at most 208, and with one of
            /// three digits, which is at most 307, at most one.
            private static func isFiniteDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
              var rest = bytes[...]
              func takeSign() -> Bool {
                guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
                  return false
                }
                rest = rest.dropFirst()
                return sign == UInt8(ascii: "-")
              }
              func takeDigits() -> Int {
                let after = rest.drop(while: \.isDigit)
                defer { rest = after }
                return rest.count - after.count
              }
              _ = takeSign()
              let whole = takeDigits()
              var fraction = 0
              if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
                fraction = takeDigits()
              }
              if whole == 0, fraction == 0 { return false }
              guard let mark = rest.first else { return whole <= 308 }
              guard mark | 0x20 == UInt8(ascii: "e") else { return false }
              rest = rest.dropFirst()
              let isNegative = takeSign()
              let digits = rest
              let count = takeDigits()
              guard rest.isEmpty else { return false }
              switch count {
              case 1, 2: return whole <= 208
              case 3: return whole <= 1 && (isNegative || !"307".utf8.lexicographicallyPrecedes(digits))
              default: return false
              }
            }

            var bool: Bool? {
              equals("true") ? true : equals("false") ? false : nil
            }
          }

          nonisolated extension RequestNumber {
            var double: Double? { value.map(Double.init) }
          }
          """#)
      ]
    case .textExpression:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A regular expression that the whole value must match.
          ///
          /// A table has the next state of the match for each state and byte, so that each byte is read once.
          nonisolated struct TextExpression: Sendable {
            /// Bytes of one class are the same to the expression.
            private let classes: [UInt8]
            /// The row of the next state, for each state and class. From row 0 nothing matches.
            private let next: [UInt16]
            private let start: Int
            /// The first row of the states in which a value may end.
            private let end: Int

            /// - Parameter text: words: the number of classes; the start; the first of the states in which a value
            ///   may end; the classes of the bytes; for each state but 0 the next state after most classes, the number
            ///   of other classes, and each of them with its next state.
            init(_ text: StaticString) {
              var words = ExpressionWords(text)
              let count = words.next()
              start = words.next() * count
              end = words.next() * count
              classes = words.classes()
              var next = [UInt16](repeating: 0, count: count)
              while !words.isAtEnd {
                let row = next.count
                next += repeatElement(UInt16(words.next() * count), count: count)
                for _ in 0..<words.next() { next[row + words.next()] = UInt16(words.next() * count) }
              }
              self.next = next
            }

            fileprivate func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
              classes.withUnsafeBufferPointer { classes in
                next.withUnsafeBufferPointer { next in
                  var row = start
                  for byte in bytes {
                    row = Int(next[row + Int(classes[Int(byte)])])
                    if row == 0 { return false }
                  }
                  return row >= end
                }
              }
            }
          }

          nonisolated extension RequestText {
            func matches(_ expression: TextExpression) -> Bool {
              exists && withBytes(expression.matches)
            }
          }
          """#)
      ]
    case .textPattern:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A `like` pattern for a text of components (separated by `/`) or labels (separated by `.`).
          ///
          /// The elements before the first open wildcard are matched from the start of the text, those after the last one
          /// from its end. If there are several, a `WildcardSearch` matches the elements between them.
          nonisolated struct TextPattern: Sendable {
            /// The type that a capture must convert to.
            struct Kind: Sendable {
              /// nil if any text will do.
              let accepts: (@Sendable (RequestText) -> Bool)?

              static let string = Self(accepts: nil)
            }

            enum Element: Sendable {
              case literal(StaticString)
              /// `*`: any characters except the separator, possibly none.
              case run
              /// `**` inside a component: any characters, possibly none.
              case anything
              /// `/**`: nothing, or the separator and anything.
              case components
              /// `{name}`: one whole component, one character or more.
              case capture(Int, Kind = .string)
              /// `{name}` beside other text: one character or more, but no separator.
              case part(Int)
              /// `/{name**}` at the end: nothing, or the separator and a captured text.
              case rest(Int)
            }

            let separator: UInt8
            let elements: [Element]

            static func path(_ elements: Element...) -> TextPattern {
              TextPattern(separator: UInt8(ascii: "/"), elements: elements)
            }

            static func host(_ elements: Element...) -> TextPattern {
              TextPattern(separator: UInt8(ascii: "."), elements: elements)
            }

            /// True for the host of a URL that has none.
            var isEmpty: Bool { elements.isEmpty }

            /// Returns true and sets the captures if the whole text matches.
            func matches(_ text: RequestText, _ captures: inout Captures) -> Bool {
              text.exists && text.withBytes { !hasEmptyLabel($0) && matches($0, of: text, &captures) }
            }

            /// True if the pattern is one of hosts with a wildcard, and the host has an empty label.
            ///
            /// A dot at the end of the host is no empty label if the pattern ends in a literal.
            private func hasEmptyLabel(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
              guard separator == UInt8(ascii: "."), let last = elements.last else { return false }
              var endsInLiteral = false
              if case .literal = last { endsInLiteral = true }
              if endsInLiteral, elements.count == 1 { return false }
              var isStart = true
              for byte in bytes {
                if isStart, byte == separator { return true }
                isStart = byte == separator
              }
              return isStart && !endsInLiteral
            }

            private func matches(
              _ bytes: UnsafeBufferPointer<UInt8>, of text: RequestText, _ captures: inout Captures
            ) -> Bool {
              var rest = 0..<bytes.count
              var open = 0..<elements.count
              while let element = open.first, !isOpen(element, before: element + 1) {
                guard let end = end(of: element, in: rest, of: bytes, text, &captures) else { return false }
                rest = end..<rest.upperBound
                open = element + 1..<open.upperBound
              }
              while open.count > 1, let element = open.last, !isOpen(element, before: element - 1) {
                guard let start = start(of: element, in: rest, of: bytes, text, &captures) else {
                  return false
                }
                rest = rest.lowerBound..<start
                open = open.lowerBound..<element
              }
              guard let wildcard = open.first else { return rest.isEmpty }
          """#),
        SwiftRuntimeSection(
          [.wildcardSearch],
          #"""
              if open.count > 1 {
                return WildcardSearch.matches(self, open, in: rest, of: bytes, text, &captures)
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              switch elements[wildcard] {
              case .run: return bytes.firstIndex(of: separator, in: rest) == rest.upperBound
              case .components: return rest.isEmpty || bytes[rest.lowerBound] == separator
              case .part(let number):
                if rest.isEmpty || bytes.firstIndex(of: separator, in: rest) < rest.upperBound {
                  return false
                }
                captures.set(number, text, rest)
                return true
              case .literal, .anything, .capture, .rest: return true
              }
            }

            /// True if the element's end depends on the elements after it.
            ///
            /// - Parameter next: the element after it, read from the start or from the end.
            private func isOpen(_ element: Int, before next: Int) -> Bool {
              switch elements[element] {
              case .literal, .capture: return false
              case .rest: return next < element
              case .anything, .components, .part: return true
              case .run:
                // A run up to a separator takes all before it.
                guard elements.indices.contains(next) else { return false }
                switch elements[next] {
                case .literal(let literal):
                  return literal.withUTF8Buffer { next > element ? $0.first : $0.last } != separator
                case .components, .rest: return false
                case .run, .anything, .capture, .part: return true
                }
              }
            }

            /// The end of an element that begins where the range does; nil if it does not match.
            private func end(
              of element: Int, in range: Swift.Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
              _ text: RequestText, _ captures: inout Captures
            ) -> Int? {
              switch elements[element] {
              case .literal(let literal):
                let isThere = literal.withUTF8Buffer { bytes.begins(with: $0, at: range.lowerBound) }
                return isThere ? range.lowerBound + literal.utf8CodeUnitCount : nil
              case .capture(let number, let kind):
                let end = bytes.firstIndex(of: separator, in: range)
                return captures.set(number, kind, text, range.lowerBound..<end) ? end : nil
              case .rest(let number):
                guard range.isEmpty || bytes[range.lowerBound] == separator else { return nil }
                let start = min(range.lowerBound + 1, range.upperBound)
                captures.set(number, text, start..<range.upperBound)
                return range.upperBound
              case .run: return bytes.firstIndex(of: separator, in: range)
              case .anything, .components, .part: return nil
              }
            }

            /// The start of an element that ends where the range does; nil if it does not match.
            private func start(
              of element: Int, in range: Swift.Range<Int>, of bytes: UnsafeBufferPointer<UInt8>,
              _ text: RequestText, _ captures: inout Captures
            ) -> Int? {
              var start = range.upperBound
              if case .literal(let literal) = elements[element] {
                start -= literal.utf8CodeUnitCount
                let isThere =
                  start >= range.lowerBound
                  && literal.withUTF8Buffer { bytes.begins(with: $0, at: start) }
                return isThere ? start : nil
              }
              while start > range.lowerBound, bytes[start - 1] != separator { start -= 1 }
              guard case .capture(let number, let kind) = elements[element] else { return start }
              return captures.set(number, kind, text, start..<range.upperBound) ? start : nil
            }
          }

          nonisolated extension Captures {
            /// Sets a capture of one component; returns false if it is no such component.
            mutating func set(
              _ number: Int, _ kind: TextPattern.Kind, _ text: RequestText, _ component: Swift.Range<Int>
            ) -> Bool {
              if component.isEmpty || kind.accepts?(text.part(component)) == false { return false }
              set(number, text, component)
              return true
            }
          }

          nonisolated extension RequestText {
            func isLike(_ pattern: TextPattern) -> Bool {
              var captures = Captures(keepsTexts: false)
              return pattern.matches(self, &captures)
            }

            /// The captures of the pattern; nil if the text does not match.
            func captures(_ pattern: TextPattern) -> Captures? {
              var captures = Captures()
              return pattern.matches(self, &captures) ? captures : nil
            }
          }
          """#),
      ]
    case .textSearch:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            func hasSuffix(_ suffix: StaticString) -> Bool {
              exists
                && withBytes { bytes in
                  suffix.withUTF8Buffer { bytes.begins(with: $0, at: bytes.count - $0.count) }
                }
            }

            func contains(_ part: StaticString) -> Bool {
              exists && withBytes { bytes in part.withUTF8Buffer { bytes.contains($0) } }
            }
          }

          nonisolated extension UnsafeBufferPointer<UInt8> {
            /// Returns whether the bytes contain the part, in linear time (Knuth, Morris and Pratt).
            func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
              if part.isEmpty || part.count > count { return part.isEmpty }
              return withUnsafeTemporaryAllocation(of: Int.self, capacity: part.count) { borders in
                // By the number of bytes less one: how many of them, but not all, are first and last alike.
                borders.initialize(repeating: 0)
                /// The number of the part's first bytes that the text ends with, after one more byte of it.
                func advance(_ matched: Int, _ byte: UInt8) -> Int {
                  var matched = matched
                  while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
                  return part[matched] == byte ? matched + 1 : 0
                }
                for index in part.indices.dropFirst() {
                  borders[index] = advance(borders[index - 1], part[index])
                }
                var matched = 0
                return contains { byte in
                  matched = advance(matched, byte)
                  return matched == part.count
                }
              }
            }
          }
          """#)
      ]
    case .trustedOrigin:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The pages of one `origin` declaration.
          <#public#> nonisolated struct TrustedOrigin: Sendable {
            private let patterns: [OriginPattern]
          """#),
        SwiftRuntimeSection(
          [.originSource],
          #"""
            /// The name of an origin that the app gives; nil for one with patterns.
            private(set) var givenName: String?

            /// - Parameter name: of the origin in the rule files.
            init(given name: String) {
              patterns = []
              givenName = name
            }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            init(_ patterns: OriginPattern...) { self.patterns = patterns }

          """#),
        SwiftRuntimeSection(
          [.webOrigin],
          #"""
            <#public#> func contains(_ origin: WebOrigin) -> Bool {
              contains(Array(origin.scheme.utf8), Array(origin.host.utf8), origin.port)
            }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
            fileprivate func contains(_ scheme: [UInt8], _ host: [UInt8], _ port: Int?) -> Bool {
              patterns.contains { $0.matches(scheme, host, port) }
            }
          }

          /// Scheme, host and port of trusted pages.
          nonisolated struct OriginPattern: Sendable {
            private static let dot = UInt8(ascii: ".")
            private static let star = UInt8(ascii: "*")

            private let scheme: [UInt8]
            private let host: [UInt8]
            private let hasStar: Bool
            private let port: Int?

            /// - Parameters:
            ///   - host: `*` is any characters but dots, `**` any characters; nil for pages without a host.
            ///   - port: nil for the default of the scheme.
            init(_ scheme: String, _ host: String?, port: Int? = nil) {
              self.scheme = Array(scheme.utf8)
              self.host = Array((host ?? "").utf8)
              hasStar = self.host.contains(Self.star)
              self.port = port == DefaultPort.of(self.scheme) ? nil : port
            }

            fileprivate func matches(_ scheme: [UInt8], _ host: [UInt8], _ port: Int?) -> Bool {
              port == self.port && scheme == self.scheme && (hasStar ? isLike(host) : host == self.host)
            }

            /// The time is the length of the host times that of the pattern.
            private func isLike(_ text: [UInt8]) -> Bool {
              // Whether what has been read of the pattern matches the text before each offset.
              var reached = [true] + text.map { _ in false }
              var (isOpen, endsOpen) = (false, false)
              var index = 0
              while index < host.count {
                endsOpen = host[index] == Self.star
                if endsOpen {
                  isOpen = true
                  let isAny = index + 1 < host.count && host[index + 1] == Self.star
                  for end in text.indices where reached[end] && (isAny || text[end] != Self.dot) {
                    reached[end + 1] = true
                  }
                } else {
                  // A star that is no wildcard.
                  if host[index] == UInt8(ascii: "\\") { index += 1 }
                  var last = false
                  for end in reached.indices {
                    (last, reached[end]) = (reached[end], last && text[end - 1] == host[index])
                  }
                }
                index += 1
              }
              return reached[text.count] && !(isOpen && Self.hasEmptyLabel(text, endsOpen))
            }

            /// A dot at the end of a host is no empty label if the pattern ends in other text.
            private static func hasEmptyLabel(_ host: [UInt8], _ endsOpen: Bool) -> Bool {
              var isStart = true
              for byte in host {
                if isStart, byte == dot { return true }
                isStart = byte == dot
              }
              return isStart && endsOpen
            }
          }
          """#),
        SwiftRuntimeSection(
          [.navigationRequest, .hostValue, .portValue],
          #"""

          extension NavigationRequest {
            func isIn(_ origins: TrustedOrigin...) -> Bool {
              let (scheme, host) = (scheme.withBytes { Array($0) }, host.withBytes { Array($0) })
              return origins.contains { $0.contains(scheme, host, port.value) }
            }
          }
          """#),
      ]
    case .urlChanges:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A change of a part of a URL.
          nonisolated enum URLChange: Sendable {
            case scheme(String), host(String), port(Int)
            /// Escaped.
            case path(StaticString)
            case noUser
            case query(StaticString, String), noQuery(StaticString)
            case fragment(String), noFragment
          }

          extension NavigationRequest {
            /// The URL with the changes; everything else keeps its place and spelling.
            ///
            /// Only the URL of a web page has a scheme, host, port and path that can be set.
            func changed(_ changes: URLChange...) -> URL? {
              URL(standard: parts.changed(changes).written)
            }
          }

          nonisolated extension AddressParts {
            func changed(_ changes: [URLChange]) -> AddressParts {
              var parts = self
              for change in changes { parts = parts.changed(change) }
              return parts
            }

            private func changed(_ change: URLChange) -> AddressParts {
              switch change {
              case .scheme(let scheme): replacing(0..<layout.schemeEnd, with: Array(scheme.utf8))
              case .host(let host): replacing(layout.hostStart..<layout.hostEnd, with: Array(host.utf8))
              case .port(let port):
                replacing(layout.hostEnd..<layout.writtenPathStart, with: Array(":\(port)".utf8))
              case .path(let path):
                replacing(layout.writtenPathStart..<layout.pathEnd, with: Array(path.description.utf8))
              case .noUser:
                layout.hasAuthority ? replacing(layout.schemeEnd + 3..<layout.hostStart, with: []) : self
              case .query(let name, let value): settingQuery(name, value)
              case .noQuery(let name): removingQuery(name)
              case .fragment(let text):
                replacing(
                  fragmentRange, with: [UInt8(ascii: "#")] + ByteSet.inPlainQuery.escapingOthers(in: text))
              case .noFragment: replacing(fragmentRange, with: [])
              }
            }

            private func replacing(_ range: Swift.Range<Int>, with new: [UInt8]) -> AddressParts {
              var bytes = Array(written.utf8)
              bytes.replaceSubrange(range, with: new)
              return AddressParts(String(decoding: bytes, as: UTF8.self))
            }

            /// From the `#`.
            private var fragmentRange: Swift.Range<Int> {
              written.withBytes { layout.numberSign($0) }..<layout.end
            }

            /// From the `?`.
            private var queryRange: Swift.Range<Int> { layout.pathEnd..<fragmentRange.lowerBound }

            /// The parts between `&` as written, without the items of that name; the first one of these is replaced.
            ///
            /// - Parameter item: nil if none is replaced.
            private func query(
              without name: StaticString, replacing item: [UInt8]?
            ) -> (query: [UInt8], isFound: Bool) {
              written.withBytes { bytes in
                guard let range = layout.query(bytes), !range.isEmpty else { return ([], false) }
                var (query, isFound, isFirst) = ([UInt8](), false, true)
                query.reserveCapacity(range.count + (item?.count ?? 0))
                func append(_ part: some Swift.Sequence<UInt8>) {
                  if !isFirst { query.append(UInt8(ascii: "&")) }
                  query.append(contentsOf: part)
                  isFirst = false
                }
                var start = range.lowerBound
                while start <= range.upperBound {
                  let end = bytes.firstIndex(of: UInt8(ascii: "&"), in: start..<range.upperBound)
                  if !bytes.isQueryItem(start..<end, named: name) {
                    append(bytes[start..<end])
                  } else {
                    if !isFound, let item { append(item) }
                    isFound = true
                  }
                  start = end + 1
                }
                return (query, isFound)
              }
            }

            /// The new item replaces the first one with its name, or is the last one.
            private func settingQuery(_ name: StaticString, _ value: String) -> AddressParts {
              let unreserved = ByteSet.unreserved
              let item =
                unreserved.escapingOthers(in: name.description) + [UInt8(ascii: "=")]
                + unreserved.escapingOthers(in: value)
              var (query, isFound) = query(without: name, replacing: item)
              if !isFound {
                if !query.isEmpty { query.append(UInt8(ascii: "&")) }
                query += item
              }
              return replacing(queryRange, with: [UInt8(ascii: "?")] + query)
            }

            private func removingQuery(_ name: StaticString) -> AddressParts {
              let (query, isFound) = query(without: name, replacing: nil)
              if !isFound { return self }
              return replacing(queryRange, with: query.isEmpty ? [] : [UInt8(ascii: "?")] + query)
            }
          }

          nonisolated extension UnsafeBufferPointer<UInt8> {
            /// True if the part of a query is an item of that name.
            fileprivate func isQueryItem(_ part: Swift.Range<Int>, named name: StaticString) -> Bool {
              if part.isEmpty { return false }
              let written = part.lowerBound..<firstIndex(of: UInt8(ascii: "="), in: part)
              return name.withUTF8Buffer { hasText($0, in: written, .query) }
            }
          }
          """#)
      ]
    case .urlConversion:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            /// The text as a URL; nil if it is no absolute URL.
            var url: URL? { value.flatMap { URL(standard: $0) } }
          }
          """#)
      ]
    case .userScript:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// JavaScript that may run in a page. There are no others than those that the rule files declare.
          <#public#> nonisolated struct UserScript: Sendable, Hashable {
            /// The text of the rule files, in a function: its declarations and those of the page do not meet.
            <#public#> let source: String
            <#public#> let runsAtStart: Bool
            <#public#> let isMainFrameOnly: Bool
            /// True if the script and those of the page do not see each other.
            <#public#> let isIsolated: Bool
          """#),
        SwiftRuntimeSection(
          [.scriptOrigin],
          #"""
            /// True if the script reads the origin that `originKeeper` has kept in its page.
            let readsKeptOrigin: Bool
          """#),
        SwiftRuntimeSection(
          [],
          #"""

            fileprivate init(_ source: String, atStart: Bool, mainFrameOnly: Bool, isIsolated: Bool = false) {
              self.source = "(() => {" + source + "\n})();"
              runsAtStart = atStart
              isMainFrameOnly = mainFrameOnly
              self.isIsolated = isIsolated
          """#),
        SwiftRuntimeSection(
          [.scriptOrigin],
          #"""
              readsKeptOrigin = false
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }
          """#),
        SwiftRuntimeSection(
          [.scriptOrigin],
          #"""

            /// A script for pages of some origins.
            fileprivate init(
              _ source: String, atStart: Bool, mainFrameOnly: Bool, on origins: [ScriptOrigin],
              isIsolated: Bool = false
            ) {
              // When a document ends, its page may have replaced `self.origin`, but only in its own world.
              readsKeptOrigin = !atStart && !isIsolated
              let limited = ScriptOrigin.limited(source, to: origins, reading: readsKeptOrigin)
              self.source = "(() => {" + limited + "\n})();"
              runsAtStart = atStart
              isMainFrameOnly = mainFrameOnly
              self.isIsolated = isIsolated
            }

            /// Keeps the origin of every document from the page's own scripts, which can replace `self.origin`.
            static let originKeeper = UserScript(
              """
              const { get } = Object.getOwnPropertyDescriptor(window, "origin");
              try { Object.defineProperty(window, "__basculeOrigin", { get: get.bind(window) }); } catch {}
              """, atStart: true, mainFrameOnly: false)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
          }
          """#),
      ]
    case .valueComparisons:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension RequestText {
            /// Both texts are present and equal.
            func equals(_ other: RequestText) -> Bool {
              exists && other.exists
                && withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
            }

            /// Both texts are present and different.
            func differs(from other: RequestText) -> Bool {
              exists && other.exists && !equals(other)
            }
          }

          nonisolated extension RequestNumber {
            /// Both numbers are present and equal.
            func equals(_ other: RequestNumber) -> Bool {
              exists && value == other.value
            }

            /// Both numbers are present and different.
            func differs(from other: RequestNumber) -> Bool {
              exists && other.exists && value != other.value
            }
          }
          """#)
      ]
    case .waitingDecisions:
      [
        SwiftRuntimeSection(
          [],
          #"""
            /// The decisions of a web view that wait for the app.
            ///
            /// WebKit drops a load of a frame when the frame begins another, but still waits for the answer. So a new
            /// question about the same frame ends the earlier one: its answer is `cancel`, and the app's task is cancelled.
            /// So does a time limit, since the app's function may never return.
            @MainActor final class WaitingDecisions {
              /// In their order.
              private var questions: [Question] = []
              private let waitForLimit: @MainActor () async -> Void

              /// - Parameter waitForLimit: returns when a question has waited too long, or when its task is cancelled.
              init(_ waitForLimit: @escaping @MainActor () async -> Void = { await WaitingDecisions.sleep() })
              {
                self.waitForLimit = waitForLimit
              }

              private static func sleep() async {
                try? await Task.sleep(nanoseconds: UInt64(PageLimits.waitingTime * 1e9))
              }

              /// - Returns: the decision; `cancel` if the question ends before.
              func decision(
                about request: NavigationRequest,
                _ decide: @escaping @MainActor (NavigationRequest) async -> NavigationDecision
              ) async -> NavigationDecision {
                guard makeRoom(for: request) else { return .cancel }
                let question = Question(request)
                questions.append(question)
                let limit = Task { [waitForLimit, weak question] in
                  await waitForLimit()
                  if !Task.isCancelled { question?.end() }
                }
                let decision = await question.answer(decide)
                limit.cancel()
                questions.removeAll { $0 === question }
                return decision
              }

              /// Ends all questions, since their frames are gone.
              func endAll() {
                for question in questions { question.end() }
              }

              /// Ends questions that WebKit has dropped.
              ///
              /// - Returns: false if there are too many questions like this one.
              private func makeRoom(for request: NavigationRequest) -> Bool {
                let others = questions.filter { $0.isLike(request) }
                switch request.frame {
                case .main: for other in others { other.end() }
                // WebKit does not say which frame of the page it is.
                case .sub: if others.count >= PageLimits.waitingFrames { others.first?.end() }
                case .new: return others.count < PageLimits.waitingWindows
                }
                return true
              }
            }

            /// A question about one request, which has one answer.
            @MainActor private final class Question {
              private let frame: NavigationFrame
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
              private let isAboutResponse: Bool
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              private let request: NavigationRequest
              private var webKit: CheckedContinuation<NavigationDecision, Never>?
              private var task: Task<Void, Never>?
              private(set) var isOver = false

              init(_ request: NavigationRequest) {
                self.request = request
                frame = request.frame
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
                isAboutResponse = request.response != nil
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }

              /// True for a question of the same kind that is not over.
              func isLike(_ other: NavigationRequest) -> Bool {
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
                if isAboutResponse != (other.response != nil) { return false }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return !isOver && frame == other.frame
              }

              func answer(
                _ decide: @escaping @MainActor (NavigationRequest) async -> NavigationDecision
              ) async -> NavigationDecision {
                await withCheckedContinuation { webKit in
                  self.webKit = webKit
                  task = Task { [request, weak self] in
                    if self?.isOver != false { return }
                    let decision = await decide(request)
                    self?.give(decision)
                  }
                }
              }

              func end() {
                isOver = true
                task?.cancel()
                give(.cancel)
              }

              private func give(_ decision: NavigationDecision) {
                webKit?.resume(returning: decision)
                webKit = nil
              }
            }
          """#),
      ]
    case .webAddress:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          /// A URL, split into the parts that rules test.
          ///
          /// The scheme is in lower case, and so is the host of a web URL. Components, query values and the fragment are
          /// percent-decoded once; `%2F` and `%5C` in a component are kept.
          <#public#> nonisolated struct WebAddress: Sendable, Hashable {
            /// The whole URL, normalized: scheme and host of a web URL in lower case, no default port, `/` for an empty path of
            /// a web URL.
            <#public#> let text: String
            <#public#> let scheme: String
            /// nil if the URL has none (`tel:`) or an empty one.
            <#public#> let host: String?
            /// nil if the URL names none, or the default of its scheme.
            <#public#> let port: Int?
            /// `/`, then the components that are not empty. Empty for an opaque path (`mailto:a@b`).
            <#public#> let components: [String]
            /// As written, without `?`.
            <#public#> let rawQuery: String?
            /// As written, without `#`.
            <#public#> let rawFragment: String?

            <#public#> init(_ url: URL) {
              self.init(text: url.absoluteString)
            }

            /// - Parameter text: an absolute URL.
            <#public#> init(text: String) {
              self.init(AddressParts(text))
            }

            init(_ parts: AddressParts) {
              text = parts.written
              scheme = parts.scheme.value ?? ""
              host = parts.host.value
              port = parts.port.value
              var components: [String] = parts.layout.isOpaque ? [] : ["/"]
              var rest = AddressComponents(parts.layout)
              while case let range = parts.written.withBytes({ rest.next($0) }), !range.isEmpty {
                components.append(parts.component(range).value ?? "")
              }
              self.components = components
              rawQuery = parts.rawQuery.value
              rawFragment = parts.rawFragment.value
            }

            /// `/` and the components, joined by `/`; nil for an opaque path.
            <#public#> var path: String? {
              components.isEmpty ? nil : "/" + components.dropFirst().joined(separator: "/")
            }

            <#public#> var fragment: String? {
              RequestText(rawFragment).decoded(.plain).value
            }

            /// The component at an index; 0 is always `/`.
            <#public#> func component(_ index: Int) -> String? {
              components.indices.contains(index) ? components[index] : nil
            }

            /// The first value of a key; empty for `?key` and `?key=`.
            <#public#> func query(_ key: String) -> String? {
              key.withBytes { AddressParts(text).query($0, .query).value }
            }
          }

          extension NavigationRequest {
            /// The parts of the URL. Each call makes new ones.
            <#public#> var address: WebAddress { WebAddress(parts) }
            /// The parts of the URL of the page that is shown; nil before the first load.
            <#public#> var page: WebAddress? { pageParts.map { WebAddress($0) } }
          }
          """#)
      ]
    case .webCall:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A function of the page that the app calls.
          <#public#> nonisolated protocol WebCall: Sendable {
            associatedtype Reply: Sendable
            /// The identifier of the call, or the path of the function.
            static var name: String { get }
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""
            /// The names of the arguments of a function that the page has at the path `name`; nil for a function that it
            /// registers with the generated module.
            static var parameters: [String]? { get }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
            /// The origins of the pages in which it is made; empty for any origin.
            static var origins: [TrustedOrigin] { get }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            var payload: JSON { get }
            func reply(from json: JSON) throws -> Reply
          }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""

          nonisolated extension WebCall {
            <#public#> static var origins: [TrustedOrigin] { [] }
          }
          """#),
        SwiftRuntimeSection(
          [.functionCalls],
          #"""

          nonisolated extension WebCall {
            <#public#> static var parameters: [String]? { nil }
          }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

          /// Why a call has no reply.
          <#public#> nonisolated enum WebCallError: Error, Sendable, Hashable, CustomStringConvertible {
            /// The page does not implement the function.
            case notImplemented(String)
            /// The page's function failed, or could not read its argument.
            case failed(String, reason: String)
            /// The reply is of the wrong type.
            case undecodable(String, WireError)
            /// Another page was loaded before the reply.
            case pageLeft(String)
            /// The page did not answer in time.
            case timedOut(String)
            /// The call is not for pages of this origin; nil if the page has not sent its origin.
            case otherOrigin(String, WebOrigin?)

            static let maximalReason = 1_000

            <#public#> var description: String {
              switch self {
              case .notImplemented(let name): "\(name): the page does not implement this call"
              case .failed(_, let reason): PageText.quoted(reason, limit: Self.maximalReason)
              case .undecodable(let name, let error): "\(name): \(error)"
              case .pageLeft(let name): "\(name): the page was left before it answered"
              case .timedOut(let name): "\(name): the page did not answer in time"
              case .otherOrigin(let name, let origin):
                "\(name): it is not made in "
                  + (origin.map { PageText.quoted("\($0)") } ?? "a page of unknown origin")
              }
            }
          }

          /// Calls functions of the page; the tests of an app can implement it.
          @MainActor <#public#> protocol WebCaller: AnyObject, Sendable {
            /// Fails at once if the page does not implement the function.
            ///
            /// - Parameter seconds: the time limit; nil to wait as long as the page is shown.
            func call<Call: WebCall>(_ call: Call, within seconds: Double?) async throws -> Call.Reply
          }

          extension WebCaller {
            <#public#> func call<Call: WebCall>(_ call: Call) async throws -> Call.Reply {
              try await self.call(call, within: nil)
            }
          }
          """#),
      ]
    case .webDownloads:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation, .webKit],
          #"""
            /// Takes the files that pages download. Without one, downloads are cancelled.
            @MainActor <#public#> protocol WebDownloadDelegate: AnyObject {
              /// The place of the new file; nil cancels the download.
              func destination(
                of download: WKDownload, suggestedName: String, response: URLResponse
              ) async -> URL?
              /// The download has begun; its `progress` changes from now on.
              func downloadDidStart(_ download: WKDownload)
              func downloadDidFinish(_ download: WKDownload)
              func download(_ download: WKDownload, failedWith error: any Error)
            }

            extension ChainNavigationDelegate: WKDownloadDelegate {
              <#public#> func download(
                _ download: WKDownload, decideDestinationUsing response: URLResponse,
                suggestedFilename: String
              ) async -> URL? {
                await downloadDelegate?.destination(
                  of: download, suggestedName: suggestedFilename, response: response)
              }

              /// As for pages: WebKit would accept any certificate that the system accepts.
              <#public#> func download(
                _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
              ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                guard let webView else { return (.performDefaultHandling, nil) }
                return await self.webView(webView, respondTo: challenge)
              }

              <#public#> func downloadDidFinish(_ download: WKDownload) {
                downloadDelegate?.downloadDidFinish(download)
              }

              <#public#> func download(
                _ download: WKDownload, didFailWithError error: any Error, resumeData: Data?
              ) {
                downloadDelegate?.download(download, failedWith: error)
              }
            }
          """#)
      ]
    case .webEvent:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// An event that the app sends to the page.
          <#public#> nonisolated protocol WebEvent: Sendable {
            static var name: String { get }
            /// The number of events that are kept for a page that does not listen yet.
            static var queue: EventQueue { get }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""
            /// The origins of the pages that get it; empty for any origin.
            static var origins: [TrustedOrigin] { get }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            var payload: JSON { get }
          }
          """#),
        SwiftRuntimeSection(
          [.trustedOrigin],
          #"""

          nonisolated extension WebEvent {
            <#public#> static var origins: [TrustedOrigin] { [] }
          }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

          /// The number of events of one kind that wait for a page that does not listen to them yet, or that
          /// is still busy with another one.
          <#public#> nonisolated enum EventQueue: Sendable, Hashable {
            /// They wait in their order; if there are more, the oldest is dropped and reported.
            case atMost(Int)
            /// A new event replaces the last one.
            case newest
            /// None is kept for a page that does not listen; for a busy page, it is as with `newest`.
            case none
          }

          /// The outcome of a dispatched event.
          <#public#> nonisolated enum EventDelivery: Sendable, Hashable {
            /// The page has received it: it listens, or it is loaded and has an older version without a contract.
            case sent
            /// It waits until the page listens.
            case kept
            /// The page does not listen, and none of these events is kept; or newer events have replaced it.
            case dropped
          }

          /// Why an event did not reach the page.
          <#public#> nonisolated enum WebEventError: Error, Sendable, Hashable, CustomStringConvertible {
            /// The page has sent its contract, which does not have this event.
            case unknownToPage(String)
            /// More events were kept than the rule files allow; the oldest was dropped.
            case queueFull(String)
            /// The page was left before it listened to this number of events, or before it answered.
            case pageLeft(String, count: Int)
            /// The event is not for pages of this origin; nil if the page has not sent its origin.
            case otherOrigin(String, WebOrigin?)
            /// The page has no function at the path of the dispatch.
            case noFunction(String, path: String)
            /// The page did not answer in time; it may get the event later.
            case timedOut(String)

            <#public#> var description: String {
              switch self {
              case .unknownToPage(let name): "\(name): the page does not know this event"
              case .queueFull(let name): "\(name): the oldest event is dropped, the page does not listen"
              case .pageLeft(let name, let count):
                "\(name): \(count) dropped, the page was left before it listened"
              case .otherOrigin(let name, let origin):
                "\(name): it is not sent to "
                  + (origin.map { PageText.quoted("\($0)") } ?? "a page of unknown origin")
              case .noFunction(let name, let path): "\(name): the page has no function `\(path)`"
              case .timedOut(let name): "\(name): the page did not answer in time"
              }
            }
          }

          /// Receives a report of events that are lost after `dispatch` has returned.
          @MainActor <#public#> protocol WebEventErrorDelegate: AnyObject {
            func event(_ name: String, failedWith error: any Error)
          }

          /// Sends events to the page; the tests of an app can implement it.
          @MainActor <#public#> protocol WebEventDispatcher: AnyObject {
            /// Returns when the page has the event, or when the event has to wait. Throws if the page does not answer within
            /// a minute.
            @discardableResult func dispatch(_ event: any WebEvent) async throws -> EventDelivery
            /// Throws if the page does not answer within some seconds.
            @discardableResult func dispatch(
              _ event: any WebEvent, within seconds: Double
            ) async throws -> EventDelivery
          }

          extension WebEventDispatcher {
            @discardableResult <#public#> func dispatch(
              _ event: any WebEvent, within seconds: Double
            ) async throws -> EventDelivery {
              try await dispatch(event)
            }
          }
          """#),
      ]
    case .webOrigin:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// The origin of a page.
          <#public#> nonisolated struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
            <#public#> let scheme: String
            /// An IPv6 address is in brackets.
            <#public#> let host: String
            /// nil for the default of the scheme.
            <#public#> let port: Int?

            /// - Parameter port: nil or 0 for the default of the scheme.
            <#public#> init(scheme: String, host: String, port: Int? = nil) {
              self.init(scheme: scheme, host: host, givenPort: port == 0 ? nil : port)
            }

            /// - Parameter port: nil for the default of the scheme; 0 is a port, which no page can have.
            init(scheme: String, host: String, givenPort port: Int?) {
              self.scheme = Self.lowercased(scheme)
              let host = Self.lowercased(host)
              self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
              self.port = port == DefaultPort.of(Array(self.scheme.utf8)) ? nil : port
            }

            /// `https://a.example:8443`
            <#public#> var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }

            /// Only ASCII: another letter could become one of a trusted name.
            private static func lowercased(_ text: String) -> String {
              let bytes = Array(text.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
              return String(decoding: bytes, as: UTF8.self)
            }
          }
          """#)
      ]
    case .webRender:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A list of calls that are run together.
          <#public#> nonisolated protocol WebRender: Sendable {
            var calls: [any WebCall] { get }
          }

          /// The result of one call of a render.
          <#public#> nonisolated struct WebRenderResult: Sendable {
            /// The name of the call.
            <#public#> let name: String
            <#public#> let reply: Result<any Sendable, any Error>
          }

          extension WebCaller {
            /// Starts all calls in their order; returns when each has a reply or has failed.
            ///
            /// - Parameter seconds: how long to wait for each call; nil for as long as the page is shown.
            /// - Returns: the results in the order of the calls.
            <#public#> func render(
              _ render: some WebRender, within seconds: Double? = nil
            ) async -> [WebRenderResult] {
              let tasks = render.calls.map { call in Task { await self.result(of: call, within: seconds) } }
              var results: [WebRenderResult] = []
              for task in tasks { results.append(await task.value) }
              return results
            }

            private func result<Call: WebCall>(
              of call: Call, within seconds: Double?
            ) async -> WebRenderResult {
              do {
                return WebRenderResult(
                  name: Call.name, reply: .success(try await self.call(call, within: seconds)))
              } catch {
                return WebRenderResult(name: Call.name, reply: .failure(error))
              }
            }
          }
          """#)
      ]
    case .webSession:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation, .webKit],
          #"""
            /// Why a configuration cannot be attached to a web view.
            <#public#> nonisolated enum WebSessionError: Error, Sendable, Hashable {
              /// The web view, or another one with its user content controller, has a session.
              case hasSession
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
              /// A web view has to be made with these settings, and this one has other values.
              case needsNewWebView([String])
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
              /// A web view has to be made with handlers for these schemes (`addSchemeHandlers(to:)`).
              case needsSchemeHandlers([String])
          """#),
        SwiftRuntimeSection(
          [],
          #"""
            }

            /// A web view set up as a configuration describes. Keep it as long as the web view is shown; the rules
            /// hold as long as the web view exists, or until `detach`.
            @MainActor <#public#> final class WebSession {
              <#public#> let webView: WKWebView
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          exports: [.webKit],
          #"""
              /// The page that is shown; sends events and makes calls.
              <#public#> let page: PageBridge
          """#),
        SwiftRuntimeSection(
          [.chainNavigationDelegate],
          #"""
              /// Decides what the web view loads.
              <#public#> let delegate: ChainNavigationDelegate
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              private let configuration: WebConfiguration
              private let controller: WKUserContentController
              /// Those that the rules have added to the controller.
              private let scripts: [WKUserScript]
              /// A property of the controller as long as the rules hold.
              private let mark = NSObject()
          """#),
        SwiftRuntimeSection(
          [.webViewRunner],
          #"""
              private let runner = WebViewRunner(nil)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              /// Its address names the property.
              private static var key: UInt8 = 0

              <#public#> convenience init(_ configuration: WebConfiguration, frame: CGRect = .zero) {
                self.init(configuration) { WKWebView(frame: frame, configuration: $0) }
              }

              /// - Parameter makeWebView: makes the web view, also of a class of the app; it can change the
              ///   configuration before that. A web view that has a session already keeps its rules: the new session has
              ///   a web view of its own.
              <#public#> convenience init(
                _ configuration: WebConfiguration, makeWebView: (WKWebViewConfiguration) -> WKWebView
              ) {
                let web = WKWebViewConfiguration()
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
                configuration.settings.apply(to: web)
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
                configuration.addSchemeHandlers(to: web)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                self.init(configuration, web.userContentController) {
                  let made = makeWebView(web)
                  return Self.hasSession(made, other: web)
                    ? WKWebView(frame: .zero, configuration: web) : made
                }
              }

              /// True if the web view belongs to a session, and not to the one with this configuration.
              private static func hasSession(_ webView: WKWebView, other web: WKWebViewConfiguration) -> Bool
              {
                let controller = webView.configuration.userContentController
                if controller === web.userContentController { return false }
                if objc_getAssociatedObject(controller, &Self.key) == nil { return false }
                #if DEBUG
                  NSLog("Bascule: makeWebView has returned a web view of another session, which keeps it")
                #endif
                return true
              }

              /// The rules take over a web view that the app has made, from its next load on. Its delegates become
              /// the app's own (`delegate.navigationDelegate`).
          """#),
        SwiftRuntimeSection(
          [.messageAdapters],
          #"""
              /// Message handlers with the names of the rules are replaced.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              <#public#> convenience init(_ configuration: WebConfiguration, attaching webView: WKWebView) throws
              {
                let web = webView.configuration
                let controller = web.userContentController
                if objc_getAssociatedObject(controller, &Self.key) != nil { throw WebSessionError.hasSession }
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
                let other = configuration.settings.differences(from: web)
                if !other.isEmpty { throw WebSessionError.needsNewWebView(other) }
          """#),
        SwiftRuntimeSection(
          [.schemeAdapter],
          #"""
                let schemes = configuration.missingSchemes(in: web)
                if !schemes.isEmpty { throw WebSessionError.needsSchemeHandlers(schemes) }
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
                configuration.settings.apply(to: web.preferences)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                configuration.removeHandlers(from: controller)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                self.init(configuration, controller) { webView }
              }

              private init(
                _ configuration: WebConfiguration, _ controller: WKUserContentController,
                _ makeWebView: () -> WKWebView
              ) {
                self.configuration = configuration
                self.controller = controller
                let others = controller.userScripts.count
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                page = PageBridge(
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .webViewRunner],
          #"""
                  runner,
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                  contract: configuration.contract, waitsForPage: true)
                configuration.connect(page, to: controller)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                configuration.addScripts(to: controller)
                scripts = Array(controller.userScripts.dropFirst(others))
                objc_setAssociatedObject(controller, &Self.key, mark, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
                webView = makeWebView()
          """#),
        SwiftRuntimeSection(
          [.webViewRunner],
          #"""
                runner.webView = webView
          """#),
        SwiftRuntimeSection(
          [.chainNavigationDelegate],
          #"""
                delegate = ChainNavigationDelegate(configuration)
                delegate.attach(to: webView)
          """#),
        SwiftRuntimeSection(
          [.chainNavigationDelegate, .contentRuleLists],
          #"""
                delegate.ruleLists.add(configuration, to: webView, of: delegate)
          """#),
        SwiftRuntimeSection(
          [.webViewSettings],
          #"""
                configuration.settings.apply(to: webView)
          """#),
        SwiftRuntimeSection(
          [.popups],
          #"""
                if let popups = configuration.popups { open(popups) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
          """#),
        SwiftRuntimeSection(
          [.webViewRunner, .eventOutbox],
          exports: [.foundation],
          #"""

              /// - Parameter dispatch: how events reach the page; nil for the first one in the rule files.
              <#public#> convenience init(
                _ configuration: WebConfiguration, frame: CGRect = .zero, dispatch: EventDispatch?
              ) {
                self.init(configuration, frame: frame)
                if let dispatch { page.events.dispatch = dispatch }
              }
          """#),
        SwiftRuntimeSection(
          [],
          #"""

              /// Opens the configuration's URL.
              <#public#> func load() {
                webView.load(URLRequest(url: configuration.url))
              }

              /// Gives the web view back to the app: its delegates are those of the app, and scripts and message
              /// handlers of the rules are removed. Calls and events that wait end with an error.
              <#public#> func detach() {
                guard objc_getAssociatedObject(controller, &Self.key) as? NSObject === mark else { return }
                objc_setAssociatedObject(controller, &Self.key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
                let others = controller.userScripts.filter { !scripts.contains($0) }
                controller.removeAllUserScripts()
                for script in others { controller.addUserScript(script) }
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                configuration.removeHandlers(from: controller)
          """#),
        SwiftRuntimeSection(
          [.webViewRunner],
          #"""
                page.leave()
                runner.webView = nil
          """#),
        SwiftRuntimeSection(
          [.chainNavigationDelegate],
          #"""
                delegate.detach()
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }

            extension WebConfiguration {
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
              /// The configuration of a new web view.
              ///
              /// - Parameter page: receives the page's messages about itself.
              <#public#> func webViewConfiguration(for page: PageBridge) -> WKWebViewConfiguration {
                let web = WKWebViewConfiguration()
                connect(page, to: web.userContentController)
                addScripts(to: web.userContentController)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .webViewSettings],
          #"""
                settings.apply(to: web)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .schemeAdapter],
          #"""
                addSchemeHandlers(to: web)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                return web
              }

              fileprivate func removeHandlers(from controller: WKUserContentController) {
                controller.removeScriptMessageHandler(forName: PageBridge.handlerName)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .messageAdapters],
          #"""
                for handler in messageHandlers {
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .messageAdapters, .isolatedMessages],
          #"""
                  if handler.isIsolated {
                    controller.removeScriptMessageHandler(
                      forName: handler.identifier, contentWorld: .defaultClient)
                    continue
                  }
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .messageAdapters],
          #"""
                  controller.removeScriptMessageHandler(forName: handler.identifier)
                }
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
              }

              fileprivate func connect(_ page: PageBridge, to controller: WKUserContentController) {
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .originSource],
          #"""
                page.originSource = originSource
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .messageAdapters],
          #"""
                controller.add(messageHandlers, of: page)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                if contract.isEmpty { return }
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .isolatedMessages],
          #"""
                let isolated = messageHandlers.filter(\.isIsolated).flatMap(\.messages)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                let messages: [String] =
                  []
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .messageAdapters],
          #"""
                  + messageHandlers.flatMap(\.messages)
          """#),
        SwiftRuntimeSection(
          [.pageAdapter, .isolatedMessages],
          #"""
                  .filter { !isolated.contains($0) }
          """#),
        SwiftRuntimeSection(
          [.pageAdapter],
          #"""
                controller.add(page, offering: messages)
              }

          """#),
        SwiftRuntimeSection(
          [],
          #"""
              fileprivate func addScripts(to controller: WKUserContentController) {
          """#),
        SwiftRuntimeSection(
          [.scriptOrigin],
          #"""
                if scripts.contains(where: \.readsKeptOrigin) { add(.originKeeper, to: controller) }
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                for script in scripts { add(script, to: controller) }
              }

              private func add(_ script: UserScript, to controller: WKUserContentController) {
                controller.addUserScript(
                  WKUserScript(
                    source: script.source,
                    injectionTime: script.runsAtStart ? .atDocumentStart : .atDocumentEnd,
                    forMainFrameOnly: script.isMainFrameOnly,
                    in: script.isIsolated ? .defaultClient : .page))
              }
            }
          """#),
      ]
    case .webViewObserver:
      [
        SwiftRuntimeSection(
          [],
          exports: [.webKit],
          #"""
            /// Follows the decisions and loads of a web view. All methods have a default.
            @MainActor <#public#> protocol WebViewObserver: AnyObject {
              /// The chain has decided a request.
          """#),
        SwiftRuntimeSection(
          [.navigationResponse],
          #"""
              /// Responses too: their requests have a `response`.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              func webView(_ webView: WKWebView, decided trace: DecisionTrace)
              func webViewDidFinish(_ webView: WKWebView)
              /// A load has failed, or a step of a rule was not performed (`RefusedStep`).
          """#),
        SwiftRuntimeSection(
          [.reachedLimit],
          #"""
              /// Or pages have reached a limit (`ReachedLimit`); not reported again until they were below it.
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              func webView(_ webView: WKWebView, failedWith error: any Error)
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          exports: [.webKit],
          #"""
              /// A rule list was not compiled; the web view loads pages without it.
              func webView(
                _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              /// The process of the page has ended, so that the web view is blank until it loads again.
              func webViewProcessDidEnd(_ webView: WKWebView)
              /// The rules answer WebKit in place of these methods of the app's own delegates, which are not called:
              /// `webView:decidePolicyForNavigationAction:decisionHandler:`. Called when the rules are attached, when
              /// the app sets other delegates, and for a new observer.
              func webView(_ webView: WKWebView, rulesReplace methods: [String])
              /// Asked if the app's own navigation delegate does not answer challenges; nil for the answer of the
              /// system.
              func webView(
                _ webView: WKWebView, answerTo challenge: URLAuthenticationChallenge
              ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)?
            }

            extension WebViewObserver {
              <#public#> func webView(_ webView: WKWebView, decided trace: DecisionTrace) {}
              <#public#> func webViewDidFinish(_ webView: WKWebView) {}
              <#public#> func webView(_ webView: WKWebView, failedWith error: any Error) {}
          """#),
        SwiftRuntimeSection(
          [.contentRuleLists],
          #"""
              <#public#> func webView(
                _ webView: WKWebView, cannotUse list: ContentRuleList, because error: any Error
              ) {}
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              <#public#> func webViewProcessDidEnd(_ webView: WKWebView) {}
              <#public#> func webView(_ webView: WKWebView, rulesReplace methods: [String]) {}
              <#public#> func webView(
                _ webView: WKWebView, answerTo challenge: URLAuthenticationChallenge
              ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? { nil }
            }
          """#),
      ]
    case .webViewRunner:
      [
        SwiftRuntimeSection(
          [],
          exports: [.webKit],
          #"""
            /// Why JavaScript was not run.
            <#public#> nonisolated enum JavaScriptRunnerError: Error, Sendable, Hashable {
              case webViewIsGone
            }

            /// Runs JavaScript in a web view. It does not keep the web view alive.
            @MainActor <#public#> final class WebViewRunner: JavaScriptRunner {
              weak var webView: WKWebView?

              <#public#> init(_ webView: WKWebView?) { self.webView = webView }

              // An asynchronous call of WebKit would keep the web view alive until the page answers.
              <#public#> func run(_ body: String, arguments: [String: JSON]) async throws -> JSON {
                try await withCheckedThrowingContinuation { caller in
                  guard let webView else {
                    return caller.resume(throwing: JavaScriptRunnerError.webViewIsGone)
                  }
                  webView.callAsyncJavaScript(
                    body, arguments: arguments.mapValues(\.foundation), in: nil, in: .page
                  ) { result in
                    caller.resume(with: Result { try JSON(foundation: result.get()) })
                  }
                }
              }
            }
          """#)
      ]
    case .webViewSettings:
      [
        SwiftRuntimeSection(
          [],
          #"""
            nonisolated extension WebSettings {
              @MainActor func apply(to configuration: WKWebViewConfiguration) {
                switch dataStore {
                case .persistent?: configuration.websiteDataStore = .default()
                case .ephemeral?: configuration.websiteDataStore = .nonPersistent()
                case nil: break
                }
                switch contentMode {
                case .recommended?:
                  configuration.defaultWebpagePreferences.preferredContentMode = .recommended
                case .mobile?: configuration.defaultWebpagePreferences.preferredContentMode = .mobile
                case .desktop?: configuration.defaultWebpagePreferences.preferredContentMode = .desktop
                case nil: break
                }
                if let allowsJavaScript {
                  configuration.defaultWebpagePreferences.allowsContentJavaScript = allowsJavaScript
                }
                #if canImport(UIKit)
                  if let allowsInlineMedia { configuration.allowsInlineMediaPlayback = allowsInlineMedia }
                #endif
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
                applyContent(to: configuration)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }

              /// The settings with which a web view has to be made, where one with this configuration has others.
              @MainActor func differences(from web: WKWebViewConfiguration) -> [String] {
                let own = WKWebViewConfiguration()
                apply(to: own)
                var differences: [String] = []
                func compare<Value: Equatable>(
                  _ setting: String, _ isSet: Bool, _ own: Value, _ other: Value
                ) {
                  if isSet, own != other { differences.append(setting) }
                }
                compare(
                  "dataStore", dataStore != nil, own.websiteDataStore.isPersistent,
                  web.websiteDataStore.isPersistent)
                if let own = own.defaultWebpagePreferences, let web = web.defaultWebpagePreferences {
                  compare(
                    "contentMode", contentMode != nil, own.preferredContentMode, web.preferredContentMode)
                  compare(
                    "javaScript", allowsJavaScript != nil, own.allowsContentJavaScript,
                    web.allowsContentJavaScript)
                }
                #if canImport(UIKit)
                  compare(
                    "inlineMedia", allowsInlineMedia != nil, own.allowsInlineMediaPlayback,
                    web.allowsInlineMediaPlayback)
                #endif
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
                compare(
                  "applicationName", applicationName != nil, own.applicationNameForUserAgent,
                  web.applicationNameForUserAgent)
                compare(
                  "mediaPlayback", mediaPlayback != nil, own.mediaTypesRequiringUserActionForPlayback,
                  web.mediaTypesRequiringUserActionForPlayback)
                compare(
                  "appBoundDomains", limitsToAppBoundDomains != nil, own.limitsNavigationsToAppBoundDomains,
                  web.limitsNavigationsToAppBoundDomains)
                #if canImport(UIKit)
                  compare(
                    "pictureInPicture", allowsPictureInPicture != nil,
                    own.allowsPictureInPictureMediaPlayback, web.allowsPictureInPictureMediaPlayback)
                #endif
          """#),
        SwiftRuntimeSection(
          [],
          #"""
                return differences
              }

              @MainActor func apply(to webView: WKWebView) {
                if let userAgent { webView.customUserAgent = userAgent }
                if let isInspectable, #available(iOS 16.4, macOS 13.3, *) {
                  webView.isInspectable = isInspectable
                }
                if let allowsBackForwardGestures {
                  webView.allowsBackForwardNavigationGestures = allowsBackForwardGestures
                }
                #if canImport(UIKit)
                  if let bounces { webView.scrollView.bounces = bounces }
                #endif
          """#),
        SwiftRuntimeSection(
          [.contentSettings],
          #"""
                applyContent(to: webView)
          """#),
        SwiftRuntimeSection(
          [],
          #"""
              }
            }
          """#),
      ]
    case .wildcardSearch:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// Matches elements of a `TextPattern` that begin with a wildcard and have several.
          ///
          /// From the last element to the first the places are found, as bits, from which the rest of the elements
          /// match the rest of the text; 64 places at a time. Then each wildcard takes as little as they allow, which
          /// settles what is captured. The time is the length of the text, times one for every 64 characters of the
          /// pattern.
          nonisolated struct WildcardSearch {
            private let pattern: TextPattern
            private let elements: Swift.Range<Int>
            private let range: Swift.Range<Int>
            private let bytes: UnsafeBufferPointer<UInt8>
            private let text: RequestText
            /// The numbers of the bytes of the literals, and of the separator; 0 for other bytes.
            private let numbers: UnsafeMutableBufferPointer<UInt8>
            /// Sets of places, by the distance from the end of the text: for each number where the byte is, then the
            /// places after each element and before the first.
            private let words: UnsafeMutableBufferPointer<UInt64>
            /// The number of words of a set.
            private let width: Int
            /// The offset of the last set.
            private let last: Int

            static func matches(
              _ pattern: TextPattern, _ elements: Swift.Range<Int>, in range: Swift.Range<Int>,
              of bytes: UnsafeBufferPointer<UInt8>, _ text: RequestText, _ captures: inout Captures
            ) -> Bool {
              withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { numbers in
                numbers.initialize(repeating: 0)
                numbers[Int(pattern.separator)] = 1
                var count = 2
                for element in pattern.elements[elements] {
                  guard case .literal(let literal) = element else { continue }
                  literal.withUTF8Buffer { literal in
                    for byte in literal where numbers[Int(byte)] == 0 {
                      numbers[Int(byte)] = UInt8(count)
                      count += 1
                    }
                  }
                }
                let width = range.count / 64 + 1
                let last = (count + elements.count) * width
                return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: last + width) { words in
                  words.initialize(repeating: 0)
                  let search = WildcardSearch(
                    pattern: pattern, elements: elements, range: range, bytes: bytes, text: text,
                    numbers: numbers, words: words, width: width, last: last)
                  return search.matches(&captures)
                }
              }
            }

            private func matches(_ captures: inout Captures) -> Bool {
              for place in 0..<range.count {
                let number = Int(numbers[Int(bytes[range.upperBound - 1 - place])])
                words[number * width + place / 64] |= 1 << UInt64(place % 64)
              }
              insert(0, last)
              for element in elements.reversed() { advance(over: element) }
              if !contains(range.count, offset(elements.lowerBound)) { return false }
              if captures.keepsTexts { capture(&captures) }
              return true
            }

            /// The offset of the places before an element.
            private func offset(_ element: Int) -> Int { last - (elements.upperBound - element) * width }

            // MARK: From the end to the start

            /// Finds the places before an element.
            private func advance(over element: Int) {
              let (behind, before) = (offset(element + 1), offset(element))
              let separators = Int(numbers[Int(pattern.separator)]) * width
              switch pattern.elements[element] {
              case .literal(let literal):
                literal.withUTF8Buffer { literal in
                  var from = behind
                  for byte in literal.reversed() {
                    step(from, before, over: Int(numbers[Int(byte)]) * width)
                    from = before
                  }
                }
              case .run: fillComponents(behind, before)
              case .anything: fill(behind, before)
              case .components:
                fill(behind, before)
                step(before, before, over: separators)
                for index in 0..<width { words[before + index] |= words[behind + index] }
              case .capture(_, let kind):
                // The other ends of the components that are not empty.
                fillComponents(behind, before)
                for index in 0..<width {
                  words[before + index] &= words[separators + index] & ~words[behind + index]
                }
                if let accepts = kind.accepts { filter(before, accepts) }
              case .part:
                stepOverOthers(behind, before)
                fillComponents(before, before)
              case .rest:
                fill(behind, before)
                step(before, before, over: separators)
                insert(0, before)
              }
            }

            /// Moves each place over one byte, if it is in a set.
            private func step(_ from: Int, _ to: Int, over found: Int) {
              var index = width - 1
              while index > 0 {
                let taken = words[from + index] & words[found + index]
                let carry = words[from + index - 1] & words[found + index - 1]
                words[to + index] = taken << 1 | carry >> 63
                index -= 1
              }
              words[to] = (words[from] & words[found]) << 1
            }

            /// Moves each place over one byte other than the separator.
            private func stepOverOthers(_ from: Int, _ to: Int) {
              let separators = Int(numbers[Int(pattern.separator)]) * width
              var index = width - 1
              while index >= 0 {
                let taken = words[from + index] & ~words[separators + index] & bits(index)
                let before = index > 0 ? words[from + index - 1] & ~words[separators + index - 1] : 0
                words[to + index] = taken << 1 | before >> 63
                index -= 1
              }
            }

            /// The places, and all that only bytes other than the separator are between.
            private func fillComponents(_ from: Int, _ to: Int) {
              let separators = Int(numbers[Int(pattern.separator)]) * width
              // The sum carries each place over all bytes up to the next separator.
              var carry: UInt64 = 0
              for index in 0..<width {
                let places = words[from + index]
                let others = ~words[separators + index] & bits(index)
                let (sum, overflow) = (places & others).addingReportingOverflow(others)
                let (all, overflowsMore) = sum.addingReportingOverflow(carry)
                carry = overflow || overflowsMore ? 1 : 0
                words[to + index] = places | (all ^ others)
              }
            }

            /// Removes the places at which components start that do not convert.
            private func filter(_ offset: Int, _ accepts: (RequestText) -> Bool) {
              for index in 0..<width {
                var places = words[offset + index]
                while places != 0 {
                  let bit = places.trailingZeroBitCount
                  places &= places - 1
                  let start = range.upperBound - 64 * index - bit
                  let end = bytes.firstIndex(of: pattern.separator, in: start..<range.upperBound)
                  if !accepts(text.part(start..<end)) { words[offset + index] &= ~(1 << UInt64(bit)) }
                }
              }
            }

            /// The first place, from the end of the text, and all others beyond it.
            private func fill(_ from: Int, _ to: Int) {
              guard let first = (0..<width).first(where: { words[from + $0] != 0 }) else { return }
              for index in first..<width { words[to + index] = bits(index) }
              words[to + first] &= ~0 << UInt64(words[from + first].trailingZeroBitCount)
              insert(range.count, to)
            }

            /// The bits of a word that have a byte before them.
            private func bits(_ index: Int) -> UInt64 {
              index < width - 1 ? ~0 : ~(~0 << UInt64(range.count % 64))
            }

            // MARK: From the start to the end

            private func capture(_ captures: inout Captures) {
              var place = range.count
              for element in elements {
                let behind = offset(element + 1)
                switch pattern.elements[element] {
                case .literal(let literal): place -= literal.utf8CodeUnitCount
                case .run, .anything: place = next(place, behind)
                case .components: if !contains(place, behind) { place = next(place - 1, behind) }
                case .capture(let number, _):
                  let start = range.upperBound - place
                  let end = bytes.firstIndex(of: pattern.separator, in: start..<range.upperBound)
                  captures.set(number, text, start..<end)
                  place = range.upperBound - end
                case .part(let number):
                  let start = range.upperBound - place
                  place = next(place - 1, behind)
                  captures.set(number, text, start..<range.upperBound - place)
                case .rest(let number):
                  captures.set(number, text, range.upperBound - max(place - 1, 0)..<range.upperBound)
                  place = 0
                }
              }
            }

            /// The place itself, or the next one towards the end of the text.
            private func next(_ place: Int, _ offset: Int) -> Int {
              var index = place / 64
              var word = words[offset + index] & ~0 >> UInt64(63 - place % 64)
              while word == 0, index > 0 {
                index -= 1
                word = words[offset + index]
              }
              return word == 0 ? 0 : 64 * index + 63 - word.leadingZeroBitCount
            }

            private func contains(_ place: Int, _ offset: Int) -> Bool {
              words[offset + place / 64] >> UInt64(place % 64) & 1 == 1
            }

            private func insert(_ place: Int, _ offset: Int) {
              words[offset + place / 64] |= 1 << UInt64(place % 64)
            }
          }
          """#)
      ]
    case .wireArray:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Array: WireValue where Element: WireValue {
            <#public#> dynamic init(json: JSON) throws {
              guard case .array(let values) = json else {
                throw WireError(expected: "an array", found: json.kind)
              }
              self = []
              reserveCapacity(values.count)
              for index in values.indices {
                do {
                  append(try Element(json: values[index]))
                } catch let error as WireError {
                  throw error.below(index: index)
                }
              }
            }

            <#public#> dynamic var encodedJSON: JSON { .array(map(\.encodedJSON)) }
          }
          """#)
      ]
    case .wireBool:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Bool: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .bool(let value) = json else {
                throw WireError(expected: "a Boolean", found: json.kind)
              }
              self = value
            }

            <#public#> var encodedJSON: JSON { .bool(self) }
          }
          """#)
      ]
    case .wireData:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          nonisolated extension Data: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .string(let text) = json else {
                throw WireError(expected: "base64 data", found: json.kind)
              }
              // Foundation alone would accept surplus padding.
              let bytes = Array(text.utf8)
              let digits = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
              let isPadded = bytes[digits...].allSatisfy { $0 == UInt8(ascii: "=") }
              guard isPadded, bytes.count == (digits + 3) / 4 * 4,
                let data = Data(base64Encoded: text)
              else {
                throw WireError(expected: "base64 data", found: "another string")
              }
              self = data
            }

            <#public#> var encodedJSON: JSON { .string(base64EncodedString()) }
          }
          """#)
      ]
    case .wireDate:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          nonisolated extension Date: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .string(let text) = json else {
                throw WireError(expected: "an ISO 8601 date", found: json.kind)
              }
              guard let milliseconds = DateText.milliseconds(text) else {
                throw WireError(expected: "an ISO 8601 date", found: "another string")
              }
              self = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            }

            /// Null for a date that is not a number, as in JavaScript.
            <#public#> var encodedJSON: JSON {
              if timeIntervalSince1970.isNaN { return .null }
              return .string(DateText.text((timeIntervalSince1970 * 1000).rounded()))
            }
          }

          nonisolated extension DateText {
            /// Milliseconds since 1970; digits below the millisecond are dropped.
            static func milliseconds(_ text: String) -> Int? {
              var reader = DigitReader(Array(text.utf8))
              guard let year = reader.number(4), year >= 1, reader.takes("-"),
                let month = reader.number(2), (1...12).contains(month), reader.takes("-"),
                let dayOfMonth = reader.number(2), (1...daysIn(month, year)).contains(dayOfMonth),
                reader.takes("T"), let hour = reader.number(2), hour < 24, reader.takes(":"),
                let minute = reader.number(2), minute < 60, reader.takes(":"),
                let second = reader.number(2), second <= 60
              else { return nil }
              var time = days(year, month, dayOfMonth) * day + hour * 3_600_000 + minute * 60_000
              time += second * 1000
              if reader.takes(".") {
                guard let fraction = reader.fraction() else { return nil }
                time += fraction
              }
              if reader.takes("Z") { return reader.isAtEnd ? withinRange(time) : nil }
              let isAhead = reader.takes("+")
              guard isAhead || reader.takes("-"), let hours = reader.number(2), hours < 24,
                reader.takes(":"), let minutes = reader.number(2), minutes < 60, reader.isAtEnd
              else { return nil }
              let offset = hours * 3_600_000 + minutes * 60_000
              return withinRange(isAhead ? time - offset : time + offset)
            }

            private static func withinRange(_ time: Int) -> Int? {
              time >= first && time <= last ? time : nil
            }

            private static func daysIn(_ month: Int, _ year: Int) -> Int {
              let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
              return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            }

            /// Days from 1970-01-01; the year is counted from March, so that a leap day ends it.
            private static func days(_ year: Int, _ month: Int, _ dayOfMonth: Int) -> Int {
              let year = month > 2 ? year : year - 1
              let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1
              return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
            }

            private struct DigitReader {
              private let bytes: [UInt8]
              private var index = 0

              init(_ bytes: [UInt8]) { self.bytes = bytes }

              var isAtEnd: Bool { index == bytes.count }

              @inline(never) mutating func takes(_ character: Unicode.Scalar) -> Bool {
                guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
                index += 1
                return true
              }

              @inline(never) mutating func number(_ count: Int) -> Int? {
                var number = 0
                for _ in 0..<count {
                  guard let digit = digit() else { return nil }
                  number = number * 10 + digit
                }
                return number
              }

              /// Milliseconds of one digit or more.
              mutating func fraction() -> Int? {
                guard let tenth = digit() else { return nil }
                let hundredth = digit()
                let thousandth = hundredth == nil ? nil : digit()
                while digit() != nil {}
                return tenth * 100 + (hundredth ?? 0) * 10 + (thousandth ?? 0)
              }

              private mutating func digit() -> Int? {
                guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
                else { return nil }
                index += 1
                return Int(bytes[index - 1]) - 48
              }
            }
          }
          """#)
      ]
    case .wireDictionary:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Dictionary: WireValue where Key == String, Value: WireValue {
            <#public#> dynamic init(json: JSON) throws {
              guard case .object(let values) = json else {
                throw WireError(expected: "an object", found: json.kind)
              }
              self = [:]
              for (key, value) in values {
                do {
                  self[key] = .some(try Value(json: value))
                } catch let error as WireError {
                  throw error.below(key: key)
                }
              }
            }

            <#public#> dynamic var encodedJSON: JSON { .object(mapValues(\.encodedJSON)) }
          }
          """#)
      ]
    case .wireDouble:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Double: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .number(let number) = json else {
                throw WireError(expected: "a number", found: json.kind)
              }
              guard number.isFinite else {
                throw WireError(expected: "a number", found: "a number that is not finite")
              }
              self = number
            }

            /// Infinity and NaN become null, as in JavaScript.
            <#public#> var encodedJSON: JSON { isFinite ? .number(self) : .null }
          }
          """#)
      ]
    case .wireEnumeration:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// An open set of strings: unknown values are kept.
          <#public#> nonisolated protocol WireEnumeration: WireValue, Codable, Hashable, RawRepresentable,
            CustomStringConvertible
          where RawValue == String {
            init(wire text: String)
            var wireText: String { get }
            var isUnknown: Bool { get }
          }

          nonisolated extension WireEnumeration {
            <#public#> init(rawValue: String) { self.init(wire: rawValue) }
            <#public#> var rawValue: String { wireText }
            <#public#> var description: String { wireText }

            <#public#> dynamic init(json: JSON) throws { self.init(wire: try String(json: json)) }
            <#public#> dynamic var encodedJSON: JSON { .string(wireText) }

            <#public#> dynamic static func == (left: Self, right: Self) -> Bool {
              left.wireText == right.wireText
            }
            <#public#> dynamic func hash(into hasher: inout Hasher) { hasher.combine(wireText) }

            <#public#> dynamic init(from decoder: any Decoder) throws {
              self.init(wire: try decoder.singleValueContainer().decode(String.self))
            }

            <#public#> dynamic func encode(to encoder: any Encoder) throws {
              var container = encoder.singleValueContainer()
              try container.encode(wireText)
            }
          }
          """#)
      ]
    case .wireError:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A JSON value of the wrong type: `items[3].sku: expected a string, found a number`.
          <#public#> nonisolated struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
            /// `items[3].sku`, for example; empty for the whole value.
            <#public#> let path: String
            <#public#> let expected: String
            <#public#> let found: String

            <#public#> init(expected: String, found: String) {
              self.init(path: "", expected: expected, found: found)
            }

            init(path: String, expected: String, found: String) {
              // A page can name its fields as it wants, in many levels.
              self.path = path.utf8.count > 1_000 ? String(path.prefix(300)) + "…" : path
              self.expected = expected
              self.found = found
            }

            <#public#> var description: String {
              let place = path.isEmpty ? "" : PageText.quoted(path, limit: 300) + ": "
              return place + "expected \(expected), found \(found)"
            }
          }
          """#)
      ]
    case .wireErrorPath:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension WireError {
            /// The error with a field added to the front of its path.
            func below(field name: String) -> WireError {
              let bytes = Array(name.utf8)
              let isIdentifier = bytes.indices.allSatisfy { index in
                switch bytes[index] {
                case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
                case 0x30...0x39: index > 0
                default: false
                }
              }
              return isIdentifier && !bytes.isEmpty ? below(step: name) : below(key: name)
            }

            /// The error with a key added to the front of its path.
            func below(key: String) -> WireError { below(step: "[\(Self.quoted(key))]") }

            /// The error with an index added to the front of its path.
            func below(index: Int) -> WireError { below(step: "[\(index)]") }

            private func below(step: String) -> WireError {
              let isJoined = path.isEmpty || path.hasPrefix("[")
              return WireError(
                path: step + (isJoined ? "" : ".") + path, expected: expected, found: found)
            }

            /// A string literal as written by JavaScript's `JSON.stringify`.
            private static func quoted(_ text: String) -> String {
              var result = "\""
              for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "\u{8}": result += "\\b"
                case "\u{C}": result += "\\f"
                case "\n": result += "\\n"
                case "\r": result += "\\r"
                case "\t": result += "\\t"
                case "\0"..<" ":
                  let digits = String(scalar.value, radix: 16)
                  result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: result.unicodeScalars.append(scalar)
                }
              }
              return result + "\""
            }
          }
          """#)
      ]
    case .wireInt:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Int: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .number(let number) = json else {
                throw WireError(expected: "an integer", found: json.kind)
              }
              guard let value = Int(exactly: number), Self.rangeOnWire.contains(value) else {
                let isFraction = number.isFinite && number != number.rounded()
                let found = isFraction ? "with a fraction" : "beyond ±\(Self.rangeOnWire.upperBound)"
                throw WireError(expected: "an integer", found: "a number \(found)")
              }
              self = value
            }

            /// Beyond ±(2^53−1), the nearest number in JavaScript.
            <#public#> var encodedJSON: JSON { .number(Double(self)) }
          }
          """#)
      ]
    case .wireJSON:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension JSON: WireValue {
            <#public#> init(json: JSON) throws {
              guard json.isFinite else {
                throw WireError(expected: "JSON", found: "a number that is not finite")
              }
              self = json
            }
            <#public#> var encodedJSON: JSON { self }

            /// True if JSON can represent all of its numbers.
            private var isFinite: Bool {
              switch self {
              case .number(let value): value.isFinite
              case .array(let values): values.allSatisfy(\.isFinite)
              case .object(let values): values.values.allSatisfy(\.isFinite)
              case .null, .bool, .string: true
              }
            }
          }
          """#)
      ]
    case .wireKinds:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A value of several cases, which differ by their kind of JSON.
          <#public#> nonisolated protocol WireKinds: WireValue {
            init(from json: JSON) throws
            func write(to json: inout JSON)
          }

          nonisolated extension WireKinds {
            <#public#> dynamic init(json: JSON) throws { try self.init(from: json) }

            <#public#> dynamic var encodedJSON: JSON {
              var json = JSON.null
              write(to: &json)
              return json
            }

            // The implementation of `Codable` in an app that declares it.

            <#public#> dynamic init(from decoder: any Decoder) throws {
              try self.init(json: JSON(from: decoder))
            }

            <#public#> dynamic func encode(to encoder: any Encoder) throws {
              try encodedJSON.encode(to: encoder)
            }
          }
          """#)
      ]
    case .wireObject:
      [
        SwiftRuntimeSection(
          [],
          #"""
          // Neither this protocol nor `WireValue` inherits one of the standard library: the compiler would write seven functions
          // more for each model, which look the conformances up.

          /// An object whose fields are read and written one by one.
          <#public#> nonisolated protocol WireObject: WireValue {
            init(from object: inout WireReader) throws
            func write(to object: inout WireWriter)
          }

          // `dynamic` keeps a function from being compiled again for each model, which takes most of the time of a build.

          nonisolated extension WireObject {
            <#public#> dynamic init(json: JSON) throws {
              guard case .object(let fields) = json else {
                throw WireError(expected: "an object", found: json.kind)
              }
              var object = WireReader(fields)
              try self.init(from: &object)
            }

            <#public#> dynamic var encodedJSON: JSON {
              var object = WireWriter()
              write(to: &object)
              return .object(object.fields)
            }

            // The implementation of `Codable` in an app that declares it.

            <#public#> dynamic init(from decoder: any Decoder) throws {
              try self.init(json: JSON(from: decoder))
            }

            <#public#> dynamic func encode(to encoder: any Encoder) throws {
              try encodedJSON.encode(to: encoder)
            }

            <#public#> dynamic static func == (left: Self, right: Self) -> Bool {
              left.fieldValues == right.fieldValues
            }

            <#public#> dynamic func hash(into hasher: inout Hasher) { hasher.combine(fieldValues) }

            <#public#> dynamic var hashValue: Int {
              var hasher = Hasher()
              hash(into: &hasher)
              return hasher.finalize()
            }

            private var fieldValues: [AnyHashable] {
              var object = WireWriter(values: [])
              write(to: &object)
              return object.values ?? []
            }
          }

          /// Reads the fields of an object.
          <#public#> nonisolated struct WireReader {
            private let fields: [String: JSON]

            init(_ fields: [String: JSON]) { self.fields = fields }

            <#public#> dynamic func read<Value: WireValue>(_ name: StaticString) throws -> Value {
              if let field = fields[name.description] { return try decoded(field, name) }
              throw Self.missing(Value.self).below(field: name.description)
            }

            /// Uses the error for null, which names the expected type; only `JSON` accepts null.
            private dynamic static func missing<Value: WireValue>(_ type: Value.Type) -> WireError {
              do {
                _ = try Value(json: .null)
              } catch let error as WireError {
                return WireError(expected: error.expected, found: "nothing")
              } catch {}
              return WireError(expected: "JSON", found: "nothing")
            }

            /// The value of a field that can be absent or null.
            <#public#> dynamic func readIfPresent<Value: WireValue>(_ name: StaticString) throws -> Value? {
              switch fields[name.description] {
              case nil, .null?: nil
              case let field?: try decoded(field, name)
              }
            }

            <#public#> dynamic func read<Value: WireValue>(
              _ name: StaticString, default value: Value
            ) throws -> Value {
              guard let field = fields[name.description] else { return value }
              return try decoded(field, name)
            }

            /// The field that names the case of a union; nil if it is not a string.
            <#public#> func discriminator(_ name: StaticString) -> String? {
              if case .string(let value) = fields[name.description] { value } else { nil }
            }

            /// The error for a case that is not declared.
            ///
            /// - Parameter cases: the declared cases, for the error message.
            <#public#> func unknownCase(_ name: StaticString, among cases: StaticString) -> WireError {
              let found: String
              switch fields[name.description] {
              case nil: found = "nothing"
              case .string: found = "another string"
              case let value?: found = value.kind
              }
              return WireError(expected: cases.description, found: found).below(field: name.description)
            }

            private dynamic func decoded<Value: WireValue>(
              _ field: JSON, _ name: StaticString
            ) throws -> Value {
              do {
                return try Value(json: field)
              } catch let error as WireError {
                throw error.below(field: name.description)
              }
            }
          }

          /// Writes the fields of an object.
          <#public#> nonisolated struct WireWriter {
            fileprivate(set) var fields: [String: JSON] = [:]
            /// The values in place of their JSON, for equality; nil while JSON is written.
            fileprivate var values: [AnyHashable]?

            <#public#> dynamic mutating func write<Value: WireValue>(_ name: StaticString, _ value: Value) {
              if values == nil {
                fields[name.description] = value.encodedJSON
              } else {
                values?.append(value as? AnyHashable ?? AnyHashable(value.encodedJSON))
              }
            }

            /// Omits the field if there is no value.
            <#public#> dynamic mutating func writeIfPresent<Value: WireValue>(
              _ name: StaticString, _ value: Value?
            ) {
              if let value { write(name, value) } else { values?.append(AnyHashable(Never?.none)) }
            }
          }
          """#)
      ]
    case .wireOptional:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension Optional: WireValue where Wrapped: WireValue {
            <#public#> dynamic init(json: JSON) throws {
              if case .null = json { self = .none } else { self = .some(try Wrapped(json: json)) }
            }

            <#public#> dynamic var encodedJSON: JSON { self?.encodedJSON ?? .null }
          }
          """#)
      ]
    case .wireString:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension String: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .string(let text) = json else {
                throw WireError(expected: "a string", found: json.kind)
              }
              self = text
            }

            <#public#> var encodedJSON: JSON { .string(self) }
          }
          """#)
      ]
    case .wireURL:
      [
        SwiftRuntimeSection(
          [],
          exports: [.foundation],
          #"""
          nonisolated extension URL: WireValue {
            <#public#> init(json: JSON) throws {
              guard case .string(let text) = json else {
                throw WireError(expected: "a URL", found: json.kind)
              }
              guard let url = URL(standard: text) else {
                throw WireError(expected: "a URL", found: "another string")
              }
              self = url
            }

            <#public#> var encodedJSON: JSON { .string(absoluteString) }
          }
          """#)
      ]
    case .wireValue:
      [
        SwiftRuntimeSection(
          [],
          #"""
          /// A value that app and page exchange as JSON.
          <#public#> nonisolated protocol WireValue: Sendable {
            init(json: JSON) throws
            /// The value as JSON. A model's field cannot have this name.
            var encodedJSON: JSON { get }
          }
          """#),
        SwiftRuntimeSection(
          [.jsonText],
          #"""

          nonisolated extension WireValue {
            /// The value of a message body that is an object, a list, or the JSON text of one.
            dynamic init(body: JSON) throws {
              if case .string(let text) = body {
                try self.init(json: JSON(text: text))
              } else {
                try self.init(json: body)
              }
            }
          }
          """#),
      ]
    case .writtenParts:
      [
        SwiftRuntimeSection(
          [],
          #"""
          nonisolated extension AddressLayout {
            /// The offset of the `#`; the end if there is none.
            func numberSign(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
              bytes.firstIndex(of: UInt8(ascii: "#"), in: pathEnd..<end)
            }
          }
          """#)
      ]
    }
  }
}
