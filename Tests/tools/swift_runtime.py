"""Reads the parts of Sources/Runtime/Swift for embed_runtime.py.

A part is a file. Lines that begin with `//:` are directives and are not part of its text:

    //: output NAME     the generated file that the part is written to
    //: needs PART…     parts without which it does not compile
    //: if PART         the lines up to `//: end` are written only together with that part

Two attributes mark declarations for generated code: `@_spi(Generated) public` is internal in generated code,
and `@_spi(GeneratedFile) public` is private to its file. Any other `public` becomes a placeholder for the
access level that the user configures. Imports and an `#if` around the whole file are omitted, since the
generator writes them; so that it can say which modules its public declarations use, the types of Apple's modules in
them are found here.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/Runtime/Swift"

PLACEHOLDER = "<#public#> "

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*)|(?P<block>/\*)|(?P<string>\#*\"{3}|\#*\")|(?P<word>[A-Za-z_]\w*)"""
)

DECLARATIONS = "class|struct|enum|protocol|func|var|let|init|subscript|typealias|extension|static"


def string_end(text, start, opening):
    """The offset after a string literal whose content begins at `start`."""
    marks = opening.count("#")
    quotes = opening[marks:]
    closing = quotes + "#" * marks
    escape = "\\" + "#" * marks
    at = start
    while True:
        if text.startswith(closing, at):
            return at + len(closing)
        if text.startswith(escape + "(", at):
            at = interpolation_end(text, at + len(escape) + 1)
        elif text.startswith(escape, at):
            at += len(escape) + 1
        elif at >= len(text):
            sys.exit("a string does not end")
        else:
            at += 1


def interpolation_end(text, start):
    depth = 1
    at = start
    while depth:
        match = TOKEN.match(text, at)
        if match and match.lastgroup == "string":
            at = string_end(text, match.end(), match.group())
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def words(text):
    """The words of the code, without comments and strings: (start, end, word)."""
    found = []
    at = 0
    while match := TOKEN.search(text, at):
        at = match.end()
        if match.lastgroup == "block":
            at = text.index("*/", at) + 2
        elif match.lastgroup == "string":
            at = string_end(text, at, match.group())
        elif match.lastgroup == "word":
            found.append((match.start(), at, match.group()))
    return found


def with_access_marked(text, name):
    """The text with a placeholder for each `public`, and with the attributes resolved."""
    if "<#" in text:
        sys.exit(f"{name}: it has a placeholder already")
    edits = []
    attribute = None
    code = words(text)
    for index, (start, end, word) in enumerate(code):
        following = code[index + 1][2] if index + 1 < len(code) else ""
        if word == "_spi":
            match = re.compile(r"\((Generated|GeneratedFile)\)\s").match(text, end)
            if not match or text[start - 1] != "@":
                sys.exit(f"{name}: an attribute of an unknown group")
            attribute = match.group(1)
            edits.append((start - 1, match.end(), ""))
        elif attribute and word == "extension":
            attribute = None
        elif word == "public" or (word == "open" and re.fullmatch(DECLARATIONS, following)):
            if text[end] != " ":
                sys.exit(f"{name}: no blank after `{word}`")
            new = PLACEHOLDER
            if attribute:
                new = "fileprivate " if attribute == "GeneratedFile" else ""
            edits.append((start, end + 1, new))
            attribute = None
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


# The types of modules in public declarations of the support. The tests of module settings fail if one is missing.
# Requests and challenges are not among them: on Linux they are not in Foundation. Files with them import WebKit, which
# exports Foundation.
MODULES = {
    "foundation": re.compile(r"\b(?:URL|Data|Date|CG[A-Z]\w*|NS[A-Z]\w*|JSON(?:En|De)coder)\b"),
    "webKit": re.compile(r"\bWK[A-Z]\w*\b"),
}


def without_texts(text):
    """The text with blanks in place of comments and strings."""
    out = []
    at = 0
    while match := TOKEN.search(text, at):
        start, end = match.start(), match.end()
        if match.lastgroup == "block":
            end = text.index("*/", end) + 2
        elif match.lastgroup == "string":
            end = string_end(text, end, match.group())
        out.append(text[at:start])
        found = text[start:end]
        out.append(found if match.lastgroup == "word" else re.sub(r"[^\n]", " ", found))
        at = end
    return "".join(out) + text[at:]


def closing(code, start):
    """The offset after the brace that closes the one at `start`."""
    depth = 0
    for at in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if depth == 0:
            return at + 1
    sys.exit("a brace is not closed")


