// The part of SwiftUI that the guide uses.
@_exported import Foundation
import UIKit
import WebKit

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("Apple's SwiftUI ends here as well") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public struct UIViewRepresentableContext<Representable> {}

@MainActor public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  typealias Context = UIViewRepresentableContext<Self>
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ view: UIViewType, context: Context)
}

extension UIViewRepresentable {
  public var body: Never { fatalError("Apple's SwiftUI ends here as well") }
}

public struct ModifiedContent<Content: View>: View {
  let content: Content
  public var body: Content { content }
}

extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    ModifiedContent(content: self)
  }
}

/// A type of WebKit for SwiftUI, which both modules export.
public struct WebView: View {
  private let page: WebPage

  public init(_ page: WebPage) { self.page = page }

  public var body: Never { fatalError("Apple's SwiftUI ends here as well") }
}
