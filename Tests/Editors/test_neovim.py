"""A headless Neovim attaches, shows a diagnostic, hovers, renames, mends and formats."""

import os
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


def test_neovim(tmp_path):
    editor = shutil.which("nvim")
    if editor is None:
        assert "CI" not in os.environ, "nvim is missing; run Tests/tools/install"
        pytest.skip("NOT TESTED: Neovim: nvim is missing; Tests/tools/install fetches it")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "store.bascule").write_text(RULES)
    subprocess.run(
        [editor, "--headless", "--clean", "-n", "-c", f"luafile {ROOT}/Tests/Editors/neovim.lua"],
        env={
            **os.environ,
            "BASCULE": PROGRAM,
            "BASCULE_FOLDER": str(folder),
            "BASCULE_RESULT": str(tmp_path / "result"),
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
        check=True,
        timeout=120,
        capture_output=True,
    )
    result = (tmp_path / "result").read_text()
    assert "diagnostic 5 expected a screen, found the unknown name `Shopp`" in result
    assert "The page of one product, ✓ with 😀." in result
    wanted = RULES.replace("Product(", "Ware(").replace("Shopp", "Shop")
    wanted = wanted.replace("    when", "  when")
    # Decisions of neighbouring rules stand below each other.
    wanted = wanted.replace("Shop(id: id) cancel", "Shop(id: id)            cancel")
    assert "text " + wanted.rstrip("\n") in result
    assert result.endswith("stopped"), result
