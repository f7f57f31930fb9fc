/// A request of the protocol that the server answers.
struct Feature {
  /// A member of the server's capabilities.
  struct Capability {
    var name: String
    var value: JSON
  }

  let method: String
  /// The capability that announces the feature to the client; nil if another feature of the same group announces it.
  let capability: Capability?
  /// True if the answer describes a whole text, so that clients send the request again after each change of the text.
  let isAboutText: Bool
  let handle: (ServerState) -> (Params) throws(ResponseError) -> JSON

  init(
    _ method: String, _ capability: String? = nil, _ value: JSON = true,
    isAboutText: Bool = false,
    handle: @escaping (ServerState) -> (Params) throws(ResponseError) -> JSON
  ) {
    self.method = method
    self.capability = capability.map { Capability(name: $0, value: value) }
    self.isAboutText = isAboutText
    self.handle = handle
  }
}
