"""Tests `bascule.json` in an editor: findings with fixes, completion, hover, severities by quick fixes, renamed files."""

import json

import pytest
from server import ROOT, UTF32, Server, applied, as_finding, check, position, without_files

RULES = """\
flag isHome
chain Main { otherwise allow }
script Zoom at documentEnd from "js/zoom.js"
configuration Only { chain Main  scripts Zoom }
"""


@pytest.fixture
def started(tmp_path):
    (tmp_path / "a.bascule").write_text(RULES)
    (tmp_path / "js").mkdir()
    (tmp_path / "js/zoom.js").write_text("void 0\n")
    (tmp_path / "bascule.json").write_text("{}\n")
    server = Server(tmp_path, UTF32)
    yield server, tmp_path
    assert server.stop() == 0


def ask(server, path, method, marked, **more):
    """Opens a file with the text, and returns the answer about the mark in it."""
    before, after = marked.split("‸")
    text = before + after
    server.open(path, text)
    result = server.request(
        f"textDocument/{method}",
        {"textDocument": {"uri": path.as_uri()}, "position": position(text, len(before), "utf-32"), **more},
    )
    server.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    return text, result


def completed(started, marked):
    """Returns the label of each item, with the text after the item has been chosen."""
    server, folder = started
    text, result = ask(server, folder / "bascule.json", "completion", marked)
    return {
        item["label"]: applied(text, [item["textEdit"]], "utf-32") for item in (result or {"items": []})["items"]
    }


def test_keys_are_completed(started):
    schema = json.loads((ROOT / "grammar/bascule.schema.json").read_text())["properties"]
    assert set(completed(started, "{‸}")) == set(schema)
    assert set(completed(started, "{‸")) == set(schema)
    found = completed(started, '{"strict": true, "fo‸"}')
    assert "strict" not in found
    assert found["format"] == '{"strict": true, "format": }'
    assert completed(started, '{"‸": "json"}')["format"] == '{"format": "json"}'
    swift = completed(started, '{\n  "swift": {\n    "output": "a",\n    ‸\n  }\n}\n')
    assert set(swift) == set(schema["swift"]["properties"]) - {"output"}
    # After a value without a comma, and in the objects of a list.
    assert "format" in completed(started, '{\n  "strict": true\n  "f‸\n}')
    assert set(completed(started, '{"accepted": [{"change": "x", ‸}]}')) == {"declaration", "reason"}
    assert completed(started, '{"baseline": {‸}}') == {}
    assert completed(started, '{"strict" ‸}') == {}


def test_values_are_completed(started):
    assert completed(started, '{"format": ‸}')["sarif"] == '{"format": "sarif"}'
    assert completed(started, '{"format": "s‸"}')["sarif"] == '{"format": "sarif"}'
    assert completed(started, '{"strict": ‸}') == {"true": '{"strict": true}', "false": '{"strict": false}'}
    assert set(completed(started, '{"swift": {"access": ‸')) == {"public", "package", "internal"}
    codes = completed(started, '{"severities": {"any-origin": "off", "‸"}}')
    assert {"unused-declaration", "security"} <= set(codes)
    assert not {"any-origin", "syntax-error"} & set(codes)
    assert set(completed(started, '{"severities": {"any-origin": ‸}}')) == {"off", "info", "warning", "error"}
    ignored = completed(started, '{"ignore": {"Legacy/**": ["any-origin", "‸"]}}')
    assert "unused-declaration" in ignored and "syntax-error" not in ignored
    assert completed(started, '{"ignore": {"‸"}}') == {}
    assert completed(started, '{"links": {"chain": ‸}}') == {"Main": '{"links": {"chain": "Main"}}'}


def test_each_place_of_the_schema_is_completed(started):
    """Tests that completion offers the keys and words that the schema allows at a place."""
    schema = json.loads((ROOT / "grammar/bascule.schema.json").read_text())

    def walk(value, before, after):
        if "enum" in value:
            assert set(completed(started, before + "‸" + after)) == set(value["enum"]), before
        for name, inner in value.get("properties", {}).items():
            if "$ref" in inner:
                continue
            found = completed(started, before + '{"' + name[:1] + "‸" + '"}' + after)
            assert name in found, f"{name} in {before}"
            walk(inner, before + json.dumps({name: 0})[:-2], "}" + after)
        if "items" in value:
            walk(value["items"], before + "[", "]" + after)

    walk(schema, "", "")


