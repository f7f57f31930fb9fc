"""Small modules of WebAssembly in place of the core, and the playground with them."""

import json
import pathlib
import struct
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / ".github/release"))
import playground  # noqa: E402


def number(value: int) -> bytes:
    """An unsigned number in LEB128."""
    result = b""
    while True:
        value, low = value >> 7, value & 0x7F
        result += bytes([low | (0x80 if value else 0)])
        if not value:
            return result


def module(body: bytes, data: bytes = b"") -> bytes:
    """A module with the exports of the core; `body` is the code of `bascule_call`, `data` the memory from 0 on."""
    vector = lambda items: number(len(items)) + b"".join(items)
    section = lambda kind, items: bytes([kind]) + number(len(vector(items))) + vector(items)
    name = lambda text: number(len(text)) + text.encode()
    code = lambda instructions: number(len(instructions) + 1) + b"\0" + instructions
    return (
        b"\0asm\1\0\0\0" + section(1, [b"\x60\1\x7f\1\x7f"]) + section(3, [b"\0", b"\0"]) + section(5, [b"\0\1"])
        + section(7, [name("memory") + b"\2\0", name("bascule_reserve") + b"\0\0", name("bascule_call") + b"\0\1"])
        + section(10, [code(b"\x41\x80\x20\x0b"), code(body)])
        + section(11, [b"\0\x41\0\x0b" + number(len(data)) + data]))


#: Endless.
LOOP = module(b"\x03\x40\x0c\0\x0b\x41\0\x0b")
#: `unreachable`.
TRAP = module(b"\0\x0b")


def answering(answer: object) -> bytes:
    text = json.dumps(answer).encode()
    return module(b"\x41\0\x0b", struct.pack("<I", len(text)) + text)


def written(folder: pathlib.Path, core: bytes) -> str:
    file = folder / "playground.html"
    file.write_text(playground.playground(core))
    return file.as_uri()
