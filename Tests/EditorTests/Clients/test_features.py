"""Tests every feature with the clients that pytest-lsp simulates, with their capabilities."""

import asyncio
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import (
    ClientServerConfig,
    LanguageClient,
    client_capabilities,
    make_test_lsp_client,
)
from server import LONG, PROGRAM, applied, cut, position

STORE = """\
/// Our own pages.
origin Store = "https://store.example"
flag isHome
/// The page of one product.
screen Product(id: String, kind: Kind?)
screen Shop(id: Int)
action selectTab(index: Int)
action openDeepLink(url: URL) -> Bool

handler NativeScreens {
  when path like "/product/{id}" present Product(id: id) cancel
  when path like "/shop/{id}" present Shop(id: id) cancel
}

/// What most pages use.
chain Default {
  when isHome attempt openDeepLink(url: url) cancel
  when isHome perform selectTab(index: 0) cancel
  use NativeScreens
  when path == "/product/a" allow
  when scheme in ["tel", "mailto"] open url cancel
  otherwise allow
}

script Zoom at documentEnd on Store from "zoom.js"

test Default {
  "https://store.example/product/7" present Product(id: "7") cancel
}
"""

BRIDGE = """\
enum Kind { plain, rare }
model CartItem { sku: String, kind: Kind = plain, note: String? }
/// Puts an item into the cart.
strategy Cart "cart" receives CartItem replies Int from Store
@deprecated("use Cart")
strategy Old from Store
call Resize sends { maxWidth: Int, kind: Kind }
render Article { Resize(maxWidth: 320, kind: rare) }
configuration Main { chain Default  strategies Cart, Old  scripts Zoom }
"""

PROFILES = ["visual-studio-code", "neovim@v0.7"]
if LONG:
    PROFILES += ["neovim", "emacs"]


def make_client():
    client = make_test_lsp_client()
    client.asked = []
    for method in (
        "client/registerCapability",
        "workspace/codeLens/refresh",
        "workspace/inlayHint/refresh",
        "window/showMessageRequest",
    ):
        client.feature(method)(lambda params, method=method: client.asked.append(method))
    return client


@pytest_lsp.fixture(
    params=PROFILES,
    config=ClientServerConfig(server_command=[PROGRAM, "lsp"], client_factory=make_client),
)
async def client(lsp_client: LanguageClient, request, tmp_path):
    (tmp_path / "store.bascule").write_text(STORE)
    (tmp_path / "bridge.bascule").write_text(BRIDGE)
    (tmp_path / "zoom.js").write_text("document.body.style.zoom = 1;\n")
    lsp_client.root = tmp_path
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=tmp_path.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="rules")],
        )
    )
    lsp_client.encoding = result.capabilities.position_encoding or "utf-16"
    lsp_client.texts = {}
    for name in ("store.bascule", "bridge.bascule"):
        text = (tmp_path / name).read_text()
        lsp_client.texts[uri(lsp_client, name)] = text
        lsp_client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                text_document=types.TextDocumentItem(
                    uri=uri(lsp_client, name), language_id="bascule", version=1, text=text
                )
            )
        )
    yield
    await lsp_client.shutdown_session()


def uri(client, name="store.bascule"):
    return (client.root / name).as_uri()


def document(client, name="store.bascule"):
    return types.TextDocumentIdentifier(uri=uri(client, name))


def at(client, needle, shift=0, name="store.bascule"):
    text = client.texts[uri(client, name)]
    place = position(text, text.index(needle) + shift, client.encoding)
    return types.Position(**place)


def here(client, needle, shift=0, name="store.bascule"):
    return {
        "text_document": document(client, name),
        "position": at(client, needle, shift, name),
    }


def plain(range_):
    return {
        end: {"line": getattr(range_, end).line, "character": getattr(range_, end).character}
        for end in ("start", "end")
    }


def text_of(client, location):
    return cut(client.texts[location.uri], plain(location.range), client.encoding)


def edited(client, edit):
    """Returns the texts after a workspace edit, in either form of edits."""
    changes = {
        change.text_document.uri: change.edits for change in edit.document_changes or []
    } or edit.changes
    return {
        target: applied(
            client.texts[target],
            [{"range": plain(e.range), "newText": e.new_text} for e in edits],
            client.encoding,
        )
        for target, edits in changes.items()
    }


async def change(client, text, version=2, name="store.bascule"):
    client.texts[uri(client, name)] = text
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(
                uri=uri(client, name), version=version
            ),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )


