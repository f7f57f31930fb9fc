"""Computes with z3 which rules of chains can be reached.

Reads a list of chains as JSON from standard input. Each chain is a list of rules {"condition": TREE, "covers": bool}.
Writes for each chain a list of "sat", "unsat" or "unknown".

TREE is {"and": […]}, {"or": […]}, {"not": TREE}, {"flag": NAME} or
{"part": NAME, "is": "equal"|"prefix"|"suffix"|"contains"|"matches"|"exists"
|"component", "text": …, "index": …}, {"part": …, "is": "same"|"starts", "other": PART}, {"number": NAME,
"is": "=="|"!="|"<"|"<="|">"|">="|"exists", "value": …}, {"number": NAME, "is": "same", "other": NAME},
{"part": NAME, "is": "listed"|"like"} for a list of the app, {"origin": ROOT, "of": ROOT} for the same scheme, host
and port, or {"origin": ROOT, "of": "pages"} for the origins of a list. A test of a missing value is false.

The possible values are derived by hand from the description of the language: paths, hosts and queries over a small
alphabet, which has a member of each class that the conditions distinguish.
"""

import json
import sys
from re import _constants as constants
from re import _parser as parser

import z3

# The limit of steps for a question, which take about 3 seconds on an idle machine. Unlike a time limit, it gives
# the same answer on a busy machine.
STEPS = 8_000_000


def regex(source: str) -> z3.ReRef:
    """Converts a regular expression of Python to z3, in the subset that the test uses."""

    def one(low: int, high: int) -> z3.ReRef:
        return z3.Range(chr(low), chr(high))

    def item(operation, value) -> z3.ReRef:
        if operation is constants.LITERAL:
            return z3.Re(chr(value))
        if operation is constants.ANY:
            return one(0x20, 0x7E)
        if operation is constants.IN:
            return union([member(*part) for part in value])
        if operation is constants.SUBPATTERN:
            return sequence(value[3])
        if operation is constants.BRANCH:
            return union([sequence(part) for part in value[1]])
        if operation is constants.MAX_REPEAT:
            low, high, part = value
            inner = sequence(part)
            if high is constants.MAXREPEAT:
                return z3.Star(inner) if low == 0 else z3.Concat(z3.Loop(inner, low, low), z3.Star(inner))
            return z3.Loop(inner, low, high)
        raise ValueError(operation)

    def member(operation, value) -> z3.ReRef:
        if operation is constants.RANGE:
            return one(*value)
        if operation is constants.CATEGORY and value is constants.CATEGORY_DIGIT:
            return one(0x30, 0x39)
        return item(operation, value)

    def union(parts: list) -> z3.ReRef:
        return parts[0] if len(parts) == 1 else z3.Union(*parts)

    def sequence(parts) -> z3.ReRef:
        items = [item(*part) for part in parts]
        if not items:
            return z3.Re("")
        return items[0] if len(items) == 1 else z3.Concat(*items)

    return sequence(parser.parse(source))


TEXT = {
    name: z3.String(name)
    for name in ("path", "host", "scheme", "query", "page host", "page query", "mime", "server", "token",
                 "home scheme", "home host", "home path", "source scheme", "source host")
}
NUMBER = {name: z3.Int(name) for name in ("status", "port", "home port", "source port", "limit", "room")}
HAS = {name: z3.Bool("has " + name) for name in (*TEXT, *NUMBER)}
# The members of lists of the app. The lists are unknown, so they can contain any texts, hosts and origins.
LISTED = z3.Function("names", z3.StringSort(), z3.BoolSort())
LIKE = z3.Function("patterns", z3.StringSort(), z3.BoolSort())
ORIGIN = z3.Function("pages", z3.StringSort(), z3.StringSort(), z3.BoolSort(), z3.IntSort(), z3.BoolSort())


def parts(root: str) -> tuple[str, str, str]:
    """Returns the names of the scheme, the host and the port of a URL."""
    start = "" if root == "url" else root + " "
    return start + "scheme", start + "host", start + "port"


# The host of a web URL that ends in a number is an IPv4 address, which has other rules. Other URLs can have any host.
WEB_HOST = regex("([a-z0-9]+[.])*[1-9]?[a-z][a-z0-9]*")
HOST = regex("[a-z0-9]+([.][a-z0-9]+)*")
WEB_SCHEMES = ("https", "http", "wss", "ws", "ftp", "file")


def url(root: str) -> z3.BoolRef:
    """Returns the constraint that the scheme and the host of a URL fit together."""
    scheme, host, _ = parts(root)
    return z3.And(
        z3.InRe(TEXT[scheme], regex("[a-z]+")),
        z3.InRe(TEXT[host], HOST),
        z3.Implies(
            z3.Or(*[TEXT[scheme] == web for web in WEB_SCHEMES]), z3.InRe(TEXT[host], WEB_HOST)),
        z3.Implies(HAS[host], HAS[scheme]),
        z3.Implies(z3.And(HAS[scheme], z3.Or(TEXT[scheme] == "https", TEXT[scheme] == "http")), HAS[host]))


def port(root: str) -> z3.BoolRef:
    """Returns the constraint that the port is not the default port of the scheme."""
    scheme, host, port = parts(root)
    default = z3.If(TEXT[scheme] == "https", 443, z3.If(TEXT[scheme] == "http", 80, -1))
    return z3.And(
        z3.Implies(HAS[port], HAS[host]), NUMBER[port] >= 0, NUMBER[port] <= 65_535, NUMBER[port] != default)


