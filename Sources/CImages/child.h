// SPDX-License-Identifier: Apache-2.0

// Runs work on files in a child process that the kernel limits, since a file can demand any amount of work.
#ifndef FLIPBOOK_CIMAGES_CHILD_H
#define FLIPBOOK_CIMAGES_CHILD_H

#include "cimages.h"

// The result of the work.
struct output {
  uint8_t *bytes;
  size_t count, capacity;
};

// Adds bytes; false without memory.
bool cimages_append(struct output *output, const void *bytes, size_t count);

// Work on a file; returns false with a reason on failure.
typedef bool cimages_work(const void *job, struct output *output, cimages_reason *reason);

// Runs work in a child process with a limit of processor time in seconds. The caller frees the result. NULL
// with a reason where the work failed or exceeded a limit; for a limit `reason->is_limit` is true.
uint8_t *cimages_in_child(
  cimages_work *work, const void *job, unsigned seconds, size_t *count, cimages_reason *reason);

#endif
