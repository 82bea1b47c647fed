// SPDX-License-Identifier: Apache-2.0

// The content of a directory.
#ifndef FLIPBOOK_FOLDERS_H
#define FLIPBOOK_FOLDERS_H

#include <dirent.h>

#include "shim.h"

// The next name in a directory except `.` and `..`; a null pointer after the last.
static inline const char *cl_folder_next(DIR *folder) {
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  return NULL;
}

// The number of the next file in a directory that is named by a prefix and a number of at most 20 bits, as
// the kernel numbers devices; -1 after the last.
static inline int cl_folder_next_number(DIR *folder, const char *prefix) {
  const size_t length = strlen(prefix);
  const char *name;
  while ((name = cl_folder_next(folder)) != NULL) {
    if (strncmp(name, prefix, length) != 0) continue;
    const char *digit = name + length;
    int number = 0;
    for (; *digit >= '0' && *digit <= '9' && number < 1 << 20; digit++) number = 10 * number + (*digit - '0');
    if (number < 1 << 20 && digit > name + length && *digit == 0) return number;
  }
  return -1;
}

// The highest card number plus one: DRM has 64 minor numbers for card nodes, and uses others only after
// those. The numbers are the bits of one word.
enum { CL_CARD_NUMBERS = 64 };

// The numbers of the cards in /dev/dri as bits: none without that directory, all where it cannot be read.
static inline uint64_t cl_card_numbers(void) {
  uint64_t numbers = 0;
  DIR *folder = opendir("/dev/dri");
  if (folder == NULL) return errno == ENOENT ? 0 : UINT64_MAX;
  for (int number; (number = cl_folder_next_number(folder, "card")) >= 0;)
    if (number < CL_CARD_NUMBERS) numbers |= (uint64_t)1 << number;
  closedir(folder);
  return numbers;
}

#endif
