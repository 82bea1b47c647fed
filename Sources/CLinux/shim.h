// SPDX-License-Identifier: Apache-2.0

// libc and kernel headers. Inline functions stand for variadic functions, macros, and structures
// that Swift would only fill and pass on. No policy here.
#ifndef FLIPBOOK_CLINUX_H
#define FLIPBOOK_CLINUX_H

#include "clocks.h"
#include "devices.h"
#include "files.h"
#include "libc.h"
#include "processes.h"
#include "sockets.h"
#include "terminals.h"
#include "untrusted.h"

#endif
