// SPDX-License-Identifier: Apache-2.0

#include "keyboard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  xkb_state_update_mask(state, 0, 0, 0, 0, 0, keyboard->group);
  xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_DOWN);
  if (!is_held) xkb_state_update_key(state, code + EVDEV_OFFSET, XKB_KEY_UP);
  *modifiers = xkb_state_serialize_mods(state, XKB_STATE_MODS_EFFECTIVE);
  xkb_state_unref(state);
  return 1;
}

// The first key with a symbol; 0 for none.
static uint8_t find_key(cxkb_keyboard *keyboard, xkb_keysym_t symbol) {
  for (unsigned code = 1; code < 256; code++)
    if (is_key(code) && xkb_state_key_get_one_sym(keyboard->state, code + EVDEV_OFFSET) == symbol) return (uint8_t)code;
  return 0;
}

// Where options have taken its modifier from the usual key, that of the key which has its symbol now.
static int find_moved(cxkb_keyboard *keyboard, xkb_keysym_t symbol, int is_held, xkb_mod_mask_t *modifiers) {
  uint8_t code = find_key(keyboard, symbol);
  return code == 0 || find_modifiers(keyboard, code, is_held, modifiers);
}

static int find_all_modifiers(cxkb_keyboard *keyboard) {
  xkb_state_update_mask(keyboard->state, 0, 0, 0, 0, 0, keyboard->group);
  // By name: options may leave only the right key.
  keyboard->shift = 1u << xkb_keymap_mod_get_index(keyboard->keymap, XKB_MOD_NAME_SHIFT);
  keyboard->control = 1u << xkb_keymap_mod_get_index(keyboard->keymap, XKB_MOD_NAME_CTRL);
  if (!find_moved(keyboard, XKB_KEY_Alt_L, 1, &keyboard->alt)) return 0;
  // The left one may select a level, and the right one be Alt.
  if (keyboard->alt == 0 && !find_moved(keyboard, XKB_KEY_Alt_R, 1, &keyboard->alt)) return 0;
  if (!find_modifiers(keyboard, KEY_RIGHTALT, 1, &keyboard->right_alt)) return 0;
  if (keyboard->right_alt == 0 || keyboard->right_alt == keyboard->alt || keyboard->right_alt == keyboard->control)
    if (!find_moved(keyboard, XKB_KEY_ISO_Level3_Shift, 1, &keyboard->right_alt)) return 0;
  if (!find_modifiers(keyboard, KEY_CAPSLOCK, 0, &keyboard->caps_lock)) return 0;
  if (keyboard->caps_lock == 0 && !find_moved(keyboard, XKB_KEY_Caps_Lock, 0, &keyboard->caps_lock)) return 0;
  return find_modifiers(keyboard, KEY_NUMLOCK, 0, &keyboard->num_lock);
}

