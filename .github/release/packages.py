"""Packages for one system: a wheel, and a Debian package."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from targets import ROOT, Target, version

SUMMARY = "Compiler and linter for the rules of apps that show web pages in a WKWebView"


def wheel(program: pathlib.Path, target: Target, output: pathlib.Path) -> None:
    """A wheel with the program alone, so that `pip install bascule` needs no Swift."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"bascule-{version()}"
        scripts = pathlib.Path(folder, f"{name}.data/scripts")
        information = pathlib.Path(folder, f"{name}.dist-info")
        scripts.mkdir(parents=True)
        information.mkdir()
        shutil.copy2(program, scripts / "bascule")
        (scripts / "bascule").chmod(0o755)
        (information / "licenses").mkdir()
        shutil.copy2(ROOT / "LICENSE", information / "licenses")
        (information / "METADATA").write_text(
            f"Metadata-Version: 2.4\nName: bascule\nVersion: {version()}\nSummary: {SUMMARY}\n"
            "License-Expression: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.8\n"
            "Project-URL: Repository, https://github.com/bascule/bascule\n"
            "Description-Content-Type: text/markdown\n\n" + (ROOT / "README.md").read_text())
        tags = "".join(f"Tag: {tag}\n" for tag in target.wheel_tags)
        (information / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: bascule\nRoot-Is-Purelib: false\n{tags}")
        for path in [folder, *pathlib.Path(folder).rglob("*")]:
            os.utime(path, (int(os.environ["SOURCE_DATE_EPOCH"]),) * 2)
        subprocess.run(
            [sys.executable, "-m", "wheel", "pack", folder, "--dest-dir", output], check=True,
            stdout=subprocess.DEVNULL)


def debian(program: pathlib.Path, target: Target, output: pathlib.Path) -> None:
    """A Debian package, which depends on nothing."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("DEBIAN", "usr/bin", "usr/share/doc/bascule"):
            (root / name).mkdir(parents=True)
        shutil.copy2(program, root / "usr/bin/bascule")
        (root / "usr/bin/bascule").chmod(0o755)
        shutil.copy2(ROOT / "LICENSE", root / "usr/share/doc/bascule/copyright")
        size = (program.stat().st_size + 1023) // 1024
        (root / "DEBIAN/control").write_text(
            f"Package: bascule\nVersion: {version()}\nArchitecture: {target.debian}\n"
            "Maintainer: Bascule <https://github.com/bascule/bascule>\nSection: devel\nPriority: optional\n"
            f"Installed-Size: {size}\nHomepage: https://github.com/bascule/bascule\nDescription: {SUMMARY}\n")
        root.chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", folder,
             output / f"bascule_{version()}_{target.debian}.deb"],
            check=True, stdout=subprocess.DEVNULL)
