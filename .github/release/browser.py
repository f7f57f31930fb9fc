"""Builds the core for the browser: `core.wasm`, from the sources of the program as Embedded Swift."""

import json
import os
import pathlib
import shutil
import subprocess

from targets import ROOT

TARGET = "Browser"
TRIPLE = "wasm32-unknown-none-wasm"
# Folders that need the description of any value, which Embedded Swift lacks; only the program's `dump` uses them.
LEFT_OUT = [ROOT / "Sources/Workspace/Dump"]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
# Embedded Swift prints this for a value that it cannot describe. No code may depend on it.
NO_DESCRIPTION = b"cannot print value in embedded Swift"
# The depth of nested rules is bounded; the deepest needs a tenth of it.
STACK = 4 << 20


def modules() -> list[str]:
    """The modules of the core, each after those that it imports."""
    dump = subprocess.run(
        ["swift", "package", "--scratch-path", ROOT / ".build/browser/package", "dump-package"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE)
    imports = {
        target["name"]: [next(iter(entry.values()))[0] for entry in target["dependencies"]]
        for target in json.loads(dump.stdout)["targets"]}
    found: list[str] = []

    def add(name: str) -> None:
        for imported in imports[name]:
            add(imported)
        if name not in found:
            found.append(name)

    add(TARGET)
    return [name for name in found if name != "EmbeddedFiles"]


def sources(module: str) -> list[pathlib.Path]:
    files = sorted((ROOT / "Sources" / module).rglob("*.swift"))
    return [file for file in files if not any(folder in file.parents for folder in LEFT_OUT)]


def compile_swift(module: str, folder: pathlib.Path, optimization: str) -> pathlib.Path:
    result = folder / f"{module}.o"
    options = ["-enable-experimental-feature", "Embedded", "-swift-version", "6", "-package-name", "bascule"]
    for feature in FEATURES:
        options += ["-enable-upcoming-feature", feature]
    command = [
        "swiftc", "-target", TRIPLE, *options, optimization, "-wmo", "-parse-as-library", "-module-name", module,
        "-I", folder, "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule", "-c", "-o", result,
        *sources(module)]
    subprocess.run(command, cwd=ROOT, check=True)
    return result


def compile_c(name: str, folder: pathlib.Path) -> pathlib.Path:
    file = next((ROOT / "Sources" / name).glob("*.c"))
    result = folder / f"{name}.o"
    subprocess.run(
        [toolchain() / "clang", "--target=wasm32-unknown-unknown", "-mbulk-memory", "-nostdlib", "-ffreestanding",
         "-fno-builtin", "-O2", "-I", file.parent / "include", "-c", file, "-o", result], check=True)
    return result


def toolchain() -> pathlib.Path:
    """The folder of the programs of Swift."""
    program = shutil.which("swiftc")
    if not program:
        raise SystemExit("swiftc is missing")
    return pathlib.Path(program).resolve().parent


def build(output: pathlib.Path, optimization: str = "-Osize") -> pathlib.Path:
    """Builds `core.wasm` in the folder.

    - optimization: `-Onone` shows every refusal of Embedded Swift in less time; the file is four times as large.
    """
    folder = ROOT / ".build/browser" / optimization.lstrip("-")
    folder.mkdir(parents=True, exist_ok=True)
    header = ROOT / "Sources/EmbeddedFiles/include/EmbeddedFiles.h"
    (folder / "module.modulemap").write_text(f'module EmbeddedFiles {{ header "{header}" }}\n')
    objects = [compile_swift(module, folder, optimization) for module in modules()]
    objects += [compile_c(name, folder) for name in ("EmbeddedFiles", "BrowserSupport")]
    tables = toolchain().parent / f"lib/swift/embedded/{TRIPLE}/libswiftUnicodeDataTables.a"
    output.mkdir(parents=True, exist_ok=True)
    core = output / "core.wasm"
    subprocess.run(
        [toolchain() / "wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--export-memory", "--stack-first",
         "-z", f"stack-size={STACK}", "-o", core, *objects, tables], check=True)
    if NO_DESCRIPTION in core.read_bytes():
        os.remove(core)
        raise SystemExit(
            "the core describes a value without a description of its own, as in \"\\(value)\" of an enum: "
            "Embedded Swift prints the same text for each")
    return core
