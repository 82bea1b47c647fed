# SPDX-License-Identifier: Apache-2.0
"""flipbook-theme play --display: the daemon that runs shows the theme."""

import signal
from pathlib import Path

import pytest
from daemon_process import theme_tool, wait_until
from themes.pseudo_terminal import Terminal
from themes.samples import LOGO, THEME
from themes.test_apply import FIRST, SECOND, shows

APPLIED = Path("/run/flipbook/theme.pack")


@pytest.fixture
def daemon(machine, start_daemon):
    return start_daemon(output="memory:400x300")


@pytest.fixture
def play(theme, packs, daemon):
    """Plays the first theme on the daemon's display."""
    terminals = []

    def start(*options: str) -> Terminal:
        terminals.append(Terminal(theme.folder, theme_tool(), "play", "first", "--display", "--socket", daemon.native,
                                  *options))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def test_the_daemon_shows_it_and_its_changes(play, daemon, theme, tmp_path):
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    shows(daemon, tmp_path, FIRST)
    (theme.folder / "first/theme.toml").write_text(THEME % "203040")
    terminal.wait_for(b"read again")
    shows(daemon, tmp_path, SECOND)
    # A mistake is named, and the last theme stays.
    (theme.folder / "first/theme.toml").write_text(THEME % "00FF00" + "wrong = 1\n")
    terminal.wait_for(b"theme.toml:")
    shows(daemon, tmp_path, SECOND)


@pytest.mark.parametrize(("key", "field", "value"), [
    (b"4", "target", "40.00"), (b"0", "target", "100.00"), (b"f", "state", "failed")])
def test_keys_are_commands_of_the_daemon(play, daemon, key, field, value):
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    terminal.press(key)
    assert wait_until(lambda: daemon.status()[field] == value), daemon.status()


def test_a_message_and_a_mode(play, daemon):
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    terminal.press(b"m")
    terminal.wait_for(b"shutdown  mode shutdown")
    terminal.press(b"t")
    terminal.wait_for(b"message Unpacking")
    assert daemon.message() == "Unpacking linux-image-amd64"


@pytest.mark.parametrize("end", [b"q", b"\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_end_shows_what_was_there(play, daemon, tmp_path, end):
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    terminal.press(b"4t")
    terminal.wait_for(b"message Unpacking")
    shows(daemon, tmp_path, FIRST)
    if isinstance(end, bytes):
        terminal.press(end)
    else:
        terminal.process.send_signal(end)
    assert terminal.end() == 0
    assert not APPLIED.exists()
    shows(daemon, tmp_path, (0, 0, 0))
    assert daemon.message() == "" and daemon.status()["target"] == "0.00"


def test_the_end_shows_the_theme_that_was_applied(play, daemon, theme, packs, tmp_path):
    theme("apply", "second.pack", "--socket", daemon.native)
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    shows(daemon, tmp_path, FIRST)
    terminal.press(b"q")
    assert terminal.end() == 0
    assert APPLIED.read_bytes() == (packs / "second.pack").read_bytes()
    shows(daemon, tmp_path, SECOND)


def test_without_a_daemon(theme, packs, machine):
    terminal = Terminal(theme.folder, theme_tool(), "play", "first", "--display", "--socket", "/run/none")
    assert terminal.end() == 3
    assert b"flipbook-theme: no daemon at /run/none: " in terminal.said
    assert not APPLIED.exists()
    terminal.close()


def test_options_of_the_terminal_are_refused(theme, packs):
    (theme.folder / "script").write_text("0 done\n")
    run = theme("play", "first", "--display", "--script", "script", status=2)
    assert run.stderr == (
        "flipbook-theme: play: --script and --graphics are for the terminal, not for --display\n")


def test_a_daemon_that_leaves_is_named(play, daemon):
    terminal = play()
    terminal.wait_for(b"? prints the keys")
    assert daemon.end() == 0
    terminal.press(b"4")
    terminal.wait_for(b"progress 40: no daemon at")
