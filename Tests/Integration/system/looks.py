# SPDX-License-Identifier: Apache-2.0
"""What a frame shows, as far as its pixels show."""

from kms.image import Image

BACKGROUND = (0xFF, 0xFF, 0xFF)


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


def has_ink(frame: Image, top: float, bottom: float) -> bool:
    """Whether something other than the background is between two shares of the height."""
    stride = frame.width * 3
    rows = frame.pixels[int(frame.height * top) * stride : int(frame.height * bottom) * stride]
    return rows != rows[:3] * (len(rows) // 3)
