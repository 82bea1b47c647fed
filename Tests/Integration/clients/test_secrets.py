# SPDX-License-Identifier: Apache-2.0
"""Typed text, its length and its times: only the client that asked gets them."""

import socket

import pytest
from daemon.notify_socket import NotifySocket
from daemon_process import connected, wait_until
from prompts import answer, asked, message, never


def test_no_status_has_what_is_typed(start_daemon, person):
    manager = NotifySocket()
    daemon = start_daemon("--keyboard", person.path, environment=manager.environment)
    subscriber = connected(daemon.native)
    subscriber.sendall(b"subscribe\n")
    lines = subscriber.makefile()
    assert lines.readline() == "ok\n"
    client = asked(daemon, "Disk password:")
    before = daemon.ask("status")
    assert "frames=" not in before
    person.type("geheim")
    assert never(lambda: daemon.ask("status") != before, 1.5)
    person.type("\r")
    assert answer(client) == b"\2geheim"
    client = asked(daemon, "One-time code:", "W")
    person.type("4938")
    assert never(lambda: "4938" in daemon.ask("status"))
    person.type("17\r")
    assert answer(client) == b"\x02493817"
    assert wait_until(lambda: message(daemon) == "")
    assert "frames=" in daemon.ask("status")
    daemon.ask("message the end")
    events = [lines.readline()]
    while 'message="the end"' not in events[-1]:
        events.append(lines.readline())
    words = [line.split('message="')[1] for line in events]
    # One line for each question, none for a key.
    assert words.count('Disk password:"\n') == 1 and words.count('One-time code:"\n') == 1
    manager.wait("STATUS=")
    manager.socket.settimeout(1.5)
    try:
        while True:
            manager.messages.append(manager.socket.recv(4096).decode())
    except socket.timeout:
        pass
    text = "".join(events + manager.messages)
    assert "•" not in text and "4938" not in text and "geheim" not in text
    assert "Disk password:" in "".join(manager.messages)
    manager.close()


def test_no_percentage_that_nobody_reported(start_daemon):
    manager = NotifySocket()
    daemon = start_daemon("--mode", "boot-up", "--animation", "ring",
                          environment=manager.environment)
    assert wait_until(lambda: "unknown=yes" in daemon.ask("status"))
    assert "shown=" not in daemon.ask("status")
    # Until the arc is a quarter.
    assert never(lambda: "shown=" in daemon.ask("status"), 0.5)
    assert daemon.request("C", b"updates") == b"\6"
    assert wait_until(lambda: "Installing updates" in message(daemon))
    status = daemon.status()
    assert "unknown" not in status and "shown" not in status
    assert wait_until(lambda: "shown" in daemon.status())
    assert daemon.status()["shown"] == "0.00"
    assert manager.wait("STATUS=").split(":")[0].strip() == "STATUS=running"
    manager.close()


def test_a_question_has_not_the_rest_of_another(start_daemon, person):
    daemon = start_daemon("--keyboard", person.path)
    client = asked(daemon, "Disk password:")
    person.type("my-se")
    # Until it is read.
    assert wait_until(lambda: not is_readable(person))
    client.close()
    client = daemon.send("W", b"Name?")
    assert wait_until(lambda: message(daemon) == "Name?")
    person.type("cret\r")
    assert never(lambda: is_answered(client))
    person.type("me\r")
    assert answer(client) == b"\2me"


def test_what_was_typed_before_is_no_answer(start_daemon, person):
    daemon = start_daemon("--keyboard", person.path)
    person.type("before")
    client = asked(daemon, "Disk password:")
    person.type("x\r")
    assert answer(client) == b"\2x"


def test_a_watcher_takes_no_key_of_a_password(start_daemon, person):
    daemon = start_daemon("--keyboard", person.path)
    watcher = daemon.send("K", b"")
    client = asked(daemon, "Disk password:")
    person.type("xyz\r")
    assert answer(client) == b"\2xyz"
    person.type("k")
    assert answer(watcher) == b"\2k"


def test_no_message_hides_what_is_asked(start_daemon, person):
    daemon = start_daemon("--keyboard", person.path)
    client = asked(daemon, "Disk password:")
    assert daemon.ask("message Starting something") == "ok"
    assert wait_until(lambda: message(daemon) == "Disk password:")
    person.type("\r")
    assert answer(client) == b"\2"
    assert wait_until(lambda: message(daemon) == "Starting something")


def is_readable(person) -> bool:
    """Whether the daemon has not read the typed keys yet."""
    from array import array
    from fcntl import ioctl
    from termios import FIONREAD
    count = array("i", [0])
    ioctl(person.slave, FIONREAD, count)
    return count[0] > 0


def is_answered(client) -> bool:
    client.setblocking(False)
    try:
        return bool(client.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return False
    finally:
        client.settimeout(20)


@pytest.mark.parametrize("mode, title", [("reboot", "Restarting"), ("shutdown", "Shutting down")])
def test_the_title_of_a_mode_is_there_from_the_first_frame_on(start_daemon, mode, title):
    manager = NotifySocket()
    start_daemon("--mode", mode, "--animation", "ring", environment=manager.environment)
    # The state when the first frame is drawn.
    assert manager.wait("STATUS=") == f"STATUS=running: {title}\n"
    manager.close()
