// SPDX-License-Identifier: Apache-2.0

// The program's own process: its limits and its settings in the kernel.
#ifndef FLIPBOOK_CLINUX_LIFECYCLE_H
#define FLIPBOOK_CLINUX_LIFECYCLE_H

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/vfs.h>

#include "shim.h"

// Sets or gets a limit of this process. musl's setrlimit is for all threads, and takes 2 KB.
static inline int cl_limit(int resource, const struct rlimit *next, struct rlimit *now) {
  return (int)syscall(SYS_prlimit64, 0, resource, next, now);
}

static inline int cl_disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

// Disables core dumps, and denies other processes of the user access to the memory.
static inline int cl_disable_dumps(void) {
  struct rlimit none = {0, 0};
  cl_limit(RLIMIT_CORE, &none, NULL);
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Raises the limit of descriptors to the hard limit, which needs no privilege.
static inline int cl_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (cl_limit(RLIMIT_NOFILE, NULL, &limit) < 0) return -1;
  limit.rlim_cur = limit.rlim_max;
  return cl_limit(RLIMIT_NOFILE, &limit, NULL);
}

// Whether the heap can allocate that number of bytes. The heap keeps them when they are freed here.
static inline int cl_heap_has_room(size_t size) {
  // Without volatile the compiler removes both calls and returns 1.
  void *volatile room = malloc(size);
  int is_there = room != NULL;
  free(room);
  return is_there;
}

// Whether a directory is on ramfs or tmpfs, as the root of an initramfs is.
static inline int cl_is_in_memory(const char *path) {
  struct statfs facts;
  if (statfs(path, &facts) < 0) return 0;
  return (uint32_t)facts.f_type == 0x858458F6 || (uint32_t)facts.f_type == 0x01021994;
}

#endif
