"""Tests the rule sets that the benchmarks write. Their times are comparable only if the sets have no findings."""

import sys

import pytest

from conftest import BASCULE, ROOT, run

sys.path.append(str(ROOT / "Tests/benchmark"))

import inputs  # noqa: E402
import variety  # noqa: E402

SETS = {
    "models": lambda folder: inputs.models(folder, 200),
    "mixed": lambda folder: inputs.mixed(folder, 200),
    "chain": lambda folder: inputs.routes(folder, 200),
    "chain in files": lambda folder: inputs.routes(folder, 200, files=4),
    "random rules": lambda folder: variety.write(folder, variety.Variety(400, 1).rules),
    "random rules in handlers": lambda folder: variety.write(folder, variety.Variety(400, 2).rules, handlers=True),
}


@pytest.mark.parametrize("name", SETS)
def test_no_findings(name, tmp_path):
    SETS[name](tmp_path / "set")
    assert run(BASCULE, "check", ".", cwd=tmp_path / "set").stdout.startswith("no findings")


def test_dead_rules(tmp_path):
    rules = variety.Variety(400, 4)
    rules.add_dead(40)
    variety.write(tmp_path / "set", rules.rules, handlers=False)
    found = run(BASCULE, "check", ".", cwd=tmp_path / "set", check=False).stdout
    assert found.count("error[unreachable-rule]") == 40
