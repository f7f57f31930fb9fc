import Diagnostics
import GeneratedNames
import Semantics
import Text

/// The check `framework-name`.
enum FrameworkName {
  static func findings(_ input: CheckInput) -> [Finding] {
    let rules = input.rules
    let types =
      rules.models.map { (Noun.model, $0.declared) }
      + rules.enumerations.map { (Noun.enumeration, $0.declared) }
      + rules.unions.map { (Noun.union, $0.declared) }
    return types.compactMap { noun, declared in
      let name = SwiftNames.typeName(declared.name)
      if !typesOfSwiftUI.contains(name) { return nil }
      return page.finding(
        "\(noun.withArticle) named `\(declared.name)`, like a type of SwiftUI",
        at: declared.location,
        label: "in the module of the generated code `\(name)` means this type",
        help: "rename it, or set `prefix` in `bascule.json`; with both types in one file, write"
          + " `SwiftUI.\(name)` for the other")
    }
  }

  /// The types that apps use without naming their module, from the index of Apple's documentation of SwiftUI. Types
  /// of UIKit and AppKit are not needed, since they begin with `UI` and `NS`.
  private static let typesOfSwiftUI: Set<String> = [
    "Alert", "AlignmentKey", "Anchor", "Angle", "Animation", "AnyLayout", "AnyShape",
    "AnyTransition", "AnyView",
    "App", "AppStorage", "AsyncImage", "Axis", "Backdrop", "Bindable", "Binding", "BlendMode",
    "Button",
    "ButtonRole", "ButtonStyle", "Canvas", "Capsule", "Chart", "Circle", "Color", "ColorPicker",
    "ColorScheme",
    "Commands", "ContentMode", "ContentUnavailableView", "ControlGroup", "ControlSize",
    "DatePicker",
    "DisclosureGroup", "Divider", "DragGesture", "Edge", "EdgeInsets", "EditMode", "Ellipse",
    "EmptyView",
    "Environment", "EnvironmentValues", "FetchRequest", "FocusState", "Font", "ForEach", "Form",
    "Gauge",
    "GeometryReader", "Gesture", "Gradient", "Grid", "GridItem", "GridRow", "Group", "GroupBox",
    "HStack",
    "HorizontalAlignment", "Image", "Label", "LabeledContent", "Layout", "LazyHGrid", "LazyHStack",
    "LazyVGrid",
    "LazyVStack", "LinearGradient", "Link", "List", "Material", "Menu", "Namespace",
    "NavigationLink",
    "NavigationPath", "NavigationSplitView", "NavigationStack", "NavigationView", "ObservedObject",
    "Path", "Picker",
    "PreferenceKey", "PreviewProvider", "ProgressView", "Rectangle", "RenameButton",
    "RoundedRectangle", "Scene",
    "ScenePhase", "ScrollView", "ScrollViewReader", "Section", "SecureField", "Settings", "Shader",
    "Shape",
    "ShareLink", "Slider", "Spacer", "State", "StateObject", "Stepper", "Tab", "TabView", "Table",
    "TableColumn",
    "TapGesture", "Text", "TextAlignment", "TextEditor", "TextField", "TimelineView", "Toggle",
    "ToolbarItem",
    "ToolbarItemGroup", "Transaction", "Transition", "UnitPoint", "VStack", "VerticalAlignment",
    "View",
    "ViewBuilder", "ViewModifier", "ViewThatFits", "Window", "WindowGroup", "ZStack",
  ]

  static let page = Page(
    "framework-name", .info, "a type with the name of a type of SwiftUI")
}
