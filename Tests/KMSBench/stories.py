"""The stories, by name: what is told on one display, and about how long it takes."""

from collections.abc import Callable
from dataclasses import dataclass

import story_device
import story_doctor
import story_errors
import story_framebuffer
import story_handover
import story_leaving
import story_master
import story_measure
import story_monitor
import story_paced
import story_pictures
import story_rate
import story_several
import story_suspend
import story_terminal


@dataclass(frozen=True)
class Story:
    """What one task of the matrix does."""

    tell: Callable  # (bench, display, row)
    column: str  # where it is counted if it cannot be told at all
    seconds: int  # about
    once: bool = False  # under the first kernel only: it shows the daemon, not the kernel


STORIES = {
    "paced": Story(story_paced.tell, "rate", 10),
    "checksums": Story(story_paced.checksums, "pixels", 30),
    "rate": Story(story_rate.tell, "rate", 15),
    "pictures": Story(story_pictures.tell, "pixels", 60),
    "leaving": Story(story_leaving.tell, "leaving", 20),
    "doctor": Story(story_doctor.tell, "doctor", 20),
    "errors": Story(story_errors.tell, "errors", 15),
    "costs": Story(story_measure.costs, "cost", 25),
    "endless flow": Story(story_measure.endless("flow"), "rate", 65, once=True),
    "endless download": Story(story_measure.endless("download"), "rate", 110, once=True),
    "endless ring": Story(story_measure.endless("ring"), "rate", 130, once=True),
    "master": Story(story_master.tell, "master", 15),
    "terminal": Story(story_terminal.tell, "terminal", 25),
    "hand-over": Story(story_handover.tell, "handover", 12),
    "unbind": Story(story_device.unbind, "device", 12),
    "remove": Story(story_device.remove, "device", 12),
    "late": Story(story_device.late, "device", 5),
    "hot-plug": Story(story_device.hot_plug, "device", 20),
    "several": Story(story_several.tell, "pixels", 15),
    "framebuffer": Story(story_framebuffer.tell, "pixels", 15),
    "take-over": Story(story_device.take_over, "device", 12),
    "unplug": Story(story_monitor.unplug, "monitor", 15),
    "heads": Story(story_monitor.heads, "monitor", 25),
    "suspend": Story(story_suspend.tell, "suspend", 10),
}
