"""Checks the tree-sitter grammar with tree-sitter itself: the generated parser that is checked in, the grammar from
which it has been generated, the corpus and the queries; and parses texts.

Usage: treesitter.py FOLDER [--update] < JSON list of texts

--update writes the trees of the corpus. Prints a JSON object: `problems`, a list of sentences; `states`; `keywords`;
`texts`, for each text its first error, or nothing.
"""

import ctypes
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tree_sitter

CASE = re.compile(
    r"^={3,}\n([^\n]*)\n={3,}\n\n?(.*?)\n-{3,}\n\n?(.*?)(?=\n={3,}\n[^\n]*\n={3,}\n|\Z)", re.S | re.M)


def language(folder):
    """Returns the language of the parser, which is compiled for this run."""
    compiler = next(name for name in ("cc", "clang", "gcc") if shutil.which(name))
    with tempfile.TemporaryDirectory() as build:
        library = f"{build}/bascule.so"
        source = folder / "src"
        options = ["-shared", "-fPIC", "-Wall", "-Werror", "-Wno-unused", "-I", source]
        subprocess.run([compiler, *options, source / "parser.c", "-o", library], check=True)
        function = ctypes.CDLL(library).tree_sitter_bascule
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


def grammar_of_the_source(folder):
    """Returns the grammar for which tree-sitter would generate a parser."""
    deno = pathlib.Path(sys.executable).with_name("deno")
    evaluate = pathlib.Path(__file__).with_suffix(".ts")
    command = [deno, "run", "--quiet", "--no-prompt", f"--allow-read={folder}", evaluate, folder]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def expression(node, indentation=0, name=None):
    """Returns the named nodes of a tree, as tree-sitter writes them."""
    head = "  " * indentation + (f"{name}: " if name else "") + f"({node.type}"
    children = [
        "\n" + expression(child, indentation + 1, node.field_name_for_child(number))
        for number, child in enumerate(node.children)
        if child.is_named
    ]
    return head + "".join(children) + ")"


def fault(node):
    """Returns the first error in a tree, or nothing."""
    if not node.has_error:
        return ""
    while not (node.is_error or node.is_missing):
        node = next(child for child in node.children if child.has_error)
    kind = "missing " + node.type if node.is_missing else "error"
    return f"line {node.start_point.row + 1}, column {node.start_point.column + 1}: {kind}"


def corpus(folder, parser, is_updating):
    """Returns the cases whose trees differ."""
    problems, count = [], 0
    for path in sorted((folder / "test/corpus").glob("*.txt")):
        changed = ""
        for name, text, tree in CASE.findall(path.read_text()):
            count += 1
            root = parser.parse((text + "\n").encode()).root_node
            found = expression(root)
            bar, line = "=" * 80, "-" * 80
            changed += f"{bar}\n{name}\n{bar}\n\n{text}\n{line}\n\n{found}\n\n"
            if root.has_error:
                problems.append(f"{path.name}: {name}: {fault(root)}")
            elif found.split() != tree.split():
                problems.append(f"{path.name}: {name}: the tree is\n{found}")
        if is_updating:
            path.write_text(changed.rstrip() + "\n")
    if count < 8:
        problems.append(f"only {count} cases in the corpus")
    return problems


def main():
    folder = pathlib.Path(sys.argv[1])
    generated = language(folder)
    parser = tree_sitter.Parser(generated)
    problems = corpus(folder, parser, "--update" in sys.argv)
    if json.loads((folder / "src/grammar.json").read_text()) != grammar_of_the_source(folder):
        problems.append("src is not generated from grammar.js: run Tests/tools/generate_parser")
    for path in sorted(folder.glob("queries/**/*.scm")):
        try:
            tree_sitter.Query(generated, path.read_text())
        except tree_sitter.QueryError as error:
            problems.append(f"{path.name}: {error}")
    kinds = [
        generated.node_kind_for_id(number)
        for number in range(generated.node_kind_count)
        if not generated.node_kind_is_named(number)
    ]
    print(json.dumps({
        "problems": problems,
        "states": generated.parse_state_count,
        "keywords": sorted({kind for kind in kinds if kind and kind.isalpha()}),
        "texts": [fault(parser.parse(text.encode()).root_node) for text in json.load(sys.stdin)],
    }))


main()
