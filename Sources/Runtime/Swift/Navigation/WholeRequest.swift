//: output BasculeRequest
//: needs RequestMemory HeaderValue

/// A request is equal only to its copies.
extension NavigationRequest: Hashable {
  public nonisolated static func == (left: NavigationRequest, right: NavigationRequest) -> Bool {
    left.memory === right.memory
  }

  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(memory))
  }
}
