// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "face.h"

#include FT_MULTIPLE_MASTERS_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

static cfonts_face *refuse(cfonts_face *face, cfonts_reason *reason, const char *text) {
  snprintf(reason->text, sizeof reason->text, "%s", text);
  cfonts_close(face);
  return NULL;
}

// Sets FreeType's face to a point of its axes; false if it lacks one of them.
static bool vary(FT_Face face, FT_Library library, const cfonts_axis *axes, size_t count) {
  FT_MM_Var *all;
  if (FT_Get_MM_Var(face, &all)) return false;
  FT_Fixed point[64];
  bool is_fine = all->num_axis <= 64;
  for (FT_UInt index = 0; is_fine && index < all->num_axis; index++)
    point[index] = all->axis[index].def;
  for (size_t wanted = 0; is_fine && wanted < count; wanted++) {
    bool is_there = false;
    for (FT_UInt index = 0; index < all->num_axis; index++) {
      const FT_Var_Axis *axis = &all->axis[index];
      const char *tag = axes[wanted].tag;
      if (axis->tag != FT_MAKE_TAG(tag[0], tag[1], tag[2], tag[3])) continue;
      double value = axes[wanted].value * 65536;
      if (value < axis->minimum) value = axis->minimum;
      if (value > axis->maximum) value = axis->maximum;
      point[index] = (FT_Fixed)value;
      is_there = true;
    }
    is_fine = is_there;
  }
  if (is_fine) is_fine = FT_Set_Var_Design_Coordinates(face, all->num_axis, point) == 0;
  FT_Done_MM_Var(library, all);
  return is_fine;
}

cfonts_face *cfonts_open(
  const uint8_t *data, size_t size, uint32_t index, const cfonts_axis *axes, size_t axis_count,
  cfonts_reason *reason) {
  cfonts_face *face = calloc(1, sizeof *face);
  if (!face || !(face->data = malloc(size ? size : 1)) || FT_Init_FreeType(&face->library))
    return refuse(face, reason, "there is no memory for it");
  memcpy(face->data, data, size);
  if (FT_New_Memory_Face(face->library, face->data, (FT_Long)size, (FT_Long)index, &face->outlines))
    return refuse(
      face, reason, index ? "it has no such face" : "it is no font that FreeType can read");
  if (!FT_IS_SCALABLE(face->outlines) || face->outlines->units_per_EM == 0)
    return refuse(face, reason, "it has no outlines");
  hb_blob_t *blob = hb_blob_create(
    (const char *)face->data, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL);
  hb_face_t *tables = hb_face_create(blob, index);
  hb_blob_destroy(blob);
  face->font = hb_font_create(tables);
  hb_face_destroy(tables);
  int em = face->outlines->units_per_EM;
  hb_font_set_scale(face->font, em, em);
  if (axis_count > 0) {
    if (!vary(face->outlines, face->library, axes, axis_count))
      return refuse(face, reason, "it has not got these axes");
    hb_variation_t variations[64];
    size_t count = axis_count < 64 ? axis_count : 64;
    for (size_t axis = 0; axis < count; axis++) {
      const char *tag = axes[axis].tag;
      variations[axis].tag = HB_TAG(tag[0], tag[1], tag[2], tag[3]);
      variations[axis].value = (float)axes[axis].value;
    }
    hb_font_set_variations(face->font, variations, (unsigned)count);
  }
  return face;
}

void cfonts_close(cfonts_face *face) {
  if (!face) return;
  if (face->font) hb_font_destroy(face->font);
  if (face->outlines) FT_Done_Face(face->outlines);
  if (face->library) FT_Done_FreeType(face->library);
  free(face->data);
  free(face);
}

cfonts_metrics cfonts_measure(const cfonts_face *face) {
  FT_Face outlines = face->outlines;
  cfonts_metrics metrics = {
    outlines->units_per_EM, 0, outlines->ascender, outlines->descender,
  };
  // The height of an actual capital: the value in the font's table is not always right.
  FT_UInt glyph = FT_Get_Char_Index(outlines, 'H');
  if (glyph && !FT_Load_Glyph(outlines, glyph, FT_LOAD_NO_SCALE)) {
    FT_BBox box;
    FT_Outline_Get_CBox(&outlines->glyph->outline, &box);
    metrics.cap_height = (int32_t)box.yMax;
  }
  const TT_OS2 *table = FT_Get_Sfnt_Table(outlines, FT_SFNT_OS2);
  if (metrics.cap_height <= 0 && table && table->version != 0xFFFF && table->version >= 2)
    metrics.cap_height = table->sCapHeight;
  return metrics;
}

uint32_t cfonts_glyph(const cfonts_face *face, uint32_t scalar) {
  return FT_Get_Char_Index(face->outlines, scalar);
}

int32_t cfonts_advance(const cfonts_face *face, uint32_t glyph) {
  return hb_font_get_glyph_h_advance(face->font, glyph);
}

static void put(struct pen *pen, FT_Pos x, FT_Pos y, bool is_on_curve) {
  if (pen->count < pen->capacity)
    pen->points[pen->count] = (cfonts_point){(int32_t)x, (int32_t)y, is_on_curve, false};
  pen->count++;
  pen->last = (FT_Vector){x, y};
}

static void end(struct pen *pen) {
  if (pen->count > 0 && pen->count <= pen->capacity) pen->points[pen->count - 1].is_last = true;
}

static int move(const FT_Vector *to, void *user) {
  end(user);
  put(user, to->x, to->y, true);
  return 0;
}

static int line(const FT_Vector *to, void *user) {
  put(user, to->x, to->y, true);
  return 0;
}

