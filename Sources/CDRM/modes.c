// SPDX-License-Identifier: Apache-2.0

// The parts of libdrm's xf86drmMode.c that flipbookd needs, with the same names and results. libdrm's own is
// one section of 12 KB, of which a linker cannot drop anything. Only the fields that Sources/KMS/Kernel reads
// are filled; each result is one block of memory, with its arrays at the end.
//
// A list needs two calls: for its length, and for its elements. If the list has grown in between, both are
// repeated. Tests/Integration/displays/test_libdrm.py compares all results with libdrm's.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <drm.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static uint64_t address(const void *memory) { return (uint64_t)(uintptr_t)memory; }

// 0, or minus an errno.
static int request(int fd, unsigned long number, void *argument) {
  return drmIoctl(fd, number, argument) == 0 ? 0 : -errno;
}

// The same for a call that fills a result's memory: returns the result; frees it and returns NULL on failure.
static void *filled(void *answer, int fd, unsigned long number, void *argument) {
  if (answer == NULL || drmIoctl(fd, number, argument) == 0) return answer;
  int error = errno;
  free(answer);
  errno = error;
  return NULL;
}

drmModeResPtr drmModeGetResources(int fd) {
  for (;;) {
    struct drm_mode_card_res get;
    memset(&get, 0, sizeof get);
    if (drmIoctl(fd, DRM_IOCTL_MODE_GETRESOURCES, &get) != 0) return NULL;
    const uint32_t connectors = get.count_connectors, crtcs = get.count_crtcs;
    drmModeResPtr list = calloc(1, sizeof *list + ((size_t)connectors + crtcs) * sizeof(uint32_t));
    if (list == NULL) return NULL;
    list->connectors = (uint32_t *)(list + 1);
    list->crtcs = list->connectors + connectors;
    memset(&get, 0, sizeof get);
    get.count_connectors = connectors;
    get.connector_id_ptr = address(list->connectors);
    get.count_crtcs = crtcs;
    get.crtc_id_ptr = address(list->crtcs);
    if (filled(list, fd, DRM_IOCTL_MODE_GETRESOURCES, &get) == NULL) return NULL;
    if (get.count_connectors <= connectors && get.count_crtcs <= crtcs) {
      list->count_connectors = (int)get.count_connectors;
      list->count_crtcs = (int)get.count_crtcs;
      return list;
    }
    free(list);
  }
}

// A connector is probed when its modes are requested without room for any, which takes some drivers long.
// That happens at most once: if its lists have grown, there is as much room as the last call reported.
static drmModeConnectorPtr connector(int fd, uint32_t id, uint32_t room) {
  struct drm_mode_modeinfo none;
  struct drm_mode_get_connector get;
  memset(&none, 0, sizeof none);
  memset(&get, 0, sizeof get);
  get.connector_id = id;
  get.count_modes = room;
  get.modes_ptr = address(&none);
  if (drmIoctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, &get) != 0) return NULL;
  for (;;) {
    const uint32_t modes = get.count_modes, encoders = get.count_encoders;
    drmModeConnectorPtr answer = calloc(
        1, sizeof *answer + modes * sizeof(struct drm_mode_modeinfo) + encoders * sizeof(uint32_t));
    if (answer == NULL) return NULL;
    answer->modes = (drmModeModeInfoPtr)(answer + 1);
    answer->encoders = (uint32_t *)(answer->modes + modes);
    memset(&get, 0, sizeof get);
    get.connector_id = id;
    get.count_modes = modes > 0 ? modes : 1;
    get.modes_ptr = address(modes > 0 ? (void *)answer->modes : &none);
    get.count_encoders = encoders;
    get.encoders_ptr = address(answer->encoders);
    if (filled(answer, fd, DRM_IOCTL_MODE_GETCONNECTOR, &get) == NULL) return NULL;
    if (get.count_modes <= modes && get.count_encoders <= encoders) {
      answer->connector_id = get.connector_id;
      answer->encoder_id = get.encoder_id;
      answer->connector_type = get.connector_type;
      answer->connector_type_id = get.connector_type_id;
      answer->connection = (drmModeConnection)get.connection;
      answer->mmWidth = get.mm_width;
      answer->mmHeight = get.mm_height;
      answer->count_modes = (int)get.count_modes;
      answer->count_encoders = (int)get.count_encoders;
      return answer;
    }
    free(answer);
  }
}

drmModeConnectorPtr drmModeGetConnector(int fd, uint32_t id) { return connector(fd, id, 0); }

drmModeConnectorPtr drmModeGetConnectorCurrent(int fd, uint32_t id) { return connector(fd, id, 1); }

