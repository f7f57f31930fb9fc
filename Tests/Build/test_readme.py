"""Tests that the commands of the README do what it says, and that it shows the actual output."""

import re

import pytest

from conftest import BASCULE, ROOT, run

README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


TRY, BUILD = blocks("sh")


@pytest.fixture(scope="module")
def printed():
    """Returns the output of the first command. It is run with the built program, since a build takes some minutes."""
    command, _ = TRY.splitlines()
    program, *arguments = command.removeprefix("swift run ").split()
    assert command.startswith("swift run ") and program == "bascule"
    result = run(BASCULE, *arguments, cwd=ROOT, check=False)
    assert result.returncode == 1
    return result.stdout


def test_the_finding_is_what_the_first_command_prints(printed):
    (picture,) = blocks("text")
    assert printed.startswith(picture)
    assert '= witness: "https://store.example/product/a/reviews"' in picture
    assert "1 error" in printed


def test_the_second_command_is_the_check_before_a_landing():
    _, command = TRY.splitlines()
    assert f"exec {command}\n" in (ROOT / ".ci/run").read_text()


def test_what_is_built_exists(tmp_path):
    build, copy, init = BUILD.splitlines()
    assert '.executable(name: "bascule"' in (ROOT / "Package.swift").read_text()
    assert build == "swift build -c release --product bascule"
    assert copy.split()[2] == ".build/release/bascule"
    program, *arguments = init.split()
    assert program == "bascule"
    run(BASCULE, *arguments, cwd=tmp_path)
    assert "no findings" in run(BASCULE, "check", arguments[-1], cwd=tmp_path).stdout
    assert (ROOT / ".github/release/build").exists()


def test_the_rules_have_no_findings_and_pass_their_tests(tmp_path):
    (rules,) = blocks("bascule")
    (tmp_path / "store.bascule").write_text(rules)
    assert "no findings" in run(BASCULE, "check", ".", cwd=tmp_path).stdout
    run(BASCULE, "format", "--check", ".", cwd=tmp_path)
    assert "2 tests passed" in run(BASCULE, "test", ".", cwd=tmp_path).stdout


def test_verbs_and_options_exist():
    overview = run(BASCULE, "--help", cwd=ROOT).stdout
    rows = re.findall(r"^\| `bascule (\S+).*?` \| (.*) \|$", README, re.MULTILINE)
    assert len(rows) >= 14
    for verb, does in rows:
        assert re.search(rf"^  {verb} ", overview, re.MULTILINE), verb
        page = run(BASCULE, verb, "--help", cwd=ROOT).stdout
        for option in re.findall(r"`(--[\w-]+)", does):
            assert option in page, f"{verb} {option}"


def test_it_fits_in_few_screens():
    assert len(README.splitlines()) <= 150
