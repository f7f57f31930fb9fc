import Diagnostics

/// A request of the client.
struct Request {
  let id: JSON
  let method: String
  let params: Params

  /// The URI of the document that the request is about; nil if it is not about a document.
  var document: String? {
    params["textDocument"]?["uri"]?.string ?? params["data"]?["uri"]?.string
  }
}

extension ServerState {
  /// Returns the answer to a request about a text that has changed since: no result, or an error for clients that then
  /// send the request again.
  func outdatedResult(of request: Request) throws(ResponseError) -> JSON {
    switch request.method {
    case "textDocument/diagnostic":
      throw ResponseError(
        .serverCancelled, "the text has changed", data: ["retriggerRequest": true])
    case _ where client.retriesOutdatedRequests:
      throw ResponseError(.contentModified, "the text has changed")
    // The result is the item of the request itself.
    case "codeLens/resolve", "codeAction/resolve":
      return request.params.value.map { JSON($0) } ?? .null
    default: return .null
    }
  }

  /// Answers a request about a text that has changed since.
  func respondOutdated(_ request: Request) {
    do throws(ResponseError) {
      respond(to: request.id, try outdatedResult(of: request))
    } catch {
      respond(to: request.id, error)
    }
  }
}
