// SPDX-License-Identifier: Apache-2.0

#include "include/cmoving_writer.h"

#include <gif_lib.h>
#include <unistd.h>

// GifFileType holds everything; the name hides giflib from Swift.
static GifFileType *gif(cmoving_gif_file *file) { return (GifFileType *)file; }

// What browsers read for repetition: so many times, 0 without end.
static bool put_repetition(GifFileType *file) {
  static const unsigned char without_end[] = {1, 0, 0};
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(file, sizeof without_end, without_end) == GIF_OK &&
         EGifPutExtensionTrailer(file) == GIF_OK;
}

cmoving_gif_file *cmoving_gif_create(int descriptor, uint16_t width, uint16_t height) {
  int error;
  GifFileType *file = EGifOpenFileHandle(descriptor, &error);
  if (!file) {
    close(descriptor);
    return NULL;
  }
  EGifSetGifVersion(file, true);
  if (EGifPutScreenDesc(file, width, height, 8, 0, NULL) == GIF_OK && put_repetition(file)) {
    return (cmoving_gif_file *)file;
  }
  EGifCloseFile(file, &error);
  return NULL;
}

bool cmoving_gif_add(cmoving_gif_file *file, const cmoving_gif_frame *frame) {
  GraphicsControlBlock control = {
    .DisposalMode = DISPOSE_DO_NOT, .DelayTime = frame->delay, .TransparentColor = NO_TRANSPARENT_COLOR};
  GifByteType words[4];
  EGifGCBToExtension(&control, words);
  // The number of colours in a file is a power of two.
  int count = 2;
  while (count < frame->color_count) count *= 2;
  ColorMapObject *map = GifMakeMapObject(count, NULL);
  if (!map) return false;
  for (int index = 0; index < frame->color_count; index++) {
    const uint8_t *color = frame->colors + 3 * index;
    map->Colors[index] = (GifColorType){color[0], color[1], color[2]};
  }
  bool is_written =
    EGifPutExtension(gif(file), GRAPHICS_EXT_FUNC_CODE, sizeof words, words) == GIF_OK &&
    EGifPutImageDesc(gif(file), frame->left, frame->top, frame->width, frame->height, false, map) == GIF_OK &&
    EGifPutLine(gif(file), frame->pixels, frame->width * frame->height) == GIF_OK;
  GifFreeMapObject(map);
  return is_written;
}

bool cmoving_gif_finish(cmoving_gif_file *file) {
  int error;
  return EGifCloseFile(gif(file), &error) == GIF_OK;
}
