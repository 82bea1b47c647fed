# SPDX-License-Identifier: Apache-2.0
"""What a display shows over a time: screendumps ten times a second, in words."""

import time
from collections.abc import Callable

from guest import TIMEOUT_FACTOR, Guest
from kms.checks import GuestError
from kms.image import Image
from looks import is_black, is_splash, pixel

EVERY = 0.1  # seconds
LINE = 16  # rows of the kernel's font


def film(guest: Guest, is_end: Callable[[Image], bool], timeout: float = 150) -> list[str]:
    """What the display shows from the splash to a frame that ends it: "splash", "black", "console" and "end", each
    change once.

    The first frame of each is saved among the shots of the test.
    """
    seen, last = [], None
    end = time.monotonic() + timeout * TIMEOUT_FACTOR
    while "end" not in seen:
        began = time.monotonic()
        frame = guest.frame()
        if frame != last:
            last = frame
            kind = "end" if is_end(frame) else kind_of(frame)
            if kind != seen[-1] if seen else kind in ("splash", "end"):
                guest.keep(f"{len(seen):02}-{kind}")
                seen.append(kind)
        if began > end:
            raise GuestError(f"no end after {timeout * TIMEOUT_FACTOR:.0f} s; seen {seen}; {guest.last_words()}")
        time.sleep(max(0, began + EVERY - time.monotonic()))
    return seen


def kind_of(frame: Image) -> str:
    """A splash; black, with or without a mouse pointer; or a console, where text or its cursor is."""
    if is_splash(frame):
        return "splash"
    return "black" if is_black(frame) or is_pointer(frame) else "console"


def is_pointer(frame: Image) -> bool:
    """Whether all is black but for a shape that is higher than a line of text, and not wider than a pointer."""
    size = frame.width * 3
    rows = [y for y in range(frame.height) if any(frame.pixels[y * size : (y + 1) * size])]
    if not LINE < rows[-1] - rows[0] + 1 <= 3 * LINE:
        return False
    lit = [x for y in rows for x in range(frame.width) if any(pixel(frame, x, y))]
    return max(lit) - min(lit) < 3 * LINE


def after_splash(seen: list[str]) -> list[str]:
    """What a film shows between the splash and its end."""
    assert seen.count("splash") == 1, f"the splash is not shown all the time: {seen}"
    return seen[1:-1]
