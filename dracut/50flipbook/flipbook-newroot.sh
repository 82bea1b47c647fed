#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Moves the splash to the real root, which is mounted now.

if [ -z "$DRACUT_SYSTEMD" ] && [ -e /run/plymouth/pid ]; then
    plymouth --newroot="$NEWROOT" || :
fi
