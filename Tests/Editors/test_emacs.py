"""Emacs with eglot, set up by the lines of the documentation: findings, hover, renaming, formatting."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
from server import PROGRAM, ROOT

RULES = """\
/// The page of one product, ✓ with 😀.
screen Product(id: String)
chain Default {
    when path like "/product/{id}" /* 😀 */ present Product(id: id) cancel
  when path == "/shop" present Shopp cancel
  otherwise  allow
}
"""


def test_emacs(tmp_path):
    editor = shutil.which("emacs")
    has_eglot = editor and subprocess.run(
        [editor, "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"],
        env={**os.environ, "HOME": str(tmp_path)}, capture_output=True).returncode == 0
    if not has_eglot:
        assert "CI" not in os.environ, "emacs or eglot is missing; run Tests/tools/install"
        pytest.skip("NOT TESTED: Emacs: it or eglot is missing; Tests/tools/install fetches them")
    page = (ROOT / "Sources/Documentation/Editors/Emacs.md").read_text()
    setup = tmp_path / "setup.el"
    setup.write_text(re.search(r"```elisp\n(.*?)```", page, re.S).group(1))
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "store.bascule").write_text(RULES)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "bascule").symlink_to(pathlib.Path(PROGRAM).resolve())
    command = [editor, "--batch", "--eval", "(package-initialize)", "--load", str(setup)]
    command += ["--load", str(ROOT / "Tests/Editors/emacs.el")]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{programs}:{os.environ['PATH']}",
        "BASCULE_FOLDER": str(folder),
        "BASCULE_RESULT": str(tmp_path / "result"),
    }
    subprocess.run(command, env=environment, check=True, timeout=120)
    result = (tmp_path / "result").read_text()
    assert result.startswith("mode bascule-mode\ndiagnostic 5 ")
    assert "Shopp" in result.split("\n")[1]
    assert "screen Product(id: String)" in result and "✓ with 😀" in result
    assert result.endswith('''text /// The page of one product, ✓ with 😀.
screen Ware(id: String)
chain Default {
  when path like "/product/{id}" /* 😀 */ present Ware(id: id) cancel
  when path == "/shop" present Shopp cancel
  otherwise allow
}

done
''')