def test_hover(started):
    server, folder = started
    path = folder / "bascule.json"
    schema = json.loads((ROOT / "grammar/bascule.schema.json").read_text())["properties"]
    codes = schema["severities"]["properties"]

    def text(marked):
        hover = ask(server, path, "hover", marked)[1]
        return hover and hover["contents"]["value"]

    for key, value in schema.items():
        assert text('{"' + key[:1] + "‸" + key[1:] + '": 1}') == value["description"]
    assert text('{"swift": {"ac‸cess": 1}}') == schema["swift"]["properties"]["access"]["description"]
    description = codes["unused-declaration"]["description"]
    found = text('{"severities": {"unused-‸declaration": "off"}}')
    assert found.startswith(f"`unused-declaration`: {description}\n\n")
    assert "`any-origin`" in text('{"ignore": {"a": ["secu‸rity"]}}')
    assert text('{"nothing‸": 1}') is None
    assert text('{"format": "js‸on"}') is None


def actions(server, path, line, character=3, kind="quickfix"):
    place = {"line": line, "character": character}
    return server.request(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": path.as_uri()},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "only": [kind]},
        },
    )


def test_findings_have_their_fixes(started):
    server, folder = started
    path = folder / "bascule.json"
    text = '{"strcit": true}\n'
    server.open(path, text)
    (finding,) = server.settled(path)
    assert finding["code"] == "invalid-configuration"
    (action,) = actions(server, path, 0)
    assert action["diagnostics"][0]["message"] == finding["message"]
    edits = action["edit"]["changes"][path.as_uri()]
    assert applied(text, edits, "utf-32") == '{"strict": true}\n'


@pytest.mark.parametrize("before,after", [
    ("{}\n", '{\n  "severities": {\n    "unused-declaration": "off"\n  }\n}\n'),
    ('{ "strict": false }\n', '{ "strict": false, "severities": { "unused-declaration": "off" } }\n'),
    (
        '{\n\t"strict": false\n}\n',
        '{\n\t"strict": false,\n\t"severities": {\n\t\t"unused-declaration": "off"\n\t}\n}\n',
    ),
    (
        '{\n  "severities": {\n    "any-origin": "off"\n  },\n  "strict": false\n}\n',
        '{\n  "severities": {\n    "any-origin": "off",\n    "unused-declaration": "off"\n  },\n  "strict": false\n}\n',
    ),
    (
        '{"severities": {"unused-declaration": "warning"}}\n',
        '{"severities": {"unused-declaration": "off"}}\n',
    ),
    ('{\n  "severities": {}\n}\n', '{\n  "severities": {\n    "unused-declaration": "off"\n  }\n}\n'),
])
def test_a_severity_is_set_by_a_quick_fix(tmp_path, before, after):
    path = tmp_path / "a.bascule"
    path.write_text("flag isHome\nchain Main { otherwise allow }\nconfiguration Only { chain Main }\n")
    configuration = tmp_path / "bascule.json"
    configuration.write_text(before)
    server = Server(tmp_path, UTF32)
    found = server.settled(path)
    assert [item["code"] for item in found] == ["unused-declaration"]
    offered = {action["title"]: action for action in actions(server, path, 0, 6)}
    assert "Report `unused-declaration` as error in bascule.json" in offered
    assert "Report `unused-declaration` as warning in bascule.json" not in offered
    edit = offered["Switch `unused-declaration` off in bascule.json"]["edit"]
    assert list(edit["changes"]) == [configuration.as_uri()]
    assert applied(before, edit["changes"][configuration.as_uri()], "utf-32") == after
    server.open(configuration, after)
    assert server.settled(path) == []
    assert server.stop() == 0


def test_a_configuration_without_rules_has_findings(tmp_path):
    path = tmp_path / "bascule.json"
    server = Server(tmp_path, UTF32)
    server.open(path, '{"strcit": true}')
    assert [item["code"] for item in server.settled(path)] == ["invalid-configuration"]
    assert server.stop() == 0


# Renamed files


def renamed(server, folder, *moves):
    """Returns the texts of the files that are edited when files or folders move."""
    edit = server.request(
        "workspace/willRenameFiles",
        {"files": [
            {"oldUri": (folder / old).as_uri(), "newUri": (folder / new).as_uri()} for old, new in moves
        ]},
    )
    files = {}
    for path in folder.rglob("*"):
        edits = (edit or {"changes": {}})["changes"].get(path.as_uri())
        if edits:
            files[str(path.relative_to(folder))] = applied(path.read_text(), edits, "utf-32")
    return files


