# SPDX-License-Identifier: Apache-2.0
"""A boot without incident, from the initramfs to the login, and off again."""

import re

import pytest
from kms.bench import Bench
from looks import asks, is_black, is_splash
from shutdown import report_wait, waits

pytestmark = [pytest.mark.qemu, pytest.mark.root]


def login(guest) -> None:
    """Logs in at the first terminal with the keyboard, and has the shell there write a file."""
    guest.wait_for("systemctl is-active getty@tty1.service")
    assert guest.sh("fgconsole") == "1"
    # Both programs discard earlier input before they read; agetty reads without line editing.
    guest.wait_for("stty -F /dev/tty1 -a | grep -- '-icanon'")
    guest.type("root\n")
    # What login reads then is a line that is not echoed.
    guest.wait_for("stty -F /dev/tty1 -a | grep -- ' icanon' && stty -F /dev/tty1 -a | grep -- '-echo '")
    guest.type("root\n")
    guest.wait_for("pgrep -t tty1 -x bash")
    guest.type("touch /tmp/typed\n")
    guest.wait_for("test -e /tmp/typed")


def show(guest) -> None:
    """Has a unit that wants progress on the display."""
    guest.sh(
        "systemd-run -q --unit=test-wants -p Wants=flipbook-show.service -p After=flipbook-show.service"
        " sleep 3600"
    )
    guest.wait_for_frame("shown", is_splash)


@pytest.mark.short
def test_the_display_is_as_rendered(guest, installed, scratch):
    """The display's pixels are those of `flipbook render`, to the byte."""
    show(guest)
    guest.sh("flipbookctl progress 40")
    tool = installed.tree / "usr/bin/flipbook"
    wanted = Bench(None, None, None, None, tool, scratch).expected("ring", ("progress 40",), 1280, 800)
    guest.wait_for_frame("settled", lambda frame: frame == wanted, 30)


@pytest.mark.short
def test_one_process_from_the_initramfs_to_the_login(installed):
    """The process that the initramfs started is the only one in the real root, and ends there."""
    facts = installed.boot.facts
    first = facts["pid in the initramfs"]
    assert first.isdigit(), f"no splash in the initramfs: {facts['journal']}"
    assert facts["pids in the real root"] == [int(first)]
    assert facts["running"] == "running", facts["failed units"]
    assert facts["processes after"] == ""
    assert facts["terminal"] == "1"


@pytest.mark.short
def test_a_healthy_boot_has_no_warning(installed):
    """From the kernel's log, where the initramfs writes, to the end of the splash."""
    assert "flipbookd" in installed.boot.facts["journal"]
    assert installed.boot.facts["warnings"] == ""


@pytest.mark.short
def test_nothing_of_the_splash_is_on_the_critical_chain(installed):
    """No unit of the splash is among those that the boot had to wait for.

    Its end comes last, when all else is up, and multi-user.target is reached after that, as with
    Plymouth's units: whether something else ends later still is chance.
    """
    chain = installed.boot.facts["critical chain"]
    assert "graphical.target" in chain or "multi-user.target" in chain
    ours = [line for line in chain.splitlines() if "plymouth" in line or "flipbook" in line]
    assert not [line for line in ours if not re.search(r"plymouth-quit(-wait)?\.service", line)], chain


@pytest.mark.short
def test_the_login_after_the_splash(guest):
    """The console is there and accepts typing."""
    frame = guest.frame()
    assert not is_splash(frame) and not is_black(frame)
    guest.keep("login")
    login(guest)
    guest.keep("typed")


@pytest.mark.short
def test_nothing_brings_the_splash_back_after_the_boot(guest):
    """After `plymouth quit` neither a ping, nor PID 1's messages, nor another unit starts it."""
    assert guest.attempt("plymouth --ping")[1] == 1
    guest.sh("systemctl daemon-reload; systemctl restart systemd-journald; systemctl start basic.target")
    guest.sh("systemctl start plymouth-start.service", check=False)
    assert guest.pids() == []
    assert not is_splash(guest.frame())


@pytest.mark.short
@pytest.mark.parametrize("verb", ["poweroff", "reboot"])
def test_the_splash_of_the_shutdown(guest, verb):
    """A splash stands until the machine is off or starts again."""
    guest.send(f"systemctl {verb}")
    splashes = [is_splash(frame) for frame in guest.wait_for_end(shots=verb)]
    assert any(splashes), f"none of {len(splashes)} frames shows a splash"
    first = splashes.index(True)
    assert all(splashes[first:]), f"frames without a splash: {splashes}"


def test_the_splash_of_the_shutdown_waits_for_no_getty(guest):
    """From the command on the display shows the terminal as it was, and then the splash."""
    # Ends when the display shows a frame, or after half a minute.
    shown = "until flipbookctl status | grep -q ^frames=[1-9]; do sleep 0.2; done"
    guest.sh(
        "mkdir -p /run/systemd/system/getty@tty1.service.d;"
        f" printf '[Service]\\nTimeoutStopSec=30\\nExecStop=sh -c \"{shown}; echo the splash came first >/dev/ttyS0\"\\n'"
        " >/run/systemd/system/getty@tty1.service.d/test.conf; systemctl daemon-reload"
    )
    login(guest)
    guest.send("systemctl poweroff")
    frames = guest.wait_for_end(60, shots="getty")
    assert "the splash came first" in guest.serial()
    first = [is_splash(frame) for frame in frames].index(True)
    assert all(is_splash(frame) for frame in frames[first:])
    assert not any(is_black(frame) for frame in frames[:first]), f"one of {first} frames is black"


