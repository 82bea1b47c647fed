// SPDX-License-Identifier: Apache-2.0

// /dev/fb0: a framebuffer device with a file as its memory, so that the test can read it.
#include "machine.h"

#include <linux/fb.h>

static struct {
  bool exists, gone, pans;
  int memory;
  ino_t inode;
  struct fb_var_screeninfo var;
  struct fb_fix_screeninfo fix;
  uint64_t pan_count, unblanks, puts;
} fb = {.memory = -1};

// WIDTH HEIGHT VIRTUAL-HEIGHT BITS PIXCLOCK RED GREEN BLUE [pan], where colours are OFFSET.LENGTH;
// or 'remove', or 'dump PATH'.
void framebuffer_command(char *words) {
  unsigned width, height, virtual_height, bits, clock, red[2], green[2], blue[2];
  if (strcmp(words, "remove") == 0) {
    fb.gone = true;
    return;
  }
  if (strncmp(words, "dump ", 5) == 0) {
    int to = (int)syscall(SYS_openat, AT_FDCWD, words + 5, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char *bytes = malloc(fb.fix.smem_len);
    ssize_t got = pread(fb.memory, bytes, fb.fix.smem_len, 0);
    if (got > 0) (void)!write(to, bytes, (size_t)got);
    free(bytes);
    close(to);
    return;
  }
  if (sscanf(words, "%u %u %u %u %u %u.%u %u.%u %u.%u", &width, &height, &virtual_height, &bits,
             &clock, &red[0], &red[1], &green[0], &green[1], &blue[0], &blue[1]) != 11)
    return;
  memset(&fb.var, 0, sizeof fb.var);
  memset(&fb.fix, 0, sizeof fb.fix);
  fb.var.xres = fb.var.xres_virtual = width;
  fb.var.yres = height;
  fb.var.yres_virtual = virtual_height;
  fb.var.bits_per_pixel = bits;
  fb.var.pixclock = clock;
  fb.var.red = (struct fb_bitfield){red[0], red[1], 0};
  fb.var.green = (struct fb_bitfield){green[0], green[1], 0};
  fb.var.blue = (struct fb_bitfield){blue[0], blue[1], 0};
  fb.var.left_margin = fb.var.right_margin = fb.var.upper_margin = fb.var.lower_margin = 8;
  snprintf(fb.fix.id, sizeof fb.fix.id, "fake");
  fb.fix.visual = FB_VISUAL_TRUECOLOR;
  // Rows with room after them, as many drivers have.
  fb.fix.line_length = (width * bits / 8 + 63) / 64 * 64;
  fb.fix.smem_len = fb.fix.line_length * virtual_height;
  fb.pans = strstr(words, " pan");
  fb.fix.ypanstep = fb.pans ? 1 : 0;
  int memory = memfd_create("fake-framebuffer", MFD_CLOEXEC);
  fb.memory = fcntl(memory, F_DUPFD_CLOEXEC, 300);
  close(memory);
  if (fb.memory < 0 || ftruncate(fb.memory, fb.fix.smem_len) < 0) return;
  struct stat status;
  fstat(fb.memory, &status);
  fb.inode = status.st_ino;
  fb.exists = true;
  fb.gone = false;
}

void framebuffer_state(char *text, size_t size) {
  if (fb.exists)
    snprintf(text, size, " yoffset=%u pans=%" PRIu64 " unblanks=%" PRIu64 " puts=%" PRIu64 " stride=%u", fb.var.yoffset,
             fb.pan_count, fb.unblanks, fb.puts, fb.fix.line_length);
}

// Whether a path is the device's, and then a descriptor of it or -1.
bool framebuffer_opens(const char *path, int *fd) {
  if (strcmp(path, "/dev/fb0") != 0) return false;
  int error = fault("fb.open");
  if (!error && (!fb.exists || fb.gone)) error = ENOENT;
  *fd = -1;
  if (error) errno = error;
  else *fd = fcntl(fb.memory, F_DUPFD_CLOEXEC, 3);
  return true;
}

int framebuffer_memory(int fd) {
  struct stat status;
  return fb.exists && fstat(fd, &status) == 0 && status.st_ino == fb.inode
                 && S_ISREG(status.st_mode)
             ? fb.memory
             : -1;
}

static int pan(const struct fb_var_screeninfo *var) {
  if (!fb.pans && var->yoffset) return EINVAL;
  if (var->xoffset || var->yoffset + fb.var.yres > fb.var.yres_virtual) return EINVAL;
  fb.var.yoffset = var->yoffset;
  fb.pan_count++;
  return 0;
}

// 0, or an errno; *mine says whether the descriptor is the device's.
int framebuffer_ioctl(int fd, unsigned long request, void *argument, bool *mine) {
  if (_IOC_TYPE(request) != 'F' || framebuffer_memory(fd) < 0) return 0;
  *mine = true;
  const char *site = request == FBIOGET_VSCREENINFO   ? "FBIOGET_VSCREENINFO"
                     : request == FBIOPUT_VSCREENINFO ? "FBIOPUT_VSCREENINFO"
                     : request == FBIOGET_FSCREENINFO ? "FBIOGET_FSCREENINFO"
                     : request == FBIOPAN_DISPLAY     ? "FBIOPAN_DISPLAY"
                     : request == FBIOBLANK           ? "FBIOBLANK"
                                                      : "fb.other";
  int error = fault(site);
  if (error) return error;
  if (fb.gone) return ENODEV;
  switch (request) {
  case FBIOGET_VSCREENINFO: memcpy(argument, &fb.var, sizeof fb.var); return 0;
  case FBIOGET_FSCREENINFO: memcpy(argument, &fb.fix, sizeof fb.fix); return 0;
  // Says yes and does nothing, as vesafb does.
  case FBIOPUT_VSCREENINFO: fb.puts++; return 0;
  case FBIOPAN_DISPLAY: return pan(argument);
  case FBIOBLANK: fb.unblanks += argument == NULL; return 0;
  default: return ENOTTY;
  }
}
