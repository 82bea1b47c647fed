// SPDX-License-Identifier: Apache-2.0

// A card's open files, and the ioctls about memory, mastership and capabilities.
#include "machine.h"

int file_of(int fd) {
  struct stat status;
  if (fd < 0 || fstat(fd, &status) < 0 || !S_ISSOCK(status.st_mode)) return -1;
  for (int file = 0; file < FILES; file++)
    if (machine.file[file].used && machine.file[file].inode == status.st_ino) return file;
  return -1;
}

int open_card(int number) {
  if (number < 0 || number >= CARDS || !machine.card[number].exists) { errno = ENOENT; return -1; }
  int error = fault("open");
  if (error) { errno = error; return -1; }
  for (int index = 0; index < FILES; index++) {
    struct file *file = &machine.file[index];
    struct stat status;
    int pair[2];
    if (file->used) continue;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) return -1;
    fstat(pair[0], &status);
    // Out of the way of the numbers that the program counts.
    int ours = fcntl(pair[1], F_DUPFD_CLOEXEC, 300);
    close(pair[1]);
    *file = (struct file){.used = true, .card = number, .ours = ours, .inode = status.st_ino};
    struct card *card = &machine.card[number];
    if (card->master < 0 && !card->other_master) card->master = index;
    machine.opens++;
    wake_clock();
    return pair[0];
  }
  errno = EMFILE;
  return -1;
}

// As the kernel does when the last descriptor of a file has been closed.
void close_file(int index) {
  struct file *file = &machine.file[index];
  struct card *card = &machine.card[file->card];
  for (int fb = 0; fb < FBS; fb++)
    if (machine.fb[fb].id && machine.fb[fb].file == index) forget_fb(&machine.fb[fb]);
  for (int buffer = 0; buffer < BUFFERS; buffer++)
    if (machine.buffer[buffer].handle && machine.buffer[buffer].file == index) {
      close(machine.buffer[buffer].memory);
      machine.buffer[buffer].handle = 0;
    }
  for (int blob = 0; blob < BLOBS; blob++)
    if (machine.blob[blob].id && machine.blob[blob].file == index) machine.blob[blob].id = 0;
  for (int head = 0; head < card->heads; head++)
    if (card->head[head].flip_file == index) card->head[head].flip_pending = false;
  close(file->ours);
  file->used = false;
  if (card->master == index) card->master = -1;
  bool is_open = false;
  for (int other = 0; other < FILES; other++)
    is_open |= machine.file[other].used && machine.file[other].card == file->card;
  if (!is_open && !card->other_master) show_console(card);
}

struct fb *find_fb(uint32_t id) {
  for (int index = 0; index < FBS; index++)
    if (id && machine.fb[index].id == id) return &machine.fb[index];
  return NULL;
}

struct blob *find_blob(uint32_t id) {
  for (int index = 0; index < BLOBS; index++)
    if (id && machine.blob[index].id == id) return &machine.blob[index];
  return NULL;
}

void forget_fb(struct fb *fb) {
  darken(&machine.card[machine.file[fb->file].card], fb->id);
  fb->id = 0;
}

static struct buffer *find_buffer(uint32_t handle, int file) {
  for (int index = 0; index < BUFFERS; index++)
    if (handle && machine.buffer[index].handle == handle && machine.buffer[index].file == file)
      return &machine.buffer[index];
  return NULL;
}

static int create_dumb(int file, struct drm_mode_create_dumb *dumb) {
  if (dumb->bpp != 16 && dumb->bpp != 24 && dumb->bpp != 32) return EINVAL;
  for (int index = 0; index < BUFFERS; index++) {
    struct buffer *buffer = &machine.buffer[index];
    if (buffer->handle) continue;
    dumb->pitch = (dumb->width * dumb->bpp / 8 + 63) / 64 * 64;
    dumb->size = (uint64_t)dumb->pitch * dumb->height;
    int memory = memfd_create("fake-dumb-buffer", MFD_CLOEXEC);
    int high = fcntl(memory, F_DUPFD_CLOEXEC, 300);
    close(memory);
    if (high < 0 || ftruncate(high, (off_t)dumb->size) < 0) return ENOMEM;
    dumb->handle = ++machine.next_handle;
    *buffer = (struct buffer){dumb->handle, file, high, dumb->pitch, dumb->size};
    return 0;
  }
  return ENOMEM;
}

static int add_fb(int file, struct fb fb, uint32_t pitch, uint32_t *id) {
  struct buffer *buffer = find_buffer(fb.handle, file);
  if (!buffer) return ENOENT;
  if ((uint64_t)pitch * fb.height > buffer->size) return EINVAL;
  for (int index = 0; index < FBS; index++) {
    if (machine.fb[index].id) continue;
    fb.id = *id = FIRST_FB + ++machine.next_fb;
    fb.file = file;
    machine.fb[index] = fb;
    return 0;
  }
  return ENOMEM;
}

