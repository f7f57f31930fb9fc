#!/usr/bin/env python3
"""The program for `pip`, for the hooks of pre-commit and for the action.

At the tag of a release it is the program of that release, whose digest is checked; elsewhere Swift builds one.

    .github/release/program.py --version 0.1.0 [--sha256 DIGEST] PATH   # writes the program, for the action
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import archives
from targets import ROOT, Target, version

RELEASES = "https://github.com/bascule/bascule/releases/download"


def content() -> bytes:
    """The program for the commit of this file."""
    return program(version() if f"v{version()}" in tags() else "")


def program(release: str, expected: str = "") -> bytes:
    """The program of a release; a built one if there is none for this system.

    `expected` is the digest of its archive, by default that in the file `SHA256SUMS` of the release.
    """
    return (released(Target.here(), release, expected) if release else None) or built()


def tags() -> set[str]:
    """The tags of the commit; in a shallow clone, as pre-commit makes it, only `FETCH_HEAD` names the fetched tag."""
    # A hook of git has variables that name the repository of the user.
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", ROOT, "tag", "--points-at", "HEAD"]
    found = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=False, env=variables).stdout.split()
    fetched = ROOT / ".git/FETCH_HEAD"
    if fetched.exists():
        found += re.findall(r"\ttag '(v[0-9.]+)' of ", fetched.read_text())
    return set(found)


def released(target: Target, release: str, expected: str) -> bytes | None:
    """The program of the release; None if there is none for this system."""
    folder = f"{os.environ.get('BASCULE_RELEASES', RELEASES)}/v{release}"
    name = target.archive_of(release)
    try:
        archive = download(f"{folder}/{name}")
    except urllib.error.URLError as error:
        print(told("notice", f"{folder}/{name}: {error}; the program is built"), file=sys.stderr)
        return None
    # From here on an archive that is not the right one is an error; nothing else is tried.
    found = hashlib.sha256(archive).hexdigest()
    if found != (expected or listed(folder).get(name)):
        place = "`sha256`" if expected else "SHA256SUMS"
        raise SystemExit(told("error", f"{name} has the SHA-256 {found}, which is not that in {place}"))
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, name)
        path.write_bytes(archive)
        return archives.program(path)


def listed(folder: str) -> dict[str, str]:
    """The digests of the files of a release, by name."""
    try:
        lines = download(f"{folder}/SHA256SUMS").decode().splitlines()
    except urllib.error.URLError as error:
        raise SystemExit(told("error", f"{folder}/SHA256SUMS: {error}")) from error
    return {name: digest for digest, name in (line.split() for line in lines)}


def told(kind: str, text: str) -> str:
    """A message, which GitHub shows beside the job."""
    return f"::{kind}::{text}" if os.environ.get("GITHUB_ACTIONS") else text


def download(url: str, attempts: int = 3) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=60) as response:
            return response.read()
    except urllib.error.URLError as error:
        # An answer such as 404, or a missing file, is the same the next time.
        is_final = getattr(error, "code", 500) < 500 or isinstance(error.reason, FileNotFoundError)
        if is_final or attempts == 1:
            raise
    time.sleep(2)
    return download(url, attempts - 1)


def built() -> bytes:
    options = ["--package-path", str(ROOT), "-c", "release", "--product", "bascule"]
    # `pip` and pre-commit read the output of this program.
    subprocess.run(["swift", "build", *options], check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", *options, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True)
    return pathlib.Path(shown.stdout.strip(), "bascule").read_bytes()


def write(content: bytes, path: pathlib.Path) -> None:
    """Writes the program. Two processes may do so at once; each sees no program or a whole one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(content)
    part.chmod(0o755)
    part.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", default="", help="the release; by default a program is built")
    parser.add_argument("--sha256", default="", help="the digest of the release's archive for this machine")
    parser.add_argument("path", type=pathlib.Path)
    options = parser.parse_args()
    write(program(options.version, options.sha256), options.path)


if __name__ == "__main__":
    main()
