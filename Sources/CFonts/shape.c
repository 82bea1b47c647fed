// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include <fribidi/fribidi.h>

#include "face.h"

int32_t cfonts_shape(
  const cfonts_face *face, const uint32_t *text, int32_t length, int32_t first, int32_t count,
  const cfonts_style *style, cfonts_placed *glyphs, size_t capacity) {
  hb_buffer_t *buffer = hb_buffer_create();
  hb_buffer_add_utf32(buffer, text, length, (unsigned)first, count);
  hb_buffer_set_direction(
    buffer, style->is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  if (style->script) hb_buffer_set_script(buffer, (hb_script_t)style->script);
  hb_buffer_set_language(buffer, hb_language_from_string(style->language, -1));
  hb_buffer_guess_segment_properties(buffer);
  hb_buffer_set_flags(
    buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES
              | (first == 0 ? HB_BUFFER_FLAG_BOT : 0)
              | (first + count == length ? HB_BUFFER_FLAG_EOT : 0));
  hb_feature_t features[64];
  unsigned feature_count = 0;
  for (size_t index = 0; index < style->feature_count && feature_count < 64; index++)
    if (hb_feature_from_string(style->features[index], -1, &features[feature_count]))
      feature_count++;
  hb_shape(face->font, buffer, features, feature_count);
  unsigned found = 0;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &found);
  const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, NULL);
  bool is_fine = hb_buffer_allocation_successful(buffer);
  for (unsigned index = 0; is_fine && index < found && index < capacity; index++)
    glyphs[index] = (cfonts_placed){
      infos[index].codepoint, infos[index].cluster, positions[index].x_advance,
      positions[index].x_offset, positions[index].y_offset,
    };
  hb_buffer_destroy(buffer);
  return is_fine ? (int32_t)found : -1;
}

bool cfonts_is_feature(const char *text) {
  hb_feature_t feature;
  return hb_feature_from_string(text, -1, &feature);
}

uint32_t cfonts_script(uint32_t scalar) {
  return (uint32_t)hb_unicode_script(hb_unicode_funcs_get_default(), scalar);
}

uint32_t cfonts_script_common(void) { return (uint32_t)HB_SCRIPT_COMMON; }

uint32_t cfonts_script_inherited(void) { return (uint32_t)HB_SCRIPT_INHERITED; }

bool cfonts_levels(const uint32_t *text, int32_t length, int8_t *levels) {
  if (length == 0) return true;
  FriBidiCharType *types = calloc((size_t)length, sizeof *types);
  FriBidiBracketType *brackets = calloc((size_t)length, sizeof *brackets);
  bool is_fine = types && brackets;
  if (is_fine) {
    fribidi_get_bidi_types(text, length, types);
    fribidi_get_bracket_types(text, length, types, brackets);
    FriBidiParType direction = FRIBIDI_PAR_ON;
    is_fine = fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, levels) > 0;
  }
  free(types);
  free(brackets);
  return is_fine;
}
