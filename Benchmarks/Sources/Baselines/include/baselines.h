// SPDX-License-Identifier: Apache-2.0

// What Flipbook is compared with, and what the benchmark needs of the system.
#ifndef FLIPBOOK_BASELINES_H
#define FLIPBOOK_BASELINES_H

#include <stddef.h>
#include <stdint.h>

// The scenes, in the order of the Swift side's `SceneName`.
enum { PEERS_S1, PEERS_S1B, PEERS_S2, PEERS_S2B, PEERS_S3, PEERS_S4, PEERS_S5 };

// Cairo's image backend over memory that stays the caller's.
struct baseline_cairo;
struct baseline_cairo *baseline_cairo_open(uint32_t *pixels, int width, int height, int stride_in_bytes);
void baseline_cairo_close(struct baseline_cairo *cairo);
void baseline_cairo_draw(struct baseline_cairo *cairo, int scene, int frame);

// Memory, with no drawing at all.
void baseline_copy_row(uint32_t *pixels, int width, int height, const uint32_t *row);
void baseline_set(uint32_t *pixels, size_t size_in_bytes, int byte);
void baseline_stream(uint32_t *pixels, size_t size_in_bytes, uint32_t value);

// Zeroed memory of its own, as a display's would be: whole pages. Null where there is none.
void *baseline_map(size_t size_in_bytes);
void baseline_unmap(void *memory, size_t size_in_bytes);

// Stays on the last processor that it may run on, with a higher priority than other programs if that is allowed.
// Returns the processor.
int baseline_settle(void);

// What this thread has spent, in nanoseconds.
int64_t baseline_cpu_nanoseconds(void);

// The errors of a frame against the oracle, in thousandths of one of 255 levels: at most where
// no edge is, at most and on the average where one is.
struct baseline_errors { int64_t inside, edge, mean_edge; };
void baseline_check(
    int scene, int frame, const uint32_t *pixels, int width, int height,
    struct baseline_errors *errors);

// Under callgrind, what happens between these two is counted and dumped with a name; else nothing.
void baseline_count_begin(void);
void baseline_count_end(const char *name);

#endif
