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

// A padded name is followed by zeros to the end of the structure; in the abstract namespace that is a
// different name.
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

// Connects; waits up to the given time while the listener's backlog is full, then fails with EAGAIN. A
// padded name is as in cl_unix_bind_as. Later calls on the socket do not block.
static inline int cl_unix_connect_waiting(
    int fd, const uint8_t *name, size_t count, int padded, int64_t nanoseconds) {
  struct sockaddr_un address;
  socklen_t length;
  if (cl_unix_address(name, count, &address, &length) < 0) return -1;
  if (padded) length = sizeof address;
  // Zero would wait without end.
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

// Opens the file of a bound socket in order to change it. Refused are a symbolic link, a file with another
// hard link, and any other kind of file: -1.
static inline int cl_unix_file(const struct sockaddr_un *address, struct stat *status) {
  int fd = open(address->sun_path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fstat(fd, status) == 0 && S_ISSOCK(status->st_mode) && status->st_nlink == 1) return fd;
  close(fd);
  errno = EEXIST;
  return -1;
}

// Sets the permissions of a socket's file, from which the process's umask has removed bits at bind.
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
    // Before Linux 6.6 fchmod fails for an O_PATH descriptor.
    cl_numbered(path, "/proc/self/fd/", (unsigned)fd, "");
    result = chmod(path, mode);
  }
  int error = errno;
  close(fd);
  errno = error;
  return result;
}

// Removes the file if it is a socket.
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

// The inode number of a name, to detect later that it was replaced; 0 where there is none.
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

// Whether a group is among the peer's supplementary groups; Linux 4.13. Corresponds to SO_PEERGROUPS.
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

// Whether a descriptor, perhaps an inherited one, is a listening Unix stream socket.
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

// Sends to an address, or to the connected peer where that is null; with a descriptor unless that is
// negative.
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

// Receives at most one descriptor; *passed is -1 without one. The kernel closes further descriptors.
static inline ssize_t cl_receive_descriptor(int fd, void *bytes, size_t size, int *passed) {
  union { struct cmsghdr align; char space[CMSG_SPACE(sizeof(int))]; } control;
  struct iovec part = {bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  *passed = -1;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  // Not CMSG_SPACE: its padding would have room for a second descriptor, which would leak.
  message.msg_controllen = CMSG_LEN(sizeof(int));
  ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
      && header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(passed, CMSG_DATA(header), sizeof *passed);
  return got;
}

// Requests a descriptor from a listener, as clients of drm-lease-manager do: sends a packet of four zero
// bytes, and receives a byte with the descriptor. Waits for at most the given time. The descriptor is
// valid while the connection is open.
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
