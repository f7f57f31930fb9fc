"""Tests that the suites of Tests/WebKit compile as on macOS. They are compiled against the stand-in for Apple's
WebKit, since no test has an SDK of Apple. Also tests the site that they show, which answers without a proxy on
Apple's systems."""

import json
import re
import shutil
import socket
import subprocess
import sys

import pytest

from conftest import BASCULE, ROOT, run, swiftc, tool

SUITES = ROOT / "Tests/WebKit"
STAND_IN = ROOT / "Tests/WebKitStandIn/Sources"
RULES = {name: ROOT / "rules" / name.lower() for name in ("Account", "Article", "Game", "Shop", "Showcase")}
RULES |= {name: SUITES / "rules" / name.lower() for name in ("Bridges", "Crossing", "Deliveries", "Floods", "Trust")}


def module(folder, name, *sources):
    """Type-checks a module with all warnings, for modules that import it."""
    result = swiftc(
        "-swift-version", "6", "-parse-as-library", "-emit-module", "-module-name", name, "-I", folder,
        "-emit-module-path", folder / f"{name}.swiftmodule", *sources, cwd=folder)
    return result.stdout


@pytest.fixture(scope="module")
def apple(tmp_path_factory):
    """The modules of macOS, as far as the stand-in declares them, and the harness of the suites."""
    folder = tmp_path_factory.mktemp("apple")
    for name in ("AppKit", "Network", "WebKit"):
        module(folder, name, *sorted((STAND_IN / name).glob("*.swift")))
    engine = folder / "AppleEngine"
    engine.mkdir()
    for source in (SUITES / "Sources/AppleEngine").glob("*.swift"):
        # The stand-in requires the methods that are optional in Apple's protocols.
        text, calls = re.subn(r"\b(webView\w*)\?\(", r"\1(", source.read_text())
        assert calls or source.name != "DelegateObserver.swift"
        (engine / source.name).write_text(text)
    module(folder, "EngineEvents", *sorted((SUITES / "Sources/EngineEvents").glob("*.swift")))
    module(folder, "AppleEngine", *sorted(engine.glob("*.swift")))
    warnings = module(folder, "Harness", *sorted((SUITES / "Sources/Harness").glob("*.swift")))
    assert "warning:" not in warnings, warnings
    return folder


def test_the_manifest_names_all_apps():
    manifest = (SUITES / "Package.swift").read_text()
    assert re.findall(r'"(\w+)"', re.search(r"let apps = \[(.*?)\]", manifest, re.DOTALL)[1]) == sorted(RULES)


@pytest.mark.parametrize("name", RULES)
def test_suites(apple, tmp_path, name):
    """Tests generated code for macOS and the suites that use it."""
    rules, generated = tmp_path / "rules", tmp_path / "generated"
    shutil.copytree(RULES[name], rules, ignore=shutil.ignore_patterns("Generated"))
    if name == "Crossing":
        # The rules are changed as in Tests/WebKit/generate.
        lines = (ROOT / "Tests/TypeScript/crossing.bascule").read_text().splitlines(keepends=True)
        (rules / "crossing.bascule").write_text("".join(line for line in lines if '"__proto__"' not in line))
    run(
        BASCULE, "generate", rules, "--access", "public", "--swift", generated, "--typescript",
        tmp_path / "bascule.ts", cwd=ROOT)
    sources = [*generated.glob("*.swift"), *(SUITES / "Sources" / name).glob("*.swift")]
    result = swiftc(
        "-swift-version", "6", "-parse-as-library", "-typecheck", "-module-name", name, "-I", apple,
        *sorted(sources), cwd=tmp_path)
    assert "warning:" not in result.stdout, result.stdout


def test_the_observer_has_every_method_of_a_delegate():
    """Tests that the observer has every method. Calls of a missing one would not reach the generated delegate."""
    generated = ROOT / "Sources/Runtime/Swift/WebKit"
    method = re.compile(r"^    public func (webView\w*\([^{]*?)\s*\{", re.MULTILINE)
    expected = {
        " ".join(found.split()) for file in generated.glob("ChainNavigationDelegate.swift")
        for found in method.findall(file.read_text())}
    observer = (SUITES / "Sources/AppleEngine/DelegateObserver.swift").read_text()
    method = re.compile(r"^  func (webView\w*\([^{]*?)\s*\{", re.MULTILINE)
    assert len(expected) > 10 and expected <= {" ".join(found.split()) for found in method.findall(observer)}


def test_the_site_without_a_proxy(tmp_path):
    """Tests the site without a proxy, at a port of its own and in both versions of the protocol."""
    run(
        tool("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-keyout", "key", "-out", "certificate", cwd=tmp_path)
    (tmp_path / "site.pem").write_text((tmp_path / "certificate").read_text() + (tmp_path / "key").read_text())
    with socket.socket(socket.AF_INET6) as free:
        free.bind(("::1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, SUITES / "loopback_site.py", tmp_path / "site.pem", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as site:
        assert json.loads(site.stdout.readline()) != port
        for host in ("127.0.0.1", "[::1]"):
            url = f"http://{host}:{port}/a?b"
            fetch = f"import urllib.request; print(urllib.request.urlopen({url!r}).read())"
            with subprocess.Popen([sys.executable, "-c", fetch], stdout=subprocess.PIPE, text=True, env={}) as client:
                asked = json.loads(site.stdout.readline())
                assert (asked["method"], asked["url"]) == ("GET", url)
                answer = {"id": asked["id"], "status": 200, "type": "text/plain", "headers": {}, "body": "ü"}
                site.stdin.write(json.dumps(answer) + "\n")
                site.stdin.flush()
                assert client.stdout.read() == f"{'ü'.encode()}\n"
        site.stdin.close()
        assert site.wait(10) == 0
