// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "WebKitStandIn",
  products: [.library(name: "WebKit", targets: ["WebKit"])],
  targets: [
    .target(name: "UIKit"),
    .target(
      name: "WebKit", dependencies: ["UIKit"], swiftSettings: [.define("STANDS_FOR_IOS")]),
    .target(name: "SwiftUI", dependencies: ["UIKit", "WebKit"]),
  ],
  swiftLanguageModes: [.v6]
)
