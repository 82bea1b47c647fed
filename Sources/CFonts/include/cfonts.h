// SPDX-License-Identifier: Apache-2.0

// FreeType, HarfBuzz and FriBidi for Swift: a font file's bytes in, outlines and positions in its own
// units out. For the theme compiler only.
#ifndef FLIPBOOK_CFONTS_H
#define FLIPBOOK_CFONTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Why a font cannot be used.
typedef struct {
  char text[200];
} cfonts_reason;

// A face of a font file, at a point of its axes of variation.
typedef struct cfonts_face cfonts_face;

// The value of an axis of variation, or of a feature.
typedef struct {
  char tag[5];
  double value;
} cfonts_axis;

// Opens a face; the bytes are copied. NULL with a reason where it cannot be used.
cfonts_face *cfonts_open(
  const uint8_t *data, size_t size, uint32_t index, const cfonts_axis *axes, size_t axis_count,
  cfonts_reason *reason);
void cfonts_close(cfonts_face *face);

// In font units: the em square, the height of capitals (0 where the face has none), and the ends of a line.
typedef struct {
  int32_t em, cap_height, ascent, descent;
} cfonts_metrics;
cfonts_metrics cfonts_measure(const cfonts_face *face);

// The glyph of a character; 0 where the face has none.
uint32_t cfonts_glyph(const cfonts_face *face, uint32_t scalar);
int32_t cfonts_advance(const cfonts_face *face, uint32_t glyph);

// A point of an outline of quadratic curves, y up. A contour begins on the curve.
typedef struct {
  int32_t x, y;
  bool is_on_curve, is_last;
} cfonts_point;

// The outline of a glyph without hinting: how many points it has, of which those that fit are written. -1
// where it cannot be read.
int32_t cfonts_outline(
  const cfonts_face *face, uint32_t glyph, cfonts_point *points, size_t capacity);

// A piece of a path: a line, or a cubic curve with two controls.
typedef struct {
  bool is_curve;
  int32_t x[3], y[3];
} cfonts_piece;

// What a pen leaves along a path. A mitre is left out where it is longer than so many widths, Q16.16.
typedef struct {
  int32_t width, miter_limit;
  enum { CFONTS_BUTT, CFONTS_ROUND_CAP, CFONTS_SQUARE } cap;
  enum { CFONTS_MITER, CFONTS_ROUND_JOIN, CFONTS_BEVEL } join;
} cfonts_stroke_style;

// The outline of a stroke along pieces that follow each other, to be filled by the nonzero rule: how many
// points it has, of which those that fit are written. -1 where there is none.
int32_t cfonts_stroke(
  int32_t x, int32_t y, const cfonts_piece *pieces, size_t count, bool is_closed,
  const cfonts_stroke_style *style, cfonts_point *points, size_t capacity);

// A glyph of a shaped text, from the left to the right.
typedef struct {
  uint32_t glyph, cluster;
  int32_t advance, x, y;
} cfonts_placed;

// What a text is shaped as.
typedef struct {
  // A tag of ISO 15924 as HarfBuzz has it, 0 for that of the characters.
  uint32_t script;
  // A language as in BCP 47.
  const char *language;
  bool is_right_to_left;
  // As HarfBuzz reads them, such as `tnum` and `-liga`; a terminated text each.
  const char *const *features;
  size_t feature_count;
} cfonts_style;

// Shapes a part of a text in the context of all of it: how many glyphs it has, of which those that fit are
// written. -1 without memory.
int32_t cfonts_shape(
  const cfonts_face *face, const uint32_t *text, int32_t length, int32_t first, int32_t count,
  const cfonts_style *style, cfonts_placed *glyphs, size_t capacity);

// Whether HarfBuzz can read a feature.
bool cfonts_is_feature(const char *text);

// The script of a character, as HarfBuzz has it: one of the three below, or a script of its own.
uint32_t cfonts_script(uint32_t scalar);
uint32_t cfonts_script_common(void);
uint32_t cfonts_script_inherited(void);

// The bidirectional level of each character of a paragraph, whose first strong character decides its
// direction: left to right without one. False without memory.
bool cfonts_levels(const uint32_t *text, int32_t length, int8_t *levels);

// A text's pixels as FreeType draws it, without hinting: each glyph of a face with so many 1/64 pixels an
// em, its origin at x and y (1/64 pixel, y down), added to width × height bytes of coverage. For tests.
bool cfonts_draw(
  const cfonts_face *face, uint32_t glyph, int32_t em, int32_t x, int32_t y, uint8_t *coverage,
  int32_t width, int32_t height);

#endif
