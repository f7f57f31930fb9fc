package import Requests
import Semantics
import WebURL

/// The loads that follow a request: a rule loads another URL, the web view requests that URL, a rule loads a
/// third, and so on.
///
/// It is assumed that the page, the flags and the app's values do not change, that attempts succeed, and that the
/// server gives the same answer to each request.
package struct LoadRun: Sendable {
  /// The rules of a web view.
  package struct Rules: Sendable {
    /// The rules for requests; nil if every request is allowed.
    package var requests: Interpreter?
    /// The rules for responses; nil if every response is shown.
    package var responses: Interpreter?

    package init(requests: Interpreter?, responses: Interpreter? = nil) {
      self.requests = requests
      self.responses = responses
    }

    fileprivate func interpreter(_ kind: ChainKind) -> Interpreter? {
      switch kind {
      case .requests: requests
      case .responses: responses
      }
    }
  }

  package struct Load: Hashable, Sendable {
    /// The kind of the chain whose rule loads.
    package var kind: ChainKind
    /// The entry of the rule that loads.
    package var entry: Int
    /// The URL that the rule loads.
    package var url: String
  }

  /// The loads in their order, up to the first request that is repeated.
  package private(set) var loads: [Load] = []
  /// The loads that repeat forever; nil if the loads end.
  package private(set) var loop: [Load]?

  /// The number of loads after which a run counts as endless even if no request is repeated, for example because
  /// the URL grows.
  private static let many = 32
  private static let longURL = 20_000

  private struct State: Hashable {
    var kind: ChainKind
    var url: String
    var settings: Set<RequestSettings.Setting>

    init(_ kind: ChainKind, _ request: Request) {
      self.kind = kind
      url = request.url.normalized
      settings = Set(request.settings.unordered)
    }
  }

  /// Follows the loads of a request.
  ///
  /// - Parameters:
  ///   - first: a request, or a response with the answer of the server.
  ///   - most: the most loads to follow.
  package init(_ first: Request, _ kind: ChainKind, _ rules: Rules, most: Int? = nil) {
    var (request, kind) = (first, kind)
    let answer = first.settings
    var seen: [State: Int] = [:]
    while loads.count < most ?? Self.many {
      if let start = seen.updateValue(loads.count, forKey: State(kind, request)) {
        loop = Array(loads[start...])
        return
      }
      let outcome = rules.interpreter(kind)?.decide(request)
      if let outcome, let (entry, handed) = Self.last(outcome, rules.interpreter(kind)) {
        loads.append(Load(kind: kind, entry: entry, url: handed.url))
        if handed.url.utf8.count > Self.longURL { break }
        request = kind == .requests ? request.loading(handed) : request.requesting(handed)
        kind = .requests
      } else if kind == .requests, rules.responses != nil, outcome?.decision.isAllow ?? true {
        kind = .responses
        request = request.answered(answer)
      } else {
        return
      }
    }
    if most == nil { loop = Array(loads[(loads.count / 2)...]) }
  }

  /// The last load of an outcome, with the entry of its rule.
  private static func last(
    _ outcome: Outcome, _ interpreter: Interpreter?
  ) -> (entry: Int, handed: HandedRequest)? {
    let handed = outcome.steps.compactMap { step in
      if case .loadURL(let handed) = step.kind { handed } else { nil }
    }
    guard let last = handed.last, let rules = interpreter?.chain.rules,
      let tried = outcome.tried.last(where: { tried in
        tried.isMatch && rules[tried.entry].steps.contains { $0.isLoad }
      })
    else { return nil }
    return (tried.entry, last)
  }
}

extension Request {
  /// The request that the web view makes for the URL that a response loads.
  fileprivate func requesting(_ handed: HandedRequest) -> Request {
    var request = loading(handed)
    request.settings = RequestSettings()
    for setting in settings.unordered where setting.input.isOfWebView {
      request.settings.set(setting.input, setting.value)
    }
    for change in handed.headers {
      guard case .header(let name) = change.part, let value = change.value else { continue }
      request.settings.set(.header(name), .string(value))
    }
    return request
  }

  /// The response to the request.
  ///
  /// - Parameter answer: the settings of a response with the answer of the server.
  fileprivate func answered(_ answer: RequestSettings) -> Request {
    var response = Request(url: url)
    for setting in settings.unordered where setting.input.isOfWebView {
      response.settings.set(setting.input, setting.value)
    }
    for setting in answer.unordered where setting.input.isOfAnswer {
      response.settings.set(setting.input, setting.value)
    }
    return response
  }
}

extension RequestInput {
  /// True if the value is the same for all requests and responses of a web view.
  fileprivate var isOfWebView: Bool {
    switch self {
    case .page, .flag, .value: true
    case .frame, .navigation, .method, .header, .download, .status, .mime, .displayable, .filename,
      .document, .source, .sourceOrigin:
      false
    }
  }

  /// True if the server chooses the value.
  fileprivate var isOfAnswer: Bool {
    switch self {
    case .header, .status, .mime, .displayable, .filename: true
    case .frame, .navigation, .method, .download, .page, .document, .source, .sourceOrigin, .flag,
      .value:
      false
    }
  }
}
