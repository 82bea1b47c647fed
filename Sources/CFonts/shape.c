// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include <fribidi/fribidi.h>
#include <harfbuzz/hb-ot.h>

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
  if (style->has_mark_clusters)
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
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

bool cfonts_is_mark(uint32_t scalar) {
  return hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar)
         == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK;
}

uint8_t cfonts_mark_order(uint32_t scalar) {
  // HarfBuzz sorts the points of Hebrew and the vowels of Arabic in the order in which fonts expect them, and not by
  // their combining classes, 10 to 26 and 27 to 33. Its Thai vowel of `am` comes before a tone.
  static const uint8_t orders[] = {
    22, 15, 16, 17, 23, 18, 19, 20, 21, 14, 24, 12, 25, 13, 10, 11, 26, 28, 29, 30, 31, 32, 33, 27,
  };
  if (scalar == 0x0E4D) return 106;
  unsigned order = hb_unicode_combining_class(hb_unicode_funcs_get_default(), scalar);
  return (uint8_t)(order >= 10 && order <= 33 ? orders[order - 10] : order);
}

bool cfonts_joins_previous(uint32_t scalar) {
  FriBidiJoiningType type = fribidi_get_joining_type(scalar);
  return FRIBIDI_IS_JOINING_TYPE_R(type) || FRIBIDI_IS_JOINING_TYPE_D(type)
         || FRIBIDI_IS_JOINING_TYPE_C(type);
}

bool cfonts_joins_next(uint32_t scalar) {
  FriBidiJoiningType type = fribidi_get_joining_type(scalar);
  return FRIBIDI_IS_JOINING_TYPE_L(type) || FRIBIDI_IS_JOINING_TYPE_D(type)
         || FRIBIDI_IS_JOINING_TYPE_C(type);
}

bool cfonts_has_anchors(const cfonts_face *face) {
  hb_tag_t tags[64];
  unsigned start = 0, count;
  do {
    count = 64;
    hb_ot_layout_table_get_feature_tags(
      hb_font_get_face(face->font), HB_OT_TAG_GPOS, start, &count, tags);
    for (unsigned index = 0; index < count; index++)
      if (tags[index] == HB_TAG('m', 'a', 'r', 'k')) return true;
    start += count;
  } while (count == 64);
  return false;
}

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
