################################################################################
#
# flipbook
#
################################################################################
# SPDX-License-Identifier: Apache-2.0

FLIPBOOK_VERSION = 0.1.0
FLIPBOOK_SITE = $(call qstrip,$(BR2_PACKAGE_FLIPBOOK_SITE))
FLIPBOOK_LICENSE = Apache-2.0, MIT (musl)
FLIPBOOK_LICENSE_FILES = usr/share/doc/flipbookd/LICENSE usr/share/doc/flipbookd/NOTICES

ifeq ($(BR2_aarch64),y)
FLIPBOOK_ARCH = arm64
else ifeq ($(BR2_x86_64),y)
FLIPBOOK_ARCH = amd64
else ifeq ($(BR2_RISCV_64),y)
FLIPBOOK_ARCH = riscv64
else ifeq ($(BR2_ARM_CPU_HAS_NEON)$(BR2_ARM_CPU_ARMV8A),)
# For all since ARMv6; the other build has NEON.
FLIPBOOK_ARCH = armel
else
FLIPBOOK_ARCH = armhf
endif
FLIPBOOK_SOURCE = flipbookd-$(FLIPBOOK_VERSION)-$(FLIPBOOK_ARCH)-linux-musl.tar.xz

# The program is static, and made already.
FLIPBOOK_ADD_TOOLCHAIN_DEPENDENCY = NO

FLIPBOOK_THEME = $(call qstrip,$(BR2_PACKAGE_FLIPBOOK_THEME))
ifneq ($(FLIPBOOK_THEME),)
define FLIPBOOK_INSTALL_THEME
	$(INSTALL) -D -m 0644 \
		$(if $(findstring /,$(FLIPBOOK_THEME)),$(FLIPBOOK_THEME),$(@D)/usr/share/flipbook/themes/$(FLIPBOOK_THEME).pack) \
		$(TARGET_DIR)/etc/flipbook/theme.pack
endef
endif

# The daemon with the client's name, its settings, and the files for the boot; not the files of other ways
# to make an initramfs.
define FLIPBOOK_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 0755 $(@D)/usr/sbin/flipbookd $(TARGET_DIR)/usr/sbin/flipbookd
	mkdir -p $(TARGET_DIR)/usr/bin
	ln -sf ../sbin/flipbookd $(TARGET_DIR)/usr/bin/flipbookctl
	ln -sf flipbookctl $(TARGET_DIR)/usr/bin/plymouth
	$(INSTALL) -D -m 0644 $(@D)/etc/flipbook/flipbook.conf $(TARGET_DIR)/etc/flipbook/flipbook.conf
	$(FLIPBOOK_INSTALL_THEME)
endef

define FLIPBOOK_INSTALL_INIT_SYSTEMD
	mkdir -p $(TARGET_DIR)/usr/lib/systemd/system
	cp -a $(@D)/usr/lib/systemd/system/. $(TARGET_DIR)/usr/lib/systemd/system/
	$(INSTALL) -D -m 0755 $(@D)/usr/share/flipbook/boot-failed $(TARGET_DIR)/usr/share/flipbook/boot-failed
endef

define FLIPBOOK_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 0755 $(FLIPBOOK_PKGDIR)/S00flipbook $(TARGET_DIR)/etc/init.d/S00flipbook
endef

$(eval $(generic-package))
