# SPDX-License-Identifier: Apache-2.0
"""The splash in an initramfs that dracut has made."""

import pytest
from looks import asks, is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root, pytest.mark.apt]

# As the package's kernel hook does, but for every machine, and not compressed.
REBUILD = (
    "release=$(ls /lib/modules); rm -f /boot/initrd.img-*;"
    " dracut --force --no-hostonly --no-compress --no-early-microcode --kver $release"
    " --add-drivers 'bochs virtio_blk virtio_pci ext4 i8042 atkbd'"
    " /boot/initrd.img-$release 2>&1"
)


def test_an_initramfs_of_dracut(cold, changed):
    """With systemd in the initramfs the same process goes on, asks, and ends at the login."""
    guest = cold("splash test.ask", changed("apt-get -y install dracut 2>&1", REBUILD))
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    (splash,) = guest.pids()
    # Older than the service manager of the real root.
    began = int(guest.sh(f"cut -d' ' -f22 /proc/{splash}/stat")) / 100
    assert began < int(guest.sh("systemctl show -P UserspaceTimestampMonotonic")) / 1e6
    guest.wait_for_frame("asked", asks)
    guest.type("secret\n")
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.sh("cat /run/test-ask") == "secret"
    assert guest.pids() == []
    assert guest.sh("journalctl -b -p warning --no-pager | grep -iE 'flipbook|plymouth'", check=False) == ""
    login(guest)
