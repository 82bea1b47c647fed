# SPDX-License-Identifier: Apache-2.0
"""Wrong options cost a line in the log, and never the splash."""

import subprocess

import pytest
from daemon_process import flipbookd


def check(*options):
    return subprocess.run([flipbookd(), "--check-options", *options], timeout=20,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)


@pytest.mark.parametrize("options, line", [
    (["--animation", "nonsense"], "--animation 'nonsense': expected flow, download or ring"),
    (["--frames", "some"], "--frames 'some': expected smooth or every"),
    (["--rings=99"], "--rings '99': expected a whole number from 1 to 8"),
    (["--nonsense"], "unknown option '--nonsense'; see --help"),
    (["--scale"], "--scale: a value is missing"),
    (["--group", "no-such-group"], "--group 'no-such-group': no such group"),
    (["--output", "eDP-1:zoom=2"], None),
])
def test_a_wrong_option_is_logged_and_left_out(start_daemon, options, line):
    daemon = start_daemon(*options)
    assert daemon.log.count("\n") == 1
    if line:
        assert daemon.log == f"flipbookd: {line}; ignoring it\n"
    assert daemon.ping()
    assert check(*options).returncode == 2


@pytest.mark.parametrize("option", ["--no-vt", "--no-terminal"])
def test_the_terminal_option_has_its_former_name_too(option):
    assert check(option).returncode == 0


def test_what_follows_a_wrong_option_counts(start_daemon):
    daemon = start_daemon("--animation", "nonsense", "--animation", "ring")
    assert "animation=ring" in daemon.ask("status")


def test_an_impossible_size_is_the_usual_one(start_daemon):
    daemon = start_daemon("--animation", "ring", "--size", "20")
    assert daemon.log == ("flipbookd: --size leaves less than 34 points for the innermost ring; "
                          "using the usual size\n")
    assert daemon.ping()
    assert check("--animation", "ring", "--size", "20").returncode == 2


def test_good_options_are_good():
    checked = check("--animation", "ring", "--size", "200")
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("option, value, limit, line", [
    ("--console", "/dev/ttyS{}", 64, "there are too many; 64 are possible"),
    ("--psplash", "/run/splash-{}", 64, "there are too many; 64 are possible"),
    ("--output", "memory:64x6{}", 8, "there are at most 8"),
])
def test_an_option_is_repeated_up_to_its_limit(option, value, limit, line):
    words = [f"{option}={value.format(index)}" for index in range(limit + 1)]
    assert check(*words[:-1]).returncode == 0
    checked = check(*words)
    last = value.format(limit)
    assert (checked.returncode, checked.stderr) == (2, f"flipbookd: {option} '{last}': {line}; ignoring it\n")
