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
    let whole = pattern.map { [host, options.path($0), rest] } ?? [anything]
    self.init(url, .test(url, .member(of: .expression(.sequence([scheme] + whole)))), at: location)
  }

  /// Creates a test of a part that may be missing. A missing part is matched like the empty text.
  init(
    _ value: RequestValue, _ matchesEmpty: Bool, _ expression: RegularExpression,
    at location: Location
  ) {
    let test = CoreCondition.test(value, .member(of: .expression(expression)))
    self.init(
      value, matchesEmpty ? .any([.not(.test(value, .present)), test]) : test, at: location)
  }
}
