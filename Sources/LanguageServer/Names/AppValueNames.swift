import Requests
import Semantics

extension Snapshot {
  /// Returns a value of the app, or a part of one, from its text such as `server.host`; nil if there is none.
  func appValue(_ text: String) -> RequestValue? {
    let name = String(text.prefix { $0 != "." && $0 != "[" })
    guard let type = names.declaration(.declaration(.flag, name))?.valueType else { return nil }
    let key = AppValueKey(ExactString(name), type)
    if type != .url { return name == text ? .input(.value(key)) : nil }
    if name == text { return .part(.whole, of: .value(key)) }
    // The parts are the same as for the page's URL.
    let part = "page" + text.dropFirst(name.count)
    guard case .part(let part, of: .page)? = RequestSchema.all.value(written: part) else {
      return nil
    }
    return .part(part, of: .value(key))
  }
}

extension NameDeclaration {
  /// The type of a value of the app; nil for another declaration.
  var valueType: AppValueType? {
    guard kind == .value, let type else { return nil }
    let text = RuleLanguagePrinter.text(type)
    return AppValueType.allCases.first { text == $0.name || text == $0.name + "?" }
  }
}
