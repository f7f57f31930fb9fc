"""Tests the language reference: its examples and tables are right, it is complete, and its links have targets."""

import json
import re

import pytest

from conftest import BASCULE, ROOT, run

DOCUMENTATION = ROOT / "Sources/Documentation"
# The pages of the reference.
PAGES = ["language.md", "rules.md", "conditions.md", "the-request.md", "messages.md", "invariants.md",
         "analysis.md", "universal-links.md"]
# Pages that explain some words in their place.
MORE = ["web-views.md", "pages-that-exist.md", "values-of-the-app.md"]
GUIDE = sorted(DOCUMENTATION.rglob("*.md"))
ALL = GUIDE + [ROOT / "README.md", ROOT / "Tests/README.md", *sorted((ROOT / ".github").glob("*.md"))]

# The words after the fence of an example: none for a rule set, `declarations` for declarations that other examples of
# the page use, `more` for further declarations, `rules` for rules that use them, and `wrong CODE` for the finding of
# the example.

# Not every declaration of an example is used, since an example only shows a construct.
QUIET = ["--severity", "unused-declaration=off"]


def text(page: str) -> str:
    return (DOCUMENTATION / page).read_text()


def blocks(page: str) -> list[tuple[str, str]]:
    """Returns the fenced blocks of a page, each with the words after its fence."""
    return re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", text(page), re.DOTALL | re.MULTILINE)


def declarations(page: str) -> str:
    """Returns the declarations that the examples of a page share."""
    return "\n".join(body for words, body in blocks(page) if words == "bascule declarations")


def in_chain(page: str, rules: str) -> str:
    """Returns the rules in a chain, in the format of `bascule format`."""
    lines = "".join(f"  {line}" if line.strip() else line for line in rules.splitlines(keepends=True))
    return f"{declarations(page)}\nchain Example {{\n{lines}}}\n"


def examples(page: str) -> list[tuple[str, str, set[str]]]:
    """Returns the name, the text and the expected codes of each rule set of a page."""
    found = []
    for number, (words, body) in enumerate(blocks(page)):
        match words.split():
            case ["bascule"] | ["bascule", "declarations"]:
                found.append((f"{number}", body, set()))
            case ["bascule", "more"]:
                found.append((f"{number}", f"{declarations(page)}\n{body}", set()))
            case ["bascule", "wrong", code]:
                found.append((f"{number}", body, {code}))
            case ["bascule", "rules"]:
                found.append((f"{number}", in_chain(page, body), set()))
            case ["bascule", "rules", "wrong", code]:
                found.append((f"{number}", in_chain(page, body), {code}))
            case _:
                assert words in ("ebnf", "swift", "ts", "json"), f"{page}: unknown block {words}"
    return found


@pytest.mark.parametrize("page", PAGES)
def test_examples(page, tmp_path):
    """Tests that examples are formatted, that their tests pass, and that they have exactly the marked findings."""
    expected = {}
    for name, body, codes in examples(page):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bascule.json").write_text("{}\n")
        (tmp_path / name / "a.bascule").write_text(body)
        expected[name] = codes
    assert expected
    report = run(BASCULE, "check", ".", "--format", "json", *QUIET, cwd=tmp_path, check=False).stdout
    found = {name: set() for name in expected}
    for finding in json.loads(report)["findings"]:
        found[finding["file"].split("/")[0]].add(finding["code"])
    assert found == expected
    right = [name for name, codes in expected.items() if not codes]
    run(BASCULE, "format", "--check", *right, cwd=tmp_path)
    for name in right:
        if "\ntest " in (tmp_path / name / "a.bascule").read_text():
            run(BASCULE, "test", name, cwd=tmp_path)


def rows(page: str) -> list[tuple[str, str, str]]:
    """Returns requests, conditions, and whether each condition is true."""
    found = []
    for table in re.findall(r"^\| request \| condition \| is \|\n\|[- |]+\n((?:\|.*\n)+)", text(page), re.MULTILINE):
        for row in table.splitlines():
            match = re.fullmatch(r"\| `(\S+)`(?: with `(.+?)`)? \| `(.+)` \| (true|false) \|", row)
            assert match, f"{page}: {row}"
            url, setup, condition, answer = match.groups()
            request = f'"{url}" with {setup}' if setup else f'"{url}"'
            found.append((request, condition.replace(r"\|", "|"), answer))
    return found


