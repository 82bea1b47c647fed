// SPDX-License-Identifier: Apache-2.0

// libjpeg, librsvg, rlottie, zlib and libqrencode for Swift: an image file's bytes in, pixels out. For
// flipbook-theme only.
#ifndef FLIPBOOK_CIMAGES_H
#define FLIPBOOK_CIMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Why a call failed, as the library reports it.
typedef struct {
  char text[200];
  // Whether the work exceeded its limit of time or memory.
  bool is_limit;
} cimages_reason;

// The size of a JPEG in pixels.
bool cimages_jpeg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason);

// A JPEG as R G B, three bytes a pixel, into width · height · 3 bytes.
bool cimages_jpeg_read(
  const uint8_t *data, size_t size, uint8_t *rgb, uint32_t width, uint32_t height,
  cimages_reason *reason);

// The contents of a gzip file with one member; free them with `cimages_free`. NULL where the file is broken,
// or the contents exceed `limit` bytes.
uint8_t *cimages_gunzip(const uint8_t *data, size_t size, size_t limit, size_t *length);

// A deflated part of an archive, into exactly `length` bytes; false where it is broken, or has more or less.
bool cimages_inflate(const uint8_t *data, size_t size, uint8_t *bytes, size_t length);

// The checksum of ZIP and PNG.
uint32_t cimages_crc32(const uint8_t *data, size_t size);

// Each call of librsvg runs in a child process with 2 s of processor time and 256 MB. An SVG that needs more
// fails with a reason that says so.

// The natural size of an SVG in 1/256 pixel at 96 dots an inch; without one, the size of its view box.
bool cimages_svg_size(
  const uint8_t *data, size_t size, uint32_t *width, uint32_t *height, cimages_reason *reason);

// An SVG drawn into width × height pixels, premultiplied R G B A, four bytes a pixel.
bool cimages_svg_draw(
  const uint8_t *data, size_t size, uint8_t *rgba, uint32_t width, uint32_t height,
  cimages_reason *reason);

// An SVG rewritten by cairo at that size. It contains paths, colours, and other elements only for what these
// cannot express. Free the text with `cimages_free`; NULL with a reason.
uint8_t *cimages_svg_outlines(
  const uint8_t *data, size_t size, double width, double height, size_t *length,
  cimages_reason *reason);

void cimages_free(uint8_t *text);

// Lottie animations, by rlottie, in child processes with 10 s of processor time and 256 MB. They read no other file.
typedef struct {
  // In pixels.
  uint32_t width, height;
  uint32_t frames;
  // Frames in 1000 s.
  uint32_t rate;
  // Whether images in the file are drawn.
  bool has_image_decoder;
} cimages_lottie_info;

// The size and frames of a Lottie file.
bool cimages_lottie_measure(
  const uint8_t *data, size_t size, cimages_lottie_info *info, cimages_reason *reason);

// Frames by their numbers, drawn into width × height pixels each: premultiplied R G B A, one frame after the other.
// All of them are in memory twice. Free them with `cimages_free`; NULL with a reason.
uint8_t *cimages_lottie_draw(
  const uint8_t *data, size_t size, uint32_t width, uint32_t height, const uint32_t *frames,
  size_t count, cimages_reason *reason);

// A QR code of level M. Returns the modules per side, or 0 where the text is too long. Each byte of `modules`
// (177 · 177 of them) is 1 for a dark module.
uint32_t cimages_qr(const char *text, uint8_t *modules);

#endif
