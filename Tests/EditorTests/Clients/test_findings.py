"""Tests that the server's diagnostics are the findings of the command line."""

import pathlib
import re
import subprocess
import time

import pytest
from server import HANG, PROGRAM, UTF32, Server, as_finding, check, without_files

ROOT = pathlib.Path(__file__).resolve().parents[3]


def sources():
    """Returns the rule files of all golden files."""
    for golden in sorted((ROOT / "Tests/GoldenTests/Diagnostics").glob("*.md")):
        source = golden.read_text().split("\n## DIAGNOSTICS")[0]
        for number, block in enumerate(re.findall(r"```bascule[^\n]*\n(.*?)```", source, re.S)):
            yield pytest.param(block, id=f"{golden.stem}-{number}")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    root = tmp_path_factory.mktemp("golden")
    server = Server(root, UTF32)
    yield server, root
    assert server.stop() == 0


@pytest.mark.parametrize("text", list(sources()))
def test_same_as_the_command_line(server, text):
    server, root = server
    path = root / "rules.bascule"
    path.write_text(text)
    expected = [without_files(finding) for finding in check(root)]
    # The open text in the client takes precedence.
    path.write_text("nothing of this counts\n")
    server.open(path, text)
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}})
    assert [as_finding(item) for item in report["items"]] == expected
    assert [as_finding(item) for item in server.settled(path)] == expected
    server.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})


def test_the_findings_of_all_sets_are_seen():
    server = Server(ROOT / "rules", UTF32)
    report = server.request("workspace/diagnostic", {"previousResultIds": []})
    found = {item["uri"]: item["items"] for item in report["items"]}
    rules = {path.as_uri() for path in (ROOT / "rules").rglob("*.bascule")}
    assert rules <= set(found)
    expected = check(ROOT / "rules")
    assert sorted(f["message"] for f in expected) == sorted(
        item["data"]["message"] for items in found.values() for item in items
    )
    again = server.request(
        "workspace/diagnostic",
        {
            "previousResultIds": [
                {"uri": item["uri"], "value": item["resultId"]} for item in report["items"]
            ]
        },
    )
    assert {item["kind"] for item in again["items"]} == {"unchanged"}
    assert server.stop() == 0


def test_severities_of_the_configuration(tmp_path):
    """Tests that the settings of a `bascule.json` take effect, in its version in the editor."""
    path = tmp_path / "a.bascule"
    path.write_text("flag isHome\nchain A { otherwise allow }\n")
    configuration = tmp_path / "bascule.json"
    configuration.write_text('{"severities": {"unused-declaration": "error"}}')
    server = Server(tmp_path, UTF32)
    assert [without_files(finding) for finding in check(tmp_path)] == [
        as_finding(item) for item in server.settled(path)
    ]
    assert [item["severity"] for item in server.settled(path)] == [1]
    server.open(configuration, '{"severities": {"unused-declaration": "off"}}')
    assert server.settled(path) == []
    server.change(configuration, [{"text": '{"severities": 3}'}], 2)
    assert [item["severity"] for item in server.settled(path)] == [2]
    assert [item["code"] for item in server.settled(configuration)] == ["invalid-configuration"]
    server.notify("textDocument/didClose", {"textDocument": {"uri": configuration.as_uri()}})
    assert [item["severity"] for item in server.settled(path)] == [1]
    assert server.settled(configuration) == []
    assert server.stop() == 0


def test_settings_of_extended_files_and_baselines(tmp_path):
    """Tests that extended files and baselines take effect after each change on the disk, and show their own faults.
    """
    rules, base, known = tmp_path / "set/a.bascule", tmp_path / "base.json", tmp_path / "known.json"
    rules.parent.mkdir()
    rules.write_text("flag isHome\nchain A { otherwise allow }\n")
    (rules.parent / "bascule.json").write_text('{"extends": "../base.json"}')
    base.write_text('{"severities": {"unused-declaration": "error"}}')
    watches = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    server = Server(tmp_path, {**UTF32, **watches})

    def write(path, text):
        path.write_text(text)
        changes = [{"uri": path.as_uri(), "type": 2}]
        server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def levels():
        return [item["severity"] for item in server.settled(rules)]

    assert levels() == [1]
    watched = [
        watcher["globPattern"]
        for message in server.asked if message["method"] == "client/registerCapability"
        for registration in message["params"]["registrations"]
        for watcher in registration["registerOptions"]["watchers"]
    ]
    assert "**/base.json" in watched
    write(base, '{"severities": {"unused-declaration": "info"}}')
    assert levels() == [3]
    write(base, '{"strct": true}')
    assert levels() == [2]
    assert [item["code"] for item in server.settled(base)] == ["invalid-configuration"]
    write(base, '{"baseline": "known.json"}')
    assert levels() == [2]
    # The baseline does not exist.
    assert [item["code"] for item in server.settled(base)] == ["invalid-configuration"]
    subprocess.run([PROGRAM, "check", "--quiet", "--write-baseline"], cwd=tmp_path, check=True)
    write(known, known.read_text())
    assert levels() == [] and server.settled(base) == []
    write(rules, "flag isHome\nflag isNew\nchain A { otherwise allow }\n")
    assert [item["range"]["start"]["line"] for item in server.settled(rules)] == [1]
    base.unlink()
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": base.as_uri(), "type": 3}]})
    assert levels() == [2, 2]
    configuration = rules.parent / "bascule.json"
    assert [item["code"] for item in server.settled(configuration)] == ["invalid-configuration"]
    assert server.stop() == 0


