"""Tests the examples of the page about pages that exist: checked, formatted, and compiled in both languages."""

import re

import pytest

from conftest import BASCULE, ROOT, block, run, swiftc, tool

PAGE = "pages-that-exist.md"


@pytest.fixture
def rules(tmp_path):
    text = (ROOT / "Sources/Documentation" / PAGE).read_text()
    examples = re.findall(r"^```bascule\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(examples) == 6
    for number, example in enumerate(examples):
        (tmp_path / f"{number}.bascule").write_text(example)
    (tmp_path / "bascule.json").write_text("{}\n")
    return tmp_path


def test_rules(rules):
    assert "no findings in 6 files" in run(BASCULE, "check", ".", cwd=rules).stdout
    run(BASCULE, "format", "--check", ".", cwd=rules)


def test_swift(rules, modules):
    (rules / "web-view.bascule").write_text("configuration Default { channels Turbo }\n")
    run(BASCULE, "generate", ".", "--swift", "swift", cwd=rules)
    line = block(PAGE, "swift").strip()
    (rules / "App.swift").write_text(
        f"@MainActor func setTheme(_ session: WebSession) async throws {{\n  {line}\n  print(isSet)\n}}\n")
    swiftc("-typecheck", "-parse-as-library", "-swift-version", "6",
           "-strict-concurrency=complete", "-warnings-as-errors", "-I", modules, "App.swift",
           *sorted((rules / "swift").glob("*.swift")), cwd=rules)


PAGE_FUNCTIONS = """
declare global {
  var externalBus: (message: unknown) => void;
  var page: { setTheme(theme: string, size: number | undefined): boolean };
  var session: { user: { name: string | undefined } };
}
"""


@pytest.mark.parametrize("missing", ["", "  var externalBus: (message: unknown) => void;\n"])
def test_typescript(missing, rules):
    """Tests that a page is type-checked for the functions that the rules name."""
    run(BASCULE, "generate", ".", "--typescript", "bascule.ts", cwd=rules)
    (rules / "page.ts").write_text(block(PAGE, "ts") + PAGE_FUNCTIONS.replace(missing, ""))
    (rules / "deno.json").write_text('{"compilerOptions": {"lib": ["dom", "es2020"], "strict": true}}')
    checked = run(tool("deno"), "check", "page.ts", cwd=rules, check=False, NO_COLOR="1",
                  DENO_DIR=ROOT / ".build/tools/deno-cache")
    if missing:
        assert checked.returncode != 0 and "externalBus" in checked.stdout
    else:
        assert checked.returncode == 0, checked.stdout
