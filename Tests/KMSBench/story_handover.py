"""The display is handed over: the picture stays until the next program shows its own."""

import time

from bench import Bench
from displays import Display
from picture import Picture
from report import Row
from splash import Splash

COLUMN = "handover"
COLOR = "204060"


def tell(bench: Bench, display: Display, row: Row) -> None:
    """quit --retain, then another program; QEMU's pictures show the one or the other, all of it."""
    with Splash(bench, display, row) as splash:
        splash.start()
        row.demand("pixels", "hand-over: it moves before", splash.is_moving())
        splash.settle()
        stage = splash.machine.picture()
        row.demand("pixels", "hand-over: as rendered before", splash.picture_problem())
        width, height = display.width, display.height
        theirs = Picture(width, height, bytes.fromhex(COLOR) * (width * height))
        splash.request("quit --retain")
        # Both start now, in the guest; the pictures are taken meanwhile.
        splash.sh(f"(sleep 1; exec kmsclient /dev/dri/card0 {COLOR}) >/tmp/other 2>&1 &")
        foreign, looks, shown = 0, 0, False
        end = time.monotonic() + 12
        while time.monotonic() < end and not shown:
            picture = splash.machine.picture()
            looks += 1
            shown = picture.pixels == theirs.pixels
            foreign += not shown and picture.pixels != stage.pixels
            time.sleep(0.005)
        said = splash.sh("cat /tmp/other")
        row.demand(COLUMN, "the next program shows its picture", "" if shown else said)
        row.demand(
            COLUMN,
            "until then the stage stays, with nothing in between",
            "" if foreign == 0 else f"{foreign} of {looks} pictures are neither",
        )
        row.figure(f"{looks} pictures taken during the hand-over, {foreign} of them foreign")
        status = splash.sh("wait_gone").strip()
        row.demand(
            COLUMN,
            "then it leaves with status 0",
            "" if status == "0" else f"{status}; {splash.errors()}",
        )
        after = splash.machine.picture()
        row.demand(COLUMN, "its leaving changes nothing", after.difference(theirs))
