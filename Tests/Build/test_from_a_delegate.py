"""Tests the example of the page for apps with a delegate: checked, tested, and run beside the old delegate."""

import re

import pytest

from conftest import BASCULE, MODES, ROOT, block, run, swiftc

PAGE = "from-a-delegate.md"

# A program that asks both about requests, and prints the differences of their answers.
MAIN = """
import WebKit

let old = ShopDelegate()
let trial = Trial()
for text in [
  "tel:123", "https://shop.example/product/7", "https://www.shop.example/cart",
  "https://notshop.example/", "https://other.example/product/7",
] {
  let url = URL(string: text)!
  let request = URLRequest(url: url)
  let frame = WKFrameInfo(
    isMainFrame: true, request: request,
    securityOrigin: WKSecurityOrigin(protocol: "https", host: "shop.example", port: 0))
  let action = WKNavigationAction(
    sourceFrame: frame, targetFrame: frame, navigationType: .linkActivated, request: request,
    shouldPerformDownload: false)
  let policy = old.policy(for: action)
  if let difference = await trial.difference(action, page: nil, from: policy) { print(difference) }
}
print(trial.log.filter { !old.log.contains($0) })
print(old.log.filter { !trial.log.contains($0) })
"""


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "shop.bascule").write_text(block(PAGE, "bascule"))
    (tmp_path / "bascule.json").write_text("{}\n")
    return tmp_path


def test_rules(rules):
    assert "no findings in 1 file" in run(BASCULE, "check", ".", cwd=rules).stdout
    run(BASCULE, "format", "--check", ".", cwd=rules)
    assert "all 5 rules are reached" in run(BASCULE, "test", ".", cwd=rules).stdout
    changed = (rules / "shop.bascule").read_text().replace(
        '  when scheme in ["http", "https"] open url cancel\n  otherwise cancel\n',
        "  otherwise open url cancel\n")
    (rules / "shop.bascule").write_text(changed)
    assert "warning[unsafe-open]" in run(BASCULE, "check", ".", cwd=rules).stdout


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The stand-in for WebKit, which programs can be linked with."""
    folder = tmp_path_factory.mktemp("library")
    sources = sorted((ROOT / "Tests/WebKitStandIn/Sources/WebKit").glob("*.swift"))
    swiftc("-swift-version", "6", "-parse-as-library", "-emit-module", "-emit-library",
           "-static", "-module-name", "WebKit", "-o", folder / "libWebKit.a", "-emit-module-path",
           folder / "WebKit.swiftmodule", *sources, cwd=folder)
    return folder


@pytest.mark.parametrize("mode", MODES)
def test_trial(mode, rules, library):
    run(BASCULE, "generate", ".", "--swift", "swift", "--typescript", "page.ts", cwd=rules)
    (rules / "Before.swift").write_text(block(PAGE, "swift-before"))
    (rules / "Trial.swift").write_text(block(PAGE, "swift-trial"))
    (rules / "main.swift").write_text(MAIN)
    swiftc("-swift-version", mode, "-strict-concurrency=complete",
           "-warnings-as-errors", "-I", library, "-L", library, "-lWebKit", "-o", "trial",
           "main.swift", "Before.swift", "Trial.swift",
           *sorted((rules / "swift").glob("*.swift")), cwd=rules)
    printed = run(rules / "trial", cwd=rules).stdout.splitlines()
    # The rules perform one additional step: they open the URL that the delegate has allowed.
    assert printed == [
        *block(PAGE, "text").splitlines(), '["open https://notshop.example/"]', "[]"]


def test_dead_code_is_that_of_the_ports():
    """Tests that the page and the list of real apps contain the same number."""
    page = (ROOT / "Tests/Ports/README.md").read_text()
    table = page[page.index("## Dead code of the originals"):]
    apps = re.findall(r"^\| [A-Z][\w. ]+ \| `", table, re.MULTILINE)
    assert len(apps) == 6
    assert "In six of fifteen real apps" in (ROOT / "Sources/Documentation" / PAGE).read_text()
