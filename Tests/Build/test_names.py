"""No name that `check` accepts stops generated code from compiling or changes its meaning, in both languages.

Names are the keywords of the compilers, the types and members of the standard libraries, and every word of the
run-time support and of generated code. Each is tried as every kind of name that the grammar has.
"""

import json
import os
import pathlib
import random
import re
import shutil

import pytest

from conftest import BASCULE, LONG, ROOT, run, tool

SEED = int(os.environ.get("BASCULE_SEED", "44"))

# A declaration of each kind with the name `N` and the number `I`, which is used in each place where generated code
# can name it.
KINDS = {
    "origin": """origin N = "https://aI.example"
        chain ChainI { when url in N cancel otherwise allow }
        strategy StrategyI from N
        script ScriptI at documentEnd on N "f();"
        configuration RoleI { chain ChainI strategies StrategyI scripts ScriptI
          mediaCapture grant from N  scheme "sI" handler answerI from N }""",
    "given origin": """value serverI: URL
        origin N = serverI
        chain ChainI { when url in N cancel otherwise allow }
        strategy StrategyI from N
        script ScriptI at documentEnd on N "f();"
        configuration RoleI { chain ChainI strategies StrategyI scripts ScriptI }""",
    "flag": "flag N\nchain ChainI { when N cancel otherwise allow }",
    "value": """value N: String
        chain ChainI { when host == N present ShownI(text: N) cancel otherwise allow }
        screen ShownI(text: String)
        configuration RoleI { chain ChainI applicationName N }""",
    "value of URLs": "value N: [URL]\nchain ChainI { when url in N cancel otherwise allow }",
    "condition": 'condition N = path == "/I"\nchain ChainI { when N cancel otherwise allow }',
    "screen": 'screen N\nchain ChainI { when path == "/I" present N cancel otherwise allow }',
    "screen with parameters": """screen N(path: String, other: Int?)
        chain ChainI { when path[1] == "I" push N(path: path, other: query.o) cancel
          otherwise allow }""",
    "action": 'action N\nchain ChainI { when path == "/I" perform N cancel otherwise allow }',
    "action with parameters": """action N(text: String) -> Bool
        chain ChainI { when path[1] == "I" attempt N(text: path) cancel otherwise allow }""",
    "async action": """action N async -> Bool
        chain ChainI { when path[1] == "I" attempt N cancel otherwise allow }""",
    "handler": """handler N { when path == "/I" cancel }
        chain ChainI { use N otherwise allow }""",
    "chain": """chain N { when path == "/I" cancel otherwise allow }
        chain ChainI { use N otherwise allow }
        configuration RoleI { chain N }""",
    "responses": """responses N { when status == 404 cancel otherwise allow }
        configuration RoleI { responses N }""",
    "model": """model N { text: String, next: N?, given: Int = 1 }
        model HolderI { one: N, many: [N], some: N?, map: [String: N] }
        strategy StrategyI receives HolderI replies N from Site
        event EventI sends N to Site
        call CallI sends N replies [N] to Site
        script ScriptI(value: N) at documentEnd on Site "f();" """,
    "enum": """enum N { left, right = "r" }
        model HolderI { one: N = left, many: [N] = [left], some: N?, map: [String: N] }
        strategy StrategyI receives HolderI replies N from Site
        screen ShownI(side: N)
        chain ChainI { when path like "/I/{side: N}" present ShownI(side: side) cancel
          when path == "/I" present ShownI(side: query.side) cancel otherwise allow }""",
    "union": """union N by "kind" { left(text: String, given: Int = 1), right "r" }
        model HolderI { one: N, many: [N], some: N?, map: [String: N] }
        strategy StrategyI receives HolderI replies N from Site
        event EventI sends N to Site""",
    "union of kinds": """union N { text(String), list([Int]) }
        strategy StrategyI receives [N] replies N from Site
        strategy MapI receives [String: N?] replies [N]? from Site
        strategy SomeI receives N? replies N? from Site
        strategy ManyI receives [N?]? replies [String: N] from Site
        call CallI sends [N] replies [String: [N]] to Site
        call SomeCallI sends N? replies N? to Site""",
    "strategy": "strategy N from Site\nconfiguration RoleI { strategies N }",
    "strategy with payload": """strategy N "iI" receives { text: String } replies { text: String } from Site
        configuration RoleI { strategies N }""",
    "strategy of a channel": """channel ChannelI "cI" by "kind" { strategy N "n" receives [Int] from Site }
        configuration RoleI { channels ChannelI }""",
    "channel": """channel N "iI" by "kind" { strategy StrategyI receives { text: String } from Site }
        configuration RoleI { channels N }""",
    "invariant": "chain ChainI { otherwise allow }\ninvariant N for ChainI { never download }",
    "event": 'event N "iI" to Site',
    "event with payload": 'event N "iI" sends { text: String } to Site',
    "call": 'call N "iI" to Site',
    "call with payload": 'call N "iI" sends { text: String } replies { text: String } to Site',
    "call of a function": 'call N function "page.fI"(text: String) replies Bool to Site',
    "render": 'call CallI sends String to Site\nrender N { CallI("a") }',
    "dispatch": """dispatch N function "page.gI"
        strategy StrategyI receives String replies Int via N from Site""",
    "script": 'script N at documentEnd on Site "f();"\nconfiguration RoleI { scripts N }',
    "script with parameters": 'script N(text: String) at documentEnd on Site "f();"',
    "configuration": "configuration N { title web }",
    "scheme handler": 'configuration RoleI { scheme "hI" handler N }',
    "field": """model ModelI { N: String, other: Int = 1 }
        strategy StrategyI receives ModelI replies ModelI from Site""",
    "field of an inline type": "strategy StrategyI receives { holder: { N: Int? } } from Site",
    "field with an inline type": "strategy StrategyI receives { N: { text: String } } from Site",
    "deprecated field": """model ModelI { @deprecated("x") N: String, other: Int }
        strategy StrategyI receives ModelI from Site""",
    "case of an enum": """enum EnumI { N, other }
        strategy StrategyI receives [EnumI] replies EnumI from Site
        model ModelI { given: EnumI = N }
        event EventI sends ModelI to Site""",
    "case of a union": """union UnionI by "kind" { N(text: String), other }
        strategy StrategyI receives UnionI replies UnionI from Site""",
    "empty case of a union": """union UnionI by "kind" { N, other(text: String) }
        strategy StrategyI receives UnionI replies UnionI from Site""",
    "case of a union of kinds": """union UnionI { N(String), other(Int) }
        strategy StrategyI receives UnionI replies UnionI from Site""",
    "field of a union": """union UnionI by "kind" { one(N: String, more: Int = 1), other }
        strategy StrategyI receives UnionI replies UnionI from Site""",
    "parameter of a screen": """screen ShownI(N: String, more: Int?)
        chain ChainI { when path[1] == "I" present ShownI(N: path, more: query.N) cancel
          otherwise allow }""",
    "parameter of an action": """action actI(N: String) async -> Bool
        chain ChainI { when path[1] == "I" attempt actI(N: path) cancel otherwise allow }""",
    "parameter of a script": """script ScriptI(N: String, other: Int = 1) at documentEnd on Site "f(N);" """,
    "parameter of a call": 'call CallI function "page.fI"(N: String, other: Int?) to Site',
    "capture": """screen ShownI(text: String)
        chain ChainI { when path like "/I/{N}" present ShownI(text: N) cancel otherwise allow }""",
    "field of a page": """dispatch DispatchI function "page.hI" replies ({ N: reply }) fails ({ N: error.message })
        strategy StrategyI receives String replies Int via DispatchI from Site""",
}

