// SPDX-License-Identifier: Apache-2.0

// libc and kernel headers, with inline functions where C is variadic, a macro, or wants a structure
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
