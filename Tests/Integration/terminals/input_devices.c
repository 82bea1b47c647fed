// SPDX-License-Identifier: Apache-2.0

// Pipes as input devices. Loaded into the daemon (LD_PRELOAD), this library answers a pipe's ioctls as an input
// device with letters does. It writes opened and grabbed devices to the file in
// FAKE_INPUT_LOG. The pipe's mode selects the device: u+x a mouse, g+x with Shift held,
// o+x with Caps Lock's light on, g+w one that another program has grabbed, +t a touch screen with slots (100 to 4195 to
// the right, 0 to 2047 down), g+s a tablet with a button (0 to 32767), u+s a mouse with one.
//
// Uevents come as datagrams to sockets whose paths are FAKE_INPUT_UEVENTS and a digit, one for each of the program's
// readers in turn; without it there is no source of uevents. All are opened before the program's main: later its sandbox
// refuses that.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/netlink.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "../displays/fake_kms/uevents.h"

enum { FIRST_DESCRIPTOR = 300, READERS = 2 };
static int log_file = -1, uevents[READERS] = {-1, -1}, next_reader;

// Out of the way of the program's own numbers.
static int moved(int fd) {
  int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  close(fd);
  return high;
}

__attribute__((constructor)) static void begin(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *path = getenv("FAKE_INPUT_LOG");
  if (path != NULL) log_file = moved(open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  path = getenv("FAKE_INPUT_UEVENTS");
  if (path == NULL) return;
  for (int reader = 0; reader < READERS; reader++) {
    snprintf(address.sun_path, sizeof address.sun_path, "%s%d", path, reader);
    unlink(address.sun_path);
    uevents[reader] = moved((int)syscall(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (syscall(SYS_bind, uevents[reader], &address, sizeof address) < 0) perror(path);
  }
}

static void record(const char *word) {
  if (log_file >= 0 && write(log_file, word, strlen(word)) < 0) perror("FAKE_INPUT_LOG");
}

static void set(unsigned char *bits, int number) { bits[number / 8] |= 1 << number % 8; }

// What a touch screen, a tablet or a mouse answers.
static int answer_pointer(mode_t mode, unsigned number, unsigned size, void *argument) {
  unsigned char *bits = argument;
  struct input_absinfo *range = argument;
  int is_touch = (mode & S_ISVTX) != 0, is_tablet = (mode & S_ISGID) != 0;
  if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) set(bits, is_touch ? BTN_TOUCH : BTN_LEFT);
  if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0)) && (is_touch || is_tablet)) {
    set(bits, ABS_X);
    set(bits, ABS_Y);
  }
  if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0)) && is_touch) {
    set(bits, ABS_MT_SLOT);
    set(bits, ABS_MT_POSITION_X);
    set(bits, ABS_MT_POSITION_Y);
    set(bits, ABS_MT_TRACKING_ID);
  }
  if (number == _IOC_NR(EVIOCGBIT(EV_REL, 0)) && !is_touch && !is_tablet) {
    set(bits, REL_X);
    set(bits, REL_Y);
  }
  if (number == _IOC_NR(EVIOCGPROP(0)) && is_touch) set(bits, INPUT_PROP_DIRECT);
  if (number == _IOC_NR(EVIOCGABS(ABS_X)) || number == _IOC_NR(EVIOCGABS(ABS_MT_POSITION_X)))
    *range = (struct input_absinfo){.minimum = is_touch ? 100 : 0, .maximum = is_touch ? 4195 : 32767};
  if (number == _IOC_NR(EVIOCGABS(ABS_Y)) || number == _IOC_NR(EVIOCGABS(ABS_MT_POSITION_Y)))
    *range = (struct input_absinfo){.maximum = is_touch ? 2047 : 32767};
  return (int)size;
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, void *);
  struct stat facts;
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (real == NULL) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
  if (fstat(fd, &facts) < 0 || !S_ISFIFO(facts.st_mode) || _IOC_TYPE(request) != 'E')
    return real(fd, request, argument);
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  if (number == _IOC_NR(EVIOCGRAB)) {
    if (facts.st_mode & S_IWGRP) {
      errno = EBUSY;
      return -1;
    }
    record(argument == NULL ? "free\n" : "grab\n");
    return 0;
  }
  memset(argument, 0, size);
  if (facts.st_mode & (S_ISVTX | S_ISGID | S_ISUID)) return answer_pointer(facts.st_mode, number, size, argument);
  // Every key; a mouse has none of them.
  if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) {
    record(facts.st_mode & S_IXUSR ? "mouse\n" : "keys\n");
    if (!(facts.st_mode & S_IXUSR)) memset(argument, 0xFF, size);
  }
  if (number == _IOC_NR(EVIOCGKEY(0)) && facts.st_mode & S_IXGRP)
    ((unsigned char *)argument)[KEY_LEFTSHIFT / 8] |= 1 << KEY_LEFTSHIFT % 8;
  if (number == _IOC_NR(EVIOCGLED(0)) && facts.st_mode & S_IXOTH)
    ((unsigned char *)argument)[LED_CAPSL / 8] |= 1 << LED_CAPSL % 8;
  return (int)size;
}

// Not for writing: a reader that could write as well never reads the pipe's end, which is the removal
// of the device.
int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (strncmp(path, "event", 5) == 0) flags = (flags & ~O_ACCMODE) | O_RDONLY;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

// Uevents come from the test.
int socket(int domain, int type, int protocol) {
  if (domain != AF_NETLINK || protocol != NETLINK_KOBJECT_UEVENT)
    return (int)syscall(SYS_socket, domain, type, protocol);
  int reader = uevents[next_reader];
  if (reader < 0) {
    errno = EPROTONOSUPPORT;
    return -1;
  }
  next_reader = (next_reader + 1) % READERS;
  // Earlier events have no reader.
  char old[4096];
  while (syscall(SYS_recvfrom, reader, old, sizeof old, 0, NULL, NULL) >= 0) continue;
  return fcntl(reader, F_DUPFD_CLOEXEC, 3);
}