def interface(module):
    """Returns the interface of a module of the toolchain as text."""
    resources = json.loads(run(tool("swiftc"), "-print-target-info", cwd=ROOT).stdout)
    libraries = pathlib.Path(resources["paths"]["runtimeResourcePath"])
    found = [*libraries.glob(f"*/{module}.swiftmodule/*.swiftinterface")]
    public = [path for path in found if ".private." not in path.name]
    assert public, f"the toolchain has no interface of {module} in {libraries}"
    return public[0].read_text()


def swift_keywords():
    body = re.search(r"public enum Keyword : .*?\n}", interface("SwiftSyntax"), re.S)
    assert body
    words = set(re.findall(r"^  case `?(\w+)`?$", body.group(), re.M))
    assert {"any", "each", "some", "async", "nonisolated", "inout", "consume"} <= words
    return words


DECLARED = re.compile(
    r"\b(?:class|struct|enum|protocol|actor|func|var|let|case|typealias|associatedtype|macro)\s+`?([A-Za-z]\w*)`?")


def swift_library():
    """Returns the types, functions and members of the standard library and of the stand-ins for Apple's frameworks.
    """
    texts = [interface(module) for module in ("Swift", "_Concurrency", "_StringProcessing")]
    texts += [path.read_text() for path in (ROOT / "Tests/WebKitStandIn/Sources").rglob("*.swift")]
    return {name for text in texts for name in DECLARED.findall(text)}


