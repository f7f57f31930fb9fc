"""Tests that the files, types and suites named on the pages for contributors exist."""

import re

import pytest

from conftest import ROOT, run, tool

GUIDE = (ROOT / ".github/CONTRIBUTING.md").read_text()
TESTS = (ROOT / "Tests/README.md").read_text()


def code(page: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", page)


def test_examples_are_commits():
    commits = re.findall(r"`git show (\w+)`", GUIDE)
    assert len(commits) >= 7
    if run("git", "rev-parse", "--is-shallow-repository", cwd=ROOT).stdout.strip() == "true":
        pytest.skip("NOT TESTED: the commits that the guide names: the clone is shallow")
    for commit in commits:
        run("git", "cat-file", "-e", f"{commit}^{{commit}}", cwd=ROOT)


def test_files_and_types_exist():
    """Tests that files and types exist. Paths begin in the root or in `Sources`; a name in code is a type or a suite.
    """
    sources = [*(ROOT / "Sources").rglob("*.swift"), *(ROOT / "Tests").rglob("*.swift")]
    text = "\n".join(path.read_text() for path in sources)
    names = {path.stem for path in [*sources, *(ROOT / "Tests/Build").glob("*.py")]} | {
        path.name for path in [*(ROOT / "Tests").iterdir(), *(ROOT / "Sources").iterdir()]}
    for word in code(GUIDE):
        if re.fullmatch(r"[A-Z]\w*(/[\w/-]+)+", word):
            places = [ROOT / word, ROOT / "Sources" / word]
            assert any(place.exists() or place.with_name(place.name + ".swift").exists() for place in places), word
        elif re.fullmatch(r"[A-Z]\w*[a-z]\w*", word):
            assert word in names or re.search(rf"\b(struct|enum|class|case) {word}\b", text), word
        elif re.fullmatch(r"\w+\.py", word):
            assert (ROOT / "Tests/Build" / word).exists(), word


def test_commands_exist():
    rows = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", GUIDE, re.MULTILINE)
    commands = [row for row in rows if "Tests/" in row]
    assert len(commands) >= 7
    for command in commands + re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE):
        program = next(word for word in command.split() if "=" not in word)
        assert (ROOT / program).exists() or program.startswith(".build/"), command
        for path in re.findall(r"Tests/[\w./-]+", command):
            assert (ROOT / path.rstrip(".")).exists(), command
    usage = (ROOT / "Tests/run").read_text()
    for option in re.findall(r"Tests/run (--[a-z]+|[a-z-]+) ", GUIDE):
        assert f"Tests/run {option}" in usage, option


def test_the_table_names_every_folder_of_tests():
    table = TESTS[:TESTS.index("## Repeating tests")]
    words = set(re.findall(r"\w+", " ".join(code(table))))
    elsewhere = {"tools", "Mutants", "benchmark"}
    for folder in (ROOT / "Tests").iterdir():
        if folder.is_dir() and not folder.name.startswith((".", "__")):
            assert folder.name in words | elsewhere, folder.name
    for place in re.findall(r"`([A-Z]\w+)/([A-Z]\w+)`", table):
        folder, name = place
        assert list((ROOT / "Tests" / folder).glob(f"{name}*")), place


@pytest.mark.parametrize("schema, files", [
    ("vendor.github-issue-forms", "ISSUE_TEMPLATE/[!c]*.yml"),
    ("vendor.github-issue-config", "ISSUE_TEMPLATE/config.yml"),
    ("vendor.dependabot", "dependabot.yml"),
])
def test_forms(schema, files):
    found = sorted((ROOT / ".github").glob(files))
    assert found
    run(tool("check-jsonschema"), "--builtin-schema", schema, *found, cwd=ROOT)


def test_a_wrong_verdict_asks_for_rules_and_url():
    form = (ROOT / ".github/ISSUE_TEMPLATE/wrong-verdict.yml").read_text()
    required = re.findall(r"id: (\w+)(?:\n(?!  - ).*)*?\n      required: true", form)
    assert {"rules", "url"} <= set(required)
