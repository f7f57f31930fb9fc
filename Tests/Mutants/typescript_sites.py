"""Finds the places of TypeScript files at which a mistake can be made, as SwiftSites.swift does for Swift."""

import pathlib

import tree_sitter
import tree_sitter_typescript

OTHER_OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "+": "-", "-": "+", "*": "+",
    "&&": "||", "||": "&&",
}
OTHER_NAMES = {
    "every": "some", "some": "every", "startsWith": "endsWith", "endsWith": "startsWith", "min": "max", "max": "min",
}

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))


def sites(path: pathlib.Path) -> list[dict]:
    """Returns the sites of a file: range in bytes, kind and mutated text."""
    source = path.read_bytes()
    found: list[dict] = []

    def add(node: tree_sitter.Node, kind: str, mutated: bytes) -> None:
        if mutated != source[node.start_byte:node.end_byte]:
            found.append({"start": node.start_byte, "end": node.end_byte, "kind": kind, "mutated": mutated.decode()})

    def text(node: tree_sitter.Node) -> bytes:
        return source[node.start_byte:node.end_byte]

    def visit(node: tree_sitter.Node) -> None:
        if node.type.endswith("_type") or node.type in (
                "type_annotation", "type_alias_declaration", "interface_declaration", "import_statement"):
            return
        if node.type in ("if_statement", "while_statement"):
            condition = node.child_by_field_name("condition")
            add(condition, "always false", b"(false)")
            if node.type == "if_statement":
                add(condition, "always true", b"(true)")
        elif node.type == "ternary_expression":
            add(node.child_by_field_name("condition"), "always true", b"true")
            add(node.child_by_field_name("condition"), "always false", b"false")
        elif node.type == "binary_expression":
            left, sign, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
            if text(sign).decode() in OTHER_OPERATORS:
                add(sign, "other operator", OTHER_OPERATORS[text(sign).decode()].encode())
            if text(sign) in (b"&&", b"||", b"??"):
                add(node, "removed operand", text(left))
                add(node, "removed operand", text(right))
        elif node.type == "unary_expression" and text(node.child_by_field_name("operator")) in (b"!", b"-"):
            add(node, "removed operator", text(node.child_by_field_name("argument")))
        elif node.type in ("true", "false"):
            add(node, "other literal", b"false" if node.type == "true" else b"true")
        elif node.type == "number":
            add(node, "other literal", b"0" if text(node) == b"1" else text(node) + b" + 1")
        elif node.type == "string" and len(text(node)) > 2 and b" " not in text(node):
            add(node, "other literal", b'""')
        elif node.type == "expression_statement" and node.named_child(0).type in (
                "call_expression", "assignment_expression", "augmented_assignment_expression"):
            add(node, "removed statement", b";")
        elif node.type == "call_expression":
            function = node.child_by_field_name("function")
            arguments = node.child_by_field_name("arguments").named_children
            if len(arguments) == 1:
                add(node, "removed call", text(arguments[0]))
            if len(arguments) > 1:
                add(node, "removed argument",
                    text(function) + b"(" + b", ".join(text(argument) for argument in arguments[:-1]) + b")")
            if function.type == "member_expression":
                add(node, "removed call", text(function.child_by_field_name("object")))
        elif node.type == "property_identifier" and text(node).decode() in OTHER_NAMES:
            add(node, "other name", OTHER_NAMES[text(node).decode()].encode())
        elif node.type == "throw_statement":
            add(node, "removed statement", b";")
        for child in node.children:
            visit(child)

    visit(parser.parse(source).root_node)
    return found