def foundation(folder):
    """Returns the names of Foundation, which has no interface as text."""
    info = json.loads(run(tool("swiftc"), "-print-target-info", cwd=ROOT).stdout)
    names = set()
    for module in ("FoundationEssentials", "Foundation"):
        run(tool("swift-symbolgraph-extract"), "-module-name", module, "-target",
            info["target"]["triple"], "-minimum-access-level", "public", "-output-dir", folder,
            "-skip-synthesized-members", "-skip-inherited-docs", cwd=folder)
        for graph in folder.glob(f"{module}*.symbols.json"):
            for symbol in json.loads(graph.read_text())["symbols"]:
                names |= {re.split(r"\W", name)[0] for name in symbol["pathComponents"]}
    assert {"URL", "Notification", "Measurement"} <= names
    return names


def words(text):
    return set(re.findall(r"[A-Za-z]\w*", text))


def support():
    """Returns every word of the run-time support, with and without the prefixes and suffixes of the generator."""
    paths = [path for path in (ROOT / "Sources/Runtime").rglob("*.*") if path.suffix in (".swift", ".ts")]
    found = set().union(*(words(path.read_text()) for path in paths))
    generator = (ROOT / "Sources/GeneratedNames").rglob("*Names.swift")
    affixes = set()
    for path in generator:
        text = path.read_text()
        suffixes = re.search(r"enum Suffix.*?\n  }", text, re.S)
        prefixes = re.search(r"enum Prefix.*?\n  }", text, re.S)
        if suffixes: affixes |= set(re.findall(r'case \w+ = "(\w+)"', suffixes.group()))
        if prefixes: affixes |= set(re.findall(r"\b(?:case |, )(\w+)", prefixes.group()))
    assert {"Event", "ScriptMessageStrategy", "encode"} <= affixes
    for word in list(found):
        for affix in affixes | {"Input", "Payload", "Storage", "Script", "Reply", "App", "make"}:
            if word.endswith(affix) and word != affix: found.add(word.removesuffix(affix))
            if word.startswith(affix) and word != affix: found.add(word.removeprefix(affix))
    return found


def typescript_words():
    """Returns the words in the declarations of the language and the browser, which include all keywords of types."""
    library = run(tool("deno"), "types", cwd=ROOT).stdout
    declared = re.compile(
        r"\b(?:function|class|interface|type|const|let|var|namespace)\s+([A-Za-z]\w*)")
    keywords = """abstract accessor any arguments as asserts assert async await bigint boolean break case catch class
        const constructor continue debugger declare default defer delete do else enum eval export extends false
        finally for from function get global globalThis if implements import in infer instanceof interface
        intrinsic is keyof let module namespace never new null number object of out override package private
        protected public readonly require return satisfies set static string super switch symbol this throw
        true try type typeof undefined unique unknown using var void while with yield""".split()
    return set(declared.findall(library)) | set(keywords)


