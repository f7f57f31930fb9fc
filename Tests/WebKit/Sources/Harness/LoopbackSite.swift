import CWebKitGTK
import WebKit

/// A request of the engine to the site.
public struct SiteRequest: Sendable {
  public let method: String
  /// The whole address, as written by the page.
  public let url: String
  public let body: String

  public var path: String { URLComponents(string: url)?.path ?? "" }
  public var host: String { URLComponents(string: url)?.host ?? "" }
}

/// The site's response.
public struct SiteResponse: Sendable {
  public var status: UInt32
  public var type: String
  public var headers: [String: String]
  public var body: String

  public init(
    status: UInt32 = 200, type: String = "text/html; charset=utf-8",
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

/// A fake of the whole internet on 127.0.0.1: it is the engine's proxy, so that all requests by http or https,
/// for any host, arrive here.
@MainActor public final class LoopbackSite {
  public typealias Handler = @MainActor (SiteRequest) -> SiteResponse

  public var handler: Handler = { _ in .missing }
  public let proxy: String
  private let server: UnsafeMutablePointer<SoupServer>
  private let certificate: UnsafeMutablePointer<GTlsCertificate>

  /// - Parameter certificate: text in PEM: certificate and key.
  public init(certificate pem: String) throws {
    guard let certificate = g_tls_certificate_new_from_pem(pem, -1, nil) else {
      throw SiteError.certificate
    }
    self.certificate = certificate
    server = new_soup_server()
    guard soup_server_listen_local(server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, nil) != 0 else {
      throw SiteError.port
    }
    let addresses = soup_server_get_uris(server)!
    proxy = "http://127.0.0.1:\(g_uri_get_port(OpaquePointer(addresses.pointee.data)))"
    g_slist_free_full(addresses) { g_uri_unref(OpaquePointer($0)) }
    soup_server_add_handler(
      server, nil,
      { _, message, _, _, site in
        nonisolated(unsafe) let message = message!
        nonisolated(unsafe) let site = site!
        MainActor.assumeIsolated {
          Unmanaged<LoopbackSite>.fromOpaque(site).takeUnretainedValue().answer(message)
        }
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  public enum SiteError: Error { case certificate, port }

  private func answer(_ message: OpaquePointer) {
    let method = String(cString: soup_server_message_get_method(message))
    if method == "CONNECT" { return openTunnel(message) }
    let address = g_uri_to_string(soup_server_message_get_uri(message))!
    defer { g_free(address) }
    let sent = soup_server_message_get_request_body(message).pointee
    let bytes = UnsafeRawBufferPointer(start: sent.data, count: Int(sent.length))
    // Inside the tunnel the host of the address is that of the header `Host`.
    let response = handler(
      SiteRequest(
        method: method, url: String(cString: address), body: String(decoding: bytes, as: UTF8.self))
    )
    soup_server_message_set_status(message, response.status, nil)
    let headers = soup_server_message_get_response_headers(message)
    soup_message_headers_replace(headers, "Cache-Control", "no-store")
    for (name, value) in response.headers { soup_message_headers_replace(headers, name, value) }
    var body = response.body
    body.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        soup_server_message_set_response(
          message, response.type, SOUP_MEMORY_COPY, $0.baseAddress, gsize($0.count))
      }
    }
  }

  /// The state of a tunnel after its response.
  private final class Tunnel {
    let site: LoopbackSite
    init(_ site: LoopbackSite) { self.site = site }
  }

  /// Accepts CONNECT, then takes over the connection, uses TLS on it and answers its requests.
  private func openTunnel(_ message: OpaquePointer) {
    soup_server_message_set_status(message, 200, nil)
    typealias Callback = @convention(c) (OpaquePointer, UnsafeMutableRawPointer) -> Void
    let written: Callback = { message, data in
      nonisolated(unsafe) let message = message
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        Unmanaged<Tunnel>.fromOpaque(data).takeRetainedValue().site.serveTunnel(message)
      }
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(message), "wrote-body", unsafeBitCast(written, to: GCallback.self),
      Unmanaged.passRetained(Tunnel(self)).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  private func serveTunnel(_ message: OpaquePointer) {
    // The engine opens connections in advance and may have closed one: then there is no address.
    guard let local = soup_server_message_get_local_address(message),
      let remote = soup_server_message_get_remote_address(message)
    else { return g_object_unref(soup_server_message_steal_connection(message)) }
    g_object_ref(local)
    g_object_ref(remote)
    let stream = soup_server_message_steal_connection(message)!
    if let tls = g_tls_server_connection_new(stream, certificate, nil) {
      let connection = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GIOStream.self)
      // It fails only for a closed stream.
      soup_server_accept_iostream(server, connection, local, remote, nil)
      g_object_unref(tls)
    }
    g_object_unref(stream)
    g_object_unref(local)
    g_object_unref(remote)
  }
}
