// SPDX-License-Identifier: Apache-2.0
// Memory for a static program of musl's that has one thread: 6 KB less than musl's own, which is for any program.
// The daemon takes nearly all of its memory when it begins.
//
// Small pieces have sizes of 32 << kind with their head, and are kept for others of their size; large ones and
// those with an alignment are the kernel's pages, and go back to it.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { KINDS = 11, LARGE = KINDS, SMALLEST = 32, CHUNK = 1 << 17, PAGE = 4096 };

// In front of each piece; and of one that is free only `next` counts beside it.
typedef struct Head {
  _Alignas(16) size_t size;  // what its owner may use; 0: it is free
  size_t kind;
} Head;

typedef struct Free {
  Head head;
  struct Free *next;
} Free;

_Static_assert(sizeof(Head) == 16, "Pieces have an alignment of 16.");

static Free *freed[KINDS];
static char *chunk;
static size_t left;

static char *pages(size_t size) {
  char *const address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? NULL : address;
}

// A piece whose address is a multiple of a power of two up to a page.
static void *allocate(size_t size, size_t alignment) {
  if (alignment > PAGE || size > PTRDIFF_MAX - 2 * PAGE) {
    errno = ENOMEM;
    return NULL;
  }
  size_t kind = alignment > sizeof(Head) ? LARGE : 0;
  while (kind < LARGE && ((size_t)SMALLEST << kind) - sizeof(Head) < size) kind++;
  Head *head;
  if (kind == LARGE) {
    if (size == 0) size = 1;
    char *const start = pages(alignment + size);
    if (start == NULL) return NULL;
    head = (Head *)(start + alignment) - 1;
    head->size = size;
  } else {
    const size_t whole = (size_t)SMALLEST << kind;
    if (freed[kind] != NULL) {
      head = &freed[kind]->head;
      freed[kind] = freed[kind]->next;
    } else {
      // What is left of a chunk is less than what is asked for, and is forgotten.
      if (left < whole) {
        char *const start = pages(CHUNK);
        if (start == NULL) return NULL;
        chunk = start;
        left = CHUNK;
      }
      head = (Head *)chunk;
      chunk += whole;
      left -= whole;
    }
    head->size = whole - sizeof(Head);
  }
  head->kind = kind;
  return head + 1;
}

void *malloc(size_t size) { return allocate(size, sizeof(Head)); }

void free(void *piece) {
  if (piece == NULL) return;
  Head *const head = (Head *)piece - 1;
  // Freed twice, or overwritten.
  if (head->size == 0 || head->kind > LARGE) __builtin_trap();
  if (head->kind == LARGE) {
    const int error = errno;
    const uintptr_t start = (uintptr_t)head & ~(uintptr_t)(PAGE - 1);
    munmap((void *)start, (uintptr_t)piece - start + head->size);
    errno = error;
    return;
  }
  Free *const one = (Free *)head;
  one->head.size = 0;
  one->next = freed[head->kind];
  freed[head->kind] = one;
}

void *calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) all = SIZE_MAX;
  void *const piece = malloc(all);
  // Pages are zeros.
  if (piece != NULL && ((Head *)piece - 1)->kind != LARGE) memset(piece, 0, all);
  return piece;
}

void *realloc(void *piece, size_t size) {
  const size_t old = piece == NULL ? 0 : ((Head *)piece - 1)->size;
  if (piece != NULL && size <= old) return piece;
  void *const other = malloc(size);
  if (other == NULL || piece == NULL) return other;
  memcpy(other, piece, old);
  free(piece);
  return other;
}

void *aligned_alloc(size_t alignment, size_t size) {
  return allocate(size, alignment < sizeof(Head) ? sizeof(Head) : alignment);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *const piece = aligned_alloc(alignment, size);
  if (piece == NULL) return ENOMEM;
  *result = piece;
  return 0;
}

// What musl's own functions call; without these, its memory would come along.
void *__libc_malloc(size_t size) __attribute__((alias("malloc")));
void *__libc_calloc(size_t count, size_t size) __attribute__((alias("calloc")));
void *__libc_realloc(void *piece, size_t size) __attribute__((alias("realloc")));
void __libc_free(void *piece) __attribute__((alias("free")));
