"""Runs the recipes of the documentation unchanged."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from conftest import BASCULE, ROOT, RULES, block, run, tool


LIST = [{"trigger": {"url-filter": "ads"}, "action": {"type": "block"}}]


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/store.bascule").write_text(RULES)
    (tmp_path / "rules/bascule.json").write_text("{}\n")
    return tmp_path


def age(project):
    """Makes all files older by some seconds, so that the next edit is later even where times are whole seconds."""
    for path in [project, *project.rglob("*")]:
        earlier = path.lstat().st_mtime_ns - 5_000_000_000
        os.utime(path, ns=(earlier, earlier), follow_symlinks=False)


def change(project):
    """Edits a rule so that its output differs."""
    age(project)
    (project / "rules/store.bascule").write_text(RULES.replace('"product"', '"goods"'))


def check(project, build, output):
    build()
    first = output.read_text()
    times = output.stat().st_mtime_ns
    build()
    assert output.stat().st_mtime_ns == times
    change(project)
    build()
    assert output.read_text() != first and "goods" in output.read_text()
    age(project)
    (project / "rules/more.bascule").write_text(
        'screen Cart\nchain Payment {\n  when path == "/cart" present Cart cancel\n}\n')
    build()
    assert "cart" in output.read_text()


def check_other_files(project, build, output):
    """Checks that a deleted rule file is no error, and that scripts and rule lists are inputs, too."""
    age(project)
    (project / "rules/more.bascule").unlink()
    build()
    assert "cart" not in output.read_text()
    rules = project / "rules"
    (rules / "zoom.cjs").write_text("zoom(1);\n")
    (rules / "ads.json").write_text(json.dumps(LIST))
    (rules / "web.bascule").write_text(
        'script Zoom at documentEnd from "zoom.cjs"\n'
        'configuration Main { chain Default  scripts Zoom  block from "ads.json" }\n')
    output = output.with_name("BasculeConfigurations.swift")
    build()
    assert "zoom(1)" in output.read_text()
    age(project)
    (rules / "zoom.cjs").write_text("zoom(2);\n")
    build()
    assert "zoom(2)" in output.read_text()
    age(project)
    (rules / "ads.json").write_text(json.dumps(LIST).replace("ads", "banners"))
    build()
    assert "banners" in output.read_text()


def test_make(project):
    tool("make")
    (project / "Makefile").write_text(block("build-systems.md", "make"))
    arguments = project, lambda: run("make", cwd=project), project / "out/swift/BasculeNavigation.swift"
    check(*arguments)
    check_other_files(*arguments)


def test_ninja(project):
    tool("ninja")
    (project / "build.ninja").write_text(block("build-systems.md", "ninja"))
    arguments = project, lambda: run("ninja", cwd=project), project / "out/swift/BasculeNavigation.swift"
    check(*arguments)
    check_other_files(*arguments)


def test_cmake(project):
    tool("cmake")
    tool("ninja")
    (project / "CMakeLists.txt").write_text(block("build-systems.md", "cmake"))

    def build():
        run("cmake", "-G", "Ninja", "-S", ".", "-B", "out", cwd=project)
        run("cmake", "--build", "out", cwd=project)

    check(project, build, project / "out/generated/BasculeNavigation.swift")
    check_other_files(project, build, project / "out/generated/BasculeNavigation.swift")


@pytest.fixture
def bazel(tmp_path):
    """Returns a function that runs Bazel in a folder, with its own files and without the network."""
    program = tool("bazel")
    served = set()

    def bazel(folder, *words, check=True):
        served.add(folder)
        options = ["--nohome_rc", f"--output_user_root={tmp_path / 'bazel'}", "--max_idle_secs=60"]
        return run(program, *options, *words, cwd=folder, check=check)

    yield bazel
    for folder in served:
        bazel(folder, "shutdown", check=False)


def bazel_workspace(folder):
    """Writes the recipe for the rules in the folder."""
    (folder / "WORKSPACE").touch()
    (folder / "BUILD.bazel").write_text(block("build-systems.md", "bazel"))
    (folder / "tools").mkdir()
    (folder / "tools/BUILD.bazel").write_text(block("build-systems.md", "bazel tools"))
    shutil.copy(BASCULE, folder / "tools/bascule")


def test_bazel(project, bazel, tmp_path):
    workspace = tmp_path / "one"
    workspace.mkdir()
    (project / "rules").rename(workspace / "rules")
    bazel_workspace(workspace)
    build = ["build", "//:rules", "--spawn_strategy=sandboxed", "--nosandbox_debug"]
    build += [f"--disk_cache={tmp_path / 'cache'}"]
    output = workspace / "bazel-bin/swift/BasculeNavigation.swift"

    def actions(result):
        """Returns the number of executed actions, and of cached ones."""
        counted = re.search(r"INFO: \d+ process(?:es)?: (.*)\.", result.stdout)[1]
        kinds = {kind: int(count) for count, kind in re.findall(r"(\d+) ([^,]+)", counted)}
        sandboxed, cached = (
            sum(count for kind, count in kinds.items() if kind.endswith(end)) for end in ("-sandbox", "cache hit"))
        assert sandboxed + cached + kinds.get("internal", 0) == sum(kinds.values()), counted
        return sandboxed, cached

    assert actions(bazel(workspace, *build)) == (1, 0)
    assert actions(bazel(workspace, *build)) == (0, 0)
    check(workspace, lambda: bazel(workspace, *build), output)

    # A file that the rule does not name is missing for the action, although it is in the same folder.
    more = workspace / "rules/more.bascule"
    rest = more.read_text()
    (workspace / "rules/zoom.txt").write_text("zoom();\n")
    assert actions(bazel(workspace, *build)) == (0, 0)
    more.write_text(rest + 'script Zoom at documentEnd from "zoom.txt"\n'
                    "configuration Main { chain Default  scripts Zoom }\n")
    result = bazel(workspace, *build, check=False)
    assert result.returncode != 0 and "zoom.txt" in result.stdout
    (workspace / "rules/zoom.js").write_text("zoom();\n")
    more.write_text(more.read_text().replace("zoom.txt", "zoom.js"))
    assert actions(bazel(workspace, *build)) == (1, 0)
    assert "zoom();" in (workspace / "bazel-bin/swift/BasculeConfigurations.swift").read_text()

    more.write_text(more.read_text() + "chain Wrong {\n  otherwise presnt\n}\n")
    result = bazel(workspace, *build, check=False)
    assert result.returncode != 0
    assert "error[" in result.stdout and "--> rules/more.bascule:" in result.stdout
    more.write_text(more.read_text().replace("presnt", "allow"))
    bazel(workspace, *build)

    # The same files in another folder are the same action, so nothing is run.
    other = tmp_path / "another/below"
    other.mkdir(parents=True)
    shutil.copytree(workspace / "rules", other / "rules")
    bazel_workspace(other)
    assert actions(bazel(other, *build)) == (0, 1)
    assert (other / "bazel-bin/swift/BasculeNavigation.swift").read_bytes() == output.read_bytes()


@pytest.mark.parametrize("rules", sorted(path.parent.name for path in (ROOT / "rules").glob("*/bascule.json")))
def test_bazel_names_all_outputs(rules, tmp_path):
    """Tests that every rule set generates the files that the recipe names."""
    text = block("build-systems.md", "bazel")
    outputs = eval(re.search(r"outs = (.*?\]\]),\n", text, re.DOTALL)[1])
    command = [BASCULE, "generate", ROOT / "rules" / rules, "--swift", "swift", "--typescript", "app.ts"]
    run(*command, cwd=tmp_path)
    assert sorted(outputs) == sorted(
        str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file())


def test_the_action_is_pure(project, tmp_path):
    """Tests that the output is the same in an empty environment and in two folders, and that nothing else is written.
    """
    outputs = []
    for name in ("one", "another folder/below"):
        folder = tmp_path / "runs" / name
        (folder / "rules").mkdir(parents=True)
        (folder / "rules/store.bascule").write_text(RULES)
        command = [BASCULE, "generate", "rules", "--swift", "out/swift", "--typescript", "out/app.ts"]
        command += ["--depfile", "out/rules.d"]
        subprocess.run([str(word) for word in command], cwd=folder, env={}, check=True,
                       stdout=subprocess.DEVNULL)
        outputs.append({
            str(file.relative_to(folder)): file.read_bytes()
            for file in sorted(folder.rglob("*")) if file.is_file()})
    assert outputs[0] == outputs[1]
    assert {os.path.dirname(name) for name in outputs[0]} == {"rules", "out", "out/swift"}


def test_dependency_file_escapes(tmp_path):
    folder = tmp_path / "a b#c$d"
    folder.mkdir()
    (folder / "x y.bascule").write_text(RULES)
    run(BASCULE, "generate", folder, "--typescript", "app.ts", "--depfile", "app.d", cwd=tmp_path)
    (tmp_path / "Makefile").write_text("all: app.ts\napp.ts:\n\t@echo made again\ninclude app.d\n")
    tool("make")
    os.utime(folder / "x y.bascule", (1, 1))
    assert "made again" not in run("make", cwd=tmp_path).stdout
    future = time.time() + 60
    os.utime(folder / "x y.bascule", (future, future))
    assert "made again" in run("make", cwd=tmp_path).stdout


def test_interrupted_generation_leaves_nothing(tmp_path):
    """Tests that Ctrl-C at any time leaves the former files or the new ones, and no temporary ones."""
    (tmp_path / "rules").mkdir()

    def write(word):
        rules = "".join(f'  when path == "/{word}{number}" cancel\n' for number in range(1500))
        (tmp_path / "rules/a.bascule").write_text("chain Default {\n" + rules + "  otherwise allow\n}\n")

    command = [str(BASCULE), "generate", "rules", "--swift", "out", "--typescript", "out/app.ts"]
    write("a")
    start = time.monotonic()
    run(*command, cwd=tmp_path)
    duration = time.monotonic() - start
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert "app.ts" in names
    interrupted = 0
    for number in range(24):
        write(f"b{number}-")
        # If a shell starts the tests in the background, it lets their programs ignore the signal.
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        time.sleep(duration * (0.2 + number / 24))
        process.send_signal(signal.SIGINT)
        interrupted += process.wait() == -signal.SIGINT
        assert {path.name for path in (tmp_path / "out").iterdir()} == names
    assert interrupted > 0
