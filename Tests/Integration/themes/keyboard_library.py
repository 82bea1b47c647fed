# SPDX-License-Identifier: Apache-2.0
"""libxkbcommon itself, without what the compiler calls it by: keys are pressed and held."""

import ctypes

# linux/input-event-codes.h. The right Alt is AltGr in most layouts, and in others goes to no other level, as in Russian.
SHIFT, ALTGR, CAPS, NUM = 42, 100, 58, 69
# The symbol of the Compose key, and its value in packs; values above it are of sequences that it begins.
MULTI_KEY, COMPOSE = 0xFF20, 0xE0FF
DEAD = range(0xFE50, 0xFED0)
COMPOSED = 2


class Names(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("rules", "model", "layout", "variant", "options")]


def _library() -> ctypes.CDLL:
    library = ctypes.CDLL("libxkbcommon.so.0")
    for name in ("context_new", "keymap_new_from_names", "state_new", "compose_table_new_from_locale",
                 "compose_state_new"):
        getattr(library, "xkb_" + name).restype = ctypes.c_void_p
    return library


class Keyboard:
    """A keyboard with a layout, in a state that keys have made."""

    def __init__(self, layout: str, locale: str = "en_US.UTF-8") -> None:
        name, _, variant = layout.partition(":")
        self._library = _library()
        names = Names(b"evdev", b"pc105", name.encode(), variant.encode(), b"")
        # Nothing of the environment.
        self._context = ctypes.c_void_p(self._library.xkb_context_new(2))
        self._keymap = ctypes.c_void_p(self._library.xkb_keymap_new_from_names(self._context, ctypes.byref(names), 0))
        assert self._keymap, layout
        table = ctypes.c_void_p(self._library.xkb_compose_table_new_from_locale(self._context, locale.encode(), 0))
        assert table, locale
        self._compose = ctypes.c_void_p(self._library.xkb_compose_state_new(table, 0))

    def symbols(self, level: int, is_caps_lock_on: bool) -> dict[int, int]:
        """What each key sends with Shift (1) and the right Alt (2) held, and after Caps Lock; Num Lock was pressed."""
        state = ctypes.c_void_p(self._library.xkb_state_new(self._keymap))

        def key(code: int, *directions: int) -> None:
            for direction in directions:
                self._library.xkb_state_update_key(state, code + 8, direction)

        key(NUM, 1, 0)
        if is_caps_lock_on:
            key(CAPS, 1, 0)
        for bit, code in ((1, SHIFT), (2, ALTGR)):
            if level & bit:
                key(code, 1)
        found = {code: self._library.xkb_state_key_get_one_sym(state, code + 8) for code in range(1, 248)}
        self._library.xkb_state_unref(state)
        return found

    def value(self, symbol: int) -> int:
        """The character of a symbol, or the number of a dead key, as packs have them; 0 for symbols without either."""
        if symbol in DEAD:
            return 0xE000 + symbol - DEAD.start
        return COMPOSE if symbol == MULTI_KEY else shown(self._library.xkb_keysym_to_utf32(symbol))

    def both(self, first: int, second: int) -> int:
        """What two symbols make together; 0 where they make nothing, or nothing that a pack has room for."""
        self._library.xkb_compose_state_reset(self._compose)
        self._library.xkb_compose_state_feed(self._compose, first)
        self._library.xkb_compose_state_feed(self._compose, second)
        if self._library.xkb_compose_state_get_status(self._compose) != COMPOSED:
            return 0
        text = ctypes.create_string_buffer(64)
        self._library.xkb_compose_state_get_utf8(self._compose, text, len(text))
        characters = text.value.decode()
        return shown(ord(characters)) if len(characters) == 1 else 0


def shown(scalar: int) -> int:
    """A character that is no control, private, or beyond 16 bits; else 0."""
    is_control = scalar < 0x20 or 0x7F <= scalar < 0xA0
    return 0 if is_control or 0xE000 <= scalar <= 0xF8FF or scalar > 0xFFFF else scalar
