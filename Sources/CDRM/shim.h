// libdrm and the DRM uAPI, with inline functions where they have macros, and with one way to tell
// failure: these return 0, or minus an errno. No policy here.
#ifndef FLIPBOOK_CDRM_H
#define FLIPBOOK_CDRM_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static inline int cdrm_errno(void) { return errno; }

// drmIoctl goes on after EINTR.
static inline int cdrm_ioctl(int fd, unsigned long request, void *argument) {
  return drmIoctl(fd, request, argument) == 0 ? 0 : -errno;
}

static inline int cdrm_create_dumb(
    int fd, uint32_t width, uint32_t height, uint32_t bits_per_pixel, uint32_t *handle,
    uint32_t *stride, uint64_t *size) {
  struct drm_mode_create_dumb create;
  memset(&create, 0, sizeof create);
  create.width = width;
  create.height = height;
  create.bpp = bits_per_pixel;
  int result = cdrm_ioctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &create);
  *handle = create.handle;
  *stride = create.pitch;
  *size = create.size;
  return result;
}

static inline int cdrm_map_dumb(int fd, uint32_t handle, uint64_t *offset) {
  struct drm_mode_map_dumb map;
  memset(&map, 0, sizeof map);
  map.handle = handle;
  int result = cdrm_ioctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map);
  *offset = map.offset;
  return result;
}

static inline int cdrm_destroy_dumb(int fd, uint32_t handle) {
  struct drm_mode_destroy_dumb destroy;
  memset(&destroy, 0, sizeof destroy);
  destroy.handle = handle;
  return cdrm_ioctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
}

// Kernels without the newer call get the older one, whose depth 24 in 32 bits is XRGB8888.
static inline int cdrm_add_framebuffer(
    int fd, uint32_t width, uint32_t height, uint32_t format, uint32_t stride, uint32_t handle,
    uint32_t *id) {
  uint32_t handles[4] = {handle}, strides[4] = {stride}, offsets[4] = {0};
  int result = drmModeAddFB2(fd, width, height, format, handles, strides, offsets, id, 0);
  if (format == DRM_FORMAT_XRGB8888 && (result == -EINVAL || result == -ENOTTY))
    result = drmModeAddFB(fd, width, height, 24, 32, stride, handle, id);
  return result;
}

// libdrm's drmModeAtomicCommit allocates; this does not.
static inline int cdrm_atomic(
    int fd, uint32_t flags, uint32_t object_count, const uint32_t *objects,
    const uint32_t *property_counts, const uint32_t *properties, const uint64_t *values,
    uint64_t user_data) {
  struct drm_mode_atomic atomic;
  memset(&atomic, 0, sizeof atomic);
  atomic.flags = flags;
  atomic.count_objs = object_count;
  atomic.objs_ptr = (uint64_t)(uintptr_t)objects;
  atomic.count_props_ptr = (uint64_t)(uintptr_t)property_counts;
  atomic.props_ptr = (uint64_t)(uintptr_t)properties;
  atomic.prop_values_ptr = (uint64_t)(uintptr_t)values;
  atomic.user_data = user_data;
  return cdrm_ioctl(fd, DRM_IOCTL_MODE_ATOMIC, &atomic);
}

static inline int cdrm_page_flip(int fd, uint32_t crtc, uint32_t framebuffer, uint64_t user_data) {
  struct drm_mode_crtc_page_flip flip;
  memset(&flip, 0, sizeof flip);
  flip.crtc_id = crtc;
  flip.fb_id = framebuffer;
  flip.flags = DRM_MODE_PAGE_FLIP_EVENT;
  flip.user_data = user_data;
  return cdrm_ioctl(fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

// Whether the driver counts vblanks; drivers without any say EOPNOTSUPP.
static inline int cdrm_crtc_sequence(int fd, uint32_t crtc) {
  struct drm_crtc_get_sequence get;
  memset(&get, 0, sizeof get);
  get.crtc_id = crtc;
  return cdrm_ioctl(fd, DRM_IOCTL_CRTC_GET_SEQUENCE, &get);
}

static inline int cdrm_set_master(int fd) {
  return cdrm_ioctl(fd, DRM_IOCTL_SET_MASTER, NULL);
}

static inline int cdrm_set_client_cap(int fd, uint64_t cap, uint64_t value) {
  return drmSetClientCap(fd, cap, value) == 0 ? 0 : -errno;
}

static inline int cdrm_get_cap(int fd, uint64_t cap, uint64_t *value) {
  return drmGetCap(fd, cap, value) == 0 ? 0 : -errno;
}

static inline int cdrm_create_mode_blob(int fd, const drmModeModeInfo *mode, uint32_t *id) {
  return drmModeCreatePropertyBlob(fd, mode, sizeof *mode, id);
}

static inline uint32_t cdrm_property_is(const drmModePropertyRes *property, const char *name) {
  return strncmp(property->name, name, DRM_PROP_NAME_LEN) == 0;
}

#endif
