"""A package that uses both plugins: built from scratch, edited, broken and repaired."""

import json
import os
import shutil

import pytest

from conftest import BASCULE, ROOT, RULES, block, run, tool

FOLDER = ROOT / ".build/consumer"

# This package with the built program instead of its sources, so that a consumer builds only its own code and
# the plugins.
BINARY_MANIFEST = """// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Bascule",
  products: [
    .plugin(name: "BasculePlugin", targets: ["BasculePlugin"]),
    .plugin(name: "BasculeCommand", targets: ["BasculeCommand"]),
  ],
  targets: [
    .binaryTarget(name: "bascule", path: "bascule.artifactbundle"),
    .plugin(
      name: "BasculePlugin", capability: .buildTool(), dependencies: ["bascule"], path: "BasculePlugin"),
    .plugin(
      name: "BasculeCommand",
      capability: .command(
        intent: .custom(verb: "bascule", description: "Runs bascule"),
        permissions: [.writeToPackageDirectory(reason: "to write files")]), dependencies: ["bascule"],
      path: "BasculeCommand"),
  ]
)
"""


def manifest(bascule) -> str:
    return f"""// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "Bascule", path: "{bascule}")],
  targets: [
    .executableTarget(name: "App", plugins: [.plugin(name: "BasculePlugin", package: "Bascule")])
  ]
)
"""


def binary_package(folder):
    """A package next to the consumer that provides the plugins with the built program."""
    package = folder / "Bascule"
    shutil.rmtree(package, ignore_errors=True)
    bundle = package / "bascule.artifactbundle"
    bundle.mkdir(parents=True)
    (package / "Package.swift").write_text(BINARY_MANIFEST)
    for plugin in ("BasculePlugin", "BasculeCommand"):
        shutil.copytree(ROOT / "Sources/Plugins" / plugin, package / plugin)
    shutil.copy2(BASCULE, bundle / "bascule")
    described = run("swift", "-print-target-info", cwd=ROOT).stdout
    triple = json.loads(described)["target"]["unversionedTriple"]
    (bundle / "info.json").write_text(json.dumps({
        "schemaVersion": "1.0",
        "artifacts": {"bascule": {
            "version": "1.0.0", "type": "executable",
            "variants": [{"path": "bascule", "supportedTriples": [triple]}]}},
    }))
    return package


@pytest.fixture(scope="module", params=["binary", "source"])
def package(request):
    """The consumer; only in long runs with the real package, whose build takes minutes."""
    tool("swift")
    if request.param == "source" and os.environ.get("BASCULE_LONG") != "1":
        pytest.skip("the plugins with the package built from source: Tests/run --long tests them")
    folder = FOLDER / request.param / "Consumer"
    # Keeps the built parts of Bascule itself, so that a second run is quick.
    shutil.rmtree(folder / "Sources", ignore_errors=True)
    shutil.rmtree(folder / "web", ignore_errors=True)
    (folder / "Sources/App").mkdir(parents=True)
    bascule = ROOT if request.param == "source" else binary_package(folder.parent)
    (folder / "Package.swift").write_text(manifest(bascule))
    return folder


def build(package, check=True):
    return run("swift", "build", cwd=package, check=check)


def app(package) -> str:
    return run(package / ".build/debug/App", cwd=package).stdout.strip()


def generated(package) -> dict[str, int]:
    """Modification times by name."""
    files = (package / ".build/plugins").rglob("Bascule*.swift")
    return {file.name: file.stat().st_mtime_ns for file in files}


def test_plugins(package):
    sources = package / "Sources/App"
    rules = sources / "store.bascule"
    rules.write_text(RULES)
    (sources / "main.swift").write_text('print(Screen.product(id: "12"))\n')
    build(package)
    assert app(package) == 'product(id: "12")'
    first = generated(package)
    assert len(first) == 11

    # Nothing to do, except that SwiftPM links the plugin's tool again the second time.
    build(package)
    again = build(package).stdout
    assert "Compiling App" not in again and "Bascule App" not in again, again
    assert generated(package) == first

    # An edited rule costs one run; files with the same content are not touched.
    rules.write_text(RULES.replace("id: String", "id: String, tab: String?")
                     .replace("id: path[2]", "id: path[2], tab: query.tab"))
    (sources / "main.swift").write_text('print(Screen.product(id: "12", tab: nil))\n')
    build(package)
    assert app(package) == 'product(id: "12", tab: nil)'
    second = generated(package)
    assert second["BasculeWire.swift"] == first["BasculeWire.swift"]
    assert second["BasculeNavigation.swift"] != first["BasculeNavigation.swift"]

    # A file is added, and one is removed.
    more = sources / "more.bascule"
    more.write_text("screen Cart\nchain Payment {\n  when path == \"/cart\" present Cart cancel\n}\n")
    (sources / "main.swift").write_text("print(Screen.cart)\n")
    build(package)
    assert app(package) == "cart"
    more.unlink()
    result = build(package, check=False)
    assert result.returncode != 0 and "has no member 'cart'" in result.stdout, result.stdout
    (sources / "main.swift").write_text("print(1)\n")

    # An error stops the build, unlike a warning; each is reported at its line.
    rules.write_text(RULES + "flag unused\n")
    result = build(package)
    assert f"{rules}:6:6: warning: " in result.stdout, result.stdout
    assert "[unused-declaration]" in result.stdout
    rules.write_text(RULES.replace("  otherwise", '  when path like "/product/*/more" allow\n  otherwise'))
    result = build(package, check=False)
    assert result.returncode != 0
    assert f"{rules}:4:8: error: no request reaches this rule" in result.stdout, result.stdout
    assert "[unreachable-rule]" in result.stdout
    rules.write_text(RULES)
    build(package)
    assert app(package) == "1"

    # The command plugin, as on the page.
    check, generate, form = [
        line.replace("swift package", "swift package --disable-sandbox").split()
        for line in block("build-systems.md", "sh").splitlines()]
    assert "no findings in 1 file\n" in run(*check, cwd=package).stdout
    run(*generate, cwd=package)
    assert "export" in (package / "web/app.ts").read_text()
    rules.write_text(RULES.replace("  otherwise", "      otherwise"))
    run(*form, cwd=package)
    assert rules.read_text() == RULES
    rules.write_text("chain {")
    assert run(*check, cwd=package, check=False).returncode != 0
    rules.write_text(RULES)
