// SPDX-License-Identifier: Apache-2.0

#include "cxkb.h"

#include <linux/input-event-codes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

// The offset of XKB's key codes of the evdev rules from the kernel's.
enum { EVDEV_OFFSET = 8 };

struct cxkb_keyboard {
  struct xkb_context *context;
  struct xkb_keymap *keymap;
  struct xkb_state *state;
  // The modifiers that its keys set; they differ between layouts. The right Alt is AltGr in most layouts. Neo
  // has other layers on it and on Caps Lock, and no Num Lock.
  xkb_mod_mask_t shift, right_alt, caps_lock, num_lock;
  struct xkb_compose_table *table;
  struct xkb_compose_state *compose;
};

// libxkbcommon's own messages name its files; errors are reported by the caller.
static void be_silent(struct xkb_context *context, enum xkb_log_level level, const char *format, va_list list) {
  (void)context, (void)level, (void)format, (void)list;
}

void cxkb_close(cxkb_keyboard *keyboard) {
  if (keyboard->compose) xkb_compose_state_unref(keyboard->compose);
  if (keyboard->table) xkb_compose_table_unref(keyboard->table);
  if (keyboard->state) xkb_state_unref(keyboard->state);
  if (keyboard->keymap) xkb_keymap_unref(keyboard->keymap);
  if (keyboard->context) xkb_context_unref(keyboard->context);
  free(keyboard);
}

// Finds the modifiers that a key sets while it is held, or that it leaves set. It uses a state of its own: a
// state that is updated by keys must not be given masks.
static int find_modifiers(cxkb_keyboard *keyboard, uint8_t code, int is_held, xkb_mod_mask_t *modifiers) {
  struct xkb_state *state = xkb_state_new(keyboard->keymap);
  if (!state) return 0;
  xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_DOWN);
  if (!is_held) xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_UP);
  *modifiers = xkb_state_serialize_mods(state, XKB_STATE_MODS_EFFECTIVE);
  xkb_state_unref(state);
  return 1;
}

cxkb_keyboard *cxkb_open(
    const char *layout, const char *variant, const char *options, const char *locale) {
  cxkb_keyboard *keyboard = calloc(1, sizeof *keyboard);
  if (!keyboard) return NULL;
  // Nothing from the environment: the same layout gives the same bytes.
  keyboard->context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (!keyboard->context) goto failed;
  xkb_context_set_log_fn(keyboard->context, be_silent);
  struct xkb_rule_names names = {"evdev", "pc105", layout, variant, options};
  keyboard->keymap = xkb_keymap_new_from_names(keyboard->context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (!keyboard->keymap) goto failed;
  keyboard->state = xkb_state_new(keyboard->keymap);
  if (!keyboard->state) goto failed;
  if (!find_modifiers(keyboard, KEY_LEFTSHIFT, 1, &keyboard->shift)) goto failed;
  if (!find_modifiers(keyboard, KEY_RIGHTALT, 1, &keyboard->right_alt)) goto failed;
  if (!find_modifiers(keyboard, KEY_CAPSLOCK, 0, &keyboard->caps_lock)) goto failed;
  if (!find_modifiers(keyboard, KEY_NUMLOCK, 0, &keyboard->num_lock)) goto failed;
  keyboard->table = xkb_compose_table_new_from_locale(keyboard->context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS);
  // For a locale without a table. Without any table no keys are composed.
  if (!keyboard->table)
    keyboard->table =
        xkb_compose_table_new_from_locale(keyboard->context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS);
  if (keyboard->table) keyboard->compose = xkb_compose_state_new(keyboard->table, XKB_COMPOSE_STATE_NO_FLAGS);
  return keyboard;
failed:
  cxkb_close(keyboard);
  return NULL;
}

static xkb_keysym_t symbol(cxkb_keyboard *keyboard, uint8_t code, unsigned modifiers) {
  xkb_mod_mask_t mask = keyboard->num_lock;
  if (modifiers & 1) mask |= keyboard->shift;
  if (modifiers & 2) mask |= keyboard->right_alt;
  if (modifiers & 4) mask |= keyboard->caps_lock;
  xkb_state_update_mask(keyboard->state, mask, 0, 0, 0, 0, 0);
  return xkb_state_key_get_one_sym(keyboard->state, code + EVDEV_OFFSET);
}

static uint16_t character(uint32_t scalar) {
  int is_shown = scalar >= 0x20 && scalar < 0xE000 && !(scalar >= 0x7F && scalar < 0xA0);
  return is_shown || (scalar > 0xF8FF && scalar <= 0xFFFF) ? (uint16_t)scalar : 0;
}

static uint16_t value(xkb_keysym_t symbol) {
  if (symbol >= XKB_KEY_dead_grave && symbol < XKB_KEY_dead_grave + 0x80)
    return (uint16_t)(0xE000 + symbol - XKB_KEY_dead_grave);
  return character(xkb_keysym_to_utf32(symbol));
}

uint16_t cxkb_value(cxkb_keyboard *keyboard, uint8_t code, unsigned modifiers) {
  return value(symbol(keyboard, code, modifiers));
}

static uint16_t composed(cxkb_keyboard *keyboard, xkb_keysym_t first, xkb_keysym_t second) {
  if (!keyboard->compose) return 0;
  xkb_compose_state_reset(keyboard->compose);
  xkb_compose_state_feed(keyboard->compose, first);
  xkb_compose_state_feed(keyboard->compose, second);
  if (xkb_compose_state_get_status(keyboard->compose) != XKB_COMPOSE_COMPOSED) return 0;
  char text[16];
  int length = xkb_compose_state_get_utf8(keyboard->compose, text, sizeof text);
  const unsigned char *byte = (const unsigned char *)text;
  // One character of at most three bytes; a pack has no room for others.
  if (length == 1) return character(byte[0]);
  if (length == 2 && byte[0] >= 0xC0) return character((byte[0] & 0x1Fu) << 6 | (byte[1] & 0x3Fu));
  if (length == 3 && byte[0] >= 0xE0)
    return character((byte[0] & 0x0Fu) << 12 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu));
  return 0;
}

