"""Tests that the runner of the Swift tests stops suites that hang, and none that are only slow."""

import os
import subprocess
import sys
import time

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "Tests/tools"))
import swift_tests  # noqa: E402


def hangs(limit: float, used) -> float | None:
    """Returns the second at which a session is stopped, given its processor time by the second; None within an hour.
    """
    watch = swift_tests.HangWatch(limit)
    return next((now for now in range(3600) if watch.hangs(now, used(now))), None)


def test_slow_is_not_hanging():
    # These suites use a sixth of a core, and bursts that are minutes apart.
    assert hangs(600, lambda now: now / 6) is None
    assert hangs(600, lambda now: 10 * (now // 300)) is None


def test_waiting_and_spinning_are_hanging(monkeypatch):
    assert 600 < hangs(600, lambda now: min(now, 30)) < 640
    assert hangs(600, lambda now: 0) == 601
    monkeypatch.setattr(swift_tests, "cores", lambda: 1)
    assert hangs(600, lambda now: now) == 1201
    monkeypatch.setattr(swift_tests, "cores", lambda: 8)
    assert hangs(60, lambda now: 8 * now) == 61


@pytest.mark.parametrize("script", ["sleep 600", "while :; do :; done", "sleep 600 & wait"])
def test_programs_that_hang_are_stopped(script):
    start = time.monotonic()
    result = swift_tests.run(["sh", "-c", script], 1)
    assert result.timed_out and result.failure == "stopped by its time limit"
    assert time.monotonic() - start < 300


def test_programs_that_end_are_not():
    result = swift_tests.run(["sh", "-c", "echo done"], 60)
    assert not result.timed_out and result.output == "done\n" and result.failure == ""


def test_the_time_of_programs_counts():
    """Tests that the processor time includes the programs that the suite has started."""
    loop = "import time\nwhile time.process_time() < 1.2: pass"
    process = subprocess.Popen(
        ["sh", "-c", f"'{sys.executable}' -c '{loop}'; echo done; read line"], start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "done\n"
    assert swift_tests.processor_time(process.pid) >= 1
    process.communicate("\n")
    assert swift_tests.processor_time(process.pid) == 0


def test_cores_are_those_that_the_process_may_use():
    program = "import swift_tests; print(swift_tests.cores())"
    first = min(os.sched_getaffinity(0))
    printed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT / "Tests/tools", check=True, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {first}), env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).stdout
    assert printed == "1\n"
