# SPDX-License-Identifier: Apache-2.0
"""How much two images differ, and which of ours is nearest to one of Plymouth's."""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageStat

# A channel's difference from which a pixel counts as different.
VISIBLE = 8


@dataclass(frozen=True)
class Difference:
    """Of the channels of all pixels, in levels of 255."""

    mean: float
    largest: int
    visible: float  # the share of pixels with a channel that differs by more than VISIBLE, in percent
    box: tuple | None  # where those are


def difference(one: Image.Image, other: Image.Image) -> Difference:
    channels = ImageChops.difference(one, other)
    statistics = ImageStat.Stat(channels)
    red, green, blue = channels.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    marked = most.point([255 * (level > VISIBLE) for level in range(256)])
    return Difference(sum(statistics.mean) / 3, max(high for _, high in statistics.extrema),
                      100 * marked.histogram()[255] / (one.width * one.height), marked.getbbox())


def nearest(shown: Image.Image, ours: list[Image.Image], box: tuple) -> int:
    """The index of the image that is nearest inside a box, which has all that moves."""
    part = shown.crop(box)
    sums = [sum(ImageStat.Stat(ImageChops.difference(part, image.crop(box))).sum) for image in ours]
    return sums.index(min(sums))


def moving_box(images: list[Image.Image]) -> tuple:
    """The box of all that differs among images of one theme."""
    boxes = [ImageChops.difference(images[0], image).getbbox() for image in images[1:]]
    found = [box for box in boxes if box]
    if not found:
        return (0, 0, *images[0].size)
    return (min(box[0] for box in found), min(box[1] for box in found), max(box[2] for box in found), max(box[3] for box in found))


def write_sheet(file: Path, original: Image.Image, ours: Image.Image) -> None:
    """Both side by side at half their size, and the difference, eight times as strong, below them around its box."""
    half = (original.width // 2, original.height // 2)
    sheet = Image.new("RGB", (2 * half[0] + 8, half[1]), (255, 255, 255))
    for column, image in enumerate((original, ours)):
        sheet.paste(image.resize(half, Image.BOX), (column * (half[0] + 8), 0))
    draw = ImageDraw.Draw(sheet)
    for column, words in enumerate(("Plymouth", "Flipbook")):
        draw.text((column * (half[0] + 8) + 12, half[1] - 22), words, fill=(200, 205, 212))
    file.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(file, optimize=True)
