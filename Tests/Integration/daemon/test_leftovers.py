# SPDX-License-Identifier: Apache-2.0
"""The leftovers of a killed daemon, and their removal."""

import os
import pty
import signal
import stat
import subprocess
import termios

from daemon_process import flipbookd, wait_until

RAW = termios.ECHO | termios.ICANON | termios.ISIG


def restore(*options):
    return subprocess.run([flipbookd(), "--restore-console", *options], timeout=20,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)


def local_flags(terminal):
    return termios.tcgetattr(terminal)[3]


def killed(daemon):
    daemon.process.kill()
    daemon.process.wait(20)
    daemon.is_ended = True


def test_the_pid_file_is_for_all_to_read_whatever_the_mask(start_daemon, tmp_path):
    path = tmp_path / "run/pid"
    daemon = start_daemon("--pid-file", str(path), preexec=lambda: os.umask(0o077))
    assert path.read_text() == f"{daemon.pid}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755
    assert daemon.end() == 0
    assert list(path.parent.iterdir()) == []


def test_the_pid_file_does_not_follow_links(start_daemon, tmp_path):
    other = tmp_path / "other"
    other.write_text("mine")
    path = tmp_path / "pid"
    path.symlink_to(other)
    (tmp_path / "pid~").symlink_to(other)
    daemon = start_daemon("--pid-file", str(path))
    assert other.read_text() == "mine"
    assert not path.is_symlink()
    assert path.read_text() == f"{daemon.pid}\n"


def test_the_pid_file_of_a_successor_stays(start_daemon, tmp_path):
    path = tmp_path / "pid"
    daemon = start_daemon("--pid-file", str(path))
    (tmp_path / "new").write_text("1\n")
    (tmp_path / "new").rename(path)
    assert daemon.end() == 0
    assert path.read_text() == "1\n"


def test_the_pid_file_of_one_that_was_killed_is_removed(start_daemon, tmp_path):
    path = tmp_path / "pid"
    daemon = start_daemon("--pid-file", str(path))
    free = "@flipbook-free-name"
    options = ["--pid-file", str(path), "--socket", free, "--plymouth", free]
    assert restore(*options).returncode == 0
    assert path.exists(), "it lives"
    killed(daemon)
    assert path.exists()
    assert restore(*options).returncode == 0
    assert not path.exists()
    # The number has been reused by another program.
    path.write_text(f"{os.getpid()}\n")
    assert restore(*options).returncode == 0
    assert not path.exists()


def test_a_terminal_that_was_left_raw_is_put_right(start_daemon, tmp_path):
    master, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    name = os.ttyname(terminal)
    options = ["--plymouth-user", str(os.geteuid()), "--keyboard", name]

    def asked():
        daemon = start_daemon(*options)
        client = daemon.send("*", b"Password")
        assert wait_until(lambda: local_flags(terminal) & RAW == 0)
        return daemon, client

    daemon, client = asked()
    # While a daemon lives, the terminal belongs to it.
    free = ["--pid-file", str(tmp_path / "none"), "--plymouth", "off", "--keyboard", name]
    assert restore("--socket", daemon.native, *free).returncode == 0
    assert local_flags(terminal) & RAW == 0
    daemon.process.send_signal(signal.SIGABRT)
    daemon.process.wait(20)
    daemon.is_ended = True
    client.close()
    assert local_flags(terminal) & RAW == 0
    assert restore("--socket", "@flipbook-free-name", *free).returncode == 0
    assert termios.tcgetattr(terminal)[:4] == before[:4]
    assert local_flags(terminal) & RAW == RAW
    # The next daemon does not take raw mode for the previous mode.
    daemon, client = asked()
    killed(daemon)
    client.close()
    daemon, client = asked()
    client.close()
    assert wait_until(lambda: local_flags(terminal) & RAW == RAW)
    # A terminal that another program has made raw is not repaired.
    raw = termios.tcgetattr(terminal)
    raw[3] &= ~RAW
    termios.tcsetattr(terminal, termios.TCSANOW, raw)
    daemon.end()
    assert restore("--socket", "@flipbook-free-name", *free).returncode == 0
    assert local_flags(terminal) & RAW == 0
    os.close(terminal)
    os.close(master)
