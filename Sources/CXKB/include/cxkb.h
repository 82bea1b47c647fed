// SPDX-License-Identifier: Apache-2.0

// libxkbcommon for Swift: the values of a layout's keys. For the compiler of keymaps and its tests only.
#ifndef FLIPBOOK_CXKB_H
#define FLIPBOOK_CXKB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CXKB_KEYS = 128, CXKB_PAIRS = 1024, CXKB_BASES = 1024, CXKB_LOCKED = 4 };

// A key: its code of linux/input-event-codes.h, bits for the two pairs of levels that Caps Lock swaps, and
// its values plain, with Shift, with the right Alt, and with both. A value is a character, 0xE000 and more
// for a dead key, or 0. If Caps Lock does more than swap levels, a record with CXKB_LOCKED and the values
// under Caps Lock comes before the key's own.
typedef struct {
  uint8_t code, flags;
  uint16_t levels[4];
} cxkb_key;

// A dead key, the following key, and their result.
typedef struct {
  uint16_t dead, base, result;
} cxkb_pair;

typedef struct {
  char name[64];
  uint32_t key_count, pair_count;
  cxkb_key keys[CXKB_KEYS];
  cxkb_pair pairs[CXKB_PAIRS];
} cxkb_layout;

typedef enum { CXKB_FINE, CXKB_UNKNOWN, CXKB_TOO_LARGE } cxkb_result;

// Reads a layout and its variant, "" for none, with the compose table of a locale.
cxkb_result cxkb_read(
    const char *layout, const char *variant, const char *options, const char *locale, cxkb_layout *result);

// A layout as libxkbcommon's own objects; NULL where there is none.
typedef struct cxkb_keyboard cxkb_keyboard;
cxkb_keyboard *cxkb_open(
    const char *layout, const char *variant, const char *options, const char *locale);
void cxkb_close(cxkb_keyboard *keyboard);

// The value of a key with Shift (1), the right Alt (2) and Caps Lock (4), as in cxkb_key, after Num Lock was
// pressed.
uint16_t cxkb_value(cxkb_keyboard *keyboard, uint8_t code, unsigned modifiers);

// The result of two successive keys by the compose table; 0 for none.
uint16_t cxkb_compose(
    cxkb_keyboard *keyboard, uint8_t first, unsigned with, uint8_t second, unsigned and_with);

#endif
