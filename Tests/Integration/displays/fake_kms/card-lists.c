// SPDX-License-Identifier: Apache-2.0

// What a card says about itself: resources, connectors, planes, properties.
#include "machine.h"

static const char *const names[] = {
    "CRTC_ID", "non-desktop", "panel orientation", "ACTIVE", "MODE_ID", "GAMMA_LUT",
    "type", "FB_ID", "CRTC_ID",
    "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "FB_DAMAGE_CLIPS",
};

// Copies a list as the kernel does: when there is room for all of it; the count is always reported.
static void copy(uint64_t to, uint32_t *count, const uint32_t *list, uint32_t length) {
  if (*count >= length && length > 0) memcpy((void *)(uintptr_t)to, list, length * sizeof *list);
  *count = length;
}

static void count_up(uint32_t *list, uint32_t first, int count) {
  for (int index = 0; index < count; index++) list[index] = first + (uint32_t)index;
}

void mode_of(const struct head *head, struct drm_mode_modeinfo *mode) {
  memset(mode, 0, sizeof *mode);
  mode->hdisplay = (uint16_t)head->width;
  mode->vdisplay = (uint16_t)head->height;
  mode->hsync_start = mode->hdisplay + 8;
  mode->hsync_end = mode->hdisplay + 16;
  mode->htotal = mode->hdisplay + 40;
  mode->vsync_start = mode->vdisplay + 2;
  mode->vsync_end = mode->vdisplay + 4;
  mode->vtotal = mode->vdisplay + 10;
  mode->clock = (uint32_t)((int64_t)mode->htotal * mode->vtotal * head->hertz / 1000);
  mode->vrefresh = (uint32_t)head->hertz;
  mode->type = DRM_MODE_TYPE_PREFERRED | DRM_MODE_TYPE_DRIVER;
  snprintf(mode->name, sizeof mode->name, "%dx%d", head->width, head->height);
}

static int resources(const struct card *card, struct drm_mode_card_res *res) {
  uint32_t list[HEADS];
  count_up(list, CRTC, card->heads);
  copy(res->crtc_id_ptr, &res->count_crtcs, list, (uint32_t)card->heads);
  count_up(list, ENCODER, card->heads);
  copy(res->encoder_id_ptr, &res->count_encoders, list, (uint32_t)card->heads);
  count_up(list, CONNECTOR, card->heads);
  copy(res->connector_id_ptr, &res->count_connectors, list, (uint32_t)card->heads);
  res->count_fbs = 0;
  res->min_width = res->min_height = 16;
  res->max_width = res->max_height = 8192;
  return 0;
}

// The properties of an object, of which a client without atomic commits sees fewer.
static uint32_t properties(
    const struct file *file, const struct card *card, uint32_t object, uint32_t *ids,
    uint64_t *values) {
  uint32_t count = 0;
#define HAS(id, value) (ids[count] = (id), values[count++] = (value))
  if (object >= CONNECTOR && object < CONNECTOR + (uint32_t)card->heads) {
    const struct head *head = &card->head[object - CONNECTOR];
    HAS(P_NON_DESKTOP, 0);
    if (file->atomic) HAS(P_CONNECTOR_CRTC, head->now.wired ? object - CONNECTOR + CRTC : 0);
  } else if (object >= CRTC && object < CRTC + (uint32_t)card->heads) {
    const struct head *head = &card->head[object - CRTC];
    if (file->atomic) HAS(P_ACTIVE, head->now.active);
    if (file->atomic) HAS(P_MODE, 0);
    if (file->atomic && card->tinted) HAS(P_GAMMA, head->now.gamma.id);
  } else if (object >= PLANE && object < PLANE + (uint32_t)card->heads) {
    const struct head *head = &card->head[object - PLANE];
    HAS(P_TYPE, 1);
    if (file->atomic) {
      HAS(P_FB, head->now.fb);
      HAS(P_PLANE_CRTC, head->now.active ? object - PLANE + CRTC : 0);
      for (uint32_t id = P_SRC_X; id <= P_CRTC_H; id++) HAS(id, 0);
      if (card->clips) HAS(P_DAMAGE, 0);
    }
  }
#undef HAS
  return count;
}

static int object_properties(
    const struct file *file, const struct card *card, struct drm_mode_obj_get_properties *get) {
  uint32_t ids[32];
  uint64_t values[32];
  uint32_t count = properties(file, card, get->obj_id, ids, values);
  if (get->count_props >= count && count > 0) {
    memcpy((void *)(uintptr_t)get->props_ptr, ids, count * sizeof *ids);
    memcpy((void *)(uintptr_t)get->prop_values_ptr, values, count * sizeof *values);
  }
  get->count_props = count;
  return 0;
}

