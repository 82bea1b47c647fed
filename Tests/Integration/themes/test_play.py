# SPDX-License-Identifier: Apache-2.0
"""flipbook-theme play in a terminal, which the test is."""

import base64
import re
import signal
import subprocess
import termios
import time
import zlib

import pytest
from daemon_process import theme_tool, tool
from PIL import Image
from themes.pseudo_terminal import QUESTION, Terminal
from themes.samples import LOGO, THEME

ANSWERS = {
    "kitty": b"\x1b_Gi=31;OK\x1b\\\x1b[?62;c",
    "sixel": b"\x1b[?62;4c",
    "blocks": b"\x1b[?6c",
}
SIZE = (160, 96)


@pytest.fixture
def play(theme):
    """Plays a theme in a terminal with an answer."""
    theme.make("mine", THEME % "203040", logo_svg=LOGO % b"#ff8000")
    terminals = []

    def start(answer: str, *options: str, name: str = "mine") -> Terminal:
        size = [] if "--size" in options else ["--size", "%dx%d" % SIZE]
        terminals.append(Terminal(theme.folder, theme_tool(), "play", name, *size, *options, answer=ANSWERS[answer]))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def kitty_images(said: bytes) -> list[bytes]:
    """The pixels of all whole images."""
    images, parts = [], b""
    for keys, data in re.findall(rb"\x1b_G([^;\x1b]*);([^\x1b]*)\x1b\\", said):
        if b"a=q" in keys:
            continue
        parts = data if b"a=T" in keys else parts + data
        if keys.endswith(b"m=0"):
            images.append(zlib.decompress(base64.b64decode(parts)))
    return images


def test_the_frames_are_those_of_the_renderer(play, theme):
    (theme.folder / "script").write_text("0 progress 50\n")
    terminal = play("kitty", "--script", "script")
    said = terminal.read(lambda said: b"1.5 s" in said)
    theme("compile", "mine", "-o", "mine.pack")
    subprocess.run([tool(), "render", "--theme", "mine.pack", "--canvas", "%dx%d" % SIZE, "--mode", "boot-up", "--timeline",
                    "script", "--at", "1500", "-o", "still.ppm"], cwd=theme.folder, check=True)
    still = Image.open(theme.folder / "still.ppm").convert("RGB").tobytes()
    assert kitty_images(said)[-1] == still
    assert b"s=160,v=96," in said
    assert said.count(b"a=T") < 60


@pytest.mark.parametrize("answer, mark", [("kitty", b"\x1b_Ga=T"), ("sixel", b"\x1bP0;1;0q"), ("blocks", "▀".encode())])
def test_the_terminal_says_what_it_has(play, answer, mark):
    terminal = play(answer)
    said = terminal.read(lambda said: mark in said)
    for other in (b"\x1b_Ga=T", b"\x1bP0;1;0q", "▀".encode()):
        assert (other in said) == (other == mark)


def test_a_terminal_without_an_answer_has_blocks(play):
    terminal = play("blocks")
    terminal.answer = b""
    terminal.read(lambda said: "▀".encode() in said)


def test_graphics_are_not_asked_for_where_they_are_said(play):
    terminal = play("blocks", "--graphics", "sixel")
    assert QUESTION not in terminal.read(lambda said: b"\x1bP0;1;0q" in said)


@pytest.mark.parametrize("keys, caption", [
    (b"4", b"progress 40"), (b"0", b"progress 100"), (b"u", b"progress unknown"), (b"f", b"fail"), (b"d", b"done"),
    (b"r", b"reset"), (b"t", b"message Unpacking"), (b"p", b"a question"), (b"m", b"shutdown"), (b"v", b"mine:dark"),
    (b"o", b"s=96,v=160,"), (b"+", b"s=200,v=120,"), (b"-", b"s=120,v=72,"), (b" ", b"paused"), (b".", b"paused"), (b"?", b"0-9 u f d r t p: commands"),
])
def test_keys(play, keys, caption):
    terminal = play("kitty")
    terminal.read(lambda said: b"? prints the keys" in said)
    terminal.press(keys)
    terminal.wait_for(caption)
    assert terminal.process.poll() is None


def test_a_turned_and_a_larger_frame(play):
    terminal = play("kitty")
    terminal.read(lambda said: b"s=160,v=96," in said)
    terminal.press(b"o")
    terminal.wait_for(b"s=96,v=160,")
    terminal.press(b"++")
    terminal.wait_for(b"s=144,v=240,")


