# SPDX-License-Identifier: Apache-2.0
"""Networks of their own, where Plymouth's names are free, and a daemon that has these."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import flipbookd
from namespaces import new_namespaces


@pytest.fixture(autouse=True)
def network():
    with new_namespaces():
        yield


@pytest.fixture
def daemon(network, start_daemon, person):
    """A daemon in Plymouth's place, with a terminal to type at."""
    return start_daemon("--keyboard", person.path, plymouth="on")


@pytest.fixture(scope="session")
def stock() -> str:
    """Plymouth's own client."""
    path = Path("/usr/bin/plymouth")
    assert path.resolve() == path, "Plymouth is not installed"
    assert subprocess.run([path, "--help"], capture_output=True).stdout
    return str(path)


@pytest.fixture
def ours(tmp_path) -> str:
    """The shipped client by Plymouth's name."""
    link = tmp_path / "plymouth"
    link.symlink_to(flipbookd())
    return str(link)
