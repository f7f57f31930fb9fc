//: output BasculeWebKit
//: needs Configurator ContentRuleList ChainNavigationDelegate WebSession

#if canImport(WebKit)
  import Foundation
  public import WebKit

  /// Compiles the rule lists of configurations.
  @MainActor public protocol RuleListProvider: AnyObject {
    func compiled(_ list: ContentRuleList) async throws -> WKContentRuleList
  }

  /// WebKit has returned neither a list nor an error.
  public nonisolated struct RuleListIsMissing: Error {}

  /// Compiles each list once. WebKit's store keeps the compiled lists by their identifiers, even after the app has
  /// ended.
  @MainActor public final class RuleListStore: RuleListProvider {
    public static let shared = RuleListStore(WKContentRuleListStore.default())
    private let store: WKContentRuleListStore?

    public init(_ store: WKContentRuleListStore?) { self.store = store }

    public func compiled(_ list: ContentRuleList) async throws -> WKContentRuleList {
      guard let store else { throw RuleListIsMissing() }
      let known = await withCheckedContinuation { caller in
        store.lookUpContentRuleList(forIdentifier: list.identifier) { known, _ in
          caller.resume(returning: known)
        }
      }
      if let known { return known }
      return try await withCheckedThrowingContinuation { caller in
        store.compileContentRuleList(
          forIdentifier: list.identifier, encodedContentRuleList: list.rules
        ) { compiled, error in
          if let compiled { return caller.resume(returning: compiled) }
          caller.resume(throwing: error ?? RuleListIsMissing())
        }
      }
    }
  }

  extension Configurator {
    /// Sets the object that compiles the rule lists; nil for WebKit's store.
    @discardableResult
    public func set(ruleListProvider provider: (any RuleListProvider)?) -> Configurator {
      ruleListProvider = provider
      return self
    }
  }

  /// The rule lists of one web view. Its loads wait until they are compiled.
  @MainActor final class ContentRuleLists {
    private var lists: [WKContentRuleList] = []
    private weak var controller: WKUserContentController?
    private var adding: Task<Void, Never>?

    /// Adds the lists of the configuration, and reports those that cannot be used to the observer.
    func add(
      _ configuration: WebConfiguration, to webView: WKWebView, of delegate: ChainNavigationDelegate
    ) {
      if configuration.ruleLists.isEmpty { return }
      let provider = configuration.ruleListProvider as? any RuleListProvider
      controller = webView.configuration.userContentController
      adding = Task { [weak self, weak webView, weak delegate] in
        for list in configuration.ruleLists {
          do {
            self?.add(try await (provider ?? RuleListStore.shared).compiled(list))
          } catch {
            guard let webView else { return }
            delegate?.observer?.webView(webView, cannotUse: list, because: error)
          }
        }
      }
    }

    private func add(_ list: WKContentRuleList) {
      guard let controller else { return }
      controller.add(list)
      lists.append(list)
    }

    func wait() async { await adding?.value }

    func removeAll() {
      for list in lists { controller?.remove(list) }
      (lists, controller, adding) = ([], nil, nil)
    }
  }
#endif
