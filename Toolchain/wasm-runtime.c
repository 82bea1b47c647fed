// SPDX-License-Identifier: Apache-2.0

// What compiled Swift expects of a C library, for a WebAssembly module that imports nothing.
//
// Memory is given out upwards. Freed pieces are kept: small ones, such as messages, for others of their size; large
// ones, such as the images of a theme in another mode, for ones that are not much smaller. What does not fit the 32
// bits of an address, or what the engine refuses, gives no memory, upon which Swift traps. Copying and filling need no
// functions: they are instructions (bulk memory).
#include <stddef.h>
#include <stdint.h>

// The first byte behind the program's data, set by the linker. The stack is below the data: one that
// grows too deep leaves the memory, which traps, and overwrites nothing.
extern uint8_t __heap_base;

static const uint64_t page_size = 65536;

// Where the next piece may begin; zero before the first.
static uint64_t next;

// Before each piece is its size, and which of the small sizes that is, 16 << kind; or that it is none.
enum { kinds = 7, large = kinds, head = 16 };

typedef struct Piece {
  struct Piece *next;
} Piece;

static Piece *freed[kinds + 1];

static size_t size_of(const void *piece) { return ((const size_t *)piece)[-2]; }

// Removes the first freed piece that has room and wastes at most a quarter; null without any.
static void *reuse(size_t kind, size_t size, size_t alignment) {
  for (Piece **place = &freed[kind]; *place != NULL; place = &(*place)->next) {
    Piece *const piece = *place;
    const size_t room = size_of(piece);
    if (room < size || room - size > size / 4 || (uintptr_t)piece % alignment != 0) continue;
    *place = piece->next;
    return piece;
  }
  return NULL;
}

// A power of two as the alignment, as Swift has them.
int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  size_t kind = alignment > 16 ? large : 0;
  while (kind < large && (size_t)16 << kind < size) kind++;
  if (kind < large) size = (size_t)16 << kind;
  *result = reuse(kind, size, alignment);
  if (*result != NULL) return 0;
  if (next == 0) next = (uintptr_t)&__heap_base;
  const uint64_t start = (next + head + alignment - 1) & ~((uint64_t)alignment - 1);
  const uint64_t end = start + size;
  const uint64_t there = __builtin_wasm_memory_size(0) * page_size;
  if (end > UINT32_MAX) return 12;  // ENOMEM
  if (end > there) {
    const size_t missing = (size_t)((end - there + page_size - 1) / page_size);
    if (__builtin_wasm_memory_grow(0, missing) == SIZE_MAX) return 12;
  }
  next = end;
  *result = (void *)(uintptr_t)start;
  ((size_t *)*result)[-1] = kind;
  ((size_t *)*result)[-2] = size;
  return 0;
}

void free(void *memory) {
  if (memory == NULL) return;
  const size_t kind = ((size_t *)memory)[-1];
  Piece *const piece = memory;
  piece->next = freed[kind];
  freed[kind] = piece;
}

// The product of two numbers of 128 bits, for which WebAssembly has no instruction: its lower 128 bits.
// As in compiler-rt, which the toolchain does not have for WebAssembly.
typedef struct {
  uint64_t low, high;
} Wide;

void __multi3(Wide *result, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  const uint64_t a0 = (uint32_t)a_low, a1 = a_low >> 32;
  const uint64_t b0 = (uint32_t)b_low, b1 = b_low >> 32;
  const uint64_t lowest = a0 * b0, left = a1 * b0, right = a0 * b1;
  const uint64_t middle = (lowest >> 32) + (uint32_t)left + (uint32_t)right;
  result->low = (uint32_t)lowest | middle << 32;
  result->high =
      a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32) + a_low * b_high + a_high * b_low;
}
