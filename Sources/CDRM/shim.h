// libdrm and the DRM uAPI, with inline functions for macros. No policy here.
#ifndef FLIPBOOK_CDRM_H
#define FLIPBOOK_CDRM_H

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static inline unsigned cdrm_format_xrgb8888(void) { return DRM_FORMAT_XRGB8888; }

#endif
