"""Tests the examples of the page about web views: checked, formatted, and compiled with the app's code."""

import re

import pytest

from conftest import BASCULE, MODES, ROOT, block, run, swiftc

PAGE = "web-views.md"


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "shop.bascule").write_text(block(PAGE, "bascule"))
    (tmp_path / "theme.bascule").write_text(block(PAGE, "bascule-theme"))
    (tmp_path / "trackers.json").write_text(block(PAGE, "json"))
    (tmp_path / "bascule.json").write_text("{}\n")
    return tmp_path


def test_rules(rules):
    assert "no findings in 2 files" in run(BASCULE, "check", ".", cwd=rules).stdout
    run(BASCULE, "format", "--check", ".", cwd=rules)


@pytest.mark.parametrize("mode", MODES)
def test_swift(mode, rules, modules):
    run(BASCULE, "generate", ".", "--swift", "swift", "--typescript", "page.ts", cwd=rules)
    for name in ["swift", "swift-lists", "swift-files", "swift-theme"]:
        (rules / f"{name}.swift").write_text(block(PAGE, name))
    swiftc("-typecheck", "-parse-as-library", "-swift-version", mode, "-D", "DEBUG",
           "-strict-concurrency=complete", "-warnings-as-errors", "-I", modules, *sorted(rules.glob("*.swift")),
           *sorted((rules / "swift").glob("*.swift")), cwd=rules)


def test_table_lists_all_settings():
    """Tests that the settings of web views on the page are those of the compiler's table."""
    table = (ROOT / "Sources/Syntax/Tree/Setting.swift").read_text()
    words = set(re.findall(r"\w+", " ".join(re.findall(r"^  case (.*)$", table, re.MULTILINE))))
    words -= {"chain", "responses", "strategies", "channels", "scripts", "title"}
    page = (ROOT / "Sources/Documentation" / PAGE).read_text()
    assert set(re.findall(r"^\| `(\w+)` \| .* \| .* \|$", page, re.MULTILINE)) == words
