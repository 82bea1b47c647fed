// SPDX-License-Identifier: Apache-2.0

// Changes in a directory.
#ifndef FLIPBOOK_WATCH_H
#define FLIPBOOK_WATCH_H

#include <sys/inotify.h>

#include "shim.h"

static inline int cl_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

// Reports files that are created, written, renamed or removed.
static inline int cl_watch_add(int fd, const char *folder) {
  return inotify_add_watch(
      fd, folder,
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
}

#endif
