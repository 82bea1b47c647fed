# SPDX-License-Identifier: Apache-2.0
"""The splash of packaging/buildroot in a system with busybox's init and start scripts."""

import re

import buildroot
import pytest
from daemon_process import flipbookd
from guest import Disk, Guest, Hardware
from looks import is_splash

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt, pytest.mark.seconds(15)]


@pytest.fixture
def boot(base_image, tmp_path):
    """Gives a function that starts the system with words of the kernel's command line."""
    image = buildroot.image(tmp_path, base_image, flipbookd())
    disk = tmp_path / "disk"
    with open(disk, "wb") as file:
        file.truncate(1 << 20)
    return lambda words: Guest(base_image, Hardware(image, words, memory=256), Disk(tmp_path / "disk.qcow2", disk).file)


@pytest.mark.short
def test_from_the_first_script_to_the_last(boot):
    with boot("quiet splash") as guest:
        guest.wait_for_serial("@@WORK")
        assert re.search(r"@@STARTED \d+", guest.serial()), guest.serial()
        assert "target=40.00" in guest.serial() and "mode=updates" in guest.serial(), guest.serial()
        guest.wait_for_frame("boot", is_splash)
        guest.type_serial("\n")
        guest.wait_for_serial("@@STOPPED")
        assert re.search(r"@@STOPPED \d+", guest.serial()), guest.serial()
        guest.wait_for_frame("shutdown", is_splash)
        guest.type_serial("\n")
        guest.wait_for_end()


def test_there_is_none_without_the_word(boot):
    with boot("quiet") as guest:
        guest.wait_for_serial("@@WORK")
        assert re.search(r"@@STARTED *\r?$", guest.serial(), re.M), guest.serial()
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
        guest.type_serial("\n")
        guest.wait_for_serial("@@STOPPED")
        guest.type_serial("\n")
        guest.wait_for_end()
