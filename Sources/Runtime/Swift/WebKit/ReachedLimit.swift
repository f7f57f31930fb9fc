//: output BasculeRequest

/// A limit for actions that the pages of a web view start, which they have reached.
public nonisolated enum ReachedLimit: Error, Sendable, Hashable, CustomStringConvertible {
  //: if Popups
  case windows
  //: end
  //: if Panels
  case panels
  //: end
  //: if SchemeAdapter
  /// The number of requests for this scheme.
  case requests(String)
  //: end

  public var description: String {
    switch self {
    //: if Popups
    case .windows: "no new window, since pages have opened too many"
    //: end
    //: if Panels
    case .panels: "no panel, since pages have shown too many"
    //: end
    //: if SchemeAdapter
    case .requests(let scheme): "a request for `\(scheme)` failed, since too many others wait"
    //: end
    }
  }
}
