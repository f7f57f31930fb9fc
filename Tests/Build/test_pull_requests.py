"""Tests hooks, action, workflows and problem matcher with the tools that read them."""

import hashlib
import json
import os
import re
import shutil
import sys

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


def yaml(text):
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(text)


def steps():
    return yaml(ACTION.read_text())["runs"]["steps"]


def test_schemas(tmp_path):
    check = tool("check-jsonschema")
    run(check, "--builtin-schema", "vendor.github-actions", ACTION, cwd=ROOT)
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    run(check, "--builtin-schema", "vendor.github-workflows", *workflows, cwd=ROOT)
    for name, schema in (("workflow", "vendor.github-workflows"), ("gitlab", "vendor.gitlab-ci")):
        file = tmp_path / f"{name}.yml"
        file.write_text(block("on-pull-requests.md", f"yaml {name}"))
        run(check, "--builtin-schema", schema, file, cwd=ROOT)


def test_zizmor():
    run(tool("zizmor"), "--offline", "--quiet", ROOT / ".github", cwd=ROOT)


@pytest.mark.parametrize("revision", ["tag", "commit"])
def test_hooks(repository, tmp_path, revision):
    """Runs the hooks with pre-commit, from a clone of this package: with the program of a release, or a built one.

    The build takes ten minutes, so a stand-in for `swift` has the program of the tests instead.
    """
    tool("pre-commit")
    package = tmp_path / "package"
    shutil.copytree(ROOT, package, ignore=shutil.ignore_patterns(".build", ".git", ".swiftpm"))
    git(package, "init", "-q")
    git(package, "add", "-A")
    git(package, "commit", "-qm", "package")
    config = block("on-pull-requests.md", "yaml pre-commit")
    tag = re.search("rev: (.*)", config)[1]
    git(package, "tag", tag)
    # This is a later commit, which has no tag.
    git(package, "commit", "-qm", "more", "--allow-empty")
    commit = git(package, "rev-parse", "HEAD").stdout.strip()
    config = re.sub("repo: .*", f"repo: file://{package}", config)
    if revision == "commit":
        config = re.sub("rev: .*", f"rev: {commit}", config)
    (repository / ".pre-commit-config.yaml").write_text(config)

    asked = tmp_path / "asked"

    def program(folder, name):
        """Writes a program that prints where it is from."""
        folder.mkdir(parents=True)
        path = folder / "bascule"
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>{asked}\nexec {BASCULE} "$@"\n')
        path.chmod(0o755)
        return path

    releases = tmp_path / "releases" / tag
    run(
        sys.executable, ROOT / ".github/release/build", "--output", releases, "--program",
        program(tmp_path / "released", "released"), cwd=ROOT, PYTHONDONTWRITEBYTECODE="1")
    built = program(tmp_path / "built", "built")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "swift").write_text(f'#!/bin/sh\ncase "$*" in *--show-bin-path) echo {built.parent} ;; esac\n')
    (programs / "swift").chmod(0o755)

    def hook(check=True):
        git(repository, "add", "-A")
        command = ["env", f"PATH={programs}:{os.environ['PATH']}", tool("pre-commit"), "run", "--all-files"]
        return run(
            *command, cwd=repository, check=check, PRE_COMMIT_HOME=str(tmp_path / "home"),
            BASCULE_RELEASES=releases.parent.as_uri())

    hook()
    name = "released" if revision == "tag" else "built"
    assert asked.read_text().splitlines() == [f"{name} check", f"{name} format store.bascule"]
    # A script or a rule list is also checked if it is the only changed file.
    for script in ("zoom.cjs", "ads.json", "zoom.txt"):
        asked.unlink(missing_ok=True)
        (repository / script).write_text("[]\n")
        git(repository, "add", script)
        run("env", f"PATH={programs}:{os.environ['PATH']}", tool("pre-commit"), "run", "--files", script,
            cwd=repository, PRE_COMMIT_HOME=str(tmp_path / "home"), BASCULE_RELEASES=releases.parent.as_uri())
        assert asked.exists() == (script != "zoom.txt"), script
    (repository / "store.bascule").write_text(RULES.replace("  otherwise", "     otherwise"))
    assert "files were modified" in hook(check=False).stdout
    assert (repository / "store.bascule").read_text() == RULES
    (repository / "store.bascule").write_text(
        RULES.replace("  otherwise", '  when path like "/product/*/more" allow\n  otherwise'))
    result = hook(check=False)
    assert result.returncode != 0 and "unreachable-rule" in result.stdout


