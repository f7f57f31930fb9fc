"""Runs the built Swift tests, each suite in a separate process, and prints the time of each.

Usage: swift_tests.py [--limit SECONDS] PROGRAM [--filter REGEX]… [--skip REGEX]… [--repeat N [--busy N]]

PROGRAM is the test bundle of SwiftPM on Linux. As many suites run at a time as this process may use cores, in the
order of their last running times, longest first. So a suite that hangs is stopped and fails, a crash ends only its
suite, and each suite has its own time. The exit status is 0 if tests ran and all passed.

A suite hangs if it and its programs use more processor time than the limit on each core, or nearly none for as
long as the limit. A busy machine makes neither of them true, only the run longer.

--repeat runs each suite until it has passed N times in a row, up to the first that fails, and writes the number of
passes into a file beside PROGRAM. The next call goes on from there. A suite that fails, and all suites after a new
build, begin again. --busy runs N busy loops beside the suites.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

# Suites of these modules share compiled files, so they run in one process.
TOGETHER = {"GenerationTests"}

running: set[subprocess.Popen] = set()
lock = threading.Lock()
# This is set by a signal to stop.
is_stopping = threading.Event()


def stop(process: subprocess.Popen) -> None:
    """Ends a suite and the programs that it has started, which are in its process group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def stop_all(*_) -> None:
    is_stopping.set()
    for process in list(running):
        stop(process)


@dataclasses.dataclass
class Run:
    """The result of a program: the processor time of it and of the programs that it started, and its output."""
    returncode: int
    timed_out: bool
    wall: float
    processor: float
    output: str

    @property
    def failure(self) -> str:
        """The reason for a failure; empty if the run has passed."""
        if self.timed_out:
            return "stopped by its time limit"
        if self.returncode < 0:
            return f"ended by {signal.Signals(-self.returncode).name}"
        return "has failures" if self.returncode != 0 else ""


def cores() -> int:
    """Returns the number of cores that this process may use, which can be smaller than that of the machine."""
    return len(os.sched_getaffinity(0))


def processor_time(session: int) -> float:
    """Returns the seconds that the living processes of a session, and those that they have waited for, have used."""
    ticks = 0
    for entry in os.scandir("/proc"):
        if not entry.name.isdecimal():
            continue
        try:
            # The name of the program, in parentheses, can contain blanks.
            fields = pathlib.Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


