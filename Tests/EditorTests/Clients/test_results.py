"""Tests the results of tests and traces beside the rules, in clients of all kinds."""

import os
import pathlib
import signal

import pytest
from server import HANG, Server, applied, position, uri

RULES = """\
screen Product(id: String)
flag isHome
chain Default {
  when isHome && path[1] == "home" cancel
  when path[1] == "product" present Product(id: path[2]) cancel
  when path[1] == "help" download
  otherwise allow
}
// Try https://a.example/help?x=1, too.
test Default {
  "https://a.example/product/7" /* shown */ present Product(id: "8") cancel
  "https://a.example/home" with isHome cancel
  "https://a.example/x" present Product(id: "x") /* why */ cancel
}
"""

FILES = {"window": {"showDocument": {"support": True}}}
TEXTS = {
    **FILES,
    "workspace": {"textDocumentContent": {}},
    "textDocument": {"publishDiagnostics": {"codeDescriptionSupport": True}},
}
HINTS = {"textDocument": {"inlayHint": {}}, "workspace": {"inlayHint": {"refreshSupport": True}}}


class Client:
    """A client with the given capabilities and options, with one open file."""

    def __init__(self, folder, capabilities=None, text=RULES, **options):
        self.path = folder / "a.bascule"
        self.path.write_text(text)
        self.text = text
        self.server = Server(folder, capabilities, initializationOptions=options)
        self.server.open(self.path, text)
        self.document = {"textDocument": {"uri": uri(self.path)}}

    def findings(self):
        return self.server.settled(self.path)

    def change(self, text, version=2):
        self.text = text
        self.server.change(self.path, [{"text": text}], version)

    def actions(self, needle):
        place = position(self.text, self.text.index(needle))
        params = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        found = self.server.request("textDocument/codeAction", {**self.document, **params})
        return {action["title"]: action for action in found}

    def run(self, command):
        return self.server.ask(
            "workspace/executeCommand",
            {"command": command["command"], "arguments": command.get("arguments", [])},
        )

    def command(self, name, *arguments):
        return self.run({"command": name, "arguments": list(arguments)})

    def lenses(self):
        found = self.server.request("textDocument/codeLens", self.document)
        return [
            lens if "command" in lens else self.server.request("codeLens/resolve", lens)
            for lens in found
        ]

    def titles(self):
        return [lens["command"]["title"] for lens in self.lenses()]

    def hints(self):
        """Returns the labels, by their lines."""
        end = {"line": self.text.count("\n") + 1, "character": 0}
        params = {"range": {"start": {"line": 0, "character": 0}, "end": end}}
        found = self.server.request("textDocument/inlayHint", {**self.document, **params})
        lines = self.text.split("\n")
        return [(lines[hint["position"]["line"]].strip(), hint["label"]) for hint in found]

    def asked(self, method):
        self.findings()
        return [message.get("params", {}) for message in self.server.asked if message["method"] == method]

    def shown(self):
        return [
            message["params"]["message"]
            for message in self.server.notifications
            if message["method"] == "window/showMessage"
        ]

    def stop(self):
        assert self.server.stop() == 0


# Tests


def test_a_failing_case_is_a_finding_and_its_outcome_can_be_accepted(tmp_path):
    client = Client(tmp_path)
    failing = [finding for finding in client.findings() if finding["code"] == "failing-test"]
    assert [finding["range"]["start"]["line"] for finding in failing] == [10, 12]
    title = 'Expect `present Product(id: "7") cancel`, the outcome of the rules'
    action = client.actions('"https://a.example/product/7"')[title]
    edits = action["edit"]["changes"][uri(client.path)]
    after = applied(client.text, edits)
    assert after == RULES.replace('id: "8"', 'id: "7"')
    # A comment among the steps would be lost.
    assert not any(title.startswith("Expect") for title in client.actions('"https://a.example/x"'))
    client.change(after.replace(" /* why */", ""))
    action = client.actions('"https://a.example/x"')["Expect `allow`, the outcome of the rules"]
    assert action["diagnostics"][0]["code"] == "failing-test"
    client.change(applied(client.text, action["edit"]["changes"][uri(client.path)]), 3)
    assert client.findings() == []
    assert client.titles().count("passes") == 3
    client.stop()


