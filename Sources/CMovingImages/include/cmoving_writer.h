// SPDX-License-Identifier: Apache-2.0

// giflib for recordings of flipbook-theme.
#ifndef FLIPBOOK_CMOVING_WRITER_H
#define FLIPBOOK_CMOVING_WRITER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cmoving_gif_file cmoving_gif_file;

// One frame: a rectangle that replaces the pixels below it and stays.
typedef struct {
  uint16_t left, top, width, height;
  // A unit is a hundredth of a second.
  uint16_t delay;
  // Up to 256.
  uint16_t color_count;
  // R G B of each colour.
  const uint8_t *colors;
  // The colour of each pixel, row by row; giflib writes to it.
  uint8_t *pixels;
} cmoving_gif_frame;

// Begins a GIF without end in a descriptor, which it takes over. NULL where that cannot be written.
cmoving_gif_file *cmoving_gif_create(int descriptor, uint16_t width, uint16_t height);

// Writes a frame; false where that fails.
bool cmoving_gif_add(cmoving_gif_file *file, const cmoving_gif_frame *frame);

// Writes the end, and frees and closes everything; false where writing failed.
bool cmoving_gif_finish(cmoving_gif_file *file);

#endif
