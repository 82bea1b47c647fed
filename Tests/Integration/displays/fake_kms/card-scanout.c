// SPDX-License-Identifier: Apache-2.0

// What changes the scanout: mode-sets, page flips, atomic commits, and their vblanks.
#include "machine.h"

static int64_t period(const struct head *head) { return 1000000000 / head->hertz; }

int64_t next_vblank(const struct head *head, int64_t after) {
  return (after / period(head) + 1) * period(head);
}

static void show(struct head *head, struct scanout next) {
  bool was_lit = head->now.active && head->now.fb, is_lit = next.active && next.fb;
  if (was_lit && !is_lit) head->darkened++;
  if (is_lit && next.fb != CONSOLE_FB) head->flips++;
  head->now = next;
}

void show_console(struct card *card) {
  for (int index = 0; index < card->heads; index++) {
    struct head *head = &card->head[index];
    struct scanout next = {.fb = CONSOLE_FB, .active = true, .wired = true, .gamma = head->now.gamma};
    mode_of(head, &next.mode);
    if (head->connected) show(head, next);
  }
}

void darken(struct card *card, uint32_t fb) {
  for (int index = 0; index < card->heads; index++)
    if (card->head[index].now.fb == fb) show(&card->head[index], (struct scanout){.gamma = card->head[index].now.gamma});
}

void finish_flip(struct card *card, int index) {
  struct head *head = &card->head[index];
  struct drm_event_vblank event = {
      .base = {DRM_EVENT_FLIP_COMPLETE, sizeof event}, .user_data = head->flip_data,
      .tv_sec = (uint32_t)(head->flip_time / 1000000000),
      .tv_usec = (uint32_t)(head->flip_time % 1000000000 / 1000),
      .sequence = card->instant ? 0 : (uint32_t)(head->flip_time / period(head)),
      .crtc_id = CRTC + (uint32_t)index,
  };
  head->flip_pending = false;
  struct file *file = &machine.file[head->flip_file];
  if (!file->used || file->gone) return;
  if (fault("event") == 0) (void)!write(file->ours, &event, sizeof event);
}

static void start_flip(struct card *card, int index, int file, uint64_t data) {
  struct head *head = &card->head[index];
  head->flip_pending = true;
  head->flip_file = file;
  head->flip_data = data;
  head->flip_time = card->instant ? now_ns() : next_vblank(head, now_ns());
  if (card->instant) finish_flip(card, index);
  else wake_clock();
}

// A call that waits for the vblank of a flip that is on its way.
static void settle(const struct card *card, int index) {
  while (card->head[index].flip_pending) {
    pthread_mutex_unlock(&machine.lock);
    usleep(200);
    pthread_mutex_lock(&machine.lock);
  }
}

static int set_crtc(struct card *card, const struct drm_mode_crtc *set) {
  if (set->crtc_id < CRTC || set->crtc_id >= CRTC + (uint32_t)card->heads) return ENOENT;
  int index = (int)(set->crtc_id - CRTC);
  if (!set->mode_valid || set->fb_id == 0) {
    show(&card->head[index], (struct scanout){.gamma = card->head[index].now.gamma});
    return 0;
  }
  uint32_t wanted = CONNECTOR + (uint32_t)index;
  const struct fb *fb = find_fb(set->fb_id);
  if (set->fb_id != CONSOLE_FB && !fb) return ENOENT;
  if (set->count_connectors != 1) return EINVAL;
  if (*(uint32_t *)(uintptr_t)set->set_connectors_ptr != wanted) return EINVAL;
  if (fb && (fb->width < set->mode.hdisplay || fb->height < set->mode.vdisplay)) return ENOSPC;
  settle(card, index);
  struct scanout next = {set->fb_id, true, true, set->mode, card->head[index].now.gamma};
  if (memcmp(&next.mode, &card->head[index].now.mode, sizeof next.mode) != 0)
    card->head[index].modesets++;
  show(&card->head[index], next);
  return 0;
}

static int page_flip(int file, struct card *card, const struct drm_mode_crtc_page_flip *flip) {
  if (flip->crtc_id < CRTC || flip->crtc_id >= CRTC + (uint32_t)card->heads) return ENOENT;
  struct head *head = &card->head[flip->crtc_id - CRTC];
  const struct fb *fb = find_fb(flip->fb_id);
  if (card->no_flip || flip->flags & ~(uint32_t)DRM_MODE_PAGE_FLIP_EVENT) return EINVAL;
  if (!fb) return ENOENT;
  if (!head->now.active) return EINVAL;
  if (head->flip_pending) return EBUSY;
  if (fb->width < head->now.mode.hdisplay || fb->height < head->now.mode.vdisplay) return ENOSPC;
  struct scanout next = head->now;
  next.fb = flip->fb_id;
  show(head, next);
  start_flip(card, (int)(flip->crtc_id - CRTC), file, flip->user_data);
  return 0;
}

