"""A minimal client of `bascule lsp` that sends any bytes, valid or not, and reads the answers."""

import json
import os
import pathlib
import queue
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: True in a long run, which has more cases.
LONG = os.environ.get("BASCULE_LONG") == "1"
PROGRAM = os.environ.get(
    "BASCULE", str(ROOT / ".build/debug/bascule")
)
#: The seconds after which a program must have hung, also on a busy machine.
HANG = 600


class Server:
    def __init__(self, root=None, capabilities=None, **options):
        self.process = subprocess.Popen(
            [PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.incoming = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.last = 0
        self.notifications = []
        self.parse_errors = 0
        self.asked = []
        #: True if the last status of the server says that nothing is left to do.
        self.is_quiet = False
        self.initialized = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root and uri(root),
                "capabilities": {
                    **(capabilities or {}), "experimental": {"serverStatusNotification": True}
                },
                **options,
            },
        )
        self.notify("initialized", {})

    # Bytes and messages

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @staticmethod
    def framed(message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def send(self, message):
        self.raw(self.framed({"jsonrpc": "2.0", **message}))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        return self.last

    def finish(self, number, timeout=HANG):
        """Returns the response to a request as `(result, error)`."""
        while True:
            message = self.next(timeout)
            if message.get("id") == number and "method" not in message:
                return message.get("result"), message.get("error")

    def ask(self, method, params):
        return self.finish(self.begin(method, params))

    def request(self, method, params):
        result, error = self.ask(method, params)
        assert error is None, f"{method}: {error}"
        return result

    def next(self, timeout=HANG):
        """Returns the next message. Requests of the server are answered, and notifications are kept."""
        message = self.incoming.get(timeout=timeout)
        assert message is not None, "the server has ended"
        if "method" in message:
            if "id" in message:
                self.asked.append(message)
                self.send({"id": message["id"], "result": None})
            elif message["method"] == "experimental/serverStatus":
                self.is_quiet = message["params"]["quiescent"]
            else:
                self.notifications.append(message)
        elif message.get("id") is None:
            self.parse_errors += 1
        return message

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.incoming.put(None)
                    return
                if not line.strip():
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.incoming.put(json.loads(stream.read(length)))

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        return self.process.wait(timeout=HANG)

    # Documents

    def open(self, path, text, version=1):
        self.notify(
            "textDocument/didOpen",
            {
                "textDocument": {
                    "uri": uri(path),
                    "languageId": "bascule",
                    "version": version,
                    "text": text,
                }
            },
        )

    def change(self, path, changes, version):
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri(path), "version": version}, "contentChanges": changes},
        )

    def published(self, path):
        """Returns the last published diagnostics of a file; an empty list if there are none."""
        found = []
        for message in self.notifications:
            if message["method"] == "textDocument/publishDiagnostics":
                if message["params"]["uri"] == uri(path):
                    found = message["params"]["diagnostics"]
        return found

    def settled(self, path):
        """Returns the diagnostics after the server has handled all messages and has checked all rule sets."""
        self.quiet()
        return self.published(path)

    def quiet(self):
        """Waits until the server has handled all messages and has nothing left to do, also in its other threads."""
        # The server sends a change of its status before it answers the next request.
        for _ in range(2):
            self.ask("bascule/none", {})
        while not self.is_quiet:
            self.next()


def uri(path):
    return pathlib.Path(path).as_uri()


def units(text, encoding):
    if encoding == "utf-8":
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text)


def lines(text):
    """Returns the lines according to the protocol, without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def position(text, offset, encoding="utf-16"):
    """Returns the protocol's position of an offset in characters."""
    before = lines(text[:offset])
    # A CR at the end of the piece may belong to a CRLF.
    return {"line": len(before) - 1, "character": units(before[-1], encoding)}


def cut(text, span, encoding="utf-16"):
    """Returns the text of a range."""

    def column(line, character):
        count = 0
        for index, letter in enumerate(line):
            if count >= character:
                assert count == character, "a position inside of a character"
                return index
            count += units(letter, encoding)
        assert count == character, "a position behind the line"
        return len(line)

    all_lines = lines(text)
    start, end = span["start"], span["end"]
    first = all_lines[start["line"]]
    if start["line"] == end["line"]:
        return first[column(first, start["character"]) : column(first, end["character"])]
    last = all_lines[end["line"]] if end["line"] < len(all_lines) else ""
    return "\n".join(
        [first[column(first, start["character"]) :]]
        + all_lines[start["line"] + 1 : end["line"]]
        + [last[: column(last, end["character"])]]
    )


def applied(text, edits, encoding="utf-16"):
    """Returns the text after edits that do not overlap."""
    pieces = text.split("\n")
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece) + 1)

    def offset(place):
        line = pieces[place["line"]].rstrip("\r")
        count = 0
        for index, letter in enumerate(line):
            if count >= place["character"]:
                return starts[place["line"]] + index
            count += units(letter, encoding)
        return starts[place["line"]] + len(line)

    ordered = sorted(
        enumerate(edits),
        key=lambda item: (offset(item[1]["range"]["start"]), item[0]),
        reverse=True,
    )
    for _, edit in ordered:
        text = (
            text[: offset(edit["range"]["start"])]
            + edit["newText"]
            + text[offset(edit["range"]["end"]) :]
        )
    return text


def check(folder):
    """Returns the findings of the command line for the files on disk."""
    result = subprocess.run(
        [PROGRAM, "check", "--format", "json", str(folder)], capture_output=True, check=False
    )
    assert result.returncode in (0, 1), result.stderr.decode()
    return json.loads(result.stdout)["findings"]


def as_finding(diagnostic):
    """Returns a diagnostic with UTF-32 positions in the form of a finding of `check --format json`."""
    severity = {1: "error", 2: "warning", 3: "info"}[diagnostic["severity"]]

    def place(range_):
        return {
            end: {"line": range_[end]["line"] + 1, "column": range_[end]["character"] + 1}
            for end in ("start", "end")
        }

    return {
        "code": diagnostic["code"],
        "severity": severity,
        "message": diagnostic["data"]["message"],
        "range": place(diagnostic["range"]),
        "related": [
            {"message": related["message"], "range": place(related["location"]["range"])}
            for related in diagnostic.get("relatedInformation", [])
        ],
        "help": diagnostic["data"]["help"],
        "witness": diagnostic["data"]["witness"],
    }


def without_files(finding):
    return {
        **{key: value for key, value in finding.items() if key in as_finding_keys},
        "related": [
            {"message": related["message"], "range": related["range"]}
            for related in finding["related"]
        ],
    }


as_finding_keys = {"code", "severity", "message", "range", "related", "help", "witness"}

UTF32 = {
    "general": {"positionEncodings": ["utf-32"]},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
}
