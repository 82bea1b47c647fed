// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include <zlib.h>

#include "cimages.h"

uint8_t *cimages_gunzip(const uint8_t *data, size_t size, size_t limit, size_t *length) {
  uint8_t *bytes = malloc(limit);
  z_stream stream = {0};
  // 16: the header is gzip's.
  if (!bytes || size > UINT32_MAX || limit > UINT32_MAX || inflateInit2(&stream, 16 + MAX_WBITS)) {
    free(bytes);
    return NULL;
  }
  stream.next_in = (z_const Bytef *)(uintptr_t)data;
  stream.avail_in = (uInt)size;
  stream.next_out = bytes;
  stream.avail_out = (uInt)limit;
  bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  *length = limit - stream.avail_out;
  inflateEnd(&stream);
  if (is_whole) return bytes;
  free(bytes);
  return NULL;
}

bool cimages_inflate(const uint8_t *data, size_t size, uint8_t *bytes, size_t length) {
  z_stream stream = {0};
  // Negative: there is neither a header nor a checksum, as in a ZIP archive.
  if (size > UINT32_MAX || length > UINT32_MAX || inflateInit2(&stream, -MAX_WBITS)) return false;
  stream.next_in = (z_const Bytef *)(uintptr_t)data;
  stream.avail_in = (uInt)size;
  stream.next_out = bytes;
  stream.avail_out = (uInt)length;
  bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return is_whole;
}

uint32_t cimages_crc32(const uint8_t *data, size_t size) {
  return (uint32_t)crc32_z(crc32_z(0, NULL, 0), data, size);
}
