"""The program for SwiftPM and Xcode: an artifact bundle, and the plugins that run it."""

import hashlib
import json
import pathlib

from archives import program, zipped
from targets import ROOT, TARGETS, version

MANIFEST = """// swift-tools-version: 6.1
// Swift 6.1 is the oldest compiler of the library and of generated code: it introduced `nonisolated` for types.
import PackageDescription

let package = Package(
  name: "Bascule",
  platforms: [.macOS(.v13), .iOS(.v15)],
  products: [
    .plugin(name: "BasculePlugin", targets: ["BasculePlugin"]),
    .plugin(name: "BasculeCommand", targets: ["BasculeCommand"]),
    .library(name: "BasculeRuntime", targets: ["BasculeRuntime"]),
  ],
  targets: [
    .binaryTarget(
      name: "bascule",
      SOURCE
    ),
    .plugin(name: "BasculePlugin", capability: .buildTool(), dependencies: ["bascule"]),
    .plugin(
      name: "BasculeCommand",
      capability: .command(
        intent: .custom(
          verb: "bascule", description: "Check, format and trace rule files, and write their code"),
        permissions: [
          .writeToPackageDirectory(reason: "to write generated code and fixed rule files")
        ]), dependencies: ["bascule"]),
    .target(
      name: "BasculeRuntime",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
"""


def bundle_name() -> str:
    return f"bascule-{version()}.artifactbundle.zip"


def artifact_bundle(output: pathlib.Path) -> None:
    """The programs of all archives in the folder."""
    folder = "bascule.artifactbundle"
    files = {f"{folder}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644)}
    variants = []
    for target in TARGETS:
        path = output / target.archive_name
        if not path.exists():
            continue
        files[f"{folder}/{target.name}/bascule"] = (program(path), 0o755)
        variants.append({"path": f"{target.name}/bascule", "supportedTriples": list(target.triples)})
    information = {
        "schemaVersion": "1.0",
        "artifacts": {"bascule": {"version": version(), "type": "executable", "variants": variants}},
    }
    files[f"{folder}/info.json"] = (json.dumps(information, indent=2).encode() + b"\n", 0o644)
    zipped(files, output / bundle_name())


def plugin_package(output: pathlib.Path) -> None:
    """A package with both plugins and the run-time library; a consumer builds no part of the tool."""
    digest = hashlib.sha256((output / bundle_name()).read_bytes()).hexdigest()
    address = f"https://github.com/bascule/bascule/releases/download/v{version()}/{bundle_name()}"
    source = f'url: "{address}",\n      checksum: "{digest}"'
    folder = f"bascule-plugins-{version()}"
    files = {
        f"{folder}/Package.swift": (MANIFEST.replace("SOURCE", source).encode(), 0o644),
        f"{folder}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    for name, sources in (("Plugins", ROOT / "Sources/Plugins"), ("Sources/BasculeRuntime", ROOT / "Sources/Runtime/Swift")):
        for file in sorted(sources.rglob("*.swift")):
            files[f"{folder}/{name}/{file.relative_to(sources).as_posix()}"] = (file.read_bytes(), 0o644)
    zipped(files, output / f"{folder}.zip")
