"""Tests that the notes about differences to a git revision are those of `bascule diff`."""

import json
import subprocess

from server import PROGRAM, Server

RULES = """\
chain Main {
  when path == "/a" cancel
  when path == "/b" cancel
  otherwise allow
}
configuration Only { chain Main }
"""


def git(folder, *arguments):
    names = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


def repository(folder):
    rules = folder / "rules"
    rules.mkdir()
    (rules / "bascule.json").write_text("{}")
    (rules / "a.bascule").write_text(RULES)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one")
    git(folder, "checkout", "-q", "-b", "branch")
    return rules


def notes(server, path):
    return [
        (item["range"]["start"]["line"], item["message"])
        for item in server.published(path)
        if item["code"] == "difference"
    ]


def test_the_notes_are_those_of_diff(tmp_path):
    rules = repository(tmp_path)
    path = rules / "a.bascule"
    server = Server(tmp_path, initializationOptions={"against": "main"})
    server.quiet()
    assert notes(server, path) == []
    text = RULES.replace('"/b"', '"/c"')
    server.open(path, text)
    server.quiet()
    path.write_text(text)
    command = [PROGRAM, "diff", "rules", "--against", "main", "--format", "json"]
    listed = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).stdout
    differences = json.loads(listed)["chains"][0]["differences"]
    urls = {difference["request"]["url"] for difference in differences}
    found = notes(server, path)
    assert [line for line, _ in found] == [2, 2]
    assert {message.split('"')[1] for _, message in found} == urls
    assert all("since `main`" in message for _, message in found)
    # Once the change is on `main`, there is no difference.
    git(tmp_path, "commit", "-q", "-a", "-m", "two")
    git(tmp_path, "checkout", "-q", "main")
    git(tmp_path, "merge", "-q", "branch")
    server.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    server.quiet()
    assert notes(server, path) == []
    assert server.stop() == 0


def test_a_revision_that_does_not_exist_is_reported_once(tmp_path):
    path = repository(tmp_path) / "a.bascule"
    server = Server(tmp_path, initializationOptions={"against": "nowhere"})
    server.quiet()
    server.open(path, RULES + "\n")
    server.quiet()
    server.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    server.quiet()
    shown = [
        message["params"]["message"]
        for message in server.notifications
        if message["method"] == "window/showMessage"
    ]
    assert shown == ["no differences are shown: there is no git revision `nowhere`"]
    assert server.stop() == 0
