# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that have a whole system: Debian in a guest, with our packages."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import base as bases  # noqa: E402
import initcpio  # noqa: E402
import install  # noqa: E402
from daemon_process import flipbookd  # noqa: E402
from guest import COUNTED_TIME, Disk, Guest, Hardware  # noqa: E402


@pytest.fixture(scope="session")
def base_image() -> bases.Base:
    """The small Debian without a splash."""
    return bases.provide()


@pytest.fixture(scope="session")
def installed(base_image) -> install.Installed:
    """The same after `apt-get install` of our packages, and a boot with them."""
    return install.provide(base_image)


@pytest.fixture(scope="session")
def arch_package(tmp_path_factory) -> Path:
    """A root with the package for Arch Linux alone."""
    return initcpio.package(tmp_path_factory.mktemp("arch"), flipbookd())


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
