// SPDX-License-Identifier: Apache-2.0

// What the memory itself takes, with no drawing at all.
#include "baselines.h"

#include <string.h>
#include <sys/mman.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

void baseline_copy_row(uint32_t *pixels, int width, int height, const uint32_t *row) {
  for (int y = 0; y < height; y++) memcpy(pixels + (size_t)y * width, row, (size_t)width * 4);
}

void baseline_set(uint32_t *pixels, size_t size_in_bytes, int byte) {
  memset(pixels, byte, size_in_bytes);
}

// Stores that go past the caches, where the machine has them.
void baseline_stream(uint32_t *pixels, size_t size_in_bytes, uint32_t value) {
#if defined(__SSE2__)
  __m128i four = _mm_set1_epi32((int)value);
  __m128i *end = (__m128i *)((char *)pixels + size_in_bytes / 64 * 64);
  for (__m128i *to = (__m128i *)pixels; to < end; to += 4) {
    _mm_stream_si128(to, four);
    _mm_stream_si128(to + 1, four);
    _mm_stream_si128(to + 2, four);
    _mm_stream_si128(to + 3, four);
  }
  _mm_sfence();
#else
  for (size_t i = 0; i < size_in_bytes / 4; i++) __builtin_nontemporal_store(value, pixels + i);
#endif
}

void *baseline_map(size_t size_in_bytes) {
  void *memory = mmap(
      NULL, size_in_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1,
      0);
  return memory == MAP_FAILED ? NULL : memory;
}

void baseline_unmap(void *memory, size_t size_in_bytes) { munmap(memory, size_in_bytes); }