def test_lenses_follow_the_rules(tmp_path):
    client = Client(tmp_path)
    assert [title for title in client.titles() if title.startswith(("passes", "fails"))] == [
        'fails: the outcome is present Product(id: "7") cancel',
        "passes",
        "fails: the outcome is allow",
    ]
    client.change(RULES.replace('"home"', '"house"'))
    assert client.titles().count("fails: the outcome is allow") == 2
    # Every lens is a command of the server that can be run.
    offered = client.server.initialized["capabilities"]["executeCommandProvider"]["commands"]
    for lens in client.lenses():
        assert lens["command"]["command"] in offered
        assert client.run(lens["command"])[1] is None
    client.change(RULES.replace("otherwise", "otherwis"))
    titles = client.titles()[2:]
    # The rules without errors keep their lenses.
    assert titles.count("unknown while the rule set has errors") == 3
    assert all(title.startswith(("unknown", "reached by")) for title in titles)
    client.stop()


def test_coverage_is_shown_if_the_setting_is_on(tmp_path):
    client = Client(tmp_path, HINTS)
    assert "no test" not in dict(client.hints()).values()
    client.server.notify("workspace/didChangeConfiguration", {"settings": {"bascule": {"coverage": True}}})
    uncovered = ('when path[1] == "help" download', "no test")
    assert uncovered in client.hints()
    assert len([hint for hint in client.hints() if hint[1] == "no test"]) == 1
    client.change(RULES.replace("https://a.example/x", "https://a.example/help"))
    assert ("otherwise allow", "no test") in client.hints() and uncovered not in client.hints()
    client.stop()


def test_settings(tmp_path):
    client = Client(tmp_path, HINTS, tests=False, hints=False)
    assert client.hints() == []
    titles = client.titles()
    assert "run tests" in titles and "passes" not in titles
    client.server.notify(
        "workspace/didChangeConfiguration", {"settings": {"lenses": False, "hints": True}}
    )
    assert client.titles() == []
    assert [label for _, label in client.hints()] == ["if present"]
    client.stop()


class AskedServer(Server):
    """A server whose requests for the configuration are answered."""

    configuration = {"lenses": False}

    def next(self, timeout=HANG):
        message = self.incoming.get(timeout=timeout)
        if message.get("method") == "workspace/configuration":
            assert message["params"]["items"] == [{"section": "bascule"}]
            self.send({"id": message["id"], "result": [self.configuration]})
            return message
        self.incoming.queue.appendleft(message)
        return super().next(timeout)


def test_the_client_is_asked_for_settings(tmp_path):
    path = tmp_path / "a.bascule"
    path.write_text(RULES)
    server = AskedServer(tmp_path, {"workspace": {"configuration": True}})
    server.open(path, RULES)
    document = {"textDocument": {"uri": uri(path)}}
    server.settled(path)
    assert server.request("textDocument/codeLens", document) == []
    server.configuration = {"lenses": True}
    server.notify("workspace/didChangeConfiguration", {"settings": None})
    server.settled(path)
    assert len(server.request("textDocument/codeLens", document)) > 5
    assert server.stop() == 0


def test_tests_are_sent_to_clients_that_list_them(tmp_path):
    client = Client(tmp_path, showsTests=True)

    def sent():
        client.findings()
        return [m["params"] for m in client.server.notifications if m["method"] == "bascule/tests"]

    first = sent()
    assert len(first) == 1 and first[0]["folder"] == tmp_path.as_uri()
    (block,) = first[0]["blocks"]
    assert block["chain"] == "Default" and block["uri"] == uri(client.path)
    assert [case["passed"] for case in block["cases"]] == [False, True, False]
    assert block["cases"][1]["label"] == '"https://a.example/home" with isHome'
    assert block["cases"][0]["message"] == (
        '- present Product(id: "8")\n+ present Product(id: "7")\n  cancel'
    )
    client.change(RULES.replace("otherwise", "otherwis"))
    assert [case["passed"] for case in sent()[-1]["blocks"][0]["cases"]] == [None] * 3
    client.change(RULES.replace('"8"', '"7"'), 3)
    assert [case["passed"] for case in sent()[-1]["blocks"][0]["cases"]] == [True, True, False]
    assert client.command("bascule.tests", uri(client.path))[0] == sent()[-1]
    client.stop()
    other = Client(tmp_path)
    other.findings()
    assert not any(m["method"] == "bascule/tests" for m in other.server.notifications)
    other.stop()


# Traces


