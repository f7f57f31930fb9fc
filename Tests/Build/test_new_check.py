"""Tests `Tests/run new-check`: the skeleton compiles, is registered in order, and has to be filled in."""

import re
import shutil

import pytest

from conftest import BASCULE, ROOT, run, swiftc, tool


PAGE = "Sources/Documentation/findings.md"


@pytest.fixture
def clone(tmp_path):
    """Returns a copy of the files that the command reads and changes."""
    shutil.copytree(ROOT / "Sources/Checks", tmp_path / "Sources/Checks")
    for name in (".swift-format", "Tests/run", "Tests/tools/new_check.py", PAGE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def new_check(clone, *words, check=True):
    return run(clone / "Tests/run", "new-check", *words, cwd=clone, check=check, PYTHONDONTWRITEBYTECODE="1")


def texts(clone) -> dict[str, str]:
    return {str(path.relative_to(clone)): path.read_text() for path in [*clone.rglob("*.swift"), clone / PAGE]}


def test_the_skeleton_compiles_and_is_registered(clone):
    before = texts(clone)
    for code, runner in [("same-screen", "soundSet"), ("a-first", "chains"), ("zz-last", "rules"), ("mid-way", "declarations")]:
        assert "Next:" in new_check(clone, code, "--runner", runner).stdout
    after = texts(clone)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {
        "Sources/Checks/Rules/SameScreen.swift", "Sources/Checks/Chains/AFirst.swift", "Sources/Checks/Rules/ZzLast.swift",
        "Sources/Checks/Rules/MidWay.swift", "Sources/Checks/CheckRegistry.swift", "Sources/Checks/PageTopics.swift", PAGE}
    registry = after["Sources/Checks/CheckRegistry.swift"]
    kept = [line for line in registry.splitlines() if not re.search("SameScreen|AFirst|ZzLast|MidWay", line)]
    assert kept == before["Sources/Checks/CheckRegistry.swift"].splitlines()
    names = re.findall(r"Check\((\w+)\.page", registry)
    assert names[0] == "AFirst" and names[-1] == "ZzLast"
    assert names.index("RuleAfterOtherwise") + 1 == names.index("SameScreen") == names.index("ShadowingRule") - 1
    sections = re.findall(r"^## ([a-z][\w-]*)$", (clone / PAGE).read_text(), re.MULTILINE)
    assert sections == sorted(sections) and {"a-first", "mid-way", "same-screen", "zz-last"} < set(sections)
    run(tool("swift"), "format", "lint", "--strict", *sorted(changed - {PAGE}), cwd=clone)
    # The file is compiled in its module, beside all others, with the modules from which the tests were built. The
    # name of the package is the name of its folder.
    package = re.sub(r"\W", "_", ROOT.name.lower())
    (clone / "files").write_text("\n".join(sorted(after.keys() - {PAGE})))
    swiftc("-typecheck", "-swift-version", "6", "-package-name", package, "-module-name", "Checks",
           "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
           "-enable-upcoming-feature", "MemberImportVisibility", "-I", BASCULE.parent / "Modules",
           "-Xcc", f"-fmodule-map-file={BASCULE.parent}/EmbeddedFiles.build/module.modulemap",
           "@files", cwd=clone)


def test_the_example_is_found_by_nothing_yet(clone):
    """Tests that nothing finds the wrong example, so that `PageTests.wrongExampleIsFound` fails at first."""
    new_check(clone, "same-screen")
    check = (clone / "Sources/Checks/Rules/SameScreen.swift").read_text()
    assert re.search(r"-> \[Finding\] \{\n +// .*\n +\[\]\n", check)
    section = re.search(r"^## same-screen\n.*?(?=^## )", (clone / PAGE).read_text(), re.DOTALL | re.MULTILINE)[0]
    for kind in ("wrong", "right"):
        example = re.search(rf"^```bascule {kind}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)[1]
        (clone / f"{kind}.bascule").write_text(example)
        assert "no findings" in run(BASCULE, "check", f"{kind}.bascule", cwd=clone).stdout


@pytest.mark.parametrize("words, reason", [
    (["SameScreen"], "a code is made of words in small letters"),
    (["same_screen"], "a code is made of words in small letters"),
    (["unreachable-rule"], "there is a check `unreachable-rule`"),
    (["unavailable-value"], "there is a check `unavailable-value`"),
    (["cycle"], "there is a check `cycle`, or a file with the name of its type"),
    (["same-screen", "--folder", "Nowhere"], "there is no folder Sources/Checks/Nowhere"),
])
def test_refusals_write_nothing(words, reason, clone):
    before = texts(clone)
    result = new_check(clone, *words, check=False)
    assert result.returncode == 1 and reason in result.stdout, result.stdout
    assert texts(clone) == before
