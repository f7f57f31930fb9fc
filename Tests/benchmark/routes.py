"""Chains with a given number of rules, as Bascule rules and as hand-written Swift."""

import pathlib

HAND_WRITTEN = """import Foundation

/// The chain as tutorials show it: a class for each rule, each looking at the URL by itself.
@MainActor class Link {{
  var next: Link?

  func decide(_ url: URL) -> NavigationDecision? {{ nil }}

  final func execute(_ url: URL) -> NavigationDecision {{
    decide(url) ?? next?.execute(url) ?? .allow
  }}
}}

{links}

@MainActor func handWrittenChain() -> Link {{
  let links: [Link] = [
    {makes}
  ]
  for (link, next) in zip(links, links.dropFirst()) {{ link.next = next }}
  return links[0]
}}

/// One expression for each rule, over the whole URL.
let expressions: [String] = [
  {expressions}
]

/// What pages ask for: each rule in turn, and among them what no rule takes.
let requests: [String] = [
  {requests}
]
"""

LINK = """@MainActor final class Link{index}: Link {{
  override func decide(_ url: URL) -> NavigationDecision? {{
    {test}
  }}
}}
"""


class Route:
    """One rule in Bascule, in Swift, and as a regular expression, with a URL that it matches."""

    def __init__(self, index: int):
        name = f"section{index}"
        if index % 5 == 3:
            self.rule = f'when host == "{name}.example.org" open url cancel'
            self.swift = f'url.host == "{name}.example.org" ? .cancel : nil'
            self.expression = f"^https?://{name}\\\\.example\\\\.org(/.*)?$"
            self.url = f"https://{name}.example.org/en/start"
        elif index % 5 == 4:
            self.rule = f'when scheme == "{name}" open url cancel'
            self.swift = f'url.scheme == "{name}" ? .cancel : nil'
            self.expression = f"^{name}:.*$"
            self.url = f"{name}://open/item/42"
        elif index % 5 == 2:
            self.rule = f'when path[1] == "{name}" && path[2] == "help" cancel'
            self.swift = (
                "let path = url.pathComponents\n    "
                f'return path.count > 2 && path[1] == "{name}" && path[2] == "help" ? .cancel : nil')
            self.expression = f"^https?://[^/]+/{name}/help([/?#].*)?$"
            self.url = f"https://www.example.com/{name}/help?from=menu"
        else:
            self.rule = f'when path like "/{name}/{{id}}" cancel'
            self.swift = (
                "let path = url.pathComponents\n    "
                f'return path.count == 3 && path[1] == "{name}" ? .cancel : nil')
            self.expression = f"^https?://[^/]+/{name}/[^/?#]+/?([?#].*)?$"
            self.url = f"https://www.example.com/{name}/1234"


def routes(count: int) -> list[Route]:
    return [Route(index) for index in range(1, count + 1)]


def write(folder: pathlib.Path, rules: list[Route]) -> None:
    (folder / "rules").mkdir(parents=True)
    lines = ["chain Default {", *(f"  {route.rule}" for route in rules), "  otherwise allow", "}"]
    (folder / "rules" / "routes.bascule").write_text("\n".join(lines) + "\n")
    count = len(rules)
    urls = [rules[number * count // 48].url for number in range(48)]
    urls += [f"https://www.example.com/articles/2026/{number}" for number in range(16)]
    text = HAND_WRITTEN.format(
        links="\n".join(
            LINK.format(index=index, test=route.swift) for index, route in enumerate(rules)),
        makes=",\n    ".join(f"Link{index}()" for index in range(count)),
        expressions=",\n  ".join(f'"{route.expression}"' for route in rules),
        requests=",\n  ".join(f'"{url}"' for url in urls))
    (folder / "Contenders.swift").write_text(text)
