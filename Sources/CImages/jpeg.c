// SPDX-License-Identifier: Apache-2.0

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include "cimages.h"

struct handler {
  struct jpeg_error_mgr manager;
  jmp_buf gave_up;
  cimages_reason *reason;
};

// libjpeg's error function must not return.
static void give_up(j_common_ptr info) {
  struct handler *handler = (struct handler *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(handler->reason->text, sizeof handler->reason->text, "%s", text);
  longjmp(handler->gave_up, 1);
}

// Treats a warning as an error: data that ends early, say, would leave half an image.
static void warn(j_common_ptr info, int level) {
  if (level < 0) give_up(info);
}

// Reads an image's size, and its pixels if the caller's buffer has exactly that size.
static bool decode(
  const uint8_t *data, size_t size, uint8_t *rgb, uint32_t *width, uint32_t *height,
  cimages_reason *reason) {
  struct jpeg_decompress_struct info = {0};
  struct handler handler;
  if (data == NULL || size == 0) return false;
  info.err = jpeg_std_error(&handler.manager);
  handler.manager.error_exit = give_up;
  handler.manager.emit_message = warn;
  handler.reason = reason;
  if (setjmp(handler.gave_up)) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  bool fits = rgb == NULL || (info.image_width == *width && info.image_height == *height);
  *width = info.image_width;
  *height = info.image_height;
  if (rgb != NULL && fits) {
    info.out_color_space = JCS_RGB;
    // This method gives the same bytes on every processor.
    info.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = rgb + (size_t)info.output_scanline * info.output_width * 3;
      jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_finish_decompress(&info);
  }
  jpeg_destroy_decompress(&info);
  return fits;
}

bool cimages_jpeg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason) {
  return decode(data, size, NULL, width, height, reason);
}

bool cimages_jpeg_read(
  const uint8_t *data, size_t size, uint8_t *rgb, uint32_t width, uint32_t height,
  cimages_reason *reason) {
  return decode(data, size, rgb, &width, &height, reason);
}
