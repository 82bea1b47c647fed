// SPDX-License-Identifier: Apache-2.0

// Files of untrusted users, which may change at any moment.
#ifndef FLIPBOOK_CLINUX_UNTRUSTED_H
#define FLIPBOOK_CLINUX_UNTRUSTED_H

#include "libc.h"

#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif

// Opens a regular file for reading. EINVAL for any other: no symbolic link as the last component,
// and no FIFO or device, on which open or read could block.
static inline int cl_open_regular(const char *path) {
  struct stat status;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

// Opens a subdirectory, not through a symbolic link; creates it if it is missing and `makes` is not
// 0.
static inline int cl_open_subfolder(int parent, const char *name, int makes) {
  if (makes && mkdirat(parent, name, 0755) < 0 && errno != EEXIST) return -1;
  return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Creates a new file for writing in a directory, in place of an earlier draft.
static inline int cl_replace_draft(int folder, const char *name) {
  if (unlinkat(folder, name, 0) < 0 && errno != ENOENT) return -1;
  return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
}

// Creates a new file for writing in a directory; EEXIST where there is any file with the name.
static inline int cl_new_draft(int folder, const char *name) {
  return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
}

// Whether a memory file can never become shorter, so that its mapping stays readable.
static inline int cl_cannot_shrink(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

// Creates a directory with a new name, with access for this user alone; the name ends in XXXXXX.
static inline char *cl_make_private_folder(char *name) { return mkdtemp(name); }

#endif
