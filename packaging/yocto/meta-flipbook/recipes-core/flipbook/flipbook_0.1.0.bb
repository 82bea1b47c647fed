# SPDX-License-Identifier: Apache-2.0
# The daemon from its sources, by the Swift toolchain of meta-swift. Nothing of Swift is needed on the device.
require flipbook.inc

LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

FLIPBOOK_GIT ?= "git://flipbook.example/flipbook.git;protocol=https;branch=main"
SRC_URI:prepend = "${FLIPBOOK_GIT} "
SRCREV ?= "v${PV}"
S = "${UNPACKDIR}/git"

DEPENDS = "libdrm swift-binary-native"

FLIPBOOK_ARCH:aarch64 = "arm64"
FLIPBOOK_ARCH:arm = "armhf"
FLIPBOOK_ARCH:riscv64 = "riscv64"
FLIPBOOK_ARCH:x86-64 = "amd64"
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
