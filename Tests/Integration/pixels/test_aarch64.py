# SPDX-License-Identifier: Apache-2.0
"""The pixel suite on another architecture, whose vectors are other instructions."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT

BUILD = Path(__file__).resolve().parent / "build-for-aarch64"
HASHES = 100  # lines at least


def output_of(*words) -> list[str]:
    run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.slow
def test_aarch64_draws_the_same_pixels(selftest):
    program = output_of(BUILD)[-1]
    expected = output_of(selftest)
    assert len(expected) > HASHES
    assert output_of("qemu-aarch64", program) == expected
