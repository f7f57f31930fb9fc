"""Fixtures for the tests of builds and pull requests."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASCULE = pathlib.Path(os.environ.get("BASCULE", ROOT / ".build/tests/debug/bascule"))
VENV = ROOT / ".build/tools/venv/bin"

LONG = os.environ.get("BASCULE_LONG") == "1"
#: The language modes that code is compiled in. Before each landing `ModuleSettingsTests` compiles generated code in both.
MODES = ["5", "6"] if LONG else ["6"]

RULES = """screen Product(id: String)
chain Default {
  when path[1] == "product" present Product(id: path[2]) cancel
  otherwise allow
}
"""


def missing(what: object, help: str) -> None:
    """Fails the test in CI. Elsewhere, skips it with a message."""
    message = f"{what} is missing; {help}"
    pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)


def tool(name: str) -> str:
    """Returns the path of a program."""
    found = shutil.which(name) or shutil.which(name, path=VENV)
    if not found:
        missing(name, "run Tests/tools/install")
    return found


def run(*command, cwd, check=True, **environment) -> subprocess.CompletedProcess:
    """Runs a command, and returns its standard output and error as one text."""
    variables = {**os.environ, **environment, "PATH": f"{BASCULE.parent}:{VENV}:{os.environ['PATH']}"}
    result = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=variables, text=True, timeout=1200,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if check:
        assert result.returncode == 0, f"{command}\n{result.stdout}"
    return result


def swiftc(*arguments, cwd) -> subprocess.CompletedProcess:
    """Runs the compiler on all files at once. Without the option it would read all files again for each of them."""
    return run(tool("swiftc"), "-whole-module-optimization", "-Onone", *arguments, cwd=cwd)


def stripped(folder: pathlib.Path) -> pathlib.Path:
    """Returns the program without debug information, which packages leave out."""
    folder.mkdir(parents=True, exist_ok=True)
    run(tool("strip"), "-o", folder / "bascule", BASCULE, cwd=folder)
    return folder / "bascule"


def block(page: str, language: str) -> str:
    """Returns the only block of a language on a page of the documentation."""
    text = (ROOT / "Sources/Documentation" / page).read_text()
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1, f"{page} has {len(blocks)} blocks of {language}"
    return blocks[0]


@pytest.fixture(scope="session")
def modules(tmp_path_factory):
    """The stand-in for WebKit, as a module."""
    folder = tmp_path_factory.mktemp("modules")
    sources = sorted((ROOT / "Tests/WebKitStandIn/Sources/WebKit").glob("*.swift"))
    swiftc("-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", "WebKit",
           "-emit-module-path", folder / "WebKit.swiftmodule", *sources, cwd=folder)
    return folder
