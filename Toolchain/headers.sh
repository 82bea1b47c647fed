# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# SwiftPM compiles nothing again when only a header of a module in C has changed: a scratch folder whose
# headers were others begins from nothing. Sourced by the scripts here.

# begin_with_headers SCRATCH NAME…: the modules are Sources/CNAME.
begin_with_headers() {
  local folder=$1 headers
  shift
  headers=$(find "${@/#/Sources/C}" \( -name '*.h' -o -name module.modulemap \) -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum)
  [ "$headers" = "$(cat "$folder/headers" 2>/dev/null)" ] && return
  rm -rf "$folder"
  mkdir -p "$folder"
  printf '%s\n' "$headers" >"$folder/headers"
}
