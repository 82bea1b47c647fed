// SPDX-License-Identifier: Apache-2.0

// giflib and libwebp for Swift: a file's bytes in, one frame after another out, each composited as a viewer shows
// it. For the importers of flipbook-theme only.
#ifndef FLIPBOOK_CMOVING_H
#define FLIPBOOK_CMOVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t width, height;
  // Passes; 0 without end.
  uint32_t loops;
} cmoving_info;

typedef struct cmoving_gif cmoving_gif;

// Opens a GIF with a screen and frames of at most so many pixels each, and so many in all frames. The bytes must live
// as long as the result. NULL where it is none, is too large, or there is no memory.
cmoving_gif *cmoving_gif_open(
  const uint8_t *data, size_t size, size_t most_pixels, size_t most_total, cmoving_info *info);

// The next frame: width · height pixels R G B A, valid until the next call, and its duration in milliseconds. 1 for a
// frame, 0 at the end, -1 where the file is broken, -2 where a frame exceeds the pixels.
int cmoving_gif_next(cmoving_gif *gif, const uint8_t **rgba, uint32_t *milliseconds);

// The number of passes, which is known at the end; 0 without end.
uint32_t cmoving_gif_loops(const cmoving_gif *gif);

void cmoving_gif_close(cmoving_gif *gif);

typedef struct cmoving_webp cmoving_webp;

// The same for WebP, animated or not.
cmoving_webp *cmoving_webp_open(const uint8_t *data, size_t size, size_t most_pixels, cmoving_info *info);
int cmoving_webp_next(cmoving_webp *webp, const uint8_t **rgba, uint32_t *milliseconds);
void cmoving_webp_close(cmoving_webp *webp);

#endif