// Changes one property of a pending state; an errno where the kernel would refuse.
static int set_property(
    const struct card *card, struct scanout *next, bool *touched, uint32_t object, uint32_t id,
    uint64_t value) {
  uint32_t first = id == P_CONNECTOR_CRTC ? CONNECTOR : id <= P_GAMMA ? CRTC : PLANE;
  if (object < first || object >= first + (uint32_t)card->heads || id >= P_END) return ENOENT;
  uint32_t index = object - first;
  const struct blob *blob;
  touched[index] = true;
  switch (id) {
  case P_CONNECTOR_CRTC:
    if (value && value != CRTC + index) return EINVAL;
    next[index].wired = value != 0;
    return 0;
  case P_ACTIVE: next[index].active = value != 0; return 0;
  case P_MODE:
    memset(&next[index].mode, 0, sizeof next[index].mode);
    if (value == 0) return 0;
    blob = find_blob((uint32_t)value);
    if (!blob || blob->length != sizeof next[index].mode) return EINVAL;
    memcpy(&next[index].mode, blob->bytes, blob->length);
    return 0;
  case P_GAMMA:
    memset(&next[index].gamma, 0, sizeof next[index].gamma);
    if (value == 0) return 0;
    blob = blob_in_use(card, (uint32_t)value);
    if (!card->tinted || !blob) return EINVAL;
    next[index].gamma = *blob;
    return 0;
  case P_FB:
    if (value && value != CONSOLE_FB && !find_fb((uint32_t)value)) return EINVAL;
    next[index].fb = (uint32_t)value;
    return 0;
  case P_PLANE_CRTC: return value && value != CRTC + index ? EINVAL : 0;
  case P_DAMAGE: return card->clips && (value == 0 || find_blob((uint32_t)value)) ? 0 : EINVAL;
  default: return id >= P_SRC_X && id <= P_CRTC_H ? 0 : ENOENT;
  }
}

// Whether the display would lose its signal for a moment.
static bool is_modeset(const struct scanout *a, const struct scanout *b) {
  return a->active != b->active || a->wired != b->wired
         || memcmp(&a->mode, &b->mode, sizeof a->mode) != 0;
}

static int check(const struct card *card, int index, const struct scanout *next, uint32_t flags) {
  const struct head *head = &card->head[index];
  const struct fb *fb = find_fb(next->fb);
  if (next->active && (!next->mode.hdisplay || !next->wired)) return EINVAL;
  if (next->active && fb && fb->width < next->mode.hdisplay) return ENOSPC;
  if (is_modeset(&head->now, next) && !(flags & DRM_MODE_ATOMIC_ALLOW_MODESET)) return EINVAL;
  if (flags & DRM_MODE_ATOMIC_NONBLOCK && head->flip_pending) return EBUSY;
  return 0;
}

static int atomic(int file, struct card *card, const struct drm_mode_atomic *atomic) {
  const uint32_t *objects = (void *)(uintptr_t)atomic->objs_ptr;
  const uint32_t *counts = (void *)(uintptr_t)atomic->count_props_ptr;
  const uint32_t *ids = (void *)(uintptr_t)atomic->props_ptr;
  const uint64_t *values = (void *)(uintptr_t)atomic->prop_values_ptr;
  uint32_t flags = atomic->flags;
  struct scanout next[HEADS];
  bool touched[HEADS] = {false};
  bool is_test = flags & DRM_MODE_ATOMIC_TEST_ONLY, is_any = false;
  if (!machine.file[file].atomic || (is_test && flags & DRM_MODE_PAGE_FLIP_EVENT)) return EINVAL;
  for (int index = 0; index < card->heads; index++) next[index] = card->head[index].now;
  for (uint32_t object = 0; object < atomic->count_objs; object++)
    for (uint32_t count = 0; count < counts[object]; count++) {
      int error = set_property(card, next, touched, objects[object], *ids++, *values++);
      if (error) return error;
    }
  for (int index = 0; index < card->heads; index++) {
    if (!touched[index]) continue;
    int error = check(card, index, &next[index], flags);
    if (error) return error;
    is_any = true;
  }
  if (is_test) return 0;
  if (flags & DRM_MODE_PAGE_FLIP_EVENT && !is_any) return EINVAL;
  for (int index = 0; index < card->heads; index++) {
    struct head *head = &card->head[index];
    if (!touched[index]) continue;
    settle(card, index);
    if (is_modeset(&head->now, &next[index])) head->modesets++;
    show(head, next[index]);
    if (flags & DRM_MODE_PAGE_FLIP_EVENT) start_flip(card, index, file, atomic->user_data);
  }
  return 0;
}

// 0, an errno, or -1 for a call that there is not.
int card_scanout(int index, unsigned nr, void *argument) {
  struct card *card = &machine.card[machine.file[index].card];
  bool is_master = card->master == index;
  switch (nr) {
  case 0xA2: return is_master ? set_crtc(card, argument) : EACCES;
  case 0xA3: {
    const struct drm_mode_cursor *cursor = argument;
    if (!is_master) return EACCES;
    if (cursor->crtc_id < CRTC || cursor->crtc_id >= CRTC + (uint32_t)card->heads) return ENOENT;
    if (cursor->flags & DRM_MODE_CURSOR_BO) card->head[cursor->crtc_id - CRTC].cursor = cursor->handle != 0;
    return 0;
  }
  case 0xB0: return is_master ? page_flip(index, card, argument) : EACCES;
  case 0xB1:
    if (!is_master) return EACCES;
    if (!card->dirty) return ENOSYS;
    if (!find_fb(((struct drm_mode_fb_dirty_cmd *)argument)->fb_id)) return ENOENT;
    card->dirties++;
    return 0;
  case 0xBC: return is_master ? atomic(index, card, argument) : EACCES;
  case 0x3B: {
    struct drm_crtc_get_sequence *get = argument;
    if (card->instant) return EOPNOTSUPP;
    if (get->crtc_id < CRTC || get->crtc_id >= CRTC + (uint32_t)card->heads) return ENOENT;
    const struct head *head = &card->head[get->crtc_id - CRTC];
    get->active = head->now.active;
    get->sequence = (uint64_t)(now_ns() / period(head));
    get->sequence_ns = (int64_t)get->sequence * period(head);
    return 0;
  }
  default: return -1;
  }
}
