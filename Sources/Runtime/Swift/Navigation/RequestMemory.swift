//: output BasculeRequest
//: needs NavigationRequest

extension NavigationRequest {
  /// Reads a flag of the app, at most once for each request.
  @_spi(Generated) public func flag(_ number: Int, _ ask: @autoclosure () -> Bool) -> Bool {
    if let known = memory.flags[number] { return known }
    let answer = ask()
    memory.flags[number] = answer
    return answer
  }
}

//: if LeftRules
/// The rules that a rule with `leave` skips: the rest of its block or of its handler.
@_spi(Generated) public nonisolated enum LeftRules: Sendable {
  case block, handler
}

//: end
//: if PagePreferences
/// WebKit's preferences for one page; nil leaves the setting of the web view.
public nonisolated struct PagePreferences: Hashable, Sendable {
  public enum ContentMode: String, Sendable { case recommended, mobile, desktop }

  public var allowsJavaScript: Bool?
  public var contentMode: ContentMode?

  public init(allowsJavaScript: Bool? = nil, contentMode: ContentMode? = nil) {
    self.allowsJavaScript = allowsJavaScript
    self.contentMode = contentMode
  }
}

//: end
/// The results of earlier tests of a request.
@MainActor final class RequestMemory {
  //: if PageParts
  /// The parts of the page's URL; nil before the first test of one of them.
  var page: AddressParts?
  //: end
  //: if DocumentParts
  /// The parts of the main document's URL; nil before the first test of one of them.
  var document: AddressParts?
  //: end
  //: if SourceParts
  /// The parts of the origin of the page that makes the request; nil before the first test of one of them.
  var source: AddressParts?
  //: end
  //: if AppValue
  /// The known texts of the app, by their number.
  var texts: [Int: RequestText] = [:]
  //: end
  //: if AppNumber
  /// The known numbers of the app, by their index.
  var numbers: [Int: RequestNumber] = [:]
  //: end
  //: if AppURL
  /// The known URLs of the app, by their number.
  var addresses: [Int: RequestAddress] = [:]
  //: end
  //: if AppTexts
  /// The known lists of texts of the app, by their number.
  var lists: [Int: [String]] = [:]
  //: end
  //: if AppURLs
  /// The known lists of URLs of the app, by their number.
  var urls: [Int: AppURLs] = [:]
  //: end
  //: if LeftRules
  /// The rules that the last rule skips; nil if it skips none.
  var left: LeftRules?
  //: end
  //: if PagePreferences
  var preferences = PagePreferences()
  //: end
  /// The known answers of the app about its flags, by their number.
  fileprivate var flags: [Int: Bool] = [:]

  /// The memory of the last request. The next request reuses it if no copy of the last request exists any more.
  private static var last = RequestMemory()

  static func blank() -> RequestMemory {
    if isKnownUniquelyReferenced(&last) {
      //: if PageParts
      last.page = nil
      //: end
      //: if DocumentParts
      last.document = nil
      //: end
      //: if SourceParts
      last.source = nil
      //: end
      //: if AppValue
      last.texts.removeAll(keepingCapacity: true)
      //: end
      //: if AppNumber
      last.numbers.removeAll(keepingCapacity: true)
      //: end
      //: if AppURL
      last.addresses.removeAll(keepingCapacity: true)
      //: end
      //: if AppTexts
      last.lists.removeAll(keepingCapacity: true)
      //: end
      //: if AppURLs
      last.urls.removeAll(keepingCapacity: true)
      //: end
      //: if LeftRules
      last.left = nil
      //: end
      //: if PagePreferences
      last.preferences = PagePreferences()
      //: end
      last.flags.removeAll(keepingCapacity: true)
    } else {
      last = RequestMemory()
    }
    return last
  }
}
