// SPDX-License-Identifier: Apache-2.0

// The commit that a program was built from. Scripts/build links it (Toolchain/commit); other builds have none.
#ifndef FLIPBOOK_CLINUX_COMMIT_H
#define FLIPBOOK_CLINUX_COMMIT_H

extern const char flipbook_commit[] __attribute__((weak));

static inline const char *cl_commit(void) { return flipbook_commit; }

#endif
