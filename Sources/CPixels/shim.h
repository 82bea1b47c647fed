// What Swift cannot say: the processor's own instruction for storing one word again and again.
#ifndef FLIPBOOK_CPIXELS_SHIM_H
#define FLIPBOOK_CPIXELS_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Stores a word `count` times, upwards; `target` is aligned for it.
//
// For long runs. 'rep stos' fetches no line of the cache before it is overwritten, unlike any loop,
// which makes it about twice as fast from the second cache on; beginning takes some 12 ns. Two words
// at a time: processors make lines of them all the same, emulators go one by one. A function of its
// own, so that 'Scripts/bench instructions' can leave it out as it does libc's.
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

#endif
