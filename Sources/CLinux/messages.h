// SPDX-License-Identifier: Apache-2.0

// Datagrams with their senders' credentials.
#ifndef FLIPBOOK_MESSAGES_H
#define FLIPBOOK_MESSAGES_H

#include "shim.h"

// The C library hides these without _GNU_SOURCE; see libc.h.
#ifndef SCM_CREDENTIALS
#define SCM_CREDENTIALS 0x02
#endif
#ifndef SO_PASSCRED
#define SO_PASSCRED 16
#endif

// Makes the kernel add the sender's credentials to each later message.
static inline int cl_pass_credentials(int fd) {
  int on = 1;
  return setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

// Receives one datagram and its sender's credentials; the process is 0 where there are none. The
// kernel closes descriptors that come along, as the buffer has no room for them.
static inline ssize_t cl_receive_credentials(
    int fd, void *bytes, size_t size, struct cl_credentials *sender) {
  union { struct cmsghdr align; char space[CMSG_SPACE(sizeof(struct cl_credentials))]; } control;
  struct iovec part = {bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(sender, 0, sizeof *sender);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header))
    if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS
        && header->cmsg_len == CMSG_LEN(sizeof *sender))
      memcpy(sender, CMSG_DATA(header), sizeof *sender);
  return got;
}

#endif
