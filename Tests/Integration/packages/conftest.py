# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the packages' tests: the packages, and a copy of this machine to install them in."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import ROOT, flipbookd
from packages.machine import Machine

NAMES = ("flipbookd", "flipbook", "flipbook-plymouth")


def build(folder: Path, *options: str, **environment: str) -> dict[str, Path]:
    """Makes the packages of the programs that are built; their files by their names."""
    subprocess.run(
        [ROOT / "Scripts/package", "--no-build", "--output", folder, *options], check=True,
        stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    found = {path.name.split("_")[0]: path for path in folder.glob("*.deb")}
    assert sorted(found) == sorted(NAMES)
    return found


@pytest.fixture(scope="session")
def packages(tmp_path_factory) -> dict[str, Path]:
    """The packages, once for all tests."""
    return build(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def programs(tmp_path_factory) -> Path:
    """The programs, with another one by the name of the tool, which is thirty times as large."""
    folder = tmp_path_factory.mktemp("programs")
    shutil.copy(flipbookd(), folder / "flipbookd")
    shutil.copy(flipbookd(), folder / "flipbook")
    return folder


@pytest.fixture(scope="session")
def light(tmp_path_factory, programs) -> dict[str, Path]:
    """The packages with those programs, for what does not depend on the tool: soon made."""
    return build(tmp_path_factory.mktemp("light"), "--programs", str(programs))


@pytest.fixture
def machine(tmp_path):
    """This machine as it is, whose every change is gone with the test."""
    with Machine(tmp_path / "machine") as made:
        yield made


@pytest.fixture
def installed(machine, light) -> Machine:
    """The machine with all three packages installed."""
    run = machine.install(*light.values())
    assert run.returncode == 0, run.stdout
    return machine
