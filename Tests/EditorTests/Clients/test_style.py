"""Tests that formatted files stay formatted after every code action, every fix and `bascule test --write`."""

import pathlib
import re
import shutil
import subprocess

import pytest
from server import LONG, PROGRAM, UTF32, Server, applied, lines, uri

ROOT = pathlib.Path(__file__).resolve().parents[3]


def run(*arguments, text=""):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], input=text.encode(), capture_output=True, check=False
    )


def formatted(text):
    """Returns the formatted text; None if it has faults."""
    result = run("format", "-", text=text)
    assert result.returncode in (0, 1)
    return result.stdout.decode() if result.returncode == 0 else None


@pytest.fixture(scope="module")
def examples():
    """Returns the formatted rule files of golden files and of the pages of all codes, except those with faults."""
    codes = run("explain").stdout.decode().split()
    assert len(codes) > 50
    pages = [run("explain", code).stdout.decode() for code in codes]
    golden = sorted((ROOT / "Tests/GoldenTests/Diagnostics").glob("*.md"))
    texts = []
    for page in [path.read_text().split("\n## DIAGNOSTICS")[0] for path in golden] + pages:
        for block in re.findall(r"```bascule[^\n]*\n(.*?)```", page, re.S):
            text = formatted(block)
            if text is not None:
                texts.append(text)
    return texts


def line_ends(text, number):
    """Returns the text with both line ends in a long run, and with one of them otherwise."""
    both = (text, text.replace("\n", "\r\n"))
    return both if LONG else (both[number % 2],)


