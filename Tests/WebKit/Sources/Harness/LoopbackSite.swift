import EngineEvents
import Foundation
import WebKit

/// A request of the engine to the site.
public struct SiteRequest: Decodable, Sendable {
  fileprivate let id: Int
  public let method: String
  /// The whole address, as the page has written it.
  public let url: String
  public let body: String

  public var path: String { URLComponents(string: url)?.path ?? "" }
  public var host: String { URLComponents(string: url)?.host ?? "" }
}

/// The site's response.
public struct SiteResponse: Encodable, Sendable {
  /// The number of the request.
  fileprivate var id = 0
  public var status: Int
  public var type: String
  public var headers: [String: String]
  public var body: String

  public init(
    status: Int = 200, type: String = "text/html; charset=utf-8",
    headers: [String: String] = [:], body: String
  ) {
    self.status = status
    self.type = type
    self.headers = headers
    self.body = body
  }

  public static func html(_ body: String, headers: [String: String] = [:]) -> SiteResponse {
    SiteResponse(headers: headers, body: "<!doctype html>" + body)
  }

  public static func script(_ body: String) -> SiteResponse {
    SiteResponse(type: "text/javascript; charset=utf-8", body: body)
  }

  public static func redirect(to url: String) -> SiteResponse {
    SiteResponse(status: 302, headers: ["Location": url], body: "")
  }

  public static let missing = SiteResponse(status: 404, body: "<!doctype html>missing")
}

/// A fake of the whole internet on 127.0.0.1. It is the engine's proxy, so that all requests by http or https, for any
/// host, arrive here. `loopback_site.py` communicates with the engine, and this class answers the requests.
@MainActor public final class LoopbackSite {
  public typealias Handler = @MainActor (SiteRequest) -> SiteResponse

  public var handler: Handler = { _ in .missing }
  public let port: UInt16
  private let process = Process()
  private let answers = Pipe()

  /// Starts the program that the environment names (`WEBKIT_SITE`), with a PEM file of certificate and key
  /// (`WEBKIT_CERTIFICATE`).
  public init() throws {
    let environment = ProcessInfo.processInfo.environment
    process.executableURL = URL(filePath: "/usr/bin/env")
    let files = ["WEBKIT_SITE", "WEBKIT_CERTIFICATE"].map { environment[$0] ?? "" }
    // The port is that of the pages on 127.0.0.1 in `rules/trust`.
    process.arguments = ["python3"] + files + (WebEngine.reachesLoopbackDirectly ? ["8080"] : [])
    let requests = Pipe()
    (process.standardInput, process.standardOutput) = (answers, requests)
    try process.run()
    var lines = Lines(file: requests.fileHandleForReading)
    guard let first = lines.next() else { throw SiteError.noPort }
    port = try JSONDecoder().decode(UInt16.self, from: first)
    let rest = lines
    Thread.detachNewThread { [self] in
      var lines = rest
      while let line = lines.next() {
        DispatchQueue.main.async { MainActor.assumeIsolated { self.answer(line) } }
      }
    }
  }

  public enum SiteError: Error { case noPort }

  private func answer(_ line: Data) {
    do {
      let request = try JSONDecoder().decode(SiteRequest.self, from: line)
      var response = handler(request)
      response.id = request.id
      try answers.fileHandleForWriting.write(
        contentsOf: JSONEncoder().encode(response) + [UInt8(ascii: "\n")])
    } catch {
      print("the site has failed: \(error)")
      exit(1)
    }
  }
}

/// The lines of a pipe.
private struct Lines: Sendable {
  let file: FileHandle
  private var rest = Data()

  init(file: FileHandle) { self.file = file }

  /// Waits for the next line, and returns it; nil at the end.
  mutating func next() -> Data? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[..<end]
        rest = Data(rest[(end + 1)...])
        return Data(line)
      }
      let more = file.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }
}
