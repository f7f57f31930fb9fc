import GeneratedNames
import Semantics

/// How generated code reads the values of a request.
enum SwiftRequestValue {
  static let request = SwiftExpression.name("request")
  static let environment = SwiftExpression.name("environment")

  /// The value as the expression that tests are called on: a `RequestText` or `RequestNumber` for text
  /// and numbers, a plain Swift value for the others.
  static func accessor(_ value: RequestValue, in rules: RuleSet) -> SwiftExpression {
    switch value {
    case .url: .member(request, "text")
    case .scheme: .member(request, "scheme")
    case .host: .member(request, "host")
    case .port: .member(request, "port")
    case .path: .member(request, "path")
    case .pathComponent(let index): request.calling("component", .number(index))
    case .pathCount: .member(request, "pathCount")
    case .query(let key): request.calling("query", .string(key))
    case .fragment: .member(request, "fragment")
    case .navigation: .member(request, "navigation")
    case .frame: .member(request, "frame")
    case .method: .member(request, "methodText")
    case .header(let name): request.calling("header", .string(name))
    case .download: .member(request, "isDownload")
    case .pageScheme: .member(request, "pageScheme")
    case .pageHost: .member(request, "pageHost")
    case .pagePathComponent(let index): request.calling("pageComponent", .number(index))
    case .flag(let id):
      request.calling(
        "flag",
        [
          SwiftArgument(nil, .number(Int(id.index))),
          SwiftArgument(nil, .member(environment, SwiftNames.afterDot(rules[id].name))),
        ])
    }
  }

  /// The part of the run-time support that reads the value; nil if every request has it.
  static func part(_ value: RequestValue) -> SwiftRuntime? {
    switch value {
    case .flag, .pageScheme, .pageHost, .pagePathComponent: .requestMemory
    case .scheme, .host: .hostValue
    case .port: .portValue
    case .path: .pathValue
    case .pathComponent: .pathComponents
    case .pathCount: .pathCount
    case .query: .query
    case .fragment: .fragmentValue
    case .method, .header: .headerValue
    case .url, .navigation, .frame, .download: nil
    }
  }
}
