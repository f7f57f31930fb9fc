"""A copy of the package in which a switch chooses the active mutant."""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading

from sites import HERE, SWIFT_SUPPORT, TYPESCRIPT_SUPPORT, Draw, Site

ERROR = re.compile(r"^(/[^:\n]+):(\d+):\d+: error: ", re.MULTILINE)

# The list of the files that the program contains.
EMBEDDED = "Sources/EmbeddedFiles/EmbeddedFiles.c"

# The folder of the run-time support with switches in the copy. The files in their own folder do not change, since the
# program contains them, and tests compile and read them.
SWITCHED_SUPPORT = "Sources/SwitchedRuntime"

# The changes of the copy in addition to the sites: the switch as a dependency of each target, and the mutated texts
# where the generator writes the run-time support.
CHANGES = {
    "Package.swift": [
        ("dependencies: dependencies.map { .byName(name: $0) },\n    swiftSettings: isOptimized",
         "dependencies: (dependencies + [\"MutantSwitch\"]).map { .byName(name: $0) },\n"
         "    swiftSettings: isOptimized"),
        ('.target(name: "BasculeRuntime", path:',
         '.target(name: "MutantSwitch"),\n    .target(name: "BasculeRuntime", dependencies: ["MutantSwitch"], path:'),
        ('path: "Sources/Runtime/Swift"', f'path: "{SWITCHED_SUPPORT}"'),
    ],
    "Sources/Generation/Swift/SwiftRuntimeFiles.swift": [
        ("SwiftRuntimeText(Self.files[rawValue])", "mutatedText(Self.files[rawValue])")],
    "Sources/Generation/TypeScript/TypeScriptRuntime.swift": [
        ("var text: String { part.text }", "var text: String { mutated(part.text) }")],
}


def write(path: pathlib.Path, text: bytes) -> None:
    """Writes a file only if its content differs, so that the build does not start again."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def with_sites(source: bytes, sites: dict[int, Site]) -> tuple[bytes, dict[int, tuple[int, int]]]:
    """Returns the text with the switches of some sites, by number, and the lines of each of them."""
    out = b"public import MutantSwitch\n"
    lines = {}
    at = 0
    for number, site in sorted(sites.items(), key=lambda entry: entry[1].start):
        out += source[at:site.start]
        first = out.count(b"\n") + 1
        out += site.switched.replace("§", str(number)).encode()
        lines[number] = (first, out.count(b"\n") + 1)
        at = site.end
    return out + source[at:], lines


def overlap(one: Site, other: Site) -> bool:
    return one.file == other.file and one.start < other.end and other.start < one.end


class Package:
    """The targets of the package, and the way in which each is compiled alone."""

    def __init__(self, root: pathlib.Path, folder: pathlib.Path) -> None:
        self.root = root
        self.folder = folder
        description = json.loads(subprocess.run(
            ["swift", "package", "describe", "--type", "json"], cwd=root, check=True, capture_output=True,
            text=True).stdout)
        self.targets = {
            target["name"]: target for target in description["targets"]
            if target["module_type"] == "SwiftTarget" and target["type"] == "library"
            and target["path"].startswith("Sources/")}
        self.modules = folder / "modules"
        self.modules.mkdir(parents=True, exist_ok=True)

    def in_order(self) -> list[str]:
        order: list[str] = []

        def visit(name: str) -> None:
            for other in self.targets[name].get("target_dependencies", []):
                if other in self.targets:
                    visit(other)
            if name not in order:
                order.append(name)

        for name in self.targets:
            visit(name)
        return order

    def sources(self, name: str) -> list[str]:
        target = self.targets[name]
        return [f"{target['path']}/{source}" for source in target["sources"] if source.endswith(".swift")]

    def options(self, name: str) -> list[str]:
        options = [
            "-module-name", name, "-swift-version", "6", "-package-name", "bascule", "-parse-as-library", "-Onone",
            "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility", "-D", "DEBUG", "-D", "SWIFT_PACKAGE",
            "-suppress-warnings", "-I", str(self.modules)]
        if name == "BasculeRuntime":
            options += ["-I", str(self.modules / "apple")]
        return options

    def build_modules(self) -> None:
        """Writes the interface of each module, without the bodies of functions."""
        header = (HERE / "MutantSwitch.h").read_bytes()
        write(self.modules / "MutantSwitch.h", header)
        embedded = self.root / "Sources/EmbeddedFiles/include/EmbeddedFiles.h"
        write(self.modules / "module.modulemap", (
            'module MutantSwitch { header "MutantSwitch.h" export * }\n'
            f'module EmbeddedFiles {{ header "{embedded}" export * }}\n').encode())
        apple = self.modules / "apple"
        apple.mkdir(exist_ok=True)
        stand_in = self.root / "Tests/WebKitStandIn/Sources"
        for module in ["UIKit", "WebKit", "SwiftUI"]:
            files = [path for path in sorted((stand_in / module).glob("*.swift")) if path.name != "Suites.swift"]
            run(["swiftc", "-emit-module", "-parse-as-library", "-wmo", "-swift-version", "6", "-module-name", module,
                 "-D", "STANDS_FOR_IOS", "-suppress-warnings", "-I", apple, "-o", apple / f"{module}.swiftmodule",
                 *files])
        for name in self.in_order():
            run(["swiftc", "-emit-module", "-wmo", "-experimental-skip-non-inlinable-function-bodies",
                 "-enable-testing", *self.options(name), "-o", self.modules / f"{name}.swiftmodule",
                 *(self.root / source for source in self.sources(name))])

    def errors(self, name: str, replaced: dict[str, bytes]) -> str:
        """Returns the compiler's messages for a module in which some files have other texts."""
        folder = self.folder / "checked" / name
        shutil.rmtree(folder, ignore_errors=True)
        files: list[object] = []
        outputs: list[object] = []
        for source in self.sources(name):
            if source in replaced:
                write(folder / source, replaced[source])
                files += ["-primary-file", folder / source]
                outputs += ["-o", folder / (source + ".sil")]
            else:
                files.append(self.root / source)
        result = subprocess.run(
            ["swiftc", "-frontend", "-emit-sil", *self.options(name), *map(str, files), *map(str, outputs)],
            capture_output=True, text=True)
        shutil.rmtree(folder, ignore_errors=True) if result.returncode == 0 else None
        return "" if result.returncode == 0 else result.stderr or "the compiler failed\n"


    def is_valid_typescript(self, site: Site) -> bool:
        """Returns whether the modules with the mistake pass the type checker."""
        folder = self.folder / "checked/TypeScript"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.root / TYPESCRIPT_SUPPORT, folder)
        source = (self.root / site.file).read_bytes()
        write(folder / pathlib.Path(site.file).name,
              source[:site.start] + site.mutated.encode() + source[site.end:])
        result = subprocess.run(
            [self.root / ".build/tools/venv/bin/deno", "check", "--quiet", "--config",
             self.root / "Tests/TypeScript/deno.json", *sorted(folder.glob("*.ts"))],
            capture_output=True, text=True, env={**os.environ, "DENO_NO_UPDATE_CHECK": "1", "DENO_NO_PROMPT": "1"})
        return result.returncode == 0


