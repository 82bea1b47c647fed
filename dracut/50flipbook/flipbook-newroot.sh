#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Has the splash follow to the real root, which is mounted now.

if [ -z "$DRACUT_SYSTEMD" ] && [ -e /run/plymouth/pid ]; then
    # While that process lives plymouth-start.service starts no other.
    plymouth --newroot="$NEWROOT" && ln -sf "/proc/$(cat /run/plymouth/pid)" /run/plymouth/splash || :
fi
