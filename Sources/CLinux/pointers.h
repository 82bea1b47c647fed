// SPDX-License-Identifier: Apache-2.0

// Touch screens, mice, tablets and touchpads among the kernel's input devices.
#ifndef FLIPBOOK_POINTERS_H
#define FLIPBOOK_POINTERS_H

#include "input.h"

// The kinds of devices.
enum {
  CL_POINTER_NONE,
  // Has letters and Enter.
  CL_POINTER_KEYBOARD,
  // A touch screen with slots (protocol B), or with one position.
  CL_POINTER_TOUCH,
  CL_POINTER_SINGLE_TOUCH,
  // A mouse with an absolute position, as of a virtual machine.
  CL_POINTER_TABLET,
  CL_POINTER_MOUSE,
  CL_POINTER_TOUCHPAD,
};

// At most so many fingers; others are ignored.
enum { CL_POINTER_SLOTS = 10 };

// What a device is, and the ranges of its positions.
struct cl_pointer {
  int32_t kind;
  int32_t least_x, most_x, least_y, most_y;
};

static inline int cl_pointer_range(int fd, int axis, int32_t *least, int32_t *most) {
  struct input_absinfo range;
  memset(&range, 0, sizeof range);
  if (ioctl(fd, EVIOCGABS(axis), &range) < 0 || range.maximum <= range.minimum) return 0;
  *least = range.minimum;
  *most = range.maximum;
  return 1;
}

// Finds out the kind of a device by its capabilities.
static inline struct cl_pointer cl_pointer_facts(int fd) {
  struct cl_pointer facts;
  uint8_t keys[KEY_MAX / 8 + 1] = {0}, axes[ABS_MAX / 8 + 1] = {0}, moves[REL_MAX / 8 + 1] = {0};
  uint8_t properties[INPUT_PROP_MAX / 8 + 1] = {0};
  memset(&facts, 0, sizeof facts);
  if (ioctl(fd, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0) return facts;
  if (cl_input_bit(keys, KEY_Q) && cl_input_bit(keys, KEY_M) && cl_input_bit(keys, KEY_ENTER)) {
    facts.kind = CL_POINTER_KEYBOARD;
    return facts;
  }
  // A device without one of these has none of its bits.
  if (ioctl(fd, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) memset(axes, 0, sizeof axes);
  if (ioctl(fd, EVIOCGBIT(EV_REL, sizeof moves), moves) < 0) memset(moves, 0, sizeof moves);
  if (ioctl(fd, EVIOCGPROP(sizeof properties), properties) < 0) memset(properties, 0, sizeof properties);
  int is_direct = cl_input_bit(properties, INPUT_PROP_DIRECT);
  int has_button = cl_input_bit(keys, BTN_LEFT), touches = cl_input_bit(keys, BTN_TOUCH);
  int is_touchpad = !is_direct
      && (cl_input_bit(properties, INPUT_PROP_POINTER)
          || (cl_input_bit(keys, BTN_TOOL_FINGER) && !cl_input_bit(keys, BTN_TOOL_PEN)));
  int has_slots = cl_input_bit(axes, ABS_MT_SLOT) && cl_input_bit(axes, ABS_MT_POSITION_X)
      && cl_input_bit(axes, ABS_MT_TRACKING_ID);
  int has_position = cl_input_bit(axes, ABS_X) && cl_input_bit(axes, ABS_Y)
      && cl_pointer_range(fd, ABS_X, &facts.least_x, &facts.most_x)
      && cl_pointer_range(fd, ABS_Y, &facts.least_y, &facts.most_y);
  if (has_slots && !is_touchpad && (touches || is_direct)
      && cl_pointer_range(fd, ABS_MT_POSITION_X, &facts.least_x, &facts.most_x)
      && cl_pointer_range(fd, ABS_MT_POSITION_Y, &facts.least_y, &facts.most_y))
    facts.kind = CL_POINTER_TOUCH;
  else if (has_position && touches)
    facts.kind = is_touchpad ? CL_POINTER_TOUCHPAD : CL_POINTER_SINGLE_TOUCH;
  // A joystick has axes and other buttons.
  else if (has_position && has_button)
    facts.kind = CL_POINTER_TABLET;
  else if (has_button && cl_input_bit(moves, REL_X) && cl_input_bit(moves, REL_Y))
    facts.kind = CL_POINTER_MOUSE;
  return facts;
}

// Opens an input device of a directory by its number for reading; -1 where that fails.
static inline int cl_pointer_open(int folder, unsigned number) {
  char name[24];
  cl_numbered(name, "event", number, "");
  return openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

// The positions of all slots, or of a single position in the first, for events report only what changes. Returns the
// slot that the next events are for.
static inline int cl_pointer_positions(int fd, int has_slots, int32_t *x, int32_t *y) {
  struct input_absinfo value;
  memset(&value, 0, sizeof value);
  if (!has_slots) {
    if (ioctl(fd, EVIOCGABS(ABS_X), &value) >= 0) x[0] = value.value;
    if (ioctl(fd, EVIOCGABS(ABS_Y), &value) >= 0) y[0] = value.value;
    return 0;
  }
  struct {
    uint32_t code;
    int32_t values[CL_POINTER_SLOTS];
  } request;
  memset(&request, 0, sizeof request);
  request.code = ABS_MT_POSITION_X;
  if (ioctl(fd, EVIOCGMTSLOTS(sizeof request), &request) >= 0) memcpy(x, request.values, sizeof request.values);
  memset(&request, 0, sizeof request);
  request.code = ABS_MT_POSITION_Y;
  if (ioctl(fd, EVIOCGMTSLOTS(sizeof request), &request) >= 0) memcpy(y, request.values, sizeof request.values);
  cl_wipe(&request, sizeof request);
  return ioctl(fd, EVIOCGABS(ABS_MT_SLOT), &value) >= 0 ? value.value : 0;
}

// Whether the left button is held down.
static inline int cl_pointer_button(int fd) {
  uint8_t keys[KEY_MAX / 8 + 1] = {0};
  return ioctl(fd, EVIOCGKEY(sizeof keys), keys) >= 0 && cl_input_bit(keys, BTN_LEFT);
}

// Reads the next events, by one read: for each its type and code in the upper and lower half of one word, and its
// value. Returns their number, or -1 where the device is gone.
static inline int cl_pointer_read(int fd, uint32_t *codes, int32_t *values) {
  struct input_event events[CL_INPUT_EVENTS];
  ssize_t got = read(fd, events, sizeof events);
  if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  int count = (int)((size_t)got / sizeof events[0]);
  for (int index = 0; index < count; index++) {
    codes[index] = (uint32_t)events[index].type << 16 | events[index].code;
    values[index] = events[index].value;
  }
  // They may be the positions of a password's letters.
  cl_wipe(events, sizeof events);
  return count;
}

#endif
