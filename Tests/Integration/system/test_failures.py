"""Whatever becomes of the splash: the boot reaches its login, and the shutdown its end."""

import pytest
from looks import is_splash
from test_boot import login

pytestmark = [pytest.mark.qemu, pytest.mark.root]


def reaches_its_login(guest) -> None:
    guest.wait_for_agent()
    state = guest.wait_until_running()
    assert state == "running", guest.sh("systemctl --failed; systemctl list-jobs")
    login(guest)


@pytest.mark.telling
@pytest.mark.parametrize("signal", ["STOP", "SEGV"])
def test_killed_in_the_initramfs(cold, signal):
    """A daemon that hangs or crashes before the change to the real root."""
    guest = cold(words=f"splash test.initramfs={signal}")
    reaches_its_login(guest)
    assert guest.sh("cat /run/test-initramfs-pid").isdigit()
    assert guest.pids() == []


@pytest.mark.parametrize("signal", ["STOP", "SEGV"])
def test_killed_before_it_is_asked_to_quit(cold, signal):
    """A daemon that hangs or crashes in the real root."""
    guest = cold(words=f"splash test.kill={signal} test.kill")
    reaches_its_login(guest)
    assert guest.sh("cat /run/test-killed").isdigit()
    assert guest.pids() == []
    # The pid file of a process that is gone would keep systemd from asking at the console.
    assert guest.attempt("test -e /run/plymouth/pid")[1] == 1


@pytest.mark.parametrize("signal", ["STOP", "SEGV"])
def test_killed_at_the_shutdown(guest, signal):
    """The machine goes off with a splash that hangs or has crashed."""
    guest.sh(
        "systemd-run -q --unit=test-late -p DefaultDependencies=no -p Type=oneshot"
        " -p RemainAfterExit=yes true"
    )
    guest.sh(
        "mkdir -p /run/systemd/system/plymouth-poweroff.service.d;"
        f" printf '[Service]\\nExecStartPost=sh -c \"sleep 0.5; pkill -{signal} flipbookd\"\\n'"
        " >/run/systemd/system/plymouth-poweroff.service.d/test.conf; systemctl daemon-reload"
    )
    guest.send("systemctl poweroff")
    guest.wait_for_end(60)


@pytest.mark.telling
def test_no_display(cold):
    """Without a display a password is asked for on the serial console, and answered there."""
    guest = cold(words="splash test.ask console=ttyS0", display="none")
    guest.wait_for_agent()
    guest.wait_for("ls /run/systemd/ask-password/ask.*")
    guest.wait_for_serial("Passphrase of the vault")
    guest.type_serial("secret\r")
    assert guest.wait_until_running() == "running"
    assert guest.sh("cat /run/test-ask") == "secret"


@pytest.mark.telling
def test_broken_options(cold, changed):
    """Options that nobody knows are reported, and the splash is there with the others."""
    broken = changed(
        "echo 'FLIPBOOK_OPTIONS=\"--scale nonsense --animation ring --unheard-of\"' >/etc/flipbook/flipbook.conf"
    )
    guest = cold(system=broken)
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    assert guest.sh("cat /run/test-initramfs-pid").isdigit()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    assert "unheard-of" in guest.sh("journalctl -b --no-pager | grep 'flipbookd.*:'")
    login(guest)


def test_full_run_in_the_initramfs(cold):
    """No byte is left in /run when the splash starts."""
    guest = cold(words="splash test.full-run")
    reaches_its_login(guest)
    assert guest.attempt("test -e /run/test-full")[1] == 0