def test_installation_checks_the_digest(tmp_path):
    """Tests that `pip` installs no program whose digest differs from that of its release."""
    package = tmp_path / "package"
    shutil.copytree(ROOT / ".github/release", package / ".github/release")
    for name in ("LICENSE", "README.md", "Sources/CommandLine/Help/Version.swift"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, package / name)
    git(package, "init", "-q")
    git(package, "add", "-A")
    git(package, "commit", "-qm", "package")
    tag = re.search("rev: (.*)", block("on-pull-requests.md", "yaml pre-commit"))[1]
    git(package, "tag", tag)
    releases = tmp_path / "releases" / tag
    run(
        sys.executable, ROOT / ".github/release/build", "--output", releases, "--program", ROOT / "LICENSE", cwd=ROOT,
        PYTHONDONTWRITEBYTECODE="1", SOURCE_DATE_EPOCH="1000000000")

    def install():
        script = f"import backend; print(backend.build_wheel({str(tmp_path)!r}))"
        return run(
            sys.executable, "-c", script, cwd=package / ".github/release", check=False,
            BASCULE_RELEASES=releases.parent.as_uri(), SOURCE_DATE_EPOCH="1000000000")

    assert install().returncode == 0
    name = next(tmp_path.glob("*.whl")).name
    # The release has the same wheel.
    assert (tmp_path / name).read_bytes() == (releases / name).read_bytes()
    (tmp_path / name).unlink()
    sums = releases / "SHA256SUMS"
    sums.write_text(re.sub("^.", lambda digit: "1" if digit[0] == "0" else "0", sums.read_text(), flags=re.M))
    result = install()
    assert result.returncode != 0 and "not that in SHA256SUMS" in result.stdout
    assert not list(tmp_path.glob("*.whl"))


def test_action(repository, tmp_path):
    """Tests the commands of the action, with a stand-in for `gh` that records its arguments."""
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

    build, check, page, tell = steps()
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

    assert perform(page, PAGE="rules.html", AGAINST="HEAD").returncode == 0
    assert '"former":{"label":"HEAD"' in (repository / "rules.html").read_text()
    assert perform(page, PAGE="rules.html", AGAINST="no-such-revision").returncode != 0

    # Without a comparison, the comment must not say that all is well.
    result = perform(tell, AGAINST="no-such-revision", COMMENT="true", PULL_REQUEST="7", REPOSITORY="a/b")
    assert result.returncode != 0
    comment = (tmp_path / "bascule-diff.md.comment").read_text()
    assert "Not compared with `no-such-revision`: `.`" in comment and "as before" not in comment

    # A pull request of a fork cannot be commented on, but this fails nothing.
    (programs / "gh").write_text("#!/bin/sh\necho 'HTTP 403' >&2\nexit 1\n")
    result = perform(tell, AGAINST="HEAD", COMMENT="true", PULL_REQUEST="7", REPOSITORY="a/b")
    assert result.returncode == 0 and "::warning::" in result.stdout

    # A comment has at most 65,536 characters.
    (programs / "gh").write_text(f'#!/bin/sh\necho "$@" >>{asked}\n')
    rules = "".join(f'  when path == "/product/{number}/a" allow\n' for number in range(900))
    (repository / "store.bascule").write_text(RULES.replace("  when", rules + "  when", 1))
    result = perform(tell, AGAINST="HEAD", COMMENT="true", PULL_REQUEST="7", REPOSITORY="a/b")
    assert result.returncode == 0, result.stdout
    assert len((tmp_path / "bascule-diff.md").read_text()) > 65536
    comment = (tmp_path / "bascule-diff.md.comment").read_text()
    assert len(comment) < 65536 and comment.endswith("The rest is in the summary of the job.\n")

    # The name of the folder contains a blank.
    (repository / "more rules").mkdir()
    (repository / "more rules/a.bascule").write_text(RULES)
    (repository / "store.bascule").write_text(RULES)
    assert perform(check, PATHS="store.bascule\nmore rules").returncode == 0
    assert perform(page, PATHS="store.bascule\nmore rules", PAGE="both.html", AGAINST="HEAD").returncode == 0
    assert '"former"' not in (repository / "both.html").read_text()