def test_files_outside_of_all_folders(tmp_path):
    """Tests that a file is checked with the rule files in its folder, or with its set."""
    lone = tmp_path / "lone"
    inner = tmp_path / "set" / "inner"
    inner.mkdir(parents=True)
    lone.mkdir()
    (lone / "b.bascule").write_text("flag fromB\n")
    (tmp_path / "set" / "bascule.json").write_text("{}")
    (tmp_path / "set" / "c.bascule").write_text("flag fromC\n")
    server = Server(None, UTF32)
    for path, flag in ((lone / "a.bascule", "fromB"), (inner / "a.bascule", "fromC")):
        server.open(path, f"chain A {{ when {flag} cancel otherwise allow }}\n")
        assert server.settled(path) == [], path
    # This document is not saved anywhere.
    untitled = "untitled:Untitled-1"
    server.notify(
        "textDocument/didOpen",
        {
            "textDocument": {
                "uri": untitled,
                "languageId": "bascule",
                "version": 1,
                "text": "chain A { when fromB cancel }",
            }
        },
    )
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": untitled}})
    assert [item["code"] for item in report["items"]] == ["unknown-name"]
    assert server.stop() == 0


def test_a_folder_inside_of_another(tmp_path):
    """Tests that each file is in one set, independently of the folders that the client names."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "a.bascule").write_text("flag fromOuter\n")
    (inner / "b.bascule").write_text("chain A { when fromOuter cancel otherwise allow }\n")
    folders = [{"uri": folder.as_uri(), "name": "x"} for folder in (inner, tmp_path)]
    server = Server(tmp_path, UTF32, workspaceFolders=folders)
    report = server.request("workspace/diagnostic", {"previousResultIds": []})
    assert [item["items"] for item in report["items"]] == [[], []]
    assert server.stop() == 0


def test_what_is_newer_is_not_kept_waiting(tmp_path):
    """Tests typing in a large set. No findings of an older text arrive after those of a newer one, every request is
    answered, and the final findings are those of a new check."""
    rules = [f'  when path like "/a{n}/{{id}}" && query.q{n % 7} == "{n}" cancel' for n in range(3000)]
    text = "chain Main {\n" + "\n".join(rules) + "\n  otherwise allow\n}\n"
    path = tmp_path / "rules.bascule"
    path.write_text(text)
    server = Server(tmp_path, UTF32)
    server.open(path, text)
    uri = {"textDocument": {"uri": path.as_uri()}}
    line = '  when path like "/a7/{id}" && query.q0 == "7" download'
    asked = []
    for version, letter in enumerate(line, start=2):
        here = {"line": 2000, "character": version - 2}
        server.change(path, [{"range": {"start": here, "end": here}, "text": letter}], version)
        if version % 5 == 0:
            asked.append(server.begin("textDocument/foldingRange", uri))
            asked.append(server.begin("textDocument/hover", {**uri, "position": here}))
        # The pauses let a check run when the next edit arrives.
        time.sleep(0.003 * (version % 4))
    here = {"line": 2000, "character": len(line)}
    server.change(
        path, [{"range": {"start": here, "end": here}, "text": "\n"}], last := len(line) + 2
    )
    for number in asked:
        assert server.finish(number)[1] is None
    found = server.settled(path)
    versions = [
        message["params"]["version"]
        for message in server.notifications
        if message["method"] == "textDocument/publishDiagnostics"
    ]
    assert versions == sorted(versions) and versions[-1] == last
    lines = text.split("\n")
    lines.insert(2000, line)
    path.write_text("\n".join(lines))
    expected = [without_files(finding) for finding in check(tmp_path)]
    assert [finding["code"] for finding in expected] == ["unreachable-rule"]
    assert [as_finding(item) for item in found] == expected
    assert server.stop() == 0


def test_the_end_of_the_client_is_the_end_of_the_server(tmp_path):
    """Tests that the server ends with the process of the client, even if another process holds its input open."""
    client = subprocess.Popen(["sleep", "600"])
    server = Server(tmp_path, UTF32, processId=client.pid)
    assert server.ask("bascule/none", {})[1] is not None
    client.kill()
    client.wait()
    assert server.process.wait(timeout=HANG) == 1
    # The server does not wait for a process that runs elsewhere.
    server = Server(tmp_path, UTF32, processId=client.pid)
    time.sleep(3)
    assert server.stop() == 0