uint16_t cxkb_compose(
    cxkb_keyboard *keyboard, uint8_t first, unsigned with, uint8_t second, unsigned and_with) {
  return composed(keyboard, symbol(keyboard, first, with), symbol(keyboard, second, and_with));
}

// Adds a symbol unless it is in the list; 0 where there is no more room.
static int add(xkb_keysym_t *list, unsigned *count, unsigned room, xkb_keysym_t symbol) {
  for (unsigned index = 0; index < *count; index++)
    if (value(list[index]) == value(symbol)) return 1;
  if (*count == room) return 0;
  list[(*count)++] = symbol;
  return 1;
}

static cxkb_result read_keys(cxkb_keyboard *keyboard, cxkb_layout *result) {
  xkb_keysym_t dead[64], bases[CXKB_BASES];
  unsigned dead_count = 0, base_count = 0;
  if (!add(bases, &base_count, CXKB_BASES, XKB_KEY_space)) return CXKB_TOO_LARGE;
  for (unsigned code = 1; code < 256; code++) {
    cxkb_key key = {.code = (uint8_t)code}, locked = {.code = (uint8_t)code, .flags = CXKB_LOCKED};
    int has_any = 0;
    for (unsigned level = 0; level < 4; level++) {
      xkb_keysym_t own = symbol(keyboard, key.code, level);
      uint16_t plain = key.levels[level] = value(own);
      if (plain == 0) continue;
      has_any = 1;
      if (!add(bases, &base_count, CXKB_BASES, own)) return CXKB_TOO_LARGE;
      if (plain >= 0xE000 && plain < 0xE100 && !add(dead, &dead_count, 64, own)) return CXKB_TOO_LARGE;
    }
    if (!has_any) continue;
    int swaps_all = 1;
    for (unsigned level = 0; level < 4; level++) locked.levels[level] = cxkb_value(keyboard, key.code, level + 4);
    for (unsigned low = 0; low < 4; low += 2) {
      int is_same = locked.levels[low] == key.levels[low] && locked.levels[low + 1] == key.levels[low + 1];
      if (locked.levels[low] == key.levels[low + 1] && locked.levels[low + 1] == key.levels[low])
        key.flags |= is_same ? 0 : (uint8_t)(1 + low / 2);
      else if (!is_same)
        swaps_all = 0;
    }
    if (result->key_count + 2 > CXKB_KEYS) return CXKB_TOO_LARGE;
    if (!swaps_all) {
      key.flags = 0;
      result->keys[result->key_count++] = locked;
    }
    result->keys[result->key_count++] = key;
  }
  // After the layout's own symbols: the table has no pairs for some symbols that Caps Lock produces.
  for (unsigned index = 0; index < result->key_count; index++) {
    for (unsigned level = 0; result->keys[index].flags == CXKB_LOCKED && level < 4; level++) {
      xkb_keysym_t own = symbol(keyboard, result->keys[index].code, level + 4);
      if (value(own) && !add(bases, &base_count, CXKB_BASES, own)) return CXKB_TOO_LARGE;
    }
  }
  for (unsigned first = 0; first < dead_count; first++) {
    for (unsigned second = 0; second < base_count; second++) {
      uint16_t both = composed(keyboard, dead[first], bases[second]);
      if (both == 0) continue;
      if (result->pair_count == CXKB_PAIRS) return CXKB_TOO_LARGE;
      result->pairs[result->pair_count++] =
          (cxkb_pair){value(dead[first]), value(bases[second]), both};
    }
  }
  return result->key_count == 0 ? CXKB_UNKNOWN : CXKB_FINE;
}

cxkb_result cxkb_read(
    const char *layout, const char *variant, const char *options, const char *locale, cxkb_layout *result) {
  memset(result, 0, sizeof *result);
  cxkb_keyboard *keyboard = cxkb_open(layout, variant, options, locale);
  if (!keyboard) return CXKB_UNKNOWN;
  const char *name = xkb_keymap_layout_get_name(keyboard->keymap, 0);
  snprintf(result->name, sizeof result->name, "%s", name ? name : layout);
  cxkb_result read = read_keys(keyboard, result);
  cxkb_close(keyboard);
  return read;
}
