# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The supported architectures, by Debian's names, and their settings; sourced by the scripts here.
#
# Swift has Embedded standard libraries for processors without an operating system. Clang's triple names Linux. Therefore
# one triple selects the library, and the other everything else.

# armel is ARMv6 (Raspberry Pi Zero). A static file may use Debian's own calling convention for such processors, which
# passes no floating-point numbers in registers: there is no other code to agree with.
#
# For 32-bit ARM, Thumb makes the daemon a quarter smaller than ARM's own instructions (394 KB, not 536).
# Name, C library, Swift's triple, Clang's triple, the most bytes of flipbookd,
# Clang's flags.
readonly architectures='
amd64    glibc  x86_64-unknown-linux-gnu  x86_64-linux-gnu       902144
arm64    glibc  aarch64-none-none-elf     aarch64-linux-gnu      902144
armhf    glibc  armv7-none-none-eabi      armv7-linux-gnueabihf  902144  -mthumb -mfloat-abi=hard -mfpu=neon -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
riscv64  glibc  riscv64-none-none-eabi    riscv64-linux-gnu      902144  -march=rv64gc -mabi=lp64d
i386     glibc  i686-unknown-none-elf     i686-linux-gnu         980608  -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
amd64    musl   x86_64-unknown-linux-gnu  x86_64-linux-musl      929376
arm64    musl   aarch64-none-none-elf     aarch64-linux-musl     929376
armhf    musl   armv7-none-none-eabi      armv7-linux-musleabihf 929376  -mthumb -mfloat-abi=hard -mfpu=neon
riscv64  musl   riscv64-none-none-eabi    riscv64-linux-musl     929376  -march=rv64gc -mabi=lp64d
armel    musl   armv6-none-none-eabi      arm-linux-musleabi     996608  -march=armv6 -marm -mfloat-abi=soft
'

# The names of the table, one per line.
architecture_names() {
  sed -nE 's/^([a-z0-9]+) .*/\1/p' <<<"$architectures" | sort -u
}

# size_limit_of NAME LIBC: the most bytes of that build.
size_limit_of() {
  awk -v name="$1" -v libc="$2" '$1 == name && $2 == libc { print $5 }' <<<"$architectures"
}

# Sets swift_triple, clang_triple, multiarch (the name of Debian's folders), size_limit and the arrays
# clang_flags and link_flags; fails if the table has no such line.
# shellcheck disable=SC2034
find_architecture() {
  local name libc_name flags
  while read -r name libc_name swift_triple clang_triple size_limit flags; do
    [ "$name $libc_name" = "$1 $2" ] || continue
    read -ra clang_flags <<<"--target=$clang_triple $flags"
    link_flags=()
    # The functions of the standard library do not name the features of the processor, and the linker takes the copy of
    # an arbitrary module.
    [ "$name" != riscv64 ] || link_flags=(-Xlinker -mllvm -Xlinker -mattr=+m,+a,+f,+d,+c)
    case $name in
      amd64) multiarch=x86_64-linux-gnu ;;
      armhf) multiarch=arm-linux-gnueabihf ;;
      armel) multiarch=arm-linux-gnueabi ;;
      *) multiarch=${clang_triple/%-musl/-gnu} ; multiarch=${multiarch/#i686/i386} ;;
    esac
    return
  done <<<"$architectures"
  return 1
}

# gcc_files CLANG SYSROOT FLAG…: flags, one per line, for GCC's start files and runtime library, if Clang does not find
# them by itself. They are in Debian's folders (musl uses those of glibc), in Yocto's, which has no folder gcc, or in
# Buildroot's, beside the sysroot.
gcc_files() {
  local clang=$1 sysroot=$2 file
  shift 2
  [ "$("$clang" "$@" -print-file-name=crtbeginS.o)" = crtbeginS.o ] || return 0
  file=$(printf '%s\n' "$sysroot"/usr/lib{,64}/gcc/*/*/crtbeginS.o "$sysroot"/usr/lib{,64}/*/*/crtbeginS.o \
    "$sysroot"/../../lib/gcc/*/*/crtbeginS.o | grep -vF '*' | sort -V | tail -n 1)
  [ -n "$file" ] || return
  printf '%s\n' "-B${file%/*}" "-L${file%/*}"
}

# A table of the sizes of the built daemons.
print_sizes() {
  local name libc_name limit file
  printf 'build: %-8s %-6s %8s %8s\n' arch libc bytes limit
  while read -r name libc_name _ _ limit _; do
    file=.build/embedded-$name
    [ "$libc_name" = glibc ] || file+=-$libc_name
    [ ! -e "$file/flipbookd" ] || printf 'build: %-8s %-6s %8d %8d\n' \
      "$name" "$libc_name" "$(stat --format=%s "$file/flipbookd")" "$limit"
  done <<<"${architectures#?}"
}
