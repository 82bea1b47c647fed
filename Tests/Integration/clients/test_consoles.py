# SPDX-License-Identifier: Apache-2.0
"""A password prompt is always visible: prompts on consoles that show text."""

import os
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from c_helpers import shared_library
from daemon_process import wait_until
from prompts import answer, asked, message, never


def test_a_password_is_asked_on_a_console_too(start_daemon, person, other):
    daemon = start_daemon("--keyboard", person.path, "--console", other.path)
    before = other.mode()
    client = asked(daemon, "Disk password")
    assert other.sees("\nDisk password: ")
    assert other.is_raw
    other.type("sercxet")
    other.type("\x15se-x\x7fcret\r")
    assert answer(client) == b"\2se-cret"
    assert wait_until(lambda: other.mode() == before)
    # Only the end of the line was echoed.
    assert other.read(0.1).endswith("Disk password: \r\n")
    assert person.read() == ""


# Hangs a terminal up, as the end of a session leader does with real terminals: other programs
# have to open it again.
HANG_UP = "import ctypes, os, sys; os.setsid(); os.open(sys.argv[1], os.O_RDWR); ctypes.CDLL(None).vhangup()"


@pytest.mark.root
def test_a_terminal_that_was_hung_up_before_somebody_is_asked(start_daemon, person):
    """As with systemd's agent at the console, which ends when there is a splash."""
    daemon = start_daemon("--keyboard", person.path)
    assert daemon.ping()
    subprocess.run([sys.executable, "-c", HANG_UP, person.path])
    with pytest.raises(OSError):
        os.write(person.slave, b"x")
    client = asked(daemon, "Disk password")
    person.type("secret\r")
    assert answer(client) == b"\2secret"


def test_either_place_answers(start_daemon, person, other):
    daemon = start_daemon("--keyboard", person.path, "--console", other.path)
    client = asked(daemon, "Disk password:")
    assert other.sees("Disk password: ")
    person.type("keyboard\r")
    assert answer(client) == b"\2keyboard"
    assert other.sees("Disk password: \r\n")
    assert wait_until(lambda: not other.is_raw)


def test_a_question_is_echoed(start_daemon, person, other):
    daemon = start_daemon("--keyboard", person.path, "--console", other.path)
    client = asked(daemon, "Name?", "W")
    assert other.sees("\nName? ")
    other.type("mex")
    assert other.sees("Name? mex")
    other.type("\x7f")
    assert other.sees("Name? me\x1b[K")
    # Keys of the keyboard are visible there, too.
    person.type("!")
    assert other.sees("Name? me!")
    other.type("\r")
    assert answer(client) == b"\2me!"


def test_a_second_question_and_one_that_is_gone(start_daemon, person, other):
    daemon = start_daemon("--keyboard", person.path, "--console", other.path)
    client = asked(daemon, "First:")
    second = daemon.send("*", b"Second:")
    assert other.sees("First: ")
    other.type("abc")
    client.close()
    assert other.sees("First: \r\n\r\nSecond: ")
    # Further keys for the first question are not for the second.
    other.type("def\r")
    assert never(lambda: "Second: \r\n" in other.read())
    other.type("two\r")
    assert answer(second) == b"\2two"


def test_a_console_that_hangs_up_harms_nobody(start_daemon, person, other):
    daemon = start_daemon("--keyboard", person.path, "--console", other.path,
                          "--console", "/dev/no-such-console")
    client = asked(daemon, "Disk password:")
    assert other.sees("Disk password: ")
    worked = daemon.seconds_worked()
    other.close()
    assert never(lambda: False, 1)
    assert daemon.seconds_worked() - worked < 0.5
    person.type("x\r")
    assert answer(client) == b"\2x"
    assert "/dev/no-such-console" in daemon.log
    other.__init__()


def test_a_console_alone_suffices(start_daemon, other):
    daemon = start_daemon("--keyboard", "none", "--console", other.path)
    client = asked(daemon, "Disk password:")
    other.type("x\r")
    assert answer(client) == b"\2x"