@pytest.fixture(scope="session")
def names(tmp_path_factory):
    """All names, in an order that depends on the seed. A third of a sample are keywords or words of the support."""
    own = swift_keywords() | support() | set(swift_file_names())
    others = swift_library() | typescript_words() | foundation(tmp_path_factory.mktemp("graphs"))
    valid = re.compile(r"[A-Za-z]\w*\Z", re.ASCII)
    own = sorted(name for name in own if valid.match(name) and "_" not in name)
    others = sorted(name for name in others - set(own) if valid.match(name) and "_" not in name)
    assert len(own) > 1500 and len(others) > 4000
    return own, others


def swift_file_names():
    return [path.name.split(".")[0] for path in (ROOT / "Tests/GoldenTests/Generated/showcase").glob("*.golden")]


class RuleSet:
    """The showcase, which uses all of the run-time support, and declarations with names as blocks of lines."""

    def __init__(self, folder, declarations):
        self.folder = folder
        self.blocks = []
        for number, (kind, name) in enumerate(declarations):
            text = re.sub(r"\bN\b", name, re.sub(r"I(?=\W)", str(number), KINDS[kind]))
            self.blocks.append((kind, name, re.sub(r"\n *", "\n", text)))
        shutil.copytree(ROOT / "rules/showcase", folder / "rules")
        (folder / "rules/bascule.json").unlink()

    def write(self):
        text = 'origin Site = "https://site.example"\n'
        self.starts = []
        for _, _, block in self.blocks:
            self.starts.append(text.count("\n") + 1)
            text += block + "\n"
        (self.folder / "rules/names.bascule").write_text(text)

    def accept(self):
        """Removes the blocks that `check` does not accept, and returns them with the findings."""
        refused = []
        while True:
            self.write()
            result = run(BASCULE, "check", "--format", "json", "rules", cwd=self.folder, check=False)
            findings = [f for f in json.loads(result.stdout)["findings"] if f["severity"] == "error"]
            if not findings: return refused
            wrong = {}
            for finding in findings:
                lines = [finding["range"]["start"]["line"]] if finding["file"].endswith("names.bascule") else []
                related = [r for r in finding["related"] if "range" in r]
                lines += [r["range"]["start"]["line"] for r in related if r["file"].endswith("names.bascule")]
                # An error elsewhere is caused by the name of a block, which has an error too.
                if not lines:
                    continue
                place = max(i for i, start in enumerate(self.starts) if start <= lines[0])
                wrong[place] = finding
            assert wrong, findings
            refused += [(*self.blocks[place][:2], wrong[place]) for place in wrong]
            self.blocks = [b for place, b in enumerate(self.blocks) if place not in wrong]

    def generate(self, *options):
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        run(BASCULE, "generate", "rules", "--swift", "out", "--typescript", "out/app.ts", *options,
            cwd=self.folder)
        return sorted((self.folder / "out").glob("*.swift"))


@pytest.fixture(scope="session")
def modules(tmp_path_factory):
    """The stand-ins for UIKit and WebKit on iOS, as modules."""
    return stand_ins(tmp_path_factory.mktemp("modules"))


def stand_ins(folder):
    sources = ROOT / "Tests/WebKitStandIn/Sources"
    for module in ("UIKit", "WebKit"):
        files = sorted((sources / module).glob("*.swift"))
        run(tool("swiftc"), "-whole-module-optimization", "-swift-version", "6", "-parse-as-library", "-emit-module",
            "-module-name", module, "-D", "STANDS_FOR_IOS", "-I", folder, "-emit-module-path",
            folder / f"{module}.swiftmodule", *files, cwd=folder)
    return folder


def swift_errors(files, modules, *options):
    result = run(tool("swiftc"), "-typecheck", "-parse-as-library", "-whole-module-optimization", "-swift-version", "6",
                 "-D", "DEBUG", "-I", modules, *options, *files, cwd=files[0].parent, check=False)
    return [] if result.returncode == 0 else [
        line for line in result.stdout.splitlines() if re.search(r": error: |crash|Stack dump", line)] or [result.stdout]


