// SPDX-License-Identifier: Apache-2.0

// Uevents, and framebuffer devices.
#ifndef FLIPBOOK_CLINUX_DEVICES_H
#define FLIPBOOK_CLINUX_DEVICES_H

#include "libc.h"

// The kernel's uevents. A boot sends thousands of them while it finds all devices. The daemon reads
// them late, between frames: 256 KB hold about 300.
static inline int cl_uevents_open(void) {
  struct sockaddr_nl address;
  int room = 256 << 10;
  int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = 1;
  // Where the limit is lower the buffer is smaller, and more events are reported as missed.
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

// The length of one message; 0 where the sender is not the kernel (whose port is 0), or the buffer
// is too small.
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
