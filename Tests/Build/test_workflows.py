"""Tests the scripts of the workflows, each in a copy of the files of a fresh clone. Programs that the test machine
lacks, or that would take minutes, are replaced by stand-ins that record their arguments."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import BASCULE, ROOT, missing, run, tool

WORKFLOWS = ROOT / ".github/workflows"


def yaml(name):
    from ruamel.yaml import YAML

    return YAML(typ="safe").load((WORKFLOWS / name).read_text())


def script(workflow, job, step):
    """Returns the script of a step, found by a part of its name, and its shell, which in a container is `sh`."""
    described = yaml(workflow)["jobs"][job]
    found = [each["run"] for each in described["steps"] if step in each.get("name", "")]
    assert len(found) == 1, step
    return ["sh" if "container" in described else "bash", "-e", "-c", found[0]]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """Returns a copy of the files of the project that git tracks or would track."""
    folder = tmp_path_factory.mktemp("workspace") / "clone"
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT).stdout
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, folder / name
        # A deleted file may not be committed yet.
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    run("git", "init", "-q", cwd=folder)
    run("git", "add", "-A", cwd=folder)
    run("git", *identity, "commit", "-qm", "clone", cwd=folder)
    return folder


@pytest.fixture
def stand_ins(tmp_path):
    """Returns a function that runs a step with stand-ins for programs, which record their arguments in a log."""
    programs, log = tmp_path / "programs", tmp_path / "log"
    programs.mkdir()
    log.write_text("")

    def perform(command, folder, scripts, **environment):
        for name, text in scripts.items():
            (programs / name).write_text(f'#!/bin/bash\necho "{name} $*" >>{log}\n{text}\n')
            (programs / name).chmod(0o755)
        home = {"HOME": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(
            command, cwd=folder, env={**os.environ, **home, **environment}, text=True, timeout=1200,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert result.returncode == 0, result.stdout
        return log.read_text().splitlines()

    return perform


def test_data_of_other_projects(clone, stand_ins):
    """Tests that the digests are those of the files with which the tests run here."""
    data = pathlib.Path(os.environ.get("BASCULE_SHARED", ROOT.parent / "shared")) / "data"
    names = ("urltestdata.json", "sarif-schema-2.1.0.json")
    for name in names:
        if not (data / name).exists():
            missing(data / name, "the workflow tests.yml shows where it is from")
    get = f'while [ "$1" != --output ]; do shift; done; cp "{data}/${{3##*/}}" "$2"'
    step = script("tests.yml", "linux", "data of other projects")
    asked = stand_ins(step, clone, {"curl": get})
    assert len(asked) == 2 and all("https://raw.githubusercontent.com/" in line for line in asked)
    for name in names:
        assert (clone.parent / "shared/data" / name).exists()
    # Another file fails the job.
    with pytest.raises(AssertionError):
        stand_ins(step, clone, {"curl": 'while [ "$1" != --output ]; do shift; done; echo other >"$2"'})


def test_code_for_apple():
    """Tests that the job compiles generated code with the settings of the tests here, but with Apple's SDKs."""
    step = script("tests.yml", "macos", "modules of many settings")[-1].split()
    assert step == ["env", "-u", "CI", "Tests/run", "--filter", "ModuleSettingsTests"]
    compiler = (ROOT / "Tests/GenerationTests/SwiftCompiler.swift").read_text()
    assert re.findall(r'sdk\("(\w+)", target: "([\w.-]+)"\)', compiler) == [
        ("macosx", "arm64-apple-macosx13.0"), ("iphonesimulator", "arm64-apple-ios15.0-simulator")]


def test_suites_on_macos(clone, stand_ins):
    """Tests that the commands of the macOS job exist in a clone."""
    assert script("tests.yml", "macos", "Tests/WebKit")[-1].split() == [
        "swift", "build", "-c", "release", "--product", "bascule", "brew", "install", "esbuild",
        "BASCULE=$PWD/.build/release/bascule", "Tests/WebKit/run"]
    assert script("tests.yml", "macos", "Swift tests")[-1].split() == ["env", "-u", "CI", "Tests/run", "--filter", "."]
    for name in ("Tests/WebKit/run", "Tests/run", "Tests/tools/install", ".github/release/build"):
        assert os.access(clone / name, os.X_OK), name


@pytest.mark.parametrize("name", ["Tests/WebKit/run", "Tests/WebKit/generate", "Tests/WebKit/environment", "Tests/run"])
def test_scripts_for_macos(name):
    """Tests that scripts use nothing that bash 3.2 and the programs of macOS lack."""
    text = re.sub(r"^\s*#.*$", "", (ROOT / name).read_text(), flags=re.MULTILINE)
    assert not re.search(r"\bmapfile\b|\breadarray\b|declare -A|\$\{\w+(,,|\^\^)|\|&|&>>|\$\{\w+@|wait -n", text)
    assert not re.search(r"sed '[^']*\\n|sed -i|grep -\w*P|readlink -f|stat -c|date -d|xargs -r", text)


