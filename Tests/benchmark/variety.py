"""Rule sets drawn at random from all kinds of condition, step and decision; the same seed gives the same set.

Every rule can be reached, has an effect of its own and no needless condition, so that `check` finds nothing. A rule
has an *anchor*, a condition with a text that no other rule has, and some *extras*: conditions about other values of
the request.
"""

import pathlib
import random
import re

import inputs

#: Anchors: a condition with `#` for the text of the rule, and the values that extras must not test.
ANCHORS = [
    ('path == "/#"', "path"),
    ('path in ["/a#", "/b#"]', "path"),
    ('path[1] == "#"', "path"),
    ('path[2] == "#"', "path"),
    ('path[1] == "shop" && path[3] in ["a#", "b#"]', "path"),
    ('path.last == "#"', "path"),
    ('path hasPrefix "/#/"', "path"),
    ('path hasSuffix "/#"', "path"),
    ('path contains "-#-"', "path"),
    ('path like "/#/{id}"', "path"),
    ('path like "/*/#/{rest**}"', "path"),
    ('path like "/**/p-{id}-#.html"', "path"),
    ('path like "/#/{count: Int}"', "path"),
    (r"path matches /\/[a-z]+\/#\/\d{2,4}/", "path"),
    (r"path matches /\/(de|en)\/#(\.html)?/i", "path"),
    ('(path == "/c#" || path hasPrefix "/d#/")', "path"),
    ('url == "https://shop.example/#?a=1"', "url"),
    ('url like "https://*.shop.example/#/**"', "url"),
    ('url like "https://shop.example/#?page={number}"', "url"),
    ('url hasPrefix "https://example.com/#/"', "url"),
    ('url contains "/u#/"', "url"),
    (r"url matches /https:\/\/[a-z]+\.example\/#\/.*/", "url"),
    ('url == "https://c.example/#" || path == "/e#"', "url"),
    ('host == "#.example"', "host"),
    ('host in ["a#.example", "b#.example"]', "host"),
    ('host like "*.#.example"', "host"),
    ('host hasSuffix ".s#.example"', "host"),
    (r"host matches /(cdn|img)\d\.#\.example/", "host"),
    ('query.id == "#"', "query"),
    ('query["ref"] in ["a#", "b#"]', "query"),
    ('query.to hasPrefix "#-"', "query"),
    (r"query.code matches /#-\d+/", "query"),
    ('rawQuery.mail == "#+x"', "query"),
    ('query contains "q#="', "query"),
    ('!(query.skip == "1") && path[1] == "q#"', "query path"),
    ('fragment == "#"', "fragment"),
    ('fragment like "#-{id}"', "fragment"),
    ('header["X-Kind"] == "#"', "header"),
    ('header["X-Tag"] contains "t#"', "header"),
    ('page.host == "#.example"', "page"),
    ('page.path[1] == "#"', "page"),
    ('page.url hasPrefix "https://page.example/#/"', "page"),
    ('document.host == "d#.example"', "document"),
    ('source.host == "s#.example"', "source"),
    ('scheme == "mailto" && opaque == "#@shop.example"', "url"),
    ('scheme == "x#"', "url"),
    ('host == server.host && path hasPrefix "/v#/"', "host path"),
    ('path hasPrefix server.path && fragment == "f#"', "path fragment"),
    ('host in names && path[1] == "n#"', "host path"),
    ('isShop && path[2] == "o#"', "path host"),
]

#: Extras: a condition, and the value that it is about.
EXTRAS = [
    ("frame == main", "frame"),
    ("frame == new", "frame"),
    ('frame == new && scheme == "https"', "frame host"),
    ("navigation == linkActivated", "navigation"),
    ("navigation in [reload, backForward]", "navigation"),
    ("navigation != formSubmitted", "navigation"),
    ('method == "POST"', "method"),
    ('method in ["GET", "HEAD"]', "method"),
    ("download", "download"),
    ("!download", "download"),
    ('header["X-App"] == "ios"', "header"),
    ('!(header["X-App"] hasPrefix "web")', "header"),
    ('page.host == "shop.example"', "page"),
    ('page.scheme == "https"', "page"),
    ("exists page.host", "page"),
    ("page.path.count > 2", "page"),
    ("host != page.host", "host page"),
    ('document.host == "shop.example"', "document"),
    ("source == main", "source"),
    ("url in source.origin", "host source"),
    ("url in Store", "host"),
    ('host == "shop.example"', "host"),
    ('host like "**.shop.example"', "host"),
    ("host == server.host", "host"),
    ("port == 8443", "host"),
    ("path.count == 3", "path"),
    ('path[4] != "x"', "path"),
    ('query.lang == "de"', "query"),
    ("exists query.session", "query"),
    (r"query.page matches /\d+/", "query"),
    ('!(query.debug == "1")', "query"),
    ('!exists fragment', "fragment"),
    ('fragment hasPrefix "top"', "fragment"),
    ('(method == "PUT" || frame == new)', "method frame"),
    ("isCampaign", "query header"),
    *((f"flag{number}", f"flag{number}") for number in range(10)),
    *((f"!flag{number}", f"flag{number}") for number in range(10)),
]

