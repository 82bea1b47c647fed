# SPDX-License-Identifier: Apache-2.0
"""What a frame shows, as far as its pixels show."""

from kms.image import Image

BACKGROUND = (0xFF, 0xFF, 0xFF)
# Of the field in which answers are typed.
FIELD = (0xF3, 0xF2, 0xF0)
# Of the ring after a failure.
FAILURE = (0xD0, 0x31, 0x2D)


def pixel(frame: Image, x: int, y: int) -> tuple:
    at = (y * frame.width + x) * 3
    return tuple(frame.pixels[at : at + 3])


def corners(frame: Image) -> list:
    """The pixels in the corners, where all themes of the tests have nothing but their background."""
    return [pixel(frame, x, y) for x in (2, frame.width - 3) for y in (2, frame.height - 3)]


def is_splash(frame: Image) -> bool:
    """Whether all corners have the splash's light background: a console is black."""
    return all(min(pixel) > 0xF0 for pixel in corners(frame))


def has_failed(frame: Image) -> bool:
    """Whether many pixels have the colour of a failure."""
    return frame.pixels.count(bytes(FAILURE)) >= 100


def is_black(frame: Image) -> bool:
    return not any(frame.pixels)


def is_filled(frame: Image, color: str) -> bool:
    """Whether every pixel has one colour."""
    return frame.pixels == bytes.fromhex(color) * (frame.width * frame.height)


def field(frame: Image) -> list:
    """The pixels of the row through the middle of the field in which answers are typed, without its padlock."""
    def row(y: int) -> list:
        line = frame.pixels[y * frame.width * 3 : (y + 1) * frame.width * 3]
        # Most rows have none, and to look at each pixel takes long.
        return [pixel(frame, x, y) for x in range(frame.width)] if line.count(bytes(FIELD)) >= 100 else []

    rows = [y for y in range(frame.height) if row(y)]
    if not rows:
        return []
    middle = row((rows[0] + rows[-1]) // 2)
    if FIELD not in middle:
        return []
    return middle[middle.index(FIELD) + (rows[-1] - rows[0]) * 3 // 4 :]


def has_field(frame: Image) -> bool:
    """Whether a frame has the field in which answers are typed."""
    return field(frame).count(FIELD) >= 100


def asks(frame: Image) -> bool:
    """Whether a frame shows the splash with a question."""
    return is_splash(frame) and has_field(frame)


def is_typed(frame: Image) -> bool:
    """Whether a frame shows a question with a part of its answer: more than the cursor is in the field."""
    return is_splash(frame) and sum(max(pixel) < 0x80 for pixel in field(frame)) >= 8
