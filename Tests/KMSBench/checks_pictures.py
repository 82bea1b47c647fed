"""On virtio-gpu and bochs: the display shows, byte for byte, what `flipbook render` gives.

An installer's status lines are replayed as `flipbook follow apt` sends them, with a rest after each
part of them; at each rest QEMU photographs what its display adapter scans out.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from bench import Bench
from checks_rate import DRIVERS
from machine import Clock, Guest, Machine
from report import CheckFailed, demand

WIDTH, HEIGHT = 1280, 800


def run(bench: Bench) -> None:
    parts = replay_parts(bench)
    stories = [
        (driver, guest, animation)
        for driver, guest in DRIVERS.items()
        for animation in ("flow", "download", "ring")
    ]
    # Pictures at rest do not depend on time, so two guests may share the machine.
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda story: photographed(bench, story[1], story[2], parts), stories)
        for (driver, _, animation), failures in zip(stories, results):
            for what, why in failures:
                bench.report.check(
                    f"{driver}, {animation}: {what}", lambda why=why: demand(not why, why)
                )


def replay_parts(bench: Bench) -> list[tuple]:
    """The installer's commands in three parts: the download, half of the installation, the rest."""
    commands = bench.replay()
    starts = [index for index, command in enumerate(commands) if command.startswith("progress ")]
    first, second = starts[len(starts) // 3], starts[2 * len(starts) // 3]
    return [tuple(commands[:first]), tuple(commands[first:second]), tuple(commands[second:])]


def photographed(
    bench: Bench, guest: Guest, animation: str, parts: list[tuple]
) -> list[tuple[str, str]]:
    """Tells one display's story; gives each thing looked at with what is wrong with it."""
    looks = []
    # Time does not matter here, and the host's is the quickest.
    with bench.machine(replace(guest, clock=Clock.HOST)) as machine:
        machine.sh("echo The console before the splash >/dev/tty1; sleep 0.3")
        console = machine.picture()
        machine.sh(
            f". /job/job.sh; daemon_start --animation {animation};" " daemon_ready && trace_start",
            timeout=30,
        )
        story = ()
        for number, part in enumerate(parts, 1):
            if animation == "flow":
                # Its colours flow as long as anything is seen of them; failed, they stand still.
                story = act(machine, story, part, until_still=False)
                failed = act(machine, story, ("fail",))
                looks.append(
                    look(
                        bench, machine, animation, failed, f"failed in part {number} of the replay"
                    )
                )
                story = act(machine, failed, ("reset",))
            else:
                story = act(machine, story, part)
            looks.append(
                look(bench, machine, animation, story, f"at rest after part {number} of the replay")
            )
        if animation != "flow":
            for command in ("done", "fail", "reset"):
                story = act(machine, story, (command,))
                looks.append(look(bench, machine, animation, story, f"at rest after {command}"))
        status = machine.sh(". /job/job.sh; daemon_stop").strip()
        looks.append(
            ("it leaves with status 0 on SIGTERM", "" if status == "0" else f"status {status}")
        )
        machine.sh("sleep 0.5")
        looks.append(("the console is back as it was", machine.picture().difference(console)))
    return looks


def act(machine: Machine, story: tuple, commands: tuple, until_still: bool = True) -> tuple:
    """Gives commands, waits for the progress to rest; gives the story so far."""
    lines = "; ".join(f"tell '{quoted(command)}'" for command in commands)
    rest = "sleep 0.4; wait_still" if until_still else "sleep 2"
    machine.sh(f". /job/job.sh; {lines}; {rest}", timeout=60)
    return story + commands + ("sleep 6",)


def quoted(command: str) -> str:
    if "'" in command:
        raise CheckFailed(f"a command with a quote: {command}")
    return command


def look(
    bench: Bench, machine: Machine, animation: str, story: tuple, what: str
) -> tuple[str, str]:
    wanted = bench.expected(animation, story, WIDTH, HEIGHT)
    return (what, machine.picture().difference(wanted))
