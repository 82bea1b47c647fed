# SPDX-License-Identifier: Apache-2.0
"""The display shows, byte for byte, what `flipbook render` gives.

An installer's status lines are replayed as `flipbook follow apt` sends them, with a rest after each
part of them; at each rest QEMU photographs what its display adapter scans out.
"""

import pytest
from kms.bench import Bench
from kms.checks import Checks, GuestError
from kms.displays import Display
from kms.splash import Splash

COLUMN = "pixels"


@pytest.mark.seconds(60)
def test_frames(bench: Bench, display: Display, checks: Checks) -> None:
    for animation in ("flow", "download", "ring"):
        with Splash(bench, display, checks) as splash:
            console = splash.console()
            splash.sh(f"daemon_start --animation {animation}; daemon_ready && trace_start", 30)
            splash.animation = animation
            for number, part in enumerate(replay_parts(bench), 1):
                rest_after(splash, checks, part, f"part {number} of the replay")
            if animation != "flow":
                for command in ("done", "fail", "reset"):
                    rest_after(splash, checks, (command,), command)
            checks.demand("leaving", f"{animation}: it leaves with status 0", splash.stop())
            checks.demand(
                "leaving",
                f"{animation}: the console is back as it was",
                splash.console_problem(console),
            )


def rest_after(splash: Splash, checks: Checks, commands: tuple, what: str) -> None:
    """Gives commands, waits until nothing moves, and looks."""
    splash.send(*commands)
    flows = splash.animation == "flow"
    if flows:
        # Its colours flow as long as anything is seen of them; failed, they stand still.
        splash.sh("sleep 2")
        splash.timeline += ("sleep 6",)
        splash.send("fail")
    splash.sh("sleep 0.4; wait_still", 60)
    splash.timeline += ("sleep 6",)
    checks.demand(
        COLUMN, f"{splash.animation} at rest after {what} is as rendered", splash.frame_problem()
    )
    if flows:
        splash.send("reset")


def replay_parts(bench: Bench) -> list[tuple]:
    """The installer's commands in three parts: the download, half of the installation, the rest."""
    commands = bench.replay()
    if any("'" in command for command in commands):
        raise GuestError("a command of the replay has a quote")
    starts = [index for index, command in enumerate(commands) if command.startswith("progress ")]
    first, second = starts[len(starts) // 3], starts[2 * len(starts) // 3]
    return [tuple(commands[:first]), tuple(commands[first:second]), tuple(commands[second:])]
