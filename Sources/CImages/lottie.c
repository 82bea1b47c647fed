// SPDX-License-Identifier: Apache-2.0

// For sched_setaffinity.
#define _GNU_SOURCE

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <rlottie_capi.h>

#include "child.h"

// Seconds of processor time for a file's size, and for the frames of a call.
enum { INFO_SECONDS = 4, DRAW_SECONDS = 10 };

// A Lottie file, and the frames to draw.
struct lottie {
  const uint8_t *data;
  size_t size;
  uint32_t width, height;
  const uint32_t *frames;
  size_t count;
};

// A composition of 1×1 pixels that shows an image: one white pixel.
static const char image_probe[] =
  "{\"v\":\"5.5.2\",\"fr\":1,\"ip\":0,\"op\":1,\"w\":1,\"h\":1,\"assets\":[{\"id\":\"a\",\"w\":1,\"h\":1,\"u\":\"\","
  "\"e\":1,\"p\":\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEA"
  "HLCMmQAAAABJRU5ErkJggg==\"}],\"layers\":[{\"ty\":2,\"refId\":\"a\",\"ind\":1,\"ip\":0,\"op\":1,\"st\":0,"
  "\"ks\":{\"o\":{\"a\":0,\"k\":100},\"r\":{\"a\":0,\"k\":0},\"p\":{\"a\":0,\"k\":[0,0,0]},\"a\":{\"a\":0,"
  "\"k\":[0,0,0]},\"s\":{\"a\":0,\"k\":[100,100,100]}}}]}";

// Makes rlottie load its decoder of images, which is a file of its own; false where that is missing.
static bool load_decoder(void) {
  Lottie_Animation *animation = lottie_animation_from_data(image_probe, "images", "");
  if (!animation) return false;
  uint32_t pixel = 0;
  lottie_animation_render(animation, 0, &pixel, 1, 1, sizeof pixel);
  lottie_animation_destroy(animation);
  return pixel != 0;
}

// Opens a file in a child process, which cannot open others from then on.
static Lottie_Animation *open_lottie(
  const struct lottie *lottie, bool *has_decoder, cimages_reason *reason) {
  // rlottie has threads for each processor; their stacks alone may exceed the child's memory.
  cpu_set_t processor;
  CPU_ZERO(&processor);
  int here = sched_getcpu();
  CPU_SET(here < 0 || here >= CPU_SETSIZE ? 0 : here, &processor);
  sched_setaffinity(0, sizeof processor, &processor);
  *has_decoder = load_decoder();
  // A Lottie names images by any path.
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});
  char *text = malloc(lottie->size + 1);
  if (!text) {
    snprintf(reason->text, sizeof reason->text, "no memory");
    return NULL;
  }
  memcpy(text, lottie->data, lottie->size);
  text[lottie->size] = 0;
  Lottie_Animation *animation = lottie_animation_from_data(text, "file", "");
  // rlottie reads the text only during the call.
  free(text);
  if (!animation) snprintf(reason->text, sizeof reason->text, "rlottie cannot read it");
  return animation;
}

static bool measure(const void *job, struct output *output, cimages_reason *reason) {
  cimages_lottie_info info = {0};
  Lottie_Animation *animation = open_lottie(job, &info.has_image_decoder, reason);
  if (!animation) return false;
  size_t width = 0, height = 0;
  lottie_animation_get_size(animation, &width, &height);
  size_t frames = lottie_animation_get_totalframe(animation);
  double rate = lottie_animation_get_framerate(animation);
  if (width < 1 || height < 1 || width > 1 << 20 || height > 1 << 20) {
    snprintf(reason->text, sizeof reason->text, "its size is %zu×%zu", width, height);
    return false;
  }
  if (frames < 1 || frames > 1 << 24 || !(rate >= 0.001) || rate > 1000) {
    snprintf(reason->text, sizeof reason->text, "it has %zu frames, %g a second", frames, rate);
    return false;
  }
  info.width = (uint32_t)width;
  info.height = (uint32_t)height;
  info.frames = (uint32_t)frames;
  info.rate = (uint32_t)lrint(rate * 1000);
  return cimages_append(output, &info, sizeof info);
}

bool cimages_lottie_measure(
  const uint8_t *data, size_t size, cimages_lottie_info *info, cimages_reason *reason) {
  struct lottie lottie = {data, size, 0, 0, NULL, 0};
  size_t count;
  uint8_t *bytes = cimages_in_child(measure, &lottie, INFO_SECONDS, &count, reason);
  bool is_known = bytes && count == sizeof *info;
  if (is_known) memcpy(info, bytes, count);
  free(bytes);
  return is_known;
}

static bool draw(const void *job, struct output *output, cimages_reason *reason) {
  const struct lottie *lottie = job;
  bool has_decoder;
  Lottie_Animation *animation = open_lottie(lottie, &has_decoder, reason);
  size_t pixels = (size_t)lottie->width * lottie->height;
  uint32_t *frame = animation ? malloc(4 * pixels) : NULL;
  bool is_drawn = frame;
  for (size_t index = 0; is_drawn && index < lottie->count; index++) {
    memset(frame, 0, 4 * pixels);
    lottie_animation_render(
      animation, lottie->frames[index], frame, lottie->width, lottie->height,
      4 * (size_t)lottie->width);
    for (size_t at = 0; at < pixels; at++) {
      uint32_t argb = frame[at];
      uint8_t bytes[4] = {
        (uint8_t)(argb >> 16), (uint8_t)(argb >> 8), (uint8_t)argb, (uint8_t)(argb >> 24)};
      memcpy(frame + at, bytes, sizeof bytes);
    }
    is_drawn = cimages_append(output, frame, 4 * pixels);
  }
  if (animation && !is_drawn) snprintf(reason->text, sizeof reason->text, "no memory");
  return is_drawn;
}

uint8_t *cimages_lottie_draw(
  const uint8_t *data, size_t size, uint32_t width, uint32_t height, const uint32_t *frames,
  size_t count, cimages_reason *reason) {
  struct lottie lottie = {data, size, width, height, frames, count};
  size_t length;
  uint8_t *pixels = cimages_in_child(draw, &lottie, DRAW_SECONDS, &length, reason);
  if (!pixels || length == 4 * (size_t)width * height * count) return pixels;
  free(pixels);
  snprintf(reason->text, sizeof reason->text, "its frames are cut");
  return NULL;
}
