// SPDX-License-Identifier: Apache-2.0

// Counts the blocks that the program has allocated and not freed.
//
// Their bytes, as malloc counts them, do not measure a leak: if the rest of a free chunk is too small for a chunk
// (16 bytes), it goes with the block. Thus the size of the same blocks depends on earlier calls of free.
#include "machine.h"

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static int64_t blocks;

static void *counted(void *block) {
  if (block) __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
  return block;
}

int64_t heap_blocks(void) { return __atomic_load_n(&blocks, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  void *moved = __libc_realloc(block, size);
  if (!block) return counted(moved);
  // Of no size it is free.
  if (!moved && !size) __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  return moved;
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void free(void *block) {
  if (block) __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  __libc_free(block);
}
