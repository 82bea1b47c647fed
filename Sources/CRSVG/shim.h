// SPDX-License-Identifier: Apache-2.0

// librsvg, for the theme compiler only.
#ifndef FLIPBOOK_CRSVG_H
#define FLIPBOOK_CRSVG_H

#include <librsvg/rsvg.h>

#endif
