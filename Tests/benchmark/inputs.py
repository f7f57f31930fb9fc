"""Rule sets of a given number of declarations, and schemas of as many tables for other compilers."""

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


def split(blocks: list[list[str]], suffix: str, head=lambda index: []) -> dict[str, list[str]]:
    """Blocks of lines as files of `FILE_SIZE` blocks each."""
    files = {}
    for start in range(0, len(blocks), FILE_SIZE):
        index = start // FILE_SIZE
        lines = list(head(index))
        for block in blocks[start : start + FILE_SIZE]:
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
    """`count` models of five fields and a strategy that receives their root."""
    blocks = [model(index, count) for index in range(1, count + 1)]
    blocks[0] += ["strategy Root receives Model1", "configuration Main { strategies Root }"]
    return write(folder, split(blocks, ".bascule"))


def mixed(folder: pathlib.Path, count: int) -> int:
    """`count` declarations: of ten, four models, two screens, a handler of two rules, a strategy,
    an enum and an event."""
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


def flatbuffers(folder: pathlib.Path, count: int) -> int:
    """`count` tables of five fields."""
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


def protobuf(folder: pathlib.Path, count: int) -> int:
    """`count` messages of five fields, without anything that buf's standard rules object to."""
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
    lines = write(folder / "bench" / "v1", split(blocks, ".proto", head))
    (folder / "buf.yaml").write_text("version: v2\n")
    return lines
