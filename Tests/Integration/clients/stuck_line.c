// SPDX-License-Identifier: Apache-2.0

// A serial line without a reader: to be loaded into a daemon with a pseudoterminal as its console. Writes
// there seem to wait for ever, and each attempt to drop the output is recorded.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request == TIOCOUTQ) {
    *(int *)argument = atoi(getenv("STUCK_BYTES"));
    return 0;
  }
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

int tcflush(int fd, int queue) {
  if (queue == TCOFLUSH) dprintf(atoi(getenv("STUCK_NOTES")), "dropped\n");
  return (int)syscall(SYS_ioctl, fd, TCFLSH, queue);
}
