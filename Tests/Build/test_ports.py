"""Tests the rules of fifteen real apps: checked, formatted, tested, generated and compiled."""

import collections
import importlib.util
import json
import re

import pytest

from conftest import BASCULE, MODES, ROOT, run, swiftc, tool

PORTS = ROOT / "Tests/Ports"
APPS = sorted(file.parent.name for file in PORTS.glob("*/app.bascule"))

# The dead code of the originals: the finding, and the text at its place.
DEAD = {
    "duckduckgo": ("redundant-rule", "navigation == linkActivated && frame == new"),
    "hotwire": ("unreachable-handler", "use LinkActivated"),
    "kiwix": ("unreachable-rule", "otherwise cancel"),
    "rocketchat": ("unreachable-rule", "atCASCallback"),
    "shopify": ("dead-alternative", 'url == "about:blank"'),
    "snowhaze": ("unreachable-rule", "otherwise perform showUnknownFile cancel"),
}


def module(file):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


figures = module(PORTS / "figures.py")


def test_all_apps_are_here():
    assert [len(apps) for apps in figures.GROUPS.values()] == [10, 5]
    apps = sorted(app for group in figures.GROUPS.values() for app in group)
    assert apps == APPS
    for table in ["clauses.tsv", "originals.tsv"]:
        assert set(APPS) == {row["app"] for row in figures.table(table)}, table


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
    """Tests that each ignored finding is reported at its place if its comment is removed."""
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


# What holds for every request of an app, also where other chains of the set do more.
PROVED = {
    "afterpay": "popup CheckoutWindow only when frame == new",
    "beam": "perform openTab only when navigation == linkActivated || frame == new",
    "capacitor": "open url only when appIsActive",
    "duckduckgo": 'invariant Calls for Tab { never allow when scheme in ["tel", "sms"] }',
    "edx": 'present Course only when scheme == "edxapp"',
    "homeassistant": 'perform finishLogin only when scheme hasPrefix "homeassistant"',
    "hotwire": "load url only when frame == new",
    "kiwix": 'never allow when scheme in ["http", "https"] && frame != sub',
    "plainwire": "allow only when isShown",
    "pocketcasts": 'attempt open url only when scheme == "mailto"',
    "pwabuilder": 'present Safari only when scheme in ["http", "https"]',
    "readium": "perform openInternalLink only when url in baseURL.origin",
    "rocketchat": "perform samlSuccess only when host == serverURL.host",
    "shopify": 'perform codeReceived only when scheme == callbackScheme && host == "callback"',
    "snowhaze": "always cancel when frame == new || isDeleted",
}


