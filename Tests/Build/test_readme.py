"""The first commands of the README do what it says."""

import re

from conftest import BASCULE, ROOT, run

TRY = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)[0]


def test_the_first_command_shows_a_finding():
    """A build of the package for `swift run` would take minutes; the tests use the program that they have built."""
    command, _ = TRY.splitlines()
    program, *arguments = command.removeprefix("swift run ").split()
    assert command.startswith("swift run ") and program == "bascule"
    result = run(BASCULE, *arguments, cwd=ROOT, check=False)
    assert result.returncode == 1
    assert "error[unreachable-rule]: no request reaches this rule in `Default`" in result.stdout
    assert '= witness: "https://store.example/product/a/reviews"' in result.stdout
    assert "1 error" in result.stdout


def test_the_second_command_is_the_check_before_a_landing():
    _, command = TRY.splitlines()
    assert f"exec {command}\n" in (ROOT / ".ci/run").read_text()
