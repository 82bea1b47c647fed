# SPDX-License-Identifier: Apache-2.0
"""An enabled flipbook.socket: the sockets belong to PID 1 as well as to the daemon."""

import pytest
from guest import COUNTED_TIME
from looks import asks, is_splash
from test_boot import WAITING, login

pytestmark = [pytest.mark.qemu, pytest.mark.root]

ENABLED = "systemctl -q enable flipbook.socket"
NAMES = ("@/org/freedesktop/plymouthd", "/run/flipbook.sock")


def is_over(guest) -> None:
    """The boot is at its end, without a failed unit, and nothing of the splash is left."""
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed --no-legend")
    assert guest.pids() == []
    assert guest.sh("systemctl show -P ActiveState flipbook.socket") == "inactive"
    assert guest.attempt("test -e /run/flipbook.sock")[1] == 1
    login(guest)


def test_the_socket_unit_beside_a_daemon_from_the_initramfs(cold, changed):
    """The daemon that has the names already goes on, and the unit that is not needed does not fail."""
    guest = cold("splash test.ask", changed(ENABLED))
    guest.wait_for_agent()
    guest.wait_for_frame("asked", asks)
    assert guest.pids() == [int(guest.sh("cat /run/test-initramfs-pid"))]
    assert guest.sh("systemctl show -P ActiveState,ConditionResult flipbook.socket").split() == ["inactive", "no"]
    assert guest.attempt("plymouth --ping")[1] == 0
    guest.type("secret\n")
    is_over(guest)


def test_no_client_is_lost_while_it_is_started_again(cold, changed, installed):
    """A client that asks between the death of a daemon and the next start gets its reply from the next daemon."""
    system = changed(f"{ENABLED}\n{WAITING}")
    guest = cold("splash", system, initramfs=installed.base.initramfs, clock=COUNTED_TIME)
    guest.wait_for_agent()
    guest.wait_for("systemctl is-active sysinit.target")
    guest.wait_for("systemctl is-active plymouth-start.service")
    guest.wait_for_frame("splash", is_splash)
    # At Plymouth's name it listens after a request (by its old name), or after 15 s.
    guest.sh("plymouth --ping")
    for name in NAMES:
        inode = guest.wait_for(
            f"awk '$8 == \"{name}\" && $4 == \"00010000\" {{ print $7 }}' /proc/net/unix | grep ."
        )
        assert inode.isdigit(), f"not one socket listens at {name}: {inode}"
        guest.wait_for(f"ls -l /proc/1/fd | grep -F 'socket:[{inode}]'")
    (first,) = guest.pids()
    guest.sh(
        f"kill -9 {first}; while kill -0 {first}; do :; done 2>/dev/null;"
        " ! pgrep '^@?flipbookd$' && plymouth --ping && flipbookctl message 'after all'"
    )
    (second,) = guest.pids()
    assert second != first
    guest.wait_for("flipbookctl status | grep 'after all'")
    guest.wait_for_frame("again", is_splash)
    guest.sh("touch /run/test-enough")
    is_over(guest)
