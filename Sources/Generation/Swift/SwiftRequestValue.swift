import GeneratedNames
import Requests
import Semantics

/// The Swift accessors of the values of a request.
struct SwiftRequestValue {
  let context: SwiftContext

  static let request = SwiftExpression.name("request")
  static let environment = SwiftExpression.name("environment")

  /// Returns the expression whose methods test the value: a `RequestText` or `RequestNumber` for texts and numbers, and
  /// a plain Swift value otherwise.
  func accessor(_ value: RequestValue) -> SwiftExpression {
    switch value {
    case .part(let part, let root): accessor(part, of: root)
    case .input(let input): accessor(input)
    }
  }

  private func accessor(_ part: URLPart, of root: URLRoot) -> SwiftExpression {
    let address = address(of: root)
    func member(_ name: String) -> SwiftExpression { .member(address, name) }
    func call(_ name: String, _ argument: SwiftExpression) -> SwiftExpression {
      address.calling(name, argument)
    }
    switch part {
    case .whole, .writtenURL: return member("text")
    case .scheme: return member("scheme")
    case .host: return member("host")
    case .port: return member("port")
    case .path(.whole): return member("path")
    case .path(.component(let index)): return call("component", .number(index))
    case .path(.last): return member("lastComponent")
    case .path(.count): return member("pathCount")
    case .queryItem(let key): return call("query", .string(key.string))
    case .rawQueryItem(let key): return call("rawQuery", .string(key.string))
    case .fragment: return member("fragment")
    case .opaque: return member("opaque")
    case .writtenQuery: return member("rawQuery")
    case .writtenFragment: return member("rawFragment")
    case .afterScheme: return member("afterScheme")
    }
  }

  /// Returns the expression for the parts of a URL.
  func address(of root: URLRoot) -> SwiftExpression {
    switch root {
    case .request: Self.request
    case .page: .member(Self.request, "currentPage")
    case .document: .member(Self.request, "mainDocument")
    case .source: .member(Self.request, "sourceAddress")
    case .value(let key): accessor(key)
    }
  }

  /// Returns the expression for a value of the app, which the app is called for at most once per request.
  func accessor(_ key: AppValueKey) -> SwiftExpression {
    let method =
      switch key.type {
      case .string, .int, .url: "value"
      case .strings: "texts"
      case .urls: "urls"
      }
    return Self.request.calling(
      method,
      [
        SwiftArgument(nil, .number(context.valueNumbers[key.name.string] ?? 0)),
        SwiftArgument(nil, .member(Self.environment, SwiftNames.afterDot(key.name.string))),
      ])
  }

  private func accessor(_ input: RequestInput) -> SwiftExpression {
    switch input {
    case .navigation: .member(Self.request, "navigation")
    case .frame: .member(Self.request, "frame")
    case .method: .member(Self.request, "methodText")
    case .header(let name): Self.request.calling("header", .string(name.string))
    case .download: .member(Self.request, "isDownload")
    case .status: .member(Self.request, "status")
    case .mime: .member(Self.request, "mime")
    case .displayable: .member(Self.request, "isDisplayable")
    case .filename: .member(Self.request, "filename")
    case .page: .member(Self.request, "pageURL")
    case .document: .member(Self.request, "documentURL")
    case .source: .member(Self.request, "sourceName")
    case .sourceOrigin: .member(.member(Self.request, "source?"), "origin")
    case .value(let key): accessor(key)
    case .flag(let name):
      Self.request.calling(
        "flag",
        [
          SwiftArgument(nil, .number(context.flagNumbers[name.string] ?? 0)),
          SwiftArgument(nil, .member(Self.environment, SwiftNames.afterDot(name.string))),
        ])
    }
  }

  /// Returns the parts of the run-time support that read the value.
  static func parts(_ value: RequestValue) -> [SwiftRuntime] {
    switch value {
    case .part(let part, of: let root):
      [self.part(part), self.part(root)].compactMap { $0 }
    case .input(.flag): [.requestMemory]
    case .input(.value(let key)): [part(key)]
    case .input(.method), .input(.header): [.headerValue]
    case .input(.navigation), .input(.frame): [.choiceTests]
    case .input(.status), .input(.mime), .input(.displayable), .input(.filename):
      [.responseValues]
    case .input(.source), .input(.sourceOrigin): [.sourceParts]
    case .input(.download), .input(.page), .input(.document): []
    }
  }

  private static func part(_ root: URLRoot) -> SwiftRuntime? {
    switch root {
    case .request: nil
    case .page: .pageParts
    case .document: .documentParts
    case .source: .sourceParts
    case .value(let key): part(key)
    }
  }

  static func part(_ key: AppValueKey) -> SwiftRuntime {
    switch key.type {
    case .string: .appValue
    case .int: .appNumber
    case .url: .appURL
    case .strings: .appTexts
    case .urls: .listedURLs
    }
  }

  private static func part(_ part: URLPart) -> SwiftRuntime? {
    switch part {
    case .scheme, .host: .hostValue
    case .port: .portValue
    case .path(.whole): .pathValue
    case .path(.component): .pathComponents
    case .path(.last): .lastPathComponent
    case .path(.count): .pathCount
    case .queryItem, .writtenQuery: .query
    case .rawQueryItem: .rawQueryItem
    case .fragment, .writtenFragment: .fragmentValue
    case .opaque, .afterScheme: .afterSchemeValue
    case .whole, .writtenURL: nil
    }
  }
}
