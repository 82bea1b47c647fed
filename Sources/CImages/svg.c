// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-svg.h>
#include <librsvg/rsvg.h>

#include "cimages.h"

static RsvgHandle *open_svg(const uint8_t *data, size_t size, cimages_reason *reason) {
  GError *error = NULL;
  // No base address: an SVG cannot draw in other files.
  RsvgHandle *handle = rsvg_handle_new_from_data(data, size, &error);
  if (!handle) {
    snprintf(reason->text, sizeof reason->text, "%s", error ? error->message : "no SVG");
    g_clear_error(&error);
    return NULL;
  }
  rsvg_handle_set_dpi(handle, 96);
  return handle;
}

static uint32_t in_256ths(double length) {
  if (!(length > 0) || length > 1 << 20) return 0;
  return (uint32_t)lrint(length * 256);
}

bool cimages_svg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason) {
  RsvgHandle *handle = open_svg(data, size, reason);
  if (!handle) return false;
  double w = 0, h = 0;
  gboolean has_width, has_height, has_box;
  RsvgLength width_length, height_length;
  RsvgRectangle box;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h)) {
    rsvg_handle_get_intrinsic_dimensions(
      handle, &has_width, &width_length, &has_height, &height_length, &has_box, &box);
    if (has_box) {
      w = box.width;
      h = box.height;
    }
  }
  g_object_unref(handle);
  *width = in_256ths(w);
  *height = in_256ths(h);
  if (*width && *height) return true;
  snprintf(reason->text, sizeof reason->text, "the SVG has neither a size nor a view box");
  return false;
}

bool cimages_svg_draw(
  const uint8_t *data, size_t size, uint8_t *rgba, uint32_t width, uint32_t height,
  cimages_reason *reason) {
  RsvgHandle *handle = open_svg(data, size, reason);
  if (!handle) return false;
  cairo_surface_t *surface =
    cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  cairo_t *context = cairo_create(surface);
  RsvgRectangle box = {0, 0, width, height};
  GError *error = NULL;
  bool is_drawn = rsvg_handle_render_document(handle, context, &box, &error);
  if (!is_drawn) {
    snprintf(reason->text, sizeof reason->text, "%s", error ? error->message : "cannot be drawn");
    g_clear_error(&error);
  }
  cairo_destroy(context);
  cairo_surface_flush(surface);
  if (is_drawn && cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
    snprintf(reason->text, sizeof reason->text, "cairo: %s",
             cairo_status_to_string(cairo_surface_status(surface)));
    is_drawn = false;
  }
  const uint8_t *pixels = is_drawn ? cairo_image_surface_get_data(surface) : NULL;
  int stride = cairo_image_surface_get_stride(surface);
  for (uint32_t y = 0; pixels && y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t argb;
      memcpy(&argb, pixels + (size_t)y * (size_t)stride + 4 * (size_t)x, 4);
      uint8_t *pixel = rgba + 4 * ((size_t)y * width + x);
      pixel[0] = (uint8_t)(argb >> 16);
      pixel[1] = (uint8_t)(argb >> 8);
      pixel[2] = (uint8_t)argb;
      pixel[3] = (uint8_t)(argb >> 24);
    }
  }
  cairo_surface_destroy(surface);
  g_object_unref(handle);
  return is_drawn;
}

// What cairo has written.
struct text {
  uint8_t *bytes;
  size_t count, capacity;
};

static cairo_status_t append(void *user, const unsigned char *data, unsigned count) {
  struct text *text = user;
  if (text->capacity - text->count < count) {
    size_t capacity = 2 * (text->count + count);
    uint8_t *bytes = realloc(text->bytes, capacity);
    if (!bytes) return CAIRO_STATUS_NO_MEMORY;
    text->bytes = bytes;
    text->capacity = capacity;
  }
  memcpy(text->bytes + text->count, data, count);
  text->count += count;
  return CAIRO_STATUS_SUCCESS;
}

uint8_t *cimages_svg_outlines(
  const uint8_t *data, size_t size, double width, double height, size_t *length,
  cimages_reason *reason) {
  RsvgHandle *handle = open_svg(data, size, reason);
  if (!handle) return NULL;
  struct text text = {NULL, 0, 0};
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, &text, width, height);
  cairo_t *context = cairo_create(surface);
  RsvgRectangle box = {0, 0, width, height};
  GError *error = NULL;
  bool is_drawn = rsvg_handle_render_document(handle, context, &box, &error);
  cairo_destroy(context);
  cairo_surface_finish(surface);
  if (is_drawn && cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) is_drawn = false;
  if (!is_drawn) {
    snprintf(reason->text, sizeof reason->text, "%s", error ? error->message : "cannot be drawn");
    g_clear_error(&error);
    free(text.bytes);
    text.bytes = NULL;
  }
  cairo_surface_destroy(surface);
  g_object_unref(handle);
  *length = text.count;
  return text.bytes;
}

void cimages_free(uint8_t *text) { free(text); }
