# SPDX-License-Identifier: Apache-2.0
"""A daemon in Plymouth's place, and systemd's clients of it, in a /run of their own."""

import subprocess
from pathlib import Path

import pytest
from daemon_process import TIMEOUT, wait_until
from namespaces import new_namespaces


@pytest.fixture(autouse=True)
def empty_run():
    """An empty /run, and free abstract names."""
    with new_namespaces(mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
        Path("/run/systemd/ask-password").mkdir(parents=True)
        yield


@pytest.fixture
def daemon(empty_run, start_daemon, person):
    """A daemon as plymouth-start.service starts it."""
    return start_daemon("--keyboard", person.path, "--pid-file", "/run/plymouth/pid",
                        "--psplash", "on", plymouth="on")


@pytest.fixture
def start(empty_run):
    """A function that starts a program, which ends with the test."""
    processes = []

    def started(*words: str, **options) -> subprocess.Popen:
        processes.append(subprocess.Popen(words, **{"stdin": subprocess.DEVNULL, **options}))
        return processes[-1]

    yield started
    for process in processes:
        process.terminate()
        process.wait(TIMEOUT)
        if process.stdout:
            process.stdout.close()


@pytest.fixture
def ask_password(daemon, start):
    """A function that has systemd ask for a password, and waits until the daemon shows that."""

    def ask(text: str) -> subprocess.Popen:
        process = start("systemd-ask-password", "--no-tty", f"--timeout={TIMEOUT}", text,
                        stdout=subprocess.PIPE)
        assert wait_until(lambda: text in daemon.message())
        return process

    return ask
