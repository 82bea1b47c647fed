// SPDX-License-Identifier: Apache-2.0

// A machine with display devices that exist only in memory, for programs that are started with this
// library in LD_PRELOAD. Descriptors of /dev/dri behave like the kernel's cards, and
// every call can be made to fail. See README.md beside this file.
#ifndef FAKE_KMS_MACHINE_H
#define FAKE_KMS_MACHINE_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>

enum { CARDS = 4, HEADS = 4, FILES = 16, FBS = 64, BUFFERS = 64, BLOBS = 64 };

// The kernel's numbers of things: one range per kind, by head.
enum {
  CRTC = 31, ENCODER = 41, CONNECTOR = 51, PLANE = 61,
  PROPERTY = 100, FIRST_BLOB = 200, TINT = 800, CONSOLE_FB = 900, FIRST_FB = 1000,
};

enum property {
  P_CONNECTOR_CRTC = PROPERTY, P_NON_DESKTOP, P_ORIENTATION, P_ACTIVE, P_MODE, P_GAMMA,
  P_TYPE, P_FB,
  P_PLANE_CRTC, P_SRC_X, P_SRC_Y, P_SRC_W, P_SRC_H, P_CRTC_X, P_CRTC_Y, P_CRTC_W, P_CRTC_H,
  P_DAMAGE, P_END,
};

struct fb { uint32_t id; int file; uint32_t width, height, format, handle; };
struct buffer { uint32_t handle; int file; int memory; uint32_t pitch; uint64_t size; };
struct blob { uint32_t id; int file; uint32_t length; unsigned char bytes[128]; };

// What one head shows.
struct scanout {
  uint32_t fb;          // 0: nothing, CONSOLE_FB: the kernel's console
  bool active;
  bool wired;           // whether the connector is on the CRTC
  struct drm_mode_modeinfo mode;
  struct blob gamma;    // id 0: colours are as they are
};

struct head {
  struct scanout now;
  bool connected;
  int width, height, hertz;
  bool flip_pending;
  uint64_t flip_data;
  int flip_file;
  int64_t flip_time;    // CLOCK_MONOTONIC, ns
  bool cursor;          // whether a cursor of the older kind is over the frame
  uint64_t flips;       // frames that came onto the display, mode-sets among them
  uint64_t modesets;
  uint64_t darkened;    // how often it went from something to nothing
};

struct card {
  bool exists, legacy, instant, dirty, no_flip, clips, tinted, other_master;
  int heads;
  int master;           // a file, or -1
  uint64_t dirties;
  struct head head[HEADS];
};

// One open of a card; its descriptor is one end of a pair of sockets, and all duplicates of it have
// its inode.
struct file {
  bool used, atomic, universal, gone;
  int card;
  int ours;             // the other end, where events are written
  ino_t inode;
};


struct machine {
  pthread_mutex_t lock;
  struct card card[CARDS];
  struct file file[FILES];
  struct fb fb[FBS];
  struct buffer buffer[BUFFERS];
  struct blob blob[BLOBS];
  uint32_t next_fb, next_handle, next_blob;
  uint64_t opens, calls;
  _Alignas(8) uint64_t polls;  // atomic; i386 aligns such numbers to 4 bytes
  int uevents;          // our end of the socket that the program takes for the kernel's, or -1
  int wake[2];
  int jump, jump_end;   // what the program takes for a timer that clock jumps cancel, and its other end
  int64_t slept;        // ns that the machine was asleep
};

extern struct machine machine;

int64_t now_ns(void);
void wake_clock(void);

// faults.c: an errno if this call is to fail; the name says which call it is.
int fault(const char *site);
bool add_fault(char *text);
void clear_faults(void);
uint64_t faults_hit(void);

// card.c
int card_ioctl(int file, unsigned long request, void *argument);
int file_of(int fd);
int open_card(int card);
void close_file(int file);
struct fb *find_fb(uint32_t id);
struct blob *find_blob(uint32_t id);
void forget_fb(struct fb *fb);

// card-lists.c: what a card says about itself.
int card_list(int file, unsigned nr, void *argument);
const struct blob *blob_in_use(const struct card *card, uint32_t id);
void mode_of(const struct head *head, struct drm_mode_modeinfo *mode);

// card-scanout.c: what changes the scanout.
int card_scanout(int file, unsigned nr, void *argument);
void show_console(struct card *card);
void darken(struct card *card, uint32_t fb);
int64_t next_vblank(const struct head *head, int64_t after);
void finish_flip(struct card *card, int head);

// heap.c
int64_t heap_blocks(void);

// framebuffer.c: /dev/fb0
bool framebuffer_opens(const char *path, int *fd);
int framebuffer_ioctl(int fd, unsigned long request, void *argument, bool *mine);
int framebuffer_memory(int fd);
void framebuffer_command(char *words);
void framebuffer_state(char *text, size_t size);

// control.c
void start_machine(void);

#endif
