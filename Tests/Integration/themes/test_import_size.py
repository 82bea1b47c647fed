# SPDX-License-Identifier: Apache-2.0
"""An import says what a theme costs, makes it smaller when it is asked to, and draws a filmstrip of it."""

import random
import re
import subprocess
import tomllib

import pytest
from daemon_process import theme_tool
from PIL import Image
from themes.import_samples import bootanimation, dot, frames, imported, png, refused
from themes.pseudo_terminal import Terminal


def noise(seed: int, size: int = 60) -> bytes:
    """A transparent image with random colours in its middle, which no compression makes small."""
    dice = random.Random(seed)
    image = Image.new("RGBA", (2 * size, 2 * size))
    for y in range(size // 2, size // 2 + size):
        for x in range(size // 2, size // 2 + size):
            image.putpixel((x, y), (dice.randrange(256), dice.randrange(256), dice.randrange(256), 255))
    return png(image)


def noisy(theme, count: int = 12) -> None:
    folder = theme.folder / "a"
    folder.mkdir()
    for index in range(count):
        (folder / f"{index}.png").write_bytes(noise(index))


def pack_size(theme) -> int:
    return (theme.folder / "out.pack").stat().st_size


def test_the_cost_is_the_pack_s(theme):
    noisy(theme)
    _, lines = imported(theme, "a", "--rate", "50")
    # 120 × 120 pixels, 50 times a second.
    assert any(line.startswith("cost: a pack of ") and "0.7 million pixels a second" in line for line in lines)
    assert f"a pack of {(pack_size(theme) + 512) // 1024} KiB" in "\n".join(lines)


@pytest.mark.parametrize(("limit", "steps"), [
    ("10M", []), ("170K", ["cropped from 120×120 to 60×60", "every second frame, 6 of 12"]),
    ("20000", ["32 levels", "30×30 pixels", "every second frame, 3 of 6"])])
@pytest.mark.slow
def test_frames_become_smaller_until_the_pack_fits(theme, limit, steps):
    noisy(theme)
    toml, lines = imported(theme, "a", "--rate", "60", "--max-size", limit)
    number = int(limit.rstrip("KM")) << {"K": 10, "M": 20}.get(limit[-1], 0)
    assert pack_size(theme) <= number
    text = "\n".join(lines)
    assert all(step in text for step in steps), text
    if not steps:
        assert "changed" not in text
        return
    animation = toml["animation"]["frames"]
    # The speed stays: half of the frames at half of the rate.
    assert animation["rate"] == 60 * len(list((theme.folder / "out/frames").iterdir())) / 12
    with Image.open(sorted((theme.folder / "out/frames").iterdir())[0]) as image:
        # Half the pixels on each side are shown in the size of before.
        assert animation.get("width") == {"20000": 60}.get(limit)
        assert image.width == (30 if limit == "20000" else 60)


def test_a_size_that_cannot_be_reached_is_refused(theme):
    noisy(theme)
    words = refused(theme, "a", "--max-size", "500")
    assert re.search(r"a: the least is a pack of \d+ bytes; 500 are possible", words)
    assert not (theme.folder / "out").exists()


@pytest.mark.parametrize("option", [("--max-size", "0"), ("--max-size", "2G"), ("--max-size", "17592186044417M"),
                                    ("--max-size", "1025M"), ("--rate", "0.5"), ("--rate", "x")])
def test_wrong_values_of_options(theme, option):
    frames(theme.folder / "a", 3)
    assert option[0] in refused(theme, "a", *option)


@pytest.mark.slow
def test_a_filmstrip_shows_the_frames(theme):
    frames(theme.folder / "a", 12, color=(255, 0, 0, 255), paper=(0, 0, 90, 255))
    imported(theme, "a", "--preview")
    with Image.open(theme.folder / "out-preview.png") as image:
        colors = {color for _, color in image.convert("RGB").getcolors(1 << 24)}
        assert image.width > 4 * 480
    assert (0, 0, 90) in colors
    assert any(red > 200 and green < 60 and blue < 60 for red, green, blue in colors)


@pytest.mark.parametrize("seed", range(12))
def test_changed_archives_are_imported_or_refused_with_a_line(theme, seed):
    """Of the whole program, with at most 2 GB and 30 s."""
    dice = random.Random(seed)
    whole = bootanimation("64 64 10\np 1 0 a\nc 0 0 b\n", {"a": [png(dot(0))], "b": [png(dot(n)) for n in range(3)]})
    for number in range(8):
        data = bytearray(whole)
        for _ in range(dice.randrange(1, 4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        (theme.folder / "b.zip").write_bytes(bytes(data))
        run = subprocess.run(["prlimit", "--as=2000000000", "--cpu=30", theme_tool(), "import", "b.zip", "-o", f"o{number}"],
                             cwd=theme.folder, capture_output=True, text=True, timeout=60)
        assert run.returncode in (0, 1, 2)
        if run.returncode:
            assert run.stderr.count("\n") == 1 and run.stderr.startswith("flipbook-theme: b.zip: ")
        else:
            assert tomllib.loads((theme.folder / f"o{number}/theme.toml").read_text())["flipbook"] == 1


def test_progress_is_shown_on_a_terminal_only(theme):
    frames(theme.folder / "a", 20)
    terminal = Terminal(theme.folder, theme_tool(), "import", "a", "-o", "out")
    assert terminal.end() == 0, terminal.said
    assert b"\rimporting: a: frame " in terminal.said and b"\rcompiling: " in terminal.said
    # The report is in place of it.
    assert b"\r\x1b[Ka: " in terminal.said
    assert theme("import", "a", "-o", "again").stderr == ""
