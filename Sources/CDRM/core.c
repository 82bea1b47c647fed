// SPDX-License-Identifier: Apache-2.0

// The parts of libdrm's xf86drm.c that flipbookd needs, with the same names and results; modes.c has those
// for setting modes. Scripts/build daemon links both instead of libdrm: the object file of its first half
// (finding devices, names of modifiers, hash tables) is 38 KB, of which only these functions are called.
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#include <drm.h>

// As drmIoctl: repeated after a signal, and on EAGAIN.
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

// Only a master may authenticate. No client has the magic number 0, so there is no other effect.
int drmIsMaster(int fd) {
  struct drm_auth auth;
  memset(&auth, 0, sizeof auth);
  return drmIoctl(fd, DRM_IOCTL_AUTH_MAGIC, &auth) == 0 || errno != EACCES;
}

int drmDropMaster(int fd) { return drmIoctl(fd, DRM_IOCTL_DROP_MASTER, NULL); }

int drmSetMaster(int fd) { return drmIoctl(fd, DRM_IOCTL_SET_MASTER, NULL); }
