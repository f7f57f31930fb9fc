"""The systems for which there is a program."""

import dataclasses
import pathlib
import platform
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def version() -> str:
    """The version of the program, such as `0.1.0`."""
    text = (ROOT / "Sources/CommandLine/Help/Version.swift").read_text()
    found = re.search(r'static let number = "([0-9.]+)"', text)
    if not found:
        raise SystemExit("Sources/CommandLine/Help/Version.swift has no version")
    return found[1]


@dataclasses.dataclass(frozen=True)
class Target:
    """A system and its processor."""

    system: str
    processor: str
    triples: tuple[str, ...]
    """As SwiftPM names it in artifact bundles."""
    wheel_tags: tuple[str, ...]
    debian: str = ""
    """The name of the processor in Debian."""

    @property
    def name(self) -> str:
        return f"{self.system}-{self.processor}"

    @property
    def archive_name(self) -> str:
        return self.archive_of(version())

    def archive_of(self, release: str) -> str:
        return f"bascule-{release}-{self.name}.tar.gz"

    @staticmethod
    def here() -> "Target":
        """The target for this machine."""
        system = {"Linux": "linux", "Darwin": "macos"}.get(platform.system(), platform.system())
        processor = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
        for target in TARGETS:
            if target.system == system and target.processor in (processor, "universal"):
                return target
        raise SystemExit(f"there is no program for {system} on {processor}")


def linux(processor: str, debian: str) -> Target:
    tags = tuple(f"py3-none-{name}_{processor}" for name in ("manylinux2014", "manylinux_2_17", "musllinux_1_1"))
    return Target("linux", processor, (f"{processor}-unknown-linux-gnu",), tags, debian)


TARGETS = (
    linux("x86_64", "amd64"),
    linux("aarch64", "arm64"),
    Target(
        "macos", "universal", ("arm64-apple-macosx", "x86_64-apple-macosx"),
        ("py3-none-macosx_13_0_universal2",)),
)
