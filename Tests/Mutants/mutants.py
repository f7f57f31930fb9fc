"""Draws mistakes at random, and tells which of them the tests of a landing notice.

Tests/run mutants [OPTION]…

  --count N              how many mutants (default 150), spread over the targets by their lines
  --seed S               any text; the default is the hash of the last commit
  --target T             only mutants of a target (`Syntax`, `BasculeRuntime`, `TypeScript`, …); can be repeated
  --changed-since REV    only lines that were added or changed since a revision
  --every-suite          runs all suites that reach a mutant, not only up to the first that fails; prints which mutants
                         only one suite notices
  --list                 prints the drawn mutants and ends

The results are kept in .build/mutants, so that a run that was stopped goes on. See Tests/README.md.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

import instrumented
import sites as mutant_sites
import suites

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/mutants"
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.json")

# The kinds of results. A mutant that only golden files notice, or after which a suite does not end, is not noticed by
# a test of behaviour.
NOTICED, GOLDEN, TIME_LIMIT, UNNOTICED = "noticed", "golden files", "time limit", "not noticed"


def say(text: str) -> None:
    print(text, flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/run mutants", usage=__doc__)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed")
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--changed-since")
    parser.add_argument("--every-suite", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def draw(chosen: argparse.Namespace, seed: str, package: instrumented.Package) -> list[mutant_sites.Site]:
    files = subprocess.run(
        ["git", "ls-files", "Sources"], check=True, capture_output=True, text=True).stdout.split()
    found = mutant_sites.all_sites(files, FOLDER)
    targets = {site.target for site in found}
    for target in chosen.target:
        if target not in targets:
            raise SystemExit(f"mutants: no target {target}; there are {', '.join(sorted(targets))}")
    if chosen.target:
        found = [site for site in found if site.target in chosen.target]
    if chosen.changed_since:
        changed = mutant_sites.changed_lines(chosen.changed_since)
        found = [site for site in found if site.line in changed.get(site.file, ())]
    if not found:
        raise SystemExit("mutants: there is no place for a mutant")
    package.build_modules()
    by_target = collections.defaultdict(list)
    for site in found:
        by_target[site.target].append(site)
    return instrumented.choose(
        package, {target: mutant_sites.Draw(some, seed) for target, some in by_target.items()},
        mutant_sites.shares(files, found, chosen.count))


def build(copy: instrumented.Copy, drawn: list[mutant_sites.Site]) -> list[mutant_sites.Site]:
    """Builds the copy. Leaves out sites in which only the whole build finds an error."""
    while True:
        copy.refresh(drawn)
        said = copy.build()
        if not said:
            return drawn
        refused = set()
        for path, line in instrumented.ERROR.findall(said):
            for site in drawn:
                if path.endswith("/copy/" + site.file):
                    here = {number: other for number, other in enumerate(drawn)
                            if other.file == site.file and other.switched}
                    _, places = instrumented.with_sites((ROOT / site.file).read_bytes(), here)
                    refused |= {number for number, (first, last) in places.items() if first <= int(line) <= last}
        if not refused:
            raise SystemExit("mutants: the copy cannot be built:\n" + said[-6000:])
        for number in refused:
            say(f"not built: {drawn[number].describe()}")
        drawn = [site for number, site in enumerate(drawn) if number not in refused]


class Results:
    """The results by site, kept in a file, so that a run continues where it stopped."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.found: dict[str, dict] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.found[row["key"]] = row

    def add(self, row: dict) -> None:
        self.found[row["key"]] = row
        with self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")


def try_mutant(
    runner: suites.Runner, units: list[suites.Unit], number: int, site: mutant_sites.Site, worker: int, every: bool
) -> dict:
    """Runs the tests that reach a mutant, quickest first and golden files last."""
    order = sorted((unit for unit in units if number in unit.reached), key=lambda unit: (
        unit.module == suites.GOLDEN, unit.seconds))
    row = {"key": site.key, "result": UNNOTICED, "suites": [], "reached": len(order), "tests": "", "seconds": 0}
    for unit in order:
        if unit.suite in row["suites"]:
            continue
        failure, seconds, tests = runner.run(unit, worker=worker, limit=60 + 10 * unit.seconds, mutant=number)
        row["seconds"] += seconds
        if not failure:
            continue
        if unit.module == suites.GOLDEN:
            if row["result"] == UNNOTICED:
                row |= {"result": GOLDEN, "tests": tests}
        elif failure == suites.TIME_LIMIT:
            if row["result"] != NOTICED:
                row |= {"result": TIME_LIMIT, "tests": tests}
        else:
            row["suites"].append(unit.suite)
            if row["result"] != NOTICED:
                row |= {"result": NOTICED, "tests": tests or failure}
        if not every or failure == suites.TIME_LIMIT:
            break
    return row


