# SPDX-License-Identifier: Apache-2.0
"""The daemon shows the logo of a firmware, whose files the test makes."""

import struct
from pathlib import Path

import pytest
from daemon_process import wait_until
from PIL import Image, ImageDraw
from run_options import ROOT
from themes.snapshots import snapshot

SIZE = (400, 300)
AT = (30, 20)
BLACK = (0, 0, 0)


@pytest.fixture
def logo() -> Image.Image:
    image = Image.new("RGB", (61, 40), (0, 0, 40))
    draw = ImageDraw.Draw(image)
    draw.ellipse((10, 5, 50, 35), fill=(255, 120, 0))
    draw.rectangle((0, 0, 4, 4), fill=(255, 255, 255))
    return image


def framebuffer(folder, width: int, height: int) -> None:
    (folder / "boot_params").write_bytes(bytes(0x12) + struct.pack("<HH", width, height) + bytes(4074))


@pytest.fixture
def table(tmp_path, logo):
    """The folder that the kernel has, for a framebuffer of the size of the outputs."""
    folder = tmp_path / "bgrt"
    folder.mkdir()
    logo.save(folder / "image", "bmp")
    framebuffer(folder, *SIZE)
    for name, number in (("xoffset", AT[0]), ("yoffset", AT[1]), ("status", 1)):
        (folder / name).write_text(f"{number}\n")
    return folder


def start(start_daemon, *options):
    return start_daemon(*options, output="memory:%dx%d" % SIZE)


def part(frame: Image.Image, logo: Image.Image, at=AT) -> Image.Image:
    return frame.crop((*at, at[0] + logo.width, at[1] + logo.height))


@pytest.mark.parametrize("rotation", ["0", "90", "180", "270"])
@pytest.mark.parametrize("animation", ["flow", "ring", "download"])
def test_the_built_in_look(start_daemon, table, logo, tmp_path, animation, rotation):
    """It is where the firmware has drawn it, whatever the rotation."""
    framebuffer(table, 1200, 900)
    daemon = start_daemon("--animation", animation, "--firmware-logo", str(table), "--rotate", rotation,
                          output="memory:1200x900")
    assert part(snapshot(daemon, tmp_path), logo).tobytes() == logo.tobytes()


def test_without_the_option_there_is_none(start_daemon, logo, tmp_path):
    daemon = start(start_daemon, "--animation", "flow")
    assert part(snapshot(daemon, tmp_path), logo).getcolors() == [(logo.width * logo.height, BLACK)]


def shipped(theme) -> str:
    theme("compile", ROOT / "config/themes/firmware", "-o", "firmware.pack")
    return str(theme.folder / "firmware.pack")


def test_the_shipped_theme(start_daemon, theme, table, logo, tmp_path):
    daemon = start(start_daemon, "--theme", shipped(theme), "--firmware-logo", str(table))
    daemon.ask("progress 50")
    frame = snapshot(daemon, tmp_path)
    assert part(frame, logo).tobytes() == logo.tobytes()
    # Nothing else is above the ring.
    frame.paste(BLACK, (*AT, AT[0] + logo.width, AT[1] + logo.height))
    left, top, right, bottom = frame.getbbox()
    assert top > SIZE[1] * 7 // 10 and left > SIZE[0] // 4 and right < SIZE[0] * 3 // 4


@pytest.mark.parametrize("source", ["none", "/no/such/folder"])
def test_the_shipped_theme_without_a_logo(start_daemon, theme, source, tmp_path):
    daemon = start(start_daemon, "--theme", shipped(theme), "--firmware-logo", source)
    assert snapshot(daemon, tmp_path).getbbox()[1] > SIZE[1] * 7 // 10
    assert daemon.log == ""


def test_it_does_not_blink_while_a_theme_appears(start_daemon, theme, table, logo, tmp_path):
    """A theme fades in from its background; the logo is there before it."""
    (theme.folder / "slow").mkdir()
    text = (ROOT / "config/themes/firmware/theme.toml").read_text()
    (theme.folder / "slow/theme.toml").write_text(text.replace("[stage]", "[stage]\nappear = 60"))
    theme("compile", "slow", "-o", "slow.pack")
    daemon = start(start_daemon, "--theme", str(theme.folder / "slow.pack"), "--firmware-logo", str(table))
    daemon.ask("progress 50")
    assert part(snapshot(daemon, tmp_path), logo).tobytes() == logo.tobytes()


def test_a_change_of_the_theme(machine, start_daemon, theme, table, logo, tmp_path):
    """A look without the logo and back to one with it."""
    (theme.folder / "plain").mkdir()
    (theme.folder / "plain/theme.toml").write_text(
        'flipbook = 1\nname = "plain"\n[stage]\ndissolve = 0\n[background]\ncolor = "0000FF"\n')
    daemon = start(start_daemon, "--theme", shipped(theme), "--firmware-logo", str(table))
    theme("apply", "plain", "--socket", daemon.native)
    assert wait_until(lambda: part(snapshot(daemon, tmp_path), logo).getcolors() == [
        (logo.width * logo.height, (0, 0, 255))])
    theme("apply", ROOT / "config/themes/firmware", "--socket", daemon.native)
    assert wait_until(lambda: part(snapshot(daemon, tmp_path), logo).tobytes() == logo.tobytes())


@pytest.mark.parametrize("damage", ["cut", "text", "palette"])
def test_a_broken_image_is_one_line(start_daemon, table, logo, tmp_path, damage):
    file = table / "image"
    if damage == "palette":
        logo.quantize(16).save(file, "bmp")
    else:
        file.write_bytes(file.read_bytes()[:1000] if damage == "cut" else b"no image")
    daemon = start(start_daemon, "--animation", "flow", "--firmware-logo", str(table))
    assert part(snapshot(daemon, tmp_path), logo).getcolors() == [(logo.width * logo.height, BLACK)]
    assert daemon.log == (f"flipbookd: {table}/image: not a bitmap of 24 or 32 bits per pixel and up to 2 million "
                          "pixels; showing no logo\n")


def test_the_pack_has_the_version_that_has_the_logo(theme):
    """An older daemon then passes over the field, and shows the theme without a logo."""
    assert Path(shipped(theme)).read_bytes()[8:12] == bytes([1, 0, 2, 0])


@pytest.mark.parametrize("has_logo", [True, False])
def test_a_situation_fades_to_a_background_with_the_logo(start_daemon, theme, table, logo, tmp_path, has_logo):
    """The colour outside of the logo is a mean of both in the middle of a fade."""
    (theme.folder / "fading").mkdir()
    (theme.folder / "fading/theme.toml").write_text("""flipbook = 1
name = "fading"
[stage]
fade = 60
appear = 0
[background]
color = "0000FF"
[when.failed.background]
color = "FF0000"
image = "firmware"
""")
    theme("compile", "fading", "-o", "fading.pack")
    daemon = start(start_daemon, "--theme", str(theme.folder / "fading.pack"), "--firmware-logo",
                   str(table) if has_logo else "none")
    daemon.ask("fail")
    seen = set()

    def has_changed() -> bool:
        red, _, blue = snapshot(daemon, tmp_path).getpixel((SIZE[0] - 2, SIZE[1] - 2))
        seen.add((red, blue))
        return len(seen) > 2

    assert wait_until(has_changed)
    assert all(abs(red + blue - 255) <= 2 for red, blue in seen)
    assert not any(red > 250 for red, _ in seen)
