"""Rule sets with a given number of declarations, and schemas with as many tables for other compilers."""

import pathlib
import shutil

FILE_SIZE = 1_000  # declarations a file


def write(folder: pathlib.Path, files: dict[str, list[str]]) -> int:
    """Writes each file's lines into an empty folder; returns the number of lines."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    return sum(len(lines) for lines in files.values())


def split(
    blocks: list[list[str]], suffix: str, head=lambda index: [], size: int = FILE_SIZE
) -> dict[str, list[str]]:
    """Groups blocks of lines into files of `size` blocks."""
    files = {}
    for start in range(0, len(blocks), size):
        index = start // size
        lines = list(head(index))
        for block in blocks[start : start + size]:
            lines += block
        files[f"part{index:03}{suffix}"] = lines
    return files


def model(index: int, count: int) -> list[str]:
    """A model of five fields; the models form a tree, so that each but the first is used."""
    fields = ["id: String", "amount: Int", "tags: [String]"]
    for child in (2 * index, 2 * index + 1):
        fields.append(f"child{child % 2}: Model{child}?" if child <= count else f"f{child % 2}: Double")
    return [f"model Model{index} {{", *(f"  {field}" for field in fields), "}"]


def models(folder: pathlib.Path, count: int) -> int:
    """Writes `count` models of five fields, and a strategy that receives their root."""
    blocks = [model(index, count) for index in range(1, count + 1)]
    blocks[0] += ["strategy Root receives Model1", "configuration Main { strategies Root }"]
    return write(folder, split(blocks, ".bascule"))


def mixed(folder: pathlib.Path, count: int) -> int:
    """Writes `count` declarations. Of ten, four are models, two screens, one a handler of two rules, one a strategy,
    one an enum and one an event."""
    tens = count // 10
    blocks = [model(index, 4 * tens) for index in range(1, 4 * tens + 1)]
    for index in range(1, tens + 1):
        blocks += [
            [f"screen First{index}(id: Int, title: String?)"],
            [f"screen Second{index}(slug: String)"],
            [
                f"handler Handler{index} {{",
                f'  when path like "/first{index}/{{id}}" present First{index}(id: id, title: query.title) cancel',
                f'  when path[1] == "second{index}" && scheme == "https" push Second{index}(slug: path[2]) cancel',
                "}",
            ],
            [f"strategy Strategy{index} receives Reason{index}"],
            [f'enum Reason{index} {{ done, cancelled = "user-cancelled", failed }}'],
            [f"event Event{index} sends {{ at: Date, model: Model{index}? }}"],
        ]
    blocks.append(["chain Main {", *(f"  use Handler{index}" for index in range(1, tens + 1)), "  otherwise allow", "}"])
    names = ", ".join(f"Strategy{index}" for index in range(1, tens + 1))
    blocks.append(["configuration Main {", "  chain Main", f"  strategies {names}", "}"])
    return write(folder, split(blocks, ".bascule"))


def route(index: int) -> tuple[list[str], str, dict]:
    """One typical rule of a chain: the declarations that it needs, its text, and its condition for
    `Tests/Solver/reachability.py`, without the parts that it does not support."""
    screen = f"Screen{index}"

    def path(question: str, text: str, **more) -> dict:
        return {"part": "path", "is": question, "text": text, **more}

    def present(parameters: str, arguments: str) -> tuple[list[str], str]:
        return [f"screen {screen}{parameters}"], f"present {screen}{arguments} cancel"

    match index % 10:
        case 0:
            needs, steps = present("(id: String)", "(id: id)")
            condition = f'path like "/shop{index}/{{id}}"'
            tree = path("matches", f"/shop{index}/[a-z0-9_-]+")
        case 1:
            needs, steps = present("(id: Int)", "(id: path[2])")
            condition = f'path[1] == "item{index}"'
            tree = path("component", f"item{index}", index=1)
        case 2:
            needs, steps = present("", "")
            condition = f'path == "/page/about{index}"'
            tree = path("equal", f"/page/about{index}")
        case 3:
            needs, steps = present("(rest: String)", "(rest: rest)")
            condition = f'path like "/docs{index}/{{rest**}}"'
            tree = {"or": [path("equal", f"/docs{index}"), path("prefix", f"/docs{index}/")]}
        case 4:
            needs, steps = [], "open url cancel"
            condition = f'host == "partner{index}.example" && scheme == "https"'
            tree = {"and": [{"part": "host", "is": "suffix", "text": f"partner{'x' * (index % 7)}.example"},
                            {"part": "scheme", "is": "equal", "text": "https"}]}
        case 5:
            needs, steps = present("(q: String, page: Int?)", "(q: query.q, page: query.page)")
            condition = f'url like "https://shop.example/search{index}" && query.q matches /\\w+/'
            tree = {"and": [path("equal", f"/search{index}"), {"part": "query", "is": "matches", "text": "[a-z0-9_]+"}]}
        case 6:
            needs, steps = [], "cancel"
            condition = f'path hasPrefix "/legacy{index}/" && !(query.keep == "1")'
            tree = {"and": [path("prefix", f"/legacy{index}/"), {"not": {"part": "query", "is": "equal", "text": "1"}}]}
        case 7:
            needs, steps = [], "cancel"
            condition = f"path matches /\\/v\\d+\\/thing{index}\\/\\d+/ && navigation == linkActivated && isHome"
            tree = {"and": [path("matches", f"/v[0-9]+/thing{index}/[0-9]+"), {"flag": "isHome"}]}
        case 8:
            needs, steps = present("(id: String, tab: String?)", "(id: path[2], tab: fragment)")
            condition = f'path[1] == "user{index}" && path.count == 3'
            tree = {"and": [path("component", f"user{index}", index=1), path("matches", "/[a-z0-9_-]+/[a-z0-9_-]+")]}
        case _:
            needs, steps = [], f'perform track(name: "offer{index}", kind: navigation) cancel'
            condition = f'url == "https://shop.example/offer{index}" || path == "/o{index}"'
            tree = {"or": [path("equal", f"/offer{index}"), path("equal", f"/o{index}")]}
    return needs, f"when {condition} {steps}", tree


def routes(folder: pathlib.Path, count: int, files: int | None = None) -> int:
    """Writes one chain of `count` rules of ten forms, in handlers of ten. The chain is in the last file."""
    blocks = []
    for start in range(0, count, 10):
        rules = [route(index) for index in range(start, min(start + 10, count))]
        block = [line for needs, _, _ in rules for line in needs]
        blocks.append([*block, f"handler Handler{start} {{", *(f"  {text}" for _, text, _ in rules), "}"])
    blocks.append(
        [
            "flag isHome",
            "action track(name: String, kind: String)",
            "chain Main {",
            *(f"  use Handler{start}" for start in range(0, count, 10)),
            '  when scheme in ["tel", "mailto"] open url cancel',
            '  when frame == new && method == "GET" && scheme == "https" load url cancel',
            "  otherwise allow",
            "}",
        ]
    )
    size = -(-len(blocks) // files) if files else FILE_SIZE
    return write(folder, split(blocks, ".bascule", size=size))


def route_trees(count: int) -> list[dict]:
    """Returns the conditions of the same rules for z3."""
    return [{"condition": route(index)[2], "covers": True} for index in range(count)]


def flatbuffers(folder: pathlib.Path, count: int) -> int:
    """Writes `count` tables of five fields."""
    blocks = []
    for index in range(1, count + 1):
        blocks.append(
            [
                f"table Model{index} {{",
                "  id: string;",
                "  amount: long;",
                "  tags: [string];",
                "  f0: double;",
                "  f1: double;",
                "}",
            ]
        )
    return write(folder, split(blocks, ".fbs", lambda index: [f"namespace Part{index};"]))


def protobuf(folder: pathlib.Path, count: int, files: int | None = None) -> int:
    """Writes `count` messages of five fields that satisfy buf's standard rules."""
    blocks = []
    for index in range(1, count + 1):
        blocks.append(
            [
                f"message Model{index} {{",
                "  string id = 1;",
                "  int64 amount = 2;",
                "  repeated string tags = 3;",
                "  double first = 4;",
                "  double second = 5;",
                "}",
            ]
        )
    head = lambda index: ['syntax = "proto3";', "package bench.v1;"]
    size = -(-len(blocks) // files) if files else FILE_SIZE
    lines = write(folder / "bench" / "v1", split(blocks, ".proto", head, size))
    (folder / "buf.yaml").write_text("version: v2\n")
    return lines
