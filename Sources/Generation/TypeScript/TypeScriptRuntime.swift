import EmbeddedFiles

/// A part of the run-time support in `Sources/Runtime/TypeScript`, in the order of the files in `EmbeddedFiles.c`.
enum TypeScriptRuntime: Int, CaseIterable {
  // errors.ts
  case bridgeErrorCode, bridgeError
  // contract.ts
  case bridgeContract, appContract, bridgeState, bridgeImplementation, currentState, sharedState,
    isPage, union, isAnnouncing, announce
  // messages.ts
  case sendOptions, isAvailable, appTakes, bridgeHandler, messageHandler, requireHandler, rejection,
    refusals, refusal, readRefusal, post, request, withOptions, inEnvelope, besideName
  // events.ts
  case listenOptions, bridgeSubscription, subscriptions, isListening, subscribe, count, next,
    deliver, receiveEvent, receiveFunction
  // calls.ts
  case implement
  // testing.ts
  case testBridgeSettings, testMessageSettings, testBridgeMessages, testBridgeEvents,
    testBridgeCalls, testBridgeClosing, fakedPage, crossing, inTest, testBridgeApp, fakeApp,
    testEvent, fakeEvents, byEvent, byFunction, testCall, functionAt, fakeCalls
  // testmessages.ts
  case testMessage, testAnswer, testPart, testRefusal, testResult, refused, readOrEmpty,
    readTestText, readTestBody, checkSize, sizeFault, fieldsOf, fieldAt, partOf, targetOf, tell,
    fakeMessages
  // options.ts
  case option
  // conversion.ts
  case convert
  // mismatch.ts
  case bridgeMismatch, at, inField, kindOf, alternatives
  // scalars.ts
  case readNothing, writeNothing, checkString, writeString, checkInteger, checkNumber, checkBoolean
  // urls.ts
  case absoluteURL, handedOn, checkURL
  // dates.ts
  case datePattern, readDate, writeDate, checkYears
  // data.ts
  case readData, writeData
  // json.ts
  case jsonValue, copyJSON, copyBelow, readText, writeText
  // collections.ts
  case readArray, writeArray, readDictionary, writeDictionary, readOptional, writeOptional
  // fields.ts
  case property, bridgeFields, readObject, readField, readFieldOr, readDiscriminator, unknownCase,
    writeField, writeFieldOr, writeOptionalField, withoutUndefined
  // kinds.ts
  case kindConversions, convertByKind

  /// The name of the part's first declaration.
  var name: String { part.names[0] }

  /// The parts whose names this part contains. Each call reads them from its text.
  var needs: [TypeScriptRuntime] { Self.parts.needs(of: rawValue).compactMap(Self.init) }

  var text: String { part.text }

  /// The names that the part declares.
  var declaredNames: [String] { part.names }

  private var part: TypeScriptParts.Part { Self.parts.all[rawValue] }

  private static let parts: TypeScriptParts = {
    let embedded = embedded_typescript_runtime()
    let bytes = UnsafeBufferPointer(start: embedded.start, count: embedded.count)
    var files = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let exports = files.removeLast()
    let parts = TypeScriptParts(files: files, exports: exports)
    precondition(parts.all.count == allCases.count, "each part needs a case")
    return parts
  }()
}