def test_release(clone, stand_ins, tmp_path):
    """Tests the steps from the programs of the systems to the files of the release."""
    built = tmp_path / "built/bascule"
    built.parent.mkdir()
    built.write_text("#!/bin/sh\n")
    swift = f'mkdir -p .build/release-program; case "$*" in *--show-bin-path) echo {built.parent} ;; esac'
    (clone / "playground").mkdir()
    (clone / "playground/playground.html").write_text("<!DOCTYPE html>")
    stand_ins(script("release.yml", "program", "Build"), clone, {"swift": swift, "strip": "true"})
    version = run(BASCULE, "--version", cwd=ROOT).stdout.split()[1]
    names = {file.name for file in (clone / "program").iterdir()}
    assert any(name.endswith(".whl") for name in names) and any(name.endswith(".deb") for name in names)
    programs = clone / "programs"
    programs.mkdir()
    for file in (clone / "program").iterdir():
        if file.name.endswith((".tar.gz", ".whl", ".deb")):
            shutil.copy2(file, programs)
    here = next(programs.glob("*.tar.gz"))
    for system in ("linux-x86_64", "linux-aarch64", "macos-universal"):
        if system not in here.name:
            shutil.copy2(here, programs / f"bascule-{version}-{system}.tar.gz")
    shutil.copy2(clone / "playground/playground.html", programs)
    stand_ins(script("release.yml", "release", "Join"), clone, {})
    stand_ins(script("release.yml", "release", "tag is the version"), clone, {}, TAG=f"v{version}")
    with pytest.raises(AssertionError):
        stand_ins(script("release.yml", "release", "tag is the version"), clone, {}, TAG="v99.0.0")
    files = clone / "files"
    listed = dict(reversed(line.split()) for line in (files / "SHA256SUMS").read_text().splitlines())
    assert set(listed) == {file.name for file in files.iterdir()} - {"SHA256SUMS"}
    assert sum(name.endswith(".tar.gz") for name in listed) == 3 and "playground.html" in listed
    for name, digest in listed.items():
        assert hashlib.sha256((files / name).read_bytes()).hexdigest() == digest
    [draft] = [
        line for line in stand_ins(script("release.yml", "release", "Draft"), clone, {"gh": "true"}, TAG="v1")
        if line.startswith("gh")]
    assert all(f"files/{name}" in draft for name in listed)


def test_playground_of_a_release(clone, stand_ins):
    """The page of the site is the file of the release, whose digest and origin are checked."""
    page = b"<!DOCTYPE html>"
    gh = 'if [ "$2" = download ]; then printf "<!DOCTYPE html>" >playground.html; printf "$SUMS" >SHA256SUMS; fi'
    step = script("pages.yml", "site", "playground of the release")
    given = {"TAG": "v0.1.0", "REPOSITORY": "a/b", "GH_TOKEN": ""}
    sums = f"{hashlib.sha256(page).hexdigest()}  playground.html\\n"
    asked = stand_ins(step, clone, {"gh": gh}, SUMS=sums, **given)
    assert [line.split()[1:3] for line in asked] == [["release", "download"], ["attestation", "verify"]]
    assert "v0.1.0 --repo a/b" in asked[0]
    assert [file.name for file in (clone / "site").iterdir()] == ["index.html"]
    assert (clone / "site/index.html").read_bytes() == page
    for wrong in (sums.replace("0", "1"), "\\n"):
        with pytest.raises(AssertionError):
            stand_ins(step, clone, {"gh": gh}, SUMS=wrong, **given)


def test_build_of_the_playground():
    """Its commands are those of the release's files."""
    command = script("release.yml", "playground", "Build the playground")[-1].split("\n")
    assert command[1:3] == [
        ".github/release/build --browser --output playground",
        ".github/release/playground.py playground/core.wasm playground/playground.html"]


def test_program_for_macos(stand_ins, tmp_path):
    """Tests that the program is for both processors, and signed after the last change."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/bascule").write_text("program")
    swift = f'case "$*" in *--show-bin-path) echo {tmp_path / "bin"} ;; esac'
    code = f"""
import importlib.machinery, importlib.util, pathlib, sys
loader = importlib.machinery.SourceFileLoader("build", "{ROOT}/.github/release/build")
build = importlib.util.module_from_spec(importlib.util.spec_from_loader("build", loader))
sys.path.insert(0, "{ROOT}/.github/release")
text = pathlib.Path("{ROOT}/.github/release/build").read_text().removesuffix("main()\\n")
exec(compile(text, "{ROOT}/.github/release/build", "exec"), build.__dict__)
build.ROOT = pathlib.Path("{tmp_path}")
(build.ROOT / ".build/release-program").mkdir(parents=True)
from targets import TARGETS
print(build.build(next(target for target in TARGETS if target.system == "macos")))
"""
    asked = stand_ins([sys.executable, "-c", code], tmp_path, {"swift": swift, "strip": "true", "codesign": "true"})
    assert [line.split()[0] for line in asked] == ["swift", "swift", "strip", "codesign"]
    assert "--arch arm64 --arch x86_64" in asked[0]


def test_formula_and_image_are_read(tmp_path):
    """Tests that the parsers of their languages accept formula and image."""
    small = tmp_path / "program"
    small.write_bytes(b"#!/bin/sh\n")
    run(
        sys.executable, ROOT / ".github/release/build", "--output", tmp_path / "files", "--program", small, cwd=ROOT,
        PYTHONDONTWRITEBYTECODE="1")
    run(tool("hadolint"), tmp_path / "files/Dockerfile", cwd=tmp_path)
    import tree_sitter
    import tree_sitter_ruby

    ruby = tree_sitter.Parser(tree_sitter.Language(tree_sitter_ruby.language()))
    assert not ruby.parse((tmp_path / "files/bascule.rb").read_bytes()).root_node.has_error
