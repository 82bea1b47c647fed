// SPDX-License-Identifier: Apache-2.0

// Terminals and keyboards.
#ifndef FLIPBOOK_CLINUX_TERMINALS_H
#define FLIPBOOK_CLINUX_TERMINALS_H

#include "libc.h"

static inline int cl_window_size(int fd, struct winsize *size) {
  return ioctl(fd, TIOCGWINSZ, size);
}

// Opens a terminal that does not become the program's own, to be read as its keys are pressed.
static inline int cl_keyboard_open(const char *path) {
  int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || isatty(fd)) return fd;
  close(fd);
  errno = ENOTTY;
  return -1;
}

// What no terminal has for its second end of a line, which means nothing while there are no lines: it
// marks one that was made raw here.
#define CL_KEYBOARD_MARK 0xA5

// Puts back in a terminal's settings what a killed program has left off; 0 where none has.
static inline int cl_keyboard_mend(struct termios *mode) {
  if (mode->c_cc[VEOL2] != CL_KEYBOARD_MARK) return 0;
  mode->c_iflag |= ICRNL | IXON;
  mode->c_lflag |= ECHO | ICANON | ISIG | IEXTEN;
  mode->c_cc[VEOL2] = 0;
  mode->c_cc[VMIN] = 1;
  return 1;
}

// Makes a terminal usable that a killed program has left raw.
static inline void cl_keyboard_repair(int fd) {
  struct termios mode;
  if (tcgetattr(fd, &mode) == 0 && cl_keyboard_mend(&mode)) tcsetattr(fd, TCSANOW, &mode);
}

// Turns off echo, lines and signals, and keeps how it was, or was before a killed program.
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
  // What was typed before is no answer: nobody had asked, or somebody else.
  tcflush(fd, TCIFLUSH);
  return tcsetattr(fd, TCSANOW, &raw);
}

static inline int cl_keyboard_restore(int fd, const struct termios *before) {
  // Not TCSAFLUSH: it would wait for a terminal whose output somebody has stopped.
  tcflush(fd, TCIFLUSH);
  return tcsetattr(fd, TCSANOW, before);
}

// Drops output that a line has not taken, where that is more than the end of an answer.
static inline void cl_terminal_drop_backlog(int fd) {
  int waiting = 0;
  if (ioctl(fd, TIOCOUTQ, &waiting) == 0 && waiting > 16) tcflush(fd, TCOFLUSH);
}

// A terminal, without becoming its session's leader.
static inline int cl_terminal_open(const char *path) {
  return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

// Marks a terminal as taken, until the descriptor is closed; -1 where somebody else has.
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

// The number of a virtual terminal is the minor number of its device; -1 where there is none.
static inline int cl_terminal_number(int fd) {
  struct stat status;
  return fstat(fd, &status) < 0 ? -1 : (int)(status.st_rdev & 0xFF);
}

// The number of the active terminal; -1 where it is unknown.
static inline int cl_terminal_shown(int fd) {
  struct vt_stat state;
  return ioctl(fd, VT_GETSTATE, &state) < 0 ? -1 : state.v_active;
}

// Has a terminal shown, by its number; any terminal's descriptor will do.
static inline int cl_terminal_show(int fd, int number) {
  return ioctl(fd, VT_ACTIVATE, (unsigned long)number);
}

// Agrees to leave the display (1), or takes note that it is ours again (VT_ACKACQ).
static inline int cl_terminal_answer(int fd, int answer) {
  return ioctl(fd, VT_RELDISP, (unsigned long)answer);
}

#endif
