// SPDX-License-Identifier: Apache-2.0
//
// Another program that drives a display: waits until it may, fills the first connected display with
// one colour, and stays until it is killed.
//
//   kmsclient CARD RRGGBB      says "waiting", then "shown WIDTHxHEIGHT"
//   kmsclient CARD hold        only becomes the card's master; says "holding"
//   kmsclient CARD flip        flips at every vblank between two framebuffers that it never draws
//                              into: what a moving image costs in the kernel alone
//   kmsclient CARD colours     leaves HDR, a colour matrix and a gamma table on the first display, and
//                              gives the card up
//   kmsclient CARD blobs       the sizes of these, as they are now
//   kmsclient CARD lease       leases the last connector, at the socket /tmp/lease, as
//                              drm-lease-manager does; revokes the lease at SIGUSR1
//   kmsclient TERMINAL mode    "auto" or "process", whether programs are asked before another
//                              terminal is shown, and "text" or "graphics"
//   kmsclient TERMINAL keep    is asked before another terminal is shown, and never agrees
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static void fail(const char *what) {
  printf("kmsclient: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void say(const char *text) {
  puts(text);
  fflush(stdout);
}

// A colour as so many bits per pixel have it.
static uint32_t pixel(uint32_t color, uint32_t bits) {
  return bits == 16 ? (color >> 8 & 0xf800) | (color >> 5 & 0x07e0) | (color >> 3 & 0x001f) : color;
}

// A framebuffer of one colour, as large as a mode, of 32, 24 or 16 bits per pixel; 0 where the driver
// has none of these.
static uint32_t make_framebuffer(int card, const drmModeModeInfo *mode, uint32_t color,
                                 uint32_t bits) {
  struct drm_mode_create_dumb buffer = {
      .width = mode->hdisplay, .height = mode->vdisplay, .bpp = bits};
  if (drmIoctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &buffer)) fail("CREATE_DUMB");
  uint32_t framebuffer;
  if (drmModeAddFB(card, buffer.width, buffer.height, bits == 16 ? 16 : 24, (uint8_t)bits,
                   buffer.pitch, buffer.handle, &framebuffer)) {
    if (errno != EINVAL) fail("ADDFB");
    return 0;
  }
  struct drm_mode_map_dumb map = {.handle = buffer.handle};
  if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) fail("MAP_DUMB");
  uint8_t *pixels = mmap(NULL, buffer.size, PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
  if (pixels == MAP_FAILED) fail("mmap");
  const uint32_t value = pixel(color, bits);
  for (uint32_t y = 0; y < buffer.height; y++)
    for (uint32_t x = 0; x < buffer.width; x++)
      memcpy(pixels + (uint64_t)y * buffer.pitch + x * (bits / 8), &value, bits / 8);
  return framebuffer;
}

// The CRTC that a connector has, or one that it can have.
static uint32_t crtc_of(int card, const drmModeRes *all, const drmModeConnector *connector) {
  for (int i = 0; i < connector->count_encoders; i++) {
    drmModeEncoder *encoder = drmModeGetEncoder(card, connector->encoders[i]);
    if (!encoder) continue;
    uint32_t crtc = encoder->crtc_id;
    for (int k = 0; !crtc && k < all->count_crtcs; k++)
      if (encoder->possible_crtcs & (1u << k)) crtc = all->crtcs[k];
    drmModeFreeEncoder(encoder);
    if (crtc) return crtc;
  }
  errno = ENODEV;
  fail("no CRTC");
  return 0;
}

// Flips for ever; a frame is one poll, one read and one ioctl.
static void flip(int card, uint32_t crtc, const uint32_t framebuffers[2]) {
  for (int next = 1;; next ^= 1) {
    if (drmModePageFlip(card, crtc, framebuffers[next], DRM_MODE_PAGE_FLIP_EVENT, NULL))
      fail("PAGE_FLIP");
    struct pollfd flipped = {.fd = card, .events = POLLIN};
    char event[256];
    if (poll(&flipped, 1, -1) != 1 || read(card, event, sizeof event) <= 0) fail("no event");
  }
}

