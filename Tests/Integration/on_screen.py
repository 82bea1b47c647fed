# SPDX-License-Identifier: Apache-2.0
"""Where the keys of the on-screen keyboard are, computed a second time: its US layout on a display without a size."""

LETTERS = ("qwertyuiop", "asdfghjkl", "^zxcvbnm<", "1 \n")
CAPITALS = tuple(row.upper() for row in LETTERS)
SYMBOLS = ("1234567890", "`-=[];'\\,.", "^/~!@#$%<", "1 \n")
# In halves of a key; all others have two.
WIDTHS = {"^": 3, "<": 3, "1": 3, "\n": 3, " ": 14}
COLUMNS = 10


def widths(row: str, number: int) -> list:
    # The third row and the last have wide keys.
    return [WIDTHS.get(key, 2) if number >= 2 else 2 for key in row]


def key_center(key: str, width: int, height: int, layer: tuple = LETTERS) -> tuple:
    """The pixel in the middle of a key on an unrotated stage; `^` is Shift, `<` Backspace, `\\n` Enter."""
    pitch = min(width // COLUMNS, max(height // 10, 36))
    gap = max(min(pitch // 10, height // 100), 1)
    row_height = max(min(min(pitch * 4 // 3, max(height // 10, 36), height // 2 // 4), height * 3 // 5 // 4), 1)
    row_width = width if pitch == width // COLUMNS else pitch * COLUMNS
    left = (width - row_width) // 2
    first_row = height - 4 * row_height - gap // 2
    for number in (3, 2, 1, 0) if key in "1 \n^<" and layer is not SYMBOLS else (0, 1, 2, 3):
        row = layer[number]
        if key not in row:
            continue
        halves = widths(row, number)
        before = sum(halves[: row.index(key)])
        quarter = 2 * before + (2 * COLUMNS - sum(halves)) + halves[row.index(key)]
        return left + row_width * quarter // (4 * COLUMNS), first_row + number * row_height + row_height // 2
    raise KeyError(key)


def memory_pixel(x: int, y: int, width: int, height: int, rotation: int) -> tuple:
    """The pixel in memory of a pixel of the stage, for memory of this size."""
    return {0: (x, y), 90: (width - 1 - y, x), 180: (width - 1 - x, height - 1 - y),
            270: (y, height - 1 - x)}[rotation]
