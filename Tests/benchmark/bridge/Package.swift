// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "BridgeBenchmark",
  dependencies: [.package(path: "../../WebKit")],
  targets: [
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        .product(name: "WebKit", package: "WebKit"), .product(name: "Harness", package: "WebKit"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
