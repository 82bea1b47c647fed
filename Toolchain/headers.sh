# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# SwiftPM does not recompile if only a header of a C module has changed. Therefore a scratch folder with other
# headers is removed first. Sourced by the scripts here.

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