static void show(int card, uint32_t color, int flips) {
  drmModeRes *all = drmModeGetResources(card);
  if (!all) fail("GETRESOURCES");
  for (int i = 0; i < all->count_connectors; i++) {
    drmModeConnector *connector = drmModeGetConnector(card, all->connectors[i]);
    if (!connector || connector->connection != DRM_MODE_CONNECTED || !connector->count_modes)
      continue;
    drmModeModeInfo mode = connector->modes[0];
    const uint32_t crtc = crtc_of(card, all, connector);
    // With as many bits per pixel as the driver takes.
    uint32_t framebuffers[2];
    for (uint32_t bits = 32;; bits -= 8) {
      framebuffers[0] = make_framebuffer(card, &mode, color, bits);
      framebuffers[1] = make_framebuffer(card, &mode, ~color, bits);
      if (framebuffers[0] &&
          !drmModeSetCrtc(card, crtc, framebuffers[0], 0, 0, &connector->connector_id, 1, &mode))
        break;
      if (errno != EINVAL || bits == 16) fail("no framebuffer can be shown");
    }
    printf("shown %dx%d\n", mode.hdisplay, mode.vdisplay);
    fflush(stdout);
    if (flips) flip(card, crtc, framebuffers);
    return;
  }
  errno = ENODEV;
  fail("nothing is connected");
}

// The properties that `colours` sets: whose, and how large their blobs are.
static const struct {
  const char *name;
  uint32_t type;
  size_t size;
} colours[] = {{"CTM", DRM_MODE_OBJECT_CRTC, 72},
               {"GAMMA_LUT", DRM_MODE_OBJECT_CRTC, 2048},
               {"HDR_OUTPUT_METADATA", DRM_MODE_OBJECT_CONNECTOR, 32}};

// Prints the size of each, or, where they are to be set, sets them.
static void treat_colours(int card, int sets) {
  drmModeRes *all = drmModeGetResources(card);
  if (!all) fail("GETRESOURCES");
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
    uint32_t object =
        colours[i].type == DRM_MODE_OBJECT_CRTC ? all->crtcs[0] : all->connectors[0];
    drmModeObjectProperties *list = drmModeObjectGetProperties(card, object, colours[i].type);
    for (uint32_t k = 0; list && k < list->count_props; k++) {
      drmModePropertyRes *property = drmModeGetProperty(card, list->props[k]);
      if (!property || strcmp(property->name, colours[i].name)) continue;
      static const uint8_t zeros[2048];
      uint32_t id = 0;
      if (sets && (drmModeCreatePropertyBlob(card, zeros, colours[i].size, &id) ||
                   drmModeObjectSetProperty(card, object, colours[i].type, property->prop_id, id)))
        fail(colours[i].name);
      drmModePropertyBlobRes *blob = drmModeGetPropertyBlob(card, (uint32_t)list->prop_values[k]);
      if (!sets)
        printf("%s%s %u", i ? " " : "", colours[i].name, blob ? blob->length : 0);
    }
  }
  say(sets ? "coloured" : "");
}

// The primary plane of a CRTC, by its index.
static uint32_t plane_of(int card, int index) {
  drmModePlaneRes *planes = drmModeGetPlaneResources(card);
  for (uint32_t i = 0; planes && i < planes->count_planes; i++) {
    drmModePlane *plane = drmModeGetPlane(card, planes->planes[i]);
    drmModeObjectProperties *list =
        drmModeObjectGetProperties(card, planes->planes[i], DRM_MODE_OBJECT_PLANE);
    for (uint32_t k = 0; plane && list && k < list->count_props; k++) {
      drmModePropertyRes *property = drmModeGetProperty(card, list->props[k]);
      if (!strcmp(property->name, "type") && list->prop_values[k] == DRM_PLANE_TYPE_PRIMARY &&
          plane->possible_crtcs & (1u << index))
        return plane->plane_id;
    }
  }
  fail("no plane");
  return 0;
}

