// SPDX-License-Identifier: Apache-2.0

// libpng's simplified interface, for the tool only.
#ifndef FLIPBOOK_CPNG_H
#define FLIPBOOK_CPNG_H

#include <png.h>

#endif
