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

// A face of a font file, at a point of its variation axes.
typedef struct cfonts_face cfonts_face;

// The value of a variation axis, or of a feature.
typedef struct {
  char tag[5];
  double value;
} cfonts_axis;

// Opens a face; the bytes are copied. NULL with a reason where it cannot be used.
cfonts_face *cfonts_open(
  const uint8_t *data, size_t size, uint32_t index, const cfonts_axis *axes, size_t axis_count,
  cfonts_reason *reason);
void cfonts_close(cfonts_face *face);

// In font units: the em square, the height of capitals (0 if the face has none), and the ascent and
// descent.
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

// The outline of a glyph without hinting. Returns the number of its points, and writes those that fit. -1
// where it cannot be read.
int32_t cfonts_outline(
  const cfonts_face *face, uint32_t glyph, cfonts_point *points, size_t capacity);

// A piece of a path: a line, or a cubic curve with two control points.
typedef struct {
  bool is_curve;
  int32_t x[3], y[3];
} cfonts_piece;

// The style of a stroke. A mitre that is longer than this number of widths is left out, Q16.16.
typedef struct {
  int32_t width, miter_limit;
  enum { CFONTS_BUTT, CFONTS_ROUND_CAP, CFONTS_SQUARE } cap;
  enum { CFONTS_MITER, CFONTS_ROUND_JOIN, CFONTS_BEVEL } join;
} cfonts_stroke_style;

// The outline of a stroke along consecutive pieces, to be filled by the nonzero rule. Returns the number of
// its points, and writes those that fit. -1 where there is none.
int32_t cfonts_stroke(
  int32_t x, int32_t y, const cfonts_piece *pieces, size_t count, bool is_closed,
  const cfonts_stroke_style *style, cfonts_point *points, size_t capacity);

// A glyph of a shaped text, from left to right.
typedef struct {
  uint32_t glyph, cluster;
  int32_t advance, x, y;
} cfonts_placed;

// How a text is shaped.
typedef struct {
  // A tag of ISO 15924 as HarfBuzz has it, 0 for the script of the characters.
  uint32_t script;
  // A language as in BCP 47.
  const char *language;
  bool is_right_to_left;
  // In HarfBuzz's notation, such as `tnum` and `-liga`; each is a zero-terminated text.
  const char *const *features;
  size_t feature_count;
  // Whether marks have clusters of their own, and not that of their letter.
  bool has_mark_clusters;
} cfonts_style;

// Shapes a part of a text in the context of the whole text. Returns the number of its glyphs, and writes
// those that fit. -1 without memory.
int32_t cfonts_shape(
  const cfonts_face *face, const uint32_t *text, int32_t length, int32_t first, int32_t count,
  const cfonts_style *style, cfonts_placed *glyphs, size_t capacity);

// Whether HarfBuzz accepts a feature.
bool cfonts_is_feature(const char *text);

// The script of a character, as HarfBuzz has it: one of those below, or a script of its own.
uint32_t cfonts_script(uint32_t scalar);
uint32_t cfonts_script_common(void);
uint32_t cfonts_script_inherited(void);

// Whether a character is a combining mark without a width, and how HarfBuzz sorts the marks of a letter; 0 for
// one that is not sorted.
bool cfonts_is_mark(uint32_t scalar);
uint8_t cfonts_mark_order(uint32_t scalar);

// Whether a letter is joined to the letter before it, and to that after it.
bool cfonts_joins_previous(uint32_t scalar);
bool cfonts_joins_next(uint32_t scalar);

// Whether a face places marks itself: HarfBuzz guesses where others are.
bool cfonts_has_anchors(const cfonts_face *face);

// The bidirectional level of each character of a paragraph. The first strong character determines the
// paragraph's direction; without one it is left to right. False without memory.
bool cfonts_levels(const uint32_t *text, int32_t length, int8_t *levels);

// Draws a text with FreeType, without hinting. The coverage of each glyph of a face is added to width ×
// height bytes. The size is `em` in 1/64 pixel, and the origin is at x and y (1/64 pixel, y down). For
// tests.
bool cfonts_draw(
  const cfonts_face *face, uint32_t glyph, int32_t em, int32_t x, int32_t y, uint8_t *coverage,
  int32_t width, int32_t height);

#endif
