"""Tests the examples of the changelog, which show the present meaning of rules."""

import re

from conftest import BASCULE, ROOT, run

PAGE = (ROOT / "Sources/Documentation/changelog.md").read_text()


def test_rules_mean_what_the_changes_say(tmp_path):
    table = re.findall(r"^\| rule \| request \| in 0\.1 \| now \|\n\|[- |]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    rows = [re.fullmatch(r"\| `(.*)` \| `(\S+)` \| `(.*)` \| `(.*)` \|", row).groups()
            for row in "".join(table).splitlines()]
    assert len(rows) >= 3
    lines = ["screen Ticket(code: String)"]
    for number, (rule, url, _, now) in enumerate(rows):
        lines.append(f"chain Row{number} {{ {rule} otherwise allow }}")
        lines.append(f'test Row{number} {{ "{url}" {now} }}')
    (tmp_path / "a.bascule").write_text("\n".join(lines) + "\n")
    (tmp_path / "bascule.json").write_text('{"version": "0.1"}\n')
    assert f"{len(rows)} tests passed" in run(BASCULE, "test", ".", cwd=tmp_path).stdout
    # The rules of the rows whose meaning has changed are noted, and no others.
    changed = sum(before != now for _, _, before, now in rows)
    assert run(BASCULE, "check", ".", cwd=tmp_path).stdout.count("note[changed-meaning]") == changed


def test_fixes_write_what_the_changes_say(tmp_path):
    names = "flag isSignedIn\nchain Default {\n  when isSignedIn allow\n  when notSignedIn cancel\n  otherwise allow\n}\n"
    (tmp_path / "names.bascule").write_text(names)
    run(BASCULE, "check", "--fix", "names.bascule", cwd=tmp_path, check=False)
    assert (tmp_path / "names.bascule").read_text() == names
    opened = 'chain Default {\n  when host == "a.example" open url cancel\n  otherwise allow\n}\n'
    (tmp_path / "open.bascule").write_text(opened)
    run(BASCULE, "check", "--fix=all", "open.bascule", cwd=tmp_path, check=False)
    fixed = (tmp_path / "open.bascule").read_text().splitlines()
    assert re.match(r'  when scheme in \[.*"blob".*\] && host == "a.example" cancel$', fixed[1]), fixed
    assert fixed[2] == opened.splitlines()[1]


def test_every_change_has_an_example_before_and_after():
    section = PAGE[PAGE.index("### Changes of meaning"):PAGE.index("### What is new")]
    rows = re.findall(r"^\| (?!-|rule|example)(.*) \|$", section, re.MULTILINE)
    assert len(rows) >= 12
    assert all(len(re.split(r"(?<!\\) \| ", row)) in (3, 4) for row in rows)
