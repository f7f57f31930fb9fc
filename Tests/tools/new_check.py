"""Writes the skeleton of a check: its file, its registration, its topic and its section of `findings.md`.

Usage: Tests/run new-check CODE [--runner soundSet|rules|declarations|chains] [--folder FOLDER]

CODE is the code of the findings, such as `same-screen`. The runner decides what the check gets: `soundSet` (default) a rule
set without errors, `rules` and `declarations` also one with errors, `chains` the analyzed chains. FOLDER is a folder of
Sources/Checks; by default Rules, or Chains for the runner `chains`. The page has an example that the check must find:
`PageTests` fails until it does. Nothing is written if a file, a type or a code with that name exists.
"""

import argparse
import pathlib
import re
import subprocess
import sys

CHECKS = pathlib.Path("Sources/Checks")
REGISTRY = CHECKS / "CheckRegistry.swift"
TOPICS = CHECKS / "PageTopics.swift"
PAGE = pathlib.Path("Sources/Documentation/findings.md")
RUNNERS = ["soundSet", "rules", "declarations", "chains"]

SKELETON = '''import Diagnostics
import Semantics
import Text

/// The check `{code}`.
enum {type} {{
  static func findings(_ {label}: {input}) -> [Finding] {{
    // For each place: `page.finding(message, at: location, label: label, help: help, fix: fix)`.
    []
  }}

  static let page = Page(
    "{code}", .warning, "write in one line what is wrong")
}}
'''


SECTION = """## {code}

*warning*: write in one line what is wrong

Write what it means, why it matters, and how to correct it. The examples below are tests.

```bascule wrong
chain Default {{
  when path == "/replace/this" cancel
  otherwise allow
}}
```

```bascule right
chain Default {{
  when path == "/a" cancel
  otherwise allow
}}
```

*Fix*: there is no automatic fix.

"""


class Refused(Exception):
    pass


def type_name(code: str) -> str:
    return "".join(word.capitalize() for word in code.split("-"))


def skeleton(code: str, runner: str) -> str:
    label, input_type = ("facts", "ChainFacts") if runner == "chains" else ("input", "CheckInput")
    return SKELETON.format(code=code, type=type_name(code), label=label, input=input_type)


def registered(registry: str, code: str, runner: str) -> str:
    """Returns the registry with a line for the check, in the order of the codes."""
    name = type_name(code)
    line = f"    Check({name}.page, .{runner}({name}.findings)),\n"
    rows = list(re.finditer(r"^    Check\((\w+)\.page, .*\n", registry, re.MULTILINE))
    # Some types have another name than their code, so the order of the lines is kept for all others.
    later = next((row for row in rows if row[1].lower() > name.lower()), None)
    place = later.start() if later else rows[-1].end()
    return registry[:place] + line + registry[place:]


def with_topic(topics: str, code: str) -> str:
    """Returns the topics with the code among those of `rules`, from where its author moves it."""
    found = re.findall(r'\n      "rules",\n      \[([^\]]*)\]\n', topics)
    if len(found) != 1:
        raise Refused(f"{TOPICS} has no list for the topic `rules`")
    codes = sorted([*re.findall(r'"([\w-]+)"', found[0]), code])
    return topics.replace(found[0], ", ".join(f'"{each}"' for each in codes))


def with_section(page: str, code: str) -> str:
    """Returns the page with a section for the code, in the order of the codes."""
    end = page.rindex("\n---\n")
    later = (row.start() for row in re.finditer(r"^## ([a-z][\w-]*)$", page, re.MULTILINE) if row[1] > code)
    place = next(later, end)
    return page[:place] + SECTION.format(code=code) + page[place:]


def main() -> None:
    parser = argparse.ArgumentParser(prog="Tests/run new-check", description=__doc__.splitlines()[0])
    parser.add_argument("code")
    parser.add_argument("--runner", choices=RUNNERS, default="soundSet")
    parser.add_argument("--folder", help="a folder of Sources/Checks")
    options = parser.parse_args()
    code, runner = options.code, options.runner
    folder = CHECKS / (options.folder or ("Chains" if runner == "chains" else "Rules"))
    file = folder / f"{type_name(code)}.swift"
    try:
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", code):
            raise Refused(f"a code is made of words in small letters, as `same-screen`, not `{code}`")
        if not folder.is_dir():
            raise Refused(f"there is no folder {folder}")
        registry = REGISTRY.read_text()
        if any(path.name == file.name for path in CHECKS.rglob("*.swift")) or re.search(
                rf'"{code}"', "".join(path.read_text() for path in CHECKS.rglob("*.swift"))):
            raise Refused(f"there is a check `{code}`, or a file with the name of its type")
        written = {file: skeleton(code, runner), REGISTRY: registered(registry, code, runner),
                   TOPICS: with_topic(TOPICS.read_text(), code), PAGE: with_section(PAGE.read_text(), code)}
    except Refused as refused:
        sys.exit(f"Tests/run new-check: {refused}")
    for path, text in written.items():
        path.write_text(text)
    # Lists may have become too long for a line.
    swift = [str(path) for path in written if path.suffix == ".swift"]
    subprocess.run(["swift", "format", "--in-place", *swift], check=True)
    print(f"""wrote {file}
registered it in {REGISTRY}, its topic in {TOPICS}, and its section in {PAGE}

Next:
  1. Write its section and its findings, and move its code to its topic.
  2. Tests/run --filter PageTests says whether the examples are found.
  3. Tests/update-golden completes the section, and writes the schema of bascule.json.
.github/CONTRIBUTING.md says the rest.""")


if __name__ == "__main__":
    main()
