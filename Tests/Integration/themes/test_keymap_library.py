# SPDX-License-Identifier: Apache-2.0
"""What keymap packs say is what libxkbcommon says, of every key, modifier and pair."""

import struct

import pytest
from themes.keyboard_library import COMPOSE, DEAD, Keyboard
from themes.pack_reader import Pack

LAYOUTS = ("us us:intl us:dvorak de de:neo de:bone ch:fr fr fr:bepo be es br cz ru gr pt it tr se dk no fi pl hu il "
           "gb ua bg".split())
SWAPS, LOCKED = (1, 2), 4


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_keymap_is_the_librarys(theme, layout):
    theme("keymap", "compile", layout, "--exactly", "-o", "keymap", LC_ALL="en_US.UTF-8")
    pack = Pack((theme.folder / "keymap").read_bytes())
    keys = [(code, flags, levels) for code, flags, *levels in
            (struct.unpack("<BB4H", record) for record in pack.sections["KEYT"])]

    def sent(code: int, level: int, is_locked: bool) -> int:
        for own, flags, levels in keys:
            if own == code and (is_locked or not flags & LOCKED):
                is_swapped = is_locked and flags & SWAPS[level // 2]
                return levels[level ^ 1 if is_swapped else level]
        return 0

    keyboard = Keyboard(layout)
    symbols, letters = set(), 0
    for is_locked in (False, True):
        for level in range(4):
            for code, symbol in keyboard.symbols(level, is_locked).items():
                value = keyboard.value(symbol)
                assert sent(code, level, is_locked) == value, (code, level, is_locked, hex(symbol))
                letters += value != 0
                if value:
                    symbols.add(symbol)
    assert letters > 250
    # Symbols that are one character may go with a dead key in two ways, of which the pack has one.
    expected: dict[tuple[int, int], set[int]] = {}
    for dead in symbols & set(DEAD):
        for base in symbols | {0x20}:
            pair = keyboard.value(dead), keyboard.value(base)
            expected.setdefault(pair, set()).add(keyboard.both(dead, base))
    found = {(dead, base): both for dead, base, both in
             (struct.unpack("<3H", record) for record in pack.sections.get("PAIR", [])) if dead < COMPOSE}
    assert found.keys() <= expected.keys()
    for pair, results in expected.items():
        assert found.get(pair, 0) in results, (pair, results)
