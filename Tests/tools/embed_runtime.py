#!/usr/bin/env python3
"""Writes the text of Sources/Runtime into Swift files, from which the tool prints it.

    Tests/tools/embed_runtime.py

With --check it writes nothing and exits 1 when a file differs.

TypeScript: a part is a top-level declaration with its comment, or several that no blank line
separates. A part needs the parts that it names, in its own file and in those that it imports; imports from
generated.ts are stand-ins for names that the generator declares. exports.ts lists the parts that generated
modules export.
"""

import pathlib
import re
import sys

import swift_runtime

ROOT = pathlib.Path(__file__).resolve().parents[2]

NOTE = "// Written by Tests/tools/embed_runtime.py. Do not edit.\n\n"


def raw_literal(text, indent):
    """A Swift literal of several lines with the verbatim text, without its last line break."""
    marks = "#"
    while '"""' + marks in text or "\\" + marks in text:
        marks += "#"
    lines = ['"""'] + text.rstrip("\n").split("\n") + ['"""']
    body = "\n".join(" " * indent + line if line else "" for line in lines)
    return body.replace('"""', marks + '"""', 1)[:-3] + '"""' + marks


# --- TypeScript

TYPESCRIPT = ROOT / "Sources/Runtime/TypeScript"

# The order of the parts in modules.
ORDER = [
    "errors", "contract", "messages", "events", "calls", "testing", "testmessages", "options", "conversion",
    "mismatch", "scalars", "urls", "dates", "data", "json", "collections", "fields", "kinds",
]

KEYWORDS = set(
    """as async await boolean break case catch class const continue default delete do else export
    extends false finally for from function if import in instanceof interface keyof let never new
    null number object of override readonly return string super switch this throw true try type
    typeof unknown void while constructor any""".split()
)

DECLARATION = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|interface|type|const|let) (\w+)", re.M
)


def code_of(text):
    """The text without comments, strings and regular expressions; `${…}` is kept."""
    token = re.compile(
        r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
        r"""|(?<=[(=!&|,:])\s*/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/[a-z]*""",
        re.S,
    )

    def replace(match):
        found = match.group()
        if found[0] != "`":
            return " "
        return " ".join("(" + part + ")" for part in re.findall(r"\$\{([^}]*)\}", found))

    return token.sub(replace, text)


def names_in(code):
    """Identifiers that are neither members nor keys."""
    return re.findall(r"(?<![\w$.])(?:\.\.\.)?([A-Za-z_$][\w$]*)(?!\??:)(?![\w$])", code)


def bindings(code):
    """Names that the code declares, at any depth."""
    found = set(re.findall(r"\b(?:function|class|interface|type|const|let)\s+(\w+)", code))
    found |= set(re.findall(r"([A-Za-z_$][\w$]*)\??:", code))
    # Destructuring and the parameters of closures and methods.
    groups = re.findall(r"\b(?:const|let)\s*([\[{].*?[\]}])\s*(?:=|of\b)", code)
    found |= {name for group in groups for name in re.findall(r":\s*(\w+)", group)}
    found |= set(re.findall(r"^  (?:\w+ )*(\w+) =", code, re.M))
    groups += re.findall(r"\(([^()]*)\)\s*=>", code) + re.findall(r"\b(\w+)\s*=>", code)
    groups += re.findall(r"\{([^{};]*)\}:", code)
    groups += re.findall(r"\bcatch \((\w+)\)", code)
    for name, types, parameters in re.findall(
        r"(?<![.\w])(\w+)(<[^()]*?>)?\(([^()]*)\)\s*[{:]", code
    ):
        groups += [] if name in KEYWORDS else [name, parameters]
    # Type parameters.
    groups += re.findall(r"\b\w+<((?:[^<>()]|<[^<>]*>)*)>\(", code)
    for group in groups:
        found |= set(re.findall(r"(?:^|[\[{(,<]|\.\.\.)\s*([A-Za-z_$][\w$]*)", group))
    return found


def case_name(name):
    """The Swift case of a declaration: `JSONValue` is `jsonValue`."""
    capitals = len(re.match(r"[A-Z]*", name).group())
    lowered = capitals if capitals in (0, 1, len(name)) else capitals - 1
    return name[:lowered].lower() + name[lowered:]


class Part:
    def __init__(self, text):
        self.code = code_of(text)
        self.names = DECLARATION.findall(self.code)
        self.name = self.names[0]
        self.case = case_name(self.name)
        self.text = text


class Module:
    def __init__(self, name):
        text = (TYPESCRIPT / (name + ".ts")).read_text(encoding="utf-8")
        self.imports = {}
        statements = re.findall(r'^(?:import|export) (?:type )?\{([^}]*)\} from "\./(\w+)\.ts";', text, re.M)
        for names, origin in statements:
            for imported in re.findall(r"\w+", names):
                self.imports[imported] = origin
        # A blank line before a line that is not indented ends a part.
        blocks = re.split(r"\n\n(?=\S)", text.strip("\n"))
        self.parts = [Part(block) for block in blocks if DECLARATION.search(code_of(block))]
        self.bindings = bindings(code_of(text))


