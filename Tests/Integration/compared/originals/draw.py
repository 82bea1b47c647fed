#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the images of the three themes beside it: every image is made of the shapes below."""

import math
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).resolve().parent
FACTOR = 4  # shapes are drawn larger by it and then reduced


class Drawing:
    """An image of some pixels, drawn in their coordinates."""

    def __init__(self, width: int, height: int):
        self.size = (width, height)
        self.image = Image.new("RGBA", (width * FACTOR, height * FACTOR), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def disc(self, x: float, y: float, radius: float, color) -> None:
        self.draw.ellipse([FACTOR * value for value in (x - radius, y - radius, x + radius, y + radius)], fill=color)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, color) -> None:
        self.draw.rounded_rectangle([FACTOR * left, FACTOR * top, FACTOR * right - 1, FACTOR * bottom - 1],
                                    FACTOR * radius, fill=color)

    def polygon(self, points, color) -> None:
        self.draw.polygon([(FACTOR * x, FACTOR * y) for x, y in points], fill=color)

    def write(self, file: Path) -> None:
        file.parent.mkdir(exist_ok=True)
        # The colours of an edge's transparent pixels are those of the shape: they are averaged with their alpha.
        self.image.convert("RGBa").resize(self.size, Image.BOX).convert("RGBA").save(file, optimize=True)


def harbour() -> None:
    """Two-step: a lighthouse above a ring of dots, a bar, and a watermark."""
    folder = HERE / "harbour"
    logo = Drawing(120, 150)
    logo.polygon([(60, 30), (4, 12), (4, 44)], (255, 224, 150, 70))
    logo.polygon([(60, 30), (116, 12), (116, 44)], (255, 224, 150, 70))
    logo.polygon([(48, 42), (72, 42), (80, 138), (40, 138)], (240, 244, 248, 255))
    logo.polygon([(46.4, 62), (73.6, 62), (75.3, 82), (44.7, 82)], (214, 72, 60, 255))
    logo.polygon([(43.1, 102), (76.9, 102), (78.6, 122), (41.4, 122)], (214, 72, 60, 255))
    logo.box(44, 20, 76, 42, 4, (36, 50, 68, 255))
    logo.disc(60, 31, 8, (255, 224, 150, 255))
    logo.box(28, 136, 92, 146, 3, (36, 50, 68, 255))
    logo.write(folder / "header-image.png")
    count = 24
    for index in range(count):
        ring = Drawing(64, 64)
        for dot in range(12):
            angle = 2 * math.pi * dot / 12
            behind = (index / count * 12 - dot) % 12
            alpha = round(40 + 215 * max(0.0, 1 - behind / 9))
            ring.disc(32 + 24 * math.sin(angle), 32 - 24 * math.cos(angle), 4, (240, 244, 248, alpha))
        ring.write(folder / f"throbber-{index + 1:04}.png")
    mark = Drawing(150, 28)
    for index in range(6):
        mark.polygon([(25 * index, 18), (25 * index + 12.5, 8), (25 * index + 25, 18), (25 * index + 12.5, 24)],
                     (255, 255, 255, 60 + 20 * index))
    mark.write(folder / "watermark.png")
    # Without these the plugin shows nothing. The comparison asks for no password.
    lock = Drawing(24, 28)
    lock.box(5, 2, 19, 20, 7, (240, 244, 248, 255))
    lock.box(2, 12, 22, 27, 3, (240, 244, 248, 255))
    lock.write(folder / "lock.png")
    entry = Drawing(260, 34)
    entry.box(0, 0, 260, 34, 6, (43, 68, 98, 255))
    entry.write(folder / "entry.png")
    bullet = Drawing(8, 8)
    bullet.disc(4, 4, 4, (240, 244, 248, 255))
    bullet.write(folder / "bullet.png")


def ember() -> None:
    """Script: a logo that breathes, inside a wheel that turns."""
    folder = HERE / "ember"
    logo = Drawing(96, 96)
    flame = [(48 + (18 + 16 * math.sin(t / 2) ** 2) * math.sin(t) * (1 - 0.45 * math.cos(t / 2)),
              54 + 34 * math.cos(t)) for t in (math.pi * step / 60 for step in range(121))]
    logo.polygon(flame, (255, 122, 46, 255))
    logo.polygon([(48 + 0.5 * (x - 48), 64 + 0.5 * (y - 54)) for x, y in flame], (255, 214, 102, 255))
    logo.write(folder / "flame.png")
    wheel = Drawing(220, 220)
    for tooth in range(24):
        angle = 2 * math.pi * tooth / 24
        x, y = 110 + 96 * math.sin(angle), 110 - 96 * math.cos(angle)
        wheel.disc(x, y, 7 - 4.5 * tooth / 24, (255, 170, 90, 255 - 9 * tooth))
    wheel.write(folder / "wheel.png")


def kiln() -> None:
    """Script: a bar that is cropped with the progress, in a frame, above a sequence of images."""
    folder = HERE / "kiln"
    paper = Image.new("RGBA", (64, 36))
    for y in range(36):
        for x in range(64):
            near = math.hypot(x - 31.5, 1.6 * (y - 14)) / 40
            paper.putpixel((x, y), (round(28 + 34 * max(0, 1 - near)), round(30 + 22 * max(0, 1 - near)),
                                    round(46 + 8 * max(0, 1 - near)), 255))
    folder.mkdir(exist_ok=True)
    paper.save(folder / "background.png", optimize=True)
    frame = Drawing(420, 26)
    frame.box(0, 0, 420, 26, 13, (255, 255, 255, 70))
    frame.box(2, 2, 418, 24, 11, (18, 20, 30, 255))
    frame.write(folder / "frame.png")
    bar = Image.new("RGBA", (400, 10))
    for x in range(400):
        for y in range(10):
            bar.putpixel((x, y), (225 - x // 8, 90 + 100 * x // 400, 60 + x // 10, 255))
    bar.save(folder / "bar.png", optimize=True)
    for index in range(16):
        pot = Drawing(120, 110)
        turn = 2 * math.pi * index / 16
        outline = [(60 + side * (26 + 14 * math.sin(math.pi * (height / 90) ** 1.4)), 98 - height)
                   for side, heights in ((-1, range(0, 91, 3)), (1, range(90, -1, -3))) for height in heights]
        pot.polygon(outline, (198, 96, 62, 255))
        for stripe in range(6):
            phase = (turn + 2 * math.pi * stripe / 6) % (2 * math.pi)
            if math.cos(phase) > 0:
                middle = 60 + 34 * math.sin(phase)
                pot.box(middle - 4 * math.cos(phase), 46, middle + 4 * math.cos(phase), 62, 1, (250, 226, 190, 255))
        pot.box(24, 98, 96, 104, 3, (120, 128, 146, 255))
        pot.write(folder / f"pot-{index}.png")


if __name__ == "__main__":
    harbour()
    ember()
    kiln()
