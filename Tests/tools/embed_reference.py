#!/usr/bin/env python3
"""Writes the sections of the language reference into a Swift file, from which `bascule help TOPIC` prints them.

    Tests/tools/embed_reference.py

With --check it writes nothing and exits 1 when the file differs.

A topic is a section (`##`) of a page in the table of Sources/Documentation/language.md; its name is the anchor of
the heading. The grammar is left out, and links become the topics or the pages that they lead to.
"""

import pathlib
import re
import sys

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
        text = f"# {title}\n\n{link(page)(body).strip()}\n"
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