def test_action_gets_the_program(tmp_path):
    """Tests that the program comes from the release of its tag, checked by its digest, or otherwise from its
    repository."""
    release = tmp_path / "releases/v1.2.3"
    release.mkdir(parents=True)
    system = {"x86_64": "linux-x86_64", "aarch64": "linux-aarch64"}[os.uname().machine]
    name = f"bascule-1.2.3-{system}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "bascule").write_text("#!/bin/sh\necho released\n")
    (tmp_path / name / "bascule").chmod(0o755)
    archive = release / f"{name}.tar.gz"
    run("tar", "-czf", archive, name, cwd=tmp_path)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    programs = tmp_path / "programs"
    programs.mkdir()
    built = tmp_path / "built/bascule"
    built.parent.mkdir()
    built.write_text("#!/bin/sh\necho built\n")
    (programs / "swift").write_text(f'#!/bin/sh\necho "swift $*" >&2\necho {built.parent}\n')
    (programs / "swift").chmod(0o755)
    output = tmp_path / "output"

    def perform(**environment):
        output.write_text("")
        given = {
            "PROGRAM": "", "VERSION": "", "SHA256": "", "TAG": "v1.2.3", "BASCULE_RELEASES": release.parent.as_uri(),
            "GITHUB_ACTIONS": "true", "PYTHONDONTWRITEBYTECODE": "1", "ACTION": str(ACTION.parent),
            "RUNNER_TEMP": str(tmp_path / "temporary"), "GITHUB_OUTPUT": str(output),
        } | environment
        script = f'PATH={programs}:$PATH\nset -eo pipefail\n{steps()[0]["run"]}'
        result = run("bash", "-c", script, cwd=tmp_path, check=False, **given)
        return result, output.read_text().removeprefix("program=").strip()

    # Without the file of digests, no program is used.
    result, program = perform()
    assert result.returncode != 0 and program == ""
    (release / "SHA256SUMS").write_text(f"{'0' * 64}  other.tar.gz\n{digest}  {name}.tar.gz\n")
    result, program = perform()
    assert result.returncode == 0, result.stdout
    assert run(program, cwd=tmp_path).stdout == "released\n"
    assert perform(TAG="main", VERSION="1.2.3")[1] == program
    assert perform(SHA256=digest)[1] == program
    for wrong in ("0" * 64, digest.upper(), digest[:-1]):
        result, program = perform(SHA256=wrong)
        assert result.returncode == 1 and "::error::" in result.stdout and program == ""
    (release / "SHA256SUMS").write_text(f"{'0' * 64}  {name}.tar.gz\n")
    assert perform()[0].returncode == 1
    # A branch, a commit and a version without a release are built.
    for tag in ("main", "11bd71901bbe5b1630ceea73d27597364c9af683", "v9.9.9", "v1"):
        result, program = perform(TAG=tag)
        assert result.returncode == 0 and run(program, cwd=tmp_path).stdout == "built\n", tag
        assert ("::notice::" in result.stdout) == (tag == "v9.9.9")


def test_gitlab(repository):
    """Tests the commands of the job, except the one that installs the program."""
    job = yaml(block("on-pull-requests.md", "yaml gitlab"))["bascule"]
    install, *commands = job["script"]
    assert re.fullmatch(r"pip install git\+https://github.com/bascule/bascule@v[0-9.]+#subdirectory=\.github/release", install)
    (repository / "App/Rules").mkdir(parents=True)
    (repository / "store.bascule").rename(repository / "App/Rules/store.bascule")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "moved")
    (repository / "App/Rules/store.bascule").write_text(RULES + "flag unused\n")
    script = "set -e\n" + "\n".join(commands)
    run("bash", "-c", script, cwd=repository, CI_MERGE_REQUEST_DIFF_BASE_SHA="HEAD")
    report = json.loads((repository / job["artifacts"]["reports"]["codequality"]).read_text())
    assert [finding["check_name"] for finding in report] == ["unused-declaration"]
    # The files of the job do not affect the next check.
    run(BASCULE, "check", cwd=repository)


def paths(value, path=""):
    """Returns the keys of a JSON value, each with its parent keys. List entries have the same key."""
    if isinstance(value, list):
        return {key for entry in value for key in paths(entry, path)}
    if not isinstance(value, dict):
        return set()
    return {found for key, entry in value.items() for found in {f"{path}.{key}"} | paths(entry, f"{path}.{key}")}


def test_json_of_differences(tmp_path):
    """Tests that the page shows all keys."""
    old = """screen Shop(name: String)
flag isHome
chain Default {
  when host like "{shop}.a.com" present Shop(name: shop) cancel
  otherwise allow
}
model Item { sku: String }
strategy Cart receives Item
configuration Default { chain Default  strategies Cart }
invariant OldLinks { never cancel when path == "/old" && host == "b.example" }
"""
    host = 'host like "{shop}.a.com"'
    # The added rule differs from more later rules than are searched.
    later = "".join(f'  when query.n == "{number}" allow\n' for number in range(12))
    old = old.replace("  otherwise", later + "  otherwise")
    new = old.replace(host, f"({host} || isHome && {host})").replace(
        later, '  when path == "/old" cancel\n' + later).replace("sku: String", "sku: String, size: Int")
    for name, text in (("old", old), ("new", new)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.bascule").write_text(text)
    found = run(BASCULE, "diff", "old", "new", "--format", "json", cwd=tmp_path, check=False).stdout
    shown = json.loads(block("on-pull-requests.md", "json"))
    assert paths(shown) == paths(json.loads(found))


def test_versions():
    """Tests that the pages name the version to which they belong."""
    version = run(BASCULE, "--version", cwd=ROOT).stdout.split()[1]
    text = block("build-systems.md", "swift package") + "".join(
        block("on-pull-requests.md", f"yaml {name}") for name in ("workflow", "gitlab", "pre-commit"))
    named = re.findall(r"bascule.*(?:@v|from: \")([\d.]+)", text) + re.findall(r"rev: v([\d.]+)", text)
    assert named == [version] * 4, text


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
