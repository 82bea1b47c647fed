# SPDX-License-Identifier: Apache-2.0
"""The client of the daemon's own protocol."""

import json
import signal
import time

import pytest
from daemon_process import wait_until


@pytest.fixture
def ctl(clients, daemon):
    """Runs the client for the shipped daemon."""
    return lambda *words: clients.run("flipbookctl", *words, socket_name=daemon.native)


def lines(connection, *replies: bytes) -> None:
    """Answers each line with the next of the replies."""
    for reply in replies:
        if not connection.recv(4096):
            return
        connection.sendall(reply)
    connection.close()


def test_commands(ctl, daemon):
    assert ctl("start") == (0, b"", "")
    assert ctl("progress", "42.5") == (0, b"", "")
    assert ctl("progress", "7", "--channel", "2") == (0, b"", "")
    assert ctl("message", "two", "words") == (0, b"", "")
    assert ctl("eta", "60") == (0, b"", "")
    status = dict(line.split("=", 1) for line in ctl("status")[1].decode().splitlines())
    assert status["target"].startswith("42.5") and status["message"] == "two words"
    assert status["eta"] == "60"
    assert ctl("progress", "unknown") == (0, b"", "")
    assert ctl("deactivate")[0] == 0
    assert ctl("reactivate")[0] == 0
    assert ctl("done")[0] == 0
    assert ctl("reset")[0] == 0
    assert ctl("fail")[0] == 0


def test_json(ctl):
    ctl("message", 'say "hi" \\ grüße')
    status = json.loads(ctl("status", "--json")[1])
    assert status["message"] == 'say "hi" \\ grüße'
    assert isinstance(status["target"], (int, float))


def test_subscribe(clients, daemon, ctl):
    subscriber = clients.start("flipbookctl", "subscribe", "--json", socket_name=daemon.native)
    assert json.loads(subscriber.stdout.readline())["state"]
    ctl("message", "news")
    assert wait_until(lambda: json.loads(subscriber.stdout.readline())["message"] == "news")
    plain = clients.start("flipbookctl", "subscribe", socket_name=daemon.native)
    assert b'message="news"' in plain.stdout.readline()
    assert ctl("quit")[0] == 0
    daemon.is_ended = True
    assert daemon.process.wait(20) == 0
    assert subscriber.wait(20) == 0 and plain.wait(20) == 0
    assert b"state=quitting" in plain.stdout.read().splitlines()[-1]


def test_a_subscription_that_is_cut_off(clients, start_daemon):
    daemon = start_daemon()
    subscriber = clients.start("flipbookctl", "subscribe", socket_name=daemon.native)
    assert subscriber.stdout.readline()
    daemon.is_ended = True
    daemon.process.kill()
    assert subscriber.wait(20) == 3
    assert b"hung up before its end" in subscriber.stderr.read()


def test_what_is_wrong_is_said_before_anything_is_sent(clients):
    for words in (["bogus"], ["start", "now"], ["progress", "abc"], ["progress"], ["eta", "x"],
                  ["plymouth", "--ping"], ["--bogus", "start"], []):
        status, out, err = clients.run("flipbookctl", *words, socket_name="/nonexistent/s")
        assert (status, out) == (2, b"") and err.startswith("flipbookctl: "), words
        assert err.count("\n") == 1


def test_exit_statuses(clients, serve):
    status, _, err = clients.run("flipbookctl", "start", socket_name="/nonexistent/s")
    assert status == 3 and "no daemon at /nonexistent/s: no such file" in err
    path = serve(lambda connection: lines(connection, b"error: not now\n")).path
    assert clients.run("flipbookctl", "start", socket_name=path) == (1, b"", "flipbookctl: not now\n")
    for words in (["--help"], ["--version"]):
        status, out, err = clients.run("flipbookctl", *words)
        assert status == 0 and b"flipbookctl" in out and err == ""


