"""The program for `pip` and for the hooks of pre-commit.

At the tag of a release it is the program of that release, whose digest is checked; elsewhere Swift builds one.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import archives
from targets import ROOT, Target, version

RELEASES = "https://github.com/bascule/bascule/releases/download"


def content() -> bytes:
    found = released(Target.here()) if f"v{version()}" in tags() else None
    return found or built()


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


def released(target: Target) -> bytes | None:
    """The program of the release; None if there is none for this system."""
    folder = f"{os.environ.get('BASCULE_RELEASES', RELEASES)}/v{version()}"
    try:
        archive = download(f"{folder}/{target.archive_name}")
        listed = download(f"{folder}/SHA256SUMS").decode()
    except urllib.error.URLError as error:
        print(f"{folder}/{target.archive_name}: {error}", file=sys.stderr)
        return None
    digests = {name: digest for digest, name in (line.split() for line in listed.splitlines())}
    found = hashlib.sha256(archive).hexdigest()
    if digests.get(target.archive_name) != found:
        raise SystemExit(f"{target.archive_name} has the SHA-256 {found}, which is not that in SHA256SUMS")
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, target.archive_name)
        path.write_bytes(archive)
        return archives.program(path)


def download(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.read()


def built() -> bytes:
    options = ["--package-path", str(ROOT), "-c", "release", "--product", "bascule"]
    # `pip` and pre-commit read the output of this program.
    subprocess.run(["swift", "build", *options], check=True, stdout=sys.stderr)
    shown = subprocess.run(
        ["swift", "build", *options, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True)
    return pathlib.Path(shown.stdout.strip(), "bascule").read_bytes()