def test_the_terminal_is_put_back_at_the_end(start_daemon, other):
    daemon = start_daemon("--keyboard", "none", "--console", other.path)
    before = other.mode()
    client = asked(daemon, "Disk password:")
    assert wait_until(lambda: other.is_raw)
    assert daemon.end() == 0
    assert other.mode() == before
    client.close()


def test_nobody_to_ask_removes_the_process_file(start_daemon, tmp_path):
    file = tmp_path / "pid"
    daemon = start_daemon("--keyboard", "none", "--pid-file", str(file))
    assert file.exists()
    assert daemon.request("*", b"Disk password:") == b"\5"
    assert wait_until(lambda: not file.exists())
    assert daemon.ping()


@pytest.fixture
def start_dark(start_daemon):
    """A function that starts daemons for missing displays."""
    def start(*options):
        return start_daemon("--device", "/dev/no-display", "--no-terminal", "--psplash", "off",
                            *options, output="DP-1:off")
    return start


@pytest.mark.root
def test_without_a_display_the_terminal_is_asked_at(start_dark, person):
    daemon = start_dark("--keyboard", person.path, "--console", "none")
    assert daemon.status()["display"] == "none"
    client = asked(daemon, "Disk password:")
    # A display may come a little later.
    assert never(lambda: person.read() != "", 1)
    assert person.sees("\nDisk password: ")
    person.type("x\r")
    assert answer(client) == b"\2x"
    assert person.sees("Disk password: \r\n")
    assert wait_until(lambda: not person.is_raw)
    client = asked(daemon, "Name?", "W")
    assert person.sees("\nName? ")
    person.type("me")
    assert person.sees("Name? me")
    person.type("\r")
    assert answer(client) == b"\2me"


@pytest.mark.slow
@pytest.mark.root
def test_with_neither_display_nor_terminal_nobody_is_asked(start_dark, tmp_path):
    folder, file = tmp_path / "input", tmp_path / "pid"
    folder.mkdir()
    daemon = start_dark("--keyboard", str(folder), "--console", "none", "--pid-file", str(file))
    client = daemon.send("*", b"Disk password:")
    assert never(lambda: not file.exists(), 1)
    assert answer(client) == b"\5"
    assert wait_until(lambda: not file.exists())
    assert message(daemon) == ""


@pytest.mark.root
def test_a_terminal_that_takes_no_text_is_tried_now_and_then(start_dark, person):
    """As after Scroll Lock. Once this had no end, which kept a processor busy."""
    daemon = start_dark("--keyboard", person.path, "--console", "none")
    client = asked(daemon, "Disk password:")
    assert wait_until(lambda: person.is_raw)
    termios.tcflow(person.slave, termios.TCOOFF)
    # From 2 s on the question is written there, and from 10 s on no answer is possible.
    time.sleep(2.5)
    worked = daemon.seconds_worked()
    time.sleep(2)
    assert daemon.seconds_worked() - worked < 0.5
    assert person.read() == ""
    termios.tcflow(person.slave, termios.TCOON)
    assert person.sees("\nDisk password: ")
    person.type("x\r")
    assert answer(client) == b"\2x"


@pytest.mark.parametrize("waiting, drops", [(4096, 1), (10, 0)])
def test_a_serial_line_that_nobody_reads_is_not_waited_for(start_daemon, person, other, tmp_path,
                                                           waiting, drops):
    """Closing it would wait for its output; the end of an answer's line may still be written."""
    library = shared_library("stuck-line", [Path(__file__).parent / "stuck_line.c"])
    with open(tmp_path / "notes", "ab") as notes:
        daemon = start_daemon(
            "--keyboard", person.path, "--console", other.path, pass_fds=(notes.fileno(),),
            environment={**os.environ, "LD_PRELOAD": str(library), "STUCK_BYTES": str(waiting),
                         "STUCK_NOTES": str(notes.fileno())})
    client = asked(daemon, "Disk password:")
    assert other.sees("Disk password: ")
    assert (tmp_path / "notes").read_text() == ""
    other.type("x\r")
    assert answer(client) == b"\2x"
    assert wait_until(lambda: not other.is_raw)
    assert (tmp_path / "notes").read_text() == drops * "dropped\n"
