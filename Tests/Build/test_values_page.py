"""Tests the examples about values of the app: checked, formatted, tested, and compiled with the app's code."""

import pytest

from conftest import BASCULE, MODES, block, run, swiftc

PAGE = "values-of-the-app.md"


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "account.bascule").write_text(block(PAGE, "bascule"))
    (tmp_path / "bascule.json").write_text("{}\n")
    return tmp_path


def test_rules(rules):
    assert "no findings in 1 file" in run(BASCULE, "check", ".", cwd=rules).stdout
    run(BASCULE, "format", "--check", ".", cwd=rules)
    assert "all 6 rules are reached" in run(BASCULE, "test", ".", cwd=rules).stdout


def test_witnesses(rules):
    assert run(BASCULE, "witness", ".", cwd=rules).stdout == block(PAGE, "text")


@pytest.mark.parametrize("mode", MODES)
def test_swift(mode, rules, modules):
    run(BASCULE, "generate", ".", "--swift", "swift", "--typescript", "page.ts", cwd=rules)
    (rules / "App.swift").write_text(block(PAGE, "swift"))
    swiftc("-typecheck", "-parse-as-library", "-swift-version", mode, "-D", "DEBUG",
           "-strict-concurrency=complete", "-warnings-as-errors", "-I", modules, "App.swift",
           *sorted((rules / "swift").glob("*.swift")), cwd=rules)
