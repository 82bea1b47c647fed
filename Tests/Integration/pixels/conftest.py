# SPDX-License-Identifier: Apache-2.0
"""The program that draws the pixel suite."""

import os
import subprocess

import pytest
from daemon_process import ROOT

SCRATCH = ROOT / ".build/embedded"


@pytest.fixture(scope="session")
def selftest() -> str:
    """The self-test as Embedded Swift, built where it is not."""
    subprocess.run(["swift", "build", "--scratch-path", SCRATCH, "-c", "release", "--product",
                    "flipbook-selftest"], check=True, cwd=ROOT,
                   env={**os.environ, "FLIPBOOK_BUILD": "embedded"})
    return str(SCRATCH / "release/flipbook-selftest")
