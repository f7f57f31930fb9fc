"""Random models, enums, unions and strategies: as a rule set, and as hand-written Swift."""

import json
import pathlib
import random
import shutil
from dataclasses import dataclass, field

SCALARS = ["String", "Int", "Double", "Bool", "URL", "Date", "Data", "JSON"]
SWIFT_JSON = """
{access}enum JSON: Codable, Hashable, Sendable {{
  case null, bool(Bool), number(Double), string(String), array([JSON]), object([String: JSON])

  {access}init(from decoder: any Decoder) throws {{
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {{ self = .null
    }} else if let value = try? container.decode(Bool.self) {{ self = .bool(value)
    }} else if let value = try? container.decode(Double.self) {{ self = .number(value)
    }} else if let value = try? container.decode(String.self) {{ self = .string(value)
    }} else if let value = try? container.decode([JSON].self) {{ self = .array(value)
    }} else {{ self = .object(try container.decode([String: JSON].self)) }}
  }}

  {access}func encode(to encoder: any Encoder) throws {{
    var container = encoder.singleValueContainer()
    switch self {{
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }}
  }}
}}
"""


@dataclass
class Field:
    name: str
    wire: str
    type: str
    default: str | None = None
    inline: list["Field"] | None = None

    def rule(self) -> str:
        wire = f' "{self.wire}"' if self.wire != self.name else ""
        default = f" = {self.default}" if self.default is not None else ""
        type = self.type
        if self.inline is not None:
            type = "{ " + ", ".join(inner.rule() for inner in self.inline) + " }"
        return f"{self.name}{wire}: {type}{default}"

    def swift_default(self) -> str:
        if self.default is None:
            return ""
        if self.default == "[]" and self.type.startswith("[String: "):
            return " = [:]"
        return " = " + ("." + self.default if self.default.isidentifier() and self.type.startswith("Enum") else self.default)


@dataclass
class Model:
    name: str
    fields: list[Field]


