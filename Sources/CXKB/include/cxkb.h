// SPDX-License-Identifier: Apache-2.0

// libxkbcommon for Swift: the values of a layout's keys. For the compiler of keymaps and its tests only.
#ifndef FLIPBOOK_CXKB_H
#define FLIPBOOK_CXKB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CXKB_KEYS = 128, CXKB_PAIRS = 2560, CXKB_BASES = 1024, CXKB_LOCKED = 4, CXKB_ROLES = 32, CXKB_SWITCHES = 1024 };

// The values of the Compose key, and of the Compose key with the nth key after it.
enum { CXKB_COMPOSE = 0xE0FF, CXKB_COMPOSED_FIRST = 0xE100 };

// A key: its code of linux/input-event-codes.h, bits for the two pairs of levels that Caps Lock swaps, and
// its values plain, with Shift, with the right Alt, and with both. A value is a character, 0xE000 and more
// for a dead key, or 0. If Caps Lock does more than swap levels, a record with CXKB_LOCKED and the values
// under Caps Lock comes before the key's own.
typedef struct {
  uint8_t code, flags;
  uint16_t levels[4];
} cxkb_key;

// What a key is while it is held down, other than on a keyboard without options of XKB: bits of CXKB_SHIFT and others.
typedef struct {
  uint8_t code, role;
} cxkb_role;

enum { CXKB_SHIFT = 1, CXKB_CONTROL = 2, CXKB_LEVEL3 = 4, CXKB_CAPS_LOCK = 8 };

// A key that goes from a layout to another while exactly those other keys are held down: bits from 0 for the left and right
// Shift, Control, Alt and Super. A temporary one counts as long as the key itself is held down.
typedef struct {
  uint8_t code, held, from, to;
  bool is_temporary;
} cxkb_switch;

// Pointers, here and below: a Swift compiler takes seconds for an array of a thousand, which it has as a tuple.
typedef struct {
  uint32_t count;
  cxkb_switch *switches;
} cxkb_switches;

// A dead key, the following key, and their result; it is a value of CXKB_COMPOSED_FIRST and more for the Compose key and
// the first key after it.
typedef struct {
  uint16_t dead, base, result;
} cxkb_pair;

typedef struct {
  char name[64];
  uint32_t key_count, pair_count, role_count;
  // How many of the pairs, the first ones, have no Compose key.
  uint32_t dead_pair_count;
  cxkb_key *keys;
  cxkb_role *roles;
  cxkb_pair *pairs;
} cxkb_layout;

// CXKB_UNKNOWN also stands for no memory.
typedef enum { CXKB_FINE, CXKB_UNKNOWN, CXKB_TOO_LARGE } cxkb_result;

// Frees what the functions below have allocated, also where they have failed.
void cxkb_free_layout(cxkb_layout *layout);
void cxkb_free_switches(cxkb_switches *switches);

// Reads the layout of a number, from 0, of lists with commas: of layouts and of their variants, "" for none; with options of
// XKB and the compose table of a locale.
cxkb_result cxkb_read(
    const char *layouts, const char *variants, unsigned number, const char *options, const char *locale,
    cxkb_layout *result);

// Reads which keys go from layout to layout: layouts and variants are lists with commas.
cxkb_result cxkb_read_switches(
    const char *layouts, const char *variants, const char *options, unsigned count, cxkb_switches *result);

// A layout as libxkbcommon's own objects; NULL where there is none.
typedef struct cxkb_keyboard cxkb_keyboard;
cxkb_keyboard *cxkb_open(
    const char *layouts, const char *variants, unsigned number, const char *options, const char *locale);
void cxkb_close(cxkb_keyboard *keyboard);

// The value of a key with Shift (1), the right Alt (2) and Caps Lock (4), as in cxkb_key, after Num Lock was
// pressed.
uint16_t cxkb_value(cxkb_keyboard *keyboard, uint8_t code, unsigned modifiers);

// Presses a key or releases it, as the kernel reports it; a keyboard that is used thus gets no cxkb_value.
void cxkb_press(cxkb_keyboard *keyboard, uint8_t code, bool is_down);
// The number of the present layout, from 0.
unsigned cxkb_group(cxkb_keyboard *keyboard);
// The value of a key in the present state, Num Lock apart.
uint16_t cxkb_present(cxkb_keyboard *keyboard, uint8_t code);
// The result of the Compose key and two keys; 0 for none.
uint16_t cxkb_compose_two(
    cxkb_keyboard *keyboard, uint8_t first, unsigned with, uint8_t second, unsigned and_with);

// The result of two successive keys by the compose table; 0 for none.
uint16_t cxkb_compose(
    cxkb_keyboard *keyboard, uint8_t first, unsigned with, uint8_t second, unsigned and_with);

#endif
