#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ends the splash before the shell that dracut starts when it cannot go on.

if [ -e /run/plymouth/pid ]; then
    plymouth quit 2> /dev/null || :
    flipbookd --restore-console 2> /dev/null || :
fi
