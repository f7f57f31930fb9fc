//: output BasculeWebKit
//: needs ReachedLimit StepRate PanelPresenter ChainNavigationDelegate WebViewSettings

#if canImport(WebKit)
  extension WebConfiguration {
    /// The object that shows the panels of scripts; nil if there is none, or if it has been released.
    var panels: (any PanelPresenter)? {
      switch settings.panels {
      case .app?: panelPresenter
      //: if NativePanels
      case .native?: NativePanels.shared
      //: end
      case nil: nil
      }
    }
  }
#endif
