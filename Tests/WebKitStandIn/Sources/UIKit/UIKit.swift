// The part of UIKit that the guide uses. Its presence distinguishes iOS from macOS.
import Foundation

@MainActor open class UIView: NSObject {
  nonisolated public override init() { super.init() }
}

@MainActor open class UIScrollView: UIView {
  open var bounces = true
}

@MainActor open class UIViewController: NSObject {
  open var view: UIView! = UIView()
  open var navigationController: UINavigationController? { nil }

  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  open func loadView() {}
  open func viewDidLoad() {}
  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil)
  {}
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UINavigationController: UIViewController {
  open func pushViewController(_ controller: UIViewController, animated: Bool) {}
}

@MainActor open class UIApplication: NSObject {
  public static let shared = UIApplication()
  open func open(_ url: URL) {}
}
