"""Real editors, without a screen: they attach, show a diagnostic, hover, rename, fix and format."""

import os
import re
import shutil
import subprocess

import pytest
from server import PROGRAM, ROOT

RULES = """\
/// The page of one product, ✓ with 😀.
screen Product(id: String)
screen Shop(id: Int)
chain Default {
    when path like "/product/{id}" /* 😀 */ present Product(id: id) cancel
  when path like "/shop/{id}" present Shopp(id: id) cancel
  otherwise allow
}
"""

EDITED = RULES.replace("Product(", "Ware(").replace("Shopp", "Shop").replace("    when", "  when")


def run(tmp_path, command, **environment):
    """Checks the results that the editor has written."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "store.bascule").write_text(RULES)
    finished = subprocess.run(
        command,
        env={
            **os.environ,
            "BASCULE": PROGRAM,
            "BASCULE_FOLDER": str(folder),
            "BASCULE_RESULT": str(tmp_path / "result"),
            "HOME": str(tmp_path),
            "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
            **environment,
        },
        check=False,
        timeout=120,
        capture_output=True,
    )
    assert finished.returncode == 0, finished.stderr.decode()
    result = (tmp_path / "result").read_text()
    assert "unknown screen `Shopp`" in result
    assert "The page of one product, ✓ with 😀." in result
    assert "text " + EDITED.rstrip("\n") in result
    assert result.endswith("stopped"), result


def missing(editor):
    assert "CI" not in os.environ, f"{editor} is missing; run Tests/tools/install"
    pytest.skip(f"NOT TESTED: {editor} is missing; Tests/tools/install fetches it")


def test_neovim(tmp_path):
    editor = shutil.which("nvim") or missing("nvim")
    script = f"luafile {ROOT}/Tests/Editors/neovim.lua"
    run(tmp_path, [editor, "--headless", "--clean", "-n", "-c", script])


def test_emacs(tmp_path):
    editor = shutil.which("emacs") or missing("emacs")
    probe = [editor, "--batch", "-q", "--eval", "(progn (package-initialize) (require 'eglot))"]
    if subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        missing("eglot")
    page = (ROOT / "Sources/Documentation/Editors/Emacs.md").read_text()
    setup = tmp_path / "setup.el"
    setup.write_text(re.search(r"```elisp\n(.*?)```", page, re.S).group(1))
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "bascule").symlink_to(os.path.abspath(PROGRAM))
    run(
        tmp_path,
        [editor, "--batch", "-q", "-l", f"{ROOT}/Tests/Editors/emacs.el"],
        BASCULE_SETUP=str(setup),
        PATH=f"{programs}:{os.environ['PATH']}",
    )
    assert (tmp_path / "result").read_text().startswith("mode bascule-mode\n")