def signature_end(code, start):
    """The offset after a declaration without its body: at its brace, or at a line end outside of parentheses."""
    depth = 0
    for at in range(start, len(code)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
        if depth == 0 and code[at] == "{":
            return at
        if depth == 0 and code[at] == "\n":
            following = code[at:].lstrip()
            if not re.search(r"[,:]\s*$", code[start:at]) and not re.match(r"where\b|->|\{|:", following):
                return at
    return len(code)


def exports(text):
    """The lines with types of modules in declarations of the configured access: (number, module)."""
    code = without_texts(text)
    regions = []
    for match in re.finditer(re.escape(PLACEHOLDER), code):
        end = signature_end(code, match.end())
        regions.append((match.end(), end))
        kind = re.match(r"(?:\w+ )*?(protocol|enum) ", code[match.end() : end])
        if not kind:
            continue
        close = closing(code, end)
        if kind[1] == "protocol":
            regions.append((end, close))
        else:
            # Cases, not the patterns of a `switch` in a function.
            margin = re.search(r"^ *", code[code.rfind("\n", 0, match.start()) + 1 :])[0]
            cases = re.compile(rf"^{margin}  (?:indirect )?case .*(?:\n{margin}   .*|\n{margin}  \).*)*", re.M)
            regions += [found.span() for found in cases.finditer(code, end, close)]
    for match in re.finditer(r"\bextension [^\n{]*", code):
        opening = code.index("{", match.start())
        if PLACEHOLDER in code[opening : closing(code, opening)]:
            regions.append((match.start(), opening))
    found = set()
    for start, end in regions:
        for module, types in MODULES.items():
            for match in types.finditer(code, start, end):
                found.add((code.count("\n", 0, match.start()), module))
    return found


def joined(text):
    """The text with the arguments of a list on its line, where they fit there without their attributes."""

    def line(match):
        whole = match[1] + match[2] + match[3]
        is_code = not match[2].startswith("//")
        return whole if is_code and len(whole.replace(PLACEHOLDER, "public ")) <= 100 else match[0]

    return re.sub(r"^(.*\()\n +([^\n]*)\n *(\)[^\n]*)$", line, text, flags=re.M)


class Part:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        text = path.read_text(encoding="utf-8")
        self.condition = None
        self.output, self.needs = None, []
        # Lines of text, each with the parts on which it depends.
        lines, conditions = [], []
        match = re.search(r"^#if ([^\n]*)\n(.*)^#endif\n\Z", text, re.M | re.S)
        if match:
            self.condition = match.group(1)
            text = text[: match.start()] + match.group(2)
        # The generated file has its own imports.
        text = re.sub(r"^ *((public|internal) )?import \w+\n", "", text, flags=re.M)
        # Imports for a platform leave an empty condition.
        text = re.sub(r"^ *#if [^\n]*\n(?: *#elseif [^\n]*\n)* *#endif\n\n?", "", text, flags=re.M)
        text = joined(with_access_marked(text, self.name))
        exported = exports(text)
        # The modules that the lines of each condition use in declarations of the configured access.
        used = {}
        for number, line in enumerate(text.split("\n")):
            for at, module in exported:
                if at == number:
                    used.setdefault(tuple(conditions), set()).add(module)
            directive = re.match(r"\s*//: (\w+) ?(.*)", line)
            if not directive:
                lines.append((tuple(conditions), line))
                continue
            kind, rest = directive.groups()
            if kind == "output":
                self.output = rest
            elif kind == "needs":
                self.needs += rest.split()
            elif kind == "if":
                conditions.append(rest)
            elif kind == "end":
                conditions.pop()
            else:
                sys.exit(f"{self.name}: unknown directive `{kind}`")
        if conditions or not self.output:
            sys.exit(f"{self.name}: a directive is missing")
        while lines and lines[0][1] == "":
            lines.pop(0)
        while lines and lines[-1][1] == "":
            lines.pop()
        self.sections = []
        for condition, line in lines:
            if not self.sections or self.sections[-1][0] != condition:
                # The first section of a condition says what all of them use.
                self.sections.append((condition, sorted(used.pop(condition, ())), []))
            self.sections[-1][2].append(line)
        self.lines = lines
        plain = "\n".join(line for _, line in lines)
        indent = "  " if self.condition else ""
        self.declared = re.findall(
            rf"^{indent}(?:(?:@\w+|<#public#>|final|private|fileprivate|indirect|nonisolated) )*"
            rf"(?:struct|class|enum|protocol|func|typealias) (\w+)",
            plain,
            re.M,
        )


def names_used(parts):
    """The types and functions of other modules that the parts name without their module, and these modules."""
    texts = [
        "\n".join(line for _, line in part.lines if not re.match(r" *#(if|elseif) ", line)) for part in parts
    ]
    plain = "\n".join(re.sub(r"//[^\n]*", "", text) for text in texts)
    # Names that the scope of their use has: nested types and parameters of generic types.
    local = set(re.findall(r"\b(?:struct|class|enum|protocol|typealias|associatedtype) (\w+)", plain))
    for generic in re.findall(r"\b(?:func \w+|init|struct \w+|class \w+|enum \w+)<([^>(]*)>", plain):
        local |= set(re.findall(r"(?:^|,\s*)(\w+)", generic))
    local |= {"Element", "Index", "Key", "RawValue", "Value", "Wrapped"}
    members = set(re.findall(r"\b(?:func|var|let|case) `?(\w+)", plain))
    members |= set(re.findall(r"(\w+)\??:", plain))
    used = set()
    for text in texts:
        for start, end, word in words(text):
            if start > 0 and text[start - 1] in "._" and not text[:start].endswith(".."):
                continue
            if word[0].isupper():
                used.add(word)
            elif text[end : end + 1] == "(" and word not in members | KEYWORDS:
                used.add(word)
    declared = {name for part in parts for name in part.declared}
    return used - local - declared


# Words before a parenthesis that name no function, and methods that are called on `self` without it.
KEYWORDS = set(
    """as async available await canImport catch false for func guard if in init inout is let nil nonisolated
    os public private return self some subscript super switch throw throws true try unowned unsafe var
    where while escaping selector spi objc fileprivate
    addScriptMessageHandler addUserScript base64EncodedString map mapValues merging noQuery reserveCapacity""".split()
)


def case_name(name):
    """The Swift case of a part: `JSONText` is `jsonText`, `URLPattern` is `urlPattern`."""
    capitals = len(re.match(r"[A-Z]*", name).group())
    lowered = capitals if capitals in (0, 1, len(name)) else capitals - 1
    return name[:lowered].lower() + name[lowered:]


def parts():
    found = sorted((Part(path) for path in FOLDER.rglob("*.swift")), key=lambda part: part.name)
    names = [part.name for part in found]
    if len(set(names)) != len(names):
        sys.exit(f"{FOLDER}: two parts have the same name")
    for part in found:
        used = set(part.needs) | {name for condition, _, _ in part.sections for name in condition}
        if used - set(names):
            sys.exit(f"{part.name}: there is no part {', '.join(sorted(used - set(names)))}")
    return found


def literal(lines, indent):
    """A Swift literal of several lines with the verbatim lines, without the last line break."""
    text = "\n".join(lines)
    marks = "#"
    while '"""' + marks in text or "\\" + marks in text:
        marks += "#"
    body = "".join(" " * indent + line + "\n" if line else "\n" for line in lines)
    return f'{marks}"""\n{body}{" " * indent}"""{marks}'


def switch_case(wrapped, cases, value):
    line = f"    case {cases}: {value}\n"
    return line if len(line) <= 101 else wrapped("    case ", cases + ":") + f"      {value}\n"


def swift(note, wrapped):
    found = parts()
    case = lambda name: "." + case_name(name)
    out = [note, "/// A part of the run-time support: a file of `Sources/Runtime/Swift`.\n"]
    out.append("enum SwiftRuntime: Int, CaseIterable {\n")
    out.append(wrapped("  case ", ", ".join(case_name(part.name) for part in found)))
    out.append("\n  /// The name of its file.\n  var name: String {\n    switch self {\n")
    out += [f'    case {case(part.name)}: "{part.name}"\n' for part in found]
    out.append("    }\n  }\n\n  /// The generated file that it is written to.\n")
    out.append("  var output: SwiftFile {\n    switch self {\n")
    for output in sorted({part.output for part in found}):
        cases = ", ".join(case(part.name) for part in found if part.output == output)
        member = case_name(output.removeprefix("Bascule"))
        out.append(switch_case(wrapped, cases, f".{member}"))
    out.append("    }\n  }\n\n  /// Parts without which it does not compile.\n")
    out.append("  var needs: [SwiftRuntime] {\n    switch self {\n")
    for part in found:
        if part.needs:
            needs = ", ".join(case(name) for name in part.needs)
            line = f"    case {case(part.name)}: [{needs}]\n"
            if len(line) > 100:
                line = f"    case {case(part.name)}:\n      [{needs}]\n"
            out.append(line)
    without = ", ".join(case(part.name) for part in found if not part.needs)
    out += [switch_case(wrapped, without, "[]"), "    }\n  }\n\n"]
    out.append("  /// Its text. A section is written only together with the parts that it names.\n")
    out.append("  var sections: [SwiftRuntimeSection] {\n    switch self {\n")
    for part in found:
        out.append(f"    case {case(part.name)}:\n      [\n")
        for condition, modules, lines in part.sections:
            names = ", ".join(case(name) for name in condition)
            text = literal(lines, 10)
            uses = f"exports: [{', '.join('.' + module for module in modules)}],\n          " if modules else ""
            head = f"        SwiftRuntimeSection(\n          [{names}],\n          {uses}"
            comma = "," if len(part.sections) > 1 else ""
            out.append(f"{head}{text}){comma}\n")
        out.append("      ]\n")
    out.append("    }\n  }\n\n")
    out[-1] = "    }\n  }\n}\n"
    declared = sorted({name for part in found for name in part.declared})
    names = [note, "extension SwiftNames {\n"]
    names.append("  /// The types and functions that the run-time support declares.\n")
    names.append("  static let runtime: Set<String> = [\n")
    names += [wrapped("    ", ", ".join(f'"{name}"' for name in declared) + ","), "  ]\n\n"]
    used = sorted(names_used(found))
    names.append("  /// The types and functions of other modules that the run-time support names, and these modules.\n")
    names.append("  static let runtimeUses: Set<String> = [\n")
    names += [wrapped("    ", ", ".join(f'"{name}"' for name in used) + ","), "  ]\n}\n"]
    return "".join(out), "".join(names)
