//: output BasculeRequest
//: needs FoundationURL HostValue PathComponents

public import Foundation

/// Another URL that rules test, such as the URL of the page. Without a URL, all parts are missing.
@_spi(Generated) public nonisolated struct RequestAddress: Sendable {
  private let parts: AddressParts?

  init(_ parts: AddressParts?) { self.parts = parts }

  @_spi(Generated) public var url: URL? { parts.flatMap { URL(standard: $0.written) } }
  /// The whole URL as normalized text.
  @_spi(Generated) public var text: RequestText { parts?.whole ?? .missing }
  @_spi(Generated) public var scheme: RequestText { parts?.scheme ?? .missing }
  @_spi(Generated) public var host: RequestText { parts?.host ?? .missing }
  @_spi(Generated) public func component(_ index: Int) -> RequestText {
    parts?.component(index) ?? .missing
  }
  //: if PortValue
  @_spi(Generated) public var port: RequestNumber { parts?.port ?? RequestNumber(nil) }
  //: end
  //: if PathValue
  @_spi(Generated) public var path: RequestText { parts?.path ?? .missing }
  //: end
  //: if LastPathComponent
  @_spi(Generated) public var lastComponent: RequestText { parts?.lastComponent ?? .missing }
  //: end
  //: if PathCount
  @_spi(Generated) public var pathCount: RequestNumber { RequestNumber(parts?.pathCount) }
  //: end
  //: if AfterSchemeValue
  @_spi(Generated) public var afterScheme: RequestText { parts?.afterScheme ?? .missing }
  @_spi(Generated) public var opaque: RequestText { parts?.opaque ?? .missing }
  //: end
  //: if RawQueryItem
  @_spi(Generated) public func rawQuery(_ key: StaticString) -> RequestText {
    parts?.rawQuery(key) ?? .missing
  }
  //: end
  //: if Query
  @_spi(Generated) public var rawQuery: RequestText { parts?.rawQuery ?? .missing }
  @_spi(Generated) public func query(_ key: StaticString) -> RequestText {
    parts?.query(key) ?? .missing
  }
  //: end
  //: if FragmentValue
  @_spi(Generated) public var rawFragment: RequestText { parts?.rawFragment ?? .missing }
  @_spi(Generated) public var fragment: RequestText { parts?.fragment ?? .missing }
  //: end
}