class HangWatch:
    """Decides whether a session hangs, from the processor time that it has used at each call."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.most = limit * max(2, cores())
        self.mark: tuple[float, float] | None = None

    def hangs(self, now: float, used: float) -> bool:
        """Returns whether the session has used too much, or less than a hundredth of a core for `limit` seconds."""
        if self.mark is None or used - self.mark[1] > self.limit / 100 or used < self.mark[1]:
            self.mark = (now, used)
        return used > self.most or now - self.mark[0] > self.limit


def run(command: list[str], limit: float, **options) -> Run:
    """Runs a program in a separate session, until it ends or hangs."""
    with tempfile.TemporaryFile() as log:
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            **options)
        with lock:
            running.add(process)
        timed_out, has_ended = threading.Event(), threading.Event()

        def watch() -> None:
            hang = HangWatch(limit)
            while not has_ended.wait(min(5, limit / 10)):
                if hang.hangs(time.monotonic(), processor_time(process.pid)):
                    timed_out.set()
                    stop(process)
                    return

        watcher = threading.Thread(target=watch)
        watcher.start()
        # Unlike `wait`, this returns the processor time, including that of programs started by the tests.
        _, status, usage = os.wait4(process.pid, 0)
        has_ended.set()
        watcher.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        with lock:
            running.discard(process)
        # These programs were left by a stopped or crashed suite.
        stop(process)
        log.seek(0)
        return Run(
            process.returncode, timed_out.is_set(), time.monotonic() - start, usage.ru_utime + usage.ru_stime,
            log.read().decode(errors="replace"))


class Suite:
    def __init__(self, name: str, pattern: str) -> None:
        self.name = name
        self.pattern = pattern
        self.tests = 0
        self.wall = 0.0
        self.processor = 0.0
        self.output = ""
        self.failure = ""

    def run(self, program: str, limit: float) -> None:
        result = run([program, "--testing-library", "swift-testing", "--filter", self.pattern], limit)
        self.wall = result.wall
        self.processor = result.processor
        self.output = result.output
        self.failure = result.failure
        if result.timed_out:
            began = re.findall(r"^◇ Test (.+) started\.$", self.output, re.MULTILINE)
            ended = re.findall(r"^[✔✘] Test (.+?)(?: with \d+ test cases)? (?:passed|failed) after",
                               self.output, re.MULTILINE)
            left = [test for test in began if test not in ended]
            more = f" and {len(left) - 10} more" if len(left) > 10 else ""
            self.failure = f"stopped by its limit of {limit:.0f} s; not finished: {', '.join(left[:10])}{more}"
        elif not self.failure and not re.search(
                r"^✔ Test run with ([1-9]\d*) tests? ", self.output, re.MULTILINE):
            self.failure = "ran no test"

    def lines(self) -> list[str]:
        """Returns failures with their comments, and the output of tests."""
        kept: list[str] = []
        follows_failure = False
        for line in self.output.splitlines():
            if line.startswith("↳ "):
                # The line is a comment of the previous one.
                if follows_failure:
                    kept.append(line)
                continue
            follows_failure = line.startswith("✘ ")
            if not line.startswith(("◇ ", "✔ ")):
                kept.append(line)
        return kept


def suites(program: str, filters: list[str], skips: list[str]) -> list[Suite]:
    listed = subprocess.run(
        [program, "--testing-library", "swift-testing", "--list-tests"], check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, Suite] = {}
    for test in listed.splitlines():
        # The form is Module.Suite/Inner/name(arguments:), or Module.name() outside of a suite.
        module = test.split(".")[0]
        if filters and not any(re.search(pattern, test) for pattern in filters):
            continue
        if any(re.search(pattern, test) for pattern in skips):
            continue
        own = test.split("(")[0].rsplit("/", 1)
        name = module if module in TOGETHER or len(own) == 1 else own[0].split("/")[0]
        suite = found.setdefault(name, Suite(name, ""))
        suite.tests += 1
        # Each test is selected by its full name, since options may select only some tests of a suite.
        suite.pattern += ("|" if suite.pattern else "") + "^" + re.escape(test) + "(/|$)"
    return list(found.values())


class Repetition:
    """The number of times in a row that each suite has passed, kept in a file."""

    def __init__(self, program: str, count: int) -> None:
        self.count = count
        folder = pathlib.Path(program).parent
        self.file = folder / "suite-passes.json"
        built = [pathlib.Path(program), folder / "bascule"]
        self.build = [file.stat().st_mtime_ns for file in built if file.exists()]
        self.passes: dict[str, int] = {}
        try:
            kept = json.loads(self.file.read_text())
            if kept["build"] == self.build:
                self.passes = kept["passes"]
        except (OSError, ValueError, KeyError):
            pass
        self.active: set[str] = set()

    @staticmethod
    def key(suite: Suite) -> str:
        """Returns the key of a suite. Other tests of the same suite are counted separately."""
        return suite.name + " " + hashlib.sha256(suite.pattern.encode()).hexdigest()[:8]

    def of(self, suite: Suite) -> int:
        return self.passes.get(self.key(suite), 0)

    def take(self, all_suites: list[Suite]) -> Suite | None:
        """Returns the suite with the fewest passes that does not run; none after a failure."""
        if any(suite.failure for suite in all_suites):
            return None
        left = [suite for suite in all_suites if self.of(suite) < self.count and self.key(suite) not in self.active]
        if not left:
            return None
        suite = min(left, key=self.of)
        self.active.add(self.key(suite))
        return suite

    def record(self, suite: Suite) -> None:
        key = self.key(suite)
        self.active.discard(key)
        self.passes[key] = 0 if suite.failure else self.of(suite) + 1
        written = self.file.with_suffix(".new")
        written.write_text(json.dumps({"build": self.build, "passes": self.passes}))
        written.replace(self.file)
        print(f"{suite.wall:6.1f}s  {suite.name}: {self.of(suite)} of {self.count}")


def main() -> int:
    arguments = sys.argv[1:]
    limit = 300.0
    if arguments[:1] == ["--limit"]:
        limit = float(arguments[1])
        arguments = arguments[2:]
    program, *arguments = arguments
    chosen: dict[str, list[str]] = {"--filter": [], "--skip": [], "--repeat": [], "--busy": []}
    while arguments:
        option, *arguments = arguments
        if option not in chosen or not arguments:
            print(f"{sys.argv[0]}: unknown option {option}; {', '.join(chosen)} take a value", file=sys.stderr)
            return 2
        value = arguments.pop(0)
        if option in ("--repeat", "--busy") and not value.isdecimal():
            print(f"{sys.argv[0]}: {option} takes a number, not {value}", file=sys.stderr)
            return 2
        chosen[option].append(value)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop_all)

    all_suites = suites(program, chosen["--filter"], chosen["--skip"])
    if not all_suites:
        print("FAILED: no test has such a name")
        return 1
    memory = pathlib.Path(program).parent / "suite-times.json"
    try:
        last = json.loads(memory.read_text())
    except (OSError, ValueError):
        last = {}
    # The longest suite is first, so that no core waits for one at the end. Unknown suites are before all others, and
    # suites that run in one process before these.
    queue = sorted(all_suites, key=lambda suite: -last.get(
        suite.name, 2_000 if suite.name in TOGETHER else 1_000))
    repetition = Repetition(program, int(chosen["--repeat"][-1])) if chosen["--repeat"] else None

    def take() -> Suite | None:
        if repetition:
            return repetition.take(all_suites)
        return queue.pop(0) if queue else None

    def work() -> None:
        while not is_stopping.is_set():
            with lock:
                suite = take()
            if suite is None:
                return
            suite.run(program, limit)
            with lock:
                for line in suite.lines() if suite.failure or not repetition else []:
                    print(line)
                if repetition and not is_stopping.is_set():
                    repetition.record(suite)
                if suite.failure:
                    print(f"FAILED: {suite.name}: {suite.failure}")
                sys.stdout.flush()

    # Each loop ends with this process, even if that is killed.
    busy = [
        subprocess.Popen(["sh", "-c", "while kill -0 $0 2>/dev/null; do :; done", str(os.getpid())])
        for _ in range(int(chosen["--busy"][-1]) if chosen["--busy"] else 0)
    ]
    workers = [threading.Thread(target=work) for _ in range(cores())]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for loop in busy:
        loop.kill()
    if is_stopping.is_set():
        print("FAILED: stopped by a signal")
        return 1
    if repetition:
        print("\npasses in a row")
        for suite in all_suites:
            print(f"{repetition.of(suite):6}  {suite.name}" + (f" (FAILED: {suite.failure})" if suite.failure else ""))
        return 1 if any(suite.failure for suite in all_suites) else 0

    memory.write_text(json.dumps({**last, **{suite.name: suite.wall for suite in all_suites}}))
    print("\n   time  processor  tests  suite")
    for suite in sorted(all_suites, key=lambda suite: -suite.wall):
        print(f"{suite.wall:6.1f}s {suite.processor:9.1f}s {suite.tests:6}  {suite.name}")
    print(f"{'':7} {sum(suite.processor for suite in all_suites):9.1f}s "
          f"{sum(suite.tests for suite in all_suites):6}  all")
    notes = {line for suite in all_suites for line in suite.lines() if line.startswith("NOT TESTED")}
    for note in sorted(notes):
        print(note)
    failed = [suite for suite in all_suites if suite.failure]
    for suite in failed:
        print(f"FAILED: {suite.name}: {suite.failure}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
