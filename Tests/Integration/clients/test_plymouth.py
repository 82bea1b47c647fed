# SPDX-License-Identifier: Apache-2.0
"""The client by Plymouth's name, for calls that are not in the capture of the real client."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from daemon_process import wait_until

ACK, NAK, NONE = b"\x06", b"\x15", b"\x05"


def answer(text: bytes) -> bytes:
    return b"\x02" + len(text).to_bytes(4, "little") + text


def answers(*texts: bytes) -> bytes:
    body = b"".join(text + b"\0" for text in texts)
    return b"\x09" + len(body).to_bytes(4, "little") + body


def playing(replies, requests=None, hangs_up=False):
    """Answers each request with the next of the replies; after them it hangs up or stays silent."""

    def handle(connection) -> None:
        rest = list(replies)
        while rest:
            request = connection.recv(4096)
            if not request:
                return
            if requests is not None:
                requests.append(request)
            connection.sendall(rest.pop(0))
        if hangs_up:
            connection.close()
        else:
            connection.recv(1)

    return handle


def silent(connection) -> None:
    connection.recv(4096)
    connection.recv(1)


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T"


def stop(daemon) -> None:
    daemon.process.send_signal(signal.SIGSTOP)
    assert wait_until(lambda: is_stopped(daemon.pid))


def test_no_daemon(clients):
    nowhere = "/nonexistent/plymouth"
    for words, status in [(["--ping"], 1), (["quit"], 1), (["--wait"], 0), (["--help"], 0)]:
        assert clients.run("plymouth", *words, socket_name=nowhere)[0] == status


def test_a_shipped_daemon(clients, daemon):
    name = "@" + daemon.name
    for words in (["--ping"], ["--show-splash"], ["change-mode", "--updates"],
                  ["message", "--text=hello"],
                  ["system-update", "--progress=42"], ["update", "--status=x"],
                  ["update-root-fs", "--read-write"], ["pause-progress"], ["unpause-progress"]):
        assert clients.run("plymouth", *words, socket_name=name) == (0, b"", ""), words
    assert daemon.status()["target"].startswith("42")
    assert "hello" in daemon.ask("status")
    # It cannot ask: it has no keyboard.
    assert clients.run("plymouth", "ask-for-password", socket_name=name)[0] == 1


def test_quit_ends_the_daemon_and_wait_sees_it(clients, start_daemon):
    daemon = start_daemon()
    waiting = clients.start("plymouth", "--wait", socket_name="@" + daemon.name)
    time.sleep(0.2)
    assert waiting.poll() is None
    assert clients.run("plymouth", "quit", socket_name="@" + daemon.name)[0] == 0
    daemon.is_ended = True
    assert daemon.process.wait(20) == 0
    assert waiting.wait(20) == 0


def test_an_answer_goes_to_standard_output_or_to_a_command(clients, serve):
    secret = answer(b"secret \xff")
    path = serve(playing([secret])).path
    run = clients.run("plymouth", "ask-for-password", "--dont-pause-progress", socket_name=path)
    assert run == (0, b"secret \xff", "")
    path = serve(playing([secret])).path
    assert clients.run("plymouth", "watch-keystroke", "--command=cat", socket_name=path) == (
        0, b"secret \xff", "")
    # The largest accepted answer.
    path = serve(playing([answer(b"x" * 16384)])).path
    run = clients.run("plymouth", "ask-question", "--dont-pause-progress", socket_name=path)
    assert run[:2] == (1, b"x" * 16384) or run[:2] == (0, b"x" * 16384)


def test_a_password_that_was_answered_before_is_tried_first(clients, serve):
    requests = []
    path = serve(playing([ACK, answers(b"abc", b"def"), ACK], requests)).path
    run = clients.run("plymouth", "ask-for-password", "--command=grep -q def", socket_name=path)
    assert run[0] == 0
    assert requests == [b"A\0", b"c\0", b"a\0"]


def test_a_wrong_password_is_asked_for_again(clients, serve):
    requests = []
    path = serve(playing([ACK, NONE, answer(b"a"), answer(b"b"), ACK], requests)).path
    run = clients.run("plymouth", "ask-for-password", "--command=grep -q b", "--prompt=p",
                      socket_name=path)
    assert run[0] == 0
    assert requests == [b"A\0", b"c\0", b"*\2\2p\0", b"*\2\2p\0", b"a\0"]


def test_a_command_that_is_not_there(clients, serve):
    path = serve(playing([answer(b"y")])).path
    run = clients.run("plymouth", "watch-keystroke", "--command=/nonexistent/x y", socket_name=path)
    assert run[0] == 0 and "'/nonexistent/x y' does not start" in run[2]
    path = serve(playing([answer(b"y")])).path
    assert clients.run("plymouth", "watch-keystroke", "--command=  ", socket_name=path)[0] == 0


@pytest.mark.parametrize("count", [254, 255, 256, 5000])
def test_texts_of_any_length_are_whole_frames(clients, serve, count):
    requests = []
    path = serve(playing([ACK], requests)).path
    assert clients.run("plymouth", "display-message", "--text=" + "x" * count, socket_name=path)[0] == 0
    assert requests == [b"M\2\xff" + b"x" * 254 + b"\0"]


def test_a_daemon_that_hangs_up(clients, serve):
    path = serve(playing([], hangs_up=True)).path
    assert clients.run("plymouth", "deactivate", socket_name=path)[0] == 2
    path = serve(playing([ACK], hangs_up=True)).path
    assert clients.run("plymouth", "--wait", "quit", socket_name=path)[0] == 0
    path = serve(playing([b"\x07"])).path
    assert clients.run("plymouth", "deactivate", socket_name=path)[0] == 2


@pytest.mark.slow
@pytest.mark.parametrize("words, limit", [(["--ping"], 5), (["deactivate"], 10), (["--quit"], 10)])
def test_a_silent_daemon_is_given_up(clients, serve, words, limit):
    path = serve(silent).path
    start = time.monotonic()
    status, _, err = clients.run("plymouth", *words, socket_name=path)
    # The silent process is the test itself, not flipbookd, so it is not killed.
    assert status == 1 and f"(process {os.getpid()}) does not answer" in err
    assert time.monotonic() - start >= limit


@pytest.mark.slow
def test_a_prompt_has_no_limit(clients, serve):
    path = serve(silent).path
    waiting = clients.start("plymouth", "ask-for-password", "--dont-pause-progress", socket_name=path)
    time.sleep(12)
    assert waiting.poll() is None
    waiting.terminate()
    assert waiting.wait(20) == -signal.SIGTERM


def test_a_full_backlog_is_no_missing_daemon(clients, tmp_path):
    """Safety M3: the connection is waited for, where the old client took EAGAIN for 'no daemon'."""
    path = str(tmp_path / "full")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(0)
        crowd = []
        while True:
            one = socket.socket(socket.AF_UNIX)
            one.setblocking(False)
            try:
                one.connect(path)
            except BlockingIOError:
                one.close()
                break
            crowd.append(one)
        client = clients.start("plymouth", "--ping", socket_name=path)
        time.sleep(0.5)
        assert client.poll() is None
        # The crowd is served first, and then the client.
        for one in crowd:
            listener.accept()[0].close()
            one.close()
        connection = listener.accept()[0]
        assert connection.recv(16) == b"P\0"
        connection.sendall(ACK)
        assert client.wait(20) == 0


@pytest.mark.root
def test_somebody_elses_name_is_nobodys(clients, tmp_path):
    name = f"@flipbook-squat-{os.getpid()}"
    squatter = subprocess.Popen(
        ["setpriv", "--reuid=65534", "--clear-groups", "/usr/bin/python3", "-c",
         "import socket, sys, time\n"
         "s = socket.socket(socket.AF_UNIX)\n"
         f"s.bind('\\0{name[1:]}')\n"
         "s.listen(8)\n"
         "print('ready', flush=True)\n"
         "time.sleep(60)"], stdout=subprocess.PIPE)
    try:
        assert squatter.stdout.readline() == b"ready\n"
        assert clients.run("plymouth", "--ping", socket_name=name)[0] == 1
        status, _, err = clients.run("flipbookctl", "status", socket_name=name)
        assert status == 3 and "neither root nor you" in err
    finally:
        squatter.kill()
        squatter.wait()


@pytest.mark.parametrize("words", [["quit"], ["--quit"], ["quit", "--retain-splash"]])
def test_quit_kills_a_stopped_daemon(clients, start_daemon, words):
    daemon = start_daemon()
    stop(daemon)
    start = time.monotonic()
    status, _, err = clients.run("plymouth", *words, socket_name="@" + daemon.name)
    daemon.is_ended = True
    assert status == 0
    assert f"the daemon (process {daemon.pid}) is stopped by a signal; it was killed" in err
    assert daemon.process.wait(20) == -signal.SIGKILL
    assert time.monotonic() - start < 9, "it has waited for the time-out"


def test_other_requests_give_a_stopped_daemon_up_and_let_it_live(clients, daemon):
    stop(daemon)
    for words in (["--ping"], ["deactivate"], ["--wait"]):
        start = time.monotonic()
        status, _, err = clients.run("plymouth", *words, socket_name="@" + daemon.name)
        assert status == 1 and f"(process {daemon.pid}) is stopped by a signal; giving up" in err
        assert time.monotonic() - start < 4
    daemon.process.send_signal(signal.SIGCONT)
    assert wait_until(daemon.pings)


@pytest.mark.slow
def test_quit_waits_while_the_last_frame_is_kept(clients, start_daemon):
    """A daemon that hands over is alive: it answers pings, and is not killed."""
    daemon = start_daemon("--handover-timeout", "13")
    start = time.monotonic()
    status, _, err = clients.run("plymouth", "quit", "--retain-splash", socket_name="@" + daemon.name)
    daemon.is_ended = True
    assert (status, err) == (0, "")
    assert daemon.process.wait(20) == 0
    # Without a display there is nothing to hand over, and the answer may come at once.
    assert time.monotonic() - start < 30


def test_a_password_is_in_no_memory_but_the_locked_one(clients, serve):
    """Safety, low: the old client had two copies on its heap."""
    secret = b"correct-horse-" + os.urandom(8).hex().encode()
    # The other answer keeps the secret in memory while the first one's command runs.
    path = serve(playing([ACK, answers(b"first", secret), ACK])).path
    client = clients.start("plymouth", "ask-for-password", "--command=sleep 3", socket_name=path)
    children = Path(f"/proc/{client.pid}/task/{client.pid}/children")
    assert wait_until(lambda: children.read_text().strip() != "")
    places = []
    maps = Path(f"/proc/{client.pid}/smaps").read_text()
    areas = []
    for line in maps.splitlines():
        first = line.split()[0]
        if "-" in first and ":" not in first:
            areas.append((first, []))
        elif line.startswith("VmFlags:"):
            areas[-1][1].extend(line.split()[1:])
    with open(f"/proc/{client.pid}/mem", "rb", buffering=0) as memory:
        for area, flags in areas:
            start, end = (int(word, 16) for word in area.split("-"))
            try:
                memory.seek(start)
                data = memory.read(end - start)
            except (OSError, OverflowError, ValueError):
                continue
            if secret in data:
                places.append((data.count(secret), "lo" in flags, "dd" in flags))
    # One copy, in memory that is locked and in no core.
    assert places == [(1, True, True)]
    # A signal ends it at once.
    client.terminate()
    assert client.wait(20) == -signal.SIGTERM
