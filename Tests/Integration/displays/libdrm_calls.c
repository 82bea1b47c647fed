// SPDX-License-Identifier: Apache-2.0

// Prints the requests to the kernel, and the results, of each libdrm function that flipbookd calls. The kernel is
// simulated in this file: its lists grow while they are read, and each of its replies fails once.
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <drm.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int calls, failing, failure, grown;

// A list's length is less by one until its elements have been asked for.
static uint32_t length(uint32_t room, uint32_t full) {
  if (room > 0) grown = 1;
  return grown ? full : full - 1;
}

static void fill(uint64_t address, uint32_t room, uint32_t count, uint32_t from) {
  for (uint32_t index = 0; index < count && count <= room; index++)
    ((uint32_t *)(uintptr_t)address)[index] = from + index;
}

static void print(const char *name, const void *bytes, size_t size) {
  printf("  %s", name);
  for (size_t index = 0; index < size; index++) printf(" %02x", ((const uint8_t *)bytes)[index]);
  printf("\n");
}

static void get_connector(struct drm_mode_get_connector *get) {
  printf(get->count_modes == 0 ? "  probes\n" : "  probes not\n");
  const uint32_t room = get->count_modes, full = get->connector_id == 9 ? 0 : 3;
  const uint32_t modes = full > 0 ? length(get->count_encoders, full) : 0;
  struct drm_mode_modeinfo *list = (void *)(uintptr_t)get->modes_ptr;
  for (uint32_t index = 0; index < modes && modes <= room; index++) {
    memset(&list[index], (int)index + 1, sizeof list[index]);
    snprintf(list[index].name, sizeof list[index].name, "mode %u", index);
  }
  get->count_modes = modes;
  const uint32_t encoders = length(get->count_encoders, 2);
  fill(get->encoders_ptr, get->count_encoders, encoders, 60);
  get->count_encoders = encoders;
  get->encoder_id = 61;
  get->connector_type = 11;
  get->connector_type_id = 2;
  get->connection = get->connector_id == 9 ? 2 : 1;
  get->mm_width = 300;
  get->mm_height = 200;
}

static void get_properties(struct drm_mode_obj_get_properties *get) {
  const uint32_t room = get->count_props, count = length(room, 4);
  fill(get->props_ptr, room, count, 70);
  for (uint32_t index = 0; index < count && count <= room; index++)
    ((uint64_t *)(uintptr_t)get->prop_values_ptr)[index] = (1ull << 40) + index;
  get->count_props = count;
}

