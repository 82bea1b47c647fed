# SPDX-License-Identifier: Apache-2.0
"""What a frame shows, as far as its pixels show."""

from kms.image import Image

BACKGROUND = (0xFF, 0xFF, 0xFF)
# Of the box in which answers are typed, and a share of the height that is within it.
BOX, BOX_HEIGHT = (0xE6, 0xE4, 0xE1), 0.725


def pixel(frame: Image, x: int, y: int) -> tuple:
    at = (y * frame.width + x) * 3
    return tuple(frame.pixels[at : at + 3])


def is_splash(frame: Image) -> bool:
    """Whether all corners have the splash's light background: a console is black."""
    corners = [(x, y) for x in (2, frame.width - 3) for y in (2, frame.height - 3)]
    return all(min(pixel(frame, x, y)) > 0xF0 for x, y in corners)


def is_black(frame: Image) -> bool:
    return not any(frame.pixels)


def is_filled(frame: Image, color: str) -> bool:
    """Whether every pixel has one colour."""
    return frame.pixels == bytes.fromhex(color) * (frame.width * frame.height)


def box(frame: Image) -> list:
    """The pixels of the row through the box in which answers are typed."""
    y = int(frame.height * BOX_HEIGHT)
    return [pixel(frame, x, y) for x in range(frame.width)]


def asks(frame: Image) -> bool:
    """Whether a frame shows the splash with a question."""
    return is_splash(frame) and box(frame).count(BOX) >= 100


def is_typed(frame: Image) -> bool:
    """Whether a frame shows a question with a part of its answer: more than the cursor is in the box."""
    return asks(frame) and sum(max(pixel) < 0x80 for pixel in box(frame)) >= 12
