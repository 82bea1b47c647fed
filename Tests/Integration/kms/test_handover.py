# SPDX-License-Identifier: Apache-2.0
"""The display is handed over: the frame stays until the next program shows its own."""

import time

import pytest
from kms.bench import Bench
from kms.checks import Checks
from kms.displays import Display
from kms.image import Image
from kms.splash import Splash

COLUMN = "handover"
COLOR = "204060"


@pytest.mark.seconds(12)
def test_hand_over(bench: Bench, display: Display, checks: Checks) -> None:
    """quit --retain, then another program; QEMU's screendumps show one or the other, all of it."""
    with Splash(bench, display, checks) as splash:
        splash.start()
        checks.demand("pixels", "hand-over: it moves before", splash.is_moving())
        splash.settle()
        stage = splash.machine.frame()
        checks.demand("pixels", "hand-over: as rendered before", splash.frame_problem())
        width, height = display.width, display.height
        theirs = Image(width, height, bytes.fromhex(COLOR) * (width * height))
        splash.request("quit --retain")
        # Both start now, in the guest; the screendumps are taken meanwhile.
        splash.sh(f"(sleep 1; exec kmsclient /dev/dri/card0 {COLOR}) >/tmp/other 2>&1 &")
        foreign, looks, shown = 0, 0, False
        end = time.monotonic() + 12
        while time.monotonic() < end and not shown:
            frame = splash.machine.frame()
            looks += 1
            shown = frame.pixels == theirs.pixels
            foreign += not shown and frame.pixels != stage.pixels
            time.sleep(0.005)
        said = splash.sh("cat /tmp/other")
        checks.demand(COLUMN, "the next program shows its frame", "" if shown else said)
        checks.demand(
            COLUMN,
            "until then the stage stays, with nothing in between",
            "" if foreign == 0 else f"{foreign} of {looks} screendumps are neither",
        )
        checks.figure(f"{looks} screendumps taken during the hand-over, {foreign} of them foreign")
        status = splash.sh("wait_gone").strip()
        checks.demand(
            COLUMN,
            "then it leaves with status 0",
            "" if status == "0" else f"{status}; {splash.errors()}",
        )
        after = splash.machine.frame()
        checks.demand(COLUMN, "its leaving changes nothing", after.difference(theirs))
