"""Tests real editors, set up by their pages, without a screen: diagnostic, hover, rename, fix, format, indent."""

import ctypes
import os
import re
import shutil
import subprocess

import pytest
from server import HANG, PROGRAM, ROOT

RULES = """\
/// The page of one product, ✓ with 😀.
screen Product(id: String)
screen Shop(id: Int)
chain Default {
    when path like "/product/{id}" /* 😀 */ present Product(id: id) cancel
  when path like "/shop/{id}" present Shopp(id: id) cancel
  otherwise allow
}
script Zoom at documentEnd \"""
  document.body.style.zoom = 2;
  \"""
test Default {
  "https://a.example/shop/7" present Shop(id: 7) cancel
}
"""
#: Texts of two traces that the editors show in a message or a document. A lens above the test runs the first trace.
TRACES = [
    ['"https://a.example/shop/7"', "present Shop(id: 7)", "cancel, decided at store.bascule:6:3"],
    ['"https://a.example/other"', "allow, decided at store.bascule:7:3"],
]

EDITED = RULES.replace("Product(", "Ware(").replace("Shopp", "Shop").replace("    when", "  when")

# The result of the editors for rules that are typed without blanks at their starts.
TYPED = EDITED.replace(
    "  otherwise",
    """\
  when path == "/a"
    present Ware(id: path[1])
    cancel
  when path == "/b"
      && path == "/c"
    cancel
  when host in [
    "a"
  ] cancel
  otherwise""",
)

# The folder in which Tests/tools/install puts programs from PyPI.
TOOLS = str(ROOT / ".build/tools/venv/bin")
PAGES = ROOT / "Sources/Documentation/Editors"


def blocks(page, language):
    """Returns the blocks of code of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (PAGES / page).read_text(), re.S | re.M)


def install(page, home):
    """Runs the commands of a page in a clone of the repository."""
    home.mkdir()
    for block in blocks(page, "sh"):
        command = ["bash", "-euc", block]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "HOME": str(home)}, check=True)


def run(tmp_path, command, **environment):
    """Runs an editor, and checks the results that it has written."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "store.bascule").write_text(RULES)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "bascule").symlink_to(os.path.abspath(PROGRAM))
    finished = subprocess.run(
        command,
        env={
            **os.environ,
            "BASCULE": PROGRAM,
            "BASCULE_FOLDER": str(folder),
            "BASCULE_RESULT": str(tmp_path / "result"),
            "HOME": str(tmp_path / "home"),
            "LC_ALL": "C.UTF-8",
            "PATH": f"{programs}:{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            **environment,
        },
        check=False,
        timeout=HANG,
        capture_output=True,
    )
    assert finished.returncode == 0, finished.stderr.decode()
    result = (tmp_path / "result").read_text()
    assert "unknown screen `Shopp`" in result
    assert "The page of one product, ✓ with 😀." in result
    assert "text " + EDITED.rstrip("\n") in result, result
    assert "typed " + TYPED.rstrip("\n") in result, result
    assert result.endswith("stopped"), result
    return result


def missing(editor):
    assert not os.environ.get("CI"), f"{editor} is missing; run Tests/tools/install"
    pytest.skip(f"NOT TESTED: {editor} is missing; Tests/tools/install fetches it")


@pytest.mark.parametrize("version", ["0.11", "0.8"])
def test_neovim(tmp_path, version):
    editor = shutil.which("nvim", path=TOOLS) or shutil.which("nvim") or missing("nvim")
    install("Neovim.md", tmp_path / "home")
    current, older, settings, parser, traces, texts = blocks("Neovim.md", "lua")
    start, texts = (current, texts) if version == "0.11" else (older, "")
    (tmp_path / "init.lua").write_text(start + settings + parser + traces + texts)
    script = f"luafile {ROOT}/Tests/EditorTests/Clients/neovim.lua"
    command = [editor, "--headless", "-n", "-u", str(tmp_path / "init.lua"), "-c", script]
    result = run(tmp_path, command)
    assert result.startswith("filetype bascule\n")
    assert "errors false\ncolours true\nscript document.body.style.zoom = 2;\n" in result
    shown = result.split("\ntrace ")[1:]
    assert len(shown) == 3
    for trace, texts in zip(shown, [TRACES[0], *TRACES]):
        assert all(text in trace for text in texts), trace
    assert re.search(r"\nmarks ✗ `path like .*, ✗ `path like .*, ✓\n", result), result
    assert result.count("\nfollows ") == 4
    assert ("\nkilled 1 1\n" if version == "0.8" else "\nkilled 0 0\n") in result, result
    assert "\nagain 0\n" in result, result


def test_emacs(tmp_path):
    editor = shutil.which("emacs") or missing("emacs")
    probe = [editor, "--batch", "-q", "--eval", "(progn (package-initialize) (require 'eglot))"]
    if subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        missing("eglot")
    (tmp_path / "setup.el").write_text("".join(blocks("Emacs.md", "elisp")))
    result = run(
        tmp_path,
        [editor, "--batch", "-q", "-l", f"{ROOT}/Tests/EditorTests/Clients/emacs.el"],
        BASCULE_SETUP=str(tmp_path / "setup.el"),
    )
    assert result.startswith("mode bascule-mode\n")
    assert all(text in result.split("\ntrace ")[1] for text in TRACES[1])


def test_helix(tmp_path):
    """Tests the commands of the page of Helix, and the files that they install. No registry that the tests use has
    Helix."""
    install("Helix.md", tmp_path / "home")
    runtime = tmp_path / "home/.config/helix/runtime"
    assert ctypes.CDLL(str(runtime / "grammars/bascule.so")).tree_sitter_bascule
    names = {"highlights.scm", "injections.scm", "indents.scm", "locals.scm", "tags.scm"}
    assert names <= {path.name for path in (runtime / "queries/bascule").iterdir()}
    assert "@indent.begin" not in (runtime / "queries/bascule/indents.scm").read_text()
    if shutil.which("hx") is None:
        pytest.skip("NOT TESTED: the configuration of Helix in Helix: no package registry has it")
    health = subprocess.run(
        ["hx", "--health", "bascule"], env={**os.environ, "HOME": str(tmp_path / "home")},
        capture_output=True, text=True, check=True)
    assert "✓" in health.stdout
