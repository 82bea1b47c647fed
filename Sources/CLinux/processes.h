// SPDX-License-Identifier: Apache-2.0

// Signals and child processes.
#ifndef FLIPBOOK_CLINUX_PROCESSES_H
#define FLIPBOOK_CLINUX_PROCESSES_H

#include "libc.h"

// Blocks the signals in a mask (bit n is signal n); returns a descriptor that reports them.
static inline int cl_signals_open(uint64_t mask) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number < 64; number++)
    if (mask >> number & 1) sigaddset(&set, number);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static inline void cl_signals_unblock(uint64_t mask) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number < 64; number++)
    if (mask >> number & 1) sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static inline void cl_signal_ignore(int number) { signal(number, SIG_IGN); }

// The number of the next signal, 0 when there is none, and whether the kernel sent it, as it does
// for terminals.
static inline int cl_signals_read_origin(int fd, int *from_kernel) {
  struct signalfd_siginfo info;
  ssize_t got = read(fd, &info, sizeof info);
  if (got != (ssize_t)sizeof info) return got < 0 && errno == EAGAIN ? 0 : -1;
  *from_kernel = info.ssi_code == SI_KERNEL;
  return (int)info.ssi_signo;
}

// Starts a program of the PATH with no signal blocked and SIGPIPE not ignored. One descriptor (or
// -1) is kept open, and one (or -1) becomes its standard input. Returns an errno.
static inline int cl_spawn(char *const *arguments, int kept, int input, pid_t *child) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigaddset(&none, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // Duplicated onto itself: the C library then clears the close-on-exec flag.
    if (kept >= 0) error = posix_spawn_file_actions_adddup2(&actions, kept, kept);
    if (!error && input >= 0) error = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (!error) error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Starts a program of the PATH. Its output can be read from a descriptor; its input and its errors are /dev/null.
// Returns an errno.
static inline int cl_spawn_for_output(char *const *arguments, int *output, pid_t *child) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return errno;
  int error = posix_spawn_file_actions_init(&actions);
  if (!error) {
    error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    if (!error) error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (!error) error = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
  if (error) close(ends[0]);
  *output = ends[0];
  return error;
}

// Starts a program with no signal blocked and SIGPIPE not ignored. Its output and its errors can be read from a
// descriptor, which never waits; its input is /dev/null. Returns an errno.
static inline int cl_spawn_with_all_output(char *const *arguments, int *output, pid_t *child) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t set;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return errno;
  int error = posix_spawn_file_actions_init(&actions);
  if (!error) {
    error = posix_spawnattr_init(&attributes);
    if (!error) {
      sigemptyset(&set);
      posix_spawnattr_setsigmask(&attributes, &set);
      sigaddset(&set, SIGPIPE);
      posix_spawnattr_setsigdefault(&attributes, &set);
      posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
      error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
      if (!error) error = posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
      if (!error) error = posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
      if (!error) error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environ);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
  if (!error && fcntl(ends[0], F_SETFL, O_NONBLOCK)) error = errno;
  if (error) close(ends[0]);
  *output = ends[0];
  return error;
}

// A descriptor that is readable once a child has ended. Corresponds to pidfd_open.
static inline int cl_child_open(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

// A process that ignores SIGCHLD, as its parent may have, cannot read a child's exit status.
static inline void cl_keep_children(void) { signal(SIGCHLD, SIG_DFL); }

// A child's exit status as in a shell, 128 + n for signal n; -1 while it runs, and 1 where the
// kernel no longer has it.
static inline int cl_exit_status(pid_t child) {
  int status;
  pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended == 0) return -1;
  if (ended < 0) return 1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Sends a signal to a process that pidfd_open has opened; never to a later process with its PID.
static inline int cl_process_signal(int fd, int number) {
  return (int)syscall(SYS_pidfd_send_signal, fd, number, NULL, 0);
}

// Waits for a child's end, and returns its exit status as cl_exit_status does.
static inline int cl_wait_for_exit(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

#endif
