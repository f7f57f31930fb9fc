"""A rule file in which a line is typed, and the places of messages relative to that line.

A recording is an object: the `capabilities` and `initializationOptions` of the client, and `events`, the messages of the
client in their order: `at` (milliseconds since the first edit), `method`, `params`, and the `id` of a request. Line numbers
are `["row", N]` (from the typed line), `["end", N]` (from the last line), or plain (from the start).
"""

import pathlib
import shutil

#: The line that is typed below the line in the middle of the file.
LINE = '  when path like "/typed/{id}" && query.kind == "new" cancel'
#: The milliseconds between two keys, and of pauses by the number of keys before them.
KEY = 90
PAUSES = {30: 700, 44: 400}
#: The milliseconds after the last key.
END = 2_500


def keys():
    """Returns the keys with the milliseconds at which they are pressed."""
    at = 0
    for number, key in enumerate(LINE):
        at += KEY + PAUSES.get(number, 0)
        yield at, key


def rule(number):
    return f'  when path like "/a{number}/{{id}}" && query.q{number} == "{number}" cancel'


def write(folder: pathlib.Path, count: int, files: int = 1):
    """Writes a set with a number of rules. Returns the file to type in, and the number of the line to type below."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "bascule.json").write_text("{}\n")
    size = count // files
    if files == 1:
        lines = ["chain Main {", *map(rule, range(count)), "  otherwise allow", "}", "configuration Only { chain Main }"]
        (folder / "a.bascule").write_text("\n".join(lines) + "\n")
        return folder / "a.bascule", count // 2
    uses = [f"  use Handler{file}" for file in range(files)]
    (folder / "a.bascule").write_text(
        "\n".join(["chain Main {", *uses, "  otherwise allow", "}", "configuration Only { chain Main }"]) + "\n")
    for file in range(files):
        lines = [f"handler Handler{file} {{", *map(rule, range(file * size, (file + 1) * size)), "}"]
        (folder / f"h{file:02}.bascule").write_text("\n".join(lines) + "\n")
    return folder / f"h{files // 2:02}.bascule", size // 2


def relative(value, row, last):
    """Returns params with places relative to the typed line and the last line of the text."""
    if isinstance(value, list):
        return [relative(item, row, last) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: relative(item, row, last) for key, item in value.items()}
    line = value.get("line")
    if isinstance(line, int) and line > 0:
        result["line"] = ["row", line - row] if abs(line - row) <= abs(last - line) else ["end", line - last]
    return result


def absolute(value, row, last):
    """Returns params with absolute places, as the opposite of `relative`."""
    if isinstance(value, list):
        if len(value) == 2 and value[0] in ("row", "end") and isinstance(value[1], int):
            return max(0, value[1] + (row if value[0] == "row" else last))
        return [absolute(item, row, last) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: absolute(item, row, last) for key, item in value.items()}
