/// The first example in the description of the language.
enum LanguageExample {
  static let text = #"""
    /// Where our own pages live. Only these pages may talk to native code.
    origin Store = "https://zhgchg.li", "https://*.zhgchg.li"

    /// Known only to the app while it runs.
    flag isHomePage
    flag deeplinkCheck

    screen Product(id: String)
    screen Shop(id: Int)
    action selectTab(index: Int)
    /// Returns false when it does not take the URL.
    action openDeepLink(url: URL) -> Bool

    handler DeepLink {
      when deeplinkCheck attempt openDeepLink(url: url) cancel
    }

    handler HomeTab {
      when isHomePage && url == "https://zhgchg.li" perform selectTab(index: 0) cancel
    }

    handler NativeScreens {
      when path[1]=="product" present Product(id: path[2]) cancel
      when path like "/shop/{id}" present Shop(id: id) cancel
    }

    chain Default {
      use DeepLink
      use HomeTab
      use NativeScreens
      when scheme in ["tel", "mailto"] open url cancel
      when frame == new load url cancel            // target=_blank
      otherwise allow
    }

    chain Payment {
      when path[1]=="verify" present PaymentVerify cancel
      use DeepLink
      otherwise allow
    }
    screen PaymentVerify

    model CartItem { sku: String, quantity: Int = 1, note: String? }
    enum CloseReason { done, cancelled = "user-cancelled" }
    union PaymentResult by "kind" { success(receipt: URL), failure(code: Int, message: String) }

    /// window.webkit.messageHandlers.page.postMessage("done")
    strategy Page "page" receives CloseReason
    strategy Cart "cart" receives CartItem replies Int from Store
    strategy Ready "onReady"

    event PaymentFinished "paymentFinished" sends PaymentResult
    call ResizeImages "resizeImages" sends { maxWidth: Int } replies Int

    script DisableZoom at documentEnd frames main """
      const meta = document.createElement("meta");
      meta.name = "viewport";
      meta.content = "width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no";
      document.head.appendChild(meta);
      """

    configuration Default {
      chain Default
      strategies Page, Cart, Ready
      title native
    }
    configuration ProductPage extends Default { scripts DisableZoom  title web }
    configuration PaymentPage { chain Payment  strategies Page }

    test Default {
      "https://zhgchg.li/product/1234" present Product(id: "1234") cancel
      "https://zhgchg.li/shop/abc" allow
      "https://zhgchg.li" with isHomePage perform selectTab(index: 0) cancel
    }
    """#
}
