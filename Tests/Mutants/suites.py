"""The suites of a landing, the sites that each of them reaches, and their runs with a mutant."""

import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/tools"))
import swift_tests  # noqa: E402

# A suite that runs longer than this is divided into its tests, since a mutant often concerns only some of them.
LONG = 3.0
# Suites that compare bytes with golden files. They are counted apart, since they notice every change.
GOLDEN = "GoldenTests"
# Suites that read the sources. They do not depend on the behaviour of the code.
OF_SOURCES = "ArchitectureTests"

TIME_LIMIT = "time limit"


@dataclasses.dataclass
class Unit:
    """A part that is run at once: a suite of Swift tests, one test of a long suite, or a file of Tests/Build."""
    suite: str
    module: str
    # The names of the Swift tests, or a command.
    tests: list[str]
    command: list[str]
    seconds: float = 0
    reached: frozenset[int] = frozenset()
    failure: str = ""


def swift_units(program: pathlib.Path) -> list[Unit]:
    listed = subprocess.run(
        [program, "--testing-library", "swift-testing", "--list-tests"], check=True, stdin=subprocess.DEVNULL,
        capture_output=True, text=True).stdout
    units: dict[str, Unit] = {}
    for test in listed.splitlines():
        module = test.split(".")[0]
        if module == OF_SOURCES:
            continue
        own = test.split("(")[0].rsplit("/", 1)
        name = own[0].split("/")[0] if len(own) > 1 else module
        units.setdefault(name, Unit(name, module, [], [])).tests.append(test)
    return list(units.values())


def other_units(products: pathlib.Path, copy: pathlib.Path) -> list[Unit]:
    python = copy / ".build/tools/venv/bin/python"
    units = [Unit("WebKit", "WebKit", [], ["Tests/WebKit/run"])]
    for file in sorted((copy / "Tests/Build").glob("test_*.py")):
        name = file.relative_to(copy)
        units.append(Unit(str(name), "Build", [], [
            str(python), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:asyncio", "-c",
            "Tests/Build/pytest.ini", str(name)]))
    return units


class Runner:
    """Runs units in the copy."""

    def __init__(self, copy: pathlib.Path, products: pathlib.Path, folder: pathlib.Path) -> None:
        self.copy = copy
        self.products = products
        self.program = products / "BasculePackageTests.xctest"
        self.folder = folder
        # Suites outside of the Swift tests use fixed folders.
        self.alone = threading.Lock()

    def run(
        self, unit: Unit, *, worker: int, limit: float, mutant: int | None = None, reached: pathlib.Path | None = None
    ) -> tuple[str, float, str]:
        """Runs a unit. Returns the failure or nothing, the seconds, and the names of failed tests."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("BASCULE_")}
        environment |= {
            "BASCULE": str(self.products / "bascule"), "BASCULE_SHARED": str(ROOT.parent / "shared"),
            "BASCULE_TEST_OUTPUT": str(self.folder / f"output-{worker}")}
        if mutant is not None:
            environment["BASCULE_MUTANT"] = str(mutant)
        if reached:
            environment["BASCULE_MUTANTS_REACHED"] = str(reached)
        if unit.command:
            with self.alone:
                return self.finish(unit.command, environment, limit)
        pattern = "|".join("^" + re.escape(test) + "(/|$)" for test in unit.tests)
        return self.finish(
            [str(self.program), "--testing-library", "swift-testing", "--filter", pattern], environment, limit)

    def finish(self, command: list[str], environment: dict[str, str], limit: float) -> tuple[str, float, str]:
        result = swift_tests.run(command, limit, cwd=self.copy, env=environment)
        names = re.findall(r"^✘ Test (.+?) (?:recorded|failed)", result.output, re.MULTILINE)
        names += re.findall(r"^FAILED (\S+)", result.output, re.MULTILINE)
        failure = TIME_LIMIT if result.timed_out else result.failure
        return failure, result.wall, ", ".join(dict.fromkeys(names))


def reach(runner: Runner, units: list[Unit], say) -> list[Unit]:
    """Runs each unit without a mutant, and records its time and the sites that it reaches. Long suites are divided.
    """
    queue = list(units)
    done: list[Unit] = []
    lock = threading.Lock()

    def work(worker: int) -> None:
        while True:
            with lock:
                if not queue:
                    return
                unit = queue.pop(0)
            with tempfile.NamedTemporaryFile(dir=runner.folder) as file:
                file.truncate(16384)
                unit.failure, unit.seconds, _ = runner.run(
                    unit, worker=worker, limit=1200, reached=pathlib.Path(file.name))
                unit.reached = frozenset(
                    index for index, byte in enumerate(pathlib.Path(file.name).read_bytes()) if byte)
            with lock:
                if len(unit.tests) > 1 and (unit.seconds > LONG or unit.failure):
                    queue.extend(Unit(unit.suite, unit.module, [test], []) for test in unit.tests)
                    continue
                done.append(unit)
                say(f"  {unit.seconds:6.1f} s  {unit.suite}"
                    + (f" ({unit.tests[0].split('/')[-1]})" if len(unit.tests) == 1 else "")
                    + (f": {unit.failure} without a mutant; not used" if unit.failure else ""))

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(len(os.sched_getaffinity(0)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [unit for unit in done if not unit.failure]
