# SPDX-License-Identifier: Apache-2.0
"""The scenarios, by name: what is run on one display, and about how long it takes."""

from collections.abc import Callable
from dataclasses import dataclass

import scenario_device
import scenario_doctor
import scenario_errors
import scenario_framebuffer
import scenario_frames
import scenario_handover
import scenario_leaving
import scenario_master
import scenario_measure
import scenario_monitor
import scenario_paced
import scenario_rate
import scenario_several
import scenario_suspend
import scenario_terminal


@dataclass(frozen=True)
class Scenario:
    """What one task of the matrix does."""

    run: Callable  # (bench, display, row)
    column: str  # where it is counted if it cannot be run at all
    seconds: int  # about
    once: bool = False  # under the first kernel only: it shows the daemon, not the kernel


SCENARIOS = {
    "paced": Scenario(scenario_paced.run, "rate", 10),
    "checksums": Scenario(scenario_paced.checksums, "pixels", 30),
    "rate": Scenario(scenario_rate.run, "rate", 15),
    "frames": Scenario(scenario_frames.run, "pixels", 60),
    "leaving": Scenario(scenario_leaving.run, "leaving", 20),
    "doctor": Scenario(scenario_doctor.run, "doctor", 20),
    "errors": Scenario(scenario_errors.run, "errors", 15),
    "costs": Scenario(scenario_measure.costs, "cost", 25),
    "endless flow": Scenario(scenario_measure.endless("flow"), "rate", 65, once=True),
    "endless download": Scenario(scenario_measure.endless("download"), "rate", 110, once=True),
    "endless ring": Scenario(scenario_measure.endless("ring"), "rate", 130, once=True),
    "master": Scenario(scenario_master.run, "master", 15),
    "terminal": Scenario(scenario_terminal.run, "terminal", 25),
    "hand-over": Scenario(scenario_handover.run, "handover", 12),
    "unbind": Scenario(scenario_device.unbind, "device", 12),
    "remove": Scenario(scenario_device.remove, "device", 12),
    "late": Scenario(scenario_device.late, "device", 5),
    "hot-plug": Scenario(scenario_device.hot_plug, "device", 20),
    "several": Scenario(scenario_several.run, "pixels", 15),
    "framebuffer": Scenario(scenario_framebuffer.run, "pixels", 15),
    "take-over": Scenario(scenario_device.take_over, "device", 12),
    "unplug": Scenario(scenario_monitor.unplug, "monitor", 15),
    "heads": Scenario(scenario_monitor.heads, "monitor", 25),
    "suspend": Scenario(scenario_suspend.run, "suspend", 10),
}
