//: output BasculeRequest
//: needs URLChanges FragmentValue

nonisolated extension AddressParts {
  /// True if the URL has the part that is changed.
  func has(_ change: URLChange) -> Bool {
    switch change {
    case .query(let name, _): query(name).exists
    case .fragment: fragment.exists
    default: false
    }
  }
}
