"""Tests invalid messages from the client. The server keeps running, and its findings are those of a new check."""

import json
import os
import pathlib
import random
import re
import time

from server import HANG, LONG, UTF32, Server, as_finding, check, lines, position, uri, without_files

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A long run has different sessions each time.
SEED = int(os.environ.get("FUZZ_SEED", os.environ.get("BASCULE_SEED", "20261121")))
SESSIONS = int(os.environ.get("FUZZ_SESSIONS", "150" if LONG else "10"))

PIECES = [
    "when path[1] == \"a\" cancel\n", "otherwise allow\n", "}", "{", "(", ")", "\"", "\"\"\"", "/*",
    "*/", "// bascule:ignore unreachable-rule -- fuzz\n", "/// text\n", "use NativeScreens\n",
    "flag isNew\n", "screen Product(id: String)\n", "chain Other { when isNew cancel }\n", "é", "😀",
    "e\u0301", "\r\n", "\t", "שלום", "like \"/{id}\"", "present Product(id: id)", " && ", "!", "\n\n",
    "model A { a: A? }\n", "@deprecated(\"x\") flag old\n", "\0", "test Default { \"https://a.b/\" allow }\n",
]

METHODS = [
    "hover", "completion", "signatureHelp", "definition", "typeDefinition", "references",
    "documentHighlight", "prepareRename", "prepareCallHierarchy",
]
FILE_METHODS = [
    "documentSymbol", "semanticTokens/full", "foldingRange", "documentLink", "codeLens", "diagnostic",
]