def type_script_errors(folder):
    options = {"lib": ["es2022", "dom"], "strict": True, "noImplicitOverride": True, "exactOptionalPropertyTypes": True}
    (folder / "deno.json").write_text(json.dumps({"compilerOptions": options}))
    result = run(tool("deno"), "check", "app.ts", "app.testing.ts", cwd=folder, check=False, NO_COLOR="1",
                 DENO_DIR=ROOT / ".build/tools/deno-cache")
    return [] if result.returncode == 0 else [result.stdout[:4000]]


def sampled(names, random, count):
    """Returns names for each kind. Half of the names are keywords or words of the support."""
    own, others = names
    return [(kind, random.choice(own if random.random() < 0.5 else others)) for kind in KINDS for _ in range(count)]


def errors(declarations, folder, modules):
    """Returns the errors of the compilers about the names that `check` accepts."""
    folder.mkdir()
    rules = RuleSet(folder, declarations)
    refused = rules.accept()
    assert len(refused) < len(declarations) / 2, "too little is accepted"
    found = []
    for options in ([], ["--access", "public", "--prefix", "My"]) if LONG else ([],):
        files = rules.generate(*options)
        found += swift_errors(files, modules)[:5] + type_script_errors(folder / "out")
    return found


def test_names_that_check_accepts_compile(names, modules, tmp_path):
    """Tests a sample of names. A long run tests ten sets of 1,000 names of random kinds, which takes some minutes.
    Long runs with other seeds test other names, since all pairs of a kind and a name would take hours."""
    choice = random.Random(SEED)
    if not LONG:
        sets = [sampled(names, choice, 4)]
    else:
        own, others = names
        sets = [
            [(choice.choice(list(KINDS)), name) for name in choice.sample(own + others, 1000)] for _ in range(10)]
    found = [error for number, each in enumerate(sets) for error in errors(each, tmp_path / str(number), modules)]
    assert found == [], f"seed {SEED}, {tmp_path}"


@pytest.mark.parametrize("kind, name", [
    *((kind, name) for kind in ("model", "enum", "union")
      for name in ("each", "some", "sending", "keyof", "infer", "reload", "message", "places", "check", "max")),
    ("model", "Sequence"), ("model", "NSRange"), ("enum", "Substring"),
])
def test_a_name_is_accepted(kind, name, tmp_path):
    tmp_path.joinpath("set").mkdir()
    assert RuleSet(tmp_path / "set", [(kind, name)]).accept() == []


@pytest.mark.parametrize("kind, name", [
    ("model", "Unicode"), ("enum", "AnyHashable"), ("union", "CodingKey"), ("model", "IntegerLiteralType"),
    ("event", "Kept"), ("event", "Web"), ("call", "Web"), ("model", "any"), ("enum", "result"), ("model", "Captures"),
    ("event", "kept"),
])
def test_a_name_is_refused_with_its_cause(kind, name, tmp_path):
    tmp_path.joinpath("set").mkdir()
    refused = RuleSet(tmp_path / "set", [(kind, name)]).accept()
    assert [(found[0], found[1], found[2]["code"]) for found in refused] == [(kind, name, "reserved-name")]


# The first words of the kinds that are not declarations with a word of their own.
REST = {"given", "async", "scheme", "field", "deprecated", "case", "empty", "parameter", "capture"}


def test_every_kind_of_the_grammar_is_tried():
    """Tests that each declaration of the grammar with a name is a kind, and so is each of its parts with a name."""
    grammar = (ROOT / "grammar/bascule.ebnf").read_text()
    declared = set(re.findall(r'^\w+ =\s+"(\w+)" (?:\(?\s*\[?)\s*NAME', grammar, re.M))
    kinds = {kind.split()[0] for kind in KINDS}
    assert declared - {"use", "present"} == kinds - REST
    parts = {"field": "field", "enum_case": "case of an enum", "union_case": "case of a union",
             "kind_case": "case of a union of kinds", "page_field": "field of a page"}
    assert set(re.findall(r"^(\w*(?:_case|field)) =\s+(?:\[ attribute \] |\( )?NAME", grammar, re.M)) == set(parts)
    assert set(parts.values()) <= set(KINDS)
