#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows on the splash why the boot has stopped, and ends it before dracut starts its emergency shell. With systemd its units
# have done so.

/usr/share/flipbook/boot-failed 2> /dev/null || :
