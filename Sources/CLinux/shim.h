// libc and kernel headers, with inline functions where C is variadic, a macro, or wants a structure
// that Swift would only fill and pass on. No policy here.
#ifndef FLIPBOOK_CLINUX_H
#define FLIPBOOK_CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The C library hides these without _GNU_SOURCE. It is not defined here, because it changes the C
// library's structures, and then this module does not go together with Foundation's.
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
#ifndef SO_PEERCRED
#define SO_PEERCRED 17
#endif
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

static inline int cl_errno(void) { return errno; }

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

static inline int64_t cl_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// A negative timeout waits without end. This is ppoll, which glibc hides without _GNU_SOURCE.
static inline int cl_poll(struct pollfd *entries, unsigned long count, int64_t nanoseconds) {
#if defined(SYS_ppoll_time64)
  struct { int64_t tv_sec, tv_nsec; } timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return (int)syscall(SYS_ppoll_time64, entries, count, nanoseconds < 0 ? NULL : &timeout, NULL, 8);
#else
  struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return (int)syscall(SYS_ppoll, entries, count, nanoseconds < 0 ? NULL : &timeout, NULL, 8);
#endif
}

static inline int cl_timer_create(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

// Zero disarms.
static inline int cl_timer_arm(int fd, int64_t nanoseconds) {
  struct itimerspec when = {{0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

// The number of times that the timer went off, 0 when it has not yet.
static inline int64_t cl_timer_read(int fd) {
  uint64_t count;
  ssize_t got = read(fd, &count, sizeof count);
  if (got == (ssize_t)sizeof count) return (int64_t)count;
  return got < 0 && errno == EAGAIN ? 0 : -1;
}

static inline int cl_clock_jump_create(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

// The year 2262 never comes, but a jump of the clock does. Takes a cancellation that was not read.
static inline int cl_clock_jump_arm(int fd) {
  struct itimerspec when = {{0, 0}, {INT64_MAX / 1000000000, 0}};
  uint64_t count;
  ssize_t got = read(fd, &count, sizeof count);
  if (got < 0 && errno != EAGAIN && errno != ECANCELED) return -1;
  if (timerfd_settime(fd, TFD_TIMER_ABSTIME | 2 /* TFD_TIMER_CANCEL_ON_SET */, &when, NULL) == 0)
    return 0;
  // The kernel arms it too when it says that there was a jump before.
  return errno == ECANCELED ? 0 : -1;
}

static inline int64_t cl_suspended_nanoseconds(void) {
  struct timespec running, both;
  clock_gettime(CLOCK_MONOTONIC, &running);
  clock_gettime(CLOCK_BOOTTIME, &both);
  return (int64_t)(both.tv_sec - running.tv_sec) * 1000000000 + both.tv_nsec - running.tv_nsec;
}

// Bit n of the mask is signal n. Blocks them, and returns a descriptor that reports them.
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

// The number of the next signal, 0 when there is none, and whether the kernel itself sent it, as it
// does for terminals.
static inline int cl_signals_read_origin(int fd, int *from_kernel) {
  struct signalfd_siginfo info;
  ssize_t got = read(fd, &info, sizeof info);
  if (got != (ssize_t)sizeof info) return got < 0 && errno == EAGAIN ? 0 : -1;
  *from_kernel = info.ssi_code == SI_KERNEL;
  return (int)info.ssi_signo;
}

// Starts a program of the PATH with no signal blocked and SIGPIPE not ignored, with one descriptor
// (or -1) kept open, and with one (or -1) as its standard input. Returns an errno.
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
    // Onto itself: the C library clears the close-on-exec flag then.
    if (kept >= 0) error = posix_spawn_file_actions_adddup2(&actions, kept, kept);
    if (!error && input >= 0) error = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (!error) error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// A descriptor that is readable once a child has ended. Corresponds to pidfd_open.
static inline int cl_child_open(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

// Who ignores SIGCHLD, as a parent may have left it, never learns how a child has ended.
static inline void cl_keep_children(void) { signal(SIGCHLD, SIG_DFL); }

// A child's exit status as a shell tells it, 128 + n for signal n; -1 while it runs, and 1 where
// the kernel no longer tells.
static inline int cl_exit_status(pid_t child) {
  int status;
  pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended == 0) return -1;
  if (ended < 0) return 1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

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

// Turns off echo, lines and signals, and keeps how it was.
static inline int cl_keyboard_set_raw(int fd, struct termios *before) {
  struct termios raw;
  if (tcgetattr(fd, before) < 0) return -1;
  raw = *before;
  raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  return tcsetattr(fd, TCSANOW, &raw);
}

static inline int cl_keyboard_restore(int fd, const struct termios *before) {
  // Not TCSAFLUSH: it would wait for a terminal whose output somebody has stopped.
  tcflush(fd, TCIFLUSH);
  return tcsetattr(fd, TCSANOW, before);
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

// The address of a Unix socket; a name that begins with @ is in the abstract namespace.
static inline int cl_unix_address(
    const uint8_t *name, size_t count, struct sockaddr_un *address, socklen_t *length) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (count == 0 || memchr(name, 0, count) != NULL) { errno = EINVAL; return -1; }
  if (count >= sizeof address->sun_path) { errno = ENAMETOOLONG; return -1; }
  memcpy(address->sun_path, name, count);
  *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + count);
  if (name[0] == '@') address->sun_path[0] = 0;
  else *length += 1;
  return 0;
}

static inline int cl_unix_socket(int datagram) {
  return socket(AF_UNIX, (datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// A padded name goes on with zeros to the end of the structure; in the abstract namespace that
// makes it another name.
static inline int cl_unix_bind_as(int fd, const uint8_t *name, size_t count, int padded) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (padded) length = sizeof address;
  return bind(fd, (struct sockaddr *)&address, length);
}

static inline int cl_unix_bind(int fd, const uint8_t *name, size_t count) {
  return cl_unix_bind_as(fd, name, count, 0);
}

static inline int cl_unix_connect(int fd, const uint8_t *name, size_t count) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  return connect(fd, (struct sockaddr *)&address, length);
}

// Connects to an abstract name that is followed by NULs up to the address's end.
static inline int cl_unix_connect_padded(int fd, const uint8_t *name, size_t count) {
  struct sockaddr_un address;
  if (count + 1 > sizeof address.sun_path) { errno = ENAMETOOLONG; return -1; }
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path + 1, name, count);
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

static inline int cl_unix_send_to(
    int fd, const uint8_t *name, size_t count, const uint8_t *bytes, size_t size) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  ssize_t sent = sendto(fd, bytes, size, MSG_NOSIGNAL, (struct sockaddr *)&address, length);
  return sent < 0 ? -1 : 0;
}

static inline int cl_unix_chmod(const uint8_t *name, size_t count, unsigned mode) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  return address.sun_path[0] == 0 ? 0 : chmod(address.sun_path, mode);
}

// Removes the name if it is that of a socket.
static inline int cl_unix_unlink(const uint8_t *name, size_t count) {
  struct sockaddr_un address;
  socklen_t length;
  struct stat status;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (address.sun_path[0] == 0) return 0;
  if (lstat(address.sun_path, &status) < 0) return -1;
  if (!S_ISSOCK(status.st_mode)) { errno = EADDRINUSE; return -1; }
  return unlink(address.sun_path);
}

// The file behind a name, to tell later whether it is still the same one; 0 where there is none.
static inline uint64_t cl_unix_inode(const uint8_t *name, size_t count) {
  struct sockaddr_un address;
  socklen_t length;
  struct stat status;
  if (cl_unix_address(name, count, &address, &length) < 0 || address.sun_path[0] == 0) return 0;
  return lstat(address.sun_path, &status) < 0 ? 0 : (uint64_t)status.st_ino;
}

static inline int cl_unix_accept(int fd) {
  int client = accept(fd, NULL, NULL);
  if (client < 0) return -1;
  // accept4 is hidden without _GNU_SOURCE; with one thread there is no race with fork.
  fcntl(client, F_SETFD, FD_CLOEXEC);
  cl_set_nonblocking(client, 1);
  return client;
}

static inline int cl_unix_pair(int *first, int *second) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) return -1;
  *first = pair[0];
  *second = pair[1];
  return 0;
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

// The layout of the kernel's struct ucred, which glibc hides without _GNU_SOURCE.
struct cl_credentials { int32_t process; uint32_t user, group; };

// Whether a group is among the peer's supplementary ones; Linux 4.13. Corresponds to SO_PEERGROUPS.
static inline int cl_peer_is_member(int fd, uint32_t group) {
  uint32_t groups[256];
  socklen_t size = sizeof groups;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return 0;
  for (size_t index = 0; index < size / sizeof groups[0]; index++)
    if (groups[index] == group) return 1;
  return 0;
}

static inline int cl_unix_give_group(const uint8_t *name, size_t count, uint32_t group) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  return address.sun_path[0] == 0 ? 0 : chown(address.sun_path, (uid_t)-1, group);
}

// Whether a descriptor, inherited perhaps, is a Unix stream socket that listens.
static inline int cl_is_unix_listener(int fd) {
  int value = 0;
  socklen_t size = sizeof value;
  if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &value, &size) < 0 || value != AF_UNIX) return 0;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &size) < 0 || value != SOCK_STREAM) return 0;
  return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0;
}

