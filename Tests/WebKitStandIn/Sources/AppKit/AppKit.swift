// The part of AppKit that generated code uses.
@_exported import Foundation

@MainActor open class NSView: NSObject {
  nonisolated public override init() { super.init() }

  open var window: NSWindow?
}

@MainActor open class NSWindow: NSObject {
  /// Stand-in only: the alert that is shown, and what a click calls.
  public fileprivate(set) var sheet: (alert: NSAlert, end: (NSApplication.ModalResponse) -> Void)?

  /// Stand-in only: a sheet of the app.
  open var ownSheet: NSWindow?
  open var attachedSheet: NSWindow? { sheet == nil ? ownSheet : NSWindow() }

  public override init() { super.init() }

  /// Stand-in only: releases the alert without an answer.
  public func closeSheet() { sheet = nil }
}

@MainActor open class NSApplication: NSObject {
  public enum ActivationPolicy: Int, Sendable {
    case regular = 0
    case accessory, prohibited
  }

  public static let shared = NSApplication()

  @discardableResult open func setActivationPolicy(_ policy: ActivationPolicy) -> Bool { true }
  open func run() {}

  public struct ModalResponse: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let alertFirstButtonReturn = ModalResponse(rawValue: 1000)
    public static let alertSecondButtonReturn = ModalResponse(rawValue: 1001)
    public static let cancel = ModalResponse(rawValue: 0)
  }
}

@MainActor open class NSButton: NSView {
  open var title = ""
  open var keyEquivalent = ""
}

@MainActor open class NSTextField: NSView {
  open var stringValue = ""

  public init(frame: NSRect) { super.init() }
}

@MainActor open class NSAlert: NSObject {
  open var messageText = ""
  open var informativeText = ""
  open var accessoryView: NSView?
  open private(set) var buttons: [NSButton] = []

  public override init() { super.init() }

  @discardableResult open func addButton(withTitle title: String) -> NSButton {
    let button = NSButton()
    button.title = title
    buttons.append(button)
    return button
  }

  open func beginSheetModal(
    for window: NSWindow, completionHandler: ((NSApplication.ModalResponse) -> Void)? = nil
  ) {
    window.sheet = completionHandler.map { (self, $0) }
  }
}