@pytest.mark.parametrize("app", APPS)
def test_invariants(app):
    """A question about the original is answered by a proof."""
    answer = run(BASCULE, "check", "--prove", PROVED[app], app, cwd=PORTS).stdout
    assert "no findings in 1 file" in answer
    assert re.search(r"^note: proved for every request of ", answer, re.MULTILINE), answer


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The generated Swift and TypeScript of all apps, with a folder for each app."""
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
    """Type-checks with deno, with `strict` and other options, for browsers without newer functions."""
    config = json.loads((ROOT / "Tests/TypeScript/deno.json").read_text())
    config["compilerOptions"]["lib"] = ["dom", "dom.iterable", "es2020"]
    (generated / "deno.json").write_text(json.dumps(config))
    run(tool("deno"), "check",
        *sorted(generated.glob("*/*.ts")), cwd=generated, NO_COLOR="1", DENO_NO_UPDATE_CHECK="1",
        DENO_DIR=ROOT / ".build/tools/deno-cache")


@pytest.mark.parametrize("group", list(figures.GROUPS))
def test_verdicts_of_the_clauses(group):
    """Each clause has a verdict, and one that is not exact says what is missing; the page has the sums."""
    counts = collections.defaultdict(collections.Counter)
    tags = collections.Counter()
    for clause in figures.clauses(group):
        assert clause["verdict"] in "EHN" and len(clause["verdict"]) == 1, clause
        assert bool(clause["missing"]) == (clause["verdict"] != "E"), clause
        counts[clause["about"]][clause["verdict"]] += 1
        if clause["about"] == "nav" and clause["missing"]:
            tags[clause["missing"], clause["verdict"]] += 1
    assert set(counts) == set(figures.KINDS)
    for about, verdicts in counts.items():
        assert all(figures.verdicts(group)[about][verdict] == verdicts[verdict] for verdict in "EHN"), about
    assert figures.missing(group) == tags
    page = (PORTS / "README.md").read_text()
    assert figures.verdict_table(group) in page
    place = {"ten": 2, "five": 3}[group]
    rows = [row.split("|") for row in page.splitlines() if re.match(r"\| [A-Z]+ \| .* \|$", row)]
    listed = {(row[1].strip(), number[-2]): int(number[:-4]) for row in rows
              for number in row[place + 1].strip().split(", ") if number}
    tags.pop(("STATE", "H"))
    assert listed == dict(tags)


def test_shares_of_the_clauses():
    """The strict shares and the lines of rules are those of the page, and within the limits that it states."""
    page = (PORTS / "README.md").read_text()
    assert figures.summary_table() in page
    assert figures.exact_apart_from_state("ten") >= 0.88
    assert figures.exact_apart_from_state("five") >= 0.7
    assert figures.impossible("ten") <= 0.02
    assert figures.impossible("five") <= 0.05
    for group in figures.GROUPS:
        rules, replaced = figures.lines(group)
        assert rules <= replaced / 4, group


def test_flags_are_not_exact():
    """An app whose rules read a flag has clauses with `H` for what only the app, or WebKit's action, can tell."""
    for app in APPS:
        text = re.sub(r"^test .*?^}$", "", (PORTS / app / "app.bascule").read_text(), flags=re.DOTALL | re.MULTILINE)
        flags = re.findall(r"^flag (\w+)$", text, re.MULTILINE)
        hooks = [clause for clause in figures.table("clauses.tsv")
                 if clause["app"] == app and clause["missing"] in ("STATE", "MODIFIER", "CANOPEN", "FRAMEID")]
        assert not flags or hooks, app


def test_lines_of_rules():
    """Comments, empty lines and tests do not count."""
    assert figures.lines_of_rules("rocketchat") == 42
    assert figures.replaced_lines("rocketchat") == 26 + 27 + 18


NAMES = {
    "Afterpay": "afterpay", "Plainwire": "plainwire", "PWABuilder": "pwabuilder", "SnowHaze": "snowhaze",
    "Capacitor": "capacitor", "DuckDuckGo": "duckduckgo", "edX": "edx", "Home Assistant": "homeassistant",
    "Hotwire Native": "hotwire", "Kiwix": "kiwix", "Pocket Casts": "pocketcasts", "Rocket.Chat": "rocketchat",
    "Shopify": "shopify",
}


# What any page can choose.
OPEN = ("unsafe-open", "open-from-frame", "any-origin", "suspicious-literal", "cancelled-frame")


def without_comments(app, folder):
    """Returns the findings of an app without the comments that ignore them."""
    (folder / "app.bascule").write_text(
        re.sub(r"// bascule:ignore.*", "", (PORTS / app / "app.bascule").read_text()))
    for file in (PORTS / app).iterdir():
        if file.name != "app.bascule":
            (folder / file.name).write_bytes(file.read_bytes())
    return run(BASCULE, "check", ".", cwd=folder, check=False).stdout


def test_page_of_findings(tmp_path):
    """Tests that each row names the commit of the port and a finding of its rules, and that the report is real
    output."""
    page = (ROOT / "Sources/Documentation/found-in-real-apps.md").read_text()
    row = r"^\| ([\w. ]+) \| \[`([^`]+):[\d-]+`\]\(\S+/blob/(\w+)/\S+\) .*\| `([\w-]+)` \|$"
    rows = re.findall(row, page, re.MULTILINE)
    dead = {(NAMES[name], code) for name, _, _, code in rows if code not in OPEN}
    assert dead == {(app, code) for app, (code, _) in DEAD.items()}
    assert len(rows) == 17
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
    assert f"each of {len(figures.table('clauses.tsv'))} clauses" in page
    shown = re.search(r"^\$ bascule (check --prove '(.*)') Tests/Ports/(\w+)\n(.*)$", page, re.MULTILINE)
    proved = run(BASCULE, "check", "--prove", shown[2], PORTS / shown[3], cwd=tmp_path, check=False).stdout
    assert proved.startswith(shown[4] + "\n")
