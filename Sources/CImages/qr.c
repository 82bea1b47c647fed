// SPDX-License-Identifier: Apache-2.0

#include <qrencode.h>

#include "cimages.h"

uint32_t cimages_qr(const char *text, uint8_t *modules) {
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
  if (!code) return 0;
  uint32_t side = code->width > 0 && code->width <= 177 ? (uint32_t)code->width : 0;
  for (uint32_t index = 0; index < side * side; index++) modules[index] = code->data[index] & 1;
  QRcode_free(code);
  return side;
}
