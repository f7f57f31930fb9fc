"""The rules of ten real apps: checked, formatted, tested, generated and compiled."""

import collections
import csv
import json
import re

import pytest

from conftest import BASCULE, MODES, ROOT, run, swiftc, tool

PORTS = ROOT / "Tests/Ports"
APPS = sorted(file.parent.name for file in PORTS.glob("*/app.bascule"))

# What is dead in the originals: the finding, and the text at its place.
DEAD = {
    "duckduckgo": ("redundant-rule", "navigation == linkActivated && frame == new"),
    "hotwire": ("unreachable-handler", "use LinkActivated"),
    "kiwix": ("unreachable-rule", "otherwise cancel"),
    "rocketchat": ("unreachable-rule", "atCASCallback"),
    "shopify": ("dead-alternative", 'url == "about:blank"'),
}


def clauses() -> list[dict[str, str]]:
    with open(PORTS / "clauses.tsv") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_all_apps_are_here():
    assert len(APPS) == 10
    assert set(APPS) == {clause["app"] for clause in clauses()}


@pytest.mark.parametrize("app", APPS)
def test_rules(app):
    assert "no findings in 1 file" in run(BASCULE, "check", app, cwd=PORTS).stdout
    run(BASCULE, "format", "--check", app, cwd=PORTS)
    tested = run(BASCULE, "test", app, cwd=PORTS).stdout
    assert re.search(r"^\d+ tests passed$", tested, re.MULTILINE), tested
    # Each rule is tested, except those that are dead in the original.
    lines = tested.splitlines()
    untested = [place + 1 for place, line in enumerate(lines) if re.match(r"  \S+:\d+:\d+  ", line)]
    assert all(lines[next] == "    no request reaches it" for next in untested), tested
    assert bool(untested) == (DEAD.get(app, ("", ""))[0].startswith("unreachable")), tested


@pytest.mark.parametrize("app", sorted(DEAD))
def test_dead_code_is_found(app, tmp_path):
    """Without the comments that ignore it, each finding is there again, at its place."""
    for file in (PORTS / app).iterdir():
        text = re.sub(r"// bascule:ignore .*", "", file.read_text())
        (tmp_path / file.name).write_text(text)
    found = run(BASCULE, "check", "--format", "json", tmp_path, cwd=tmp_path, check=False).stdout
    lines = (tmp_path / "app.bascule").read_text().splitlines()
    places = []
    for finding in json.loads(found)["findings"]:
        start, end = finding["range"]["start"], finding["range"]["end"]
        line = lines[start["line"] - 1]
        last = end["column"] - 1 if start["line"] == end["line"] else len(line)
        places.append((finding["code"], line[start["column"] - 1:last]))
    assert DEAD[app] in places, places


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The Swift and the TypeScript of all apps, a folder for each."""
    folder = tmp_path_factory.mktemp("ports")
    for app in APPS:
        run(BASCULE, "generate", PORTS / app, "--swift", folder / app / "swift",
            "--typescript", folder / app / "app.ts", cwd=folder)
    return folder


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("app", APPS)
def test_swift(app, mode, generated, modules):
    swiftc("-typecheck", "-parse-as-library", "-swift-version", mode,
           "-strict-concurrency=complete", "-warnings-as-errors", "-I", modules,
           *sorted((generated / app / "swift").glob("*.swift")), cwd=generated)


def test_typescript(generated):
    """deno checks with the compiler of TypeScript, under `strict` and more, for browsers without later functions."""
    config = json.loads((ROOT / "Tests/TypeScript/deno.json").read_text())
    config["compilerOptions"]["lib"] = ["dom", "dom.iterable", "es2020"]
    (generated / "deno.json").write_text(json.dumps(config))
    run(tool("deno"), "check",
        *sorted(generated.glob("*/*.ts")), cwd=generated, NO_COLOR="1", DENO_NO_UPDATE_CHECK="1",
        DENO_DIR=ROOT / ".build/tools/deno-cache")


def test_shares_of_the_clauses():
    """The tables of the page say what the list says."""
    counts = collections.defaultdict(collections.Counter)
    missing = collections.Counter()
    for clause in clauses():
        assert clause["verdict"] in "EHN" and len(clause["verdict"]) == 1, clause
        assert bool(clause["missing"]) == (clause["verdict"] != "E"), clause
        counts[clause["about"]][clause["verdict"]] += 1
        if clause["about"] == "nav" and clause["missing"]:
            missing[clause["missing"], clause["verdict"]] += 1
    page = (PORTS / "README.md").read_text()
    assert set(counts) == {"nav", "msg", "conf", "other"}
    for about, verdicts in counts.items():
        total = verdicts.total()
        shares = " | ".join(
            f"{verdicts[verdict]} ({round(100 * verdicts[verdict] / total)} %)" for verdict in "EHN")
        assert f"| `{about}` | {total} | {shares} |" in page
    state = missing.pop(("STATE", "H"))
    assert f"{state} ask for state of the app alone" in page
    rows = re.findall(r"^\| ([A-Z]+) \| .* \| (\d+) `([HN])` \|$", page, re.MULTILINE)
    assert {(tag, verdict): int(count) for tag, count, verdict in rows} == dict(missing)
    assert counts["nav"]["N"] <= 0.03 * counts["nav"].total()


NAMES = {
    "Capacitor": "capacitor", "DuckDuckGo": "duckduckgo", "edX": "edx", "Home Assistant": "homeassistant",
    "Hotwire Native": "hotwire", "Kiwix": "kiwix", "Pocket Casts": "pocketcasts", "Rocket.Chat": "rocketchat",
    "Shopify": "shopify",
}


# What any page can choose.
OPEN = ("unsafe-open", "any-origin", "suspicious-literal")


def without_comments(app, folder):
    """The findings of an app without the comments that ignore them."""
    (folder / "app.bascule").write_text(
        re.sub(r"// bascule:ignore.*", "", (PORTS / app / "app.bascule").read_text()))
    for file in (PORTS / app).iterdir():
        if file.name != "app.bascule":
            (folder / file.name).write_bytes(file.read_bytes())
    return run(BASCULE, "check", ".", cwd=folder, check=False).stdout


def test_page_of_findings(tmp_path):
    """Each row names the commit of the port and a finding that its rules have; the report is what is printed."""
    page = (ROOT / "Sources/Documentation/found-in-real-apps.md").read_text()
    row = r"^\| ([\w. ]+) \| \[`([^`]+):[\d-]+`\]\(\S+/blob/(\w+)/\S+\) .*\| `([\w-]+)` \|$"
    rows = re.findall(row, page, re.MULTILINE)
    dead = {(NAMES[name], code) for name, _, _, code in rows if code not in OPEN}
    assert dead == {(app, code) for app, (code, _) in DEAD.items()}
    assert len(rows) == 11
    reports = {}
    for name, file, commit, code in rows:
        app = NAMES[name]
        head = (PORTS / app / "app.bascule").read_text().split("\n\n")[0]
        assert f"@ {commit}" in head and file.split("/")[-1].split("+")[0].split(".")[0] in head, name
        if app not in reports:
            (tmp_path / app).mkdir()
            reports[app] = without_comments(app, tmp_path / app)
        assert f"[{code}]" in reports[app], name
    report = re.search(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE).group(1)
    assert report in reports["rocketchat"]
    assert f"each of {len(clauses())} clauses" in page
