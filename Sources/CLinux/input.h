// SPDX-License-Identifier: Apache-2.0

// Keyboards: those behind a terminal, and those of the kernel's input devices.
#ifndef FLIPBOOK_INPUT_H
#define FLIPBOOK_INPUT_H

#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>

#include "folders.h"
#include "shim.h"

// Whether Caps Lock is on at a virtual terminal; -1 where the descriptor is not one.
static inline int cl_keyboard_caps(int fd) {
  char flags = 0;
  return ioctl(fd, KDGKBLED, &flags) < 0 ? -1 : (flags & K_CAPSLOCK) != 0;
}

// Opens a directory; -1 where the path is not one.
static inline int cl_input_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// Whether such an open directory has been removed.
static inline int cl_input_folder_is_gone(int folder) {
  struct stat facts;
  return fstat(folder, &facts) == 0 && facts.st_nlink == 0;
}

// Lists the files of such an open directory.
static inline DIR *cl_input_list(int folder) {
  int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = fd < 0 ? NULL : fdopendir(fd);
  if (list == NULL && fd >= 0) close(fd);
  return list;
}

// The kernel writes an event with times of the size of a long.
_Static_assert(
    sizeof(struct input_event) == 2 * sizeof(long) + 8, "an event is of the size of the kernel's");

static inline int cl_input_bit(const uint8_t *bits, int number) {
  return bits[number / 8] >> (number % 8) & 1;
}

// The number of the next input device in a folder; -1 after the last.
static inline int cl_input_next_number(DIR *folder) { return cl_folder_next_number(folder, "event"); }

// Opens an input device of a directory by its number. -1 where it is no keyboard with letters and
// Enter (ENOTTY), or does not exist.
static inline int cl_input_open_keyboard(int folder, unsigned number) {
  uint8_t keys[KEY_MAX / 8 + 1] = {0};
  char name[24];
  cl_numbered(name, "event", number, "");
  int fd = openat(folder, name, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -1;
  if (ioctl(fd, EVIOCGBIT(EV_KEY, sizeof keys), keys) >= 0 && cl_input_bit(keys, KEY_Q)
      && cl_input_bit(keys, KEY_M) && cl_input_bit(keys, KEY_ENTER))
    return fd;
  close(fd);
  errno = ENOTTY;
  return -1;
}

// Grabs a device, so that no other program receives its events, or releases it.
static inline int cl_input_grab(int fd, int on) { return ioctl(fd, EVIOCGRAB, on); }

// Which modifiers are held down: 1 and 2 for left and right Shift, 4 and 8 for Control.
static inline uint8_t cl_input_held(int fd) {
  uint8_t keys[KEY_MAX / 8 + 1] = {0};
  if (ioctl(fd, EVIOCGKEY(sizeof keys), keys) < 0) return 0;
  return (uint8_t)(cl_input_bit(keys, KEY_LEFTSHIFT) | cl_input_bit(keys, KEY_RIGHTSHIFT) << 1
      | cl_input_bit(keys, KEY_LEFTCTRL) << 2 | cl_input_bit(keys, KEY_RIGHTCTRL) << 3);
}

// Whether the device's Caps Lock LED is on.
static inline int cl_input_caps(int fd) {
  uint8_t lights[LED_MAX / 8 + 1] = {0};
  return ioctl(fd, EVIOCGLED(sizeof lights), lights) >= 0 && cl_input_bit(lights, LED_CAPSL);
}

// Switches the device's Caps Lock LED, where it has one.
static inline void cl_input_set_caps(int fd, int on) {
  struct input_event events[2];
  memset(events, 0, sizeof events);
  events[0].type = EV_LED;
  events[0].code = LED_CAPSL;
  events[0].value = on;
  events[1].type = EV_SYN;
  // Without an LED, or with a full buffer, nothing changes.
  if (write(fd, events, sizeof events) < 0) return;
}

// The number of events of one read.
enum { CL_INPUT_EVENTS = 64 };

// Reads the next key events, by one read: for each the key's code, and above 16 bits 1 for pressed, 2 for
// repeated, 0 for released. Returns their number, or -1 where the device is gone.
static inline int cl_input_read_keys(int fd, uint32_t *keys) {
  struct input_event events[CL_INPUT_EVENTS];
  int count = 0;
  ssize_t got = read(fd, events, sizeof events);
  if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  for (size_t index = 0; index < (size_t)got / sizeof events[0]; index++)
    if (events[index].type == EV_KEY && events[index].code != 0)
      keys[count++] = events[index].code | (uint32_t)(events[index].value & 3) << 16;
  // The events may be letters of a password.
  cl_wipe(events, sizeof events);
  return count;
}

#endif