async def diagnostics(client, name="store.bascule"):
    """Returns pulled or pushed diagnostics, depending on the client."""
    if client.capabilities.text_document.diagnostic:
        report = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(text_document=document(client, name))
        )
        return report.items
    for _ in range(2400):
        if uri(client, name) in client.diagnostics:
            return client.diagnostics[uri(client, name)]
        await asyncio.sleep(0.05)
    raise AssertionError("no diagnostics came")


@pytest.mark.asyncio
async def test_diagnostics(client):
    found = await diagnostics(client)
    assert [d.code for d in found if d.severity != types.DiagnosticSeverity.Hint] == [
        "unreachable-rule"
    ]
    dead = found[0]
    assert dead.source == "bascule" and 'witness: "https://' in dead.message
    if client.capabilities.text_document.publish_diagnostics.related_information:
        assert text_of(client, dead.related_information[0].location) == 'path like "/product/{id}"'
    tags = client.capabilities.text_document.publish_diagnostics.tag_support
    assert list(dead.tags or []) == ([types.DiagnosticTag.Unnecessary] if tags else [])
    old = await diagnostics(client, "bridge.bascule")
    hints = [list(d.tags) for d in old if d.code == "deprecated"]
    assert hints == ([[types.DiagnosticTag.Deprecated]] if tags else [])


@pytest.mark.asyncio
async def test_a_change_is_seen_at_once(client):
    await diagnostics(client)
    client.diagnostics.clear()
    await change(client, STORE + "screen Product\n")
    codes = [d.code for d in await diagnostics(client)]
    assert "duplicate-declaration" in codes
    client.diagnostics.clear()
    await change(client, STORE, 3)
    assert "duplicate-declaration" not in [d.code for d in await diagnostics(client)]


@pytest.mark.asyncio
async def test_definitions(client):
    found = await client.text_document_definition_async(
        types.DefinitionParams(**here(client, "Product(id: id)"))
    )
    assert [text_of(client, place) for place in found] == ["Product"]
    found = await client.text_document_definition_async(
        types.DefinitionParams(**here(client, "rare)", 0, "bridge.bascule"))
    )
    assert [place.range.start.character for place in found] == [19]
    found = await client.text_document_definition_async(
        types.DefinitionParams(**here(client, "Store", 0, "bridge.bascule"))
    )
    assert found[0].uri == uri(client)
    found = await client.text_document_type_definition_async(
        types.TypeDefinitionParams(**here(client, "kind: Kind?"))
    )
    assert [text_of(client, place) for place in found] == ["Kind"]
    found = await client.text_document_type_definition_async(
        types.TypeDefinitionParams(**here(client, "Cart ", 0, "bridge.bascule"))
    )
    assert [text_of(client, place) for place in found] == ["CartItem"]


@pytest.mark.asyncio
async def test_references_and_highlights(client):
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **here(client, "Default {"), context=types.ReferenceContext(include_declaration=True)
        )
    )
    assert {pathlib.Path(place.uri).name for place in found} == {"store.bascule", "bridge.bascule"}
    assert [text_of(client, place) for place in found] == ["Default"] * 3
    found = await client.text_document_references_async(
        types.ReferenceParams(
            **here(client, "kind: Kind = plain", 0, "bridge.bascule"),
            context=types.ReferenceContext(include_declaration=False),
        )
    )
    assert list(found) == []
    marks = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**here(client, "id}"))
    )
    assert [mark.kind for mark in marks] == [
        types.DocumentHighlightKind.Write,
        types.DocumentHighlightKind.Read,
    ]


@pytest.mark.asyncio
async def test_rename(client):
    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**here(client, "Product(id: id)", 2))
    )
    assert prepared.placeholder == "Product"
    edit = await client.text_document_rename_async(
        types.RenameParams(**here(client, "Product(id: id)", 2), new_name="Ware")
    )
    assert edited(client, edit) == {
        uri(client): STORE.replace("Product(", "Ware("),
    }
    # The name is changed in several files, and names in JSON do not change.
    edit = await client.text_document_rename_async(
        types.RenameParams(**here(client, "rare", 0, "bridge.bascule"), new_name="scarce")
    )
    assert edited(client, edit) == {
        uri(client, "bridge.bascule"): BRIDGE.replace("rare }", 'scarce = "rare" }', 1).replace(
            "kind: rare", "kind: scarce"
        )
    }
    edit = await client.text_document_rename_async(
        types.RenameParams(**here(client, "Default {"), new_name="Main")
    )
    assert len(edited(client, edit)) == 2


