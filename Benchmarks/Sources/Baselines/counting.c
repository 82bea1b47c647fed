// SPDX-License-Identifier: Apache-2.0

// Asks callgrind to count; outside of it, and where its header is missing, these do nothing.
#include "baselines.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

// Off at the start (`--instr-atstart=no`): what is not counted runs ten times as fast.
void baseline_count_begin(void) { CALLGRIND_START_INSTRUMENTATION; }

void baseline_count_end(const char *name) {
  CALLGRIND_STOP_INSTRUMENTATION;
  CALLGRIND_DUMP_STATS_AT(name);
}

#else

void baseline_count_begin(void) {}

void baseline_count_end(const char *name) { (void)name; }

#endif
