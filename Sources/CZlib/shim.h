// SPDX-License-Identifier: Apache-2.0

// zlib, for recordings of the tool only.
#ifndef FLIPBOOK_CZLIB_H
#define FLIPBOOK_CZLIB_H

#include <zlib.h>

#endif
