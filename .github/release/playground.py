#!/usr/bin/env python3
"""Writes the playground: one HTML file that checks rules in a browser.

    .github/release/playground.py CORE OUT      # such as core.wasm playground.html

CORE is the core as WebAssembly, which `.github/release/build --browser` makes. The same core and commit give the same
bytes.
"""

import base64
import hashlib
import json
import lzma
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from targets import ROOT, version

PAGE = ROOT / "Sources/Page"
PLAYGROUND = ROOT / "Sources/Playground"

#: The greatest size of the file in bytes, so that it can be sent and opened on a phone.
LIMIT = 3_000_000

#: The group and the title of each example, and its files. The first one is shown at the start.
EXAMPLES = (
    ("Begin", "A shop with one mistake", "rules/mistake"),
    ("Rules of an app", "Shop", "rules/shop"),
    ("Rules of an app", "Account", "rules/account"),
    ("Rules of an app", "Article", "rules/article"),
    ("Rules of an app", "Game", "rules/game"),
)

#: The title of each real mistake, and its file. `Sources/Documentation/found-in-real-apps.md` has them all.
RIDDLES = (
    ("The login that never fails (Rocket.Chat)", "rocketchat"),
    ("The handler that is never asked (Hotwire Native)", "hotwire"),
    ("The early return (DuckDuckGo)", "duckduckgo"),
    ("The test that is there twice (Shopify)", "shopify"),
    ("The links of others (Capacitor)", "capacitor"),
    ("The name of the site (Pocket Casts)", "pocketcasts"),
)


def examples() -> list[dict[str, object]]:
    result: list[dict[str, object]] = []
    for group, title, folder in EXAMPLES:
        names = sorted(file.name for file in (ROOT / folder).iterdir() if file.is_file())
        files = [file(ROOT / folder / name) for name in names if name != "bascule.json"]
        result.append({"group": group, "title": title, "files": files, "isRiddle": False})
    for title, name in RIDDLES:
        files = [file(PLAYGROUND / f"bugs/{name}.bascule")]
        result.append({"group": "Find the bug", "title": title, "files": files, "isRiddle": True})
    return result


def file(path: pathlib.Path) -> dict[str, str]:
    return {"name": path.name, "text": path.read_text(encoding="utf-8")}


def embedded(value: object) -> str:
    """JSON for an element `script`: no text in it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003C").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def compressed(core: bytes) -> bytes:
    """The core as `Sources/Playground/lzma.ts` reads it: its length, and LZMA with the parameters that are named there.

    Compressed with gzip, which browsers read themselves, the core would take more than the page may have.
    """
    settings = {
        "id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "nice_len": 273,
        "dict_size": max(len(core), 4096)}
    return struct.pack("<I", len(core)) + lzma.compress(core, lzma.FORMAT_RAW, filters=[settings])


def source_hash(text: str) -> str:
    """As a policy names a script or a style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy(style: str, scripts: list[str]) -> str:
    """Permits nothing but what the page contains, WebAssembly, and a worker whose script is in the page."""
    hashes = " ".join(source_hash(script) for script in scripts)
    return "; ".join((
        "default-src 'none'", f"script-src {hashes} 'wasm-unsafe-eval'", f"style-src {source_hash(style)}",
        "worker-src blob:", "base-uri 'none'", "form-action 'none'"))


def playground(core: bytes) -> str:
    read = lambda path: path.read_text(encoding="utf-8")
    style = read(PAGE / "page.css") + read(PLAYGROUND / "playground.css")
    worker, boot, script = (
        read(PLAYGROUND / f"compiled/{name}.js") for name in ("worker", "boot", "playground"))
    parts = {
        "policy": policy(style, [boot, script]), "version": version(), "style": style, "worker": worker, "boot": boot,
        "examples": embedded(examples()), "core": base64.b64encode(compressed(core)).decode(), "script": script,
    }
    # A part can contain what looks like a mark.
    texts = read(PLAYGROUND / "playground.html").split("{{")
    result = texts[0]
    for text in texts[1:]:
        name, rest = text.split("}}", 1)
        result += parts[name] + rest
    return result


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: .github/release/playground.py CORE OUT")
    core, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    content = core.read_bytes()
    if not content.startswith(b"\0asm"):
        sys.exit(f"{core} is no WebAssembly")
    page = playground(content).encode()
    if len(page) > LIMIT:
        sys.exit(f"the playground has {len(page)} bytes, more than {LIMIT}")
    output.write_bytes(page)
    print(f"wrote {output}: {len(page)} bytes")


if __name__ == "__main__":
    main()
