// SPDX-License-Identifier: Apache-2.0

// The scenes as one would draw them with Cairo.
#include "baselines.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

struct baseline_cairo {
  cairo_surface_t *surface;
  cairo_t *context;
};

struct baseline_cairo *baseline_cairo_open(uint32_t *pixels, int width, int height, int stride_in_bytes) {
  struct baseline_cairo *cairo = malloc(sizeof *cairo);
  if (cairo == NULL) return NULL;
  cairo->surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_RGB24, width, height, stride_in_bytes);
  cairo->context = cairo_create(cairo->surface);
  if (cairo_status(cairo->context) == CAIRO_STATUS_SUCCESS) return cairo;
  baseline_cairo_close(cairo);
  return NULL;
}

void baseline_cairo_close(struct baseline_cairo *cairo) {
  cairo_destroy(cairo->context);
  cairo_surface_destroy(cairo->surface);
  free(cairo);
}

static void set_color(cairo_t *c, uint32_t hex) {
  cairo_set_source_rgb(
      c, (hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0);
}

static void add_stop(cairo_pattern_t *pattern, double offset, uint32_t hex) {
  cairo_pattern_add_color_stop_rgb(
      pattern, offset, (hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0);
}

static void clear(cairo_t *c, uint32_t hex) {
  set_color(c, hex);
  cairo_paint(c);
}

struct color { double red, green, blue; };

// Full saturation and brightness; the hue in degrees.
static struct color hue_color(int hue) {
  double rise = hue % 60 / 60.0, fall = 1 - rise;
  switch (hue / 60) {
    case 0: return (struct color){1, rise, 0};
    case 1: return (struct color){fall, 1, 0};
    case 2: return (struct color){0, 1, rise};
    case 3: return (struct color){0, fall, 1};
    case 4: return (struct color){rise, 0, 1};
    default: return (struct color){1, 0, fall};
  }
}

// 72 colours, which move on by one stop in 6 frames.
static void draw_flow(cairo_t *c, int width, int frame) {
  enum { count = 72, frames = 6 };
  static struct color colors[count];
  if (colors[0].red == 0) for (int i = 0; i < count; i++) colors[i] = hue_color(5 * i);
  double f = frame % frames / (double)frames;
  int shift = frame / frames % count;
  cairo_pattern_t *pattern = cairo_pattern_create_linear(0, 0, width, 0);
  for (int i = 0; i < count; i++) {
    struct color a = colors[(i + count - shift) % count];
    struct color b = colors[(i + count - shift - 1 + count) % count];
    cairo_pattern_add_color_stop_rgb(
        pattern, i / (count - 1.0), a.red + f * (b.red - a.red), a.green + f * (b.green - a.green),
        a.blue + f * (b.blue - a.blue));
  }
  cairo_set_source(c, pattern);
  cairo_paint(c);
  cairo_pattern_destroy(pattern);
}

// One half of the arc, with its own gradient between two heights.
static void draw_half(
    cairo_t *c, double left, double side, double radius, double head, double from, double to,
    double k) {
  cairo_save(c);
  cairo_rectangle(c, left, 0, side / 2, side);
  cairo_clip(c);
  cairo_pattern_t *pattern = cairo_pattern_create_linear(0, from, 0, to);
  add_stop(pattern, 0, 0xEBD6AB);
  add_stop(pattern, 1, 0xC6A05D);
  cairo_set_source(c, pattern);
  cairo_set_line_width(c, 46 * k);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  cairo_arc(c, side / 2, side / 2, radius, -M_PI / 2, head);
  cairo_stroke(c);
  cairo_pattern_destroy(pattern);
  cairo_restore(c);
}

static void draw_ring(cairo_t *c, double k) {
  double side = 1080 * k, radius = (1080 - 46) / 2.0 * k;
  double head = -M_PI / 2 + 0.72 * 2 * M_PI;
  clear(c, 0xFFFFFF);
  set_color(c, 0xF6F6F9);
  cairo_set_line_width(c, 27 * k);
  cairo_arc(c, side / 2, side / 2, radius, 0, 2 * M_PI);
  cairo_close_path(c);
  cairo_stroke(c);
  draw_half(c, 0, side, radius, head, 0, 0.9 * side, k);
  draw_half(c, side / 2, side, radius, head, 0.1 * side, side, k);
  set_color(c, 0xFFFFFF);
  cairo_arc(c, side / 2 + radius * cos(head), side / 2 + radius * sin(head), 14 * k, 0, 2 * M_PI);
  cairo_fill(c);
}

static void add_rounded_rectangle(
    cairo_t *c, double x, double y, double width, double height, double r) {
  cairo_new_sub_path(c);
  cairo_arc(c, x + width - r, y + r, r, -M_PI / 2, 0);
  cairo_arc(c, x + width - r, y + height - r, r, 0, M_PI / 2);
  cairo_arc(c, x + r, y + height - r, r, M_PI / 2, M_PI);
  cairo_arc(c, x + r, y + r, r, M_PI, 3 * M_PI / 2);
  cairo_close_path(c);
}

static void draw_download(cairo_t *c) {
  double end = 8 + 0.42 * 784;
  clear(c, 0x8ECEED);
  set_color(c, 0x808080);
  add_rounded_rectangle(c, 0, 152, 800, 16, 8);
  cairo_fill(c);
  set_color(c, 0xFFFFFF);
  cairo_set_line_width(c, 16);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  cairo_move_to(c, 8, 160);
  cairo_line_to(c, end, 160);
  cairo_stroke(c);
  cairo_save(c);
  cairo_translate(c, end, 148);
  cairo_rotate(c, 15 * M_PI / 180);
  add_rounded_rectangle(c, -48, -112, 96, 72, 4);
  cairo_fill(c);
  cairo_move_to(c, -48, -40);
  cairo_line_to(c, 48, -40);
  cairo_line_to(c, 0, 0);
  cairo_close_path(c);
  cairo_fill(c);
  cairo_restore(c);
}

void baseline_cairo_draw(struct baseline_cairo *cairo, int scene, int frame) {
  cairo_t *c = cairo->context;
  switch (scene) {
    case PEERS_S1: draw_flow(c, 3840, frame); break;
    case PEERS_S1B: draw_flow(c, 1920, frame); break;
    case PEERS_S2: draw_ring(c, 1); break;
    case PEERS_S2B: draw_ring(c, 0.2); break;
    case PEERS_S3: draw_download(c); break;
    case PEERS_S4: clear(c, 0x8ECEED); break;
    case PEERS_S5:
      cairo_set_source_rgba(c, 0, 0, 0, 0.5);
      cairo_paint(c);
      break;
  }
  cairo_surface_flush(cairo->surface);
}
