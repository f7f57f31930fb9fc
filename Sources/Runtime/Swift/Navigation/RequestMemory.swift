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
/// The rules that a rule with `leave` ends.
@_spi(Generated) public nonisolated enum LeftRules: Sendable {
  case block, handler
}

//: end
/// The results of earlier tests of a request.
@MainActor final class RequestMemory {
  //: if PageParts
  /// The parts of the page's URL, after the first test of one.
  var page: AddressParts?
  //: end
  //: if DocumentParts
  /// The parts of the main document's URL, after the first test of one.
  var document: AddressParts?
  //: end
  //: if SourceParts
  /// The parts of the origin of the page that asks, after the first test of one.
  var source: AddressParts?
  //: end
  //: if AppValue
  /// The texts of the app, by their number.
  var texts: [Int: RequestText] = [:]
  //: end
  //: if AppNumber
  /// The numbers of the app, by their number.
  var numbers: [Int: RequestNumber] = [:]
  //: end
  //: if AppURL
  /// The URLs of the app, by their number.
  var addresses: [Int: RequestAddress] = [:]
  //: end
  //: if AppTexts
  /// The lists of texts of the app, by their number.
  var lists: [Int: [String]] = [:]
  //: end
  //: if AppURLs
  /// The lists of URLs of the app, by their number.
  var urls: [Int: AppURLs] = [:]
  //: end
  //: if LeftRules
  /// The rules that the last rule has left; nil if it has left none.
  var left: LeftRules?
  //: end
  /// The app's answers about its flags, by their number.
  fileprivate var flags: [Int: Bool] = [:]

  /// The memory of the last request. The next request takes it over if the last one is gone.
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
      last.flags.removeAll(keepingCapacity: true)
    } else {
      last = RequestMemory()
    }
    return last
  }
}