def test_a_silent_daemon_is_given_up(clients, serve):
    path = serve(lambda connection: connection.recv(4096) and connection.recv(1)).path
    start = time.monotonic()
    status, _, err = clients.run("flipbookctl", "start", "--timeout=300", socket_name=path)
    assert status == 3 and "does not answer" in err
    assert time.monotonic() - start >= 0.3


def test_a_stopped_daemon_is_not_killed(clients, daemon):
    daemon.process.send_signal(signal.SIGSTOP)
    status, _, _ = clients.run("flipbookctl", "quit", "--timeout=300", socket_name=daemon.native)
    assert status == 3
    daemon.process.send_signal(signal.SIGCONT)
    daemon.is_ended = True
    # It has got the request all the same.
    assert daemon.process.wait(20) == 0


def test_a_frame_is_waited_for(clients, start_daemon, tmp_path):
    """The daemon may start meanwhile."""
    native = str(tmp_path / "native.sock")
    waiting = clients.start("flipbookctl", "--timeout", "60000", "wait-for-frame", socket_name=native)
    early = clients.start("flipbookctl", "--timeout", "100", "wait-for-frame", socket_name=native)
    assert early.wait(20) == 3
    assert f"no daemon at {native}: no such file".encode() in early.stderr.read()
    assert waiting.poll() is None
    start_daemon(native=native)
    assert waiting.wait(20) == 0
    assert (waiting.stdout.read(), waiting.stderr.read()) == (b"", b"")


def test_no_frame_is_waited_for_without_a_display(clients, start_daemon):
    daemon = start_daemon("--device", "/dev/null/card", output="")
    status, out, err = clients.run("flipbookctl", "--timeout", "60000", "wait-for-frame", socket_name=daemon.native)
    assert (status, out, err) == (1, b"", "flipbookctl: the daemon has no display, or another program has it\n")


def test_a_frame_is_not_waited_for_longer_than_the_limit(clients, serve):
    def answer(connection):
        lines(connection, b"ok frames=0 missed=0 size=8x8 outputs=1\n")

    path = serve(answer).path
    status, _, err = clients.run("flipbookctl", "--timeout", "300", "wait-for-frame", socket_name=path)
    assert (status, err) == (3, f"flipbookctl: the daemon at {path} has shown no frame\n")


HOSTILE = "a\x1b[2J\x9b31m\u202e\u2066x\x07".encode()


@pytest.mark.parametrize("words, reply", [
    (["status"], b'ok message="' + HOSTILE + b'" ' + HOSTILE + b"=1\n"),
    (["status", "--json"], b'ok message="' + HOSTILE + b'"\n'),
    (["subscribe"], b"ok\n" + HOSTILE + b"\nstate=quitting\n"),
    (["subscribe", "--json"], b'ok\nmessage="' + HOSTILE + b'"\nstate=quitting\n'),
    (["start"], b"error: " + HOSTILE + b"\n"),
])
def test_nothing_from_the_socket_controls_a_terminal(clients, serve, words, reply):
    """Safety, low: terminal escapes."""
    path = serve(lambda connection: lines(connection, reply)).path
    _, out, err = clients.run("flipbookctl", *words, socket_name=path)
    text = out.decode() + err
    assert "\\u001b[2J\\u009b31m\\u202e\\u2066x\\u0007" in text
    assert not [c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0]
    assert "\u202e" not in text and "\u2066" not in text


def test_endless_lines_and_no_lines(clients, serve):
    path = serve(lambda connection: lines(connection, b"ok " + b"x" * 100000 + b"\n")).path
    assert clients.run("flipbookctl", "status", socket_name=path)[0] == 3
    path = serve(lambda connection: lines(connection, b"\n")).path
    assert clients.run("flipbookctl", "status", socket_name=path)[0] == 1
    path = serve(lambda connection: lines(connection, b"\xff\xfe\n")).path
    status, _, err = clients.run("flipbookctl", "status", socket_name=path)
    assert status == 1 and "\\ufffd\\ufffd" in err

