"""Tests a package that uses both plugins: it is built from scratch, edited, broken and repaired."""

import re
import shutil
import sys

import pytest

from conftest import BASCULE, LONG, ROOT, RULES, block, run, stripped, tool

FOLDER = ROOT / ".build/consumer"

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
    """Writes the plugin package of a release with this program, beside the consumer."""
    release = folder / "release"
    for old in (release, folder / "Bascule"):
        shutil.rmtree(old, ignore_errors=True)
    run(sys.executable, ROOT / ".github/release/build", "--program", stripped(folder / "program"), "--output", release, cwd=ROOT,
        PYTHONDONTWRITEBYTECODE="1")
    shutil.unpack_archive(next(release.glob("bascule-plugins-*.zip")), folder)
    package = next(folder.glob("bascule-plugins-*")).rename(folder / "Bascule")
    bundle = next(release.glob("*.artifactbundle.zip")).rename(package / "bascule.artifactbundle.zip")
    text = (package / "Package.swift").read_text()
    local, count = re.subn(r'url: ".*",\s*checksum: "(.*)"', f'path: "{bundle.name}"', text)
    assert count == 1
    (package / "Package.swift").write_text(local)
    return package


@pytest.fixture(scope="module", params=["binary", "source"])
def package(request):
    """The consumer. Only long runs use the real package, whose build takes minutes."""
    tool("swift")
    if request.param == "source" and not LONG:
        pytest.skip("the plugins with the package built from source: Tests/run --long tests them")
    folder = FOLDER / request.param / "Consumer"
    # The built parts of Bascule itself are kept, so that a second run is fast.
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
    """Returns the modification times by name."""
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

    # There is nothing to do, except that SwiftPM links the plugin's tool again the second time.
    build(package)
    again = build(package).stdout
    assert "Compiling App" not in again and "Bascule App" not in again, again
    assert generated(package) == first

    # An edited rule causes one run. Files whose content does not change are not touched.
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

    # The inputs are also scripts and rule lists with any extension, and rule files that the target excludes.
    (sources / "zoom.cjs").write_text("zoom(1);\n")
    (sources / "ads.json").write_text('[{"trigger": {"url-filter": "ads"}, "action": {"type": "block"}}]\n')
    rules.write_text(RULES + 'script Zoom at documentEnd from "zoom.cjs"\n'
                     'configuration Main { chain Default  scripts Zoom  block from "ads.json" }\n')

    def configurations() -> str:
        build(package)
        return next((package / ".build/plugins").rglob("BasculeConfigurations.swift")).read_text()

    assert "zoom(1)" in configurations()
    (sources / "zoom.cjs").write_text("zoom(2);\n")
    assert "zoom(2)" in configurations()
    (sources / "ads.json").write_text((sources / "ads.json").read_text().replace("ads", "banners"))
    assert "banners" in configurations()
    (sources / "zoom.cjs").unlink()
    (sources / "ads.json").unlink()

    # An error stops the build, unlike a warning. Both are reported at their lines.
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

    # The command plugin is run as on the page.
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


def test_extended_files_and_baselines(package):
    """Tests that the files that a `bascule.json` names are inputs of the build, even outside of the target."""
    sources = package / "Sources/App"
    rules, base = sources / "store.bascule", package / "base.json"
    rules.write_text(RULES + "flag unused\n")
    (sources / "main.swift").write_text("print(1)\n")
    (sources / "bascule.json").write_text('{"extends": "../../middle.json"}')
    (package / "middle.json").write_text('{"extends": "base.json"}')
    base.write_text('{"severities": {"unused-declaration": "error"}}')
    result = build(package, check=False)
    assert result.returncode != 0 and f"{rules}:6:6: error: " in result.stdout, result.stdout
    base.write_text('{"severities": {"unused-declaration": "off"}}')
    assert "[unused-declaration]" not in build(package).stdout
    base.write_text('{"swift": {"prefix": "Own"}, "severities": {"unused-declaration": "error"}, "baseline": "known.json"}')
    run(BASCULE, "check", sources, "--write-baseline", cwd=package)
    # SwiftPM asks the plugin for its inputs again when a source file comes or goes.
    (sources / "more.swift").write_text("")
    build(package)
    assert "OwnBasculeWire.swift" in {file.name for file in (package / ".build/plugins").rglob("*.swift")}
    (package / "known.json").write_text('{"version": 1, "findings": []}')
    assert build(package, check=False).returncode != 0
    for file in (
        sources / "bascule.json", sources / "more.swift", package / "middle.json", base, package / "known.json"):
        file.unlink()
    rules.write_text(RULES)