REFUSED = [
        ("Product(id: id)", 0, "Shop"),  # taken
        ("Product(id: id)", 0, "host"),  # a value of the request
        ("Product(id: id)", 0, "two words"),
        ("Product(id: id)", 0, ""),
        ("id}", 0, "isHome"),  # would become the flag
        ("isHome", 0, "true"),  # a word of conditions
        ("path like", 0, "route"),  # a word of the language
]


@pytest.mark.asyncio
async def test_rename_refuses(client):
    for needle, shift, name in REFUSED:
        with pytest.raises(Exception) as error:
            await client.text_document_rename_async(
                types.RenameParams(**here(client, needle, shift), new_name=name)
            )
        assert error.value.code == -32803, (needle, name)


@pytest.mark.asyncio
async def test_symbols(client):
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document(client))
    )
    assert [symbol.name for symbol in symbols if symbol.name[0].isupper()][:2] == [
        "Store",
        "Product",
    ]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="crtitm"))
    assert [symbol.name for symbol in found] == ["CartItem"]


@pytest.mark.asyncio
async def test_call_hierarchy(client):
    items = await client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**here(client, "NativeScreens"))
    )
    assert [item.name for item in items] == ["NativeScreens"]
    calls = await client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert [call.from_.name for call in calls] == ["Default"]
    calls = await client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item=calls[0].from_)
    )
    assert [call.to.name for call in calls] == ["NativeScreens", "openDeepLink", "selectTab"]


HOVERS = [
        ("Product(id: id)", 0, "store.bascule", ["screen Product(id: String, kind: Kind?)", "one product"]),
        ("when path like", 1, "store.bascule", ["In `Default`", "reached by", "/product/"]),
        ("when path == ", 1, "store.bascule", ["no request reaches it", "handles"]),
        ("Cart \"", 0, "bridge.bascule", ["export function sendCart(", "Promise<number>", "into the cart"]),
        ("scheme in", 0, "store.bascule", ["scheme: String"]),
        ("attempt open", 0, "store.bascule", ["asks the app", "next rule"]),
        ("cancel", 0, "store.bascule", ["cancels the navigation"]),
        ("Old", 0, "bridge.bascule", ["**Deprecated**: use Cart"]),
]


@pytest.mark.asyncio
async def test_hover(client):
    for needle, shift, name, wanted in HOVERS:
        hover = await client.text_document_hover_async(
            types.HoverParams(**here(client, needle, shift, name))
        )
        for text in wanted:
            assert text.lower() in hover.contents.value.lower(), needle


async def labels(client, text):
    """Returns the completions at the bar."""
    offset = text.index("|")
    text = text.replace("|", "", 1)
    await change(client, text, 9)
    place = types.Position(**position(text, offset, client.encoding))
    found = await client.text_document_completion_async(
        types.CompletionParams(text_document=document(client), position=place)
    )
    return {item.label: item for item in found.items}


