// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "WebKitStandIn",
  products: [.library(name: "WebKit", targets: ["WebKit"])],
  targets: [
    .target(name: "WebKit", swiftSettings: [.define("STANDS_FOR_IOS")]),
    .target(name: "UIKit"),
  ],
  swiftLanguageModes: [.v6]
)
