# SPDX-License-Identifier: Apache-2.0
"""Passwords, asked for on the splash."""

import pytest
from guest import Disk
from install import CRYPTTAB, encrypt
from looks import asks, is_typed
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root]


@pytest.mark.short
def test_a_password_in_the_real_root(cold):
    """systemd asks by the splash; meanwhile the daemon takes 3 MB, with huge pages always."""
    guest = cold(words="splash test.ask transparent_hugepage=always")
    guest.wait_for_agent()
    guest.wait_for("ls /run/systemd/ask-password/ask.*")
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    assert "[always]" in guest.sh("cat /sys/kernel/mm/transparent_hugepage/enabled")
    guest.wait_for_frame("prompt", asks)
    guest.sh("sleep 3")
    pid = guest.sh("cat /run/plymouth/pid")
    shown = guest.sh(f"grep -E '^(Pss|AnonHugePages):' /proc/{pid}/smaps_rollup").split()
    print(f"while it asks, with huge pages always: {shown}")
    assert int(shown[1]) <= 3072 and int(shown[4]) == 0, shown
    guest.type("secret")
    guest.wait_for_frame("typed", is_typed)
    guest.type("\n")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"
    login(guest)


@pytest.mark.short
def test_the_passphrase_of_the_root(cold, changed, scratch):
    """A LUKS root is opened in the initramfs, after one wrong passphrase."""
    system = changed(CRYPTTAB)
    volume = scratch / "volume"
    encrypt(system.image, "secret", volume)
    disk = Disk(scratch / "crypt.qcow2", volume).file
    guest = cold("splash root=/dev/mapper/root_crypt", system, disk)
    guest.wait_for_frame("asked", asks)
    guest.type("wrong")
    guest.wait_for_frame("typed", is_typed)
    guest.type("\n")
    # The time between the two questions may be too short to be seen.
    guest.wait_for_frame("tried", lambda frame: not is_typed(frame))
    guest.wait_for_frame("asked-again", asks)
    guest.type("secret\n")
    guest.wait_for_agent()
    guest.keep("unlocked")
    assert guest.wait_until_running() == "running"
    assert "root_crypt" in guest.sh("findmnt -n -o SOURCE /")
    login(guest)


def test_killed_while_it_asks(cold):
    """A password that the splash asks for can be answered after the splash is killed."""
    guest = cold(words="splash test.ask")
    guest.wait_for_agent()
    guest.wait_for("ls /run/systemd/ask-password/ask.*")
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    guest.wait_for_frame("asked", asks)
    first = guest.pids()
    guest.type("wro")
    guest.sh(f"kill -9 {first[0]}")
    guest.wait_for(f"! test -e /proc/{first[0]}")
    guest.wait_for_frame("asked-again", asks)
    assert guest.pids() != first
    guest.type("secret\n")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"
    login(guest)


# The splash of the boot is there only when it is started again.
FAILS_FIRST = r"""
mkdir -p /etc/systemd/system/plymouth-start.service.d
cat >/etc/systemd/system/plymouth-start.service.d/test.conf <<'END'
[Service]
ExecStartPre=sh -c 'test -e /run/test-failed || { touch /run/test-failed; exit 1; }'
END
"""


def test_started_at_the_second_attempt(cold, changed, installed):
    """Of the two agents, of which systemd has started its own at the console first, only the splash's stays."""
    guest = cold("splash test.ask", changed(FAILS_FIRST), initramfs=installed.base.initramfs)
    guest.wait_for_agent()
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    guest.wait_for_frame("asked", asks)
    guest.wait_for("! pgrep -f 'password-agent --watch --console'")
    guest.type("secret\n")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"
    login(guest)
