//: output BasculeWebKit
//: needs ReachedLimit StepRate PanelPresenter ChainNavigationDelegate WebViewSettings

#if canImport(WebKit)
  extension WebConfiguration {
    /// Shows the panels of scripts; nil if there is none, or no longer.
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
