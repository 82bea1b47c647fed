# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Modules in Embedded Swift as LLVM's bitcode, which a linker optimises as one program. Sourced by the scripts here.

# LLVM's tools with the compiler's own version: another version could not read its bitcode.
tools=$(swiftc -print-target-info |
  sed -nE 's|.*"runtimeResourcePath" *: *"(.*)/lib/swift".*|\1/bin|p')
for tool in clang ld.lld wasm-ld llvm-objcopy; do
  [ -x "$tools/$tool" ] || fail "no '$tool' in '$tools', beside swiftc: use the toolchain of swift.org"
done

# compile_bitcode SCRATCH WORDS FLAG…: all modules of a target, with WORDS for Package.swift. It removes the bitcode of
# deleted sources.
compile_bitcode() {
  local folder=$1 words=$2 file module
  shift 2
  FLIPBOOK_BUILD="embedded $words" swift build -c release --scratch-path "$folder" --experimental-lto-mode full "$@"
  while read -r file; do
    module=$(basename "${file%/*}" .build)
    [ "$module" != flipbook_selftest ] || module=flipbook-selftest
    [ -n "$(find "Sources/$module" -name "$(basename "$file" .bc)" -print -quit)" ] || rm "$file"
  done < <(find "$folder/release/" -name '*.bc')
}

# bitcode_of SCRATCH PROGRAM: the files of a program's modules, one per line. Other programs of the folder have modules
# of their own.
bitcode_of() {
  local others=flipbook_selftest
  [ "$2" != flipbook-selftest ] || others='Playground|flipbookd|Daemon|Presentation|KMS|Fbdev|OutputConfiguration|Control|FlipbookClient|ControlClient|Followers|Keymaps|Console'
  find "$1/release/" -name '*.bc' | grep -vE "/($others)\.build/" | LC_ALL=C sort
}