cxkb_keyboard *cxkb_open(
    const char *layouts, const char *variants, unsigned number, const char *options, const char *locale) {
  cxkb_keyboard *keyboard = calloc(1, sizeof *keyboard);
  if (!keyboard) return NULL;
  keyboard->group = number;
  // Nothing from the environment: the same layout gives the same bytes.
  keyboard->context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (!keyboard->context) goto failed;
  xkb_context_set_log_fn(keyboard->context, be_silent);
  struct xkb_rule_names names = {"evdev", "pc105", layouts, variants, options};
  keyboard->keymap = xkb_keymap_new_from_names(keyboard->context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (!keyboard->keymap || number >= xkb_keymap_num_layouts(keyboard->keymap)) goto failed;
  keyboard->state = xkb_state_new(keyboard->keymap);
  if (!keyboard->state) goto failed;
  if (!find_all_modifiers(keyboard)) goto failed;
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
  xkb_state_update_mask(keyboard->state, mask, 0, 0, 0, 0, keyboard->group);
  return xkb_state_key_get_one_sym(keyboard->state, code + EVDEV_OFFSET);
}

static uint16_t character(uint32_t scalar) {
  int is_shown = scalar >= 0x20 && scalar < 0xE000 && !(scalar >= 0x7F && scalar < 0xA0);
  return is_shown || (scalar > 0xF8FF && scalar <= 0xFFFF) ? (uint16_t)scalar : 0;
}

static uint16_t value(xkb_keysym_t symbol) {
  if (symbol == XKB_KEY_Multi_key) return CXKB_COMPOSE;
  if (symbol >= XKB_KEY_dead_grave && symbol < XKB_KEY_dead_grave + 0x80)
    return (uint16_t)(0xE000 + symbol - XKB_KEY_dead_grave);
  return character(xkb_keysym_to_utf32(symbol));
}

uint16_t cxkb_value(cxkb_keyboard *keyboard, uint8_t code, unsigned modifiers) {
  return value(symbol(keyboard, code, modifiers));
}

// The result of symbols up to the first XKB_KEY_NoSymbol; 0 for none.
static uint16_t composed(
    cxkb_keyboard *keyboard, xkb_keysym_t first, xkb_keysym_t second, xkb_keysym_t third) {
  if (!keyboard->compose) return 0;
  xkb_compose_state_reset(keyboard->compose);
  xkb_compose_state_feed(keyboard->compose, first);
  xkb_compose_state_feed(keyboard->compose, second);
  // A sequence that ends before is not that of all three: a new one would begin.
  if (third != XKB_KEY_NoSymbol) {
    if (xkb_compose_state_get_status(keyboard->compose) != XKB_COMPOSE_COMPOSING) return 0;
    xkb_compose_state_feed(keyboard->compose, third);
  }
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
  return composed(
      keyboard, symbol(keyboard, first, with), symbol(keyboard, second, and_with), XKB_KEY_NoSymbol);
}

uint16_t cxkb_compose_two(
    cxkb_keyboard *keyboard, uint8_t first, unsigned with, uint8_t second, unsigned and_with) {
  return composed(
      keyboard, XKB_KEY_Multi_key, symbol(keyboard, first, with), symbol(keyboard, second, and_with));
}

void cxkb_press(cxkb_keyboard *keyboard, uint8_t code, bool is_down) {
  xkb_state_update_key(keyboard->state, code + EVDEV_OFFSET, is_down ? XKB_KEY_DOWN : XKB_KEY_UP);
}

unsigned cxkb_group(cxkb_keyboard *keyboard) {
  return xkb_state_serialize_layout(keyboard->state, XKB_STATE_LAYOUT_EFFECTIVE);
}

uint16_t cxkb_present(cxkb_keyboard *keyboard, uint8_t code) {
  return value(xkb_state_key_get_one_sym(keyboard->state, code + EVDEV_OFFSET));
}

// Adds a symbol unless it is in the list; 0 where there is no more room.
static int add(xkb_keysym_t *list, unsigned *count, unsigned room, xkb_keysym_t symbol) {
  for (unsigned index = 0; index < *count; index++)
    if (value(list[index]) == value(symbol)) return 1;
  if (*count == room) return 0;
  list[(*count)++] = symbol;
  return 1;
}

// Adds the sequences of the Compose key and two keys. Those for which there is no room are left out.
static void add_sequences(
    cxkb_keyboard *keyboard, const xkb_keysym_t *bases, unsigned count, cxkb_layout *result) {
  uint16_t next = CXKB_COMPOSED_FIRST;
  for (unsigned first = 0; first < count; first++) {
    int has_any = 0;
    for (unsigned second = 0; second < count; second++) {
      uint16_t both = composed(keyboard, XKB_KEY_Multi_key, bases[first], bases[second]);
      if (both == 0) continue;
      if (result->pair_count + 2 > CXKB_PAIRS) return;
      if (!has_any)
        result->pairs[result->pair_count++] = (cxkb_pair){CXKB_COMPOSE, value(bases[first]), next};
      has_any = 1;
      result->pairs[result->pair_count++] = (cxkb_pair){next, value(bases[second]), both};
    }
    next += (uint16_t)has_any;
  }
}

// Adds the keys that options of XKB have made modifiers, or have made none.
static void add_roles(cxkb_keyboard *keyboard, cxkb_layout *result) {
  for (unsigned code = 1; code < 256; code++) {
    if (!is_key(code)) continue;
    xkb_mod_mask_t held = 0, left = 0;
    if (!find_modifiers(keyboard, (uint8_t)code, 1, &held)) return;
    if (!find_modifiers(keyboard, (uint8_t)code, 0, &left)) return;
    unsigned role = 0, usual = 0;
    if (held & ~left & keyboard->shift) role |= CXKB_SHIFT;
    if (held & ~left & keyboard->control) role |= CXKB_CONTROL;
    // Where the right Alt is as the left one, only the right one selects a level.
    if (held & ~left & keyboard->right_alt && (keyboard->right_alt != keyboard->alt || code == KEY_RIGHTALT))
      role |= CXKB_LEVEL3;
    if (left & keyboard->caps_lock) role |= CXKB_CAPS_LOCK;
    switch (code) {
      case KEY_LEFTSHIFT: case KEY_RIGHTSHIFT: usual = CXKB_SHIFT; break;
      case KEY_LEFTCTRL: case KEY_RIGHTCTRL: usual = CXKB_CONTROL; break;
      case KEY_RIGHTALT: usual = CXKB_LEVEL3; break;
      case KEY_CAPSLOCK: usual = CXKB_CAPS_LOCK; break;
      default: break;
    }
    // Super and Alt are no modifiers of levels; as the Compose key they are no modifiers at all.
    int composes = cxkb_value(keyboard, (uint8_t)code, 0) == CXKB_COMPOSE;
    if ((role != usual || composes) && result->role_count < CXKB_ROLES)
      result->roles[result->role_count++] = (cxkb_role){(uint8_t)code, (uint8_t)role};
  }
}

static cxkb_result read_keys(cxkb_keyboard *keyboard, cxkb_layout *result) {
  xkb_keysym_t dead[64], bases[CXKB_BASES];
  unsigned dead_count = 0, base_count = 0;
  int has_compose = 0;
  if (!add(bases, &base_count, CXKB_BASES, XKB_KEY_space)) return CXKB_TOO_LARGE;
  for (unsigned code = 1; code < 256; code++) {
    cxkb_key key = {.code = (uint8_t)code}, locked = {.code = (uint8_t)code, .flags = CXKB_LOCKED};
    int has_any = 0;
    for (unsigned level = 0; level < 4; level++) {
      xkb_keysym_t own = symbol(keyboard, key.code, level);
      uint16_t plain = key.levels[level] = value(own);
      if (plain == 0) continue;
      has_any = 1;
      if (plain == CXKB_COMPOSE) {
        has_compose = 1;
        continue;
      }
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
      uint16_t both = composed(keyboard, dead[first], bases[second], XKB_KEY_NoSymbol);
      if (both == 0) continue;
      if (result->pair_count == CXKB_PAIRS) return CXKB_TOO_LARGE;
      result->pairs[result->pair_count++] =
          (cxkb_pair){value(dead[first]), value(bases[second]), both};
    }
  }
  result->dead_pair_count = result->pair_count;
  if (has_compose) add_sequences(keyboard, bases, base_count, result);
  add_roles(keyboard, result);
  return result->key_count == 0 ? CXKB_UNKNOWN : CXKB_FINE;
}

void cxkb_free_layout(cxkb_layout *layout) {
  free(layout->keys);
  free(layout->roles);
  free(layout->pairs);
}

cxkb_result cxkb_read(
    const char *layouts, const char *variants, unsigned number, const char *options, const char *locale,
    cxkb_layout *result) {
  memset(result, 0, sizeof *result);
  result->keys = calloc(CXKB_KEYS, sizeof *result->keys);
  result->roles = calloc(CXKB_ROLES, sizeof *result->roles);
  result->pairs = calloc(CXKB_PAIRS, sizeof *result->pairs);
  if (!result->keys || !result->roles || !result->pairs) return CXKB_UNKNOWN;
  cxkb_keyboard *keyboard = cxkb_open(layouts, variants, number, options, locale);
  if (!keyboard) return CXKB_UNKNOWN;
  const char *name = xkb_keymap_layout_get_name(keyboard->keymap, number);
  snprintf(result->name, sizeof result->name, "%s", name ? name : layouts);
  cxkb_result read = read_keys(keyboard, result);
  cxkb_close(keyboard);
  return read;
}
