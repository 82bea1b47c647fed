// SPDX-License-Identifier: Apache-2.0

// The peer library.
#ifndef FLIPBOOK_CCAIRO_H
#define FLIPBOOK_CCAIRO_H

#include <cairo.h>

#endif
