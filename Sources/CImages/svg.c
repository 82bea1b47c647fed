// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-svg.h>
#include <librsvg/rsvg.h>

#include "child.h"

// Seconds of processor time for a file's size, its outlines and its pixels: together 5 at most.
enum { SIZE_SECONDS = 1, OUTLINE_SECONDS = 2, DRAW_SECONDS = 2 };

// An SVG file, and the size to draw it in.
struct svg {
  const uint8_t *data;
  size_t size;
  double width, height;
};

static RsvgHandle *open_svg(const struct svg *svg, cimages_reason *reason) {
  GError *error = NULL;
  // No base address: an SVG cannot draw in other files.
  RsvgHandle *handle = rsvg_handle_new_from_data(svg->data, svg->size, &error);
  if (!handle) {
    snprintf(reason->text, sizeof reason->text, "%s", error ? error->message : "no SVG");
    g_clear_error(&error);
    return NULL;
  }
  rsvg_handle_set_dpi(handle, 96);
  return handle;
}

// Draws the SVG over a whole surface.
static bool draw(const struct svg *svg, cairo_surface_t *surface, cimages_reason *reason) {
  RsvgHandle *handle = open_svg(svg, reason);
  if (!handle) return false;
  cairo_t *context = cairo_create(surface);
  RsvgRectangle box = {0, 0, svg->width, svg->height};
  GError *error = NULL;
  bool is_drawn = rsvg_handle_render_document(handle, context, &box, &error);
  if (!is_drawn) {
    snprintf(reason->text, sizeof reason->text, "%s", error ? error->message : "cannot be drawn");
    g_clear_error(&error);
  }
  cairo_destroy(context);
  g_object_unref(handle);
  return is_drawn;
}

// Whether cairo could store everything that was drawn.
static bool is_whole(cairo_surface_t *surface, cimages_reason *reason) {
  cairo_status_t status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS) return true;
  snprintf(reason->text, sizeof reason->text, "cairo: %s", cairo_status_to_string(status));
  return false;
}

static uint32_t in_256ths(double length) {
  if (!(length > 0) || length > 1 << 20) return 0;
  return (uint32_t)lrint(length * 256);
}

static bool measure(const void *job, struct output *output, cimages_reason *reason) {
  RsvgHandle *handle = open_svg(job, reason);
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
  uint32_t sides[2] = {in_256ths(w), in_256ths(h)};
  if (sides[0] && sides[1]) return cimages_append(output, sides, sizeof sides);
  snprintf(reason->text, sizeof reason->text, "the SVG has neither a size nor a view box");
  return false;
}

bool cimages_svg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason) {
  struct svg svg = {data, size, 0, 0};
  size_t count;
  uint8_t *sides = cimages_in_child(measure, &svg, SIZE_SECONDS, &count, reason);
  if (!sides) return false;
  memcpy(width, sides, sizeof *width);
  memcpy(height, sides + sizeof *width, sizeof *height);
  free(sides);
  return true;
}

static bool draw_pixels(const void *job, struct output *output, cimages_reason *reason) {
  const struct svg *svg = job;
  uint32_t width = (uint32_t)svg->width, height = (uint32_t)svg->height;
  cairo_surface_t *surface =
    cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  bool is_drawn = draw(svg, surface, reason);
  cairo_surface_flush(surface);
  is_drawn = is_drawn && is_whole(surface, reason);
  const uint8_t *pixels = is_drawn ? cairo_image_surface_get_data(surface) : NULL;
  int stride = cairo_image_surface_get_stride(surface);
  uint8_t *row = malloc(4 * (size_t)width);
  is_drawn = is_drawn && row;
  for (uint32_t y = 0; is_drawn && y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t argb;
      memcpy(&argb, pixels + (size_t)y * (size_t)stride + 4 * (size_t)x, 4);
      uint8_t *pixel = row + 4 * (size_t)x;
      pixel[0] = (uint8_t)(argb >> 16);
      pixel[1] = (uint8_t)(argb >> 8);
      pixel[2] = (uint8_t)argb;
      pixel[3] = (uint8_t)(argb >> 24);
    }
    is_drawn = cimages_append(output, row, 4 * (size_t)width);
  }
  free(row);
  cairo_surface_destroy(surface);
  return is_drawn;
}

bool cimages_svg_draw(
  const uint8_t *data, size_t size, uint8_t *rgba, uint32_t width, uint32_t height,
  cimages_reason *reason) {
  struct svg svg = {data, size, width, height};
  size_t count;
  uint8_t *pixels = cimages_in_child(draw_pixels, &svg, DRAW_SECONDS, &count, reason);
  bool fits = pixels && count == (size_t)width * height * 4;
  if (fits) memcpy(rgba, pixels, count);
  free(pixels);
  return fits;
}

static cairo_status_t append(void *user, const unsigned char *data, unsigned count) {
  return cimages_append(user, data, count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static bool draw_outlines(const void *job, struct output *output, cimages_reason *reason) {
  const struct svg *svg = job;
  cairo_surface_t *surface =
    cairo_svg_surface_create_for_stream(append, output, svg->width, svg->height);
  bool is_drawn = draw(svg, surface, reason);
  cairo_surface_finish(surface);
  is_drawn = is_drawn && is_whole(surface, reason);
  cairo_surface_destroy(surface);
  return is_drawn;
}

uint8_t *cimages_svg_outlines(
  const uint8_t *data, size_t size, double width, double height, size_t *length,
  cimages_reason *reason) {
  struct svg svg = {data, size, width, height};
  return cimages_in_child(draw_outlines, &svg, OUTLINE_SECONDS, length, reason);
}

void cimages_free(uint8_t *text) { free(text); }
