// SPDX-License-Identifier: Apache-2.0

// Unix sockets.
#ifndef FLIPBOOK_CLINUX_SOCKETS_H
#define FLIPBOOK_CLINUX_SOCKETS_H

#include "files.h"

// The address of a Unix socket; a name that begins with @ is in the abstract namespace.
__attribute__((noinline, unused)) static int cl_unix_address(
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

static inline int cl_unix_listen(int fd, int backlog) { return listen(fd, backlog); }

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

static inline int cl_unix_connect_as(int fd, const uint8_t *name, size_t count, int padded) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (padded) length = sizeof address;
  return connect(fd, (struct sockaddr *)&address, length);
}

// Connects, and waits for so long while the listener's queue is full (EAGAIN then). A padded name is
// as in cl_unix_bind_as. Later calls on the socket return at once, as before.
static inline int cl_unix_connect_waiting(
    int fd, const uint8_t *name, size_t count, int padded, int64_t nanoseconds) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (padded) length = sizeof address;
  // Zero would be for ever.
  int64_t microseconds = nanoseconds < 1000 ? 1 : nanoseconds / 1000;
  struct timeval limit;
  limit.tv_sec = (time_t)(microseconds / 1000000);
  limit.tv_usec = (suseconds_t)(microseconds % 1000000);
  if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) < 0) return -1;
  if (cl_set_nonblocking(fd, 0) < 0) return -1;
  int result = connect(fd, (struct sockaddr *)&address, length);
  int error = errno;
  if (cl_set_nonblocking(fd, 1) < 0) return -1;
  errno = error;
  return result;
}

// The file of a socket that was bound, to change it and no other that has come in its place: not what
// a link leads to, nor what has another name as well. -1 where there is none.
static inline int cl_unix_file(const struct sockaddr_un *address, struct stat *status) {
  int fd = open(address->sun_path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fstat(fd, status) == 0 && S_ISSOCK(status->st_mode) && status->st_nlink == 1) return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}

// Gives a socket's file the permissions that the process's mask has taken away when it was bound.
static inline int cl_unix_unmask(const uint8_t *name, size_t count, unsigned mode) {
  struct sockaddr_un address;
  socklen_t length;
  struct stat status;
  char path[32];
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (address.sun_path[0] == 0) return 0;
  int fd = cl_unix_file(&address, &status);
  if (fd < 0) return -1;
  int result = 0;
  if ((status.st_mode & 07777) != mode) {
    // fchmod does not take such a descriptor before Linux 6.6.
    cl_numbered(path, "/proc/self/fd/", (unsigned)fd, "");
    result = chmod(path, mode);
  }
  int error = errno;
  close(fd);
  errno = error;
  return result;
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

// The inode of a name, to detect later that it was replaced; 0 where there is none.
static inline uint64_t cl_unix_inode(const uint8_t *name, size_t count) {
  struct sockaddr_un address;
  socklen_t length;
  struct stat status;
  if (cl_unix_address(name, count, &address, &length) < 0 || address.sun_path[0] == 0) return 0;
  return lstat(address.sun_path, &status) < 0 ? 0 : (uint64_t)status.st_ino;
}

static inline int cl_unix_accept(int fd) {
  // accept4, which is hidden without _GNU_SOURCE.
  return (int)syscall(SYS_accept4, fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

static inline int cl_unix_pair(int *first, int *second) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) return -1;
  *first = pair[0];
  *second = pair[1];
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
  struct stat status;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (address.sun_path[0] == 0) return 0;
  int fd = cl_unix_file(&address, &status);
  if (fd < 0) return -1;
  int result = fchownat(fd, "", (uid_t)-1, group, AT_EMPTY_PATH);
  int error = errno;
  close(fd);
  errno = error;
  return result;
}

// Whether a descriptor, inherited perhaps, is a Unix stream socket that listens.
static inline int cl_is_unix_listener(int fd) {
  int value = 0;
  socklen_t size = sizeof value;
  if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &value, &size) < 0 || value != AF_UNIX) return 0;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &size) < 0 || value != SOCK_STREAM) return 0;
  return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0;
}

static inline int cl_peer(int fd, struct cl_credentials *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

static inline ssize_t cl_send(int fd, const void *bytes, size_t size) {
  return send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// To an address, or, where that is null, to whom the socket is connected to; with a descriptor unless
// that is negative.
static inline ssize_t cl_send_descriptor_to(
    int fd, struct sockaddr_un *address, socklen_t length, const void *bytes, size_t size,
    int passed) {
  union { struct cmsghdr align; char space[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {(void *)bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_name = address;
  message.msg_namelen = length;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (passed >= 0) {
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &passed, sizeof passed);
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static inline ssize_t cl_send_descriptor(int fd, const void *bytes, size_t size, int passed) {
  return cl_send_descriptor_to(fd, NULL, 0, bytes, size, passed);
}

static inline ssize_t cl_unix_send_to(
    int fd, const uint8_t *name, size_t count, const uint8_t *bytes, size_t size, int passed) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  return cl_send_descriptor_to(fd, &address, length, bytes, size, passed);
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

// Asks who listens at a name for a descriptor, as clients of drm-lease-manager do: a packet with a zero of
// four bytes, answered by a byte with the descriptor. Waits for so long at most. What was asked is valid
// while the connection is open.
static inline int cl_request_descriptor(
    const uint8_t *name, size_t count, int milliseconds, int *connection) {
  const uint32_t request = 0;
  char byte;
  int passed = -1;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  struct pollfd answered = {fd, POLLIN, 0};
  if (cl_unix_connect_as(fd, name, count, 0) == 0
      && cl_send(fd, &request, sizeof request) == (ssize_t)sizeof request) {
    errno = ETIMEDOUT;
    if (poll(&answered, 1, milliseconds) == 1) {
      errno = EPROTO;
      (void)cl_receive_descriptor(fd, &byte, 1, &passed);
    }
  }
  if (passed >= 0) {
    *connection = fd;
  } else {
    int error = errno;
    close(fd);
    errno = error;
  }
  return passed;
}

#endif