def known_equivalents() -> dict[tuple[str, str, str], str]:
    """Returns the mutants that change nothing, with the reason, by file, mutated text and line of the source."""
    if not EQUIVALENT.exists():
        return {}
    return {
        (entry["file"], entry["line"], entry["mutated"]): entry["why"] for entry in json.loads(EQUIVALENT.read_text())}


def report(drawn: list[mutant_sites.Site], results: Results, units: list[suites.Unit], every: bool) -> None:
    equivalents = known_equivalents()
    counts: collections.Counter[str] = collections.Counter()
    by_target: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    notices: dict[str, list[str]] = collections.defaultdict(list)
    say("")
    for site in drawn:
        row = results.found[site.key]
        result = row["result"]
        line = (ROOT / site.file).read_text().splitlines()[site.line - 1].strip()
        why = equivalents.get((site.file, line, site.mutated))
        if why and result in (UNNOTICED, GOLDEN):
            result = "equivalent"
        counts[result] += 1
        by_target[site.target][result] += 1
        for suite in row["suites"]:
            notices[suite].append(site.key)
        if result not in (NOTICED, "equivalent"):
            say(f"{result}: {site.describe()}")
            if row["reached"] == 0:
                say("    no test of a landing reaches it")
            elif row["tests"]:
                say(f"    {row['tests']}")
    say("\nnoticed  of  target")
    for target, found in sorted(by_target.items()):
        say(f"{found[NOTICED]:7} {sum(found.values()) - found['equivalent']:3}  {target}")
    if every:
        single = collections.Counter(
            row["suites"][0] for row in results.found.values() if len(row["suites"]) == 1)
        seconds: collections.Counter[str] = collections.Counter()
        for unit in units:
            seconds[unit.suite] += unit.seconds
        say("\nseconds  noticed  only by it  suite")
        for suite, time_of_suite in seconds.most_common():
            say(f"{time_of_suite:7.1f}  {len(notices[suite]):7}  {single[suite]:10}  {suite}")
    counted = len(drawn) - counts["equivalent"]
    say("")
    for result, number in counts.most_common():
        say(f"{number:4}  {result}")
    if counted:
        say(f"{100 * counts[NOTICED] / counted:.1f} % of {counted} mutants that are not equivalent are noticed by tests of behaviour")


def main() -> None:
    chosen = options()
    os.chdir(ROOT)
    FOLDER.mkdir(parents=True, exist_ok=True)
    seed = chosen.seed or subprocess.run(
        ["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    say(f"seed {seed}")
    start = time.monotonic()
    package = instrumented.Package(ROOT, FOLDER)
    drawn = draw(chosen, seed, package)
    say(f"{len(drawn)} mutants drawn in {time.monotonic() - start:.0f} s")
    if chosen.list:
        for site in drawn:
            say(site.describe())
        return
    copy = instrumented.Copy(ROOT, FOLDER)
    start = time.monotonic()
    drawn = build(copy, drawn)
    say(f"built in {time.monotonic() - start:.0f} s; the suites without a mutant:")
    start = time.monotonic()
    runner = suites.Runner(copy.path, copy.products, FOLDER)
    units = suites.reach(
        runner, suites.swift_units(runner.program) + suites.other_units(copy.products, copy.path), say)
    say(f"ran in {time.monotonic() - start:.0f} s")

    results = Results(FOLDER / f"results-{re.sub(r'[^A-Za-z0-9]', '-', seed)[:60]}.jsonl")
    queue = [(number, site) for number, site in enumerate(drawn) if site.key not in results.found]
    # The order is random, so that the first mutants are a sample of all targets if the run is stopped.
    random.Random(seed).shuffle(queue)
    total = len(queue)
    lock = threading.Lock()

    def work(worker: int) -> None:
        while True:
            with lock:
                if not queue:
                    return
                number, site = queue.pop(0)
            row = try_mutant(runner, units, number, site, worker, chosen.every_suite)
            with lock:
                results.add(row)
                left = total - len(queue)
                say(f"[{left}/{total}] {row['result']} ({', '.join(row['suites']) or '–'}, {row['seconds']:.0f} s): "
                    + site.describe().split("\n")[0])

    workers = [threading.Thread(target=work, args=(worker,)) for worker in range(len(os.sched_getaffinity(0)))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    report(drawn, results, units, chosen.every_suite)


if __name__ == "__main__":
    sys.exit(main())