COMPLETIONS = [
        ("|", ["screen", "chain", "configuration"], ["when"]),
        ("chain A {\n  |\n}", ["when", "otherwise", "use", "frames"], ["screen"]),
        ("chain A {\n  use |\n}", ["NativeScreens", "Default"], ["Product"]),
        ("chain A {\n  when |\n}", ["path", "isHome", "exists"], ["Product", "cancel"]),
        ("chain A {\n  when path |\n}", ["like", "hasPrefix", "=="], ["<"]),
        ("chain A {\n  when path.count |\n}", ["<", "=="], ["like"]),
        ("chain A {\n  when path.|\n}", ["count"], ["host"]),
        ("chain A {\n  when frame == |\n}", ["main", "new"], ["linkActivated"]),
        ("chain A {\n  when navigation in [reload, |] cancel\n}", ["linkActivated"], ["main"]),
        ("chain A {\n  when url in |\n}", ["Store"], ["Product"]),
        ("chain A {\n  when scheme == \"tel\" |\n}", ["&&", "present", "cancel"], ["like"]),
        ("chain A {\n  when isHome present |\n}", ["Product", "Shop"], ["selectTab"]),
        ("chain A {\n  when isHome attempt |\n}", ["openDeepLink", "open url"], ["selectTab"]),
        ("chain A {\n  when isHome attempt open |\n}", ["url"], ["openDeepLink"]),
        ("chain A {\n  when isHome load url |\n}", ["setting", "removing", "cancel"], ["url"]),
        ("chain A {\n  when isHome load url setting |\n}", ["query", "scheme"], ["user", "method"]),
        ("chain A {\n  when isHome open url removing |\n}", ["query", "user"], ["scheme"]),
        ("chain A {\n  when path like \"/{nr}\" load url setting query.a = |\n}", ["nr", "host"], ["cancel"]),
        ("chain A {\n  when isHome present Product(|)\n}", ["id:", "kind:"], ["index:"]),
        ("chain A {\n  when isHome present Product(id: \"\", |) cancel\n}", ["kind:"], ["id:"]),
        ("chain A {\n  when isHome present Product(kind: |) cancel\n}", ["plain", "rare", "host"], []),
        ("chain A {\n  when path like \"/{nr}\" present Product(id: |) cancel\n}", ["nr"], ["id"]),
        ("chain A {\n  when path like \"/{nr}\" present Product(id: nr) |\n}", ["cancel", "push"], ["attempt"]),
        ("screen A(x: |)", ["String", "Kind"], ["Product", "CartItem"]),
        ("model A { k: Kind = | }", ["plain"], ["String"]),
        ("strategy A receives |", ["CartItem", "JSON"], ["Store"]),
        ("strategy A from |", ["Store"], ["String"]),
        ("strategy A |", ["receives", "replies", "from"], ["sends"]),
        ("event A |", ["sends", "queue", "to"], ["receives"]),
        ("event A sends Kind to |", ["Store"], ["Kind"]),
        ("call A to |", ["Store"], ["Kind"]),
        ("script A frames main |", ["on", "world", "from"], ["frames"]),
        ("script A on |", ["Store"], ["main"]),
        ("script A world |", ["app"], ["main"]),
        ("event A sends Kind queue |", ["newest", "none"], []),
        ("configuration A {\n  |\n}", ["chain", "strategies", "title"], ["when"]),
        ("configuration A {\n  chain |\n}", ["Default"], ["NativeScreens"]),
        ("configuration A {\n  strategies Cart, |\n}", ["Old"], ["Default"]),
        ("configuration A extends |", ["Main"], ["Default"]),
        ("test |", ["Default"], ["Main"]),
        ("test Default {\n  \"https://a.example\" with |\n}", ["isHome", "openDeepLink", "frame"], ["Product"]),
        ("test Default {\n  \"https://a.example\" |\n}", ["present", "cancel"], []),
        ("render A { | }", ["Resize"], ["Cart"]),
        ("render A { Resize(|) }", ["maxWidth:"], []),
        ("// bascule:ignore |", ["unreachable-rule"], ["syntax-error"]),
        ("// nothing |", [], ["screen"]),
        ("@|", ["deprecated"], []),
        ("origin A = \"|\"", [], ["Store"]),
]


@pytest.mark.asyncio
async def test_completion(client):
    completion = client.capabilities.text_document.completion.completion_item
    for line, wanted, unwanted in COMPLETIONS:
        found = await labels(client, STORE + "\n" + line + "\n")
        assert set(wanted) <= set(found), line
        assert not set(unwanted) & set(found), line
        for item in found.values():
            is_snippet = item.insert_text_format == types.InsertTextFormat.Snippet
            assert completion.snippet_support or not is_snippet


@pytest.mark.asyncio
async def test_completion_documents_and_replaces(client):
    found = await labels(client, STORE + "\nchain A {\n  when isHome present Pro|d cancel\n}\n")
    item = found["Product"]
    assert "one product" in getattr(item.documentation, "value", item.documentation)
    assert cut(client.texts[uri(client)], plain(item.text_edit.range), client.encoding) == "Prod"


@pytest.mark.asyncio
async def test_signature_help(client):
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(**here(client, 'Product(id: "7")', 9))
    )
    assert help_.signatures[0].label == "Product(id: String, kind: Kind?)"
    assert help_.active_parameter == 0
    help_ = await client.text_document_signature_help_async(
        types.SignatureHelpParams(**here(client, "kind: rare", 4, "bridge.bascule"))
    )
    assert help_.signatures[0].label == "Resize(maxWidth: Int, kind: Kind)"
    assert help_.active_parameter == 1