def test_a_trace_is_shown_beside_the_rules(tmp_path):
    client = Client(tmp_path, HINTS)
    text, error = client.command(
        "bascule.trace", uri(client.path), "Default", "https://a.example/product/7"
    )
    assert error is None and "decided at a.bascule:5:3" in text
    assert client.asked("workspace/inlayHint/refresh") != []
    rules = [line.strip() for line in RULES.split("\n")[2:7]]
    request = '"https://a.example/product/7": present Product(id: "7") cancel'

    def marks():
        return [hint for hint in client.hints() if hint[1] != "if present"]

    assert marks() == [
        (rules[0], f"{request}, decided at a.bascule:5:3"),
        (rules[1], "✗ `isHome` is false"),
        (rules[2], "✓"),
    ]
    # The results follow the edits.
    client.change(RULES.replace('"product" present', '"product" && isHome present'))
    assert marks()[0][1].endswith(": allow, decided at a.bascule:7:3")
    assert [label[0] for _, label in marks()[1:]] == ["✗", "✗", "✗", "✓"]
    # An error in another chain changes nothing; one in this chain hides the results.
    client.change(RULES + "chain {", 3)
    assert len(marks()) == 3
    client.change(RULES.replace("otherwise", "otherwis"), 4)
    assert marks() == []
    client.change(RULES, 5)
    assert len(marks()) == 3
    clear = client.actions("chain Default")["Clear the trace"]
    assert client.run(clear["command"])[1] is None
    assert marks() == []
    assert "Clear the trace" not in client.actions("chain Default")
    client.stop()


@pytest.mark.parametrize(
    "needle, expected",
    [
        ('"help" download', "download, decided at a.bascule:6:3"),
        ("help?x=1", "download, decided at a.bascule:6:3"),
        ('"https://a.example/home"', "cancel, decided at a.bascule:4:3"),
    ],
)
def test_the_request_under_the_cursor_is_traced(tmp_path, needle, expected):
    client = Client(tmp_path)
    (action,) = [one for title, one in client.actions(needle).items() if title.startswith("Trace")]
    text, error = client.run(action["command"])
    assert error is None and text.rstrip().endswith(expected), text
    # Without documents and hints, the outcome is one line.
    (message,) = client.shown()
    assert "\n" not in message and message.endswith(expected)
    client.stop()


#: The last line of a file, which an editor may keep as it was.
NOTE = "\nThis file follows the rules; reload it if the editor does not.\n"
OLDER = "This trace is of an earlier state of the rules: "


