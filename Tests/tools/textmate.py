"""Tokenises files by a TextMate grammar.

Usage: textmate.py GRAMMAR FILE…

Prints one JSON list for each file: its tokens as [line, column, text, [scope, …]], line and column from 0
and in Unicode scalars, the outermost scope first. A stand-in for the grammar of JavaScript knows some words.
"""

import json
import logging
import sys
from pathlib import Path

from textmate_grammar.parsers.base import LanguageParser

logging.disable(logging.CRITICAL)

JAVASCRIPT = {
    "name": "JavaScript", "scopeName": "source.js", "fileTypes": ["js"], "repository": {},
    "patterns": [{"match": r"\b(const|function|let|var)\b", "name": "storage.type.js"}],
}


def main() -> None:
    LanguageParser(JAVASCRIPT)
    parser = LanguageParser(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    result = []
    for name in sys.argv[2:]:
        element = parser.parse_string(Path(name).read_text(encoding="utf-8"))
        tokens = element.flatten() if element is not None else []
        result.append([[line, column, text, scopes] for (line, column), text, scopes in tokens])
    json.dump(result, sys.stdout)


main()
