#!/usr/bin/env python3
"""The figures of `README.md`: verdicts of all clauses, and lines of rules beside those that they replace."""

import collections
import csv
import pathlib
import re

PORTS = pathlib.Path(__file__).parent
GROUPS = {
    "ten": ["capacitor", "duckduckgo", "edx", "homeassistant", "hotwire", "kiwix", "pocketcasts", "readium",
            "rocketchat", "shopify"],
    "five": ["afterpay", "beam", "plainwire", "pwabuilder", "snowhaze"],
}
KINDS = ["nav", "msg", "conf", "other"]


def table(name: str) -> list[dict[str, str]]:
    with open(PORTS / name) as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def clauses(group: str) -> list[dict[str, str]]:
    return [clause for clause in table("clauses.tsv") if clause["app"] in GROUPS[group]]


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %".replace(".0 %", " %")


def verdicts(group: str) -> dict[str, collections.Counter]:
    """The number of clauses with each verdict, and of those with the tag `STATE`, by what they are about."""
    counts = {about: collections.Counter() for about in KINDS}
    for clause in clauses(group):
        counts[clause["about"]][clause["verdict"]] += 1
        counts[clause["about"]]["STATE"] += clause["missing"] == "STATE"
    return counts


def exact(group: str) -> str:
    """The share of `E` in the clauses about navigation."""
    nav = verdicts(group)["nav"]
    return percent(nav["E"], nav["E"] + nav["H"] + nav["N"])


def exact_apart_from_state(group: str) -> float:
    """The share of `E` in the clauses about navigation that do not ask for state of the app."""
    nav = verdicts(group)["nav"]
    return nav["E"] / (nav["E"] + nav["H"] + nav["N"] - nav["STATE"])


def impossible(group: str) -> float:
    """The share of `N` in all clauses."""
    counts = verdicts(group)
    return sum(counts[about]["N"] for about in KINDS) / len(clauses(group))


def lines_of_rules(app: str) -> int:
    """The lines of the rule files without tests, comments and empty lines."""
    text = "".join(file.read_text() for file in sorted((PORTS / app).glob("*.bascule")))
    text = re.sub(r"^test .*?^}$", "", text, flags=re.DOTALL | re.MULTILINE)
    lines = [line.strip() for line in text.splitlines()]
    return sum(1 for line in lines if line and not line.startswith("//"))


def replaced_lines(app: str) -> int:
    return sum(int(row["count"]) for row in table("originals.tsv") if row["app"] == app)


def lines(group: str) -> tuple[int, int]:
    """The lines of rules, and the lines that they replace."""
    apps = GROUPS[group]
    return sum(map(lines_of_rules, apps)), sum(map(replaced_lines, apps))


def verdict_table(group: str) -> str:
    rows = ["| about | clauses | `E` | `H` | of these `STATE` | `N` |", "| --- | --- | --- | --- | --- | --- |"]
    for about, counts in verdicts(group).items():
        total = counts["E"] + counts["H"] + counts["N"]
        shares = [f"{counts[kind]} ({percent(counts[kind], total)})" for kind in "EH"]
        rows.append(f"| `{about}` | {total} | {shares[0]} | {shares[1]} | {counts['STATE']} | {counts['N']} |")
    return "\n".join(rows)


def summary_table() -> str:
    rows = ["| | ten apps | five apps |", "| --- | --- | --- |"]
    def row(name, value):
        rows.append(f"| {name} | {value('ten')} | {value('five')} |")
    row("clauses", lambda group: len(clauses(group)))
    row("about navigation: strictly exact", exact)
    row("… of those that ask for no state of the app", lambda group: f"{100 * exact_apart_from_state(group):.1f} %")
    row("of all clauses: cannot be said", lambda group: f"{100 * impossible(group):.1f} %")
    row("lines of rules, and of what they replace", lambda group: "{} and {}".format(*lines(group)))
    row("… in percent", lambda group: percent(*lines(group)))
    return "\n".join(rows)


def missing(group: str) -> collections.Counter:
    """The clauses about navigation by tag and verdict."""
    return collections.Counter((clause["missing"], clause["verdict"]) for clause in clauses(group)
                               if clause["about"] == "nav" and clause["missing"])


if __name__ == "__main__":
    print(summary_table())
    for group in GROUPS:
        print(f"\n{group}\n\n{verdict_table(group)}")
        print("\n" + ", ".join(f"{tag} {verdict} {count}" for (tag, verdict), count in sorted(missing(group).items())))
