// SPDX-License-Identifier: Apache-2.0

// The contents of a face.
#ifndef FLIPBOOK_CFONTS_FACE_H
#define FLIPBOOK_CFONTS_FACE_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include <harfbuzz/hb.h>

#include "cfonts.h"

struct cfonts_face {
  uint8_t *data;
  FT_Library library;
  FT_Face outlines;
  hb_font_t *font;
};

// The destination of an outline's points.
struct pen {
  cfonts_point *points;
  size_t capacity, count;
  FT_Vector last;
};

// Appends an outline's points as quadratic curves; false where it is invalid.
bool cfonts_decompose(FT_Outline *outline, struct pen *pen);

#endif
