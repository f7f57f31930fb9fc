"""Tests the files of a release: equal at each build, installed and run without Swift."""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

from conftest import BASCULE, LONG, ROOT, run, stripped, tool

BUILD = ROOT / ".github/release/build"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The program that the release packages. Long runs build it as the release does."""
    if LONG:
        tool("swift")
        return None
    return stripped(tmp_path_factory.mktemp("program"))


def package(program, output):
    options = ["--program", program] if program else []
    # Debian's compression takes most of the time.
    faster = {} if LONG else {"DPKG_DEB_COMPRESSOR_TYPE": "none"}
    run(sys.executable, BUILD, "--output", output, *options, cwd=ROOT, PYTHONDONTWRITEBYTECODE="1", **faster)
    return output


@pytest.fixture(scope="module")
def release(program, tmp_path_factory):
    tool("dpkg-deb")
    return package(program, tmp_path_factory.mktemp("release"))


def digests(folder) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


def alone(*command, cwd) -> str:
    """Runs a command with neither Swift nor the project's tools on the path."""
    result = subprocess.run(
        [str(word) for word in command], cwd=cwd, env={"PATH": "/usr/bin:/bin", "HOME": str(cwd)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)
    assert result.returncode == 0, result.stdout
    return result.stdout


def checks_and_generates(installed, folder):
    """Checks all example sets except the one with a mistake, and generates the same code as the built program."""
    rules, expected = folder / "rules", folder / "expected"
    for copy in (rules, expected):
        shutil.copytree(ROOT / "rules", copy, ignore=shutil.ignore_patterns("Generated", "mistake"))
    assert "no findings" in alone(installed, "check", "rules", cwd=folder)
    alone(installed, "generate", "rules", cwd=folder)
    run(BASCULE, "generate", "expected", cwd=folder)
    written = [file.relative_to(rules) for file in sorted(rules.rglob("*")) if file.is_file()]
    assert any("Generated" in file.parts for file in written)
    assert written == [file.relative_to(expected) for file in sorted(expected.rglob("*")) if file.is_file()]
    for file in written:
        assert (rules / file).read_bytes() == (expected / file).read_bytes(), file


@pytest.fixture
def small(tmp_path):
    """Returns a program that takes no time to package."""
    program = tmp_path / "program"
    program.write_bytes(b"#!/bin/sh\n")
    return program


def test_same_bytes(small, tmp_path):
    first, second = (package(small, tmp_path / name) for name in ("first", "second"))
    assert digests(first) == digests(second) and len(digests(first)) == 9


def test_packages_have_the_playground(small, tmp_path):
    """In each package `bascule page --editable` finds it from the place of the program."""
    page = tmp_path / "playground.html"
    page.write_text("<!DOCTYPE html>")
    output = tmp_path / "files"
    run(sys.executable, BUILD, "--output", output, "--program", small, "--playground", page, cwd=ROOT,
        PYTHONDONTWRITEBYTECODE="1", DPKG_DEB_COMPRESSOR_TYPE="none")
    shutil.unpack_archive(next(output.glob("*.tar.gz")), tmp_path / "archive")
    [program] = (tmp_path / "archive").rglob("bascule")
    assert (program.parent / "playground.html").read_bytes() == page.read_bytes()
    with zipfile.ZipFile(next(output.glob("*.whl"))) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".data/data/share/bascule/playground.html")]
        assert archive.read(name) == page.read_bytes()
    run("dpkg-deb", "--extract", next(output.glob("*.deb")), tmp_path / "deb", cwd=tmp_path)
    assert (tmp_path / "deb/usr/share/bascule/playground.html").read_bytes() == page.read_bytes()
    assert " playground.html\n" in (output / "SHA256SUMS").read_text()


def test_checksums(release):
    assert "OK" in run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=release).stdout
    listed = {line.split()[1] for line in (release / "SHA256SUMS").read_text().splitlines()}
    assert listed == {file.name for file in release.iterdir()} - {"SHA256SUMS"}


def test_wheel(release, tmp_path):
    wheel = next(release.glob("*.whl"))
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    alone(tmp_path / "venv/bin/pip", "install", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    if LONG:
        checks_and_generates(tmp_path / "venv/bin/bascule", tmp_path)
    else:
        # The built program needs the libraries of the toolchain.
        run(tmp_path / "venv/bin/bascule", "check", ROOT / "rules/shop", cwd=tmp_path)


def test_static(release, tmp_path):
    """Tests that the program needs no library of the system."""
    if not LONG:
        pytest.skip("the program as the release builds it: Tests/run --long tests it")
    shutil.unpack_archive(next(release.glob("*linux*.tar.gz")), tmp_path)
    installed = next(tmp_path.rglob("bascule"))
    assert "INTERP" not in run(tool("readelf"), "--program-headers", installed, cwd=tmp_path).stdout
    checks_and_generates(installed, tmp_path)


def test_debian(release, tmp_path):
    package = next(release.glob("*.deb"))
    run("dpkg-deb", "--extract", package, tmp_path, cwd=tmp_path)
    assert (tmp_path / "usr/bin/bascule").stat().st_mode & 0o777 == 0o755
    described = run("dpkg-deb", "--field", package, cwd=tmp_path).stdout
    assert "Package: bascule" in described and "Depends" not in described
    run(tmp_path / "usr/bin/bascule", "--version", cwd=tmp_path)


def test_bundle(release):
    with zipfile.ZipFile(next(release.glob("*.artifactbundle.zip"))) as archive:
        described = json.loads(archive.read("bascule.artifactbundle/info.json"))
        for variant in described["artifacts"]["bascule"]["variants"]:
            entry = archive.getinfo(f"bascule.artifactbundle/{variant['path']}")
            assert entry.external_attr >> 16 & 0o777 == 0o755


def test_sbom(release):
    run(tool("pyspdxtools"), "--infile", next(release.glob("*.spdx.json")), cwd=release)


def test_formula_and_image(release):
    """Tests that formula and image name the archive with its digest."""
    archive = next(release.glob("*.tar.gz"))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    for name in ("bascule.rb", "Dockerfile"):
        text = (release / name).read_text()
        assert archive.name in text and digest in text


def test_joins_archives_of_several_machines(small, tmp_path):
    """Tests that the bundle of a release has a program for each archive."""
    archives = tmp_path / "archives"
    archives.mkdir()
    first = next(package(small, tmp_path / "one").glob("*.tar.gz"))
    shutil.copy2(first, archives)
    for name in ("linux-x86_64", "linux-aarch64", "macos-universal"):
        shutil.copy2(first, archives / f"{first.name.split('-linux')[0]}-{name}.tar.gz")
    joined = tmp_path / "joined"
    run(sys.executable, BUILD, "--join", archives, "--output", joined, cwd=ROOT, PYTHONDONTWRITEBYTECODE="1")
    with zipfile.ZipFile(next(joined.glob("*.artifactbundle.zip"))) as archive:
        described = json.loads(archive.read("bascule.artifactbundle/info.json"))
    triples = [v["supportedTriples"] for v in described["artifacts"]["bascule"]["variants"]]
    assert len(triples) == 3 and sum(triples, []) == [
        "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "arm64-apple-macosx", "x86_64-apple-macosx"]
