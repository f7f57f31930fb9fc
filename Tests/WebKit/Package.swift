// swift-tools-version: 6.3
import PackageDescription

// Apple's systems have a module `WebKit`. On Linux this package provides one that uses WebKitGTK.
#if os(Linux)
  let webKit: [Target.Dependency] = ["WebKit", "UIKit"]
  let engine: [Target] = [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1",
      providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(name: "WebKit", dependencies: ["CWebKitGTK", "EngineEvents", "UIKit"]),
    .target(name: "UIKit"),
  ]
  let products: [Product] = [
    .library(name: "WebKit", targets: ["WebKit"]), .library(name: "Harness", targets: ["Harness"]),
  ]
  let bundle: [LinkerSetting] = []
#else
  let webKit: [Target.Dependency] = ["AppleEngine"]
  let engine: [Target] = [.target(name: "AppleEngine", dependencies: ["EngineEvents"])]
  let products: [Product] = [.library(name: "Harness", targets: ["Harness"])]
  /// The settings of the linker. WebKit reads from `Info.plist` that requests by http are allowed.
  let bundle: [LinkerSetting] = [
    .unsafeFlags(
      ["-sectcreate", "__TEXT", "__info_plist", "\(Context.packageDirectory)/Info.plist"]
        .flatMap { ["-Xlinker", $0] })
  ]
#endif

/// Returns the app for one rule set. Its folder contains the generated files in `Generated`.
func app(_ name: String) -> Target {
  .target(name: name, dependencies: webKit + ["Harness"])
}

let apps = [
  "Account", "Article", "Bridges", "Crossing", "Deliveries", "Floods", "Game", "Shop", "Showcase",
  "Trust",
]

let package = Package(
  name: "WebKitTests",
  platforms: [.macOS(.v15)],
  products: products,
  targets: engine + [
    .target(name: "EngineEvents"),
    .target(name: "Harness", dependencies: webKit + ["EngineEvents"]),
    .executableTarget(
      name: "webkit-tests", dependencies: ["Harness"] + apps.map { .byName(name: $0) },
      path: "Sources/Tests", linkerSettings: bundle),
  ] + apps.map(app),
  swiftLanguageModes: [.v6]
)
