// The part of UIKit that the guide uses. Its presence distinguishes iOS from macOS.
import Foundation

@MainActor open class UIView: NSObject {
  nonisolated public override init() { super.init() }

  open var window: UIWindow?
  /// Stand-in only: can be set.
  open weak var superview: UIView?

  open func isDescendant(of view: UIView) -> Bool {
    self === view || superview?.isDescendant(of: view) == true
  }
}

@MainActor open class UIWindow: UIView {
  open var rootViewController: UIViewController?
}

@MainActor open class UITextField: UIView {
  open var text: String?
}

@MainActor open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable {
    case `default` = 0
    case cancel, destructive
  }

  public let title: String?
  public let style: Style
  /// Stand-in only: what a tap calls.
  public let handler: (@MainActor @Sendable (UIAlertAction) -> Void)?

  public init(
    title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable {
    case actionSheet = 0
    case alert
  }

  public let title: String?
  public let message: String?
  open private(set) var actions: [UIAlertAction] = []
  open private(set) var textFields: [UITextField]?

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(title, message)
  }
  private init(_ title: String?, _ message: String?) {
    self.title = title
    self.message = message
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { nil }

  open func addAction(_ action: UIAlertAction) { actions.append(action) }
  open func addTextField(
    configurationHandler: (@MainActor @Sendable (UITextField) -> Void)? = nil
  ) {
    let field = UITextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }
}

@MainActor open class UIScrollView: UIView {
  open var bounces = true
}

@MainActor open class UIViewController: NSObject {
  open var view: UIView! = UIView()
  open var viewIfLoaded: UIView? { view }
  /// Stand-in only: can be set.
  open var isBeingDismissed = false
  open var navigationController: UINavigationController? { nil }
  open private(set) var presentedViewController: UIViewController?

  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  open func loadView() {}
  open func viewDidLoad() {}
  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil)
  { presentedViewController = controller }
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    presentedViewController = nil
  }
}

@MainActor open class UINavigationController: UIViewController {
  open func pushViewController(_ controller: UIViewController, animated: Bool) {}
}

@MainActor open class UIApplication: NSObject {
  public static let shared = UIApplication()
  open func open(_ url: URL) {}
  open func open(_ url: URL) async -> Bool { true }
}
