// SPDX-License-Identifier: Apache-2.0

// libdrm and the DRM uAPI. Inline functions replace their macros, and report failures in one way:
// they return 0, or minus an errno. No policy here.
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

// drmIoctl repeats the call after EINTR.
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

// Kernels without the newer call get the older one; its depth 24 in 32 bits is XRGB8888.
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

// Shows another framebuffer on a plane without blocking, with an event. The property of damage clips
// is 0 without clips.
static inline int cdrm_flip_plane(
    int fd, uint32_t plane, uint32_t framebuffer_property, uint32_t framebuffer,
    uint32_t clips_property, uint32_t clips, uint64_t user_data) {
  const uint32_t count = clips_property == 0 ? 1 : 2;
  const uint32_t properties[2] = {framebuffer_property, clips_property};
  const uint64_t values[2] = {framebuffer, clips};
  return cdrm_atomic(
      fd, DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, 1, &plane, &count, properties, values,
      user_data);
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

// Whether the driver counts vblanks; drivers without vblanks return EOPNOTSUPP.
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

// The index of a property's name among names; -1 where it is none of them, or the call fails.
// Only the name is queried: one call, and nothing is allocated.
static inline int cdrm_property_index(int fd, uint32_t id, const uint8_t *const *names, int count) {
  struct drm_mode_get_property get;
  memset(&get, 0, sizeof get);
  get.prop_id = id;
  if (cdrm_ioctl(fd, DRM_IOCTL_MODE_GETPROPERTY, &get) != 0) return -1;
  for (int index = 0; index < count; index++)
    if (strncmp((const char *)names[index], get.name, sizeof get.name) == 0) return index;
  return -1;
}

// DRM_CLIENT_CAP_CURSOR_PLANE_HOTSPOT, which older headers do not have.
static inline uint64_t cdrm_cap_cursor_hotspot(void) { return 6; }

// `rectangles` has four numbers for each: left, top, right, bottom (struct drm_mode_rect).
static inline int cdrm_create_clips_blob(
    int fd, const int32_t *rectangles, uint32_t count, uint32_t *id) {
  return drmModeCreatePropertyBlob(fd, rectangles, count * 16, id);
}

// `rectangles` has four numbers for each: left, top, right, bottom; at most 32.
static inline int cdrm_dirty(
    int fd, uint32_t framebuffer, const int32_t *rectangles, uint32_t count) {
  drmModeClip clips[32];
  for (uint32_t index = 0; index < count && index < 32; index++) {
    const int32_t *from = rectangles + 4 * index;
    clips[index] = (drmModeClip){
        .x1 = (uint16_t)from[0], .y1 = (uint16_t)from[1], .x2 = (uint16_t)from[2],
        .y2 = (uint16_t)from[3]};
  }
  return drmModeDirtyFB(fd, framebuffer, clips, count < 32 ? count : 32);
}

// Whether the driver has this name.
static inline int cdrm_driver_is(int fd, const char *name) {
  char found[32] = "";
  drm_version_t version;
  memset(&version, 0, sizeof version);
  version.name = found;
  version.name_len = sizeof found - 1;
  return cdrm_ioctl(fd, DRM_IOCTL_VERSION, &version) == 0 && strcmp(found, name) == 0;
}

// Closes a framebuffer without switching off the display that shows it (Linux 6.8 and newer).
static inline int cdrm_close_framebuffer(int fd, uint32_t id) {
  uint32_t close[2] = {id, 0};
  return cdrm_ioctl(fd, DRM_IOWR(0xD0, uint32_t[2]), close);
}

#endif
