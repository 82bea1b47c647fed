# SPDX-License-Identifier: Apache-2.0
"""Somebody who taps on the on-screen keyboard: with fingers, on a tablet, or with a mouse."""

from on_screen import CAPITALS, LETTERS, SYMBOLS, key_center, memory_pixel
from terminals.input_devices import (
    ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_X, ABS_MT_Y, ABS_X, ABS_Y, BTN_LEFT, BUTTON_MOUSE, EV_ABS, EV_KEY, EV_REL,
    REL_X, REL_Y, TABLET, TOUCH_SCREEN, InputDevices,
)

# The range of the touch screen's positions; see input_devices.c.
LEFT, WIDE, HIGH = 100, 4096, 2048


class Display:
    """The display of the keyboard: its size in memory, and its rotation."""

    def __init__(self, width: int, height: int, rotation: int = 0) -> None:
        self.width, self.height, self.rotation = width, height, rotation
        turned = rotation in (90, 270)
        self.stage = (height, width) if turned else (width, height)

    def center(self, key: str, layer: tuple = LETTERS) -> tuple:
        """The pixel of a key in memory."""
        return memory_pixel(*key_center(key, *self.stage, layer), self.width, self.height, self.rotation)


class Fingers:
    """Fingers on a touch screen."""

    def __init__(self, devices: InputDevices, display: Display, number: int = 5) -> None:
        self.device = devices.add(number, TOUCH_SCREEN)
        self.display = display
        self.tracking = 0

    def position(self, pixel: tuple) -> tuple:
        x, y = pixel
        return (LEFT + (2 * x + 1) * WIDE // (2 * self.display.width), (2 * y + 1) * HIGH // (2 * self.display.height))

    def down(self, key: str, slot: int = 0, layer: tuple = LETTERS) -> None:
        self._down(self.display.center(key, layer), slot)

    def _down(self, pixel: tuple, slot: int) -> None:
        self.tracking += 1
        x, y = self.position(pixel)
        self.device.report((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, self.tracking),
                           (EV_ABS, ABS_MT_X, x), (EV_ABS, ABS_MT_Y, y))

    def move(self, key: str, slot: int = 0) -> None:
        x, y = self.position(self.display.center(key))
        self.device.report((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_X, x), (EV_ABS, ABS_MT_Y, y))

    def up(self, slot: int = 0) -> None:
        self.device.report((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1))

    def tap(self, keys: str) -> None:
        """Taps letters, capitals, digits and signs of the first page, and keys as `key_center` has them."""
        type_keys(keys, self._tap)

    def _tap(self, key: str, layer: tuple) -> None:
        self.down(key, layer=layer)
        self.up()

    def tap_at(self, x: int, y: int) -> None:
        """Taps a pixel of the unrotated stage."""
        self._down(memory_pixel(x, y, self.display.width, self.display.height, self.display.rotation), slot=0)
        self.up()


class Tablet:
    """A mouse with an absolute position."""

    def __init__(self, devices: InputDevices, display: Display, number: int = 6) -> None:
        self.device = devices.add(number, TABLET)
        self.display = display

    def tap(self, keys: str) -> None:
        type_keys(keys, self._tap)

    def _tap(self, key: str, layer: tuple) -> None:
        x, y = self.display.center(key, layer)
        self.device.report((EV_ABS, ABS_X, (2 * x + 1) * 32768 // (2 * self.display.width)),
                           (EV_ABS, ABS_Y, (2 * y + 1) * 32768 // (2 * self.display.height)))
        self.device.report((EV_KEY, BTN_LEFT, 1))
        self.device.report((EV_KEY, BTN_LEFT, 0))


class Mouse:
    """A mouse whose pointer begins in the middle; a stage of 1920 pixels has one pixel for each count."""

    def __init__(self, devices: InputDevices, display: Display, number: int = 7) -> None:
        self.device = devices.add(number, BUTTON_MOUSE)
        self.display = display
        self.at = (display.stage[0] // 2, display.stage[1] // 2)

    def tap(self, keys: str) -> None:
        type_keys(keys, self._tap)

    def _tap(self, key: str, layer: tuple) -> None:
        there = key_center(key, *self.display.stage, layer)
        longest = max(self.display.stage)
        counts = [round((there[axis] - self.at[axis]) * 1920 / longest) for axis in (0, 1)]
        self.device.report((EV_REL, REL_X, counts[0]), (EV_REL, REL_Y, counts[1]))
        # Rounded to whole pixels towards zero.
        self.at = tuple(self.at[axis] + int(counts[axis] * longest / 1920) for axis in (0, 1))
        self.device.report((EV_KEY, BTN_LEFT, 1))
        self.device.report((EV_KEY, BTN_LEFT, 0))


def type_keys(keys: str, tap) -> None:
    """Taps keys, and those that change the layer before them."""
    in_symbols = False
    for key in keys:
        is_symbol = key not in " \n<^" and not key.isalpha()
        if is_symbol != in_symbols and key not in " \n<":
            # The key that changes to the other layer is at the same place in both.
            tap("1", LETTERS)
            in_symbols = is_symbol
        if key.isupper():
            tap("^", LETTERS)
        tap(key, SYMBOLS if is_symbol else CAPITALS if key.isupper() else LETTERS)
