// SPDX-License-Identifier: Apache-2.0

// What flipbookd needs of libdrm's xf86drm.c, by the same names and with the same results; modes.c has what sets
// modes. Scripts/build daemon links both in libdrm's place: its first half as a whole (finding devices, names of
// modifiers, hash tables) is 38 KB, of which these are all that is called.
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include <drm.h>

// As drmIoctl: goes on after a signal, and where the driver asks for it.
int drmIoctl(int fd, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(fd, request, argument);
  } while (result == -1 && (errno == EINTR || errno == EAGAIN));
  return result;
}

int drmGetCap(int fd, uint64_t capability, uint64_t *value) {
  struct drm_get_cap cap;
  memset(&cap, 0, sizeof cap);
  cap.capability = capability;
  if (drmIoctl(fd, DRM_IOCTL_GET_CAP, &cap) != 0) return -errno;
  *value = cap.value;
  return 0;
}

int drmSetClientCap(int fd, uint64_t capability, uint64_t value) {
  struct drm_set_client_cap cap;
  memset(&cap, 0, sizeof cap);
  cap.capability = capability;
  cap.value = value;
  return drmIoctl(fd, DRM_IOCTL_SET_CLIENT_CAP, &cap);
}

// Only a master may authenticate: the magic number 0 is nobody's, so that nothing happens else.
int drmIsMaster(int fd) {
  struct drm_auth auth;
  memset(&auth, 0, sizeof auth);
  return drmIoctl(fd, DRM_IOCTL_AUTH_MAGIC, &auth) == 0 || errno != EACCES;
}

int drmDropMaster(int fd) { return drmIoctl(fd, DRM_IOCTL_DROP_MASTER, NULL); }

int drmSetMaster(int fd) { return drmIoctl(fd, DRM_IOCTL_SET_MASTER, NULL); }