@pytest.mark.asyncio
async def test_semantic_tokens(client):
    first = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document(client))
    )
    await change(client, STORE.replace("flag isHome", "flag  isHome", 1))
    delta = await client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(
            text_document=document(client), previous_result_id=first.result_id
        )
    )
    data = list(first.data)
    for edit in delta.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data
    second = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document(client))
    )
    assert data == list(second.data) != list(first.data)
    assert sum(len(edit.data) for edit in delta.edits) <= 10
    part = await client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(
            text_document=document(client),
            range=types.Range(types.Position(2, 0), types.Position(3, 0)),
        )
    )
    assert len(part.data) == 10


@pytest.mark.asyncio
async def test_structure(client):
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=document(client))
    )
    lines = STORE.splitlines()
    assert "chain Default {" in [lines[fold.start_line] for fold in folds]
    selection = await client.text_document_selection_range_async(
        types.SelectionRangeParams(
            text_document=document(client), positions=[at(client, "tel")]
        )
    )
    assert cut(STORE, plain(selection[0].range)) == "tel"
    links = await client.text_document_document_link_async(
        types.DocumentLinkParams(text_document=document(client))
    )
    assert [link.target for link in links] == [uri(client, "zoom.js")]


async def actions(client, needle, end=None, name="store.bascule"):
    start = at(client, needle, 0, name)
    stop = at(client, end, 0, name) if end else start
    return {
        action.title: action
        for action in await client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=document(client, name),
                range=types.Range(start, stop),
                context=types.CodeActionContext(diagnostics=[]),
            )
        )
    }


@pytest.mark.asyncio
async def test_code_actions(client):
    found = await actions(client, "path == ")
    ignored = edited(client, found["Ignore `unreachable-rule` here, with a reason"].edit)
    assert "  // bascule:ignore unreachable-rule -- " in ignored[uri(client)]
    moved = edited(client, found["Move the rule before the rule that shadows it"].edit)[uri(client)]
    assert moved.index("path == ") < moved.index("use NativeScreens")
    assert sorted(moved) == sorted(STORE)

    found = await actions(client, "use NativeScreens")
    inlined = edited(client, found["Inline the handler `NativeScreens`"].edit)[uri(client)]
    assert "NativeScreens" not in inlined and inlined.count("present Shop") == 1

    found = await actions(client, "when isHome", "selectTab(index: 0)")
    extracted = edited(client, found["Extract 2 rules to a handler"].edit)[uri(client)]
    assert "handler Extracted {\n  when isHome" in extracted and "  use Extracted\n" in extracted

    found = await actions(client, "when scheme in")
    resolved = await client.code_action_resolve_async(found["Write a test for this rule"])
    tested = edited(client, resolved.edit)[uri(client)]
    assert '  "tel:' in tested and tested.count("test Default {") == 1


@pytest.mark.asyncio
async def test_fix_all(client):
    text = STORE.replace("present Shop(", "presnt Shop(").replace("use NativeScreens", "usee NativeScreens")
    await change(client, text)
    found = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document(client),
            range=types.Range(types.Position(0, 0), types.Position(0, 0)),
            context=types.CodeActionContext(diagnostics=[], only=["source.fixAll"]),
        )
    )
    assert [action.title for action in found] == ["Apply all 2 safe fixes"]
    assert edited(client, found[0].edit) == {uri(client): STORE}


@pytest.mark.asyncio
async def test_missing_declarations(client):
    text = STORE.replace("perform selectTab(index: 0)", "perform selectTap(n: 1, to: url)")
    text = text.replace("present Shop(id: id)", "present Cafe(id: id)")
    await change(client, text)
    found = await actions(client, "selectTap")
    declared = edited(client, found["Declare the action `selectTap`"].edit)[uri(client)]
    assert "action selectTap(n: Int, to: URL)\n\n/// What most pages use.\nchain" in declared
    found = await actions(client, "Cafe")
    declared = edited(client, found["Declare the screen `Cafe`"].edit)[uri(client)]
    assert "screen Cafe(id: String)\n\nhandler NativeScreens" in declared


@pytest.mark.asyncio
async def test_code_lenses_and_commands(client):
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(text_document=document(client))
    )
    titles = []
    traced = False
    for lens in lenses:
        if lens.command is None:
            lens = await client.code_lens_resolve_async(lens)
        titles.append(lens.command.title)
        if lens.command.title == "run test":
            result = await client.workspace_execute_command_async(
                types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
            )
            assert dict(result._asdict() if hasattr(result, "_asdict") else result)["failed"] == 0
        if lens.command.title.startswith('reached by "https://store.example/shop/'):
            trace = await client.workspace_execute_command_async(
                types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
            )
            assert "decided at store.bascule:12" in trace
            traced = True
    assert traced
    assert "used by 1 chain" in titles and "trace a request…" in titles and "run test" in titles
    assert "never reached" in titles
    assert any(title.startswith('reached by "https://') for title in titles)


