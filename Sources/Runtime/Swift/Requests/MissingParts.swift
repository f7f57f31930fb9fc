//: output BasculeRequest
//: needs URLChanges FragmentValue

nonisolated extension AddressParts {
  /// Returns whether the URL already has the part that the change sets.
  func has(_ change: URLChange) -> Bool {
    switch change {
    case .query(let name, _): query(name).exists
    case .fragment: fragment.exists
    default: false
    }
  }
}
