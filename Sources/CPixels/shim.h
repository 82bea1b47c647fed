// SPDX-License-Identifier: Apache-2.0

// Operations that Swift cannot express: the processor's instruction for storing one word repeatedly,
// saturating packing of lanes, for which Swift calls a function for each vector, and allocations that may fail.
#ifndef FLIPBOOK_CPIXELS_SHIM_H
#define FLIPBOOK_CPIXELS_SHIM_H

#include <stddef.h>
#include <stdint.h>
#if defined(__wasm__)
// Toolchain/wasm-runtime.c.
int posix_memalign(void **result, size_t alignment, size_t size);
void free(void *memory);
#else
#include <stdlib.h>
#include <sys/mman.h>
#endif

// Whether there is so much memory.
static inline int cpixels_has_room(size_t size) {
#if defined(__wasm__)
  // A page's memory grows, and takes no large piece back.
  (void)size;
#else
  // By the kernel's answer alone: malloc would write behind the piece, and so use a page for each array.
  void *rest = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (rest == MAP_FAILED) return 0;
  munmap(rest, size);
#endif
  return 1;
}

// Memory of the heap, to be freed by cpixels_free; null where the kernel has not so much and 'reserve' bytes more.
static inline void *cpixels_allocate(size_t size, size_t alignment, size_t reserve) {
  void *memory = NULL;
  // Before malloc, which ends a program under AddressSanitizer if the size is impossible.
  if (reserve != 0 && (size > SIZE_MAX - reserve || !cpixels_has_room(size + reserve))) return NULL;
  if (alignment < sizeof(void *)) alignment = sizeof(void *);
  return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

static inline void cpixels_free(void *memory) { free(memory); }

// Stores a word `count` times, upwards; `target` is aligned for it.
//
// For long runs. Unlike any loop, 'rep stos' does not fetch cache lines before it overwrites them.
// That makes it about twice as fast from the second-level cache on; starting it takes some 12 ns. It
// stores two words at a time: processors write whole lines in any case, but emulators go one by one.
// It is a separate function, so that 'Scripts/bench instructions' can leave it out like libc's.
static __attribute__((noinline, unused)) void cpixels_fill(
    void *target, uint32_t word, size_t count) {
#if defined(__x86_64__)
  uint32_t *place = (uint32_t *)target;
  if (count > 0 && ((uintptr_t)place & 4) != 0) {
    *place++ = word;
    count--;
  }
  const uint64_t pair = (uint64_t)word << 32 | word;
  size_t pairs = count / 2;
  // The direction flag is clear, as the calling convention says.
  __asm__ volatile("rep stosq" : "+D"(place), "+c"(pairs) : "a"(pair) : "memory");
  if ((count & 1) != 0) *place = word;
#else
  typedef uint32_t Words __attribute__((vector_size(16), aligned(4)));
  const Words words = {word, word, word, word};
  uint32_t *place = (uint32_t *)target;
  for (; count >= 8; count -= 8, place += 8) {
    *(Words *)place = words;
    *(Words *)(place + 4) = words;
  }
  while (count-- > 0) *place++ = word;
#endif
}

// Blue, green, red and alpha: 16 bits of a channel in the upper half, and 16 fraction bits.
typedef uint32_t cpixels_channels __attribute__((ext_vector_type(4)));

typedef uint16_t CPixelsHalves __attribute__((ext_vector_type(8)));
typedef uint32_t CPixelsEight __attribute__((ext_vector_type(8)));
typedef uint8_t CPixelsBytes __attribute__((ext_vector_type(16), aligned(4)));

// Converts 16-bit channels to 8 bits, each to nearest: v/257 is w/257 truncated, where w is v + 128,
// saturated. That is w * 65281 / 2^24 truncated, for all w.
static inline __attribute__((always_inline)) CPixelsBytes cpixels_narrow(
    CPixelsHalves first, CPixelsHalves second) {
  first = __builtin_elementwise_add_sat(first, (CPixelsHalves)(128));
  second = __builtin_elementwise_add_sat(second, (CPixelsHalves)(128));
  const CPixelsEight a = __builtin_convertvector(first, CPixelsEight) * 65281u >> 16;
  const CPixelsEight b = __builtin_convertvector(second, CPixelsEight) * 65281u >> 16;
  first = __builtin_convertvector(a, CPixelsHalves) >> 8;
  second = __builtin_convertvector(b, CPixelsHalves) >> 8;
  return __builtin_convertvector(
      __builtin_shufflevector(
          first, second, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
      CPixelsBytes);
}

// One pixel of 8 bits per channel, from a colour of 16 bits.
static inline __attribute__((always_inline)) uint32_t cpixels_bytes(uint64_t color) {
  typedef uint64_t Pair __attribute__((ext_vector_type(2)));
  const CPixelsHalves halves = (CPixelsHalves)((Pair){color, 0});
  return ((cpixels_channels)cpixels_narrow(halves, (CPixelsHalves)(0)))[0];
}

// Stores pixels of 8 bits per channel, from colours of 16 bits.
static inline __attribute__((always_inline)) void cpixels_convert(
    const uint64_t *colors, ptrdiff_t count, uint32_t *target, uint32_t alpha) {
  typedef uint16_t Loaded __attribute__((ext_vector_type(8), aligned(8)));
  typedef uint32_t Stored __attribute__((ext_vector_type(4), aligned(4)));
  ptrdiff_t index = 0;
  for (; index + 4 <= count; index += 4) {
    const CPixelsBytes bytes = cpixels_narrow(
        *(const Loaded *)(colors + index), *(const Loaded *)(colors + index + 2));
    *(Stored *)(target + index) = (cpixels_channels)bytes | alpha;
  }
  for (; index < count; index++) target[index] = cpixels_bytes(colors[index]) | alpha;
}

// Stores pixels with channels that change by a constant step: `count` of them, and up to three more.
static inline __attribute__((always_inline)) void cpixels_ramp(
    uint32_t *target, ptrdiff_t count, cpixels_channels first, cpixels_channels step) {
  const cpixels_channels four = step << 2;
  cpixels_channels a = first, b = a + step, c = b + step, d = c + step;
  for (ptrdiff_t index = 0; index < count; index += 4) {
    // The upper halves: x86 shifts and packs them with their signs unchanged.
    const CPixelsEight left = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7) >> 16;
    const CPixelsEight right = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7) >> 16;
    *(CPixelsBytes *)(target + index) = cpixels_narrow(
        __builtin_convertvector(left, CPixelsHalves),
        __builtin_convertvector(right, CPixelsHalves));
    a += four;
    b += four;
    c += four;
    d += four;
  }
}

#endif