drmModeEncoderPtr drmModeGetEncoder(int fd, uint32_t id) {
  struct drm_mode_get_encoder get;
  memset(&get, 0, sizeof get);
  get.encoder_id = id;
  drmModeEncoderPtr answer =
      filled(calloc(1, sizeof *answer), fd, DRM_IOCTL_MODE_GETENCODER, &get);
  if (answer == NULL) return NULL;
  answer->encoder_id = get.encoder_id;
  answer->crtc_id = get.crtc_id;
  answer->possible_crtcs = get.possible_crtcs;
  return answer;
}

drmModeCrtcPtr drmModeGetCrtc(int fd, uint32_t id) {
  struct drm_mode_crtc get;
  memset(&get, 0, sizeof get);
  get.crtc_id = id;
  drmModeCrtcPtr answer = filled(calloc(1, sizeof *answer), fd, DRM_IOCTL_MODE_GETCRTC, &get);
  if (answer == NULL) return NULL;
  answer->crtc_id = get.crtc_id;
  answer->buffer_id = get.fb_id;
  answer->x = get.x;
  answer->y = get.y;
  answer->mode_valid = (int)get.mode_valid;
  _Static_assert(sizeof answer->mode == sizeof get.mode, "libdrm's mode is the kernel's");
  memcpy(&answer->mode, &get.mode, sizeof get.mode);
  return answer;
}

drmModePlaneResPtr drmModeGetPlaneResources(int fd) {
  for (;;) {
    struct drm_mode_get_plane_res get;
    memset(&get, 0, sizeof get);
    if (drmIoctl(fd, DRM_IOCTL_MODE_GETPLANERESOURCES, &get) != 0) return NULL;
    const uint32_t count = get.count_planes;
    drmModePlaneResPtr list = calloc(1, sizeof *list + count * sizeof(uint32_t));
    if (list == NULL) return NULL;
    list->planes = (uint32_t *)(list + 1);
    get.plane_id_ptr = address(list->planes);
    if (filled(list, fd, DRM_IOCTL_MODE_GETPLANERESOURCES, &get) == NULL) return NULL;
    list->count_planes = get.count_planes;
    if (get.count_planes <= count) return list;
    free(list);
  }
}

drmModePlanePtr drmModeGetPlane(int fd, uint32_t id) {
  for (;;) {
    struct drm_mode_get_plane get;
    memset(&get, 0, sizeof get);
    get.plane_id = id;
    if (drmIoctl(fd, DRM_IOCTL_MODE_GETPLANE, &get) != 0) return NULL;
    const uint32_t count = get.count_format_types;
    drmModePlanePtr answer = calloc(1, sizeof *answer + count * sizeof(uint32_t));
    if (answer == NULL) return NULL;
    answer->formats = (uint32_t *)(answer + 1);
    get.format_type_ptr = address(answer->formats);
    if (filled(answer, fd, DRM_IOCTL_MODE_GETPLANE, &get) == NULL) return NULL;
    answer->plane_id = get.plane_id;
    answer->crtc_id = get.crtc_id;
    answer->fb_id = get.fb_id;
    answer->possible_crtcs = get.possible_crtcs;
    answer->count_formats = get.count_format_types;
    if (get.count_format_types <= count) return answer;
    free(answer);
  }
}

drmModeObjectPropertiesPtr drmModeObjectGetProperties(int fd, uint32_t id, uint32_t type) {
  for (;;) {
    struct drm_mode_obj_get_properties get;
    memset(&get, 0, sizeof get);
    get.obj_id = id;
    get.obj_type = type;
    if (drmIoctl(fd, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &get) != 0) return NULL;
    const uint32_t count = get.count_props;
    struct { drmModeObjectProperties list; uint64_t values[]; } *answer =
        calloc(1, sizeof *answer + count * (sizeof(uint64_t) + sizeof(uint32_t)));
    if (answer == NULL) return NULL;
    drmModeObjectPropertiesPtr list = &answer->list;
    list->prop_values = answer->values;
    list->props = (uint32_t *)(answer->values + count);
    get.prop_values_ptr = address(list->prop_values);
    get.props_ptr = address(list->props);
    if (filled(list, fd, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &get) == NULL) return NULL;
    list->count_props = get.count_props;
    if (get.count_props <= count) return list;
    free(list);
  }
}

drmModePropertyBlobPtr drmModeGetPropertyBlob(int fd, uint32_t id) {
  struct drm_mode_get_blob get;
  memset(&get, 0, sizeof get);
  get.blob_id = id;
  if (drmIoctl(fd, DRM_IOCTL_MODE_GETPROPBLOB, &get) != 0) return NULL;
  // A blob never changes its length.
  drmModePropertyBlobPtr blob = calloc(1, sizeof *blob + get.length);
  if (blob == NULL) return NULL;
  blob->data = blob + 1;
  blob->id = id;
  blob->length = get.length;
  get.data = address(blob->data);
  return filled(blob, fd, DRM_IOCTL_MODE_GETPROPBLOB, &get);
}