@dataclass
class App:
    """A random set with any field type of the language, nested, optional, with defaults and names in JSON."""

    draw: random.Random
    model_count: int
    enum_count: int
    union_count: int
    strategy_count: int
    models: list[Model] = field(default_factory=list)
    enums: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)
    unions: list[tuple[str, list[tuple[str, list[Field]]]]] = field(default_factory=list)

    def __post_init__(self):
        for index in range(self.enum_count):
            count = self.draw.randint(2, 6)
            self.enums.append((f"Enum{index}", [(f"case{n}", f"value-{n}") for n in range(count)]))
        for index in range(self.model_count):
            self.models.append(Model(f"Model{index}", self.fields(index, self.draw.randint(2, 8))))
        for index in range(self.union_count):
            cases = [(f"case{n}", self.fields(self.model_count, self.draw.randint(0, 3)))
                     for n in range(self.draw.randint(2, 5))]
            self.unions.append((f"Union{index}", cases))
        names = [model.name for model in self.models] + [union[0] for union in self.unions]
        # The last models contain the others, so they reach most.
        top = names[-max(self.strategy_count, 1):]
        self.strategies = [(f"Message{n}", top[n % len(top)], self.type(self.model_count)) for n in range(self.strategy_count)]

    def fields(self, below: int, count: int) -> list[Field]:
        return [self.field(n, below) for n in range(count)]

    def field(self, number: int, below: int) -> Field:
        name = f"field{number}"
        wire = f"wire_{number}" if self.draw.random() < 0.1 else name
        if self.draw.random() < 0.04:
            inline = [Field(f"part{n}", f"part{n}", self.draw.choice(SCALARS)) for n in range(self.draw.randint(1, 3))]
            return Field(name, wire, "inline", inline=inline)
        type = self.type(below)
        return Field(name, wire, type, self.default(type) if self.draw.random() < 0.2 else None)

    def default(self, type: str) -> str | None:
        simple = {"String": '"text"', "Int": "1", "Double": "0.5", "Bool": "true"}
        if type in simple:
            return simple[type]
        if type.startswith("Enum") and not type.endswith("?"):
            return "case0"
        if type.startswith("[String: ") and type.endswith("]"):
            return "[:]"
        return "[]" if type.startswith("[") and type.endswith("]") else None

    def type(self, below: int) -> str:
        kind = self.draw.random()
        if kind < 0.22:
            return self.base(below) + "?"
        if kind < 0.36:
            return f"[{self.base(below)}]"
        if kind < 0.42:
            return f"[String: {self.base(below)}]"
        return self.base(below)

    def base(self, below: int) -> str:
        kind = self.draw.random()
        if kind < 0.2 and below > 0:
            return f"Model{self.draw.randrange(below)}"
        if kind < 0.3 and self.enums:
            return self.draw.choice(self.enums)[0]
        return self.draw.choices(SCALARS, [6, 5, 3, 3, 1, 1, 1, 1])[0]

    # Rules

    def write_rules(self, folder: pathlib.Path, access: str, runtime: str) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        swift = {"output": "Generated", "access": access, "runtime": runtime}
        (folder / "bascule.json").write_text(json.dumps({"swift": swift}))
        lines = ['origin Own = "https://app.example", "https://*.app.example"']
        for name, cases in self.enums:
            lines.append(f"enum {name} {{ " + ", ".join(f'{case} = "{raw}"' for case, raw in cases) + " }")
        for model in self.models:
            lines += [f"model {model.name} {{", *("  " + each.rule() for each in model.fields), "}"]
        for name, cases in self.unions:
            lines.append(f'union {name} by "kind" {{')
            for case, fields in cases:
                lines.append("  " + case + (f"({', '.join(each.rule() for each in fields)})" if fields else ""))
            lines.append("}")
        for name, receives, replies in self.strategies:
            lines.append(f"strategy {name} receives {receives} replies {replies} from Own")
        names = ", ".join(name for name, _, _ in self.strategies)
        lines.append(f"configuration Main {{ strategies {names} }}")
        (folder / "app.bascule").write_text("\n".join(lines) + "\n")

    # Swift as a person writes it

    def write_codable(self, folder: pathlib.Path, access: str, conformances: str) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        word = "public " if access == "public" else ""
        self.word, self.conformances = word, conformances
        lines = ["import Foundation", SWIFT_JSON.format(access=word)]
        for name, cases in self.enums:
            lines.append(f"{word}enum {name}: String, {conformances} {{")
            lines += [f'  case {case} = "{raw}"' for case, raw in cases]
            lines.append("}")
        for model in self.models:
            lines += self.codable_struct(model.name, model.fields)
        for name, cases in self.unions:
            lines += self.codable_union(name, cases)
        (folder / "Models.swift").write_text("\n".join(lines) + "\n")
        (folder / "Messages.swift").write_text("\n".join(self.receiver()) + "\n")

    def codable_struct(self, name: str, fields: list[Field], synthesized: bool = False) -> list[str]:
        word = self.word
        lines = [f"{word}struct {name}: {self.conformances} {{"]
        for each in fields:
            if each.inline is not None:
                inner = f"{each.name.capitalize()}Value"
                lines += ["  " + line for line in self.codable_struct(inner, each.inline)]
        types = {each.name: each.type if each.inline is None else f"{each.name.capitalize()}Value" for each in fields}
        lines += [f"  {word}var {each.name}: {types[each.name]}" for each in fields]
        parameters = []
        for each in fields:
            missing = " = nil" if each.type.endswith("?") else ""
            parameters.append(f"{each.name}: {types[each.name]}{each.swift_default() or missing}")
        lines += ["", f"  {word}init({', '.join(parameters)}) {{"]
        lines += [f"    self.{each.name} = {each.name}" for each in fields]
        lines.append("  }")
        if any(each.wire != each.name for each in fields):
            lines.append("  private enum CodingKeys: String, CodingKey {")
            lines += [f'    case {each.name} = "{each.wire}"' for each in fields]
            lines.append("  }")
        elif any(each.default is not None for each in fields):
            lines.append("  private enum CodingKeys: String, CodingKey {")
            lines += [f"    case {each.name}" for each in fields]
            lines.append("  }")
        if any(each.default is not None for each in fields):
            lines += [f"  {word}init(from decoder: any Decoder) throws {{",
                      "    let container = try decoder.container(keyedBy: CodingKeys.self)"]
            for each in fields:
                type = types[each.name]
                optional = type.endswith("?") or each.default is not None
                call = "decodeIfPresent" if optional else "decode"
                value = f"try container.{call}({type.removesuffix('?')}.self, forKey: .{each.name})"
                if each.default is not None:
                    value += " ??" + each.swift_default().removeprefix(" =")
                lines.append(f"    {each.name} = {value}")
            lines.append("  }")
        return [*lines, "}"]

    def codable_union(self, name: str, cases: list[tuple[str, list[Field]]]) -> list[str]:
        word = self.word
        lines = [f"{word}enum {name}: {self.conformances} {{"]
        for case, fields in cases:
            payload = f"({case.capitalize()}Value)" if fields else ""
            lines.append(f"  case {case}{payload}")
        for case, fields in cases:
            if fields:
                lines += ["  " + line for line in self.codable_struct(f"{case.capitalize()}Value", fields)]
        lines += ["  private enum Key: String, CodingKey { case kind }",
                  f"  {word}init(from decoder: any Decoder) throws {{",
                  "    let container = try decoder.container(keyedBy: Key.self)",
                  "    switch try container.decode(String.self, forKey: .kind) {"]
        for case, fields in cases:
            payload = f"(try {case.capitalize()}Value(from: decoder))" if fields else ""
            lines.append(f'    case "{case}": self = .{case}{payload}')
        lines += ["    default:",
                  "      throw DecodingError.dataCorruptedError("
                  'forKey: .kind, in: container, debugDescription: "unknown kind")',
                  "    }", "  }",
                  f"  {word}func encode(to encoder: any Encoder) throws {{",
                  "    var container = encoder.container(keyedBy: Key.self)",
                  "    switch self {"]
        for case, fields in cases:
            lines.append(f"    case .{case}{'(let value)' if fields else ''}:")
            lines.append(f'      try container.encode("{case}", forKey: .kind)')
            if fields:
                lines.append("      try value.encode(to: encoder)")
        return [*lines, "    }", "  }", "}"]

    def receiver(self) -> list[str]:
        """Returns a protocol for the app, and a switch over the names of messages."""
        word = self.word
        lines = ["import Foundation", "",
                 f"@MainActor {word}protocol MessageReceiver: AnyObject {{"]
        for name, receives, replies in self.strategies:
            lines.append(f"  func {name.lower()}(_ message: {receives}) async throws -> {replies}")
        lines += ["}", "",
                  f"@MainActor {word}final class MessageHandler {{",
                  f"  {word}weak var receiver: (any MessageReceiver)?",
                  "  private let decoder = JSONDecoder()",
                  "  private let encoder = JSONEncoder()",
                  f"  {word}init(receiver: any MessageReceiver) {{ self.receiver = receiver }}", "",
                  f"  {word}func receive(_ name: String, _ body: Any, from host: String) async throws -> Data? {{",
                  '    guard host == "app.example" || host.hasSuffix(".app.example"), let receiver else { return nil }',
                  "    let data = try JSONSerialization.data(withJSONObject: body, options: .fragmentsAllowed)",
                  "    switch name {"]
        for name, receives, _ in self.strategies:
            call = f"receiver.{name.lower()}(decoder.decode({receives}.self, from: data))"
            lines += [f'    case "{name.lower()}":', f"      return try encoder.encode(try await {call})"]
        return [*lines, "    default: return nil", "    }", "  }", "}"]
