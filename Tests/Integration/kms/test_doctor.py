# SPDX-License-Identifier: Apache-2.0
"""`flipbook doctor` on a real driver: its report is true, and it disturbs no other program."""

import json
from dataclasses import replace

import pytest
from kms.bench import Bench
from kms.checks import Checks, demand
from kms.displays import Display
from kms.machine import Clock
from kms.splash import Splash

COLUMN = "doctor"
MEMORY = 512  # MiB: the tool with all of Swift's runtime is unpacked in there
DRIVERS = {"virtio-gpu": "virtio_gpu", "bochs": "bochs-drm"}


@pytest.mark.seconds(20)
def test_doctor(bench: Bench, display: Display, checks: Checks) -> None:
    guest = replace(display.with_clock(Clock.HOST), memory=MEMORY)
    with Splash(bench, display, checks, guest, has_tool=True) as splash:
        alone = report(splash, checks, "alone")
        checks.check(COLUMN, "alone: the driver and its display", lambda: is_so(alone, display))
        checks.check(COLUMN, "alone: nobody has the card", lambda: has_master(alone, False))
        splash.start()
        checks.demand(COLUMN, "after it the daemon shows its frame", splash.is_moving())
        beside = report(splash, checks, "beside the daemon")
        checks.check(COLUMN, "beside the daemon: the same display", lambda: is_so(beside, display))
        checks.check(COLUMN, "beside the daemon: it has the card", lambda: has_master(beside, True))
        checks.check(
            COLUMN,
            "beside the daemon: its status",
            lambda: demand("frames=" in (beside["daemon"]["status"] or ""), f"{beside['daemon']}"),
        )
        checks.demand(COLUMN, "beside it the daemon moves on", splash.is_moving())
        text = splash.sh("flipbook doctor")
        checks.demand(
            COLUMN,
            "in words: the driver and the display",
            "" if driver(display) in text and alone["displays"][0] in text else text,
        )
        checks.demand(COLUMN, "beside it the daemon leaves with status 0", splash.stop())


def report(splash: Splash, checks: Checks, when: str) -> dict:
    text, status = splash.machine.attempt("flipbook doctor --json", 60)
    checks.demand(COLUMN, f"{when}: something is shown", "" if status == 0 else f"{status}: {text}")
    return json.loads(text)


def driver(display: Display) -> str:
    return DRIVERS.get(display.name, display.name)


def is_so(found: dict, display: Display) -> None:
    """Demands one card, with one display that would be lit as the daemon lights it."""
    cards = found["cards"]
    demand(len(cards) == 1, f"{len(cards)} cards")
    demand(cards[0]["driver"] == driver(display), f"the driver is '{cards[0]['driver']}'")
    lit = [each for each in cards[0]["connectors"] if each["verdict"]["lit"]]
    demand([each["name"] for each in lit] == found["displays"], f"{found['displays']} and {lit}")
    demand(len(lit) == 1, f"{len(lit)} displays")
    best = lit[0]["modes"][0]
    size = (best["width"], best["height"])
    demand(size == (display.width, display.height), f"the first mode is {best}")
    demand(lit[0]["verdict"]["format"] == display.format, f"{lit[0]['verdict']}")
    planes = [plane for plane in cards[0]["planes"] if plane["kind"] == "primary"]
    demand(bool(planes), f"no primary plane among {cards[0]['planes']}")


def has_master(found: dict, expected: bool) -> None:
    card = found["cards"][0]
    demand(card["otherMaster"] == expected, f"{card['otherMaster']}, {card['master']}")
