// SPDX-License-Identifier: Apache-2.0

// The headers of libc and the kernel, and definitions that they hide.
#ifndef FLIPBOOK_CLINUX_LIBC_H
#define FLIPBOOK_CLINUX_LIBC_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The C library hides these without _GNU_SOURCE. That is not defined here: it changes the C library's
// structures, and then this module is incompatible with Foundation's.
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 0x0001U
#define MFD_ALLOW_SEALING 0x0002U
#endif
#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#define F_SEAL_SEAL 0x0001
#define F_SEAL_SHRINK 0x0002
#define F_SEAL_GROW 0x0004
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef O_PATH
#define O_PATH 010000000
#endif
#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif
#ifndef SO_PEERCRED
#define SO_PEERCRED 17
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

// Otherwise offsets of buffers to map are truncated, and the clock ends in 2038. On 32 bits the C library
// needs -D_FILE_OFFSET_BITS=64 and -D_TIME_BITS=64 for this.
_Static_assert(sizeof(off_t) == 8 && sizeof(time_t) == 8, "offsets and times have 64 bits");

#ifdef __i386__
// On i386 glibc makes these calls through socketcall; a filter cannot read its arguments. Linux has separate
// system calls since 4.3.
#define socket(...) (int)syscall(SYS_socket, __VA_ARGS__)
#define socketpair(...) (int)syscall(SYS_socketpair, __VA_ARGS__)
#define bind(...) (int)syscall(SYS_bind, __VA_ARGS__)
#define connect(...) (int)syscall(SYS_connect, __VA_ARGS__)
#define listen(...) (int)syscall(SYS_listen, __VA_ARGS__)
#define getsockopt(...) (int)syscall(SYS_getsockopt, __VA_ARGS__)
#define setsockopt(...) (int)syscall(SYS_setsockopt, __VA_ARGS__)
#define send(descriptor, bytes, size, flags) syscall(SYS_sendto, descriptor, bytes, size, flags, NULL, 0)
#define sendmsg(...) syscall(SYS_sendmsg, __VA_ARGS__)
#define recvmsg(...) syscall(SYS_recvmsg, __VA_ARGS__)
#endif

static inline int cl_errno(void) { return errno; }

// Writes a text with a number in it, which must fit. C's printf also formats floating-point numbers, which
// adds 20 KB to a static libc.
__attribute__((noinline, unused)) static void cl_numbered(char *to, const char *before, unsigned number, const char *after) {
  char digits[10];
  size_t count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  while (*before != 0) *to++ = *before++;
  while (count > 0) *to++ = digits[--count];
  while (*after != 0) *to++ = *after++;
  *to = 0;
}

#endif
