# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The debug build of the tests, in a folder of its own. Sourced by Tests/step and the scripts here.
#
# It compiles each module as a whole, which takes a quarter less processor time from a fresh clone. A contributor's own
# 'swift build' and 'swift test' compile what has changed in a module alone, in .build/debug.

readonly debug_scratch=.build/tests
readonly debug_products=$debug_scratch/debug

# build_debug FLAG…: the products or tests that the flags name.
build_debug() {
  FLIPBOOK_BUILD=themes swift build --scratch-path "$debug_scratch" \
    -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 1 "$@"
}
