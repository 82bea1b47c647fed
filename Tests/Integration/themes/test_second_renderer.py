# SPDX-License-Identifier: Apache-2.0
"""Images come out as a second implementation has them, to the bit, and near what floating point has."""

import random
import struct
import subprocess

import pytest
from daemon_process import tool
from PIL import Image
from themes.long_run import count
from themes.pack_reader import Pack
from themes.second_renderer import bias, composited, opacity_of, resampled, resampled_in_floats, stored
from themes.test_compile import file_of, noise

CELL, COLUMNS, ROWS = 72, 8, 6
CANVAS = (CELL * COLUMNS, CELL * ROWS)
PER_PACK = COLUMNS * ROWS
BITS = {"RG16": (5, 6, 5), "XR24": (8, 8, 8)}


class Sheet:
    """A theme of many images of random sizes, shown in random sizes and opacities, and the expected result."""

    def __init__(self, theme, seed: int) -> None:
        dice = random.Random(seed)
        self.theme, self.name = theme, f"sheet{seed}"
        self.background = tuple(dice.randrange(256) for _ in range(3))
        text = "flipbook = 1\n[background]\ncolor = \"{:02x}{:02x}{:02x}\"\n".format(*self.background)
        folder = theme.make(self.name, text)
        self.sizes, asked = [], []
        for index in range(PER_PACK):
            source = dice.randrange(1, 65), dice.randrange(1, 65)
            target = source if index % 8 == 0 else (dice.randrange(1, 65), dice.randrange(1, 65))
            self.sizes.append(target)
            asked.append(65536 if index % 2 else dice.randrange(65537))
            (folder / f"{index}.png").write_bytes(file_of(noise(1000 * seed + index, *source), "png"))
            x, y = self.place(index)
            text += (f"[image.i{index}]\nfile = \"{index}.png\"\nfit = \"stretch\"\nwidth = {target[0]}\n"
                     f"height = {target[1]}\nanchor = \"top-left\"\noffset = [{x}, {y}]\n"
                     f"opacity = {asked[-1] / 65536:.6f}\n")
        (folder / "theme.toml").write_text(text)
        theme("compile", self.name, "-o", f"{self.name}.pack")
        pack = Pack((theme.folder / f"{self.name}.pack").read_bytes())
        records = pack.sections["RECD"][1:1 + PER_PACK]
        self.opacities = [opacity_of(struct.unpack_from("<H", record, 64)[0]) for record in records]
        assert all(abs(found - number) <= 1 for found, number in zip(self.opacities, asked, strict=True))
        self.sources = [pack.image(index) for index in range(PER_PACK)]

    @staticmethod
    def place(index: int) -> tuple[int, int]:
        # Not where dithering begins again.
        return CELL * (index % COLUMNS) + index % 5, CELL * (index // COLUMNS) + index % 3

    def render(self, *options: str) -> Image.Image:
        path = self.theme.folder / "frame.png"
        subprocess.run([tool(), "render", "--theme", self.theme.folder / f"{self.name}.pack", "--canvas",
                        "{}x{}".format(*CANVAS), "--at", "0", "-o", path, *options], check=True, timeout=120)
        return Image.open(path).convert("RGB")

    def pixels(self, index: int):
        """Each pixel's position, with the expected and the shown value, without and with rounding."""
        width, height, source = self.sources[index]
        target = self.sizes[index]
        exact = resampled_in_floats(source, (width, height), target)
        left, top = self.place(index)
        for number, pixel in enumerate(resampled(source, (width, height), target)):
            yield left + number % target[0], top + number // target[0], pixel, exact[number]


def channels(shown: tuple[int, int, int], bits: tuple[int, int, int]) -> tuple[int, ...]:
    """A pixel of an image file as the format has it."""
    return tuple(round(value * ((1 << depth) - 1) / 255) for value, depth in zip(shown, bits))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, count(2, 11) + 1))
def test_images_are_drawn_to_the_bit(theme, seed):
    """528 of them in the long run. Compositing is within a 255th of what floating point has, or a step of the format."""
    sheet = Sheet(theme, seed)
    under = tuple(257 * channel for channel in sheet.background)
    frames = {"XR24": sheet.render().load(), "AR24": sheet.render("--format", "AR24").load(),
              "RG16": sheet.render("--format", "RG16", "--dither", "off").load(),
              "dithered": sheet.render("--format", "RG16").load()}
    for index in range(PER_PACK):
        opacity = sheet.opacities[index]
        for x, y, pixel, exact in sheet.pixels(index):
            wide = composited(pixel, opacity, under)
            place = (seed, index, x, y, pixel)
            assert all(abs(a - b) <= 1 for a, b in zip(pixel, exact)), place
            assert frames["XR24"][x, y] == frames["AR24"][x, y] == tuple(stored(c, 8) for c in wide), place
            floats = [over * opacity / 65536 + below * (1 - opacity / 65536 * pixel[3] / 255)
                      for over, below in zip(pixel, sheet.background)]
            assert all(abs(a - b) <= 1 for a, b in zip(frames["XR24"][x, y], floats)), place
            # All of an image is dithered, where nothing is seen of it, too.
            for name, added in (("RG16", 32767), ("dithered", bias(x, y) if opacity else 32767)):
                found = channels(frames[name][x, y], BITS["RG16"])
                assert found == tuple(stored(c, bits, added) for c, bits in zip(wide, BITS["RG16"])), (name, place)
                assert all(abs(a - b * ((1 << bits) - 1) / 255) <= 1
                           for a, b, bits in zip(found, floats, BITS["RG16"])), (name, place)


@pytest.mark.slow
@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_images_are_the_images_turned(theme, rotation):
    sheet = Sheet(theme, 99)
    turned = sheet.render("--rotate", str(rotation))
    assert turned.rotate(rotation, expand=True).tobytes() == sheet.render().tobytes()


def test_dithering_keeps_the_mean(theme):
    """Of each 8×8 pixels of one colour, to a 32nd of a step."""
    dice = random.Random(3)
    image = Image.new("RGB", (256, 256))
    for y in range(0, 256, 8):
        for x in range(0, 256, 8):
            image.paste(tuple(dice.randrange(256) for _ in range(3)), (x, y, x + 8, y + 8))
    theme.make("t", 'flipbook = 1\n[image.a]\nfile = "a.png"\nanchor = "top-left"\n', a_png=file_of(image, "png"))
    theme("compile", "t", "-o", "t.pack")
    path = theme.folder / "frame.png"
    subprocess.run([tool(), "render", "--theme", theme.folder / "t.pack", "--canvas", "256x256", "--at", "0", "--format",
                    "RG16", "-o", path], check=True, timeout=120)
    frame = Image.open(path).convert("RGB").load()
    original = image.load()
    for top in range(0, 256, 8):
        for left in range(0, 256, 8):
            cells = [channels(frame[left + x, top + y], BITS["RG16"]) for y in range(8) for x in range(8)]
            for c, bits in enumerate(BITS["RG16"]):
                mean = sum(cell[c] for cell in cells) / 64
                assert abs(mean - original[left, top][c] * ((1 << bits) - 1) / 255) <= 1 / 32, (left, top, c)
