"""The documents of a release: a Homebrew formula, a Dockerfile, an SBOM and checksums."""

import hashlib
import json
import pathlib
import time

from archives import moment
from targets import TARGETS, version

# The toolchain of the release, of which Package.swift names the first version that builds Bascule.
SWIFT = "6.3"
RELEASES = "https://github.com/bascule/bascule/releases/download"


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def formula(output: pathlib.Path) -> None:
    """A Homebrew formula for the archives in the folder."""
    lines = [
        "class Bascule < Formula",
        '  desc "Compiler and linter for the rules of apps that show web pages"',
        '  homepage "https://github.com/bascule/bascule"',
        f'  version "{version()}"',
        '  license "Apache-2.0"',
        "",
    ]
    for system in ("macos", "linux"):
        targets = [t for t in TARGETS if t.system == system and (output / t.archive_name).exists()]
        if not targets:
            continue
        lines.append(f"  on_{system} do")
        for target in targets:
            place = [
                f'url "{RELEASES}/v{version()}/{target.archive_name}"',
                f'sha256 "{digest(output / target.archive_name)}"',
            ]
            if system == "macos":
                lines += [f"    {line}" for line in place]
            else:
                cpu = {"x86_64": "on_intel", "aarch64": "on_arm"}[target.processor]
                lines += [f"    {cpu} do", *(f"      {line}" for line in place), "    end"]
        lines += ["  end", ""]
    lines += [
        "  def install",
        '    bin.install "bascule"',
        '    pkgshare.install "playground.html" if File.exist?("playground.html")',
        "  end",
        "",
        "  test do",
        '    (testpath/"a.bascule").write "chain A { otherwise allow }\\nconfiguration C { chain A }\\n"',
        '    system bin/"bascule", "check"',
        "  end",
        "end",
    ]
    (output / "bascule.rb").write_text("\n".join(lines) + "\n")


def dockerfile(output: pathlib.Path) -> None:
    """An image with the program and git, which `bascule diff --against` runs."""
    stages = []
    for target in TARGETS:
        if target.system == "linux" and (output / target.archive_name).exists():
            stages.append(
                f"FROM alpine:3.22 AS {target.debian}\n"
                f"ADD --checksum=sha256:{digest(output / target.archive_name)} \\\n"
                f"  {RELEASES}/v{version()}/{target.archive_name} /bascule.tar.gz\n"
                "RUN tar -xzf /bascule.tar.gz --strip-components=1 -C /usr/local/bin\n")
    (output / "Dockerfile").write_text(
        # The builder sets TARGETARCH; a default here would replace its value.
        "\n".join(stages) + "\nFROM ${TARGETARCH} AS program\n\n"
        # Alpine has only the newest version of a package, so that none can be named.
        "FROM alpine:3.22\n# hadolint ignore=DL3018\nRUN apk add --no-cache git\n"
        "COPY --from=program /usr/local/bin/bascule /usr/local/bin/bascule\n"
        'ENTRYPOINT ["/usr/local/bin/bascule"]\n')


def sbom(output: pathlib.Path) -> None:
    """The parts of the programs, in SPDX 2.3."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment()))
    parts = [
        ("bascule", version(), "Apache-2.0", "https://github.com/bascule/bascule"),
        ("swift-runtime", SWIFT, "Apache-2.0 WITH Swift-exception", "https://github.com/swiftlang/swift"),
        ("swift-foundation", SWIFT, "Apache-2.0 WITH Swift-exception",
         "https://github.com/swiftlang/swift-foundation"),
    ]
    if any(target.system == "linux" and (output / target.archive_name).exists() for target in TARGETS):
        parts += [
            ("glibc", "NOASSERTION", "LGPL-2.1-or-later", "https://sourceware.org/git/glibc.git"),
            ("libstdc++", "NOASSERTION", "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org/git/gcc.git"),
        ]
    identifiers = [f"SPDXRef-{name.replace('+', 'p')}" for name, *_ in parts]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"bascule-{version()}",
        "documentNamespace": f"https://github.com/bascule/bascule/releases/v{version()}/sbom",
        "creationInfo": {"created": created, "creators": ["Organization: Bascule"]},
        "packages": [
            {
                "SPDXID": identifier, "name": name, "versionInfo": number, "downloadLocation": place,
                "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION",
                "filesAnalyzed": False,
            }
            for identifier, (name, number, licence, place) in zip(identifiers, parts)
        ],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": identifiers[0]},
            *(
                {"spdxElementId": identifiers[0], "relationshipType": "STATIC_LINK", "relatedSpdxElement": other}
                for other in identifiers[1:]
            ),
        ],
    }
    (output / f"bascule-{version()}.spdx.json").write_text(json.dumps(document, indent=2) + "\n")


def checksums(output: pathlib.Path) -> None:
    """The digests of all other files, for `sha256sum --check`."""
    files = sorted(path for path in output.iterdir() if path.name != "SHA256SUMS")
    (output / "SHA256SUMS").write_text("".join(f"{digest(path)}  {path.name}\n" for path in files))
