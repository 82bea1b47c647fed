# SPDX-License-Identifier: Apache-2.0
"""The console behind the splash: shown by Esc, kept in a file, and complete on the console itself."""

import re

import pytest
from looks import FIELD, is_black, is_splash

pytestmark = [pytest.mark.qemu, pytest.mark.root]

# The splash stays until the test ends it: a getty would hang up its terminal.
KEPT = " ".join(f"systemd.mask={unit}.service" for unit in ("plymouth-quit", "plymouth-quit-wait", "getty@tty1"))
SERIAL = f"splash console=tty0 console=ttyS0 {KEPT}"
# Of the colours of the console: the green of OK, the red of FAILED.
GREEN, RED = bytes((0x44, 0xA8, 0x53)), bytes((0xFF, 0x6B, 0x6B))


def press_escape(guest) -> None:
    guest.monitor.ask("human-monitor-command", **{"command-line": "sendkey esc 40"})


def is_console(frame) -> bool:
    """Whether a frame shows text on black."""
    return not is_splash(frame) and not is_black(frame)


def numbers(text: str) -> list[int]:
    """The numbers of all lines; another program's prompt may come before one."""
    return [int(number) for number in re.findall(r"number (\d+)\r?$", text, re.MULTILINE)]


def test_escape_shows_the_console_and_the_splash_again(cold):
    guest = cold(f"{SERIAL} systemd.show_status=yes")
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.wait_for_serial("Reached target", 120)
    press_escape(guest)
    guest.wait_for_frame("console", lambda frame: is_console(frame) and GREEN in frame.pixels)
    # A line that comes while it is shown, and one of the kernel's.
    guest.sh(r"printf '[\033[0;1;31mFAILED\033[0m] Failed to start \033[0;1;39mtest.service\033[0m.\n' >/dev/console")
    guest.sh("echo '<3>an error of the kernel' >/dev/kmsg")
    guest.wait_for_frame("failed", lambda frame: is_console(frame) and RED in frame.pixels)
    press_escape(guest)
    guest.wait_for_frame("splash-again", is_splash)
    # The serial line has it all, while the splash is shown.
    guest.wait_for_serial("Failed to start")
    assert guest.attempt("test -s /var/log/boot.log")[1] != 0 or guest.sh("stat -c %a /var/log/boot.log") == "600"
    guest.sh("plymouth quit")
    log = guest.wait_for("grep -a 'Failed to start' /var/log/boot.log && cat /var/log/boot.log")
    assert "Reached target" in log
    assert guest.sh("stat -c %a.%U /var/log/boot.log") == "600.root"
    # The relay has ended, and the console is as before.
    guest.wait_for("! pgrep flipbook-relay")
    guest.sh("echo after the splash >/dev/console")
    guest.wait_for_serial("after the splash")
    assert "after the splash" not in guest.sh("cat /var/log/boot.log")


def test_a_question_in_front_of_the_console(cold):
    guest = cold(SERIAL)
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.sh("(plymouth ask-for-password --prompt='Disk password' >/root/answer; touch /root/answered) >/dev/null 2>&1 &")
    guest.wait_for_frame("question", lambda frame: is_splash(frame) and bytes(FIELD) in frame.pixels)
    guest.type("se")
    press_escape(guest)
    guest.wait_for_frame("console", is_console)
    guest.type("cret\n")
    guest.wait_for("test -e /root/answered")
    assert guest.sh("cat /root/answer") == "secret"
    press_escape(guest)
    guest.wait_for_frame("splash-again", is_splash)


@pytest.mark.parametrize("words", [SERIAL, f"splash console=ttyS0 console=tty0 {KEPT}"], ids=["serial", "terminal"])
def test_nothing_is_lost_when_the_daemon_is_killed(cold, words):
    guest = cold(words)
    guest.wait_for_frame("splash", is_splash)
    guest.wait_for_agent()
    guest.wait_for("pgrep -x flipbook-relay")
    write = "(for i in $(seq 1 600); do echo number $i >/dev/console; done; touch /run/written) & "
    pids = guest.pids()
    assert len(pids) == 1
    guest.sh(f"{write} sleep 0.3; kill -9 {pids[0]}")
    guest.wait_for("test -e /run/written")
    guest.wait_for("! pgrep flipbook-relay")
    if words == SERIAL:
        guest.wait_for_serial("number 600")
        assert numbers(guest.serial()) == list(range(1, 601))
    else:
        # What the virtual terminal shows now, and 80 columns of 25 lines or more.
        guest.wait_for_frame("terminal", is_console)
        shown = numbers(guest.sh("fold -w $(stty -F /dev/tty1 size | cut -d' ' -f2) /dev/vcs1 | sed 's/ *$//'"))
        assert shown[-10:] == list(range(591, 601))
    log = guest.sh("cat /var/log/boot.log")
    kept = numbers(log)
    assert kept == list(range(1, len(kept) + 1))
