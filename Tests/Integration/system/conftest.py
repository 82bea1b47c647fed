# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that have a whole system: Debian in a guest, with our packages."""

import signal
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import base as bases  # noqa: E402
import install  # noqa: E402
from guest import COUNTED_TIME, Disk, Guest, Hardware  # noqa: E402

STARTED = time.monotonic()


def pytest_addoption(parser):
    parser.addoption(
        "--within", type=float, metavar="SECONDS",
        help="begin no case later than so many seconds after the start; telling ones come first",
    )  # fmt: skip


def pytest_configure(config):
    config.addinivalue_line("markers", "telling: of the cases that are run where time is short")
    config.not_run = []
    # Ended from outside, leave as on an error: the guests end with the blocks that hold them.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("system: ended by SIGTERM"))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("telling") is None)


def pytest_runtest_protocol(item, nextitem):
    within = item.config.getoption("--within", None)
    if within is not None and time.monotonic() - STARTED > within:
        item.config.not_run.append(item.nodeid)
        return True
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    node.config.not_run += getattr(node, "workeroutput", {}).get("not_run", [])


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["not_run"] = session.config.not_run


def pytest_terminal_summary(terminalreporter, config):
    for name in config.not_run:
        terminalreporter.write_line(f"system: no time was left for {name}")


@pytest.fixture(scope="session")
def base_image() -> bases.Base:
    """The small Debian without a splash."""
    return bases.provide()


@pytest.fixture(scope="session")
def installed(base_image) -> install.Installed:
    """The same after `apt-get install` of our packages, and a boot with them."""
    return install.provide(base_image)


@pytest.fixture
def scratch(installed, tmp_path):
    """A folder for large files, gone after the test."""
    yield tmp_path
    bases.as_root("rm", "-rf", tmp_path)


@pytest.fixture
def guest(installed, scratch):
    """A guest some seconds after its boot, at the login prompt."""
    layer = Disk(scratch / "disk.qcow2", installed.running_disk, "qcow2").file
    with Guest(installed.base, Hardware(installed.initramfs), layer, installed.state) as guest:
        yield guest


@pytest.fixture
def cold(installed, scratch):
    """Starts a guest from the initramfs on, with other hardware, kernel words or another system."""
    guests = []

    def start(words: str = "splash", system=None, disk: Path | None = None, **hardware) -> Guest:
        system = system or installed
        if disk is None:
            image = system.disk if isinstance(system, install.Installed) else system.image
            disk = Disk(scratch / f"disk{len(guests)}.qcow2", image).file
        chosen = {"initramfs": system.initramfs, **hardware}
        guest = Guest(installed.base, Hardware(words=words, **chosen), disk)
        guests.append(guest)
        return guest.__enter__()

    yield start
    for guest in guests:
        guest.end()


@pytest.fixture
def changed(installed):
    """Makes a variant of the installed system by a script of the shell."""
    return lambda *script: install.variant(installed.folder, installed.tree, *script)


@pytest.fixture
def without_splash(installed, cold):
    """Gives the seconds of COUNTED_TIME to the login of a boot without a splash, with other words."""
    return lambda words="": install.seconds_without_splash(
        installed, words, lambda: cold(words, clock=COUNTED_TIME)
    )