HEAD = r"""value server: URL
value names: [String]
origin Store = "https://store.example", "https://*.store.example"
condition isShop = scheme == "https" && host == "shop.example"
condition isCampaign = query.utm hasPrefix "spring-" || header["X-Campaign"] == "spring"
action ask(name: String) -> Bool
action track(name: String, kind: String)
screen Page(name: String)
screen Item(id: String, page: Int?, from: String?)""".splitlines()


class Variety:
    """The rules of a chain: their conditions and effects."""

    def __init__(self, count: int, seed: int):
        self.random = random.Random(seed)
        self.rules = [self.rule(number) for number in range(count)]

    def rule(self, number: int) -> tuple[str, str]:
        text = f"k{number:06}"
        anchor, values = self.random.choice(ANCHORS)
        taken = set(values.split())
        if "url" in taken:
            taken |= {"host", "path", "query", "fragment"}
        parts = [f"({anchor})" if "||" in anchor and not anchor.startswith("(") else anchor]
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            extra, values = self.random.choice(EXTRAS)
            if taken.isdisjoint(values.split()):
                taken |= set(values.split())
                parts.append(extra)
        condition = " && ".join(parts).replace("#", text)
        effect = self.random.choice(self.effects(text, condition))
        # A form would lose its body.
        return condition + (' && method == "GET"' if "load url" in effect else ""), effect

    def effects(self, text: str, condition: str) -> list[str]:
        """Returns the steps and decisions that the condition allows."""
        if "||" not in condition:
            capture = next((name for name in ("id", "rest") if f"{{{name}" in condition), None)
            if capture:
                return [
                    f"present Item(id: {capture}, page: query.page, from: fragment) cancel",
                    f"push Page(name: {capture}) cancel",
                ]
            if "frame == new" in condition and ' scheme == "https"' in condition and "method" not in condition:
                return ["load url cancel"]
        return [
            "cancel",
            "download",
            "dismiss cancel",
            f'present Page(name: "{text}") cancel',
            f'push Item(id: "{text}", page: query.page, from: page.host) cancel',
            f'perform track(name: "{text}", kind: navigation) cancel',
            f'perform track(name: "{text}", kind: navigation) continue',
            f'attempt ask(name: "{text}") cancel',
        ]

    def rename(self, count: int) -> None:
        """Gives another text to the conditions of a number of rules."""
        for place in self.random.sample(range(len(self.rules)), count):
            condition, effect = self.rules[place]
            self.rules[place] = (re.sub(r"k(\d{6})", r"r\1", condition), effect)

    def claims(self, count: int) -> list[str]:
        """Returns claims about the chain. About half of them hold, and a request refutes the others."""
        # A claim has no captures, and only these rules always decide.
        conditions = [
            condition for condition, effect in self.rules
            if effect.endswith("cancel") and not re.search(r"\{|attempt|load", condition + effect)
        ]
        claims = []
        for _ in range(count):
            condition = f"({self.random.choice(conditions)}) && frame == main"
            act = self.random.choice(["cancel", "allow", "allow", "download"])
            claims.append(f"never {act} when {condition}")
        return claims

    def add_dead(self, count: int) -> None:
        """Adds rules that no request reaches, after those that shadow them: repetitions, and special cases."""
        keep = re.compile(r"continue|attempt|load|\{|flag10")
        takers = [place for place, rule in enumerate(self.rules) if not keep.search(" ".join(rule))]
        placed = list(enumerate(self.rules))
        for number in range(count):
            taker = self.random.choice(takers)
            condition = self.rules[taker][0]
            if self.random.random() < 0.7:
                condition = f"({condition}) && flag10" if "||" in condition else f"{condition} && flag10"
            place = self.random.uniform(taker + 0.1, len(self.rules))
            placed.append((place, (condition, f'push Page(name: "dead{number}") cancel')))
        self.rules = [rule for _, rule in sorted(placed)]


def write(
    folder: pathlib.Path,
    rules: list[tuple[str, str]],
    files: int = 0,
    broad: bool = False,
    handlers: bool = True,
    claims: list[str] = [],
) -> int:
    """Writes one chain of the rules, in handlers of ten. A broad rule for URLs with a path end can be in its middle.
    Each claim is an invariant of its own.
    """
    items = [f"  when {condition} {effect}" for condition, effect in rules]
    blocks = []
    if handlers:
        for start in range(0, len(rules), 10):
            blocks.append([f"handler Handler{start // 10} {{", *items[start : start + 10], "}"])
        items = [f"  use Handler{number}" for number in range(len(blocks))]
    if broad:
        items.insert(len(items) // 2, '  when path like "/**" allow')
    flags = [f"flag flag{number}" for number in range(11)]
    tail = ["  when flag10 dismiss cancel", "  otherwise allow", "}", "configuration Main { chain Main }"]
    blocks = [HEAD + flags, *blocks, ["chain Main {", *items, *tail]]
    blocks += [[f"invariant Claim{number} for Main {{", f"  {claim}", "}"] for number, claim in enumerate(claims)]
    size = -(-len(blocks) // files) if files else inputs.FILE_SIZE
    return inputs.write(folder, inputs.split(blocks, ".bascule", size=size))
