#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ends the splash before dracut starts its emergency shell.

if [ -e /run/plymouth/pid ]; then
    plymouth quit 2> /dev/null || :
    flipbookd --restore-console 2> /dev/null || :
fi