# Units of a boot, each of which says at its stop whether a splash is shown, and so does a session's process.
STOPPING = r"""
say='flipbookctl status 2>&1 | grep -qE "^frames=[1-9]" && state=shown || state=hidden; echo "$0 stops: $state" >/dev/ttyS0'
printf '%s\n' '#!/bin/sh' "$say" >/usr/local/bin/test-stop
printf '%s\n' '#!/bin/sh' 'trap "/usr/local/bin/test-stop-session; exit" TERM' 'trap "" HUP' 'touch /tmp/trapped' 'sleep 3600 & wait' \
  >/usr/local/bin/test-session
chmod 755 /usr/local/bin/test-*
for target in multi-user graphical; do
  ln -s test-stop /usr/local/bin/test-stop-$target
  printf '%s\n' '[Service]' 'Type=oneshot' 'RemainAfterExit=yes' 'ExecStart=true' "ExecStop=/usr/local/bin/test-stop-$target" \
    '[Install]' "WantedBy=$target.target" >/etc/systemd/system/test-stop-$target.service
  systemctl -q enable test-stop-$target
done
ln -s test-stop /usr/local/bin/test-stop-session
"""


def test_the_splash_of_the_shutdown_comes_before_any_unit_stops(cold, changed):
    """Units that a boot has started, and a session, stop when the first frame is shown."""
    guest = cold("splash", changed(STOPPING))
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    login(guest)
    guest.type("test-session\n")
    guest.wait_for("test -e /tmp/trapped")
    guest.send("systemctl poweroff")
    splashes = [is_splash(frame) for frame in guest.wait_for_end(shots="first")]
    stops = re.findall(r"test-stop-([a-z-]+) stops: ([a-z]+)", guest.serial())
    assert sorted(stops) == [(name, "shown") for name in ("graphical", "multi-user", "session")]
    assert all(splashes[splashes.index(True) :])


@pytest.mark.parametrize("words", ["splash", ""])
def test_a_shutdown_without_a_display_waits_for_no_frame(cold, words):
    """Nothing is waited for where there is no display, or no splash."""
    guest = cold(words, display="none")
    guest.wait_for_agent()
    assert guest.wait_until_running() == "running"
    report_wait(guest)
    guest.send("systemctl poweroff")
    guest.wait_for_end(60)
    assert waits(guest) == ([1] if words else [])


def test_a_shutdown_does_not_wait_longer_than_two_seconds(guest):
    """The splash does not start, and the machine is off all the same."""
    guest.sh("systemctl mask --runtime plymouth-poweroff.service")
    report_wait(guest)
    guest.send("systemctl poweroff")
    guest.wait_for_end(60)
    assert waits(guest) == [3]


def test_a_socket_of_the_users_own_is_waited_for(guest):
    """FLIPBOOK_SOCKET stands beside --socket in flipbook.conf."""
    guest.sh(
        "printf 'FLIPBOOK_OPTIONS=\"--animation ring --socket /run/own.sock\"\\nFLIPBOOK_SOCKET=/run/own.sock\\n'"
        " >/etc/flipbook/flipbook.conf"
    )
    report_wait(guest)
    guest.send("systemctl poweroff")
    guest.wait_for_end(60)
    assert waits(guest) == [0]


def test_without_the_word_nothing_is_shown(cold):
    """Without `splash` on the kernel's command line nothing of ours runs or is shown."""
    guest = cold(words="")
    up = guest.wait_for_agent()
    assert guest.wait_until_running() == "running"
    assert guest.pids() == []
    assert guest.attempt("test -e /run/test-initramfs-pid")[1] == 1
    states = guest.sh("systemctl show -P ActiveState plymouth-start systemd-ask-password-plymouth.path")
    assert states.split() == ["inactive", "inactive"], up
    assert not is_splash(guest.frame())
    login(guest)
    guest.send("systemctl poweroff")
    assert not any(is_splash(frame) for frame in guest.wait_for_end(shots="off"))


# A unit before the login that ends once the test says so.
WAITING = r"""
cat >/etc/systemd/system/test-waiting.service <<'END'
[Unit]
Before=plymouth-quit.service multi-user.target
[Service]
Type=oneshot
ExecStart=sh -c 'until test -e /run/test-enough; do sleep 0.2; done'
[Install]
WantedBy=multi-user.target
END
systemctl -q enable test-waiting.service
"""


def test_the_progress_of_the_boot(cold, changed):
    """With flipbook-follow@systemd the splash shows how far the boot is."""
    enabled = "systemctl -q enable flipbook-follow@systemd.service"
    guest = cold("splash test.ask", changed(f"{enabled}\n{WAITING}"))
    guest.wait_for_agent()
    guest.sh("(flipbookctl subscribe >/run/test-progress 2>&1 &)")
    shown = guest.wait_for("flipbookctl status | grep -oE '^target=[1-9].*'").split()[0]
    guest.wait_for_frame("asked", asks)
    guest.type("secret\n")
    guest.wait_for("systemctl is-active sysinit.target")
    guest.wait_for(f"flipbookctl status | grep -E '^target=' | grep -vx '{shown}'")
    guest.sh("touch /run/test-enough")
    assert guest.wait_until_running() == "running", guest.sh("systemctl --failed")
    reported = guest.sh("cat /run/test-progress")
    values = [float(number) for number in re.findall(r"target=([0-9.]+)", reported)]
    assert values == sorted(values) and values[-1] > float(shown.split("=")[1]) > 0, reported
    assert guest.pids() == []
    login(guest)
