// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include "face.h"

#include FT_STROKER_H

// Adds the pieces to a stroker's path.
static bool add(
  FT_Stroker stroker, FT_Vector start, const cfonts_piece *pieces, size_t count, bool is_closed) {
  if (FT_Stroker_BeginSubPath(stroker, &start, !is_closed)) return false;
  for (size_t index = 0; index < count; index++) {
    FT_Vector points[3];
    for (int point = 0; point < 3; point++)
      points[point] = (FT_Vector){pieces[index].x[point], pieces[index].y[point]};
    FT_Error error = pieces[index].is_curve
                       ? FT_Stroker_CubicTo(stroker, &points[0], &points[1], &points[2])
                       : FT_Stroker_LineTo(stroker, &points[2]);
    if (error) return false;
  }
  return FT_Stroker_EndSubPath(stroker) == 0;
}

int32_t cfonts_stroke(
  int32_t x, int32_t y, const cfonts_piece *pieces, size_t count, bool is_closed,
  const cfonts_stroke_style *style, cfonts_point *points, size_t capacity) {
  FT_Library library;
  FT_Stroker stroker = NULL;
  FT_Outline outline = {0};
  struct pen pen = {points, capacity, 0, {0, 0}};
  bool is_fine = false;
  if (FT_Init_FreeType(&library)) return -1;
  if (!FT_Stroker_New(library, &stroker)) {
    static const FT_Stroker_LineCap caps[] = {
      FT_STROKER_LINECAP_BUTT, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINECAP_SQUARE};
    static const FT_Stroker_LineJoin joins[] = {
      FT_STROKER_LINEJOIN_MITER_FIXED, FT_STROKER_LINEJOIN_ROUND, FT_STROKER_LINEJOIN_BEVEL};
    FT_Stroker_Set(stroker, style->width / 2, caps[style->cap], joins[style->join], style->miter_limit);
    FT_UInt point_count = 0, contour_count = 0;
    if (add(stroker, (FT_Vector){x, y}, pieces, count, is_closed) &&
        !FT_Stroker_GetCounts(stroker, &point_count, &contour_count) && point_count <= 32767 &&
        !FT_Outline_New(library, point_count, (FT_Int)contour_count, &outline)) {
      outline.n_points = outline.n_contours = 0;
      FT_Stroker_Export(stroker, &outline);
      is_fine = cfonts_decompose(&outline, &pen);
      FT_Outline_Done(library, &outline);
    }
    FT_Stroker_Done(stroker);
  }
  FT_Done_FreeType(library);
  return is_fine && pen.count <= INT32_MAX ? (int32_t)pen.count : -1;
}
