# SPDX-License-Identifier: Apache-2.0
"""--within SECONDS, and what the tests with guests have in common: the order in which they run.

A test's markers say when it is run where time is short:

  short        is of a short run (-m short), and before all others of a longer one
  rank(n)      where it comes after that: 0 first; 1 where nothing is said
  seconds(n)   how long it takes, about; of the same rank the longest begins first
  always       is begun however little time is left
"""

import os
import signal
import sys
import time

import pytest

STARTED = time.monotonic()


class Pace:
    """How long tests take, compared with what their markers say; each worker has its own."""

    def __init__(self):
        self.expected = self.taken = 0.0

    def add(self, expected: float, taken: float) -> None:
        if expected:
            self.expected += expected
            self.taken += taken

    def estimate(self, seconds: float) -> float:
        return seconds * (self.taken / self.expected if self.expected else 1)


def pytest_addoption(parser):
    parser.addoption(
        "--within", type=float, metavar="SECONDS",
        help="begin no test that would not end within so many seconds of the start",
    )  # fmt: skip


def pytest_configure(config):
    own = os.getpid()

    def end(*_) -> None:
        # Ended from outside, leave as on an error: the guests end with the blocks that hold them.
        # A child that a test has forked has no such blocks.
        if os.getpid() != own:
            os._exit(128 + signal.SIGTERM)
        sys.exit("tests: ended by SIGTERM")

    signal.signal(signal.SIGTERM, end)
    config.not_run = []
    config.pace = Pace()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """The longest first: no processor waits for them at the end. Where time is short, by rank before."""
    if not any(item.get_closest_marker("qemu") for item in items):
        return
    is_limited = config.getoption("--within") is not None
    items.sort(key=lambda item: (rank(item) if is_limited else 0, -seconds(item)))


def rank(item) -> int:
    marker = item.get_closest_marker("rank")
    return 0 if item.get_closest_marker("short") else marker.args[0] if marker else 1


def seconds(item) -> float:
    marker = item.get_closest_marker("seconds")
    return marker.args[0] if marker else 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    config = item.config
    within = config.getoption("--within")
    if within is not None and not item.get_closest_marker("always"):
        if time.monotonic() + config.pace.estimate(seconds(item)) > STARTED + within:
            config.not_run.append(item.nodeid)
            return True
    return None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    began = time.monotonic()
    yield
    item.config.pace.add(seconds(item), time.monotonic() - began)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    node.config.not_run += getattr(node, "workeroutput", {}).get("not_run", [])


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["not_run"] = session.config.not_run


def pytest_terminal_summary(terminalreporter, config):
    for name in config.not_run:
        terminalreporter.write_line(f"no time was left for {name}")
    if config.not_run:
        terminalreporter.write_line(
            f"{len(config.not_run)} tests were not run for want of time, and are not in the total"
        )