static void pass(int client, int passed) {
  char byte = 0, space[CMSG_SPACE(sizeof passed)] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof passed);
  memcpy(CMSG_DATA(header), &passed, sizeof passed);
  if (sendmsg(client, &message, 0) < 0) fail("sendmsg");
}

static void wake(int number) { (void)number; }

static void lend(int card) {
  struct sigaction action = {.sa_handler = wake};
  sigaction(SIGUSR1, &action, NULL);
  drmSetClientCap(card, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1);
  drmModeRes *all = drmModeGetResources(card);
  if (!all) fail("GETRESOURCES");
  const int last = all->count_crtcs - 1;
  uint32_t objects[] = {all->connectors[all->count_connectors - 1], all->crtcs[last],
                        plane_of(card, last)};
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/lease"};
  int listener = socket(AF_UNIX, SOCK_SEQPACKET, 0), client = -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4))
    fail("bind");
  FILE *number = fopen("/tmp/lessor", "w");
  fprintf(number, "%d\n", getpid());
  fclose(number);
  for (uint32_t lessee = 0;;) {
    int next = accept(listener, NULL, NULL);
    if (lessee && drmModeRevokeLease(card, lessee)) fail("REVOKE_LEASE");
    lessee = 0;
    if (next < 0) continue;
    uint32_t request;
    if (recv(next, &request, sizeof request, 0) != sizeof request || request) fail("request");
    int leased = drmModeCreateLease(card, objects, 3, O_CLOEXEC, &lessee);
    if (leased < 0) fail("CREATE_LEASE");
    pass(next, leased);
    say("leased");
    close(leased);
    close(client);
    client = next;
  }
}

static int print_mode(int terminal) {
  struct vt_mode mode;
  int display;
  if (ioctl(terminal, VT_GETMODE, &mode) < 0 || ioctl(terminal, KDGETMODE, &display) < 0)
    fail("terminal");
  printf("%s %s\n", mode.mode == VT_AUTO ? "auto" : "process", display == KD_TEXT ? "text" : "graphics");
  return 0;
}

/* Never answers the kernel, and at its end resets the terminal, by which the kernel forgets the switch: as X does. */
static void keep(int terminal) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR1};
  struct vt_mode automatic = {.mode = VT_AUTO};
  sigset_t end;
  int number;
  signal(SIGUSR1, SIG_IGN);
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  sigprocmask(SIG_BLOCK, &end, NULL);
  if (ioctl(terminal, VT_SETMODE, &mode) < 0) fail("terminal");
  say("kept");
  sigwait(&end, &number);
  if (ioctl(terminal, VT_SETMODE, &automatic) < 0) fail("terminal");
}

int main(int count, char **words) {
  if (count != 3) {
    say("kmsclient: CARD and RRGGBB or hold are needed");
    return 64;
  }
  int card = open(words[1], O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (card < 0) fail(words[1]);
  if (strcmp(words[2], "mode") == 0) return print_mode(card);
  if (strcmp(words[2], "keep") == 0) {
    keep(card);
    return 0;
  }
  if (strcmp(words[2], "blobs") == 0) {
    drmDropMaster(card);
    treat_colours(card, 0);
    return 0;
  }
  say("waiting");
  while (drmSetMaster(card)) {
    if (errno != EBUSY && errno != EACCES) fail("SET_MASTER");
    usleep(5000);
  }
  if (strcmp(words[2], "hold") == 0)
    say("holding");
  else if (strcmp(words[2], "colours") == 0) {
    treat_colours(card, 1);
    drmDropMaster(card);
  } else if (strcmp(words[2], "lease") == 0)
    lend(card);
  else
    show(card, (uint32_t)strtoul(words[2], NULL, 16), strcmp(words[2], "flip") == 0);
  for (;;) pause();
}
