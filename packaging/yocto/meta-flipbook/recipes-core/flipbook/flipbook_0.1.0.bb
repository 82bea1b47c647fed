# SPDX-License-Identifier: Apache-2.0
# The daemon from its sources, by the Swift toolchain of meta-swift. Nothing of Swift is needed on the device.
require flipbook.inc

LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

# The sources of a release; or a repository, together with SRCREV:
#   FLIPBOOK_SOURCE = "git://HOST/flipbook.git;protocol=https;branch=main;destsuffix=flipbook-${PV}"
FLIPBOOK_SOURCE ?= "${FLIPBOOK_MIRROR}/flipbook-${PV}.tar.xz"
FLIPBOOK_SHA256_SOURCE ?= ""
SRC_URI:prepend = "${FLIPBOOK_SOURCE};name=source "
SRC_URI[source.sha256sum] = "${FLIPBOOK_SHA256_SOURCE}"
SRCREV_FORMAT = "source"

S = "${UNPACKDIR}/flipbook-${PV}"

DEPENDS = "libdrm swift-binary-native"

FLIPBOOK_ARCH:x86 = "i386"
COMPATIBLE_HOST = "(aarch64|x86_64|arm|riscv64|i.86).*-linux"

do_configure[noexec] = "1"
# The daemon has no dependency that Swift's package manager would fetch.
do_compile() {
    cd ${S}
    Scripts/build --arch ${FLIPBOOK_ARCH} --sysroot ${STAGING_DIR_TARGET} daemon
}

do_install() {
    cd ${S}
    Scripts/install --no-tool --daemon .build/embedded-${FLIPBOOK_ARCH}/flipbookd --destdir ${D}
    flipbook_install_extras
}
# It strips by itself.
INHIBIT_PACKAGE_STRIP = "1"
INSANE_SKIP:${PN} += "already-stripped"
