// swift-tools-version: 6.3
import PackageDescription

/// An app for one rule set: its folder holds the generated files in `Generated`.
func app(_ name: String) -> Target {
  .target(name: name, dependencies: ["WebKit", "UIKit", "Harness"])
}

let apps = ["Account", "Article", "Bridges", "Crossing", "Game", "Shop", "Showcase", "Trust"]

let package = Package(
  name: "WebKitTests",
  products: [
    .library(name: "WebKit", targets: ["WebKit"]), .library(name: "Harness", targets: ["Harness"]),
  ],
  targets: [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1",
      providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(name: "WebKit", dependencies: ["CWebKitGTK", "UIKit"]),
    .target(name: "UIKit"),
    .target(name: "Harness", dependencies: ["WebKit", "CWebKitGTK"]),
    .executableTarget(
      name: "webkit-tests", dependencies: ["Harness"] + apps.map { .byName(name: $0) },
      path: "Sources/Tests"),
  ] + apps.map(app),
  swiftLanguageModes: [.v6]
)