def typescript():
    files = {path.stem for path in TYPESCRIPT.glob("*.ts")}
    if files != set(ORDER) | {"generated", "exports"}:
        sys.exit(f"{TYPESCRIPT}: the order of these files is not given: {sorted(files ^ set(ORDER))}")
    modules = {name: Module(name) for name in ORDER}
    exported = set(Module("exports").imports)
    stand_ins = [part.name for part in Module("generated").parts]
    parts = [part for name in ORDER for part in modules[name].parts]
    home = {name: part for part in parts for name in part.names}
    if len({part.case for part in parts}) != len(parts):
        sys.exit(f"{TYPESCRIPT}: the names of two parts make the same Swift case")

    out = [NOTE, "/// A part of the run-time support in `Sources/Runtime/TypeScript`.\n"]
    out.append("enum TypeScriptRuntime: Int, CaseIterable {\n")
    for name in ORDER:
        cases = ", ".join(part.case for part in modules[name].parts)
        out += [f"  // {name}.ts\n", wrapped("  case ", cases)]

    out.append("\n  /// The name of its first declaration.\n  var name: String {\n    switch self {\n")
    out += [f'    case .{part.case}: "{part.name}"\n' for part in parts]
    out.append("    }\n  }\n\n  /// The parts that it names.\n")
    out.append("  var needs: [TypeScriptRuntime] {\n    switch self {\n")
    unneeding = []
    globals_used = set()
    for name in ORDER:
        module = modules[name]
        declared = set(home) | set(stand_ins) | KEYWORDS
        for part in module.parts:
            own = {n for other in module.parts for n in other.names}
            visible = own | {n for n, origin in module.imports.items() if origin != "generated"}
            used = set(names_in(part.code))
            needed = {home[n].case for n in used & visible} - {part.case}
            ordered = [p.case for p in parts if p.case in needed]
            if ordered:
                elements = ", ".join("." + other for other in ordered)
                line = f"    case .{part.case}: [{elements}]\n"
                if len(line) > 101:
                    line = f"    case .{part.case}:\n      [\n{wrapped('        ', elements + ',')}      ]\n"
                out.append(line)
            else:
                unneeding.append("." + part.case)
            globals_used |= used - declared - module.bindings
    out += [wrapped("    case ", ", ".join(unneeding) + ":"), "      []\n", "    }\n  }\n\n"]

    out.append("  var text: String {\n    switch self {\n")
    for part in parts:
        text = part.text if set(part.names) & exported else re.sub(r"(?m)^export ", "", part.text)
        out += [f"    case .{part.case}:\n", raw_literal(text, 6), "\n"]
    out.append("    }\n  }\n\n")

    out.append("  /// Names that parts use and that the generator declares.\n")
    out.append("  static let standIns: [String] = [\n")
    out += [wrapped("    ", strings(stand_ins)), "  ]\n}\n"]

    names = [NOTE, "extension TypeScriptNames {\n"]
    names.append("  /// Names that the run-time support declares.\n  static let runtime: [String] = [\n")
    names += [wrapped("    ", strings(home)), "  ]\n\n"]
    names.append("  /// Names of the language and the browser that the run-time support uses.\n")
    names.append("  static let runtimeGlobals: [String] = [\n")
    names += [wrapped("    ", strings(globals_used)), "  ]\n}\n"]
    return {
        "Sources/Generation/TypeScript/TypeScriptRuntime.swift": "".join(out),
        "Sources/GeneratedNames/TypeScript/TypeScriptRuntimeNames.swift": "".join(names),
    }


def strings(names):
    return ", ".join(f'"{name}"' for name in sorted(names)) + ","


def wrapped(head, text):
    """One line, or several of at most a hundred columns, the later ones indented by two more."""
    indent = " " * (len(head) - len(head.lstrip(" ")) + (0 if head.strip() == "" else 2))
    lines, line = [], head
    for index, word in enumerate(text.split(" ")):
        addition = word if index == 0 else " " + word
        if len(line) + len(addition) > 100:
            lines.append(line)
            line = indent + word
        else:
            line += addition
    return "\n".join(lines + [line]) + "\n"


def swift():
    text, names = swift_runtime.swift(NOTE, wrapped)
    return {
        "Sources/Generation/Swift/SwiftRuntime.swift": text,
        "Sources/GeneratedNames/Swift/SwiftRuntimeNames.swift": names,
    }


def main():
    stale = []
    for name, new in (swift() | typescript()).items():
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == new:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.write_text(new, encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}; run Tests/tools/embed_runtime.py")


main()
