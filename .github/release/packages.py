"""Packages for one system: a wheel, and a Debian package."""

from __future__ import annotations

import base64
import hashlib
import pathlib
import shutil
import subprocess
import tempfile

from archives import zipped
from targets import ROOT, Target, version

SUMMARY = "Compiler and linter for the rules of apps that show web pages in a WKWebView"


def wheel(
    program: pathlib.Path, target: Target, output: pathlib.Path, playground: pathlib.Path | None = None
) -> pathlib.Path:
    """A wheel with the program and the playground, so that `pip install bascule` needs no Swift."""
    name = f"bascule-{version()}"
    information = f"{name}.dist-info"
    tags = "".join(f"Tag: {tag}\n" for tag in target.wheel_tags)
    metadata = (
        f"Metadata-Version: 2.4\nName: bascule\nVersion: {version()}\nSummary: {SUMMARY}\n"
        "License-Expression: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.8\n"
        "Project-URL: Repository, https://github.com/bascule/bascule\n"
        "Description-Content-Type: text/markdown\n\n" + (ROOT / "README.md").read_text(encoding="utf-8"))
    files = {
        f"{name}.data/scripts/bascule": (program.read_bytes(), 0o755),
        f"{information}/METADATA": (metadata.encode(), 0o644),
        f"{information}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: bascule\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644),
        f"{information}/licenses/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    if playground:
        files[f"{name}.data/data/share/bascule/playground.html"] = (playground.read_bytes(), 0o644)
    record = "".join(f"{path},sha256={url_digest(content)},{len(content)}\n" for path, (content, _) in files.items())
    files[f"{information}/RECORD"] = (f"{record}{information}/RECORD,,\n".encode(), 0o644)
    platforms = ".".join(tag.removeprefix("py3-none-") for tag in target.wheel_tags)
    path = output / f"{name}-py3-none-{platforms}.whl"
    zipped(files, path)
    return path


def url_digest(content: bytes) -> str:
    """The digest in the encoding of a wheel's `RECORD`."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def debian(
    program: pathlib.Path, target: Target, output: pathlib.Path, playground: pathlib.Path | None = None
) -> None:
    """A Debian package, which depends on nothing."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("DEBIAN", "usr/bin", "usr/share/doc/bascule"):
            (root / name).mkdir(parents=True)
        shutil.copy2(program, root / "usr/bin/bascule")
        (root / "usr/bin/bascule").chmod(0o755)
        shutil.copy2(ROOT / "LICENSE", root / "usr/share/doc/bascule/copyright")
        if playground:
            (root / "usr/share/bascule").mkdir()
            shutil.copy2(playground, root / "usr/share/bascule/playground.html")
            (root / "usr/share/bascule/playground.html").chmod(0o644)
        size = (program.stat().st_size + (playground.stat().st_size if playground else 0) + 1023) // 1024
        (root / "DEBIAN/control").write_text(
            f"Package: bascule\nVersion: {version()}\nArchitecture: {target.debian}\n"
            "Maintainer: Bascule <https://github.com/bascule/bascule>\nSection: devel\nPriority: optional\n"
            f"Installed-Size: {size}\nHomepage: https://github.com/bascule/bascule\nDescription: {SUMMARY}\n")
        root.chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", folder,
             output / f"bascule_{version()}_{target.debian}.deb"],
            check=True, stdout=subprocess.DEVNULL)