static int create_blob(int file, struct drm_mode_create_blob *create) {
  if (create->length == 0 || create->length > 128) return EINVAL;
  for (int index = 0; index < BLOBS; index++) {
    struct blob *blob = &machine.blob[index];
    if (blob->id) continue;
    *blob = (struct blob){FIRST_BLOB + ++machine.next_blob, file, create->length, {0}};
    memcpy(blob->bytes, (void *)(uintptr_t)create->data, create->length);
    create->blob_id = blob->id;
    return 0;
  }
  return ENOMEM;
}

static int capability(const struct card *card, struct drm_get_cap *cap) {
  switch (cap->capability) {
  case DRM_CAP_DUMB_BUFFER: cap->value = 1; return 0;
  case DRM_CAP_TIMESTAMP_MONOTONIC: cap->value = 1; return 0;
  case DRM_CAP_CRTC_IN_VBLANK_EVENT: cap->value = 1; return 0;
  case DRM_CAP_DUMB_PREFERRED_DEPTH: cap->value = 24; return 0;
  case DRM_CAP_DUMB_PREFER_SHADOW: cap->value = 0; return 0;
  case DRM_CAP_ADDFB2_MODIFIERS: cap->value = 1; return 0;
  case DRM_CAP_ASYNC_PAGE_FLIP: case DRM_CAP_PRIME: case DRM_CAP_CURSOR_WIDTH:
  case DRM_CAP_CURSOR_HEIGHT: case DRM_CAP_PAGE_FLIP_TARGET:
    cap->value = cap->capability == DRM_CAP_CURSOR_WIDTH ? 64 : 0; return 0;
  default: (void)card; return EINVAL;
  }
}

static int client_capability(struct file *file, const struct drm_set_client_cap *cap) {
  switch (cap->capability) {
  case DRM_CLIENT_CAP_ATOMIC:
    if (machine.card[file->card].legacy) return EOPNOTSUPP;
    file->atomic = cap->value != 0;
    file->universal |= file->atomic;
    return 0;
  case DRM_CLIENT_CAP_UNIVERSAL_PLANES: file->universal = cap->value != 0; return 0;
  default: return EINVAL;
  }
}

static int version(struct drm_version *version) {
  static const char name[] = "fake";
  if (version->name && version->name_len >= 4) memcpy(version->name, name, 4);
  version->version_major = 1;
  version->version_minor = version->version_patchlevel = 0;
  version->name_len = 4;
  version->date_len = version->desc_len = 0;
  return 0;
}

static int memory(int index, unsigned nr, void *argument) {
  switch (nr) {
  case 0xB2: return create_dumb(index, argument);
  case 0xB3: {
    struct drm_mode_map_dumb *map = argument;
    if (!find_buffer(map->handle, index)) return ENOENT;
    map->offset = (uint64_t)map->handle << 32;
    return 0;
  }
  case 0xB4: {
    struct buffer *buffer = find_buffer(((struct drm_mode_destroy_dumb *)argument)->handle, index);
    if (!buffer) return EINVAL;
    close(buffer->memory);
    buffer->handle = 0;
    return 0;
  }
  case 0xAE: {
    struct drm_mode_fb_cmd *add = argument;
    struct fb fb = {.width = add->width, .height = add->height, .format = DRM_FORMAT_XRGB8888,
                    .handle = add->handle};
    return add_fb(index, fb, add->pitch, &add->fb_id);
  }
  case 0xB8: {
    struct drm_mode_fb_cmd2 *add = argument;
    struct fb fb = {.width = add->width, .height = add->height, .format = add->pixel_format,
                    .handle = add->handles[0]};
    return add_fb(index, fb, add->pitches[0], &add->fb_id);
  }
  case 0xAF: {
    struct fb *fb = find_fb(*(uint32_t *)argument);
    if (!fb || fb->file != index) return ENOENT;
    forget_fb(fb);
    return 0;
  }
  case 0xD0: {  // CLOSEFB: as RMFB, but what shows it goes on showing it
    struct fb *fb = find_fb(*(uint32_t *)argument);
    if (!fb || fb->file != index) return ENOENT;
    fb->id = 0;
    return 0;
  }
  case 0xBD: return create_blob(index, argument);
  case 0xBE: {
    struct blob *blob = find_blob(((struct drm_mode_destroy_blob *)argument)->blob_id);
    if (!blob) return ENOENT;
    blob->id = 0;
    return 0;
  }
  default: return -1;
  }
}

// 0, or an errno.
int card_ioctl(int index, unsigned long request, void *argument) {
  struct file *file = &machine.file[index];
  struct card *card = &machine.card[file->card];
  unsigned nr = _IOC_NR(request);
  if (file->gone) return ENODEV;
  switch (nr) {
  case 0x00: return version(argument);
  case 0x0C: return capability(card, argument);
  case 0x0D: return client_capability(file, argument);
  case 0x11: return card->master == index ? EINVAL : EACCES;
  case 0x1E:
    if (card->master == index) return 0;
    if (card->master >= 0 || card->other_master) return EBUSY;
    card->master = index;
    return 0;
  case 0x1F:
    if (card->master != index) return EINVAL;
    card->master = -1;
    return 0;
  default: break;
  }
  int result = memory(index, nr, argument);
  if (result < 0) result = card_list(index, nr, argument);
  if (result < 0) result = card_scanout(index, nr, argument);
  return result < 0 ? EINVAL : result;
}