static int conic(const FT_Vector *control, const FT_Vector *to, void *user) {
  put(user, control->x, control->y, false);
  put(user, to->x, to->y, true);
  return 0;
}

// A cubic becomes pieces; each is replaced by the quadratic with its ends and its mean control point.
static int cubic(const FT_Vector *a, const FT_Vector *b, const FT_Vector *to, void *user) {
  struct pen *pen = user;
  double x[4] = {(double)pen->last.x, (double)a->x, (double)b->x, (double)to->x};
  double y[4] = {(double)pen->last.y, (double)a->y, (double)b->y, (double)to->y};
  double dx = x[3] - 3 * x[2] + 3 * x[1] - x[0], dy = y[3] - 3 * y[2] + 3 * y[1] - y[0];
  // A piece of 1/n is off by √3/36 of that vector over n³: at most 0.3 units.
  int count = 1;
  while (count < 16 && (dx * dx + dy * dy) / 432 > 0.09 * count * count * count * count * count * count)
    count++;
  for (int piece = 0; piece < count; piece++) {
    double t = (double)piece / count, s = (double)(piece + 1) / count;
    double cx[2], ends[2];
    for (int axis = 0; axis < 2; axis++) {
      const double *p = axis ? y : x;
      // Blossoms of the cubic at (t, t, s) and (t, s, s) are the piece's controls.
      double m = 0, n = 0, first = 0, last = 0;
      for (int part = 0; part < 4; part++) {
        double *sums[4] = {&first, &m, &n, &last};
        double u = part > 2 ? s : t, v = part > 1 ? s : t, w = part > 0 ? s : t;
        double q0 = p[0] + (p[1] - p[0]) * u, q1 = p[1] + (p[2] - p[1]) * u, q2 = p[2] + (p[3] - p[2]) * u;
        double r0 = q0 + (q1 - q0) * v, r1 = q1 + (q2 - q1) * v;
        *sums[part] = r0 + (r1 - r0) * w;
      }
      cx[axis] = (3 * (m + n) - first - last) / 4;
      ends[axis] = last;
    }
    #define ROUNDED(v) ((FT_Pos)((v) < 0 ? (v) - 0.5 : (v) + 0.5))
    put(pen, ROUNDED(cx[0]), ROUNDED(cx[1]), false);
    put(pen, ROUNDED(ends[0]), ROUNDED(ends[1]), true);
  }
  return 0;
}

bool cfonts_decompose(FT_Outline *outline, struct pen *pen) {
  FT_Outline_Funcs functions = {move, line, conic, cubic, 0, 0};
  if (FT_Outline_Decompose(outline, &functions, pen)) return false;
  end(pen);
  return true;
}

// Reverses each contour. FreeType could do so before it decomposes them. But a contour with a cubic as its
// last segment would then begin with a control point, which FreeType refuses (error 20). After decomposing,
// each contour begins and ends on the curve.
static void reverse(cfonts_point *points, size_t count) {
  for (size_t first = 0, next = 0; next < count; first = next) {
    while (!points[next].is_last) next++;
    next++;
    points[next - 1].is_last = false;
    for (size_t a = first, b = next - 1; a < b; a++, b--) {
      cfonts_point point = points[a];
      points[a] = points[b];
      points[b] = point;
    }
    points[next - 1].is_last = true;
  }
}

int32_t cfonts_outline(
  const cfonts_face *face, uint32_t glyph, cfonts_point *points, size_t capacity) {
  if (FT_Load_Glyph(face->outlines, glyph, FT_LOAD_NO_SCALE)) return -1;
  FT_GlyphSlot slot = face->outlines->glyph;
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return -1;
  struct pen pen = {points, capacity, 0, {0, 0}};
  if (!cfonts_decompose(&slot->outline, &pen)) return -1;
  // The inside must be on the same side in all of a pack's glyphs, as they may overlap.
  if (FT_Outline_Get_Orientation(&slot->outline) == FT_ORIENTATION_POSTSCRIPT && pen.count <= capacity)
    reverse(points, pen.count);
  return pen.count > INT32_MAX ? -1 : (int32_t)pen.count;
}

bool cfonts_draw(
  const cfonts_face *face, uint32_t glyph, int32_t em, int32_t x, int32_t y, uint8_t *coverage,
  int32_t width, int32_t height) {
  FT_Face outlines = face->outlines;
  if (FT_Set_Char_Size(outlines, em, em, 72, 72)) return false;
  if (FT_Load_Glyph(outlines, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) return false;
  FT_Outline_Translate(&outlines->glyph->outline, x, -y);
  // FreeType's rows go up from the bottom if the pitch is negative; its origin is at the lower left.
  FT_Outline_Translate(&outlines->glyph->outline, 0, (FT_Pos)height * 64);
  uint8_t *pixels = calloc((size_t)width, (size_t)height);
  if (!pixels) return false;
  FT_Bitmap bitmap = {0};
  bitmap.rows = (unsigned)height;
  bitmap.width = (unsigned)width;
  bitmap.pitch = width;
  bitmap.buffer = pixels;
  bitmap.num_grays = 256;
  bitmap.pixel_mode = FT_PIXEL_MODE_GRAY;
  bool is_fine = FT_Outline_Get_Bitmap(face->library, &outlines->glyph->outline, &bitmap) == 0;
  for (size_t index = 0; is_fine && index < (size_t)width * (size_t)height; index++) {
    int sum = coverage[index] + pixels[index];
    coverage[index] = (uint8_t)(sum > 255 ? 255 : sum);
  }
  free(pixels);
  return is_fine;
}
