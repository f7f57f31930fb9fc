"""The messages that VS Code sends while text is typed, in its known order, since no registry has the editor itself.

Each key sends the change and, if no list of completions is open, a completion after a letter that starts a word or a trigger
character. Inlay hints are requested after each change, after at least 25 ms; the request before is cancelled if it is not
answered. The other features wait until nothing has been typed for a while: code actions, highlights, lenses 250 ms, folding
ranges 200 ms, tokens 300 ms, symbols 350 ms, links 1,000 ms.
"""

import session

#: The features after a pause: the milliseconds of the pause, and whether they are about a place.
PAUSED = {
    "textDocument/foldingRange": (200, None),
    "textDocument/documentHighlight": (250, "position"),
    "textDocument/codeAction": (250, "range"),
    "textDocument/codeLens": (250, None),
    "textDocument/semanticTokens/full/delta": (300, None),
    "textDocument/documentSymbol": (350, None),
    "textDocument/documentLink": (1_000, None),
}
TRIGGERS = '.(:@"'
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True,
        "semanticTokens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "codeDescriptionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        "codeAction": {"resolveSupport": {"properties": ["edit"]}},
        "codeLens": {"resolveSupport": {"properties": ["command"]}},
        "foldingRange": {"lineFoldingOnly": True},
        "inlayHint": {},
        "semanticTokens": {"requests": {"range": True, "full": {"delta": True}}},
    },
}


class Recorder:
    def __init__(self):
        self.events = []
        self.last = 0

    def add(self, at, method, params, is_request=True):
        event = {"at": at, "method": method, "params": {"textDocument": {"uri": "URI"}, **params}}
        if is_request:
            self.last += 1
            event["id"] = self.last
        self.events.append(event)
        return self.last

    def change(self, at, version, column, text):
        place = {"line": ["row", 0], "character": column}
        self.add(at, "textDocument/didChange", {
            "textDocument": {"uri": "URI", "version": version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": text}],
        }, is_request=False)


def events():
    recorder = Recorder()
    document = {"uri": "URI", "languageId": "bascule", "version": 1, "text": ""}
    recorder.add(-2, "initialized", {}, is_request=False)
    recorder.add(-1, "textDocument/didOpen", {"textDocument": document}, is_request=False)
    recorder.add(-1, "textDocument/semanticTokens/full", {})
    keys = [(0, "\n"), *session.keys()]
    last = len(keys) - 1
    for number, (at, key) in enumerate(keys):
        column = number - 1
        if number == 0:
            recorder.change(at, 2, 0, "\n")
            continue
        recorder.change(at, number + 2, column, key)
        following = keys[number + 1][0] if number < last else at + session.END
        end = {"line": ["row", 0], "character": column + 1}
        before = keys[number - 1][1]
        if key in TRIGGERS or key.isalpha() and not before.isalpha():
            recorder.add(at + 10, "textDocument/completion", {"position": end, "context": {"triggerKind": 1}})
        window = {"start": {"line": ["row", -20], "character": 0}, "end": {"line": ["row", 20], "character": 0}}
        hints = recorder.add(at + 25, "textDocument/inlayHint", {"range": window})
        recorder.add(following, "$/cancelRequest", {"id": hints}, is_request=False)
        for method, (pause, about) in PAUSED.items():
            if following - at < pause:
                continue
            params = {
                None: {}, "position": {"position": end},
                "range": {"range": {"start": end, "end": end}, "context": {"diagnostics": [], "triggerKind": 2}},
            }[about]
            recorder.add(at + pause, method, params)
    recorder.events.sort(key=lambda event: event["at"])
    return recorder.events


def recording():
    return {
        "client": {"name": "VS Code"}, "capabilities": CAPABILITIES, "initializationOptions": {}, "events": events(),
    }
