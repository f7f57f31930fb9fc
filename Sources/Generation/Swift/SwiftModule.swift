/// A module that generated Swift imports.
enum SwiftModule: String {
  case basculeRuntime = "BasculeRuntime"
  case foundation = "Foundation"
  case webKit = "WebKit"
}
