# SPDX-License-Identifier: Apache-2.0
"""Images in place of the colours of bars, panels and prompts: to the bit as a second implementation has them."""

import random
import subprocess

import pytest
from daemon_process import tool, wait_until
from PIL import Image
from themes.pack_reader import Pack
from themes.second_renderer import composited, resampled, stored
from themes.snapshots import snapshot
from themes.test_compile import file_of, noise

BLUE = (0, 0, 255)
BAR = """
flipbook = 1
[background]
color = "0000FF"
[animation.bar]
kind = "bar"
anchor = "top-left"
offset = [{x}, {y}]
width = {width}
height = {height}
track-image = "track.png"
track-slice = {track}
fill-image = "fill.png"
fill-slice = {fill}
"""


def pixels_of(length: int, scale: float) -> int:
    """An edge in pixels, rounded to nearest; at least one."""
    return 0 if length == 0 else max(1, int(length * scale + 0.5))


def ends(first: int, last: int, length: int, scale: float) -> tuple[int, int]:
    """The edges of an image in a length."""
    a, b = pixels_of(first, scale), pixels_of(last, scale)
    return (a, b) if a + b <= length else (length * a // (a + b), length - length * a // (a + b))


def pieces(image, slice_, size: tuple[int, int], scale: float) -> dict[tuple[int, int], tuple]:
    """By column and row: the place and the size of a piece in a box, and its pixels."""
    width, height, source = image
    left, top, right, bottom = slice_
    across, down = ends(left, right, size[0], scale), ends(top, bottom, size[1], scale)
    columns = [(0, left, 0, across[0]), (left, width - right, across[0], size[0] - across[1]),
               (width - right, width, size[0] - across[1], size[0])]
    rows = [(0, top, 0, down[0]), (top, height - bottom, down[0], size[1] - down[1]),
            (height - bottom, height, size[1] - down[1], size[1])]
    found = {}
    for column, (x0, x1, u0, u1) in enumerate(columns):
        for row, (y0, y1, v0, v1) in enumerate(rows):
            if x0 < x1 and y0 < y1 and u0 < u1 and v0 < v1:
                part = [source[width * y + x] for y in range(y0, y1) for x in range(x0, x1)]
                found[column, row] = (u0, v0, u1 - u0, v1 - v0,
                                      resampled(part, (x1 - x0, y1 - y0), (u1 - u0, v1 - v0)))
    return found


def place(frame: dict, corner, parts, end: int | None, across: tuple[int, int]) -> None:
    """Composites pieces; a fill ends at a column, where its last pieces begin as many columns before."""
    for (column, _), (u, v, width, height, pixels) in parts.items():
        for index, pixel in enumerate(pixels):
            x, y = u + index % width, v + index // width
            if end is not None:
                if column == 0 and x >= end or column == 1 and x >= end - across[1]:
                    continue
                if column == 2:
                    x += max(end - across[1], across[0]) - u
                    if x >= end:
                        continue
            spot = corner[0] + x, corner[1] + y
            frame[spot] = composited(pixel, 65536, frame[spot])


def rendered(theme, pack, canvas, *options) -> Image.Image:
    path = theme.folder / "frame.png"
    subprocess.run([tool(), "render", "--theme", pack, "--canvas", "{}x{}".format(*canvas), "-o", path, *options],
                   check=True, timeout=120)
    return Image.open(path).convert("RGB")


@pytest.mark.parametrize("scale", [1, 1.25, 2, 3])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pieces_are_drawn_to_the_bit(theme, seed, scale):
    """Of translucent noise, as is what is behind it, at any progress."""
    dice = random.Random(seed)
    size = dice.randrange(24, 60) * 4, dice.randrange(5, 15) * 4
    images, slices = [], []
    for index in range(2):
        width, height = dice.randrange(8, 40), dice.randrange(6, 30)
        images.append(noise(10 * seed + index, width, height))
        slices.append([dice.randrange(width // 2), dice.randrange(height // 2), dice.randrange(1, width // 2),
                       dice.randrange(height // 2)])
    text = BAR.format(x=8, y=4, width=size[0], height=size[1], track=slices[0], fill=slices[1])
    folder = theme.make("t", text, track_png=file_of(images[0], "png"), fill_png=file_of(images[1], "png"))
    theme("compile", folder, "-o", "t.pack")
    pack = Pack((theme.folder / "t.pack").read_bytes())
    sources = [pack.image(index) for index in range(2)]
    box = tuple(int(side * scale) for side in size)
    canvas = size[0] + 16, size[1] + 8
    percent = dice.choice([0, 3, 10, 50, 81, 100])
    (theme.folder / "progress").write_text(f"0 progress {percent}\n")
    shown = rendered(theme, theme.folder / "t.pack", canvas, "--scale", str(scale), "--timeline",
                     theme.folder / "progress", "--at", "60000")
    under = tuple(257 * channel for channel in BLUE)
    frame = {(x, y): under for x in range(shown.width) for y in range(shown.height)}
    corner = int(8 * scale), int(4 * scale)
    place(frame, corner, pieces(sources[0], slices[0], box, scale), None, (0, 0))
    across = ends(slices[1][0], slices[1][2], box[0], scale)
    place(frame, corner, pieces(sources[1], slices[1], box, scale), int(box[0] * percent / 100 + 0.5), across)
    found = shown.load()
    for spot, wide in frame.items():
        assert found[spot] == tuple(stored(channel, 8) for channel in wide), (spot, percent, slices, box)


LOOK = """
flipbook = 1
[background]
color = "101830"
[animation.bar]
kind = "bar"
width = { size = "70%w", max = 300 }
height = 24
track-image = "box.png"
track-slice = [12, 0, 12, 0]
fill-image = "bar.png"
fill-slice = [12, 0, 12, 0]
[stack.panel]
elements = ["bar"]
padding = 20
image = "panel.png"
slice = [10, 10, 10, 10]
anchor = [0.5, 0.3]
[prompt]
anchor = [0.5, 0.8]
field-image = "entry.png"
field-slice = [4, 4, 4, 4]
bullet-image = "bullet.png"
[when.failed.animation.bar]
fill-image = "red.png"
"""


def rounded(width: int, height: int, color, edge) -> Image.Image:
    """A box with cut corners and an edge of two pixels."""
    image = Image.new("RGBA", (width, height), edge)
    image.paste(color, (2, 2, width - 2, height - 2))
    for x, y in ((0, 0), (1, 0), (0, 1)):
        for corner in ((x, y), (width - 1 - x, y), (x, height - 1 - y), (width - 1 - x, height - 1 - y)):
            image.putpixel(corner, (0, 0, 0, 0))
    return image


@pytest.fixture
def look(theme):
    """The pack of a theme with a panel, a bar and a prompt of images."""
    folder = theme.make("look", LOOK)
    for name, image in {
        "box": rounded(40, 24, (20, 20, 20, 255), (200, 200, 200, 255)),
        "bar": rounded(40, 24, (0, 160, 0, 255), (0, 80, 0, 255)),
        "red": rounded(40, 24, (200, 0, 0, 255), (90, 0, 0, 255)),
        "panel": rounded(30, 30, (40, 40, 90, 255), (90, 110, 200, 255)),
        "entry": rounded(16, 16, (240, 240, 240, 255), (255, 200, 0, 255)),
        "bullet": rounded(12, 12, (60, 60, 200, 255), (30, 30, 120, 255)),
    }.items():
        image.save(folder / f"{name}.png")
    theme("check", "look", "--strict")
    theme("compile", folder, "-o", "look.pack")
    return theme.folder / "look.pack"


def test_the_daemon_shows_the_images_of_parts(theme, look, start_daemon, tmp_path):
    daemon = start_daemon("--theme", str(look), output="memory:480x320")
    assert daemon.log == ""

    def column(color) -> int:
        """How many pixels of the bar's middle row have a colour."""
        image = snapshot(daemon, tmp_path)
        return sum(image.getpixel((x, 108)) == color for x in range(90, 390))

    assert daemon.ask("progress 50") == "ok"
    assert wait_until(lambda: column((0, 160, 0)) == 150 - 4)
    # The ends of both, and the corner of the panel, are as they are.
    image = snapshot(daemon, tmp_path)
    assert [image.getpixel((x, 108)) for x in (90, 91, 92, 237, 238, 239)] == [(0, 80, 0)] * 2 + [(0, 160, 0)] * 2 + [
        (0, 80, 0)] * 2
    assert [image.getpixel((x, 108)) for x in (240, 387, 388, 389)] == [(20, 20, 20)] * 2 + [(200, 200, 200)] * 2
    assert daemon.ask("fail") == "ok"
    assert wait_until(lambda: column((200, 0, 0)) == 150 - 4)
    assert column((0, 160, 0)) == 0


@pytest.mark.parametrize("typed", [0, 1, 5])
def test_each_character_is_an_image_in_the_field(theme, look, typed):
    image = rendered(theme, look, (480, 320), "--prompt", "Passphrase", "--bullets", str(typed), "--at", "2000")
    colors = {color: count for count, color in image.getcolors(1 << 20)}
    # Inside of its edge a bullet has 8 × 8 pixels.
    assert colors.get((60, 60, 200), 0) == 64 * typed
    assert colors[(240, 240, 240)] > 288 * 10 and colors[(255, 200, 0)] > 0


def test_a_pack_with_images_of_parts_says_its_version(theme, look):
    data = look.read_bytes()
    Pack(data)
    assert data[8:12] == bytes((1, 0, 4, 0))
    # The images of a bar, its failure, a panel and a prompt, each once.
    assert len(Pack(data).sections["IMAG"]) == 6
