"""The recipes of the documentation, run as they stand there."""

import os
import subprocess
import time

import pytest

from conftest import BASCULE, RULES, block, run, tool


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/store.bascule").write_text(RULES)
    (tmp_path / "rules/bascule.json").write_text("{}\n")
    return tmp_path


def change(project):
    """Edits a rule so that its output differs; a moment later, as times of change are compared."""
    time.sleep(1.1)
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
    time.sleep(1.1)
    (project / "rules/more.bascule").write_text(
        'screen Cart\nchain Payment {\n  when path == "/cart" present Cart cancel\n}\n')
    build()
    assert "cart" in output.read_text()


def test_make(project):
    tool("make")
    (project / "Makefile").write_text(block("build-systems.md", "make"))
    check(project, lambda: run("make", cwd=project), project / "out/swift/BasculeNavigation.swift")


def test_ninja(project):
    tool("ninja")
    (project / "build.ninja").write_text(block("build-systems.md", "ninja"))
    check(project, lambda: run("ninja", cwd=project), project / "out/swift/BasculeNavigation.swift")


def test_cmake(project):
    tool("cmake")
    tool("ninja")
    (project / "CMakeLists.txt").write_text(block("build-systems.md", "cmake"))

    def build():
        run("cmake", "-G", "Ninja", "-S", ".", "-B", "out", cwd=project)
        run("cmake", "--build", "out", cwd=project)

    check(project, build, project / "out/generated/BasculeNavigation.swift")


def test_the_action_is_pure(project, tmp_path):
    """An empty environment and two folders give the same bytes, and nothing else is written."""
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
