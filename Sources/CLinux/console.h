// SPDX-License-Identifier: Apache-2.0

// The console's output: a pseudo terminal in its place, and the memory in which it is kept.
#ifndef FLIPBOOK_CLINUX_CONSOLE_H
#define FLIPBOOK_CLINUX_CONSOLE_H

#include <sys/prctl.h>

#include "libc.h"

// Linux 4.13.
#ifndef TIOCGPTPEER
#define TIOCGPTPEER _IO('T', 0x41)
#endif

enum {
  CL_LOG_SIZE = 1 << 18,
  CL_LOG_MARKS = 256,
};

// When bytes came: those from `offset` on, in milliseconds since the machine's start.
struct cl_log_mark { uint32_t offset, milliseconds; };

// The last bytes of the console, and when they came. One process writes and another reads, so counts are
// released after the bytes that they count. They wrap around.
struct cl_console_log {
  uint32_t written, marked;
  struct cl_log_mark marks[CL_LOG_MARKS];
  uint8_t bytes[CL_LOG_SIZE];
};

// Shared with the children of this process; NULL without memory. Only used pages take memory.
static inline struct cl_console_log *cl_log_make(void) {
  void *address = mmap(NULL, sizeof(struct cl_console_log), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? NULL : address;
}

static inline void cl_log_free(struct cl_console_log *log) { munmap(log, sizeof *log); }

// Appends at most CL_LOG_SIZE bytes.
static inline void cl_log_append(
    struct cl_console_log *log, const uint8_t *bytes, uint32_t count, uint32_t milliseconds) {
  uint32_t start = log->written, marked = log->marked;
  if (marked == 0 || log->marks[(marked - 1) % CL_LOG_MARKS].milliseconds != milliseconds) {
    log->marks[marked % CL_LOG_MARKS] = (struct cl_log_mark){start, milliseconds};
    __atomic_store_n(&log->marked, marked + 1, __ATOMIC_RELEASE);
  }
  for (uint32_t index = 0; index < count; index++)
    log->bytes[(start + index) % CL_LOG_SIZE] = bytes[index];
  __atomic_store_n(&log->written, start + count, __ATOMIC_RELEASE);
}

static inline uint32_t cl_log_written(const struct cl_console_log *log) {
  return __atomic_load_n(&log->written, __ATOMIC_ACQUIRE);
}

static inline uint32_t cl_log_marked(const struct cl_console_log *log) {
  return __atomic_load_n(&log->marked, __ATOMIC_ACQUIRE);
}

static inline struct cl_log_mark cl_log_mark_at(const struct cl_console_log *log, uint32_t index) {
  return log->marks[index % CL_LOG_MARKS];
}

// Copies bytes from an offset on. The caller checks afterwards whether they have been overwritten meanwhile.
static inline void cl_log_copy(
    const struct cl_console_log *log, uint32_t start, uint8_t *to, uint32_t count) {
  for (uint32_t index = 0; index < count; index++)
    to[index] = log->bytes[(start + index) % CL_LOG_SIZE];
}

// Both ends of a new pseudo terminal that changes no byte; -1 where there are none, as without devpts.
static inline int cl_console_open(int *terminal) {
  struct termios mode;
  int unlocked = 0;
  int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -1;
  *terminal = -1;
  if (ioctl(fd, TIOCSPTLCK, &unlocked) == 0)
    *terminal = ioctl(fd, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*terminal >= 0 && tcgetattr(*terminal, &mode) == 0) {
    mode.c_oflag &= ~(tcflag_t)OPOST;
    mode.c_iflag = 0;
    mode.c_lflag = 0;
    if (tcsetattr(*terminal, TCSANOW, &mode) == 0) return fd;
  }
  int error = errno;
  if (*terminal >= 0) close(*terminal);
  close(fd);
  errno = error;
  return -1;
}

// Redirects the output for /dev/console and /dev/tty0 to a pseudo terminal, or with /dev/console as the
// descriptor ends that. EBUSY where it is redirected already.
static inline int cl_console_redirect(int terminal) { return ioctl(terminal, TIOCCONS, 0); }

// The number of a pseudo terminal, as in /dev/pts, from the end that is no terminal itself.
static inline int cl_console_number(int fd) {
  unsigned number = 0;
  return ioctl(fd, TIOCGPTN, &number) < 0 ? -1 : (int)number;
}

// Opens a terminal to write to, without waiting for its carrier; later writes wait.
static inline int cl_console_target(const char *path) {
  int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

// Opens a file to append to, which only its owner may read; a new one is created. A symbolic link is not
// followed, and anything but a regular file with one name is refused. A file beyond the size is emptied.
static inline int cl_console_file(const char *path, int64_t most) {
  struct stat status;
  int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1
      && (status.st_size <= most || ftruncate(fd, 0) == 0))
    return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}

// A child process that closes all descriptors but one; its PID, or 0 in the child.
static inline pid_t cl_fork_keeping(int kept, const char *name) {
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_NAME, name, 0, 0, 0);
  // close_range, part of Linux since 5.9, with the same number on all architectures.
  if ((kept > 0 && syscall(436, 0, (unsigned)kept - 1, 0) < 0) || syscall(436, (unsigned)kept + 1, ~0U, 0) < 0)
    // At the start the numbers are small.
    for (int number = 0; number < 1024; number++)
      if (number != kept) close(number);
  return 0;
}

static inline void cl_sleep(long nanoseconds) {
  struct timespec rest = {0, nanoseconds};
  nanosleep(&rest, NULL);
}

// The kernel's messages, from the first that it still has; -1 without permission.
static inline int cl_kernel_log_open(void) {
  return open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static inline int cl_kernel_log_rewind(int fd) { return lseek(fd, 0, SEEK_SET) < 0 ? -1 : 0; }

#endif