@pytest.fixture
def cache(tmp_path_factory, monkeypatch):
    """Returns the folder for the files that the server writes."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "bascule"


def test_a_trace_is_a_document_where_the_client_can_show_it(tmp_path, cache):
    client = Client(tmp_path, FILES)
    paths = []
    for url in ("https://a.example/help", "tel:1"):
        text, _ = client.command("bascule.trace", uri(client.path), None, url)
        shown = client.asked("window/showDocument")[-1]["uri"]
        path = pathlib.Path(shown.removeprefix("file://"))
        assert path.read_text() == text + NOTE and path.parent.parent == cache
        assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
        paths.append(path)
    assert paths[0] != paths[1] and client.shown() == []
    # The file of the first trace no longer follows the rules, as its last line says.
    assert paths[0].read_text().startswith(OLDER + "another request is traced.\n\n")
    client.stop()
    assert not any(os.path.exists(path.parent) for path in paths)


def test_the_file_of_a_trace_follows_the_edits(tmp_path, cache):
    client = Client(tmp_path, FILES)
    text, _ = client.command("bascule.trace", uri(client.path), None, "https://a.example/help")
    path = pathlib.Path(client.asked("window/showDocument")[-1]["uri"].removeprefix("file://"))
    client.change(RULES.replace('"help"', '"hilfe"'))
    client.findings()
    edited = path.read_text()
    assert edited != text + NOTE and "allow, decided at a.bascule:7:3" in edited
    # An error elsewhere does not affect the chain.
    client.change(RULES + "chain Other { use Nothing }\n", 3)
    client.findings()
    assert path.read_text() == text + NOTE
    client.change(RULES.replace("otherwise", "otherwis"), 4)
    client.findings()
    reason = "`Default` cannot be evaluated because of an error: a.bascule:7:3: "
    assert path.read_text().startswith(OLDER + reason) and path.read_text().endswith(text + NOTE)
    client.change(RULES, 5)
    client.findings()
    assert path.read_text() == text + NOTE
    client.command("bascule.clearTrace")
    assert path.read_text() == OLDER + "it has been cleared.\n\n" + text
    client.stop()


def test_the_next_server_deletes_the_files_of_a_killed_one(tmp_path, cache):
    def show():
        client = Client(tmp_path, FILES)
        client.command("bascule.trace", uri(client.path), None, "https://a.example/help")
        client.asked("window/showDocument")
        return client

    first, second = show(), show()
    (one, two) = cache.iterdir()
    first.server.process.send_signal(signal.SIGKILL)
    first.server.process.wait(timeout=HANG)
    assert {one, two} == set(cache.iterdir())
    third = show()
    # The files of a running server are kept.
    assert len({one, two} & set(cache.iterdir())) == 1 and len(list(cache.iterdir())) == 2
    second.stop()
    third.stop()
    assert list(cache.iterdir()) == []


def test_texts_of_the_server_follow_the_edits(tmp_path, cache):
    client = Client(tmp_path, TEXTS)
    provider = client.server.initialized["capabilities"]["workspace"]["textDocumentContent"]
    assert provider == {"schemes": ["bascule"]}
    text, _ = client.command("bascule.trace", uri(client.path), None, "https://a.example/help")
    shown = client.asked("window/showDocument")[-1]["uri"]
    assert shown == "bascule://pages/trace" and not cache.exists()

    def content(name):
        return client.server.ask("workspace/textDocumentContent", {"uri": name})

    def refreshed():
        client.findings()
        asked = client.asked("workspace/textDocumentContent/refresh")
        assert all(params == {"uri": shown} for params in asked)
        return len(asked)

    assert content(shown) == ({"text": text}, None) and refreshed() == 0
    client.change("// A comment.\n" + RULES)
    assert refreshed() == 1
    assert content(shown)[0]["text"].rstrip().endswith("download, decided at a.bascule:7:3")
    client.change("// A comment.\n" + RULES.replace("home", "house"), 3)
    refreshed()
    before = refreshed()
    client.change("// A comment.\n" + RULES.replace("home", "house") + "\n", 4)
    assert refreshed() == before, "the text is the same"
    client.command("bascule.clearTrace")
    assert refreshed() == before + 1 and content(shown)[0] == {"text": "No trace is shown.\n"}
    # The pages of findings are texts, too.
    code = client.findings()[0]["codeDescription"]["href"]
    assert code == "bascule://pages/failing-test"
    assert content(code)[0]["text"].startswith("# failing-test\n")
    for name in ("bascule://pages/nothing", "bascule://pages/", "file:///etc/passwd", "trace"):
        assert content(name)[1]["message"] == f"there is no document `{name}`"
    client.stop()


def test_what_cannot_be_traced(tmp_path):
    client = Client(tmp_path)
    for arguments in (["no URL"], ["https://a.example/"], [None]):
        chain = "Other" if arguments[0] and ":" in arguments[0] else None
        _, error = client.command("bascule.trace", uri(client.path), chain, *arguments)
        assert error and error["message"]
    client.change(RULES.replace("otherwise", "otherwis"))
    _, error = client.command("bascule.trace", uri(client.path), None, "https://a.example/")
    refusal = "`Default` cannot be evaluated because of an error: a.bascule:7:3: "
    assert error["message"].startswith(refusal)
    client.stop()


# Errors elsewhere

TWO = """\
screen Product(id: String)
screen Broken(id: Strin)
handler Shared { when path[1] == "product" present Product(id: path[2]) cancel }
handler Faulty { when path[1] == "x" present Broken(id: path[2]) cancel }
chain Sound { use Shared otherwise allow }
chain Doubtful { use Shared use Faulty otherwise allow }
responses Sound { when status == 404 cancel otherwise allow }
test Sound { "https://a.example/product/1" present Product(id: "1") cancel }
test Doubtful { "https://a.example/" allow }
test responses Sound { "https://a.example/" with status == 404 cancel }
"""
CAUSE = "a.bascule:2:19: unknown type `Strin`"


def test_an_error_concerns_only_the_chains_with_it(tmp_path):
    client = Client(tmp_path, HINTS, text=TWO)
    file, url = uri(client.path), "https://a.example/product/1"

    def run(*arguments):
        return client.command("bascule.runTests", file, *arguments)

    def refused(answer):
        assert answer[0] is None
        return answer[1]["message"]

    text, error = client.command("bascule.trace", file, "Sound", url)
    assert error is None and "decided at a.bascule:3:18" in text
    assert run("Sound")[0] == {"count": 1, "failed": 0, "failures": []}
    assert run("responses Sound")[0]["count"] == 1
    refusal = f"`Doubtful` cannot be evaluated because of an error: {CAUSE}"
    assert refused(client.command("bascule.trace", file, "Doubtful", url)) == refusal
    assert refused(client.command("bascule.trace", file, "Doubtful")) == refusal
    assert refused(run("Doubtful")) == refusal
    assert run()[0]["count"] == 2
    assert client.shown()[-1] == f"2 tests passed; others cannot run because of an error: {CAUSE}"
    assert refused(run("Nothing")) == "there is no chain Nothing"
    titles = client.titles()
    assert titles.count("passes") == 2
    assert titles.count("unknown while the rule set has errors") == 2
    assert any(title.startswith("Trace") for title in client.actions("https://a.example/product/1"))
    doubtful = client.actions('https://a.example/" allow')
    assert not any(title.startswith("Trace") for title in doubtful)
    # A test with an error does not run, but the other tests of its chain do.
    client.change(TWO.replace("Strin)", "String)").replace('"1") cancel }', '"1") cancel\n"https://b.example/" present Nix cancel }'))
    assert run("Sound")[0]["count"] == 1
    assert "others cannot run because of an error: a.bascule:9:30: unknown screen `Nix`" in client.shown()[-1]
    # Lost text may be part of any chain of its file, and of other chains.
    client.change(TWO.replace("Strin)", "String)") + "/* no end", 3)
    assert "a.bascule:11:1" in refused(run("Sound"))
    client.change("chain Sound {\n" + TWO.replace("Strin)", "String)"), 4)
    assert "because of an error" in refused(run("Sound"))
    client.change(TWO.replace("Strin)", "String)") + "chain Sound { otherwise cancel }", 5)
    assert "duplicate" in refused(run("Sound")) or "already" in refused(run("Sound"))
    client.change(TWO.replace("Strin)", "String)"), 6)
    assert run()[0] == {"count": 3, "failed": 0, "failures": []}
    client.stop()


def test_a_comment_without_a_reason_gets_the_place_for_one(tmp_path):
    text = "// bascule:ignore unused-declaration\nflag a\n"
    title = "Add the place for a reason"
    client = Client(tmp_path, text=text)
    edits = client.actions("bascule:ignore")[title]["edit"]["changes"][uri(client.path)]
    after = applied(text, edits)
    assert after == "// bascule:ignore unused-declaration --\nflag a\n"
    # Without a reason the finding stays, but there is nothing to add.
    client.change(after)
    assert [one["code"] for one in client.findings()] == ["ignore-without-reason"]
    assert title not in client.actions("bascule:ignore")
    words = text.replace("declaration", "declaration the old app reads it")
    client.change(words, 3)
    action = client.actions("bascule:ignore")["Make these words the reason"]
    after = applied(words, action["edit"]["changes"][uri(client.path)])
    assert after == words.replace("declaration the", "declaration -- the")
    client.change(after, 4)
    assert client.findings() == []
    client.stop()

    edits = {"documentChanges": True, "snippetEditSupport": True}
    client = Client(tmp_path, {"workspace": {"workspaceEdit": edits}}, text)
    (change,) = client.actions("bascule:ignore")[title]["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri(client.path)
    (edit,) = change["edits"]
    assert edit["snippet"] == {"kind": "snippet", "value": " -- $0"}
    assert edit["range"]["start"] == edit["range"]["end"] == {"line": 0, "character": 36}
    client.stop()


# Types

TYPED = """\
screen Shop(id: Int, page: Int?)
screen Item(name: String, kind: String?)
dispatch Bridge function "app.receive" sends (name, { data: payload, n: number })
chain Default {
  when path like "/shop/{id}/{n: Int}/{name**}" {
    when query.a == "1" present Shop(id: id, page: query.page) cancel
    when query.a == "2" present Shop(id: n) present Item(name: name, kind: query.kind) cancel
    otherwise cancel
  }
  when path like "/item/{name}"
    present Item(name: name)
    cancel
  when path like "/other/{name}" present Item(name: name) cancel
  otherwise allow
}
configuration Main { chain Default }
"""


def test_types_that_a_line_does_not_show(tmp_path):
    client = Client(tmp_path, HINTS, TYPED)
    hints = {}
    for line, label in client.hints():
        hints.setdefault(line, []).append(label)
    lines = [line.strip() for line in TYPED.split("\n")]
    assert hints == {
        lines[2]: [": String", ": JSON", ": Int"],
        lines[4]: [": String", ": String"],
        lines[5]: ["if Int", ": Int?"],
        lines[6]: [": Int", ": String"],
        lines[9]: [": String"],
        lines[10]: [": String"],
        lines[12]: [": String"],
    }
    client.server.notify("workspace/didChangeConfiguration", {"settings": {"hints": False}})
    assert client.hints() == []
    client.stop()


# Watched files

NAMES = """\
script Zoom at documentEnd from "./js/zoom.js"
configuration Main { scripts Zoom }
"""


def test_only_files_of_the_rules_are_watched(tmp_path):
    (tmp_path / "js").mkdir()
    (tmp_path / "js/zoom.js").write_text("void 0;\n")
    watches = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    client = Client(tmp_path, watches, NAMES)

    def watched():
        """Returns the patterns by their registration, as the client has them now."""
        client.findings()
        patterns = {}
        for message in client.server.asked:
            for one in message["params"].get("registrations", []):
                assert one["id"] not in patterns
                watchers = one["registerOptions"]["watchers"]
                patterns[one["id"]] = [watcher["globPattern"] for watcher in watchers]
            for one in message["params"].get("unregisterations", []):
                assert one["method"] == "workspace/didChangeWatchedFiles"
                del patterns[one["id"]]
        return patterns

    rules = ["**/*.bascule", "**/bascule.json"]
    assert watched() == {"files": rules, "named files": ["**/js/zoom.js"]}
    assert [finding["severity"] for finding in client.findings()] == []
    (tmp_path / "js/zoom.js").unlink()
    changes = [{"uri": (tmp_path / name).as_uri(), "type": 3} for name in ("js/zoom.js", "b.json")]
    client.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert [finding["severity"] for finding in client.findings()] == [1]
    client.change(NAMES.replace("zoom", "z{o}m"))
    assert watched() == {"files": rules, "named files": ["**/js/z?o?m.js"]}
    client.change('script Zoom at documentEnd "void 0;"\nconfiguration Main { scripts Zoom }\n', 3)
    assert watched() == {"files": rules}
    client.stop()


# Clients that do not know the commands

USED = """\
handler Shared { when path == "/a" cancel }
chain One { use Shared otherwise allow }
chain Two { use Shared otherwise allow }
"""


def test_uses_are_shown_in_every_client(tmp_path):
    client = Client(tmp_path, text=USED)
    lens = next(lens for lens in client.lenses() if lens["command"]["title"] == "used by 2 chains")
    client.run(lens["command"])
    assert client.shown() == ["`Shared` is used at a.bascule:2, a.bascule:3"]
    client.stop()

    client = Client(tmp_path, {"window": {"showDocument": {"support": True}}}, text=USED)
    client.run(lens["command"])
    (choice,) = client.asked("window/showMessageRequest")
    assert [action["title"] for action in choice["actions"]] == ["a.bascule:2", "a.bascule:3"]
    client.change(USED.replace("chain Two { use Shared", "chain Two {"))
    client.run(lens["command"])
    (opened,) = client.asked("window/showDocument")
    assert opened["uri"] == uri(client.path) and opened["selection"]["start"]["line"] == 1
    client.stop()

    client = Client(tmp_path, text=USED, showsReferences=True)
    found, _ = client.run(lens["command"])
    assert [one["range"]["start"]["line"] for one in found] == [1, 2]
    assert client.shown() == []
    client.stop()


def test_a_test_is_written_in_clients_that_request_no_edits(tmp_path):
    client = Client(tmp_path)
    action = client.actions('"help" download')["Write a test for this rule"]
    after = applied(RULES, action["edit"]["changes"][uri(client.path)])
    assert '"https://example.com/help" download' in after
    client.stop()
    resolve = {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}
    client = Client(tmp_path, {"textDocument": resolve})
    action = client.actions('"help" download')["Write a test for this rule"]
    assert "edit" not in action
    resolved = client.server.request("codeAction/resolve", action)
    assert applied(RULES, resolved["edit"]["changes"][uri(client.path)]) == after
    client.stop()