void drmModeFreeResources(drmModeResPtr list) { free(list); }
void drmModeFreeConnector(drmModeConnectorPtr answer) { free(answer); }
void drmModeFreeEncoder(drmModeEncoderPtr answer) { free(answer); }
void drmModeFreeCrtc(drmModeCrtcPtr answer) { free(answer); }
void drmModeFreePlaneResources(drmModePlaneResPtr list) { free(list); }
void drmModeFreePlane(drmModePlanePtr answer) { free(answer); }
void drmModeFreeObjectProperties(drmModeObjectPropertiesPtr list) { free(list); }
void drmModeFreePropertyBlob(drmModePropertyBlobPtr blob) { free(blob); }

int drmModeCreatePropertyBlob(int fd, const void *data, size_t size, uint32_t *id) {
  struct drm_mode_create_blob create;
  memset(&create, 0, sizeof create);
  create.data = address(data);
  create.length = (uint32_t)size;
  int result = request(fd, DRM_IOCTL_MODE_CREATEPROPBLOB, &create);
  if (result == 0) *id = create.blob_id;
  return result;
}

int drmModeDestroyPropertyBlob(int fd, uint32_t id) {
  return request(fd, DRM_IOCTL_MODE_DESTROYPROPBLOB, &id);
}

int drmModeAddFB2(
    int fd, uint32_t width, uint32_t height, uint32_t format, const uint32_t handles[4],
    const uint32_t strides[4], const uint32_t offsets[4], uint32_t *id, uint32_t flags) {
  struct drm_mode_fb_cmd2 add;
  memset(&add, 0, sizeof add);
  add.width = width;
  add.height = height;
  add.pixel_format = format;
  add.flags = flags;
  memcpy(add.handles, handles, sizeof add.handles);
  memcpy(add.pitches, strides, sizeof add.pitches);
  memcpy(add.offsets, offsets, sizeof add.offsets);
  int result = request(fd, DRM_IOCTL_MODE_ADDFB2, &add);
  if (result == 0) *id = add.fb_id;
  return result;
}

int drmModeAddFB(
    int fd, uint32_t width, uint32_t height, uint8_t depth, uint8_t bits_per_pixel, uint32_t stride,
    uint32_t handle, uint32_t *id) {
  struct drm_mode_fb_cmd add;
  memset(&add, 0, sizeof add);
  add.width = width;
  add.height = height;
  add.pitch = stride;
  add.bpp = bits_per_pixel;
  add.depth = depth;
  add.handle = handle;
  int result = request(fd, DRM_IOCTL_MODE_ADDFB, &add);
  if (result == 0) *id = add.fb_id;
  return result;
}

int drmModeRmFB(int fd, uint32_t id) { return request(fd, DRM_IOCTL_MODE_RMFB, &id); }

int drmModeSetCrtc(
    int fd, uint32_t crtc, uint32_t framebuffer, uint32_t x, uint32_t y, uint32_t *connectors,
    int count, drmModeModeInfoPtr mode) {
  struct drm_mode_crtc set;
  memset(&set, 0, sizeof set);
  set.crtc_id = crtc;
  set.fb_id = framebuffer;
  set.x = x;
  set.y = y;
  set.set_connectors_ptr = address(connectors);
  set.count_connectors = (uint32_t)count;
  if (mode != NULL) {
    memcpy(&set.mode, mode, sizeof set.mode);
    set.mode_valid = 1;
  }
  return request(fd, DRM_IOCTL_MODE_SETCRTC, &set);
}

int drmModeSetCursor(int fd, uint32_t crtc, uint32_t handle, uint32_t width, uint32_t height) {
  struct drm_mode_cursor set;
  memset(&set, 0, sizeof set);
  set.flags = DRM_MODE_CURSOR_BO;
  set.crtc_id = crtc;
  set.width = width;
  set.height = height;
  set.handle = handle;
  return request(fd, DRM_IOCTL_MODE_CURSOR, &set);
}

int drmModeDirtyFB(int fd, uint32_t framebuffer, drmModeClipPtr clips, uint32_t count) {
  struct drm_mode_fb_dirty_cmd dirty;
  memset(&dirty, 0, sizeof dirty);
  dirty.fb_id = framebuffer;
  dirty.clips_ptr = address(clips);
  dirty.num_clips = count;
  return request(fd, DRM_IOCTL_MODE_DIRTYFB, &dirty);
}