int ioctl(int fd, unsigned long number, ...) {
  va_list list;
  va_start(list, number);
  void *argument = va_arg(list, void *);
  va_end(list);
  printf("  ioctl %d %lx\n", fd, number);
  if (++calls == failing) return errno = failure, -1;
  switch (number) {
    case DRM_IOCTL_MODE_GETRESOURCES: {
      struct drm_mode_card_res *get = argument;
      const uint32_t crtcs = length(get->count_crtcs, 2);
      const uint32_t connectors = length(get->count_crtcs, 3);
      fill(get->crtc_id_ptr, get->count_crtcs, crtcs, 40);
      fill(get->connector_id_ptr, get->count_connectors, connectors, 30);
      get->count_crtcs = crtcs;
      get->count_connectors = connectors;
      break;
    }
    case DRM_IOCTL_MODE_GETCONNECTOR: get_connector(argument); break;
    case DRM_IOCTL_MODE_GETENCODER: {
      struct drm_mode_get_encoder *get = argument;
      get->crtc_id = 41;
      get->possible_crtcs = 3;
      break;
    }
    case DRM_IOCTL_MODE_GETCRTC: {
      struct drm_mode_crtc *get = argument;
      get->fb_id = 5;
      get->x = 7;
      get->y = 8;
      get->mode_valid = 1;
      memset(&get->mode, 9, sizeof get->mode);
      break;
    }
    case DRM_IOCTL_MODE_GETPLANERESOURCES: {
      struct drm_mode_get_plane_res *get = argument;
      const uint32_t room = get->count_planes;
      get->count_planes = length(room, 5);
      fill(get->plane_id_ptr, room, get->count_planes, 50);
      break;
    }
    case DRM_IOCTL_MODE_GETPLANE: {
      struct drm_mode_get_plane *get = argument;
      const uint32_t room = get->count_format_types;
      get->count_format_types = length(room, 6);
      fill(get->format_type_ptr, room, get->count_format_types, 0x34325258);
      get->crtc_id = 41;
      get->fb_id = 5;
      get->possible_crtcs = 1;
      break;
    }
    case DRM_IOCTL_MODE_OBJ_GETPROPERTIES: get_properties(argument); break;
    case DRM_IOCTL_MODE_GETPROPBLOB: {
      struct drm_mode_get_blob *get = argument;
      if (get->length > 0) memset((void *)(uintptr_t)get->data, 0xab, get->length);
      get->length = 10;
      break;
    }
    case DRM_IOCTL_MODE_CREATEPROPBLOB: {
      struct drm_mode_create_blob *create = argument;
      print("blob", (void *)(uintptr_t)create->data, create->length);
      create->blob_id = 80;
      break;
    }
    case DRM_IOCTL_MODE_SETCRTC: {
      struct drm_mode_crtc set = *(struct drm_mode_crtc *)argument;
      print("connectors", (void *)(uintptr_t)set.set_connectors_ptr, set.count_connectors * 4);
      set.set_connectors_ptr = 0;
      print("crtc", &set, sizeof set);
      break;
    }
    case DRM_IOCTL_MODE_DIRTYFB: {
      struct drm_mode_fb_dirty_cmd dirty = *(struct drm_mode_fb_dirty_cmd *)argument;
      print("clips", (void *)(uintptr_t)dirty.clips_ptr, dirty.num_clips * 8);
      dirty.clips_ptr = 0;
      print("dirty", &dirty, sizeof dirty);
      break;
    }
    case DRM_IOCTL_MODE_ADDFB2: ((struct drm_mode_fb_cmd2 *)argument)->fb_id = 6; goto other;
    case DRM_IOCTL_MODE_ADDFB: ((struct drm_mode_fb_cmd *)argument)->fb_id = 7; goto other;
    case DRM_IOCTL_GET_CAP: ((struct drm_get_cap *)argument)->value = 64; goto other;
    other:
    default: if (argument != NULL) print("argument", argument, _IOC_SIZE(number));
  }
  return 0;
}

static int returned(const char *name, const void *answer) {
  grown = 0;
  printf("%s: %s\n", name, answer != NULL ? "found" : strerror(errno));
  return answer != NULL;
}

static void print_connector(const char *name, drmModeConnectorPtr found) {
  if (!returned(name, found)) return;
  printf("  %u %u %u %u %d %u %u\n", found->connector_id, found->encoder_id, found->connector_type,
         found->connector_type_id, found->connection, found->mmWidth, found->mmHeight);
  print("modes", found->modes, (size_t)found->count_modes * sizeof *found->modes);
  print("encoders", found->encoders, (size_t)found->count_encoders * 4);
  drmModeFreeConnector(found);
}

