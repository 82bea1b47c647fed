// SPDX-License-Identifier: Apache-2.0
//
// What the unit tests need of C where there is no Foundation.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/// Runs a function in a process of its own; whether that did not end well.
static inline int cu_fails(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    body(argument);
    exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) abort();
  return status != 0;
}
