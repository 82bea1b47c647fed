// SPDX-License-Identifier: Apache-2.0

// Whether another process is in the same namespaces.
#ifndef FLIPBOOK_NAMESPACES_H
#define FLIPBOOK_NAMESPACES_H

#include "clocks.h"
#include "libc.h"

// Reads the beginning of a file and terminates it with a zero; returns the number of bytes, or -1.
__attribute__((noinline, unused)) static ssize_t cl_read_beginning(const char *path, char *text, size_t size) {
  size_t count = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  while (count < size - 1) {
    ssize_t got = read(fd, text + count, size - 1 - count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    count += (size_t)got;
  }
  close(fd);
  text[count] = 0;
  return (ssize_t)count;
}

// Whether a process is in the PID and user namespaces of this process: 1 or 0, and -1 where it has ended.
// /proc/PID/ns would show that directly, but only to a process that may trace it. Two files show it to all
// processes: in another PID namespace the process has a second PID, and in another user namespace it has
// another user map. (With the very same map the root of that namespace has all rights of root here.) Without
// /proc, or where hidepid= hides even PID 1, this is unknown, and the result is 1.
static inline int cl_is_neighbour(int process) {
  char path[32], text[2048], ours[512];
  cl_numbered(path, "/proc/", (unsigned)process, "/status");
  ssize_t count = cl_read_beginning(path, text, sizeof text);
  if (count < 0) return cl_read_beginning("/proc/1/status", ours, sizeof ours) < 0 ? 1 : -1;
  const char *numbers = text;
  while (*numbers != 0 && strncmp(numbers, "\nNSpid:\t", 8) != 0) numbers++;
  // It is missing without PID namespaces, or where a list of groups was made so long that the buffer ends
  // before it.
  if (*numbers == 0) return count < (ssize_t)sizeof text - 1;
  for (numbers += 8; *numbers != '\n'; numbers++)
    if (*numbers == '\t' || *numbers == 0) return 0;
  cl_numbered(path, "/proc/", (unsigned)process, "/uid_map");
  // Both files are missing without user namespaces.
  ssize_t size = cl_read_beginning("/proc/self/uid_map", ours, sizeof ours);
  count = cl_read_beginning(path, text, sizeof ours);
  if (size < 0) return 1;
  if (count < 0) return -1;
  return count == size && memcmp(text, ours, (size_t)size) == 0;
}

// The same for the process at the other end of a connection. When that process ends, its PID may become
// another process's: a pidfd of the peer detects that (Linux 6.5; SO_PEERPIDFD).
static inline int cl_is_peer_neighbour(int fd, int process) {
  int peer = -1;
  socklen_t size = sizeof peer;
  // The kernel reports 0 for a process outside of this PID namespace.
  if (process <= 0) return 0;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &peer, &size) < 0) peer = -1;
  int result = cl_is_neighbour(process);
  if (peer >= 0) {
    struct pollfd end = {peer, POLLIN, 0};
    if (cl_poll(&end, 1, 0) != 0) result = -1;
    close(peer);
  }
  return result;
}

#endif
