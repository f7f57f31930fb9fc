import WebKit

/// A model of hand-written message handling in an app without rule files, as in tutorials.
struct PlainItem {
  var sku: String
  var quantity: Int
  var note: String?
  var tags: [String]
  var options: [String: String]
  var added: Date
  var link: URL
  var weight: Double
  var isGift: Bool
  var level: String
  var rating: Double?

  init?(_ body: Any) {
    guard let fields = body as? [String: Any], let sku = fields["item_sku"] as? String,
      let options = fields["options"] as? [String: String],
      let added = (fields["added"] as? String).flatMap({ Self.dates.date(from: $0) }),
      let link = (fields["link"] as? String).flatMap({ URL(string: $0) }),
      let weight = (fields["weight"] as? NSNumber)?.doubleValue,
      let isGift = (fields["isGift"] as? NSNumber)?.boolValue,
      let level = fields["level"] as? String
    else { return nil }
    self.sku = sku
    quantity = (fields["quantity"] as? NSNumber)?.intValue ?? 1
    note = fields["note"] as? String
    tags = fields["tags"] as? [String] ?? []
    self.options = options
    self.added = added
    self.link = link
    self.weight = weight
    self.isGift = isGift
    self.level = level
    rating = (fields["rating"] as? NSNumber)?.doubleValue
  }

  nonisolated(unsafe) private static let dates: ISO8601DateFormatter = {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter
  }()
}

final class PlainHandler: NSObject, WKScriptMessageHandler {
  let heard: @MainActor (Any) -> Void
  init(_ heard: @escaping @MainActor (Any) -> Void) { self.heard = heard }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    guard message.frameInfo.securityOrigin.host == "store.example" else { return }
    heard(message.body)
  }
}

final class PlainReplyHandler: NSObject, WKScriptMessageHandlerWithReply {
  let answer: @MainActor (Any) -> Int?
  init(_ answer: @escaping @MainActor (Any) -> Int?) { self.answer = answer }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?) {
    guard message.frameInfo.securityOrigin.host == "store.example",
      let reply = answer(message.body)
    else { return (nil, "no") }
    return (NSNumber(value: reply), nil)
  }
}
