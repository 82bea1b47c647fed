// SPDX-License-Identifier: Apache-2.0

// Which keys go from layout to layout, by pressing all of them in libxkbcommon's own state machine.
#include "keyboard.h"

#include <stdlib.h>
#include <string.h>

static uint8_t held_code(unsigned index) {
  static const uint8_t codes[] = {KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTCTRL, KEY_RIGHTCTRL,
                                  KEY_LEFTALT,   KEY_RIGHTALT,   KEY_LEFTMETA, KEY_RIGHTMETA};
  return codes[index];
}

static int holds(unsigned held, unsigned code) {
  for (unsigned index = 0; index < 8; index++)
    if (held & 1u << index && held_code(index) == code) return 1;
  return 0;
}

static unsigned present(struct xkb_state *state) {
  return xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE);
}

// Goes to a layout, holds keys down and presses a key. Where that is another layout, and either stays or ends with the
// key: returns 1. In other cases, such as a latch, the key counts as none that switches. The held keys may have switched
// themselves, if `is_nested`, or else have not.
static int find_switch(
    cxkb_keyboard *keyboard, unsigned from, unsigned code, unsigned held, int is_nested, cxkb_switch *found) {
  struct xkb_state *state = xkb_state_new(keyboard->keymap);
  if (!state) return 0;
  xkb_state_update_mask(state, 0, 0, 0, 0, 0, from);
  for (unsigned index = 0; index < 8; index++)
    if (held & 1u << index) xkb_state_update_key(state, held_code(index) + EVDEV_OFFSET, XKB_KEY_DOWN);
  unsigned before = present(state);
  xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_DOWN);
  unsigned pressed = present(state);
  xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_UP);
  unsigned after = present(state);
  xkb_state_unref(state);
  if ((before != from) != is_nested || pressed == before || (after != pressed && after != before)) return 0;
  *found = (cxkb_switch){(uint8_t)code, (uint8_t)held, (uint8_t)before, (uint8_t)pressed, after == before};
  return 1;
}

// Adds the switches of a key while others are held. After those of the layouts themselves come those of layouts that only
// the held keys make the present one, as long as they are held.
static cxkb_result add_switches(
    cxkb_keyboard *keyboard, unsigned count, unsigned code, unsigned held, cxkb_switches *result) {
  unsigned known = 0;
  for (int is_nested = 0; is_nested < 2; is_nested++) {
    for (unsigned from = 0; from < count; from++) {
      cxkb_switch found;
      if (!find_switch(keyboard, from, code, held, is_nested, &found) || known & 1u << found.from) continue;
      known |= 1u << found.from;
      if (result->count == CXKB_SWITCHES) return CXKB_TOO_LARGE;
      result->switches[result->count++] = found;
    }
  }
  return CXKB_FINE;
}

void cxkb_free_switches(cxkb_switches *switches) { free(switches->switches); }

cxkb_result cxkb_read_switches(
    const char *layouts, const char *variants, const char *options, unsigned count, cxkb_switches *result) {
  memset(result, 0, sizeof *result);
  result->switches = calloc(CXKB_SWITCHES, sizeof *result->switches);
  if (!result->switches) return CXKB_UNKNOWN;
  cxkb_keyboard *keyboard = cxkb_open(layouts, variants, 0, options, "C");
  if (!keyboard) return CXKB_UNKNOWN;
  cxkb_result read = CXKB_FINE;
  for (unsigned code = 1; code < 256; code++) {
    // Up to two other keys.
    for (unsigned held = 0; held < 256; held++) {
      if (holds(held, code) || !is_key(code) || __builtin_popcount(held) > 2) continue;
      if (add_switches(keyboard, count, code, held, result) != CXKB_FINE) read = CXKB_TOO_LARGE;
    }
  }
  cxkb_close(keyboard);
  return read;
}
