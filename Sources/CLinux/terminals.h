// SPDX-License-Identifier: Apache-2.0

// Terminals and keyboards.
#ifndef FLIPBOOK_CLINUX_TERMINALS_H
#define FLIPBOOK_CLINUX_TERMINALS_H

#include "libc.h"

static inline int cl_window_size(int fd, struct winsize *size) {
  return ioctl(fd, TIOCGWINSZ, size);
}

// Opens a terminal for reading keys; it does not become the controlling terminal.
static inline int cl_keyboard_open(const char *path) {
  int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || isatty(fd)) return fd;
  close(fd);
  errno = ENOTTY;
  return -1;
}

// A value for the second end-of-line character that no terminal has by default. It has no effect in
// raw mode, and marks a terminal that this program made raw.
#define CL_KEYBOARD_MARK 0xA5

// Restores settings that a killed program has left raw; 0 where none has.
static inline int cl_keyboard_mend(struct termios *mode) {
  if (mode->c_cc[VEOL2] != CL_KEYBOARD_MARK) return 0;
  mode->c_iflag |= ICRNL | IXON;
  mode->c_lflag |= ECHO | ICANON | ISIG | IEXTEN;
  mode->c_cc[VEOL2] = 0;
  mode->c_cc[VMIN] = 1;
  return 1;
}

// Restores a terminal that a killed program has left raw.
static inline void cl_keyboard_repair(int fd) {
  struct termios mode;
  if (tcgetattr(fd, &mode) == 0 && cl_keyboard_mend(&mode)) tcsetattr(fd, TCSANOW, &mode);
}

// Whether the terminal is as cl_keyboard_set_raw has left it; -1 where it is gone.
static inline int cl_keyboard_is_raw(int fd) {
  struct termios mode;
  if (tcgetattr(fd, &mode) < 0) return -1;
  return mode.c_cc[VEOL2] == CL_KEYBOARD_MARK && !(mode.c_lflag & (tcflag_t)(ECHO | ICANON | ISIG));
}

// Turns off echo, lines and signals. Keeps the settings from before, or from before a killed program.
static inline int cl_keyboard_set_raw(int fd, struct termios *before) {
  struct termios raw;
  if (tcgetattr(fd, before) < 0) return -1;
  cl_keyboard_mend(before);
  raw = *before;
  raw.c_cc[VEOL2] = CL_KEYBOARD_MARK;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  return tcsetattr(fd, TCSANOW, &raw);
}

static inline int cl_keyboard_restore(int fd, const struct termios *before) {
  // Not TCSAFLUSH: it would wait for a terminal with stopped output.
  tcflush(fd, TCIFLUSH);
  return tcsetattr(fd, TCSANOW, before);
}

// Drops output that the line has not sent, where that is more than the end of an answer.
static inline void cl_terminal_drop_backlog(int fd) {
  int waiting = 0;
  if (ioctl(fd, TIOCOUTQ, &waiting) == 0 && waiting > 16) tcflush(fd, TCOFLUSH);
}

// Opens a terminal; it does not become the controlling terminal.
static inline int cl_terminal_open(const char *path) {
  return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

// Locks a terminal until the descriptor is closed; -1 where another process has locked it.
static inline int cl_terminal_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }

static inline int cl_terminal_mode(int fd, struct vt_mode *mode) {
  return ioctl(fd, VT_GETMODE, mode);
}

static inline int cl_terminal_set_mode(int fd, const struct vt_mode *mode) {
  return ioctl(fd, VT_SETMODE, mode);
}

// KD_TEXT or KD_GRAPHICS.
static inline int cl_terminal_display(int fd, int *display) {
  return ioctl(fd, KDGETMODE, display);
}

static inline int cl_terminal_set_display(int fd, int display) {
  return ioctl(fd, KDSETMODE, (unsigned long)display);
}

// The number of a virtual terminal, which is its device's minor number; -1 where there is none.
static inline int cl_terminal_number(int fd) {
  struct stat status;
  return fstat(fd, &status) < 0 ? -1 : (int)(status.st_rdev & 0xFF);
}

// The number of the active terminal; -1 where it is unknown.
static inline int cl_terminal_shown(int fd) {
  struct vt_stat state;
  return ioctl(fd, VT_GETSTATE, &state) < 0 ? -1 : state.v_active;
}

// Activates a terminal by its number; the descriptor may be that of any terminal.
static inline int cl_terminal_show(int fd, int number) {
  return ioctl(fd, VT_ACTIVATE, (unsigned long)number);
}

// Allows the switch to another terminal (1), or acknowledges that this terminal is active again
// (VT_ACKACQ).
static inline int cl_terminal_answer(int fd, int answer) {
  return ioctl(fd, VT_RELDISP, (unsigned long)answer);
}

// The end of the pipe that the handler of the terminal's signals writes to; -1 for none.
static inline volatile int *cl_terminal_signals_writer(void) {
  static volatile int writer = -1;
  return &writer;
}

// Writes the number of a signal that the kernel sent to the pipe.
static inline void cl_terminal_signals_note(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds thousands of switches that nobody has handled.
  if (info->si_code == SI_KERNEL && write(*cl_terminal_signals_writer(), &byte, 1) < 0) {}
  errno = error;
}

// Installs the handlers of the signals 44 and 45, and opens their pipe; -1 with EBUSY where there are some.
static inline int cl_terminal_signals_open(int *reader, int *writer) {
  if (*cl_terminal_signals_writer() >= 0) {
    errno = EBUSY;
    return -1;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  *cl_terminal_signals_writer() = ends[1];
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = cl_terminal_signals_note;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (int number = 44; number <= 45; number++) sigaction(number, &action, NULL);
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

// From now on the signals are ignored: one may be on its way.
static inline void cl_terminal_signals_close(void) {
  for (int number = 44; number <= 45; number++) signal(number, SIG_IGN);
  *cl_terminal_signals_writer() = -1;
}

// The number of the next signal; 0 for none.
static inline int cl_terminal_signals_read(int fd) {
  unsigned char byte;
  return read(fd, &byte, 1) == 1 ? byte : 0;
}

#endif