@pytest.mark.parametrize("end", [b"q", b"\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_end_restores_the_terminal(play, end):
    terminal = play("kitty")
    terminal.read(lambda said: b"a=T" in said)
    if isinstance(end, bytes):
        terminal.press(end)
    else:
        terminal.process.send_signal(end)
    assert terminal.end() == 0
    assert terminal.said.endswith(b"\x1b_Ga=d,d=A,q=2\x1b\\\x1b[0m\x1b[?25h\x1b[?1049l")
    assert termios.tcgetattr(terminal.follower)[:4] == terminal.before[:4]


def first_pixels(terminal, color: bytes) -> bool:
    """Waits for a frame with a background of a colour."""
    return terminal.read(lambda said: any(image[:3] == color for image in kitty_images(said))) != b""


@pytest.mark.parametrize("name", ["mine", "mine/theme.toml"])
def test_a_change_of_a_file_is_shown(play, theme, name):
    (theme.folder / "script").write_text("0 progress 50\n")
    terminal = play("kitty", "--script", "script", name=name)
    terminal.read(lambda said: b"1.0 s" in said)
    (theme.folder / "mine/theme.toml").write_text(THEME % "FF0000")
    terminal.wait_for(b"read again")
    terminal.said = b""
    terminal.press(b"u")
    assert first_pixels(terminal, b"\xff\0\0")
    # A mistake is named, and the last theme stays.
    (theme.folder / "mine/theme.toml").write_text(THEME % "00FF00" + "wrong = 1\n")
    terminal.wait_for(b"theme.toml:")
    terminal.said = b""
    terminal.press(b"4")
    assert first_pixels(terminal, b"\xff\0\0")
    assert not any(image[:3] == b"\0\xff\0" for image in kitty_images(terminal.said))
    (theme.folder / "mine/theme.toml").write_text(THEME % "FF0000")
    terminal.wait_for(b"read again")
    # An image alone.
    (theme.folder / "mine/logo.svg").write_bytes(LOGO % b"#0000ff")
    terminal.wait_for(b"read again")
    terminal.said = b""
    terminal.press(b"u")
    terminal.read(lambda said: any(b"\0\0\xff" * 8 in image for image in kitty_images(said)))


def test_a_key_is_obeyed_before_later_commands_of_a_script(play, theme):
    (theme.folder / "script").write_text("3600000 done\n")
    terminal = play("kitty", "--script", "script")
    terminal.read(lambda said: b"0.5 s" in said)
    before = kitty_images(terminal.said)[-1]
    terminal.said = b""
    terminal.press(b"0")
    terminal.read(lambda said: any(image != before for image in kitty_images(said)))


def test_a_question_outlives_a_change_of_the_theme(play, theme):
    terminal = play("kitty")
    terminal.read(lambda said: b"0.3 s" in said)
    plain = kitty_images(terminal.said)[-1]
    terminal.press(b"p")
    terminal.wait_for(b"a question")
    terminal.press(b" ")
    terminal.wait_for(b"paused")
    terminal.said = b""
    (theme.folder / "mine/theme.toml").write_text(THEME % "203041")
    terminal.read(lambda said: b"read again" in said and kitty_images(said))
    asked = kitty_images(terminal.said)[-1]
    assert sum(a != b for a, b in zip(plain[:30000], asked[:30000])) > 1000


def test_a_stage_that_is_too_large_leaves_the_last(play):
    terminal = play("kitty", "--size", "15000x48")
    terminal.read(lambda said: b"s=15000,v=48," in said)
    terminal.press(b"+")
    terminal.wait_for(b"longer than 16384")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_nothing_stays_of_a_larger_frame(play):
    """Half blocks and sixels draw over what was there, and no more."""
    terminal = play("blocks")
    # The first frame is whole where its caption is.
    terminal.read(lambda said: b"? prints the keys" in said)
    terminal.said = b""
    terminal.press(b"o")
    terminal.read(lambda said: b"\x1b[2J" in said)


@pytest.mark.parametrize("sequence", [b"\x1b[3~", b"\x1b[1;5C", b"\x1b_Gi=31;OK\x1b\\\x1b[?62;4c"])
def test_escape_sequences_are_no_keys(play, sequence):
    terminal = play("kitty")
    terminal.read(lambda said: b"? prints the keys" in said)
    terminal.press(sequence)
    terminal.wait_for(b" s  mine")
    time.sleep(0.3)
    terminal.press(b" ")
    terminal.wait_for(b"paused")
    assert b"? prints the keys" in terminal.said and b"progress" not in terminal.said


def test_without_a_terminal(theme):
    theme.make("mine", THEME % "203040", logo_svg=LOGO % b"#ff8000")
    run = theme("play", "mine", status=2)
    assert run.stderr == "flipbook-theme: play: standard output is no terminal; 'record' writes files\n"
