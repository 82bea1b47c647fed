// SPDX-License-Identifier: Apache-2.0

// Passes a socket pair for the kernel's socket of uevents: it is bound in vain, and what comes by it is from the kernel.
// For each library that gives a program such a socket.
#ifndef FAKE_KMS_UEVENTS_H
#define FAKE_KMS_UEVENTS_H

#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int bind(int fd, const struct sockaddr *address, socklen_t length) {
  if (address->sa_family == AF_NETLINK) return 0;
  return (int)syscall(SYS_bind, fd, address, length);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  void *name = message->msg_name;
  socklen_t room = message->msg_namelen;
  ssize_t got = syscall(SYS_recvmsg, fd, message, flags);
  if (got >= 0 && name && room == sizeof(struct sockaddr_nl) && message->msg_namelen == 0) {
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK, .nl_groups = 1};
    memcpy(name, &kernel, sizeof kernel);
    message->msg_namelen = sizeof kernel;
  }
  return got;
}

#endif
