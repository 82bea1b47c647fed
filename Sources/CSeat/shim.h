// SPDX-License-Identifier: Apache-2.0

// libseat, for programs of the library that import FlipbookSeat: the daemon never links it.
#ifndef FLIPBOOK_CSEAT_H
#define FLIPBOOK_CSEAT_H

#include <libseat.h>

#endif
