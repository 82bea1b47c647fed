// SPDX-License-Identifier: Apache-2.0

// What is in a folder, and what changes there.
#ifndef FLIPBOOK_WATCH_H
#define FLIPBOOK_WATCH_H

#include <dirent.h>
#include <sys/inotify.h>

#include "shim.h"

static inline int cl_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

// Files that come, are written, change their names or go.
static inline int cl_watch_add(int fd, const char *folder) {
  return inotify_add_watch(
      fd, folder,
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
}

// The next name in a folder but its own two; a null pointer after the last.
static inline const char *cl_folder_next(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  return NULL;
}

// The number of the next file in a folder whose name is a prefix and a number of at most 20 bits, as the kernel
// numbers devices; -1 after the last.
static inline int cl_folder_next_number(DIR *folder, const char *prefix) {
  const char *name;
  while ((name = cl_folder_next(folder)) != NULL) {
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) continue;
    const char *digit = name + length;
    int number = 0;
    for (; *digit >= '0' && *digit <= '9' && number < 1 << 20; digit++) number = 10 * number + (*digit - '0');
    if (number < 1 << 20 && digit > name + length && *digit == 0) return number;
  }
  return -1;
}

static inline int cl_input_next_number(DIR *folder) { return cl_folder_next_number(folder, "event"); }

// The numbers below 64 of the cards in /dev/dri, as bits: none without that folder, all where it cannot be read.
static inline uint64_t cl_card_numbers(void) {
  uint64_t numbers = 0;
  DIR *folder = opendir("/dev/dri");
  if (folder == NULL) return errno == ENOENT ? 0 : UINT64_MAX;
  for (int number; (number = cl_folder_next_number(folder, "card")) >= 0;)
    if (number < 64) numbers |= (uint64_t)1 << number;
  closedir(folder);
  return numbers;
}

#endif
