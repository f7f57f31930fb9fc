import Diagnostics

/// A message from the client.
enum Message {
  case request(id: JSON, method: String, params: JSONValue?)
  case notification(method: String, params: JSONValue?)
  case response(id: JSON, result: JSONValue?, failed: Bool)

  init(_ bytes: [UInt8]) throws(ResponseError) {
    let value: JSONValue
    do throws(JSONReader.Fault) {
      value = try JSONReader.read(bytes)
    } catch {
      throw ResponseError(.parseError, error.message)
    }
    guard case .object = value.kind else {
      throw ResponseError(.invalidRequest, "a message must be an object, not \(value.described)")
    }
    let params = value["params"].flatMap { $0.isNull ? nil : $0 }
    guard let method = value["method"] else {
      guard let id = value["id"] else {
        throw ResponseError(.invalidRequest, "a message without `method`")
      }
      self = .response(id: JSON(id), result: value["result"], failed: value["error"] != nil)
      return
    }
    guard let method = method.string else {
      throw ResponseError(.invalidRequest, "`method` must be a string")
    }
    guard let id = value["id"] else {
      self = .notification(method: method, params: params)
      return
    }
    switch id.kind {
    case .number, .string: self = .request(id: JSON(id), method: method, params: params)
    default: throw ResponseError(.invalidRequest, "`id` must be a number or a string")
    }
  }
}

/// The reason for which a request has no result.
struct ResponseError: Error {
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case serverCancelled = -32802
    case contentModified = -32801
    case requestCancelled = -32800
    /// The answer needs the results of a check, so the request waits for the end of the next one. This code is never
    /// sent.
    case needsCheck = 0
  }

  let code: Code
  let message: String
  let data: JSON?

  init(_ code: Code, _ message: String, data: JSON? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }
}

/// The parameters of a request. Reading a missing parameter throws an error that names it.
struct Params {
  let value: JSONValue?

  init(_ value: JSONValue?) { self.value = value }

  subscript(key: String) -> JSONValue? { value?[key].flatMap { $0.isNull ? nil : $0 } }

  func string(_ keys: String...) throws(ResponseError) -> String {
    var found = value
    for key in keys { found = found?[key] }
    if let text = found?.string { return text }
    throw ResponseError(.invalidParams, "`\(keys.joined(separator: "."))` must be a string")
  }

  func uri() throws(ResponseError) -> String { try string("textDocument", "uri") }

  func position(_ key: String = "position") throws(ResponseError) -> TextPosition {
    if let position = self[key].flatMap({ TextPosition($0) }) { return position }
    throw ResponseError(.invalidParams, "`\(key)` must be a position")
  }

  func range(_ key: String = "range") throws(ResponseError) -> TextRange {
    if let range = self[key].flatMap({ TextRange($0) }) { return range }
    throw ResponseError(.invalidParams, "`\(key)` must be a range")
  }
}
