#!/usr/bin/env python3
"""Writes Sources/WebURL/UnicodeData.swift, the tables for domain names outside of ASCII.

Needs the Python packages idna and unicodedata2 (both carry the Unicode Character Database; their
versions must agree):

    python3 -m venv .build/tools/venv
    .build/tools/venv/bin/pip install idna==3.20 unicodedata2==18.0.0
    .build/tools/venv/bin/python Tests/tools/unicode_tables.py

With --check it writes nothing and exits 1 when the file differs.
"""

import pathlib
import sys

import unicodedata2 as ud
from idna import idnadata, uts46data

OUTPUT = pathlib.Path(__file__).resolve().parents[2] / "Sources/WebURL/UnicodeData.swift"
LAST = 0x10FFFF
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def number(value):
    text = ""
    while True:
        value, digit = divmod(value, 36)
        text = DIGITS[digit] + text
        if value == 0:
            return text


def entries(items):
    """Returns items of (code point, key letter, numbers) as text. Each is encoded as the step from the previous one.
    """
    previous = 0
    text = []
    for code_point, key, values in items:
        text.append(number(code_point - previous) + key + ",".join(map(number, values)))
        previous = code_point
    return ";".join(text)


def runs(key_of):
    """Returns the code points at which the key changes, from 0 on."""
    result = []
    last = None
    for code_point in range(LAST + 1):
        key = key_of(code_point)
        if key != last:
            result.append((code_point, *key))
            last = key
    return result


def mapping():
    items = []
    rows = zip(uts46data.uts46_starts, uts46data.uts46_statuses, uts46data.uts46_replacements)
    last = None
    for start, status, replacement in rows:
        # A deviation is valid, since the mapping is the nontransitional one.
        letter = {"V": "V", "D": "V", "M": "M", "I": "I", "X": "X"}[chr(status)]
        key = (letter, tuple(map(ord, replacement)) if letter == "M" else ())
        if key != last:
            items.append((start, *key))
            last = key
    return entries(items)


def decompositions():
    items = []
    for code_point in range(LAST + 1):
        character = chr(code_point)
        text = ud.decomposition(character)
        if not text or text.startswith("<") or 0xAC00 <= code_point <= 0xD7A3:
            continue
        composes = ud.normalize("NFC", character) == character and " " in text
        items.append((code_point, "C" if composes else "D", [int(x, 16) for x in text.split()]))
    return entries(items)


def combining_classes():
    return entries(runs(lambda c: ("Z", (ud.combining(chr(c)),))))


def marks():
    return entries(runs(lambda c: ("M" if ud.category(chr(c))[0] == "M" else "N", ())))


BIDI = {
    "L": "L", "R": "R", "AL": "A", "AN": "N", "EN": "E", "ES": "S", "CS": "C", "ET": "T",
    "ON": "O", "BN": "B", "NSM": "M", "": "L",
}


def bidi_classes():
    return entries(runs(lambda c: (BIDI.get(ud.bidirectional(chr(c)), "X"), ())))


def joining_types():
    kind = {}
    for letter, ranges in idnadata.joining_types.items():
        for packed in ranges:
            for code_point in range(packed >> 32, packed & 0xFFFFFFFF):
                kind[code_point] = letter
    return entries(runs(lambda c: (kind.get(c, "U"), ())))


def literal(name, summary, text):
    lines = [text[i : i + 96] for i in range(0, len(text), 96)]
    body = "".join(f"    {line}\\\n" for line in lines[:-1]) + f"    {lines[-1]}\n"
    return f'  /// {summary}\n  static let {name}: StaticString = """\n{body}    """\n'


def main():
    assert ud.unidata_version == idnadata.__version__, "the two packages are of different versions"
    parts = [
        literal("mapping", "UTS #46: V valid, M mapped to what follows, I ignored, X disallowed.", mapping()),
        literal("decompositions", "Canonical decompositions; C composes again, D does not.", decompositions()),
        literal("combiningClasses", "Canonical combining classes.", combining_classes()),
        literal("marks", "M general category Mark, N any other.", marks()),
        literal("bidiClasses", "Bidi classes: L R, A(L), N (AN), E(N) (E)S C(S) (E)T O(N) B(N) (NS)M, X others.", bidi_classes()),
        literal("joiningTypes", "Joining types: C D L R T, U none.", joining_types()),
    ]
    text = (
        "// Written by Tests/tools/unicode_tables.py; do not edit.\n"
        f"// Unicode {ud.unidata_version} data files, (c) Unicode, Inc., under the Unicode License v3.\n\n"
        "// swift-format-ignore-file\n\n"
        "/// Tables of entries: the step from the code point before in base 36, a letter, numbers in base 36.\n"
        "enum UnicodeData {\n" + "\n".join(parts) + "}\n"
    )
    if "--check" in sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            sys.exit(f"{OUTPUT} is stale")
        return
    OUTPUT.write_text(text)


main()
