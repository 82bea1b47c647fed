// Files, pipes, memory of its own, and who may use them.
#ifndef FLIPBOOK_CLINUX_FILES_H
#define FLIPBOOK_CLINUX_FILES_H

#include "libc.h"

static inline int cl_open(const char *path, int flags, unsigned mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

static inline int cl_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }

static inline int cl_set_nonblocking(int fd, int on) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

// Null where mmap would return MAP_FAILED.
static inline void *cl_map(int fd, int64_t offset, size_t size, int writable) {
  void *address =
      mmap(NULL, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, offset);
  return address == MAP_FAILED ? NULL : address;
}

// Memory of its own pages, never swapped or dumped where the kernel allows it.
static inline void *cl_map_locked(size_t size) {
  void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return NULL;
  mlock(address, size);
  madvise(address, size, 16 /* MADV_DONTDUMP, hidden without _DEFAULT_SOURCE */);
  return address;
}

// Writes zeros that no optimiser takes for useless.
static inline void cl_wipe(void *address, size_t size) {
  explicit_bzero(address, size);
}

static inline int64_t cl_file_size(int fd) {
  struct stat status;
  return fstat(fd, &status) < 0 ? -1 : (int64_t)status.st_size;
}

static inline int cl_memory_file(const char *name, int64_t size) {
  int fd = (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd >= 0 && ftruncate(fd, size) < 0) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

static inline int cl_seal_size(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

static inline int cl_make_fifo(const char *path, unsigned mode) {
  if (mkfifo(path, 0) < 0) return -1;
  if (chmod(path, mode) == 0) return 0;
  int error = errno;
  unlink(path);
  errno = error;
  return -1;
}

static inline int cl_is_fifo(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

// The file behind a path, to tell later whether it is still the same one; 0 where there is none.
static inline uint64_t cl_inode(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 ? 0 : (uint64_t)status.st_ino;
}

// Makes a directory the root directory and the working one.
static inline int cl_change_root(const char *path) {
  if (chdir(path) < 0 || chroot(".") < 0) return -1;
  return chdir("/");
}

// The number of a group's name; -1 where there is none.
static inline int64_t cl_group(const char *name) {
  struct group *found = getgrnam(name);
  return found == NULL ? -1 : (int64_t)found->gr_gid;
}

static inline int cl_pipe(int *reader, int *writer) {
  int pair[2];
  if (pipe(pair) < 0) return -1;
  fcntl(pair[0], F_SETFD, FD_CLOEXEC);
  fcntl(pair[1], F_SETFD, FD_CLOEXEC);
  *reader = pair[0];
  *writer = pair[1];
  return 0;
}

static inline int cl_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }

#endif
