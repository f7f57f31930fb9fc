"""The places at which a mistake can be made, and the draw among them."""

import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent

# The folders of programs that are not part of the tool.
NOT_CODE = ("Sources/Plugins/", "Sources/bascule/")
SWIFT_SUPPORT = "Sources/Runtime/Swift/"
TYPESCRIPT_SUPPORT = "Sources/Runtime/TypeScript/"


@dataclasses.dataclass
class Site:
    """A mistake at one place of a file."""
    file: str
    start: int
    end: int
    line: int
    kind: str
    before: str
    mutated: str
    # The text that chooses between both texts by `mutant(§)`; empty for TypeScript.
    switched: str = ""

    @property
    def target(self) -> str:
        if self.file.startswith(SWIFT_SUPPORT):
            return "BasculeRuntime"
        if self.file.startswith(TYPESCRIPT_SUPPORT):
            return "TypeScript"
        return self.file.split("/")[1]

    @property
    def key(self) -> str:
        """The key that distinguishes the site from others of its file, as long as the file does not change."""
        return f"{self.file}:{self.start}:{self.end}:{self.kind}:{self.mutated}"

    def describe(self) -> str:
        def short(text: str) -> str:
            text = " ".join(text.split())
            return text if len(text) <= 160 else text[:120] + " … " + text[-36:]
        return f"{self.file}:{self.line}: {self.kind}\n    - {short(self.before)}\n    + {short(self.mutated)}"


def finder(folder: pathlib.Path) -> pathlib.Path:
    """Returns the program of SwiftSites.swift, built with the modules that the toolchain has for macros."""
    program = folder / "swift-sites"
    source = HERE / "SwiftSites.swift"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        compiler = pathlib.Path(subprocess.run(
            ["sh", "-c", "readlink -f \"$(command -v swiftc)\""], check=True, capture_output=True,
            text=True).stdout.strip())
        host = compiler.parents[1] / "lib/swift/host"
        subprocess.run(
            ["swiftc", "-O", source, "-o", program, "-I", host, "-L", host, "-lSwiftParser", "-lSwiftSyntax",
             "-lSwiftOperators", "-Xlinker", "-rpath", "-Xlinker", host], check=True)
    return program


def is_code(path: pathlib.Path) -> bool:
    if str(path).startswith(NOT_CODE):
        return False
    with path.open() as file:
        return not file.readline().startswith("// Written by ")


def all_sites(files: list[str], folder: pathlib.Path) -> list[Site]:
    """Returns the sites of the files, which are named relative to the current folder."""
    swift = [file for file in files if file.endswith(".swift") and is_code(pathlib.Path(file))]
    typescript = [file for file in files if file.startswith(TYPESCRIPT_SUPPORT) and file.endswith(".ts")]
    found = [json.loads(line) for line in subprocess.run(
        [finder(folder), *swift], check=True, capture_output=True, text=True).stdout.splitlines()]
    if typescript:
        import typescript_sites
        found += [{"file": file, **site} for file in typescript for site in typescript_sites.sites(pathlib.Path(file))]
    sites = []
    sources: dict[str, bytes] = {}
    for site in found:
        source = sources.setdefault(site["file"], pathlib.Path(site["file"]).read_bytes())
        sites.append(Site(
            line=source.count(b"\n", 0, site["start"]) + 1, before=source[site["start"]:site["end"]].decode(), **site))
    return sites


def rank(*parts: object) -> bytes:
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).digest()


def code_lines(file: str) -> int:
    """Returns the number of lines of a file that are neither blank nor a comment."""
    lines = (line.strip() for line in pathlib.Path(file).read_text().splitlines())
    return sum(1 for line in lines if line and not line.startswith(("//", "/*", "*")))


class Draw:
    """The order in which the sites of a target are taken: random lines, and on each line its sites in a random order
    of their kinds. So a line with many sites counts as much as one with few."""

    def __init__(self, sites: list[Site], seed: str) -> None:
        lines: dict[tuple[str, int], list[Site]] = collections.defaultdict(list)
        for site in sites:
            lines[site.file, site.line].append(site)
        self.lines = []
        for place in sorted(lines, key=lambda place: rank(seed, *place)):
            by_kind: dict[str, list[Site]] = collections.defaultdict(list)
            for site in sorted(lines[place], key=lambda site: rank(seed, site.key)):
                by_kind[site.kind].append(site)
            order = []
            kinds = sorted(by_kind, key=lambda kind: rank(seed, *place, kind))
            while any(by_kind.values()):
                order += [by_kind[kind].pop() for kind in kinds if by_kind[kind]]
            self.lines.append(order)

    def take(self, count: int) -> list[list[Site]]:
        """Returns the sites of the first lines that do not overlap. The compiler decides which site of a line is
        used."""
        return self.lines[:count]


def shares(files: list[str], sites: list[Site], count: int) -> dict[str, int]:
    """Returns the number of mutants of each target, in proportion to its lines, and at least one."""
    lines: collections.Counter[str] = collections.Counter()
    targets = {site.file: site.target for site in sites}
    for file in files:
        if file in targets:
            lines[targets[file]] += code_lines(file)
    total = sum(lines.values())
    exact = {target: count * number / total for target, number in lines.items()}
    result = {target: int(share) for target, share in exact.items()}
    by_rest = sorted(exact, key=lambda target: (result[target] - exact[target], target))
    for target in by_rest[:count - sum(result.values())]:
        result[target] += 1
    return result


def changed_lines(revision: str) -> dict[str, set[int]]:
    """Returns the lines of each file that were added or changed since a revision."""
    changed: dict[str, set[int]] = collections.defaultdict(set)
    difference = subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", revision, "--", "Sources"], check=True, capture_output=True,
        text=True, env={**os.environ, "GIT_EXTERNAL_DIFF": ""}).stdout
    file = ""
    for line in difference.splitlines():
        if line.startswith("+++ b/"):
            file = line.removeprefix("+++ b/")
        elif line.startswith("@@"):
            start, _, number = line.split("+")[1].split(" ")[0].partition(",")
            changed[file].update(range(int(start), int(start) + int(number or "1")))
    return changed