def test_tables_of_requests(tmp_path):
    count = 0
    for page in PAGES:
        lines = [declarations(page)]
        for number, (request, condition, answer) in enumerate(rows(page)):
            decision = "allow" if answer == "true" else "cancel"
            lines.append(f"chain Row{number} {{ when {condition} allow otherwise cancel }}")
            lines.append(f"test Row{number} {{ {request} {decision} }}")
            count += 1
        folder = tmp_path / page
        folder.mkdir()
        (folder / "a.bascule").write_text("\n".join(lines) + "\n")
        if len(lines) > 1:
            run(BASCULE, "test", ".", cwd=folder)
    assert count >= 55


def productions() -> dict[str, str]:
    """Returns the productions of the grammar with their text, without those of tokens."""
    grammar = re.sub(r"\(\*.*?\*\)", "", (ROOT / "grammar/bascule.ebnf").read_text(), flags=re.DOTALL)
    found = re.findall(r'^(\w+) =((?:"[^"]*"|[^;"])*);', grammar, re.MULTILINE)
    return {name: f"{name} ={body.rstrip()} ;" for name, body in found if name.islower()}


def test_every_production_is_in_the_reference_once():
    shown = []
    for page in PAGES:
        for words, body in blocks(page):
            if words == "ebnf":
                shown += [part.strip() for part in re.split(r"\n\n", body)]
    expected = productions()
    assert sorted(shown) == sorted(text.strip() for text in expected.values())
    assert len(expected) > 60


def test_every_word_is_explained():
    """Tests that each word of the grammar occurs as code, outside of the grammar."""
    words = set(re.findall(r'"([A-Za-z]+)"', " ".join(productions().values())))
    code = ""
    for page in PAGES + MORE:
        body = re.sub(r"^```ebnf\n.*?^```$", "", text(page), flags=re.DOTALL | re.MULTILINE)
        code += "\n".join(re.findall(r"^```bascule.*?^```$", body, re.DOTALL | re.MULTILINE))
        code += "\n" + "\n".join(re.findall(r"`([^`\n]+)`", body))
    missing = words - set(re.findall(r"\w+", code))
    assert not missing
    assert len(words) > 100


def test_every_value_is_explained():
    """Tests that the table of values contains those that the compiler offers for an unknown one."""
    page = run(BASCULE, "explain", "unknown-member", cwd=ROOT).stdout
    values = re.search(r"has these values:\n\n(.*?)\n\n", page, re.DOTALL).group(1)
    names = re.findall(r"`([\w.]+)", values.replace("\n", " "))
    reference = text("the-request.md")
    for name in names:
        if name.split(".")[0] not in ("page", "document"):
            assert f"`{name}" in reference, name
    assert len(names) > 40


def anchors(page: str) -> set[str]:
    """Returns the anchors of a page's headings, as GitHub generates them."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    }


@pytest.mark.parametrize("page", ALL, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page):
    body = page.read_text()
    prose = re.sub(r"^```.*?^```$", "", body, flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"https?:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file.read_text()), target


def test_security_page_names_tests():
    """Tests that each promise of the threat model names existing tests."""
    page = text("security.md")
    promises = re.findall(r"^\| (?!promise|-|who).* \| (.*(?:`|suite).*) \|$", page, re.MULTILINE)
    promises = [tests for tests in promises if re.search(r"`\w+\.\w+`|suite `", tests)]
    suites = re.findall(r"^\| `(\w+)` \|", (ROOT / "Tests/WebKit/README.md").read_text(), re.MULTILINE)
    names = re.findall(r"`(\w+)\.(\w+)`", "".join(promises))
    for file, test in names:
        paths = [*ROOT.glob(f"Tests/*Tests/**/{file}.swift"), *ROOT.glob(f"Tests/Build/{file}.py")]
        assert any(re.search(rf"(func|def) {test}\(", path.read_text()) for path in paths), f"{file}.{test}"
    assert set(re.findall(r"suite `(\w+)`", page)) <= set(suites)
    assert len(promises) >= 15
    assert len(names) >= 20


def test_index_lists_every_page():
    index = text("README.md")
    for page in DOCUMENTATION.glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in index, page.name


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: str(page.relative_to(DOCUMENTATION)))
def test_pages_say_what_they_are_for_and_where_to_go_next(page):
    """Tests that a page begins with a title and a sentence, and ends with a line that leads to other pages."""
    body = page.read_text()
    assert re.match(r"# .+\n\n[A-Z`\[]", body), "begins with no sentence"
    ending = body.split("\n\n---\n\n")[-1]
    assert re.fullmatch(r"Next: (?:[^\n]+\n)+", ending) and "](" in ending, "ends without a `Next:` below a `---`"
