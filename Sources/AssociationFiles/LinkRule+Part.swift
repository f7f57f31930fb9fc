import Requests
import Semantics
import Text

extension LinkRule.Part {
  /// Creates a test of the whole URL: it must be a web URL, and its path must match.
  ///
  /// - Parameter pattern: the pattern of the path; nil if any path matches.
  init(path pattern: LinkPattern?, _ options: LinkExpression, at location: Location) {
    func set(_ text: String) -> ScalarSet {
      ScalarSet(canonical: text.unicodeScalars.map { $0.value...$0.value })
    }
    func text(_ text: String) -> RegularExpression {
      .sequence(text.unicodeScalars.map { .set(ScalarSet($0)) })
    }
    let anything = RegularExpression.repetition(.set(.all), lower: 0, upper: nil)
    let host = RegularExpression.repetition(.set(set("/?#").complement), lower: 0, upper: nil)
    let rest = RegularExpression.alternatives([.empty, .sequence([.set(set("?#")), anything])])
    let scheme = RegularExpression.sequence([
      text("http"), .repetition(text("s"), lower: 0, upper: 1), text("://"),
    ])
    let url = RequestValue.part(.writtenURL, of: .request)
    guard let pattern else {
      let all = RegularExpression.sequence([scheme, anything])
      self.init(url, .test(url, .member(of: .expression(all))), at: location)
      return
    }
    let core = Self.condition(url, options, { $0.path(pattern) }) { path in
      .sequence([scheme, host, path, rest])
    }
    self.init(url, core, at: location)
  }

  /// Creates a test of a part that may be missing. A missing part is matched like the empty text.
  ///
  /// - Parameter expression: gives the expression for a way to read escapes.
  init(
    _ value: RequestValue, _ matchesEmpty: Bool, _ options: LinkExpression, at location: Location,
    _ expression: (LinkExpression) -> RegularExpression
  ) {
    let test = Self.condition(value, options, expression) { $0 }
    self.init(
      value, matchesEmpty ? .any([.not(.test(value, .present)), test]) : test, at: location)
  }

  /// Returns the condition that the text of a value matches. A text with invalid escapes is not decoded.
  ///
  /// - Parameter whole: gives the expression for the text of the value that contains the matched text.
  private static func condition(
    _ value: RequestValue, _ options: LinkExpression,
    _ expression: (LinkExpression) -> RegularExpression,
    in whole: (RegularExpression) -> RegularExpression
  ) -> CoreCondition {
    func matches(_ options: LinkExpression) -> CoreCondition {
      .test(value, .member(of: .expression(whole(expression(options)))))
    }
    guard !options.isEncoded else { return matches(options) }
    let isDecodable = CoreCondition.test(value, .member(of: .expression(whole(options.anything))))
    var written = options
    written.isEncoded = true
    return .any([matches(options), .all([.not(isDecodable), matches(written)])])
  }
}
