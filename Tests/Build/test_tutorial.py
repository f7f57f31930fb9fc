"""The steps of the tutorial, one after the other, in one folder; each block of text is what the commands above it print.

With BASCULE_UPDATE_GOLDEN=1 the blocks of text are rewritten.
"""

import os
import re

import pytest

from conftest import BASCULE, ROOT, run, swiftc, tool

PAGE = ROOT / "Sources/Documentation/tutorial.md"
STEPS = re.findall(r"^## (\d+\. [^\n]*)\n(.*?)(?=^## |^---$)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
# The words after the fence: `sh`, `text`, or a language and the file of the block; `+` adds the block to the file.
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?( \+)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@a.example",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@a.example",
}


def changed(text: str, patch: str) -> str:
    """Returns the text after a change. Lines that begin with a blank or a minus must occur in it once, together."""
    lines = patch.splitlines(keepends=True)
    assert all(line[0] in " +-" for line in lines), patch
    old = "".join(line[1:] for line in lines if line[0] != "+")
    assert text.count(old) == 1, old
    return text.replace(old, "".join(line[1:] for line in lines if line[0] != "-"))


class Walk:
    """The actions of a reader who does each step once, in order."""

    def __init__(self, folder):
        self.folder = folder
        self.done = 0
        self.printed: list[str] = []

    def to(self, number: int) -> list[tuple[str, str]]:
        """Does all steps up to the given one. Returns the output of this step, on the page and in reality."""
        compared: list[tuple[str, str]] = []
        while self.done < number:
            compared = self.step(STEPS[self.done][1])
            self.done += 1
        return compared

    def step(self, text: str) -> list[tuple[str, str]]:
        output = None
        compared = []
        shop = self.folder / "Shop"
        for language, name, more, body in BLOCK.findall(text):
            file = shop / name
            if language == "sh":
                # The first step creates the folder.
                output = run("bash", "-c", body, cwd=shop if shop.exists() else self.folder, check=False, **GIT).stdout
            elif language == "text":
                assert output is not None, "text without commands"
                compared.append((body, output))
            elif language == "diff":
                file.write_text(changed(file.read_text(), body))
            else:
                assert name, f"a block of {language} without a file"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text((file.read_text() + "\n" if more else "") + body)
        return compared


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    return Walk(tmp_path_factory.mktemp("tutorial"))


def test_there_are_fifteen_steps():
    assert [title.split(".")[0] for title, _ in STEPS] == [str(number) for number in range(1, 16)]
    assert sum("```text" in text for _, text in STEPS) >= 8


@pytest.mark.parametrize("number", range(1, 16), ids=lambda number: STEPS[number - 1][0])
def test_step(number, walk):
    if walk.done >= number:
        pytest.skip("done before a later step")
    for shown, printed in walk.to(number):
        if os.environ.get("BASCULE_UPDATE_GOLDEN"):
            update(STEPS[number - 1][0], printed)
        else:
            assert shown == printed


def update(title: str, printed: str) -> None:
    start, ending = PAGE.read_text().split(f"## {title}\n")
    ending = re.sub(r"^```text\n.*?^```$", lambda _: f"```text\n{printed}```", ending, count=1, flags=re.DOTALL | re.MULTILINE)
    PAGE.write_text(f"{start}## {title}\n{ending}")


def test_what_the_last_step_ends_with(walk):
    """Tests the exit codes that the text names."""
    walk.to(15)
    shop = walk.folder / "Shop"
    run(BASCULE, "test", "Rules", cwd=shop)
    assert run(BASCULE, "diff", "Rules", "--against", "main", "--fail-on", "breaking", cwd=shop, check=False,
               **GIT).returncode == 1
    run(BASCULE, "check", "Rules", "--strict", cwd=shop)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The stand-ins for UIKit and WebKit on iOS, as libraries."""
    folder = tmp_path_factory.mktemp("library")
    webkit = ["Navigation", "Delegates", "Configuration", "SchemeTasks", "WebPage"]
    for module, files in [("UIKit", ["UIKit"]), ("WebKit", webkit)]:
        sources = [ROOT / f"Tests/WebKitStandIn/Sources/{module}/{file}.swift" for file in files]
        swiftc("-swift-version", "6", "-parse-as-library", "-emit-module", "-emit-library", "-static", "-module-name", module,
               "-D", "STANDS_FOR_IOS", "-I", folder, "-o", f"lib{module}.a", "-emit-module-path", f"{module}.swiftmodule",
               *sources, cwd=folder)
    return folder


def test_the_app_compiles_and_passes_its_test(walk, library):
    walk.to(15)
    shop = walk.folder / "Shop"
    run("git", "stash", "-q", cwd=shop, **GIT)
    run(BASCULE, "generate", "Rules", "--check", cwd=shop)
    (shop / "Run.swift").write_text(
        "import Testing\n\n@main struct Run {\n"
        "  static func main() async { await Testing.__swiftPMEntryPoint() as Never }\n}\n")
    strict = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-D", "DEBUG", "-I", library, "-L", library]
    swiftc(*strict, "-emit-module", "-emit-library", "-static", "-enable-testing", "-module-name", "ShopApp",
           "-o", "libShopApp.a", "-emit-module-path", "ShopApp.swiftmodule", "App/Shop.swift",
           *sorted((shop / "App/Generated").glob("*.swift")), cwd=shop)
    swiftc(*strict, "-module-name", "ShopTests", "-I", ".", "-L", ".", "-lShopApp", "-lWebKit", "-lUIKit", "-o", "tests",
           "Tests/ShopTests.swift", "Run.swift", cwd=shop)
    assert "1 test " in run(shop / "tests", "--testing-library", "swift-testing", cwd=shop).stdout


def test_the_page_compiles_and_passes_its_tests(walk):
    walk.to(14)
    result = run(tool("deno"), "test", "--check", "web/shop_test.ts", cwd=walk.folder / "Shop", NO_COLOR="1",
                 DENO_DIR=ROOT / ".build/tools/deno-cache")
    assert "2 passed | 0 failed" in result.stdout
