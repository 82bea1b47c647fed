#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts the splash in an initramfs without systemd. The boot continues after any failure here.

if [ -z "$DRACUT_SYSTEMD" ] && { getargbool 0 splash || getargbool 0 rhgb; } && ! getargbool 0 nosplash &&
    getargbool 1 plymouth.enable && getargbool 1 rd.plymouth; then
    udevadm trigger --action=add --subsystem-match=graphics --subsystem-match=drm \
        --subsystem-match=tty > /dev/null 2>&1
    udevadm trigger --action=add --attr-match=class=0x030000 > /dev/null 2>&1
    udevadm settle --timeout=10 > /dev/null 2>&1

    # The same format as for systemd's units: one line, with quotes around the value or without. Nothing in the
    # file is executed.
    flipbook_options=
    if [ -r /etc/flipbook/flipbook.conf ]; then
        while IFS= read -r flipbook_line || [ -n "$flipbook_line" ]; do
            case "$flipbook_line" in
                FLIPBOOK_OPTIONS=*)
                    flipbook_options="${flipbook_line#FLIPBOOK_OPTIONS=}"
                    case "$flipbook_options" in
                        \"*\" | \'*\')
                            flipbook_options="${flipbook_options#?}"
                            flipbook_options="${flipbook_options%?}"
                            ;;
                    esac
                    ;;
            esac
        done < /etc/flipbook/flipbook.conf
    fi
    [ -d /run/plymouth ] || mkdir -m 0755 /run/plymouth
    # In a subshell: dracut sources this file, and its own shell continues to expand patterns.
    (
        set -f
        # shellcheck disable=SC2086
        exec @flipbookd --no-stdin --mode boot-up --pid-file=/run/plymouth/pid $flipbook_options \
            < /dev/null > /dev/kmsg 2>&1
    ) &
    # The next program that asks for a passphrase looks for a splash once: wait until it listens, a second at most.
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ ! -e /run/plymouth/pid ] || break
        sleep 0.05
    done
fi
