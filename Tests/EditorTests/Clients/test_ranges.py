"""Tests ranges in text of all kinds, in every position encoding."""

import pytest
from server import Server, applied, cut, position, uri

ENCODINGS = ["utf-8", "utf-16", "utf-32"]

#: Emoji beyond the first plane, combining marks, tabs, right-to-left text, a zero-width joiner.
TEXT = """\
/// 😀 e\u0301 שלום 👩\u200d👧
screen Product(id: String)
\t/* 👍🏽 */ screen Shop(name: String, kind: Kind)
/* مرحبا 😀 */ enum Kind { plain /* 🎈 */, rare = "نادر" }
handler Näh {
}
handler Native {
\twhen path == "/😀e\u0301" /* שלום */ && host == "b.example" present Shop(name: path, kind: rare) cancel
  when path like "/עברית😀/{id}" /* 😀 */ present Product(id: id) cancel
  when path == "😀" present Prodct(id: "😀") /* 😀 */ cancel
}
chain Default { /* 😀 */ use Native /* e\u0301 */ otherwise allow }
"""


@pytest.fixture(params=[(e, end) for e in ENCODINGS for end in ("\n", "\r\n")], ids=str)
def session(request, tmp_path):
    encoding, end = request.param
    text = TEXT.replace("\n", end)
    capabilities = {
        "general": {"positionEncodings": [encoding]},
        "textDocument": {
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            "publishDiagnostics": {"relatedInformation": True},
        },
    }
    path = tmp_path / "gr😀ß e\u0301.bascule"
    server = Server(tmp_path, capabilities)
    server.capabilities = capabilities
    assert server.initialized["capabilities"]["positionEncoding"] == encoding
    server.open(path, text)
    yield server, path, text, encoding
    assert server.stop() == 0


def ask(session, method, needle=None, shift=0, **more):
    server, path, text, encoding = session
    params = {"textDocument": {"uri": uri(path)}, **more}
    if needle:
        params["position"] = position(text, text.index(needle) + shift, encoding)
    return server.request("textDocument/" + method, params)


def whole(session):
    _, _, text, encoding = session
    return {"start": {"line": 0, "character": 0}, "end": position(text, len(text), encoding)}


def texts(session, places):
    _, _, text, encoding = session
    return [cut(text, place["range"], encoding) for place in places]


def test_diagnostics(session):
    server, path, text, encoding = session
    found = {cut(text, d["range"], encoding): d["code"] for d in server.settled(path)}
    assert found["Prodct"] == "unknown-name"
    assert "invalid-character" in found.values()


def test_names(session):
    _, _, text, encoding = session
    assert texts(session, ask(session, "definition", "Shop(name: path", 2)) == ["Shop"]
    assert texts(session, ask(session, "definition", "rare) cancel")) == ["rare"]
    assert texts(session, ask(session, "definition", "id: id)", 4)) == ["id"]
    references = ask(session, "references", "Shop", context={"includeDeclaration": True})
    assert texts(session, references) == ["Shop", "Shop"]
    assert texts(session, ask(session, "documentHighlight", "id}")) == ["id", "id"]
    hover = ask(session, "hover", "Product(id: id)")
    assert cut(text, hover["range"], encoding) == "Product"
    assert "שלום" in str(hover["contents"])
    prepared = ask(session, "prepareRename", "rare) cancel", 1)
    assert cut(text, prepared["range"], encoding) == "rare"


def test_rename(session):
    server, path, text, encoding = session
    edit = ask(session, "rename", "Shop(name: path", newName="Store")
    assert list(edit["changes"]) == [uri(path)]
    new = applied(text, edit["changes"][uri(path)], encoding)
    assert new == text.replace("Shop(", "Store(")


def test_tokens(session):
    server, path, text, encoding = session
    legend = server.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = ask(session, "semanticTokens/full")["data"]
    line = column = 0
    found = []
    for index in range(0, len(data), 5):
        step, start, length, kind, _ = data[index : index + 5]
        line, column = line + step, start if step else column + start
        place = {
            "start": {"line": line, "character": column},
            "end": {"line": line, "character": column + length},
        }
        found.append((cut(text, place, encoding), legend[kind]))
    assert ("Shop", "class") in found and ("rare", "enumMember") in found
    assert ("/* שלום */", "comment") in found and ("id", "parameter") in found
    assert ('"/עברית😀/{', "string") in found
    part = ask(session, "semanticTokens/range", range=whole(session))["data"]
    assert part == data


def test_structure(session):
    _, _, text, encoding = session
    symbols = ask(session, "documentSymbol")
    names = [cut(text, symbol["selectionRange"], encoding) for symbol in symbols]
    assert names[:3] == ["Product", "Shop", "Kind"]
    place = position(text, text.index("b.example") + 2, encoding)
    selection = ask(session, "selectionRange", positions=[place])[0]
    steps = []
    while selection:
        steps.append(cut(text, selection["range"], encoding))
        selection = selection.get("parent")
    assert steps[0] == "b.example" and steps[1] == '"b.example"'
    assert steps[2] == 'host == "b.example"' and steps[-1] == "\n".join(text.splitlines()) + "\n"
    assert all(inner in outer for inner, outer in zip(steps, steps[1:]))
    assert ask(session, "foldingRange")


def test_actions_and_hints(session):
    server, path, text, encoding = session
    start = position(text, text.index("Prodct"), encoding)
    actions = ask(
        session, "codeAction", range={"start": start, "end": start}, context={"diagnostics": []}
    )
    fix = next(action for action in actions if action["title"] == "Write `Product`")
    assert applied(text, fix["edit"]["changes"][uri(path)], encoding) == text.replace(
        "Prodct", "Product"
    )
    hints = ask(session, "inlayHint", range=whole(session))
    after = {
        cut(text, {"start": {"line": h["position"]["line"], "character": 0}, "end": h["position"]}, encoding)[-5:]: h["label"]
        for h in hints
    }
    assert after["😀/{id"] == ": String"


def test_completion(session):
    server, path, text, encoding = session
    list_ = ask(session, "completion", "Prodct", 4)
    edit = next(item for item in list_["items"] if item["label"] == "Product")["textEdit"]
    assert cut(text, edit["range"], encoding) == "Prodct"
    signature = ask(session, "signatureHelp", "kind: rare", 3)
    assert signature["activeParameter"] == 1


def test_edits(session):
    """Tests edits after each kind of character, as during typing."""
    server, path, text, encoding = session
    for number, needle in enumerate(["שלום */", "😀/{id}", "e\u0301 */", "نادر"]):
        at = position(text, text.index(needle) + len(needle), encoding)
        server.change(path, [{"range": {"start": at, "end": at}, "text": "é😀"}], number + 2)
        offset = text.index(needle) + len(needle)
        text = text[:offset] + "é😀" + text[offset:]
    server.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    changed = Server(None, server.capabilities)
    changed.open(path, text)
    wanted = changed.settled(path)
    server.open(path, TEXT, 1)
    server.change(path, [{"text": text}], 2)
    assert server.settled(path) == wanted
    changed.stop()
