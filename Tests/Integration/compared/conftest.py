# SPDX-License-Identifier: Apache-2.0
"""The imported themes, and a guest in which Plymouth draws the originals."""

import subprocess
from pathlib import Path

import pytest
from compared.plymouth import NAMES, ORIGINALS, Bench
from daemon_process import theme_tool


def run_tool(*arguments, cwd: Path) -> str:
    run = subprocess.run([theme_tool(), *map(str, arguments)], cwd=cwd, text=True, capture_output=True, timeout=900)
    assert run.returncode == 0, (arguments, run.stdout, run.stderr)
    return run.stdout


@pytest.fixture(scope="session")
def packs(tmp_path_factory) -> Path:
    """A folder with the packs of the imported themes."""
    folder = tmp_path_factory.mktemp("packs")
    for name in NAMES:
        run_tool("import", ORIGINALS / name, "-o", name, cwd=folder)
        run_tool("compile", name, "-o", folder / f"{name}.pack", cwd=folder)
    return folder


@pytest.fixture(scope="session")
def bench(packs) -> Bench:
    with Bench(packs) as made:
        yield made
