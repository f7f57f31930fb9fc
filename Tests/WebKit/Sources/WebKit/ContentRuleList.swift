import CWebKitGTK

@MainActor open class WKContentRuleList: NSObject {
  public let identifier: String
  let filter: OpaquePointer

  /// - Parameter filter: the filter, which is released with the list.
  init(_ identifier: String, _ filter: OpaquePointer) {
    self.identifier = identifier
    self.filter = filter
    super.init()
  }

  isolated deinit { webkit_user_content_filter_unref(filter) }
}

/// The engine's store, in a folder of the process.
@MainActor open class WKContentRuleListStore: NSObject {
  public typealias Handler = @MainActor (WKContentRuleList?, (any Error)?) -> Void

  private static let shared = WKContentRuleListStore()
  private let store: UnsafeMutablePointer<WebKitUserContentFilterStore>

  open class func `default`() -> WKContentRuleListStore! { shared }

  private override init() {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rule-lists-\(ProcessInfo.processInfo.processIdentifier)")
    store = webkit_user_content_filter_store_new(folder.path())
    super.init()
  }

  private final class Waiting {
    let identifier: String
    let handler: Handler
    init(_ identifier: String, _ handler: @escaping Handler) {
      self.identifier = identifier
      self.handler = handler
    }
  }

  open func lookUpContentRuleList(
    forIdentifier identifier: String!, completionHandler: Handler!
  ) {
    let waiting = Unmanaged.passRetained(Waiting(identifier, completionHandler)).toOpaque()
    webkit_user_content_filter_store_load(
      store, identifier, nil,
      { source, result, data in
        let all = OnMain((source!, result!, data!))
        MainActor.assumeIsolated {
          let (source, result, data) = all.value
          WKContentRuleListStore.finish(data) {
            webkit_user_content_filter_store_load_finish(cast(source), result, $0)
          }
        }
      }, waiting)
  }

  open func compileContentRuleList(
    forIdentifier identifier: String!, encodedContentRuleList: String!, completionHandler: Handler!
  ) {
    let text: String = encodedContentRuleList
    let bytes = g_bytes_new(text, gsize(text.utf8.count))
    let waiting = Unmanaged.passRetained(Waiting(identifier, completionHandler)).toOpaque()
    webkit_user_content_filter_store_save(
      store, identifier, bytes, nil,
      { source, result, data in
        let all = OnMain((source!, result!, data!))
        MainActor.assumeIsolated {
          let (source, result, data) = all.value
          WKContentRuleListStore.finish(data) {
            webkit_user_content_filter_store_save_finish(cast(source), result, $0)
          }
        }
      }, waiting)
    g_bytes_unref(bytes)
  }

  private static func finish(
    _ data: UnsafeMutableRawPointer,
    _ result: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) {
    let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
    var error: UnsafeMutablePointer<GError>?
    let filter = result(&error)
    let message = error.map { text($0.pointee.message) ?? "" }
    if let error { g_error_free(error) }
    waiting.handler(
      filter.map { WKContentRuleList(waiting.identifier, $0) },
      message.map { WKError.javaScriptException($0) })
  }
}
