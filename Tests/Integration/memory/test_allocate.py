# SPDX-License-Identifier: Apache-2.0
"""The memory of the static files: Toolchain/allocate.c in place of a C library's, on this machine."""

import subprocess

import pytest
from daemon_process import ROOT

PROGRAM = r"""
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(condition) do { if (!(condition)) exit(__LINE__ & 127); } while (0)
enum { PIECES = 300, TURNS = 50000 };
static struct { unsigned char *start; size_t size; unsigned char value; } pieces[PIECES];
static uint64_t state = 14;
static size_t below(size_t limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 33) % limit;
}
static void check(int index) {
  for (size_t at = 0; at < pieces[index].size; at += 1 + at / 16) CHECK(pieces[index].start[at] == pieces[index].value);
}
static void fill(int index, unsigned char *start, size_t size) {
  CHECK(start != NULL && (uintptr_t)start % 16 == 0);
  pieces[index].start = start;
  pieces[index].size = size;
  pieces[index].value = (unsigned char)below(256);
  if (size > 0) memset(start, pieces[index].value, size);
}
static void random_turns(void) {
  for (int turn = 0; turn < TURNS; turn++) {
    const int index = (int)below(PIECES);
    const size_t size = below(turn % 100 == 0 ? 200000 : 700);
    check(index);
    switch (below(4)) {
      case 0:
        free(pieces[index].start);
        pieces[index].start = NULL;
        pieces[index].size = 0;
        break;
      case 1: {
        unsigned char *const other = realloc(pieces[index].start, size);
        const size_t kept = size < pieces[index].size ? size : pieces[index].size;
        for (size_t at = 0; at < kept; at++) CHECK(other[at] == pieces[index].value);
        fill(index, other, size);
        break;
      }
      case 2:
        free(pieces[index].start);
        pieces[index].start = calloc(size, 1);
        for (size_t at = 0; at < size; at++) CHECK(pieces[index].start[at] == 0);
        fill(index, pieces[index].start, size);
        break;
      default: {
        const size_t alignment = (size_t)16 << below(9);
        void *other = NULL;
        free(pieces[index].start);
        CHECK(posix_memalign(&other, alignment, size) == 0 && (uintptr_t)other % alignment == 0);
        fill(index, other, size);
      }
    }
  }
}
int main(int count, char **words) {
  (void)count;
  void *volatile other = malloc(40);
  switch (words[1][0]) {
    case 'r': random_turns(); break;
    case 'h':
      errno = 0;
      CHECK(malloc(SIZE_MAX) == NULL && errno == ENOMEM);
      CHECK(calloc(SIZE_MAX / 2, 3) == NULL && calloc(SIZE_MAX / 4 + 1, 4) == NULL);
      CHECK(malloc(PTRDIFF_MAX) == NULL && malloc((size_t)1 << 62) == NULL);
      CHECK(realloc(other, SIZE_MAX) == NULL);
      break;
    default:
      free(other);
      free(other);
  }
  return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("allocate")
    (folder / "program.c").write_text(PROGRAM)
    subprocess.run(["clang", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-fno-builtin", folder / "program.c",
                    ROOT / "Toolchain/allocate.c", "-o", folder / "program"], check=True)
    return folder / "program"


@pytest.mark.parametrize("what", ["random", "huge"])
def test_memory(program, what):
    assert subprocess.run([program, what], timeout=120).returncode == 0


def test_freed_twice(program):
    assert subprocess.run([program, "free"], timeout=60).returncode < 0
