//: output BasculeRequest

import Foundation

/// The answer of a server, or of another source, to a request.
public nonisolated struct NavigationResponse: Sendable, Hashable {
  /// The HTTP status; nil if the response is not HTTP, or if it has no status of three digits.
  public let status: Int?
  /// The MIME type in lower case and without parameters.
  public let mimeType: String?
  public let headers: [String: String]
  /// True if the web view can show the content.
  public let isDisplayable: Bool
  /// The proposed name for a file with the content.
  public let filename: String?

  public init(
    status: Int? = nil, mimeType: String? = nil, headers: [String: String] = [:],
    isDisplayable: Bool = true, filename: String? = nil
  ) {
    self.status = status.flatMap { (100...999).contains($0) ? $0 : nil }
    self.mimeType = mimeType.flatMap(Self.type)
    self.headers = headers
    self.isDisplayable = isDisplayable
    self.filename = filename
  }

  /// Returns the MIME type without parameters; nil if the text cannot be one.
  private static func type(_ written: String) -> String? {
    let type = written.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    return !type.isEmpty && type.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? type : nil
  }
}
