import Foundation
import Interpreter
import ParsedRules
import RandomRules
import Requests
import Semantics
import TestSupport
import Testing
import WebURL

@testable import Generation

/// Tests the headers that `load url` passes on. Headers for one origin stay there, and headers of a body are dropped
/// with the body.
@Suite(.serialized) struct ChangedRequestTests {
  private static let rules = """
    value server: URL?
    chain Host { when host == "a.com" load url setting host = "b.com", header["X-A"] = "1" cancel }
    chain Same { when host == "a.com" load url setting host = "a.com", header["X-A"] = "1" cancel }
    chain Scheme { when scheme == "http" load url setting scheme = "https", header["X-A"] = "1" cancel }
    chain Port { when host == "a.com" load url setting port = 8443, header["X-A"] = "1" cancel }
    chain Server { when exists server load url setting host = server.host, header["X-A"] = "1" cancel }
    chain Own {
      when host == "a.com"
        load url setting host = "b.com", header["Authorization"] = "mine", header["REFERER"] = "x"
        cancel
    }
    chain Path { when host == "a.com" load url setting path = "/b", header["X-A"] = "1" removing user cancel }
    responses Answer { when status == 404 load url setting header["X-A"] = "1" cancel }

    """

  private static let ofOrigin = [
    "authorization", "cookie", "cookie2", "host", "origin", "proxy-authorization", "referer",
  ]
  private static let ofBody = ["content-type", "content-length", "transfer-encoding"]
  private static let others = ["accept-language", "x-own"]

  private static func request(_ url: String, _ method: String) throws -> Request {
    var request = Request(url: try #require(WebURL.parse(url)))
    request.settings.set(.method, .string(method))
    for name in ofOrigin + ofBody + others {
      request.settings.set(.header(ExactString(name)), .string("secret"))
    }
    let server = AppValueKey(ExactString("server"), .url, isOptional: true)
    request.settings.set(.value(server), .url("https://a.com:1/"))
    return request
  }

  @Test func whatOneOriginGetsStaysThere() throws {
    let set = SwiftRuleSet(Self.rules)
    try #require(set.faults.isEmpty, "\(set.faults)")
    let program = DecisionProgram(set)
    var questions: [DecisionProgram.Question] = []
    var expected: [String] = []
    var handed: [(chain: String, request: Request, names: Set<String>)] = []
    for (index, chain) in set.rules.chains.enumerated() {
      for method in ["GET", "HEAD", "POST", "PUT"] {
        for url in ["http://a.com/x", "https://a.com:8443/", "https://u:p@a.com/"] {
          if chain.isResponses, method != "GET" { continue }
          var request = try Self.request(url, method)
          if chain.isResponses { request.settings.set(.status, .int(404)) }
          let interpreter = Interpreter(ID<Chain>(index), in: set.rules)
          let outcome = interpreter.decide(request)
          questions.append(program.question(request, [:], chain: ID(index)))
          expected.append(program.answer(outcome, of: interpreter.chain, to: request, [:]))
          let lost = outcome.steps.first?.kind.handed?.losses.headers ?? []
          let names = Set(Self.ofOrigin + Self.ofBody + Self.others).subtracting(lost)
          if !outcome.steps.isEmpty { handed.append((chain.name, request, names)) }
        }
      }
    }
    // The app must agree with the tool.
    let answers = try DecisionProgram.answers(
      of: set, to: questions, in: SwiftCompiler.scratch("changed-requests"))
    #expect(answers.map { $0.components(separatedBy: " # ")[0] } == expected)
    // The tool must agree with the guide.
    #expect(handed.count > 60)
    for (chain, request, names) in handed {
      let url = request.url.normalized
      var wanted = Set(Self.ofOrigin + Self.ofBody + Self.others)
      let isAnswer = chain == "Answer"
      let leaves =
        ["Host", "Own", "Scheme"].contains(chain) || chain == "Port" && url != "https://a.com:8443/"
      if leaves { wanted.subtract(Self.ofOrigin) }
      if ["POST", "PUT"].contains(request.method) { wanted.subtract(Self.ofBody) }
      if isAnswer { wanted = [] }
      // The rule itself sets these headers.
      if chain == "Own" { wanted.formUnion(["authorization", "referer"]) }
      #expect(names == wanted, "\(chain) \(request.method) \(url)")
    }
  }

  /// Tests the trace of lost parts. Without changed headers, the app gets only the URL. A body is lost with each method
  /// that has one.
  @Test func theTraceTellsWhatIsLost() throws {
    let set = SwiftRuleSet(
      "chain C { when frame == new load url setting host = \"b.com\" cancel }\n")
    let interpreter = Interpreter(ID<Chain>(0), in: set.rules)
    for (method, isLost) in [("GET", false), ("HEAD", false), ("POST", true), ("DELETE", true)] {
      var request = try Self.request("https://a.com/", method)
      request.settings.set(.frame, .choice(.frame(.new)))
      let losses = try #require(interpreter.decide(request).steps.first?.kind.handed).losses
      #expect(losses.headers == [] && losses.body == isLost, "\(method)")
    }
  }
}
