// SPDX-License-Identifier: Apache-2.0

// toml++ for Swift: a document as a flat list of its values, in the file's order, with the line and
// column of every key and value. For the theme compiler only.
#ifndef FLIPBOOK_CTOML_H
#define FLIPBOOK_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;

// The kind of a value.
enum { CTOML_TABLE, CTOML_ARRAY, CTOML_STRING, CTOML_INTEGER, CTOML_REAL, CTOML_BOOLEAN, CTOML_TIME };

// A value. The values of a table or an array follow it; each has the number of its direct children.
// Lines and columns count from 1, and the end is the place after the last character; texts are UTF-8, not zero-terminated, and live as long as the
// document.
typedef struct {
  int32_t kind;
  uint32_t key_line, key_column;
  uint32_t line, column;
  uint32_t end_line, end_column;
  uint32_t children;
  const char *key;
  size_t key_size;
  const char *text;
  size_t text_size;
  int64_t integer;
  double real;
} ctoml_value;

// Parses a document with keys and values nested at most 16 deep; NULL where there is no memory.
ctoml_document *ctoml_parse(const char *text, size_t size);
void ctoml_free(ctoml_document *document);

// Why it cannot be parsed: a text, and its position; NULL for a valid document.
const char *ctoml_error(const ctoml_document *document, uint32_t *line, uint32_t *column);

// All values, the document's table first.
size_t ctoml_count(const ctoml_document *document);
ctoml_value ctoml_at(const ctoml_document *document, size_t index);

#ifdef __cplusplus
}
#endif
#endif