static inline int cl_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }

static inline int cl_peer(int fd, struct cl_credentials *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

static inline ssize_t cl_send(int fd, const void *bytes, size_t size) {
  return send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static inline ssize_t cl_send_descriptor(int fd, const void *bytes, size_t size, int passed) {
  union { struct cmsghdr align; char space[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {(void *)bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &passed, sizeof passed);
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Takes at most one descriptor; -1 in *passed where none came. What else came is closed.
static inline ssize_t cl_receive_descriptor(int fd, void *bytes, size_t size, int *passed) {
  union { struct cmsghdr align; char space[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  *passed = -1;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  // Not CMSG_SPACE: with its padding there would be room for a second descriptor, and it would leak.
  message.msg_controllen = CMSG_LEN(sizeof(int));
  ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
      && header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(passed, CMSG_DATA(header), sizeof *passed);
  return got;
}

// The kernel's own messages about its devices. While a boot finds all devices there are thousands,
// of which a display hears when it comes to it: 256 KB are room for about 300.
static inline int cl_uevents_open(void) {
  struct sockaddr_nl address;
  int room = 256 << 10;
  int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = 1;
  // Where the limit is lower there is less room, and more is reported as missed.
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

// The bytes of one message; none where it is not the kernel's (the kernel's port is 0), or longer
// than there is room for.
static inline ssize_t cl_uevents_receive(int fd, void *bytes, size_t size) {
  struct sockaddr_nl sender;
  struct iovec part = {bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&sender, 0, sizeof sender);
  message.msg_name = &sender;
  message.msg_namelen = sizeof sender;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT);
  if (got < 0) return got;
  if (message.msg_flags & MSG_TRUNC || message.msg_namelen != sizeof sender || sender.nl_pid != 0)
    return 0;
  return got;
}

// A terminal, without becoming its session's leader.
static inline int cl_terminal_open(const char *path) {
  return open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

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

// Agrees to leave the display (1), or takes note that it is ours again (VT_ACKACQ).
static inline int cl_terminal_answer(int fd, int answer) {
  return ioctl(fd, VT_RELDISP, (unsigned long)answer);
}

static inline int cl_framebuffer_fixed(int fd, struct fb_fix_screeninfo *info) {
  return ioctl(fd, FBIOGET_FSCREENINFO, info);
}

static inline int cl_framebuffer_variable(int fd, struct fb_var_screeninfo *info) {
  return ioctl(fd, FBIOGET_VSCREENINFO, info);
}

static inline int cl_framebuffer_pan(int fd, const struct fb_var_screeninfo *info) {
  return ioctl(fd, FBIOPAN_DISPLAY, info);
}

static inline int cl_framebuffer_unblank(int fd) { return ioctl(fd, FBIOBLANK, FB_BLANK_UNBLANK); }

#endif
