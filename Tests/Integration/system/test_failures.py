# SPDX-License-Identifier: Apache-2.0
"""Whatever becomes of the splash: the boot reaches its login, and the shutdown its end."""

import install
import pytest
from guest import COUNTED_TIME
from looks import asks, is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root]


PAUSE = 1.0  # seconds that the initramfs of the tests waits before it has the splash fail
# Seconds that a boot without a splash waits for the disk, which is left out. With a splash a part of that may
# pass while something else is waited for, and is not left out then.
DISK = 0.3


def limit(without_splash: float) -> float:
    """At most 1 s or 3 % more than without a splash."""
    return max(without_splash + 1, without_splash * 1.03) + DISK


def reaches_its_login(guest, without_splash: float, pause: float = 0) -> None:
    """The login is there, within 1 s or 3 % of the time without a splash.

    It is guest time, counted by instructions: however slow the host, it is about the same.
    """
    guest.wait_for_agent()
    state = guest.wait_until_running()
    assert state == "running", guest.sh("systemctl --failed; systemctl list-jobs")
    took = install.seconds_to_login(guest) - pause
    print(f"that is {took:.2f} s, without a splash {without_splash:.2f} s")
    assert took <= limit(without_splash)
    login(guest)


@pytest.mark.parametrize("signal", [pytest.param("STOP", marks=pytest.mark.short), "SEGV"])
def test_killed_in_the_initramfs(cold, without_splash, signal):
    """A daemon that hangs or crashes before the change to the real root."""
    guest = cold(f"splash test.initramfs={signal}", clock=COUNTED_TIME)
    reaches_its_login(guest, without_splash(), PAUSE)
    assert guest.sh("cat /run/test-initramfs-pid").isdigit()
    assert guest.pids() == []


@pytest.mark.parametrize("signal", ["STOP", "SEGV"])
def test_killed_before_it_is_asked_to_quit(cold, without_splash, signal):
    """A daemon that hangs or crashes in the real root."""
    guest = cold(f"splash test.kill={signal} test.kill", clock=COUNTED_TIME)
    reaches_its_login(guest, without_splash())
    assert guest.sh("cat /run/test-killed").isdigit()
    assert guest.pids() == []
    # The pid file of a process that is gone would keep systemd from asking at the console.
    assert guest.attempt("test -e /run/plymouth/pid")[1] == 1


# A unit that has the splash of the initramfs crash before the units of the real root look for one.
CRASH = r"""
cat >/etc/systemd/system/test-crash.service <<'END'
[Unit]
DefaultDependencies=no
Before=plymouth-start.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=sh -c 'cp /run/plymouth/pid /run/test-killed; kill -SEGV $(cat /run/test-killed)'
[Install]
WantedBy=sysinit.target
END
systemctl -q enable test-crash.service
"""


def test_killed_before_the_units_of_the_real_root(cold, changed):
    """A daemon that crashes between the change to the real root and plymouth-start.service: that starts another."""
    guest = cold("splash test.ask", changed(CRASH))
    guest.wait_for_agent()
    guest.wait_for("systemctl is-active systemd-ask-password-plymouth.service")
    guest.wait_for_frame("asked", asks)
    killed = guest.sh("cat /run/test-killed")
    assert killed == guest.sh("cat /run/test-initramfs-pid")
    (splash,) = guest.pids()
    assert splash != int(killed)
    guest.type("secret\n")
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert guest.sh("cat /run/test-ask") == "secret"
    assert guest.pids() == []
    login(guest)


@pytest.mark.parametrize("signal", ["STOP", "SEGV"])
def test_killed_at_the_shutdown(guest, signal):
    """The machine goes off with a splash that hangs or has crashed."""
    guest.sh(
        "mkdir -p /run/systemd/system/plymouth-poweroff.service.d;"
        f" printf '[Service]\\nExecStartPost=sh -c \"sleep 0.5; pkill -{signal} -x flipbookd &&"
        " echo a splash was there >/dev/ttyS0\"\\n'"
        " >/run/systemd/system/plymouth-poweroff.service.d/test.conf; systemctl daemon-reload"
    )
    guest.send("systemctl poweroff")
    guest.wait_for_serial("a splash was there")
    guest.wait_for_end(60)


def test_asked_in_vain_at_the_shutdown(guest):
    """A splash that is slow to answer, as on a busy machine, stands to the end all the same."""
    guest.sh("rm /usr/bin/plymouth; printf '#!/bin/sh\\nexec sleep 600\\n' >/usr/bin/plymouth; chmod +x /usr/bin/plymouth")
    guest.send("systemctl poweroff")
    splashes = [is_splash(frame) for frame in guest.wait_for_end(60, "slow")]
    assert any(splashes) and all(splashes[splashes.index(True) :]), splashes


def test_without_its_program(cold, changed, without_splash):
    """The daemon's file is not there: a boot as without a splash, but for the failed unit."""
    guest = cold(system=changed("rm /usr/sbin/flipbookd"), clock=COUNTED_TIME)
    guest.wait_for_agent()
    assert guest.wait_until_running() in ("running", "degraded")
    assert install.seconds_to_login(guest) <= limit(without_splash())
    failed = guest.sh("systemctl --failed --no-legend --plain").splitlines()
    assert all(line.startswith("plymouth-start.service") for line in failed), failed
    login(guest)


def test_no_display_at_all(cold, without_splash):
    """Without a display the boot is as without a splash."""
    guest = cold(display="none", clock=COUNTED_TIME)
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running"
    assert install.seconds_to_login(guest) <= limit(without_splash())


@pytest.mark.short
def test_no_display(cold):
    """Without a display a password is asked for on the serial console, and answered there."""
    guest = cold(words="splash test.ask console=ttyS0", display="none")
    guest.wait_for_agent()
    guest.wait_for("ls /run/systemd/ask-password/ask.*")
    guest.wait_for_serial("Passphrase of the vault")
    guest.type_serial("secret\r")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"


@pytest.mark.short
def test_broken_options(cold, changed, without_splash):
    """Unknown options are reported, and the splash uses the others."""
    broken = changed(
        "echo 'FLIPBOOK_OPTIONS=\"--scale nonsense --animation ring --unheard-of\"' >/etc/flipbook/flipbook.conf"
    )
    guest = cold(system=broken, clock=COUNTED_TIME)
    guest.wait_for_frame("splash", is_splash)
    reaches_its_login(guest, without_splash())
    assert guest.sh("cat /run/test-initramfs-pid").isdigit()
    assert "unheard-of" in guest.sh("journalctl -b --no-pager | grep 'flipbookd.*:'")


def test_full_run_in_the_initramfs(cold, without_splash):
    """No byte is left in /run when the splash starts."""
    guest = cold("splash test.full-run", clock=COUNTED_TIME)
    reaches_its_login(guest, without_splash("test.full-run"))
    assert guest.attempt("test -e /run/test-full")[1] == 0
