# SPDX-License-Identifier: Apache-2.0
"""What flipbook-shutdown.service has waited for."""

import re


def report_wait(guest) -> None:
    """Has the unit print the status of its wait on the serial line, for which a guest may need a while."""
    guest.sh(
        "mkdir -p /run/systemd/system/flipbook-shutdown.service.d;"
        " printf '[Service]\\nTimeoutStopSec=60\\nExecStop=\\nExecStop=-sh -c \"flipbookctl --timeout 2000 wait-for-frame;"
        " echo waited $$? >/dev/ttyS0\"\\n' >/run/systemd/system/flipbook-shutdown.service.d/test.conf;"
        " systemctl daemon-reload"
    )


def waits(guest) -> list[int]:
    """The status of each wait: 0 a frame is shown, 1 there is no free display, 3 there was no frame in time."""
    return [int(status) for status in re.findall(r"waited ([0-9]+)", guest.serial())]
