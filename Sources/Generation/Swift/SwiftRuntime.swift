import GeneratedNames

/// A part of the run-time support: a file of `Sources/Runtime/Swift`, in the order of `EmbeddedFiles.c`.
enum SwiftRuntime: Int, CaseIterable {
  case addressLayout, addressParts, afterSchemeValue, appAddress, appDelegates, appNumber,
    appTexts, appURL, appURLs, appValue, bridgeContract, byteSet, bytes, capturedValues, captures,
    caseFolding, chainNavigationDelegate, choiceTests, configurator, constantURL, contentRuleList,
    contentRuleLists, contentSettings, dateText, decisionTrace, declaredCases, defaultPort,
    deprecatedTypes, digits, documentParts, emptyPayload, encodedText, eventDispatch, eventLine,
    eventOutbox, expressionWords, foundationURL, fragmentValue, functionCalls, globalScript,
    headerChanges, headerValue, hostPatterns, hostValue, indirect, integerRange, isolatedMessages,
    json, jsonFoundation, jsonText, jsonTextSize, javaScriptRunner, largeTextExpression,
    lastPathComponent, leftRules, limitedSteps, listedURLs, mediaCapture, mediaOrigins,
    messageAdapters, messageListener, messageOrder, messageReports, messageSender, messageText,
    missingParts, nativePanels, navigationActionHandler, navigationRequest, navigationResponse,
    openWindows, originMembers, originSource, pageAdapter, pageAnswer, pageBridge, pageCalls,
    pageDelivery, pageLimits, pagePanel, pageParts, pagePreferences, pageText, pageValue,
    panelPresenter, panelText, panels, pathComponents, pathCount, pathValue, percentDecoding,
    popupPresenter, popups, portValue, query, rawQueryItem, reachedLimit, refusedStep, relatedTexts,
    requestAddress, requestMemory, requestNumber, requestText, responseDecisions, responseValues,
    ruleTable, safeSteps, sameOrigin, schemeAdapter, schemeHandler, schemeOrigins, scriptMessage,
    scriptMessageChannel, scriptMessageStrategy, scriptOrigin, scriptValues, sourceFrame,
    sourceParts, standardHost, standardURL, stepLimits, stepRate, testPage, textBody,
    textComparisons, textConversions, textExpression, textPattern, textSearch, trustedOrigin,
    urlChanges, urlConversion, userScript, valueCalls, valueComparisons, waitingDecisions,
    webAddress, webCall, webDownloads, webEvent, webKitRequest, webOrigin, webRender, webSession,
    webViewObserver, webViewRunner, webViewSettings, wholeRequest, wildcardSearch, wireArray,
    wireBool, wireData, wireDate, wireDictionary, wireDouble, wireEnumeration, wireError,
    wireErrorPath, wireInt, wireJSON, wireKinds, wireObject, wireOptional, wireString, wireURL,
    wireValue, writtenParts

  /// Returns the part of the file with this name.
  static func named(_ name: String) -> SwiftRuntime {
    guard let part = byName[SwiftNames.member(name)] else {
      preconditionFailure("there is no part of the run-time support with that name")
    }
    return part
  }

  #if hasFeature(Embedded)
    // In a page, the generators write no run-time support. Embedded Swift has no names of cases at run time.
    private static let byName: [String: SwiftRuntime] = [:]
  #else
    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
  #endif
}