REQUEST = z3.And(
    url("url"),
    z3.InRe(TEXT["path"], regex("/|(/[a-z0-9_-]+)+")),
    z3.InRe(TEXT["query"], regex("[A-Za-z0-9._-]*")),
    z3.InRe(TEXT["page host"], HOST),
    # The texts with which the query is compared have its letters.
    z3.InRe(TEXT["page query"], regex("[A-Za-z0-9._-]*")),
    z3.InRe(TEXT["mime"], regex("[a-z./+-]+")),
    NUMBER["status"] >= 100,
    NUMBER["status"] <= 999,
    HAS["scheme"],
    z3.Implies(HAS["host"], HAS["path"]),
)
VALUES = z3.And(
    url("home"), url("source"), port("url"), port("home"), port("source"),
    HAS["token"],
    HAS["limit"],
    z3.InRe(TEXT["server"], regex("[A-Za-z0-9./_-]*")),
    z3.InRe(TEXT["token"], regex("[A-Za-z0-9./_-]*")),
    z3.InRe(TEXT["home path"], regex("/|(/[a-z0-9_-]+)+")),
    z3.Implies(HAS["home host"], HAS["home path"]),
    z3.Implies(HAS["home path"], HAS["home scheme"]),
    # The origin of the page that makes the request is known only together with its frame.
    z3.Implies(HAS["source scheme"], z3.Bool("exists source")),
    z3.Implies(z3.Bool("source main"), z3.Bool("exists source")),
)
OF_VALUES = ("home", "source", "port", "origin", "server", "token", "limit", "room", "listed", "like")


def domain(chain: list) -> list[z3.BoolRef]:
    """Returns the constraints on requests. Values that no rule of the chain mentions are left out, to save time."""
    text = json.dumps(chain)
    return [REQUEST] + ([VALUES] if any(word in text for word in OF_VALUES) else [])


def component(index: int, text: str) -> z3.ReRef:
    """Returns the paths whose component at `index` is the text. The first component after the root has index 1."""
    any_one = z3.Concat(z3.Re("/"), regex("[a-z0-9_-]+"))
    before = [any_one] * (index - 1)
    return z3.Concat(*before, z3.Re("/"), z3.Re(text), z3.Star(any_one))


def formula(tree: dict) -> z3.BoolRef:
    if "and" in tree:
        return z3.And(*[formula(part) for part in tree["and"]])
    if "or" in tree:
        return z3.Or(*[formula(part) for part in tree["or"]])
    if "not" in tree:
        return z3.Not(formula(tree["not"]))
    if "flag" in tree:
        return z3.Bool(tree["flag"])
    if "origin" in tree:
        scheme, host, port = parts(tree["origin"])
        if tree["of"] == "pages":
            return z3.And(HAS[host], ORIGIN(
                TEXT[scheme], TEXT[host], HAS[port], z3.If(HAS[port], NUMBER[port], 0)))
        other = parts(tree["of"])
        return z3.And(
            HAS[host], HAS[other[1]], TEXT[scheme] == TEXT[other[0]], TEXT[host] == TEXT[other[1]],
            HAS[port] == HAS[other[2]], z3.Implies(HAS[port], NUMBER[port] == NUMBER[other[2]]))
    if "number" in tree:
        number = NUMBER[tree["number"]]
        if tree["is"] == "same":
            return z3.And(HAS[tree["number"]], HAS[tree["other"]], number == NUMBER[tree["other"]])
        holds = {
            "exists": lambda: z3.BoolVal(True),
            "==": lambda: number == tree["value"],
            "!=": lambda: number != tree["value"],
            "<": lambda: number < tree["value"],
            "<=": lambda: number <= tree["value"],
            ">": lambda: number > tree["value"],
            ">=": lambda: number >= tree["value"],
        }[tree["is"]]
        return z3.And(HAS[tree["number"]], holds())
    value = TEXT[tree["part"]]
    if tree["is"] == "same":
        return z3.And(HAS[tree["part"]], HAS[tree["other"]], value == TEXT[tree["other"]])
    text = tree.get("text", "")
    question = {
        "listed": lambda: LISTED(value),
        "like": lambda: LIKE(value),
        "starts": lambda: z3.And(HAS[tree["other"]], z3.PrefixOf(TEXT[tree["other"]], value)),
        "exists": lambda: z3.BoolVal(True),
        "equal": lambda: value == text,
        "prefix": lambda: z3.PrefixOf(text, value),
        "suffix": lambda: z3.SuffixOf(text, value),
        "contains": lambda: z3.Contains(value, text),
        "matches": lambda: z3.InRe(value, regex(text)),
        "component": lambda: z3.InRe(value, component(tree["index"], text)),
    }[tree["is"]]
    return z3.And(HAS[tree["part"]], question())


def answers(chain: list) -> list[str]:
    result = []
    open_so_far = domain(chain)
    for rule in chain:
        mine = formula(rule["condition"])
        solver = z3.Solver()
        solver.set("rlimit", STEPS)
        solver.set("random_seed", 1)
        solver.add(mine, *open_so_far)
        result.append(str(solver.check()))
        if rule["covers"]:
            open_so_far.append(z3.Not(mine))
    return result


if __name__ == "__main__":
    json.dump([answers(chain) for chain in json.load(sys.stdin)], sys.stdout)