static void read_lists(void) {
  drmModeResPtr resources = drmModeGetResources(3);
  if (returned("resources", resources)) {
    print("connectors", resources->connectors, (size_t)resources->count_connectors * 4);
    print("crtcs", resources->crtcs, (size_t)resources->count_crtcs * 4);
    drmModeFreeResources(resources);
  }
  print_connector("connector", drmModeGetConnector(3, 30));
  print_connector("connector as it was", drmModeGetConnectorCurrent(3, 30));
  print_connector("connector without modes", drmModeGetConnector(3, 9));
  drmModeEncoderPtr encoder = drmModeGetEncoder(3, 61);
  if (returned("encoder", encoder)) {
    printf("  %u %u %u\n", encoder->encoder_id, encoder->crtc_id, encoder->possible_crtcs);
    drmModeFreeEncoder(encoder);
  }
  drmModeCrtcPtr crtc = drmModeGetCrtc(3, 41);
  if (returned("crtc", crtc)) {
    printf("  %u %u %u %u %d\n", crtc->crtc_id, crtc->buffer_id, crtc->x, crtc->y, crtc->mode_valid);
    print("mode", &crtc->mode, sizeof crtc->mode);
    drmModeFreeCrtc(crtc);
  }
  drmModePlaneResPtr planes = drmModeGetPlaneResources(3);
  if (returned("planes", planes)) {
    print("planes", planes->planes, planes->count_planes * 4);
    drmModeFreePlaneResources(planes);
  }
  drmModePlanePtr plane = drmModeGetPlane(3, 50);
  if (returned("plane", plane)) {
    printf("  %u %u %u %u\n", plane->plane_id, plane->crtc_id, plane->fb_id, plane->possible_crtcs);
    print("formats", plane->formats, plane->count_formats * 4);
    drmModeFreePlane(plane);
  }
  drmModeObjectPropertiesPtr list = drmModeObjectGetProperties(3, 30, DRM_MODE_OBJECT_CONNECTOR);
  if (returned("properties", list)) {
    print("ids", list->props, list->count_props * 4);
    print("values", list->prop_values, list->count_props * 8);
    drmModeFreeObjectProperties(list);
  }
  drmModePropertyBlobPtr blob = drmModeGetPropertyBlob(3, 80);
  if (returned("blob", blob)) {
    printf("  %u\n", blob->id);
    print("bytes", blob->data, blob->length);
    drmModeFreePropertyBlob(blob);
  }
}

static void change(void) {
  const uint32_t handles[4] = {1, 2}, strides[4] = {256, 512}, offsets[4] = {0, 64};
  uint32_t id = 0, connectors[2] = {30, 31};
  uint64_t value = 0;
  drmModeModeInfo mode;
  drmModeClip clips[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  memset(&mode, 3, sizeof mode);
  printf("%d\n", drmModeCreatePropertyBlob(3, "ten bytes", 10, &id));
  printf("%u\n", id);
  printf("%d\n", drmModeDestroyPropertyBlob(3, 80));
  printf("%d\n", drmModeAddFB2(3, 64, 48, 0x34325258, handles, strides, offsets, &id, 0));
  printf("%u\n", id);
  printf("%d\n", drmModeAddFB(3, 64, 48, 24, 32, 256, 1, &id));
  printf("%u\n", id);
  printf("%d\n", drmModeRmFB(3, 6));
  printf("%d\n", drmModeSetCrtc(3, 41, 6, 1, 2, connectors, 2, &mode));
  printf("%d\n", drmModeSetCrtc(3, 41, 0, 0, 0, NULL, 0, NULL));
  printf("%d\n", drmModeSetCursor(3, 41, 0, 0, 0));
  printf("%d\n", drmModeDirtyFB(3, 6, clips, 2));
  errno = 0;
  printf("%d\n", drmGetCap(3, DRM_CAP_DUMB_BUFFER, &value) != 0 ? errno : 0);
  printf("%d\n", (int)value);
  printf("%d\n", drmSetClientCap(3, DRM_CLIENT_CAP_ATOMIC, 1) != 0 ? errno : 0);
  printf("%d\n", drmIsMaster(3));
  printf("%d\n", drmSetMaster(3) != 0 ? errno : 0);
  printf("%d\n", drmDropMaster(3) != 0 ? errno : 0);
}

int main(void) {
  const int failures[] = {EINVAL, EINTR, EAGAIN, EACCES};
  int count = 0;
  for (size_t index = 0; index < sizeof failures / sizeof *failures; index++) {
    failure = failures[index];
    for (failing = 0; failing <= count; failing++) {
      printf("== %d fails: %s\n", failing, strerror(failure));
      calls = grown = 0;
      read_lists();
      change();
      if (failing == 0) count = calls;
    }
  }
}
