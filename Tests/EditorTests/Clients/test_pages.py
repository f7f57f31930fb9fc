"""Tests the set-up pages of the editors: their settings are well-formed, and the files that they name exist."""

import json
import os
import pathlib
import plistlib
import re
import shutil
import subprocess
import tomllib

import pytest
from server import ROOT

FOLDER = ROOT / "Sources/Documentation/Editors"
PAGES = sorted(FOLDER.glob("*.md")) + [ROOT / "grammar/vscode/README.md"]
BLOCKS = [
    pytest.param(language, text, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, (language, text) in enumerate(
        re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.S | re.M))
]


@pytest.mark.parametrize("language,text", BLOCKS)
def test_blocks_are_well_formed(language, text, tmp_path):
    if language == "toml":
        assert tomllib.loads(text)
    elif language == "json":
        assert json.loads(text)
    elif language == "sh":
        subprocess.run(["bash", "-n"], input=text, text=True, check=True)
    elif language == "lua":
        editor = shutil.which("nvim", path=ROOT / ".build/tools/venv/bin") or shutil.which("nvim")
        if editor is None:
            assert not os.environ.get("CI"), "nvim is missing; run Tests/tools/install"
            pytest.skip("NOT TESTED: lines for Neovim: nvim is missing")
        (tmp_path / "a.lua").write_text(text)
        command = f"lua if not loadfile('{tmp_path}/a.lua') then vim.cmd('cquit') end"
        subprocess.run([editor, "--headless", "--clean", "-c", command, "-c", "quit"], check=True)
    else:
        assert language in ("elisp", "rust"), "a language that no test knows"


def test_links_lead_somewhere():
    count = 0
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
            count += 1
        for path in re.findall(r"`?((?:grammar|Tests)/[\w./-]+)", page.read_text()):
            assert (ROOT / path.rstrip(".")).exists(), f"{page.name}: {path}"
    assert count >= 6


def test_every_page_is_listed():
    index = (FOLDER / "README.md").read_text()
    for page in FOLDER.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


def test_the_grammar_converts_to_a_property_list():
    page = (FOLDER / "SublimeText.md").read_text()
    program = re.search(r"python3 -c '(.*?)'", page).group(1)
    grammar = ROOT / "grammar/bascule.tmLanguage.json"
    output = subprocess.run(
        ["python3", "-c", program], input=grammar.read_bytes(), capture_output=True, check=True).stdout
    assert plistlib.loads(output) == json.loads(grammar.read_text())
