// SPDX-License-Identifier: Apache-2.0

// The files that a process may use from some moment on, by their place: Landlock, part of Linux since 5.13.
// This file repeats definitions of the kernel's headers, since those of the build machine may be older.
#ifndef FLIPBOOK_LANDLOCK_H
#define FLIPBOOK_LANDLOCK_H

#include "libc.h"

// The same numbers on all architectures.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

// The known rights, as bits.
enum {
  CL_FILE_WRITE = 1 << 1,
  CL_FILE_READ = 1 << 2,
  CL_FOLDER_READ = 1 << 3,
  CL_FILE_REMOVE = 1 << 5,
  CL_SOCKET_MAKE = 1 << 9,
  // Linux 6.10: ioctl on a device that is opened afterwards.
  CL_DEVICE_CONTROL = 1 << 15,
  // The rights that a rule on a file may give; all others are for rules on a folder.
  CL_FILE_RIGHTS = 1 << 0 | CL_FILE_WRITE | CL_FILE_READ | 1 << 14 | CL_DEVICE_CONTROL,
};

// All rights that the kernel knows; 0 where it has no Landlock.
static inline uint64_t cl_rules_rights(void) {
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  uint64_t rights = (1 << 13) - 1;
  if (version >= 2) rights |= 1 << 13;
  if (version >= 3) rights |= 1 << 14;
  if (version >= 5) rights |= CL_DEVICE_CONTROL;
  return rights;
}

// Creates a set of rules; -1 where the kernel has no Landlock. The rules refuse each of the given rights,
// except where a rule gives it. They also refuse TCP (Linux 6.7), signals to other processes (6.12), and with
// `names` connections to abstract names of other processes (6.12).
static inline int cl_rules_create(uint64_t rights, int names) {
  struct { uint64_t files, network, scopes; } refused = {rights, 0, 0};
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version >= 4) refused.network = 3;
  if (version >= 6) refused.scopes = names ? 3 : 2;
  return (int)syscall(SYS_landlock_create_ruleset, &refused, sizeof refused, 0);
}

// Opens a place in the file system for a rule or as a base for paths. The path is relative to `folder` unless
// that is negative.
static inline int cl_place_open(int folder, const char *path) {
  return openat(folder < 0 ? AT_FDCWD : folder, path, O_PATH | O_CLOEXEC);
}

// Gives rights to a place and everything below it.
static inline int cl_rules_allow(int rules, int place, uint64_t rights) {
  struct stat status;
  struct { uint64_t rights; int32_t place; } __attribute__((packed)) rule = {rights, place};
  if (fstat(place, &status) < 0) return -1;
  if (!S_ISDIR(status.st_mode)) rule.rights &= CL_FILE_RIGHTS;
  if (rule.rights == 0) return 0;
  return (int)syscall(SYS_landlock_add_rule, rules, 1, &rule, 0);
}

// Applies the rules to this process for good.
static inline int cl_rules_enter(int rules) {
  return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}

// Creates a folder that all users can list, whatever the process's umask; does nothing where it exists.
static inline int cl_folder_make(int folder, const char *name) {
  if (mkdirat(folder, name, 0755) < 0) return errno == EEXIST ? 0 : -1;
  return fchmodat(folder, name, 0755, 0);
}

#endif
