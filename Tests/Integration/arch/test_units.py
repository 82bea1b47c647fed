# SPDX-License-Identifier: Apache-2.0
"""Unit tests of modules that reckon, on 32 bits: Tests/Embedded/convert.py makes a program of them.

There is no Swift Testing for 32 bits. Each test runs in a process of its own, so that a trap fails one of them.
"""

import re
import subprocess

import pytest
from arch.architectures import Build
from arch.conftest import build_missing
from daemon_process import ROOT

ARMHF = Build("armhf")
BUILD = [ROOT / "Toolchain/build-units", "--arch", "armhf"]
# The minimum number of tests, one for each argument.
LEAST = {"FixedPoint": 60, "Motion": 75, "DisplayList": 12, "Raster": 15, "Theme": 9, "Animations": 7, "Keymaps": 18, "Text": 9,
         "Control": 113}


@pytest.fixture(autouse=True)
def modules() -> None:
    """The programs that the step has already built."""
    build_missing(ARMHF.words, ARMHF.folder, "daemon")


@pytest.mark.seconds(40)
@pytest.mark.parametrize("module", LEAST)
def test_units(module):
    program = ROOT / f".build/units-armhf/{module}Tests"
    if not program.exists():
        subprocess.run([*BUILD, module], check=True)
    run = ARMHF.run(program)
    assert run.returncode == 0, run.stdout + run.stderr
    counted = re.fullmatch(r"(\d+) passed, 0 failed", run.stdout.splitlines()[-1])
    assert int(counted[1]) >= LEAST[module]


def test_a_failure_is_found(tmp_path):
    """An expectation that is not met, a required value that is missing, and a trap."""
    test = tmp_path / "Bad.swift"
    test.write_text("""
import Testing

@Suite struct Bad {
  @Test(arguments: [1, 2]) func isOne(number: Int) { #expect(number == 1) }
  @Test func isThere() throws { _ = try #require(nil as Int?) }
  @Test func traps() { #expect([1, 2].dropFirst(3)[zero()] == 0) }
  @Test func lives() async { await #expect(processExitsWith: .failure) { _ = zero() } }
  @Test func isFine() async {
    await #expect(processExitsWith: .failure) { _ = 1 / zero() }
  }
}

func zero() -> Int { 0 }
""")
    subprocess.run([*BUILD, "--output", tmp_path / "bad", test], check=True)
    run = ARMHF.run(tmp_path / "bad")
    assert run.returncode == 1
    assert [line for line in run.stdout.splitlines() if line.startswith("FAILED") or "passed" in line] == [
        "FAILED  Bad/isOne", "FAILED  Bad/isThere", "FAILED  Bad/traps", "FAILED  Bad/lives", "2 passed, 4 failed"]
