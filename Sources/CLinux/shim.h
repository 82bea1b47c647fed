// libc and kernel headers, with inline functions where C is variadic or a macro. No policy here.
#ifndef FLIPBOOK_CLINUX_H
#define FLIPBOOK_CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static inline int cl_errno(void) { return errno; }

#endif
