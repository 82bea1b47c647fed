# SPDX-License-Identifier: Apache-2.0
# The daemon of a release, which needs no library.
require flipbook.inc

LIC_FILES_CHKSUM = "file://usr/share/doc/flipbookd/LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

COMPATIBLE_HOST = "(aarch64|x86_64|arm|riscv64).*-linux"
# The file for armel needs ARMv6.
COMPATIBLE_HOST:arm = "${@bb.utils.contains_any('TUNE_FEATURES', 'armv4 armv5', 'none', '.*', d)}"

# Of the release's SHA256SUMS.
FLIPBOOK_SHA256 ?= ""
SRC_URI:prepend = "${FLIPBOOK_MIRROR}/flipbookd-${PV}-${FLIPBOOK_ARCH}-linux-musl.tar.xz;name=release "
SRC_URI[release.sha256sum] = "${FLIPBOOK_SHA256}"

S = "${UNPACKDIR}/flipbookd-${PV}-${FLIPBOOK_ARCH}-linux-musl"

RPROVIDES:${PN} += "flipbook"
RCONFLICTS:${PN} += "flipbook"
# Stripped, static and made elsewhere.
INSANE_SKIP:${PN} += "already-stripped ldflags"
INHIBIT_PACKAGE_STRIP = "1"
INHIBIT_SYSROOT_STRIP = "1"

do_configure[noexec] = "1"
do_compile[noexec] = "1"

do_install() {
    cp -R --no-dereference --preserve=mode,links ${S}/. ${D}/
    chown -R root:root ${D}
    flipbook_install_extras
}
