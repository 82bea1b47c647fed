# SPDX-License-Identifier: Apache-2.0
"""The console behind the splash: a pseudo terminal in its place, and Esc."""

import os
import signal
import stat
import time

import pytest
from clients.console_view import FAILED, Console
from daemon_process import wait_until
from prompts import answer, asked

pytestmark = pytest.mark.root

RED = (0xFF, 0x6B, 0x6B)


@pytest.fixture
def console(start_daemon, tmp_path, person, other):
    return lambda *options: Console(start_daemon, tmp_path, person, other, *options)


def test_escape_shows_the_console_and_the_splash_again(console, person):
    shown = console()
    assert not shown.is_shown()
    shown.write(b"before\n" + FAILED)
    assert wait_until(lambda: person.is_raw)
    person.type("\x1b")
    assert wait_until(shown.is_shown)
    assert RED in shown.frame().getdata()
    # Lines that come while it is shown.
    shown.write(b"\x1b[45mlater\x1b[0m\n")
    assert shown.wait_for((0xB5, 0x65, 0xC9))
    person.type("\x1b")
    assert wait_until(lambda: not shown.is_shown())


def test_escape_after_another_program_has_set_the_terminal(console, person):
    """The daemon of an initramfs has the terminal before systemd starts."""
    shown = console()
    assert wait_until(lambda: person.is_raw)
    mode = person.reset()
    # Each unit that systemd starts.
    assert shown.daemon.request("U", b"a.service") == b"\6"
    assert wait_until(lambda: person.is_raw)
    person.type("\x1b")
    assert wait_until(shown.is_shown)
    shown.daemon.end()
    assert person.mode() == mode


def test_a_password_after_another_program_has_set_the_terminal(console, person):
    shown = console()
    assert wait_until(lambda: person.is_raw)
    person.reset()
    client = asked(shown.daemon, "Disk password")
    assert wait_until(lambda: person.is_raw)
    person.type("se")
    person.reset()
    person.type("cr")
    assert wait_until(lambda: person.is_raw)
    person.type("et\r")
    assert answer(client) == b"\2secret"


def test_function_keys_are_not_escape(console, person):
    shown = console()
    assert wait_until(lambda: person.is_raw)
    person.type("\x1b[A\x1bOP")
    person.type("x")
    assert shown.daemon.ping()
    assert not shown.is_shown()


def test_a_client_shows_it(console):
    shown = console("--details")
    assert shown.is_shown()
    assert shown.daemon.ask("details off") == "ok"
    assert wait_until(lambda: not shown.is_shown())
    assert shown.daemon.ask("details") == "ok"
    assert wait_until(shown.is_shown)
    assert "expected on or off" in shown.daemon.ask("details maybe")


def test_plymouths_report_of_an_error_does_not_show_it(console):
    """Its option is named --details, but its daemon shows none."""
    shown = console()
    assert shown.daemon.request("!") == b"\6"
    assert not shown.is_shown()


def test_a_daemon_without_it_says_so(daemon):
    assert daemon.ask("details") == "error: details: the console is not taken"


def test_a_password_is_typed_in_front_of_it(console, person):
    shown = console()
    shown.write(FAILED)
    client = asked(shown.daemon, "Disk password")
    person.type("se")
    person.type("\x1b")
    person.type("cret\x1b")
    person.type("\r")
    assert answer(client) == b"\2secret"


def test_everything_goes_on_to_the_console_and_to_the_file(console, tmp_path):
    shown = console()
    lines = b"".join(b"line %d\n" % number for number in range(500))
    shown.write(lines)
    assert shown.behind.sees("line 499\r\n")
    shown.daemon.end()
    assert wait_until(lambda: not shown.link.is_symlink())
    assert shown.log.read_bytes() == lines
    assert stat.S_IMODE(shown.log.stat().st_mode) == 0o600


def test_the_root_is_writable(console):
    shown = console()
    shown.write(b"early\n")
    assert shown.behind.sees("early")
    assert not shown.log.exists()
    assert shown.daemon.request("S") == b"\6"
    assert wait_until(lambda: shown.log.exists() and shown.log.read_bytes() == b"early\n")
    shown.write(b"late\n")
    assert wait_until(lambda: shown.log.read_bytes() == b"early\nlate\n")


def test_the_first_failed_unit_is_shown(console):
    shown = console("--show-failures", "on")
    shown.write(b"[  OK  ] Started bar.\n")
    shown.write(FAILED[:20])
    shown.write(FAILED[20:])
    shown.daemon.wait_for_message("Failed to start foo.service - Foo, Esc for details")
    shown.write(FAILED.replace(b"foo", b"later"))
    assert shown.behind.sees("later")
    shown.daemon.wait_for_message("Failed to start foo.service - Foo, Esc for details")


def test_a_link_in_place_of_the_file_is_not_followed(console, tmp_path):
    (tmp_path / "other").write_bytes(b"kept")
    (tmp_path / "boot.log").symlink_to(tmp_path / "other")
    shown = console()
    shown.write(b"text\n")
    assert shown.behind.sees("text")
    shown.daemon.end()
    assert wait_until(lambda: not shown.link.is_symlink())
    assert (tmp_path / "other").read_bytes() == b"kept"


def test_nothing_is_lost_when_it_is_killed(console):
    shown = console()
    assert wait_until(lambda: shown.behind.path)
    descriptor = os.open(shown.link, os.O_WRONLY | os.O_NOCTTY)
    lines = [b"line %d\n" % number for number in range(2000)]
    for number, line in enumerate(lines):
        if number == 1000:
            os.kill(shown.daemon.pid, signal.SIGKILL)
        try:
            os.write(descriptor, line)
        except OSError:
            # The relay has ended in the meantime, and the redirection with it.
            lines = lines[:number]
            break
    os.close(descriptor)
    shown.daemon.is_ended = True
    assert len(lines) > 1000
    assert shown.behind.sees(lines[-1].decode().strip())
    assert wait_until(lambda: shown.log.exists() and shown.log.read_bytes() == b"".join(lines))


def test_a_daemon_that_hangs_holds_nobody_up(console):
    shown = console()
    os.kill(shown.daemon.pid, signal.SIGSTOP)
    try:
        # More than a pseudo terminal keeps.
        shown.write(b"x" * 4095 + b"\n")
        for _ in range(40):
            shown.write(b"y" * 4095 + b"\n")
            shown.behind.read(0.01)
    finally:
        os.kill(shown.daemon.pid, signal.SIGCONT)
    assert shown.daemon.ping()


def test_a_still_splash_sleeps_while_lines_come(console):
    """Nobody looks at the console: its lines do not wake the daemon."""
    shown = console()
    assert shown.daemon.ping()
    time.sleep(0.5)
    switches = f"/proc/{shown.daemon.pid}/status"

    def count() -> int:
        with open(switches) as status:
            return sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)

    before = count()
    for _ in range(50):
        shown.write(b"line\n")
        time.sleep(0.005)
    assert count() - before < 10