class Actions:
    """All code actions of rule files on disk. Each is applied to a copy of their texts."""

    def __init__(self, root):
        self.server = Server(
            root,
            {
                **UTF32,
                "textDocument": {
                    **UTF32["textDocument"],
                    "codeAction": {
                        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
                        "resolveSupport": {"properties": ["edit"]},
                    },
                },
            },
        )
        self.texts = {}
        self.seen = set()

    def open(self, path, text):
        self.texts[uri(path)] = text
        self.server.open(path, text)

    def close(self, path):
        del self.texts[uri(path)]
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    def outcomes(self, path):
        """Returns the title of each action, and the new texts of the files that it changes."""
        text = self.texts[uri(path)]
        rows = [(row, len(line)) for row, line in enumerate(lines(text))]
        ranges = [((row, 0), (row, length)) for row, length in rows]
        ranges += [((row, length // 2), (row, length // 2)) for row, length in rows]
        ranges += [((row, 0), (row + 2, 0)) for row, _ in rows[:-2]]
        ranges.append(((0, 0), rows[-1]))
        done = set()
        for start, end in ranges:
            for only in (None, ["source.fixAll"]):
                context = {"diagnostics": [], **({"only": only} if only else {})}
                place = {
                    "start": {"line": start[0], "character": start[1]},
                    "end": {"line": end[0], "character": end[1]},
                }
                found = self.server.request(
                    "textDocument/codeAction",
                    {"textDocument": {"uri": uri(path)}, "range": place, "context": context},
                )
                for action in found:
                    key = repr((action["title"], action.get("edit"), action.get("data")))
                    if key in done:
                        continue
                    done.add(key)
                    # A command without an edit, such as a trace.
                    if "command" in action:
                        continue
                    if "edit" not in action:
                        action, error = self.server.ask("codeAction/resolve", action)
                        if error:
                            continue
                    self.seen.add(re.sub(r"`[^`]*`|\d+", "…", action["title"]))
                    yield (
                        action["title"],
                        {
                            name: applied(self.texts[name], edits, "utf-32")
                            for name, edits in action["edit"]["changes"].items()
                        },
                    )


class Outcomes:
    """The texts after actions. One run of `bascule format` finds those that are not formatted."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        self.changes = []

    def add(self, title, before, after):
        """Adds the text after an action."""
        (self.folder / f"{len(self.changes)}.bascule").write_bytes(after.encode())
        self.changes.append((title, before, after))

    def faults(self):
        """Returns a message for each text that has no faults and is not formatted."""
        (self.folder / "control.bascule").write_text("flag  a\n")
        result = run("format", "--check", self.folder)
        names = re.findall(r"^not formatted: .*?([^/]*)\.bascule$", result.stdout.decode(), re.M)
        # The control file is always found.
        names.remove("control")
        messages = []
        for name in names:
            title, before, after = self.changes[int(name)]
            messages.append(
                f"{title}\n--- before\n{before}--- after\n{after}--- formatted\n{formatted(after)}"
            )
        return messages


def test_code_actions_keep_the_style(tmp_path, examples):
    actions = Actions(tmp_path)
    path = tmp_path / "rules.bascule"
    outcomes = Outcomes(tmp_path / "outcomes")
    count = 0
    for number, example in enumerate(examples):
        for text in line_ends(example, number):
            actions.open(path, text)
            for title, after in actions.outcomes(path):
                count += 1
                for changed in after.values():
                    outcomes.add(title, text, changed)
            actions.close(path)
    assert actions.server.stop() == 0
    faults = outcomes.faults()
    assert not faults, f"{len(faults)} of {count}\n\n" + "\n\n".join(faults[:20])
    assert count > (500 if LONG else 250), count
    assert len(actions.seen) > 30, actions.seen


@pytest.mark.parametrize("name", ["account", "article", "game", "shop", "showcase"])
def test_code_actions_of_the_examples_keep_the_style(tmp_path, name):
    shutil.copytree(ROOT / "rules" / name, tmp_path / "set")
    actions = Actions(tmp_path / "set")
    outcomes = Outcomes(tmp_path / "outcomes")
    paths = sorted((tmp_path / "set").glob("*.bascule"))
    before = {}
    for path in paths:
        before[uri(path)] = path.read_text()
        assert formatted(path.read_text()) == path.read_text()
        actions.open(path, path.read_text())
    count = 0
    for path in paths:
        for title, after in actions.outcomes(path):
            count += 1
            for name, changed in after.items():
                outcomes.add(title, before[name], changed)
    assert actions.server.stop() == 0
    faults = outcomes.faults()
    assert count > 3
    assert not faults, "\n\n".join(faults)


def test_fixes_and_tests_that_are_written_keep_the_style(tmp_path, examples):
    sources = [source for number, text in enumerate(examples) for source in line_ends(text, number)]
    sets = tmp_path / "sets"
    outcomes = Outcomes(tmp_path / "outcomes")
    paths = []
    for number in range(len(sources)):
        # Each example is a rule set of its own, so that one run changes all.
        folder = sets / str(number)
        folder.mkdir(parents=True)
        (folder / "bascule.json").write_text("{}\n")
        paths.append(folder / "rules.bascule")
    fixed, tested = 0, 0
    for how in (["check", "--fix"], ["check", "--fix=all"], ["test", "--write"]):
        for path, source in zip(paths, sources):
            path.write_bytes(source.encode())
        # Tests are written only if no set has errors.
        for folder in [sets] if how[0] == "check" else [path.parent for path in paths]:
            assert run(*how, folder).returncode in (0, 1)
        for path, source in zip(paths, sources):
            after = path.read_bytes().decode()
            if after == source:
                continue
            outcomes.add(" ".join(how), source, after)
            if how[0] == "test":
                tested += 1
            else:
                fixed += 1
    faults = outcomes.faults()
    assert not faults, "\n\n".join(faults)
    assert fixed > 50 and tested > 50, (fixed, tested)


def test_what_is_not_in_the_style_is_not_brought_into_it(tmp_path):
    path = tmp_path / "rules.bascule"
    text = 'flag  a\nchain Main {\n  when path[1]=="a" && path.count > 1 cancel\n  otherwise   allow\n}\n'
    path.write_text(text)
    assert run("check", "--fix", tmp_path).returncode in (0, 1)
    assert path.read_text() == text.replace(" && path.count > 1", "")
    assert run("test", "--write", tmp_path).returncode == 0
    assert path.read_text().startswith(text.replace(" && path.count > 1", "") + "\ntest Main {")