static int connector(
    const struct file *file, const struct card *card, struct drm_mode_get_connector *get) {
  if (get->connector_id < CONNECTOR || get->connector_id >= CONNECTOR + (uint32_t)card->heads)
    return ENOENT;
  uint32_t index = get->connector_id - CONNECTOR;
  const struct head *head = &card->head[index];
  uint32_t ids[32], encoder = ENCODER + index;
  uint64_t values[32];
  uint32_t count = properties(file, card, get->connector_id, ids, values);
  if (get->count_props >= count && count > 0) {
    memcpy((void *)(uintptr_t)get->props_ptr, ids, count * sizeof *ids);
    memcpy((void *)(uintptr_t)get->prop_values_ptr, values, count * sizeof *values);
  }
  get->count_props = count;
  copy(get->encoders_ptr, &get->count_encoders, &encoder, 1);
  uint32_t modes = head->connected ? 1 : 0;
  struct drm_mode_modeinfo mode;
  mode_of(head, &mode);
  if (get->count_modes >= modes && modes > 0)
    memcpy((void *)(uintptr_t)get->modes_ptr, &mode, sizeof mode);
  get->count_modes = modes;
  get->encoder_id = head->now.wired ? encoder : 0;
  get->connector_type = DRM_MODE_CONNECTOR_VIRTUAL;
  get->connector_type_id = index + 1;
  get->connection = head->connected ? 1 : 2;
  get->mm_width = get->mm_height = 0;
  get->subpixel = 1;
  return 0;
}

static int plane(const struct card *card, struct drm_mode_get_plane *get) {
  static const uint32_t formats[] = {DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565};
  if (get->plane_id < PLANE || get->plane_id >= PLANE + (uint32_t)card->heads) return ENOENT;
  uint32_t index = get->plane_id - PLANE;
  const struct scanout *now = &card->head[index].now;
  get->crtc_id = now->active ? CRTC + index : 0;
  get->fb_id = now->fb;
  get->possible_crtcs = 1u << index;
  get->gamma_size = 0;
  copy(get->format_type_ptr, &get->count_format_types, formats, 2);
  return 0;
}

static int planes(const struct file *file, const struct card *card, void *argument) {
  struct drm_mode_get_plane_res *get = argument;
  uint32_t list[HEADS];
  count_up(list, PLANE, card->heads);
  // Without universal planes only overlays are reported, and there are none.
  copy(get->plane_id_ptr, &get->count_planes, list, file->universal ? (uint32_t)card->heads : 0);
  return 0;
}

static int property(struct drm_mode_get_property *get) {
  if (get->prop_id < PROPERTY || get->prop_id >= P_END) return ENOENT;
  snprintf(get->name, sizeof get->name, "%s", names[get->prop_id - PROPERTY]);
  get->flags = get->prop_id == P_MODE || get->prop_id == P_GAMMA || get->prop_id == P_DAMAGE ? DRM_MODE_PROP_BLOB
                                                                 : DRM_MODE_PROP_RANGE;
  get->count_values = get->count_enum_blobs = 0;
  return 0;
}

// A program's own blob, or one that is in use.
const struct blob *blob_in_use(const struct card *card, uint32_t id) {
  for (int index = 0; index < card->heads; index++)
    if (id && card->head[index].now.gamma.id == id) return &card->head[index].now.gamma;
  return find_blob(id);
}

static int blob(const struct card *card, struct drm_mode_get_blob *get) {
  const struct blob *blob = blob_in_use(card, get->blob_id);
  if (!blob) return ENOENT;
  if (get->length >= blob->length) memcpy((void *)(uintptr_t)get->data, blob->bytes, blob->length);
  get->length = blob->length;
  return 0;
}

static int crtc(const struct card *card, struct drm_mode_crtc *get) {
  if (get->crtc_id < CRTC || get->crtc_id >= CRTC + (uint32_t)card->heads) return ENOENT;
  const struct scanout *now = &card->head[get->crtc_id - CRTC].now;
  get->fb_id = now->fb;
  get->x = get->y = 0;
  get->gamma_size = 0;
  get->mode_valid = now->active;
  get->mode = now->mode;
  return 0;
}

// 0, an errno, or -1 for a call of another file.
int card_list(int index, unsigned nr, void *argument) {
  const struct file *file = &machine.file[index];
  const struct card *card = &machine.card[file->card];
  switch (nr) {
  case 0xA0: return resources(card, argument);
  case 0xA1: return crtc(card, argument);
  case 0xA6: {
    struct drm_mode_get_encoder *get = argument;
    if (get->encoder_id < ENCODER || get->encoder_id >= ENCODER + (uint32_t)card->heads)
      return ENOENT;
    uint32_t place = get->encoder_id - ENCODER;
    get->encoder_type = DRM_MODE_ENCODER_VIRTUAL;
    get->crtc_id = card->head[place].now.wired ? CRTC + place : 0;
    get->possible_crtcs = 1u << place;
    get->possible_clones = 0;
    return 0;
  }
  case 0xA7: return connector(file, card, argument);
  case 0xAA: return property(argument);
  case 0xAC: return blob(card, argument);
  case 0xB5: return planes(file, card, argument);
  case 0xB6: return plane(card, argument);
  case 0xB9: return object_properties(file, card, argument);
  default: return -1;
  }
}
