"""Tests the examples of the page about requests: checked, formatted, tested, and compiled with the code of a test."""

import pytest

from conftest import BASCULE, MODES, block, run, swiftc

PAGE = "the-request.md"


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "shop.bascule").write_text(block(PAGE, "bascule"))
    (tmp_path / "bascule.json").write_text("{}\n")
    return tmp_path


def test_rules(rules):
    assert "no findings in 1 file" in run(BASCULE, "check", ".", cwd=rules).stdout
    run(BASCULE, "format", "--check", ".", cwd=rules)
    assert "all 4 rules are reached" in run(BASCULE, "test", ".", cwd=rules).stdout


def test_trace(rules):
    trace = [BASCULE, "trace", "https://shop.example/product/7", "--source-origin", "https://shop.example"]
    assert "present Product" in run(*trace, "--source", "main", cwd=rules).stdout
    refused = run(*trace, cwd=rules, check=False)
    assert refused.returncode != 0
    assert "`--source-origin` needs `--source`" in refused.stdout


@pytest.mark.parametrize("mode", MODES)
def test_swift(mode, rules, modules):
    run(BASCULE, "generate", ".", "--swift", "swift", cwd=rules)
    (rules / "Test.swift").write_text(block(PAGE, "swift"))
    swiftc("-typecheck", "-parse-as-library", "-swift-version", mode, "-D", "DEBUG",
           "-strict-concurrency=complete", "-warnings-as-errors", "-I", modules, "Test.swift",
           *sorted((rules / "swift").glob("*.swift")), cwd=rules)
