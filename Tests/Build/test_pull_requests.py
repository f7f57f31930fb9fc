"""Hooks, action, workflows and problem matcher, by the tools that read them."""

import json
import os
import re
import shutil

import pytest

from conftest import BASCULE, ROOT, RULES, block, run, tool

ACTION = ROOT / ".github/actions/bascule/action.yml"


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"]
    return run("git", *identity, *words, cwd=folder)


@pytest.fixture
def repository(tmp_path):
    tool("git")
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "store.bascule").write_text(RULES)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "rules")
    return folder


def steps():
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(ACTION)["runs"]["steps"]


def test_schemas(tmp_path):
    check = tool("check-jsonschema")
    run(check, "--builtin-schema", "vendor.github-actions", ACTION, cwd=ROOT)
    for name, schema in (("workflow", "vendor.github-workflows"), ("gitlab", "vendor.gitlab-ci")):
        file = tmp_path / f"{name}.yml"
        file.write_text(block("on-pull-requests.md", f"yaml {name}"))
        run(check, "--builtin-schema", schema, file, cwd=ROOT)


def test_zizmor():
    run(tool("zizmor"), "--offline", "--quiet", ACTION, cwd=ROOT)


def test_hooks(repository, tmp_path):
    """The hooks as pre-commit runs them, from a clone of this package.

    What pre-commit builds (`language: swift`) takes ten minutes, so a stand-in for `swift` looks at the package and
    puts the program of the tests in the place of the built one.
    """
    tool("pre-commit")
    package = tmp_path / "package"
    shutil.copytree(ROOT, package, ignore=shutil.ignore_patterns(".build", ".git", ".swiftpm"))
    git(package, "init", "-q")
    git(package, "add", "-A")
    git(package, "commit", "-qm", "package")
    revision = git(package, "rev-parse", "HEAD").stdout.strip()
    config = block("on-pull-requests.md", "yaml pre-commit")
    config = re.sub("repo: .*", f"repo: file://{package}", config)
    config = re.sub("rev: .*", f"rev: {revision}", config)
    (repository / ".pre-commit-config.yaml").write_text(config)
    home = tmp_path / "home"

    asked = tmp_path / "asked"
    # Lies where only pre-commit finds it.
    built = tmp_path / "bascule"
    built.write_text(f'#!/bin/sh\necho "bascule $*" >>{asked}\nexec {BASCULE} "$@"\n')
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "swift").write_text(f"""#!/bin/sh
set -eu
echo "$1 $2 $4 $5 $6" >>{asked}
{tool("swift")} package --package-path "$3" --scratch-path {tmp_path / "described"} describe >>{asked}
mkdir -p "$7/release"
ln -s {built} "$7/release/bascule"
""")
    for program in (built, programs / "swift"):
        program.chmod(0o755)

    def hook(check=True):
        git(repository, "add", "-A")
        command = ["env", f"PATH={programs}:{os.environ['PATH']}", tool("pre-commit"), "run", "--all-files"]
        return run(*command, cwd=repository, check=check, PRE_COMMIT_HOME=str(home))

    hook()
    lines = asked.read_text().splitlines()
    assert lines[0] == "build --package-path -c release --build-path"
    assert "    Name: bascule" in lines
    assert lines[-2:] == ["bascule check", "bascule format store.bascule"]
    (repository / "store.bascule").write_text(RULES.replace("  otherwise", "     otherwise"))
    assert "files were modified" in hook(check=False).stdout
    assert (repository / "store.bascule").read_text() == RULES
    (repository / "store.bascule").write_text(
        RULES.replace("  otherwise", '  when path like "/product/*/more" allow\n  otherwise'))
    result = hook(check=False)
    assert result.returncode != 0 and "unreachable-rule" in result.stdout


def test_action(repository, tmp_path):
    """The action's own commands, with a stand-in for `gh` that writes down what it is asked."""
    asked = tmp_path / "asked"
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "gh").write_text(f'#!/bin/sh\necho "$@" >>{asked}\n')
    (programs / "gh").chmod(0o755)
    files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}

    def perform(step, **environment):
        for file in files.values():
            file.write_text("")
        given = {name: "" for name in step.get("env", {})}
        given |= {name: str(file) for name, file in files.items()}
        given |= {"RUNNER_TEMP": str(tmp_path), "PROGRAM": str(BASCULE), "PATHS": "."} | environment
        script = f'PATH={programs}:$PATH\nset -eo pipefail\n{step["run"]}'
        return run("bash", "-c", script, cwd=repository, check=False, **given)

    build, check, tell = steps()
    assert perform(build).returncode == 0
    assert files["GITHUB_OUTPUT"].read_text() == f"program={BASCULE}\n"
    assert perform(check, SARIF="out.sarif").returncode == 0
    assert json.loads((repository / "out.sarif").read_text())["version"] == "2.1.0"

    (repository / "store.bascule").write_text(
        RULES.replace("  otherwise", '  when path like "/product/*/more" allow\n  otherwise'))
    result = perform(check)
    assert result.returncode == 1 and "::error file=store.bascule,line=4," in result.stdout

    (repository / "store.bascule").write_text(RULES.replace('"product"', '"goods"'))
    result = perform(tell, AGAINST="HEAD", COMMENT="true", PULL_REQUEST="7", REPOSITORY="a/b")
    assert result.returncode == 0, result.stdout
    assert "goods" in files["GITHUB_STEP_SUMMARY"].read_text()
    assert "POST repos/a/b/issues/7/comments" in asked.read_text()
    assert "<!-- bascule diff -->" in (tmp_path / "bascule-diff.md.comment").read_text()
    assert perform(tell, AGAINST="HEAD", FAIL_ON="breaking").returncode == 0
    assert perform(tell, AGAINST="HEAD", FAIL_ON="any").returncode == 1
    assert perform(tell, AGAINST="no-such-revision").returncode != 0


def test_problem_matcher(repository):
    matcher = json.loads((ACTION.parent / "problem-matcher.json").read_text())
    pattern = matcher["problemMatcher"][0]["pattern"][0]
    (repository / "store.bascule").write_text(RULES + "flag unused\n")
    lines = run(BASCULE, "check", "--format", "xcode", cwd=repository).stdout.splitlines()
    matches = [match for line in lines if (match := re.match(pattern["regexp"], line))]
    assert len(matches) == 1
    assert os.path.basename(matches[0][pattern["file"]]) == "store.bascule"
    assert matches[0][pattern["line"]] == "6"
    assert matches[0][pattern["code"]] == "unused-declaration"
