"""Tests that the current version keeps the promises of released ones (Documentation/versions.md, Tests/Releases)."""

import importlib.machinery
import importlib.util
import json
import re
import shutil

import pytest

from conftest import BASCULE, ROOT, run, tool

RELEASES = ROOT / "Tests/Releases"
VERSIONS = sorted(
    (folder.name for folder in RELEASES.iterdir() if folder.is_dir()),
    key=lambda name: [int(part) for part in name.split(".")])
CURRENT = run(BASCULE, "--version", cwd=ROOT).stdout.split()[1]

loader = importlib.machinery.SourceFileLoader("freeze", str(RELEASES / "freeze"))
freeze = importlib.util.module_from_spec(importlib.util.spec_from_loader("freeze", loader))
loader.exec_module(freeze)
freeze.BASCULE = str(BASCULE)


@pytest.fixture(params=VERSIONS)
def release(request, tmp_path):
    """A copy of the folder of a released version."""
    return shutil.copytree(RELEASES / request.param, tmp_path / "release")


def test_the_current_version_is_here():
    assert CURRENT in VERSIONS


def test_rules_are_read_and_decide_the_same(release):
    """Tests that released rules have no errors, and that their tests, which state the decisions, pass."""
    run(BASCULE, "check", "rules", cwd=release)
    tested = run(BASCULE, "test", "rules", cwd=release).stdout
    assert re.search(r"^\d+ tests passed$", tested, re.MULTILINE), tested


def git(folder, *arguments):
    run("git", "-c", "user.name=a", "-c", "user.email=a@a.example", *arguments, cwd=folder)


def test_diff_reads_the_contract(release):
    """Tests that changes of a released contract are found, and break pages or not as they did."""
    git(release, "init", "-q")
    git(release, "add", "rules")
    git(release, "commit", "-qm", "The release")
    gate = [BASCULE, "diff", "rules", "--against-tip", "HEAD", "--fail-on", "breaking"]
    file = release / "rules/bridge.bascule"
    released = file.read_text()
    assert run(*gate, cwd=release).stdout == ""
    changes = {
        "  isGift: Bool\n": ("  isGift: Bool = false\n", 0),
        "  weight: Double\n": ("  weight: Double\n  colour: String?\n", 0),
        "  link: URL\n": ("  link: URL\n  size: Int\n", 1),
        "event Locale sends String": ("event Locale sends Int", 1),
        "strategy Page \"page\"": ("strategy Page \"sheet\"", 1),
    }
    for before, (after, code) in changes.items():
        assert before in released
        file.write_text(released.replace(before, after))
        result = run(*gate, cwd=release, check=False)
        assert result.returncode == code, result.stdout


def test_outputs_have_the_same_keys(release):
    """Tests that JSON outputs have all keys of the release, with types that its readers know, and the same exit
    codes."""
    promised = json.loads((release / "output.json").read_text())
    found = freeze.outputs(release)
    assert {name: part["exit"] for name, part in found.items()} == {
        name: part["exit"] for name, part in promised.items()}
    for name, part in promised.items():
        for path, types in part["shape"].items():
            # The names of a set's values depend on the request that is shown.
            if ".values." in path:
                continue
            assert path in found[name]["shape"], f"{name}: {path} is missing"
            assert set(found[name]["shape"][path]) <= {*types, "null"}, f"{name}: {path}"


def test_pages_and_apps_of_both_versions(release):
    """Tests that a released page works with a new app, and a new page with a released app."""
    run(BASCULE, "generate", "rules", "--typescript", "now/bascule.ts", cwd=release)
    shutil.copy(RELEASES / "crossing.ts", release)

    def crossing(page, app):
        command = [tool("deno"), "run", "--quiet", "--no-check", "--allow-read", "crossing.ts"]
        return json.loads(run(*command, f"./{page}", f"./{app}", cwd=release).stdout)

    expected = crossing("page", "page")
    assert len(expected) > 30
    assert crossing("page", "now") == expected
    assert crossing("now", "page") == expected
    assert crossing("now", "now") == expected


def test_the_changelog_names_the_version():
    """Tests that the changelog names the version with the date that the manual page has."""
    changes = (ROOT / "Sources/Documentation/changelog.md").read_text()
    date = re.search(r'^\.TH BASCULE 1 (\S+) ', run(BASCULE, "man", cwd=ROOT).stdout, re.MULTILINE).group(1)
    headings = [heading for heading in re.findall(r"^## (.*)$", changes, re.MULTILINE) if heading != "Unreleased"]
    assert headings[0] == f"{CURRENT} ({date})"
    assert [heading.split()[0] for heading in headings] == VERSIONS[::-1]


def test_the_extension_has_the_version():
    assert json.loads((ROOT / "grammar/vscode/package.json").read_text())["version"] == CURRENT
