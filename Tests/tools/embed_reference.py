#!/usr/bin/env python3
"""Writes the sections of the language reference into a Swift file, from which `bascule help TOPIC` prints them.

    Tests/tools/embed_reference.py

With --check it writes nothing and exits 1 when the file differs.

A topic is a section (`##`) of a page in the table of Sources/Documentation/language.md; its name is the anchor of
the heading. The grammar is left out, links become the topics or the pages that they lead to, and the text is set for
a terminal: paragraphs of 88 columns, and tables with columns of equal width.
"""

import itertools
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTATION = ROOT / "Sources/Documentation"
OUTPUT = ROOT / "Sources/CommandLine/Help/ReferenceText.swift"


def pages():
    """The pages of the reference, in the order of the table."""
    table = re.search(r"^\| page \|.*?\n\n", (DOCUMENTATION / "language.md").read_text(), re.S | re.M).group()
    return ["language.md"] + re.findall(r"^\| \[[^\]]*\]\(([\w-]+\.md)\)", table, re.M)


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def sections(page):
    """The headings of a page with the text below."""
    text = re.sub(r"^```ebnf\n.*?^```\n", "", (DOCUMENTATION / page).read_text(), flags=re.S | re.M)
    parts = re.split(r"^## (.*)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def raw_literal(text, indent):
    """A Swift literal of several lines with the text, without its last line break."""
    marks = "#"
    while '"""' + marks in text or "\\" + marks in text:
        marks += "#"
    lines = [f'{marks}"""'] + text.rstrip("\n").split("\n") + [f'"""{marks}']
    return "\n".join(" " * indent + line if line else "" for line in lines)


def wrapped(text, columns, indent=""):
    """The text in lines, broken at spaces outside of code."""
    kept = re.sub(r"`[^`]+`", lambda match: match.group().replace(" ", "\0"), " ".join(text.split()))
    lines = textwrap.wrap(
        kept, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines] or [""]


def paragraph(text, indent=""):
    return "\n".join(wrapped(text, 88, indent))


def table(text):
    """The rows, with cells of several lines if they need more than 100 columns."""
    rows = [re.split(r"(?<!\\) *\| *", line.strip())[1:-1] for line in text.splitlines()]
    head, _, *rows = [[cell.replace("\\|", "|") for cell in row] for row in rows]
    columns = list(zip(head, *rows))
    widths = [max(map(len, column)) for column in columns]
    # No column is narrower than its longest code.
    least = [max(len(line) for cell in column for line in wrapped(cell, 1)) for column in columns]
    while sum(widths) + 2 * len(widths) > 100:
        spare = [(width, place) for place, width in enumerate(widths) if width > max(least[place], 16)]
        if not spare:
            break
        widths[max(spare)[1]] -= 1
    lines = []
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = [wrapped(cell, width) for cell, width in zip(row, widths)]
        for parts in itertools.zip_longest(*cells, fillvalue=""):
            lines.append("  ".join(part.ljust(width) for part, width in zip(parts, widths)).rstrip())
    return "\n".join(lines)


def for_terminal(body):
    out = []
    for part in re.split(r"(^```.*?^```$)", body, flags=re.S | re.M):
        if part.startswith("```"):
            out.append(part)
            continue
        for block in re.split(r"\n\n+", part.strip("\n")):
            if block.startswith("|"):
                out.append(table(block))
            elif block.startswith("- "):
                items = re.split(r"\n(?=- )", block)
                out.append("\n".join(paragraph(item, "  ") for item in items))
            elif block.strip():
                out.append(paragraph(block))
    return "\n\n".join(out)


def source():
    topics = [(page, title, body) for page in pages() for title, body in sections(page)]
    names = [anchor(title) for _, title, _ in topics]
    if len(set(names)) < len(names):
        sys.exit(f"two sections have one name: {sorted(n for n in names if names.count(n) > 1)}")

    def link(page):
        def replace(match):
            text, target = match.groups()
            if re.match(r"https?:", target):
                return f"{text} ({target})"
            file, _, section = target.partition("#")
            if section in names and (file or page) in pages():
                return f"{text} (`bascule help {section}`)"
            path = ((DOCUMENTATION / file).resolve() if file else DOCUMENTATION / page).relative_to(ROOT)
            return f"{text} ({path})"

        return lambda text: re.sub(r"\[([^\]\[`]+|`[^`]+`)\]\(([^)\s]+)\)", replace, text)

    out = ["// Written by Tests/tools/embed_reference.py. Do not edit.\n\n"]
    out.append("extension ReferenceTopic {\n  /// The sections of the language reference, in the order of its pages.\n")
    out.append("  static let all: [ReferenceTopic] = [\n")
    for (page, title, body), name in zip(topics, names):
        # Fences keep the language, and the mark of a wrong example.
        body = re.sub(r"^```bascule(?: (?:rules|more|declarations))*", "```bascule", body, flags=re.M)
        text = f"# {title}\n\n{for_terminal(link(page)(body))}\n"
        out.append(f'    ReferenceTopic(\n      name: "{name}", page: "{page}",\n      text:\n')
        out.append(raw_literal(text, 8) + "),\n")
    out.append("  ]\n}\n")
    return "".join(out)


def main():
    new = source()
    if OUTPUT.exists() and OUTPUT.read_text() == new:
        return
    if "--check" in sys.argv:
        sys.exit(f"stale: {OUTPUT.relative_to(ROOT)}; run Tests/tools/embed_reference.py")
    OUTPUT.write_text(new)


main()
