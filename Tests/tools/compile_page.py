#!/usr/bin/env python3
"""Compiles the modules of Sources/Page into the scripts that `bascule page` prints, and hashes these and the style;
and the modules of Sources/Playground into the scripts from which `.github/release/playground.py` makes its page.

    Tests/tools/compile_page.py

With --check it writes nothing and exits 1 when a file differs. deno (Tests/tools/install) removes the types. The
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
PLAYGROUND = ROOT / "Sources/Playground"
DENO = ROOT / ".build/tools/venv/bin/deno"

IMPORT = re.compile(r'^(?:/\*\*(?:(?!\*/).)*\*/ ?)?import (?:type )?\{[^}]*\} from "([^"]+)";\n?', re.M | re.S)
DECLARATION = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.M)


def modules(start):
    """Returns the paths of the modules that a module imports, each after those that it imports itself."""
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
            # deno prints a declaration on the line on which its comment ends.
            text = re.sub(r"/\*\*.*?\*/\s*", "", text, flags=re.S)
            text = re.sub(r"^export ", "", text, flags=re.M)
            parts.append(text.strip() + "\n")
    script = "".join(parts)
    if re.search(r"</script|<!--", script, re.I):
        sys.exit(f"{paths[-1]}: the script contains text that ends it")
    return '"use strict";\n' + script


def check_names(script):
    """Checks that top-level names differ, since the scripts share them."""
    declared = DECLARATION.findall(script)
    twice = sorted({name for name in declared if declared.count(name) > 1})
    if twice:
        sys.exit(f"{ROOT / 'Sources'}: several modules declare {', '.join(twice)}")


def source_hash(text):
    """Returns the hash that a policy of the page uses to name a script or a style."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def page_files():
    """The scripts of the page, and the hashes by which its policy names these and the style."""
    script = javascript(modules(PAGE / "main.ts"))
    watch = javascript([PAGE / "watch.ts"])
    check_names(script + watch)
    style = (PAGE / "page.css").read_text(encoding="utf-8")
    hashes = "".join(f"{source_hash(text)}\n" for text in (style, script, watch))
    return {"page.js": script, "watch.js": watch, "hashes.txt": hashes}


def playground_files():
    """The scripts of the playground: the first one starts the worker, whose names are its own."""
    boot = PLAYGROUND / "boot.ts"
    files = {
        "boot.js": javascript([boot]),
        "playground.js": javascript([path for path in modules(PLAYGROUND / "main.ts") if path != boot]),
        "worker.js": javascript(modules(PLAYGROUND / "worker.ts")),
    }
    check_names(files["boot.js"] + files["playground.js"])
    check_names(files["worker.js"])
    return files


def main():
    stale = []
    for folder, files in ((PAGE, page_files()), (PLAYGROUND, playground_files())):
        for name, new in files.items():
            path = folder / "compiled" / name
            if path.exists() and path.read_text(encoding="utf-8") == new:
                continue
            stale.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv:
                path.parent.mkdir(exist_ok=True)
                path.write_text(new, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}; run Tests/tools/compile_page.py")


main()
