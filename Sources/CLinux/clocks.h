// SPDX-License-Identifier: Apache-2.0

// Waiting, timers and clocks.
#ifndef FLIPBOOK_CLINUX_CLOCKS_H
#define FLIPBOOK_CLINUX_CLOCKS_H

#include "libc.h"

static inline int64_t cl_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The realtime clock, which ends in 2262 here; 0 where it is beyond the C library's numbers.
static inline int64_t cl_realtime_nanoseconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) < 0) return 0;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// How many seconds the local time is ahead of UTC at a second since 1970; 0 where there is no zone.
static inline int64_t cl_zone_offset(int64_t second) {
  time_t time = (time_t)second;
  struct tm local;
#ifndef __GLIBC__
  // musl reads /etc/localtime again only after another zone.
  if (getenv("TZ") == NULL && setenv("TZ", "UTC0", 1) == 0) {
    tzset();
    unsetenv("TZ");
  }
#endif
  tzset();
  return localtime_r(&time, &local) == NULL ? 0 : local.tm_gmtoff;
}

// The processor time that all threads of this process have used.
static inline int64_t cl_processor_nanoseconds(void) {
  struct timespec used;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) < 0) return 0;
  return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

// The times of 32-bit kernels before Linux 5.1; they end in 2038.
struct cl_old_time { long seconds, nanoseconds; };
static inline struct cl_old_time cl_old_time(int64_t nanoseconds) {
  int64_t seconds = nanoseconds / 1000000000;
  struct cl_old_time time = {
      (long)(seconds < INT32_MAX ? seconds : INT32_MAX), (long)(nanoseconds % 1000000000)};
  return time;
}

// A negative timeout waits without end. This is ppoll, which glibc hides without _GNU_SOURCE.
static inline int cl_poll(struct pollfd *entries, unsigned long count, int64_t nanoseconds) {
#if defined(SYS_ppoll_time64)
  struct { int64_t tv_sec, tv_nsec; } timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int result =
      (int)syscall(SYS_ppoll_time64, entries, count, nanoseconds < 0 ? NULL : &timeout, NULL, 8);
#if defined(SYS_ppoll)
  if (result < 0 && errno == ENOSYS) {
    struct cl_old_time old = cl_old_time(nanoseconds < 0 ? 0 : nanoseconds);
    result = (int)syscall(SYS_ppoll, entries, count, nanoseconds < 0 ? NULL : &old, NULL, 8);
  }
#endif
  return result;
#else
  struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return (int)syscall(SYS_ppoll, entries, count, nanoseconds < 0 ? NULL : &timeout, NULL, 8);
#endif
}

// A timer of the monotonic clock that kills the process when it expires, even a stopped process. Returns
// the kernel's timer ID, or -1 without such timers. The C library's sigevent begins as the kernel's does.
static inline int cl_killer_create(void) {
  struct sigevent event;
  int timer = -1;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGKILL;
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) < 0 ? -1 : timer;
}

// musl's name on 32 bits.
#if !defined(SYS_timer_settime) && defined(SYS_timer_settime32)
#define SYS_timer_settime SYS_timer_settime32
#endif

// Sets the instant of expiry; zero disarms the timer.
static inline int cl_killer_arm(int timer, int64_t nanoseconds) {
  struct { int64_t interval[2], value[2]; } when = {
      {0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
#if defined(SYS_timer_settime64)
  int result = (int)syscall(SYS_timer_settime64, timer, TIMER_ABSTIME, &when, NULL);
#if defined(SYS_timer_settime)
  if (result < 0 && errno == ENOSYS) {
    struct cl_old_time old[2] = {{0, 0}, cl_old_time(nanoseconds)};
    result = (int)syscall(SYS_timer_settime, timer, TIMER_ABSTIME, old, NULL);
  }
#endif
  return result;
#else
  return (int)syscall(SYS_timer_settime, timer, TIMER_ABSTIME, &when, NULL);
#endif
}

static inline int cl_clock_jump_create(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

// The timer expires in 2262, but is cancelled when the clock jumps. A pending cancellation is read first.
static inline int cl_clock_jump_arm(int fd) {
  struct itimerspec when = {{0, 0}, {INT64_MAX / 1000000000, 0}};
  uint64_t count;
  ssize_t got = read(fd, &count, sizeof count);
  if (got < 0 && errno != EAGAIN && errno != ECANCELED) return -1;
  int result = timerfd_settime(fd, TFD_TIMER_ABSTIME | 2 /* TFD_TIMER_CANCEL_ON_SET */, &when, NULL);
#if __SIZEOF_LONG__ == 4
  if (result < 0 && errno == EOVERFLOW) {
    when.it_value.tv_sec = INT32_MAX;
    result = timerfd_settime(fd, TFD_TIMER_ABSTIME | 2, &when, NULL);
  }
#endif
  if (result == 0) return 0;
  // With ECANCELED the kernel reports an earlier jump, but has armed the timer.
  return errno == ECANCELED ? 0 : -1;
}

static inline int64_t cl_suspended_nanoseconds(void) {
  struct timespec running, both;
  clock_gettime(CLOCK_MONOTONIC, &running);
  clock_gettime(CLOCK_BOOTTIME, &both);
  return (int64_t)(both.tv_sec - running.tv_sec) * 1000000000 + both.tv_nsec - running.tv_nsec;
}

#endif
