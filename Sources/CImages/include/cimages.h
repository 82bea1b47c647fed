// SPDX-License-Identifier: Apache-2.0

// libjpeg, librsvg, zlib and libqrencode for Swift: an image file's bytes in, pixels out. For the theme
// compiler only.
#ifndef FLIPBOOK_CIMAGES_H
#define FLIPBOOK_CIMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Why a call failed, in the library's words.
typedef struct {
  char text[200];
  // Whether the work needed more time or memory than it is given.
  bool is_limit;
} cimages_reason;

// The size of a JPEG in pixels.
bool cimages_jpeg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason);

// A JPEG as R G B, three bytes a pixel, into width · height · 3 bytes.
bool cimages_jpeg_read(
  const uint8_t *data, size_t size, uint8_t *rgb, uint32_t width, uint32_t height,
  cimages_reason *reason);

// What a gzip file of one member holds, to be freed by `cimages_free`. NULL where it is broken, or holds more
// than `limit` bytes.
uint8_t *cimages_gunzip(const uint8_t *data, size_t size, size_t limit, size_t *length);

// librsvg works in a child process each time: it has 2 s of processor time and 256 MB, and whoever asks for
// more has a reason that says so.

// The natural size of an SVG in 1/256 pixel at 96 dots an inch; of one that has none, its view box.
bool cimages_svg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason);

// An SVG drawn into width × height pixels, premultiplied R G B A, four bytes a pixel.
bool cimages_svg_draw(
  const uint8_t *data, size_t size, uint8_t *rgba, uint32_t width, uint32_t height,
  cimages_reason *reason);

// An SVG as cairo writes one of that size, with nothing but paths, colours and what they
// cannot say: a text to be freed by `cimages_free`. NULL with a reason.
uint8_t *cimages_svg_outlines(
  const uint8_t *data, size_t size, double width, double height, size_t *length,
  cimages_reason *reason);

void cimages_free(uint8_t *text);

// A QR code of level M: the modules of a side, or 0 where the text is too long. Each byte of `modules`
// (177 · 177 of them) is 1 for a dark one.
uint32_t cimages_qr(const char *text, uint8_t *modules);

#endif
