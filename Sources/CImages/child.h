// SPDX-License-Identifier: Apache-2.0

// Work on files that may ask for any amount of it, in a child process that the kernel limits.
#ifndef FLIPBOOK_CIMAGES_CHILD_H
#define FLIPBOOK_CIMAGES_CHILD_H

#include "cimages.h"

// What work has made.
struct output {
  uint8_t *bytes;
  size_t count, capacity;
};

// Adds bytes; false without memory.
bool cimages_append(struct output *output, const void *bytes, size_t count);

// Work on a file: false with a reason where it fails.
typedef bool cimages_work(const void *job, struct output *output, cimages_reason *reason);

// Has work done by a child with so many seconds of processor time. What it made is to be freed; NULL with a
// reason where it failed or needed too much, which `reason->is_limit` says.
uint8_t *cimages_in_child(
  cimages_work *work, const void *job, unsigned seconds, size_t *count, cimages_reason *reason);

#endif
