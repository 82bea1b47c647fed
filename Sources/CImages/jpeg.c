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

// libjpeg's way to report an error does not return.
static void give_up(j_common_ptr info) {
  struct handler *handler = (struct handler *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(handler->reason->text, sizeof handler->reason->text, "%s", text);
  longjmp(handler->gave_up, 1);
}

// A warning (data that ends early, say) is an error: half an image is not what was meant.
static void warn(j_common_ptr info, int level) {
  if (level < 0) give_up(info);
}

static bool begin(
  struct jpeg_decompress_struct *info, struct handler *handler, const uint8_t *data, size_t size,
  cimages_reason *reason) {
  info->err = jpeg_std_error(&handler->manager);
  handler->manager.error_exit = give_up;
  handler->manager.emit_message = warn;
  handler->reason = reason;
  return data != NULL && size > 0;
}

bool cimages_jpeg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason) {
  struct jpeg_decompress_struct info = {0};
  struct handler handler;
  if (!begin(&info, &handler, data, size, reason)) return false;
  if (setjmp(handler.gave_up)) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  *width = info.image_width;
  *height = info.image_height;
  jpeg_destroy_decompress(&info);
  return true;
}

bool cimages_jpeg_read(
  const uint8_t *data, size_t size, uint8_t *rgb, uint32_t width, uint32_t height,
  cimages_reason *reason) {
  struct jpeg_decompress_struct info = {0};
  struct handler handler;
  if (!begin(&info, &handler, data, size, reason)) return false;
  if (setjmp(handler.gave_up)) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, data, size);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_RGB;
  // The same bytes from every processor.
  info.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&info);
  if (info.output_width != width || info.output_height != height) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  while (info.output_scanline < height) {
    JSAMPROW row = rgb + (size_t)info.output_scanline * width * 3;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  return true;
}