class Fuzzer:
    def __init__(self, root, seed):
        self.random = random.Random(seed)
        self.root = root
        self.texts = {}
        self.version = 0
        self.names = ["a.bascule", "b.bascule", "c.bascule"]
        self.originals = [
            path.read_text() for path in sorted((ROOT / "rules").rglob("*.bascule"))
        ]
        for name in self.names:
            (root / name).write_text(self.random.choice(self.originals))
        self.server = Server(root, UTF32)

    def path(self):
        return self.root / self.random.choice(self.names)

    def place(self, text):
        if self.random.random() < 0.15:
            return {
                "line": self.random.choice([0, 3, 10**6, 2**31 - 1]),
                "character": self.random.choice([0, 7, 10**6, 2**31 - 1]),
            }
        return position(text, self.random.randint(0, len(text)), "utf-32")

    def open(self):
        path = self.path()
        if path in self.texts:
            return
        text = self.random.choice([path.read_text(), self.random.choice(self.originals), ""])
        self.server.open(path, text, self.version)
        self.texts[path] = text

    def close(self):
        path = self.path()
        # Closing a document that is not open is an error of the client.
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        self.texts.pop(path, None)

    def offset(self, text, place):
        """Returns an offset by the protocol: positions after a line or the text become its end."""
        all_lines = text.split("\n")
        if place["line"] >= len(all_lines):
            return len(text)
        start = sum(len(line) + 1 for line in all_lines[: place["line"]])
        return start + min(place["character"], len(all_lines[place["line"]].rstrip("\r")))

    def edit(self):
        path = self.path()
        if path not in self.texts:
            self.server.change(path, [{"text": "flag wrong"}], self.version)
            return
        text = self.texts[path]
        changes = []
        for _ in range(self.random.randint(1, 3)):
            piece = "".join(self.random.choices(PIECES, k=self.random.randint(0, 2)))
            if self.random.random() < 0.05:
                text = self.random.choice(self.originals)
                changes.append({"text": text})
                continue
            # A lone CR is a line end, which this model does not support.
            start, end = self.place(text), self.place(text)
            if (start["line"], start["character"]) > (end["line"], end["character"]):
                start, end = end, start
            if self.random.random() < 0.7 or end["line"] - start["line"] > 5:
                end = start
            low, high = self.offset(text, start), self.offset(text, end)
            text = text[:low] + piece + text[high:]
            changes.append({"range": {"start": start, "end": end}, "text": piece})
        self.version += self.random.choice([1, 1, 1, 0, -1])
        self.server.change(path, changes, self.version)
        self.texts[path] = text

    def ask(self):
        path = self.path()
        text = self.texts.get(path, "")
        params = {"textDocument": {"uri": uri(path)}}
        kind = self.random.random()
        if kind < 0.1:
            return self.command(path, text)
        if kind < 0.5:
            method = self.random.choice(METHODS)
            params["position"] = self.place(text)
        elif kind < 0.7:
            method = self.random.choice(["codeAction", "inlayHint", "semanticTokens/range"])
            params["range"] = {"start": self.place(text), "end": self.place(text)}
            params["context"] = {"diagnostics": []}
        elif kind < 0.8:
            method = "rename"
            params["position"] = self.place(text)
            params["newName"] = self.random.choice(["x", "host", "when", "", "9", "Product", "é"])
        else:
            method = self.random.choice(FILE_METHODS)
        number = self.server.begin("textDocument/" + method, params)
        if self.random.random() < 0.2:
            self.server.notify("$/cancelRequest", {"id": number})

    def command(self, path, text):
        """Runs tests or traces a request, usually while some rules have errors."""
        chains = re.findall(r"^(?:chain|(responses)) +(\w+)", text, re.M)
        names = [" ".join(filter(None, names)) for names in chains]
        url = self.random.choice(["https://a.b/", "https://zhgchg.li/product/1", "tel:1", "no URL"])
        arguments = [uri(path), self.random.choice([None, "Default", *names])]
        name = self.random.choice(["runTests", "trace", "trace", "tests", "clearTrace"])
        if name == "trace":
            arguments.append(url)
        command = {"command": "bascule." + name, "arguments": arguments}
        self.server.begin("workspace/executeCommand", command)
        kind = self.random.choice(["rule", "case"])
        data = {"uri": uri(path), "kind": kind, "name": "Default", "offset": self.random.randint(0, len(text))}
        starts = [match.start() for match in re.finditer(r'when|otherwise|"http', text)]
        if starts:
            data["offset"] = len(text[: self.random.choice(starts)].encode())
        extent = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
        self.server.begin("codeLens/resolve", {"range": extent, "data": data})

    def nonsense(self):
        framed = self.server.framed
        self.server.raw(
            self.random.choice(
                [
                    framed(b"{"),
                    framed(b"[1, 2"),
                    framed(b"\"text\""),
                    framed(b"\xff\xfe"),
                    framed({"jsonrpc": "2.0"}),
                    framed({"jsonrpc": "2.0", "id": 10**6, "method": 3}),
                    framed({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}),
                    framed({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": 3}),
                    framed({"jsonrpc": "2.0", "id": 10**6, "method": "textDocument/hover"}),
                    framed({"jsonrpc": "2.0", "id": 10**6, "method": "no/such/method"}),
                    framed({"jsonrpc": "2.0", "id": 10**6, "result": 3}),
                    framed(b"[" * 5000),
                    b"X-Header: 1\r\n\r\n",
                    b"Content-Length: x\r\n\r\n",
                ]
            )
        )

    def halves(self):
        """Sends a message that arrives in pieces."""
        data = self.server.framed(
            {"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "é😀"}}
        )
        cut = self.random.randint(1, len(data) - 1)
        self.server.raw(data[:cut])
        time.sleep(0.002)
        self.server.raw(data[cut:])

    def run(self, steps):
        actions = [self.open] * 3 + [self.close] + [self.edit] * 12 + [self.ask] * 12
        actions += [self.nonsense, self.halves]
        for _ in range(steps):
            self.random.choice(actions)()

    def compare(self):
        """Writes the client's texts to the disk, and runs the command line."""
        for path, text in self.texts.items():
            path.write_bytes(text.encode())
        expected = {}
        for finding in check(self.root):
            expected.setdefault(pathlib.Path(finding["file"]).name, []).append(
                without_files(finding)
            )
        for name in self.names:
            found = self.server.settled(self.root / name)
            report = self.server.request(
                "textDocument/diagnostic", {"textDocument": {"uri": uri(self.root / name)}}
            )
            wanted = expected.get(name, [])
            assert [as_finding(item) for item in report["items"]] == wanted, name
            assert [as_finding(item) for item in found] == wanted, f"published for {name}"


def test_random_sessions(tmp_path):
    for number in range(SESSIONS):
        root = tmp_path / str(number)
        root.mkdir()
        fuzzer = Fuzzer(root, SEED + number)
        try:
            for _ in range(3):
                fuzzer.run(60)
                fuzzer.compare()
            assert fuzzer.server.process.poll() is None
            assert fuzzer.server.stop() == 0
        except BaseException as error:
            raise AssertionError(f"FUZZ_SEED={SEED + number} FUZZ_SESSIONS=1: {error}") from error


def test_the_end_of_the_input_ends_the_server(tmp_path):
    server = Server(tmp_path)
    server.raw(b"Content-Length: 100\r\n\r\n{\"half\": ")
    server.process.stdin.close()
    assert server.process.wait(timeout=HANG) == 1


def test_exit_without_shutdown(tmp_path):
    server = Server(tmp_path)
    server.notify("exit", None)
    assert server.process.wait(timeout=HANG) == 1


def test_requests_before_and_after_the_session(tmp_path):
    server = Server(tmp_path)
    _, error = server.ask("initialize", {"capabilities": {}})
    assert error["code"] == -32600
    _, error = server.ask("no/such", {})
    assert error["code"] == -32601
    _, error = server.ask("textDocument/hover", {})
    assert error["code"] == -32602
    server.request("shutdown", None)
    _, error = server.ask("textDocument/hover", {})
    assert error["code"] == -32600
    server.notify("exit", None)
    assert server.process.wait(timeout=HANG) == 0


def test_cancelling(tmp_path):
    """Tests that a request is cancelled before it begins, since both messages arrive at once."""
    server = Server(tmp_path)
    server.last += 1
    request = {"jsonrpc": "2.0", "id": server.last, "method": "workspace/symbol", "params": {"query": ""}}
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": server.last}}
    server.raw(server.framed(request) + server.framed(cancel))
    _, error = server.finish(server.last)
    assert error["code"] == -32800
    server.stop()


def test_many_lines(tmp_path):
    """Tests that one line of half a million characters is read once, and not once for each of its names."""
    text = "chain Default { " + "when host == \"a\" cancel " * 20_000 + "}"
    server = Server(tmp_path)
    path = tmp_path / "a.bascule"
    server.open(path, text)
    tokens = server.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri(path)}})
    assert len(tokens["data"]) > 5 * 60_000
    server.process.kill()
    _, _, usage = os.wait4(server.process.pid, 0)
    assert usage.ru_utime < 30
    assert len(lines(text)) == 1 and json.dumps(tokens["resultId"])
