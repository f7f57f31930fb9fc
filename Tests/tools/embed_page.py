#!/usr/bin/env python3
"""Writes the page of Sources/Page into a Swift file, from which `bascule page` prints it.

    Tests/tools/embed_page.py

With --check it writes nothing and exits 1 when the file differs. deno (Tests/tools/install) removes the types. The
modules become one script in the order of their imports, so their top-level names must differ.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/Page"
TARGET = ROOT / "Sources/Workspace/Page/PageAssets.swift"
DENO = ROOT / ".build/tools/venv/bin/deno"

IMPORT = re.compile(r'^(?:/\*\*(?:(?!\*/).)*\*/ ?)?import (?:type )?\{[^}]*\} from "([^"]+)";\n?', re.M | re.S)
DECLARATION = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.M)


def modules(start):
    """The paths of the modules that a module imports, each after those that it imports itself."""
    ordered = []

    def visit(path):
        if path in ordered:
            return
        for statement in IMPORT.finditer(path.read_text(encoding="utf-8")):
            if "import type" not in statement.group():
                visit((path.parent / statement.group(1)).resolve())
        ordered.append(path)

    visit(start)
    return ordered


def javascript(paths):
    environment = dict(os.environ, NO_COLOR="1", DENO_NO_UPDATE_CHECK="1")
    environment["DENO_DIR"] = str(ROOT / ".build/tools/deno-cache")
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        names = [str(path.relative_to(ROOT)) for path in paths]
        subprocess.run(
            [DENO, "transpile", "--quiet", "--outdir", folder, *names],
            cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL,
        )
        for name in names:
            text = (pathlib.Path(folder) / name).with_suffix(".js").read_text(encoding="utf-8")
            text = re.sub(r"//# sourceMappingURL=.*", "", text)
            text = IMPORT.sub("", text)
            # The comment of a declaration is on the same line.
            text = re.sub(r"^((?:/\*\*.*?\*/ )?)export ", r"\1", text, flags=re.M)
            text = re.sub(r"/\*\*.*?\*/\s*", "", text, flags=re.S)
            parts.append(text.strip() + "\n")
    script = "".join(parts)
    if re.search(r"</script|<!--", script, re.I):
        sys.exit(f"{PAGE}: the script contains text that ends it")
    return '"use strict";\n' + script


def check_names(script):
    """Scripts share their top-level names."""
    declared = DECLARATION.findall(script)
    twice = sorted({name for name in declared if declared.count(name) > 1})
    if twice:
        sys.exit(f"{PAGE}: several modules declare {', '.join(twice)}")


def source_hash(text):
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def literal(name, documentation, text):
    marks = "#"
    while '"""' + marks in text or "\\" + marks in text:
        marks += "#"
    body = "\n".join("    " + line if line else "" for line in text.split("\n"))
    return f'  /// {documentation}\n  static let {name} = {marks}"""\n{body}\n    """{marks}\n'


def policy(style, scripts, *others):
    sources = " ".join(source_hash(script) for script in scripts)
    return "; ".join([
        "default-src 'none'", f"script-src {sources}", f"style-src {source_hash(style)}", "base-uri 'none'",
        "form-action 'none'", *others,
    ])


def main():
    script = javascript(modules(PAGE / "main.ts"))
    watch = javascript([PAGE / "watch.ts"])
    check_names(script + watch)
    style = (PAGE / "page.css").read_text(encoding="utf-8")
    html = (PAGE / "page.html").read_text(encoding="utf-8").rstrip("\n")
    html = html.replace("{{style}}", style).replace("{{script}}", script)
    start, rest = html.split("{{policy}}")
    head, rest = rest.split("{{model}}")
    middle, tail = rest.split("{{watch}}")
    texts = [
        ("start", "The text before the policy.", start),
        ("policy", "The policy of the page.", policy(style, [script])),
        ("watchingPolicy", "The policy with the script that watches.",
         policy(style, [script, watch], "frame-src 'self'")),
        ("head", "The text between the policy and the model.", head),
        ("middle", "The text after the model.", middle),
        ("watch", "The script that watches, before the other one.", f"    <script>{watch}</script>\n"),
        ("tail", "The rest of the text.", tail),
    ]
    new = (
        "// Written by Tests/tools/embed_page.py. Do not edit.\n\n"
        "/// The page in `Sources/Page`, around its model.\n"
        "enum PageAssets {\n" + "\n".join(literal(*text) for text in texts) + "}\n"
    )
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == new:
        return
    if "--check" in sys.argv:
        sys.exit(f"stale: {TARGET.relative_to(ROOT)}; run Tests/tools/embed_page.py")
    TARGET.write_text(new, encoding="utf-8")


main()
