// SPDX-License-Identifier: Apache-2.0

// FreeType, for the theme compiler only.
#ifndef FLIPBOOK_CFREETYPE_H
#define FLIPBOOK_CFREETYPE_H

#include <ft2build.h>
#include FT_FREETYPE_H

#endif
