"""Fixtures of all integration tests."""

import pytest
from daemon_process import Daemon
from prompts import Person


@pytest.fixture
def start_daemon():
    """A function that starts daemons with options; all still live at the end, or have been ended."""
    daemons = []

    def start(*options: str, **arguments) -> Daemon:
        daemons.append(Daemon(*options, **arguments))
        return daemons[-1]

    yield start
    lives = []
    for daemon in daemons:
        ended = daemon.process.poll()
        if not daemon.is_ended:
            lives.append((ended is None, ended, daemon.log))
            if ended is None:
                lives[-1] = (daemon.end() == 0, daemon.process.returncode, daemon.log)
        daemon.stop()
    for is_well, status, log in lives:
        assert is_well, f"the daemon ended with {status}: {log}"


@pytest.fixture
def daemon(start_daemon) -> Daemon:
    """The shipped daemon, which must live through the test and end well after it."""
    return start_daemon()


@pytest.fixture
def person():
    """Somebody at a terminal."""
    made = Person()
    yield made
    made.close()


@pytest.fixture
def other():
    """Somebody at another terminal."""
    made = Person()
    yield made
    made.close()