@pytest.mark.asyncio
async def test_inlay_hints(client):
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(
            text_document=document(client),
            range=types.Range(types.Position(0, 0), types.Position(100, 0)),
        )
    )
    assert [hint.label for hint in hints] == [": String", ": String", "if Int"]


def formatted(client, edits):
    text = client.texts[uri(client)]
    plain_edits = [{"range": plain(e.range), "newText": e.new_text} for e in edits or []]
    return applied(text, plain_edits, client.encoding)


OPTIONS = types.FormattingOptions(tab_size=2, insert_spaces=True)


@pytest.mark.asyncio
async def test_formatting(client):
    bad = STORE.replace("  when isHome perform", "      when   isHome   perform")
    bad = bad.replace("flag isHome\n", "flag    isHome\n")
    await change(client, bad)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=document(client), options=OPTIONS)
    )
    whole = formatted(client, edits)
    assert "\n  when isHome perform" in whole and "\nflag isHome\n" in whole
    line = bad[: bad.index("flag    isHome")].count("\n")
    edits = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(
            text_document=document(client),
            range=types.Range(types.Position(line, 0), types.Position(line, 5)),
            options=OPTIONS,
        )
    )
    part = formatted(client, edits)
    assert part == bad.replace("flag    isHome", "flag isHome")
    await change(client, whole, 3)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=document(client), options=OPTIONS)
    )
    assert not edits
    # Files with syntax errors are not formatted.
    await change(client, bad + "chain {", 4)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=document(client), options=OPTIONS)
    )
    assert not edits


@pytest.mark.asyncio
async def test_formatting_while_typing(client):
    rule = "chain A {\n  when   isHome   allow\n"
    await change(client, rule + "  \n  otherwise allow\n}\n" + STORE)
    edits = await client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(
            text_document=document(client), position=types.Position(2, 2), ch="\n", options=OPTIONS
        )
    )
    assert formatted(client, edits).startswith("chain A {\n  when isHome allow\n  \n")
    # The new line is indented, also while its rule is not complete.
    for version, (text, columns) in enumerate([
        ("chain A {\n", 2), ("chain A {\n  when isHome\n", 4), ("chain A {\n  when isHome\n      \n", 4),
        ("chain A {\n  when isHome &&\n", 6), ("chain A {\n  when isHome allow\n\t", 2),
    ], 10):
        await change(client, text + "\n" + STORE, version)
        line = text.count("\n")
        edits = await client.text_document_on_type_formatting_async(
            types.DocumentOnTypeFormattingParams(
                text_document=document(client), ch="\n", options=OPTIONS,
                position=types.Position(line, len(text.split("\n")[-1])),
            )
        )
        assert formatted(client, edits).split("\n")[line] == " " * columns, text
    await change(client, "chain A {\n when   isHome   allow\n    }\n" + STORE, 30)
    edits = await client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(
            text_document=document(client), position=types.Position(2, 5), ch="}", options=OPTIONS
        )
    )
    assert formatted(client, edits) == "chain A {\n  when isHome allow\n}\n" + STORE


@pytest.mark.asyncio
async def test_folders_come_and_go(client, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "bascule.json").write_text("{}")
    (other / "a.bascule").write_text("flag inOther\n")
    folder = types.WorkspaceFolder(uri=other.as_uri(), name="other")
    for added, wanted in [(True, ["inOther"]), (False, [])]:
        client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(
                event=types.WorkspaceFoldersChangeEvent(
                    added=[folder] if added else [], removed=[] if added else [folder]
                )
            )
        )
        found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="inOther"))
        assert [symbol.name for symbol in found] == wanted


@pytest.mark.asyncio
async def test_files_change_on_disk(client):
    new = client.root / "new.bascule"
    new.write_text("flag fromDisk\n")
    event = types.FileEvent(uri=new.as_uri(), type=types.FileChangeType.Created)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[event]))
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="fromDisk"))
    assert [symbol.name for symbol in found] == ["fromDisk"]
    new.unlink()
    event = types.FileEvent(uri=new.as_uri(), type=types.FileChangeType.Deleted)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[event]))
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="fromDisk"))
    assert list(found) == []