def run(command: list, **options) -> str:
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise SystemExit(f"mutants: {command[0]} failed:\n{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


def valid_sites(package: Package, target: str, draw: Draw, count: int) -> list[Site]:
    """Returns the first site of each drawn line that compiles, for `count` lines."""
    # The remaining sites of each line.
    lines = [list(sites) for sites in draw.lines]
    settled: dict[int, Site] = {}
    while True:
        # The first lines that still have sites, up to the required number.
        chosen: dict[int, Site] = {}
        for number, line in enumerate(lines):
            while line and any(overlap(line[0], other) for other in chosen.values()):
                line.pop(0)
            if line:
                chosen[number] = line[0]
                if len(chosen) == count:
                    break
        unknown = {number: site for number, site in chosen.items() if settled.get(number) is not site}
        if not unknown:
            return [chosen[number] for number in sorted(chosen)]
        if target == "TypeScript":
            for number, site in unknown.items():
                if package.is_valid_typescript(site):
                    settled[number] = site
                else:
                    lines[number].pop(0)
            continue
        by_file: dict[str, dict[int, Site]] = collections.defaultdict(dict)
        for number, site in chosen.items():
            if any(site.file == other.file for other in unknown.values()):
                by_file[site.file][number] = site
        replaced = {}
        places = {}
        for file, sites in by_file.items():
            replaced[file], places[file] = with_sites((package.root / file).read_bytes(), sites)
        said = package.errors(target, replaced)
        refused: set[int] = set()
        for path, line in ERROR.findall(said):
            file = next((name for name in replaced if path.endswith("/" + name)), None)
            if file is None:
                continue
            refused |= {
                number for number, (first, last) in places[file].items()
                if first <= int(line) <= last and number in unknown}
        if said and not refused:
            # If an error is outside of the sites, for example of a closure around one, no new site of these files is
            # taken.
            named = {name for path, _ in ERROR.findall(said) for name in replaced if path.endswith("/" + name)}
            refused = {number for number, site in unknown.items() if site.file in named} or set(unknown)
        for number in refused:
            lines[number].pop(0)
        if not said:
            settled.update(unknown)


def swift_literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\\b", "\\u{8}").replace("\\f", "\\u{c}")


class Copy:
    """The instrumented copy."""

    def __init__(self, root: pathlib.Path, folder: pathlib.Path) -> None:
        self.root = root
        self.path = folder / "copy"
        self.products = pathlib.Path()

    def refresh(self, sites: list[Site]) -> None:
        files = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=self.root)
        wanted = {name for name in files.split("\0") if name and (self.root / name).is_file()}
        by_file: dict[str, dict[int, Site]] = collections.defaultdict(dict)
        for number, site in enumerate(sites):
            if site.switched:
                by_file[site.file][number] = site
        added = {
            "Sources/MutantSwitch/MutantSwitch.c": (HERE / "MutantSwitch.c").read_bytes(),
            "Sources/MutantSwitch/include/MutantSwitch.h": (HERE / "MutantSwitch.h").read_bytes(),
            "Sources/Generation/MutatedTexts.swift": self.mutated_texts(sites).encode(),
        }
        for name in sorted(wanted):
            text = (self.root / name).read_bytes()
            if name.startswith(SWIFT_SUPPORT):
                switched = f"{SWITCHED_SUPPORT}/{name.removeprefix(SWIFT_SUPPORT)}"
                added[switched] = with_sites(text, by_file[name])[0] if name in by_file else text
            elif name in by_file:
                text = with_sites(text, by_file[name])[0]
            for old, new in CHANGES.get(name, []):
                if text.count(old.encode()) != 1:
                    raise SystemExit(f"mutants: {name} has changed, and has no longer once: {old}")
                text = text.replace(old.encode(), new.encode())
            write(self.path / name, text)
            os.chmod(self.path / name, (self.root / name).stat().st_mode)
        for name, text in added.items():
            write(self.path / name, text)
        for folder in ["Sources", "Tests", "rules"]:
            for path in (self.path / folder).rglob("*"):
                name = str(path.relative_to(self.path))
                if path.is_file() and name not in wanted and name not in added and "Generated" not in name:
                    path.unlink()
        (self.path / ".build").mkdir(exist_ok=True)
        tools = self.path / ".build/tools"
        if not tools.exists():
            tools.symlink_to(self.root / ".build/tools")
        # The copy is a repository of its own, since some tests ask git for the files and the last commit of the
        # project.
        run(["git", "init", "-q"], cwd=self.path)
        run(["git", "add", "-A"], cwd=self.path)
        identity = ["-c", "user.name=mutants", "-c", "user.email=mutants@localhost"]
        run(["git", *identity, "commit", "-q", "--allow-empty", "-m", "Sources with mutants"], cwd=self.path)

    def mutated_texts(self, sites: list[Site]) -> str:
        text = (HERE / "MutatedTexts.swift.txt").read_text()
        for place, folder in (("SWIFT", SWIFT_SUPPORT), ("TYPESCRIPT", TYPESCRIPT_SUPPORT)):
            files = embedded_files(self.root, folder)
            rows = [
                f"  ({number}, {files.index(site.file)}, {site.start}, {site.end}, {swift_literal(site.mutated)}),"
                for number, site in enumerate(sites) if site.file in files]
            text = text.replace(f"\n{place}\n", "\n" + "\n".join(rows) + "\n")
        return text

    def build(self) -> str:
        """Builds the tests and the tool. Returns the messages of the compiler if it failed."""
        for command in [[], ["build", "--product", "session-benchmark"]]:
            result = subprocess.run(
                ["Tests/tools/build", "debug", *command], cwd=self.path, capture_output=True, text=True)
            if result.returncode != 0:
                return result.stdout + result.stderr
        self.products = pathlib.Path(run(
            ["Tests/tools/build", "debug", "build", "--show-bin-path"], cwd=self.path).strip())
        return ""


def embedded_files(root: pathlib.Path, folder: str) -> list[str]:
    """Returns the files of a folder that the program contains, in their order."""
    names = re.findall(r'^#embed "\.\./([^"]*)"', (root / EMBEDDED).read_text(), re.MULTILINE)
    return [f"Sources/{name}" for name in names if f"Sources/{name}".startswith(folder)]


def choose(package: Package, draws: dict[str, Draw], shares: dict[str, int]) -> list[Site]:
    """Returns the drawn sites of all targets. Two targets are compiled at a time."""
    found: dict[str, list[Site]] = {}
    queue = sorted((target for target in draws if shares.get(target)), key=lambda target: -shares[target])
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                if not queue:
                    return
                target = queue.pop(0)
            found[target] = valid_sites(package, target, draws[target], shares[target])

    threads = [threading.Thread(target=work) for _ in range(len(os.sched_getaffinity(0)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [site for target in sorted(found) for site in found[target]]
