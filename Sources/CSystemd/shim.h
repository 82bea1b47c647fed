// SPDX-License-Identifier: Apache-2.0

// sd-bus, for the tool alone: the daemon needs libdrm and libc only.
#ifndef FLIPBOOK_CSYSTEMD_H
#define FLIPBOOK_CSYSTEMD_H

#include <systemd/sd-bus.h>

#endif
