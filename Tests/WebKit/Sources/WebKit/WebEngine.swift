import CWebKitGTK
import Dispatch
public import EngineEvents

@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ unused: UnsafeMutableRawPointer?)

/// The engine for the tests on Linux: WebKitGTK.
@MainActor public enum WebEngine: TestableEngine {
  /// Starts GTK's main loop, which also runs the tasks of the main actor.
  public static func start() -> Bool {
    print_lines_at_once()
    guard gtk_init_check(nil, nil) != 0 else { return false }
    g_unix_fd_add(
      mainQueueHandle(), G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        drainMainQueue(nil)
        return 1
      }, nil)
    return true
  }

  public static func run() { gtk_main() }

  /// Checks that a test would also run on Apple's systems. There, events of a web view are known only while its
  /// delegates are those that it had at this call. Here, the engine reports its events itself.
  public static func watch(_ webView: WKWebView) { webView.engine.watch() }

  public static let endPage: (@MainActor (WKWebView) -> Void)? = {
    webkit_web_view_terminate_web_process($0.engine.view)
  }

  public static let reachesLoopbackDirectly = false
  public internal(set) static var webViews = 0
  static var objects = 0
  /// The number of views, windows, contexts and managers that exist.
  public static var engineObjects: Int? { objects }
  public static var heapBytes: Int? { Int(mallinfo2().uordblks) }

  /// Called when the engine delivers a message, before it is handled.
  public static var arrived: (@MainActor () -> Void)?
}
