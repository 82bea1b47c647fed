// SPDX-License-Identifier: Apache-2.0

// Files, pipes, private memory, and file permissions.
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

// Pages of its own, never swapped or dumped where the kernel allows it.
static inline void *cl_map_locked(size_t size) {
  void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return NULL;
  mlock(address, size);
  madvise(address, size, 16 /* MADV_DONTDUMP, hidden without _DEFAULT_SOURCE */);
  return address;
}

// Writes zeros; no optimiser removes the call.
static inline void cl_wipe(void *address, size_t size) {
  explicit_bzero(address, size);
}

// Wipes the stack below this frame, where calls that have returned left their data.
__attribute__((noinline, unused)) static void cl_wipe_stack(void) {
  char below[65536];
  explicit_bzero(below, sizeof below);
}

// Reads from the file's beginning, wherever the descriptor's offset is: the kernel may write the file's
// content again.
static inline ssize_t cl_read_start(int fd, void *buffer, size_t size) {
  return pread(fd, buffer, size, 0);
}

static inline int64_t cl_file_size(int fd) {
  struct stat status;
  return fstat(fd, &status) < 0 ? -1 : (int64_t)status.st_size;
}

// Whether a file is a memory device of the kernel, such as /dev/kmsg, where no call waits: 1 or 0.
static inline int cl_is_memory_device(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == 1;
}

// Whether a file has this device and inode number: 1 or 0.
static inline int cl_is_file(int fd, uint64_t device, uint64_t inode) {
  struct stat status;
  return fstat(fd, &status) == 0 && status.st_dev == device && status.st_ino == inode;
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

// Seals the size, and forbids writes except through existing mappings. Before Linux 5.1 only the size can be
// sealed.
static inline int cl_seal(int fd) {
  int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (fcntl(fd, F_ADD_SEALS, seals | F_SEAL_FUTURE_WRITE) == 0) return 0;
  return fcntl(fd, F_ADD_SEALS, seals);
}

// Removes the pages of a shared mapping from this process's memory; the file keeps their content.
static inline void cl_release_pages(void *address, size_t size) {
  madvise(address, size, 4 /* MADV_DONTNEED, hidden without _DEFAULT_SOURCE */);
}

// Opens a FIFO for reading and writing; a symbolic link is not followed.
static inline int cl_open_fifo(const char *path) {
  struct stat status;
  int fd = open(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode))) return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}

// Other users may open the FIFO only after its type has been checked: its path could lead elsewhere by then.
static inline int cl_make_fifo(const char *path, unsigned mode) {
  if (mkfifo(path, mode & 0600) < 0) return -1;
  int fd = cl_open_fifo(path);
  int result = fd < 0 ? -1 : fchmod(fd, mode);
  int error = errno;
  if (fd >= 0) close(fd);
  if (result < 0) unlink(path);
  errno = error;
  return result;
}

static inline int cl_is_fifo(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

// The inode number of a path, to detect later that it was replaced; 0 where there is none.
static inline uint64_t cl_inode(const char *path) {
  struct stat status;
  return lstat(path, &status) < 0 ? 0 : (uint64_t)status.st_ino;
}

// Makes a directory the root directory and the working one.
static inline int cl_change_root(const char *path) {
  if (chdir(path) < 0 || chroot(".") < 0) return -1;
  return chdir("/");
}

// The ID of a group in /etc/group; -1 where there is none. The C library would load the machine's other
// sources of groups into this process, where they must not be.
static inline int64_t cl_group(const char *name) {
  char bytes[512];
  size_t matched = 0, length = strlen(name);
  int field = 0, has_digits = 0;
  int64_t number = 0, found = -1;
  ssize_t count = 0;
  int fd = open("/etc/group", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  while (found < 0 && (count = read(fd, bytes, sizeof bytes)) > 0)
    for (ssize_t index = 0; index < count && found < 0; index++) {
      char byte = bytes[index];
      if (byte == '\n') {
        field = has_digits = 0;
        matched = 0;
        number = 0;
      } else if (byte == ':') {
        // The fields of a line: the name, a password, the number, the members.
        if (field == 0 && matched != length) field = 3;
        if (field == 2 && has_digits) found = number;
        field++;
      } else if (field == 0) {
        matched = matched < length && byte == name[matched] ? matched + 1 : length + 1;
      } else if (field == 2) {
        has_digits = byte >= '0' && byte <= '9' && number < (int64_t)1 << 32;
        number = number * 10 + (byte - '0');
        if (!has_digits) field = 4;
      }
    }
  close(fd);
  return found < (int64_t)UINT32_MAX ? found : -1;
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

// Returns stack memory to the kernel that is not needed now: 1 MB from 16 KB below this frame, as far as it
// is mapped. It is not inlined: `here` could then be anywhere in the caller's frame, which may be larger
// than 16 KB, and used parts of it would be zeroed.
__attribute__((noinline, unused)) static void cl_release_stack(void) {
  char here;
  uintptr_t end = ((uintptr_t)&here - 16384) & ~(uintptr_t)65535;
  (void)madvise((void *)(end - (1 << 20)), 1 << 20, MADV_DONTNEED);
}

#endif