def test_names_of_files_follow_them(tmp_path):
    rules = tmp_path / "rules"
    (rules / "js").mkdir(parents=True)
    (rules / "js/zoom.js").write_text("void 0\n")
    (rules / "lists").mkdir()
    (rules / "lists/ads.json").write_text("[]")
    text = (
        'chain Main { otherwise allow }\nscript Zoom at documentEnd from "js/zoom.js"\n'
        'configuration Only { chain Main  scripts Zoom  block from "lists/ads.json" }\n'
    )
    (rules / "a.bascule").write_text(text)
    (rules / "old.bascule").write_text("")
    configuration = json.dumps({
        "extends": "../base.json", "swift": {"output": "../App/Rules"}, "baseline": "known.json",
        "ignore": {"old.bascule": ["all"], "*.draft": []}, "exclude": ["/drafts/"],
    })
    (rules / "bascule.json").write_text(configuration)
    (tmp_path / "base.json").write_text("{}")
    server = Server(tmp_path, UTF32)
    server.settled(rules / "a.bascule")

    def expect(moves, **files):
        found = renamed(server, tmp_path, *moves)
        assert found == {f"rules/{name.replace('_', '.')}": value for name, value in files.items()}

    expect([("rules/js/zoom.js", "rules/js/scale.js")], a_bascule=text.replace("js/zoom", "js/scale"))
    expect([("rules/js", "rules/scripts")], a_bascule=text.replace("js/zoom", "scripts/zoom"))
    expect([("rules/lists/ads.json", "rules/ads.json")], a_bascule=text.replace("lists/ads", "ads"))
    expect([("base.json", "shared/base.json")], bascule_json=configuration.replace("../base", "../shared/base"))
    expect([("App", "Sources")], bascule_json=configuration.replace("../App", "../Sources"))
    expect([("rules/old.bascule", "rules/Legacy/b.bascule")],
           bascule_json=configuration.replace('"old.bascule"', '"Legacy/b.bascule"'))
    expect([("rules/drafts", "rules/notes")], bascule_json=configuration.replace("/drafts/", "/notes/"))
    # If the folder moves, the paths to other files change.
    expect([("rules", "routes")])
    expect([("rules", "App/rules")], bascule_json=configuration.replace("../base", "../../base").replace(
        "../App/Rules", "../Rules"))
    # Neither rules nor patterns can name files outside of their folder.
    expect([("rules/js/zoom.js", "zoom.js"), ("rules/drafts", "drafts")])
    expect([("other", "another")])
    assert server.stop() == 0


# Universal links


def test_universal_links_have_the_findings_of_check(tmp_path):
    (tmp_path / "a.bascule").write_text(
        "screen Shop\n"
        "chain Main {\n"
        '  when host == "shop.example" && path hasPrefix "/help" present Shop() cancel\n'
        '  when host == "shop.example" && path hasPrefix "/shop" present Shop() cancel\n'
        "  otherwise allow\n}\nconfiguration Only { chain Main }\n"
    )
    association = tmp_path / "apple-app-site-association"
    links = {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [
        {"/": "/help/*", "exclude": True}, {"/": "/shop/*"}, {"/": "/cart/*"}]}]}}
    association.write_text(json.dumps(links))
    (tmp_path / "bascule.json").write_text(json.dumps({"links": {
        "file": association.name, "app": "ABCDE12345.com.example.shop", "host": "shop.example", "chain": "Main"}}))
    server = Server(tmp_path, UTF32)

    def shown(name="a.bascule"):
        return [as_finding(item) for item in server.published(tmp_path / name)]

    def relative(findings):
        """Returns the findings without the folder in their messages, sorted."""
        shortened = [
            {**finding, "message": finding["message"].replace(f"{tmp_path}/", "")} for finding in findings
        ]
        return sorted(shortened, key=str)

    server.quiet()
    expected = [without_files(finding) for finding in check(tmp_path)]
    assert {"unhandled-link", "excluded-link"} <= {finding["code"] for finding in expected}
    assert relative(shown()) == relative(expected)
    # The texts in the editor count.
    links["applinks"]["details"][0]["components"] = [{"/": "/shop/*"}]
    server.open(association, json.dumps(links))
    server.quiet()
    assert not {"unhandled-link", "excluded-link"} & {finding["code"] for finding in shown()}
    server.open(tmp_path / "bascule.json", (tmp_path / "bascule.json").read_text().replace("Main", "Mian"))
    server.quiet()
    assert [item["message"] for item in shown("bascule.json")] == ["the rule set has no chain `Mian`"]
    assert server.stop() == 0
