// SPDX-License-Identifier: Apache-2.0

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "cmoving.h"

struct cmoving_gif {
  const uint8_t *data;
  size_t size, offset;
  // Of one frame; of the frames that are left.
  size_t most_pixels, pixels_left;
  GifFileType *file;
  uint32_t width, height, loops;
  // The present image, and the image before the last frame, for frames that return to it.
  uint8_t *canvas, *before;
  GifPixelType *row;
  GraphicsControlBlock control;
  // What happens to the last frame's rectangle before the next one.
  int disposal;
  GifImageDesc last;
};

static int read_bytes(GifFileType *file, GifByteType *bytes, int count) {
  cmoving_gif *gif = file->UserData;
  size_t left = gif->size - gif->offset;
  size_t length = (size_t)count < left ? (size_t)count : left;
  memcpy(bytes, gif->data + gif->offset, length);
  gif->offset += length;
  return (int)length;
}

static const GraphicsControlBlock no_control = {DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};

cmoving_gif *cmoving_gif_open(
  const uint8_t *data, size_t size, size_t most_pixels, size_t most_total, cmoving_info *info) {
  cmoving_gif *gif = calloc(1, sizeof *gif);
  if (!gif) return NULL;
  gif->data = data;
  gif->size = size;
  gif->most_pixels = most_pixels;
  gif->pixels_left = most_total;
  gif->control = no_control;
  // Without the extension it is played once.
  gif->loops = 1;
  gif->file = DGifOpen(gif, read_bytes, NULL);
  if (gif->file && gif->file->SWidth > 0 && gif->file->SHeight > 0) {
    gif->width = (uint32_t)gif->file->SWidth;
    gif->height = (uint32_t)gif->file->SHeight;
    size_t pixels = (size_t)gif->width * gif->height;
    if (pixels <= most_pixels) {
      gif->canvas = calloc(pixels, 4);
      gif->before = calloc(pixels, 4);
      // A frame may be wider than the screen; its row is cut.
      gif->row = malloc(UINT16_MAX);
    }
  }
  if (!gif->canvas || !gif->before || !gif->row) {
    cmoving_gif_close(gif);
    return NULL;
  }
  *info = (cmoving_info){gif->width, gif->height, gif->loops};
  return gif;
}

uint32_t cmoving_gif_loops(const cmoving_gif *gif) { return gif->loops; }

// Reads an extension: a frame's control block, or the number of passes.
static bool read_extension(cmoving_gif *gif) {
  int code;
  GifByteType *block;
  if (DGifGetExtension(gif->file, &code, &block) == GIF_ERROR) return false;
  bool is_loops = false;
  while (block) {
    // The first byte is the length.
    if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
      DGifExtensionToGCB(block[0], block + 1, &gif->control);
    } else if (code == APPLICATION_EXT_FUNC_CODE && block[0] == 11) {
      is_loops = !memcmp(block + 1, "NETSCAPE2.0", 11) || !memcmp(block + 1, "ANIMEXTS1.0", 11);
    } else if (is_loops && block[0] >= 3 && block[1] == 1) {
      uint32_t again = (uint32_t)block[2] | (uint32_t)block[3] << 8;
      gif->loops = again ? again + 1 : 0;
    }
    if (DGifGetExtensionNext(gif->file, &block) == GIF_ERROR) return false;
  }
  return true;
}

// Disposes of the last frame before the next frame.
static void dispose(cmoving_gif *gif) {
  size_t bytes = (size_t)gif->width * gif->height * 4;
  if (gif->disposal == DISPOSE_PREVIOUS) {
    memcpy(gif->canvas, gif->before, bytes);
  } else if (gif->disposal == DISPOSE_BACKGROUND) {
    // As browsers do it, the background is transparent.
    for (int y = gif->last.Top; y < gif->last.Top + gif->last.Height && y < (int)gif->height; y++)
      for (int x = gif->last.Left; x < gif->last.Left + gif->last.Width && x < (int)gif->width; x++)
        memset(gif->canvas + ((size_t)y * gif->width + (size_t)x) * 4, 0, 4);
  }
  memcpy(gif->before, gif->canvas, bytes);
}

// The result is that of cmoving_gif_next.
static int read_image(cmoving_gif *gif) {
  if (DGifGetImageDesc(gif->file) == GIF_ERROR) return -1;
  GifImageDesc image = gif->file->Image;
  const ColorMapObject *colors = image.ColorMap ? image.ColorMap : gif->file->SColorMap;
  if (!colors || image.Width <= 0 || image.Height <= 0 || image.Left < 0 || image.Top < 0) return -1;
  // A frame is decoded in full, also where the screen is smaller.
  size_t pixels = (size_t)image.Width * (size_t)image.Height;
  if (pixels > gif->most_pixels || pixels > gif->pixels_left) return -2;
  gif->pixels_left -= pixels;
  dispose(gif);
  static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
  for (int pass = 0; pass < (image.Interlace ? 4 : 1); pass++) {
    for (int row = image.Interlace ? first[pass] : 0; row < image.Height;
         row += image.Interlace ? step[pass] : 1) {
      if (DGifGetLine(gif->file, gif->row, image.Width) == GIF_ERROR) return -1;
      int y = image.Top + row;
      if (y >= (int)gif->height) continue;
      for (int x = 0; x < image.Width && image.Left + x < (int)gif->width; x++) {
        int index = gif->row[x];
        if (index == gif->control.TransparentColor || index >= colors->ColorCount) continue;
        const GifColorType *color = &colors->Colors[index];
        uint8_t *pixel = gif->canvas + ((size_t)y * gif->width + (size_t)(image.Left + x)) * 4;
        pixel[0] = color->Red;
        pixel[1] = color->Green;
        pixel[2] = color->Blue;
        pixel[3] = 255;
      }
    }
  }
  gif->last = image;
  // The maps belong to the file.
  gif->last.ColorMap = NULL;
  gif->disposal = gif->control.DisposalMode;
  return 1;
}

int cmoving_gif_next(cmoving_gif *gif, const uint8_t **rgba, uint32_t *milliseconds) {
  for (;;) {
    GifRecordType type;
    if (DGifGetRecordType(gif->file, &type) == GIF_ERROR) return -1;
    if (type == TERMINATE_RECORD_TYPE) return 0;
    if (type == EXTENSION_RECORD_TYPE) {
      if (!read_extension(gif)) return -1;
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      int result = read_image(gif);
      if (result < 0) return result;
      *rgba = gif->canvas;
      // Browsers show a frame of 0 or 1/100 s for 1/10 s.
      *milliseconds = gif->control.DelayTime > 1 ? 10 * (uint32_t)gif->control.DelayTime : 100;
      gif->control = no_control;
      return 1;
    }
  }
}

void cmoving_gif_close(cmoving_gif *gif) {
  if (gif->file) DGifCloseFile(gif->file, NULL);
  free(gif->canvas);
  free(gif->before);
  free(gif->row);
  free(gif);
}
