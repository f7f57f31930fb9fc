"""Pages in WebKitGTK, the engine of the people who open them on a Mac or a phone, for the tests of the playground."""

import json
import os
import pathlib
import shutil
import subprocess
import time

from conftest import ROOT, missing, run, tool

FOLDER = ROOT / "Tests/WebKit/playground"


def built(folder: pathlib.Path) -> pathlib.Path:
    """The program that opens a page and runs scripts in it."""
    for name in ("broadwayd", "pkg-config", "openssl"):
        if not shutil.which(name):
            missing(name, "run Tests/tools/install as root")
    found = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "webkit2gtk-4.1"], text=True, stdout=subprocess.PIPE, check=False)
    if found.returncode:
        missing("libwebkit2gtk-4.1-dev", "run Tests/tools/install as root")
    program = folder / "browser"
    run(tool("clang"), "-Wall", "-Werror", FOLDER / "browser.c", "-o", program, *found.stdout.split(), cwd=folder)
    return program


class WebKitPage:
    """A page; scripts in it are bodies of asynchronous functions, and values are those of JSON."""

    def __init__(self, program: pathlib.Path, address: str):
        script = f'source Tests/WebKit/environment; "{program}" "{address}"'
        # The script of the environment ends the display with itself.
        self.process = subprocess.Popen(
            ["bash", "-c", script], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def __enter__(self) -> "WebKitPage":
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.wait(60)

    def value(self, script: str):
        """The value of a script, which is written without line breaks."""
        self.process.stdin.write(" ".join(script.split("\n")) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the web view has ended"
        answer = json.loads(line)
        assert "value" in answer, f"{script}\n{answer}"
        return answer["value"]

    def wait(self, condition: str) -> None:
        """Waits until an expression is true; the limit is for hangs only."""
        deadline = time.monotonic() + 120
        while not self.value(f"return Boolean({condition})"):
            assert time.monotonic() < deadline, condition
            time.sleep(0.05)

    def text(self, selector: str) -> str:
        return self.value(f"return document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def click(self, selector: str) -> None:
        assert self.value(f"const it = document.querySelector({json.dumps(selector)}); it?.click(); return it !== null")

    def type_at(self, before: str, text: str) -> None:
        """Types a text into the editor, before a text that is there."""
        assert self.value(f"""
            const area = document.getElementById("editor");
            const place = area.value.indexOf({json.dumps(before)});
            area.focus();
            area.setSelectionRange(place, place);
            return place >= 0 && document.execCommand("insertText", false, {json.dumps(text)})""")
