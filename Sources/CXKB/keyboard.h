// SPDX-License-Identifier: Apache-2.0

// What the files of this module share: a keyboard's objects of libxkbcommon.
#ifndef FLIPBOOK_KEYBOARD_H
#define FLIPBOOK_KEYBOARD_H

#include "cxkb.h"

#include <linux/input-event-codes.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

// The offset of XKB's key codes of the evdev rules from the kernel's.
enum { EVDEV_OFFSET = 8 };

struct cxkb_keyboard {
  struct xkb_context *context;
  struct xkb_keymap *keymap;
  struct xkb_state *state;
  // The layout that is read.
  xkb_layout_index_t group;
  // The modifiers that its keys set; they differ between layouts. The right Alt is AltGr in most layouts. Neo
  // has other layers on it and on Caps Lock, and no Num Lock.
  xkb_mod_mask_t shift, right_alt, caps_lock, num_lock, alt, control;
  struct xkb_compose_table *table;
  struct xkb_compose_state *compose;
};

// Whether the code is that of a key. XKB's maps have a few more, on which their modifiers depend.
static inline int is_key(unsigned code) { return code != 84 && !(code >= 195 && code <= 199); }

#endif
