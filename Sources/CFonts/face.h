// SPDX-License-Identifier: Apache-2.0

// What a face consists of.
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

#endif
