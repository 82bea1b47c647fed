# SPDX-License-Identifier: Apache-2.0
"""Lines of scripts and of APT, and peers that are no installer."""

import os
import socket
import subprocess

import pytest
from daemon_process import ROOT, wait_until
from installers.following import PROGRAMS, TIMEOUT

pytestmark = pytest.mark.parametrize("following", PROGRAMS, indirect=True)


def test_lines_of_a_script(following):
    follower = following.follow("follow", "stdin", stdin=subprocess.PIPE)
    follower.communicate(b"start\n10 Unpacking\n# Copying\n50.5 %\n40\nstep 7\nnonsense\ndone\n", TIMEOUT)
    assert follower.returncode == 0
    assert following.sent() == [
        "reset", "start", "message Unpacking", "progress 10", "message Copying", "progress 50.5",
        "progress/2 7", "message", "done"]
    following.assert_done()


def test_a_failure_of_a_script_shows_its_reason(following):
    follower = following.follow("follow", "stdin", "--done", stdin=subprocess.PIPE)
    follower.communicate("10\nfail no space on größe\x1b[31m\n".encode(), TIMEOUT)
    assert follower.returncode == 0
    following.assert_failed("no space on größe [31m")


def test_apts_lines_by_a_descriptor(following):
    with open(ROOT / "Tests/Captures/apt-status-sample.txt", "rb") as lines:
        follower = following.follow("follow", "apt", f"--fd={lines.fileno()}", "--done",
                                    pass_fds=[lines.fileno()])
        assert follower.wait(TIMEOUT) == 0
    following.assert_forward()
    following.assert_done()
    assert "message Installed cowsay (amd64)" in following.sent()


def test_other_weights(following):
    with open(ROOT / "Tests/Captures/apt-status-sample.txt", "rb") as lines:
        follower = following.follow("follow", "apt", "--weights", "1,1", stdin=lines)
        assert follower.wait(TIMEOUT) == 0
    assert "progress 50" in following.sent()
    following.assert_forward()


def test_a_missing_descriptor_is_one_line(following):
    follower = following.follow("follow", "stdin", "--fd", "99", stderr=subprocess.PIPE)
    error = follower.communicate(timeout=TIMEOUT)[1].decode()
    assert follower.returncode == 2
    assert error == f"{following.name}: --fd 99: bad file descriptor\n"


def test_wrong_arguments_are_one_line(following):
    for words in (["rauc", "--fd", "3"], ["nothing"], ["apt", "--weights", "1"]):
        follower = following.follow("follow", *words, stderr=subprocess.PIPE)
        error = follower.communicate(timeout=TIMEOUT)[1].decode()
        assert follower.returncode == 2
        assert error.startswith(f"{following.name}: ")


def test_a_script_is_not_held_up_without_a_daemon(following):
    following.daemon.end()
    follower = following.follow("follow", "stdin", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    error = follower.communicate(b"10\n20\ndone\n", TIMEOUT)[1].decode()
    assert follower.returncode == 0
    assert error.count("going on without") == 1 and error.startswith(f"{following.name}: no daemon at ")


@pytest.mark.parametrize("reply", [b"REJECTED EXTERNAL\r\n", b"OK 1\r\n" + bytes(64), b"\xff" * 4096])
def test_a_bus_that_is_none_is_tried_again_with_one_warning(following, reply):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(following.folder / "bus"))
    listener.listen()
    listener.settimeout(TIMEOUT)
    log = following.folder / "log"
    with open(log, "wb") as file:
        follower = following.follow("follow", "rauc", "--bus", f"unix:path={following.folder}/bus", stderr=file)
    for _ in range(3):
        client, _ = listener.accept()
        with client:
            client.sendall(reply)
            while client.recv(4096):  # until it is given up
                pass
    assert wait_until(log.read_text, TIMEOUT)
    assert follower.poll() is None
    assert log.read_text().count("\n") == 1 and "trying again" in log.read_text()
    seconds = sum(map(int, open(f"/proc/{follower.pid}/stat").read().rsplit(")", 1)[1].split()[11:13]))
    assert seconds / os.sysconf("SC_CLK_TCK") < 1
