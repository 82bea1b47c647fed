# SPDX-License-Identifier: Apache-2.0
"""The splash of packaging/alpine in a system of busybox and OpenRC: from the initramfs to the end of the shutdown."""

import re

import openrc
import pytest
from daemon_process import flipbookd
from guest import Disk, Guest, Hardware
from looks import is_splash

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt, pytest.mark.seconds(30)]


@pytest.fixture
def boot(base_image, tmp_path):
    """Gives a function that starts the system with words of the kernel's command line."""
    package = openrc.package(tmp_path, flipbookd())
    disk = Disk(tmp_path / "disk.qcow2", openrc.root(tmp_path, base_image, package)).file
    image = openrc.initramfs(tmp_path, base_image, package)
    return lambda words: Guest(base_image, Hardware(image, words, memory=256), disk)


@pytest.mark.short
def test_from_the_initramfs_to_the_shutdown(boot):
    with boot("splash test.root=/dev/vda") as guest:
        guest.wait_for_serial("@@HELD ")
        first = re.search(r"@@INITRAMFS (\d+)", guest.serial())[1]
        splash, root, its_root = re.search(r"@@HELD (\d+) (\d+) (\d+)", guest.serial()).groups()
        assert splash == first and root == its_root, guest.serial()
        # One of four services is started.
        guest.wait_for_serial("target=25.00")
        guest.wait_for_frame("boot", is_splash)
        guest.type_serial("\n")
        guest.wait_for_serial("@@SESSION")
        assert re.search(r"@@SESSION *\r?$", guest.serial(), re.M), guest.serial()
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
        guest.type_serial("\n")
        guest.wait_for_serial("@@KILLED")
        assert re.search(r"@@KILLED \d+", guest.serial()), guest.serial()
        guest.wait_for_frame("shutdown", is_splash)
        guest.type_serial("\n")
        guest.wait_for_end()


def test_begins_in_the_root_after_a_passphrase(boot):
    """Alpine's initramfs would ask for it at the console: there is no splash before."""
    with boot("splash test.root=/dev/vda cryptroot=/dev/vda") as guest:
        guest.wait_for_serial("@@INITRAMFS")
        assert not re.search(r"@@INITRAMFS \d", guest.serial())
        guest.wait_for_frame("boot", is_splash)
        guest.wait_for_serial("target=25.00")
        assert re.search(r"@@HELD \d+", guest.serial()), guest.serial()
        guest.type_serial("\n")
        guest.wait_for_serial("@@SESSION")
        assert re.search(r"@@SESSION *\r?$", guest.serial(), re.M), guest.serial()
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))


def test_the_console_before_a_shell(boot):
    """There is no root: Alpine's own first process starts a shell."""
    with boot("splash test.root=/dev/none") as guest:
        guest.wait_for_serial("@@SHELL")
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
        assert "@@INITRAMFS" not in guest.serial()
        guest.type_serial("\n")
        guest.wait_for_end()


def test_the_console_before_the_shell_of_single_mode(boot):
    """Alpine's own first process starts it in the midst of the boot, after the splash."""
    with boot("splash single test.root=/dev/vda") as guest:
        guest.wait_for_serial("@@SINGLE")
        assert re.search(r"@@SINGLE *\r?$", guest.serial(), re.M), guest.serial()
        guest.wait_for_frame("console", lambda frame: not is_splash(frame))
