# SPDX-License-Identifier: Apache-2.0
"""What a theme says of the console behind it."""

import io
import shutil
from pathlib import Path

import pytest
from clients.console_view import FAILED, Console
from daemon_process import wait_until
from PIL import Image
from themes.samples import LOGO, THEME

pytestmark = pytest.mark.root

LINE = "Failed to start foo.service - Foo, Esc for details"
PURPLE = (0xB5, 0x65, 0xC9)
MONO = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")


@pytest.fixture
def console(start_daemon, tmp_path, person, other):
    return lambda *options: Console(start_daemon, tmp_path, person, other, *options)


@pytest.fixture
def pack(theme):
    """A theme that names a failed unit, and one that does not."""
    for name, value in ("shown", "true"), ("hidden", "false"):
        text = THEME % "F7F5F0" + f"[stage]\nfailures = {value}\n"
        theme("compile", theme.make(name, text, logo_svg=LOGO % b"#ff0000"), "-o", theme.folder / f"{name}.pack")
    return lambda name: theme.folder / f"{name}.pack"


@pytest.mark.parametrize("name, options, is_shown", [
    ("shown", [], True),
    ("shown", ["--show-failures", "off"], False),
    ("hidden", ["--show-failures", "on"], True),
    ("hidden", [], False),
])
def test_the_option_decides_and_else_the_theme(console, pack, name, options, is_shown):
    shown = console("--theme", pack(name), *options)
    shown.write(FAILED)
    assert shown.behind.sees("foo.service")
    if is_shown:
        shown.daemon.wait_for_message(LINE)
    else:
        # A line that is on the display was read, and so were those before it.
        assert shown.daemon.ask("details on") == "ok"
        shown.write(b"\x1b[45mafter\x1b[0m\n")
        assert shown.wait_for(PURPLE)
        assert shown.daemon.message() == ""


def test_a_theme_that_comes_later_names_the_unit(machine, console, pack):
    shown = console("--theme", pack("hidden"))
    shown.write(FAILED)
    assert shown.behind.sees("foo.service")
    shutil.copy(pack("shown"), "/etc/flipbook/themes")
    assert shown.daemon.ask("theme shown") == "ok"
    shown.daemon.wait_for_message(LINE)


FONT = """
[stage]
console-font = "code"
[fonts.code]
file = "mono.ttf"
"""


def text_height(frame: Image.Image) -> int:
    """The height of the only line, by the colour behind it."""
    pixels = frame.load()
    return sum(any(pixels[x, y] == PURPLE for x in range(frame.width)) for y in range(frame.height))


@pytest.mark.slow
def test_the_console_has_the_themes_font(console, theme):
    files = {"logo_svg": LOGO % b"#ff0000", "mono_ttf": MONO.read_bytes()}
    theme("compile", theme.make("own", THEME % "F7F5F0" + FONT, **files), "-o", theme.folder / "own.pack")
    shown = console("--details", "--theme", theme.folder / "own.pack")
    shown.write(b"\x1b[45mMini\x1b[0m\n")
    assert shown.wait_for(PURPLE)
    # Capitals have 10 pixels. DejaVu Sans Mono reaches 13 above the baseline and 3 below it, the built-in font 13 and 4.
    assert text_height(shown.frame()) == 16
    # Another look has another font at once.
    assert shown.daemon.ask("theme built-in") == "ok"
    assert wait_until(lambda: text_height(shown.frame()) == 17)


GREEN = (0x20, 0xB0, 0x70)
FULL = """
flipbook = 1
[background]
image = "back.png"
"""


def test_an_image_of_the_whole_stage_gives_way_to_it(console, theme):
    """Both are the first image of a scene that covers all of it."""
    file = io.BytesIO()
    Image.new("RGB", (640, 360), GREEN).save(file, "PNG")
    theme("compile", theme.make("full", FULL, back_png=file.getvalue()), "-o", theme.folder / "full.pack")
    shown = console("--theme", theme.folder / "full.pack")
    assert shown.wait_for(GREEN)
    shown.write(b"\x1b[45mline\x1b[0m\n")
    assert shown.behind.sees("line")
    assert shown.daemon.ask("details on") == "ok"
    assert shown.wait_for(PURPLE)
    assert GREEN not in shown.frame().getdata()
