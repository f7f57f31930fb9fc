"""Archives with the same bytes for the same contents."""

from __future__ import annotations

import gzip
import io
import os
import pathlib
import tarfile
import time
import zipfile

from targets import ROOT, Target, version


def moment() -> int:
    """The time of all files, in seconds since 1970."""
    return int(os.environ["SOURCE_DATE_EPOCH"])


def tar(files: dict[str, tuple[bytes, int]], path: pathlib.Path) -> None:
    """Writes a compressed tar archive of contents and permissions, by name."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            content, permissions = files[name]
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), permissions, moment()
            archive.addfile(entry, io.BytesIO(content))
    with path.open("wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=moment()) as compressed:
        compressed.write(buffer.getvalue())


def zipped(files: dict[str, tuple[bytes, int]], path: pathlib.Path) -> None:
    """Writes a zip archive of contents and permissions, by name."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            content, permissions = files[name]
            entry = zipfile.ZipInfo(name, time.gmtime(moment())[:6])
            entry.external_attr = (0o100000 | permissions) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def archive(
    program: pathlib.Path, target: Target, output: pathlib.Path, playground: pathlib.Path | None = None
) -> None:
    """The program with its licence, and the playground where `bascule page --editable` finds it."""
    folder = f"bascule-{version()}-{target.name}"
    files = {
        f"{folder}/bascule": (program.read_bytes(), 0o755),
        f"{folder}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    if playground:
        files[f"{folder}/playground.html"] = (playground.read_bytes(), 0o644)
    tar(files, output / target.archive_name)


def program(path: pathlib.Path) -> bytes:
    """The program in an archive."""
    with tarfile.open(path) as archive:
        for entry in archive:
            content = archive.extractfile(entry)
            if content and entry.name.endswith("/bascule"):
                return content.read()
    raise SystemExit(f"{path} contains no program")
