# SPDX-License-Identifier: Apache-2.0
"""Whole frames of the animations, from the stage to the output's memory."""

from pathlib import Path

from figures.common import microseconds, output_of, print_table

# The most processor time, in µs, that a frame in ordinary progress may take, and where.
STEP_LIMIT = 60
STEP_LIMIT_AT = (1920, 1080, 2)
# And that a frame of one look that takes the place of another may take at 1080p.
DISSOLVE_LIMIT = 12_000

FIELDS = (
    "fullBuilding", "fullDrawing", "stepBuilding", "stepDrawing", "step", "step95th", "stepPixels",
    "mostStepPixels", "isStill", "stillFrame", "stillPixels",
)


def measure(program: Path, options) -> list:
    command = [str(program), "stages"]
    if options.animation:
        command += ["--animation", options.animation]
    frames = []
    for line in output_of(*command).splitlines():
        if line.startswith("dissolve "):
            time = int(line.split()[1])
            frames.append({"animation": "dissolve", "step": time, "ok": time <= DISSOLVE_LIMIT * 1000})
            continue
        animation, width, height, scale, *figures = line.split()
        frame = {
            "animation": animation,
            "width": int(width),
            "height": int(height),
            "scale": int(scale),
            **{name: int(figure) for name, figure in zip(FIELDS, figures)},
        }
        if (frame["width"], frame["height"], frame["scale"]) == STEP_LIMIT_AT:
            frame["stepLimit"] = STEP_LIMIT * 1000
            frame["ok"] = frame["step"] <= STEP_LIMIT * 1000
        frames.append(frame)
    return frames


def show(frames: list) -> None:
    print("\nFrames of the animations: µs of the processor, medians; scene building + drawing")
    print("A step is a frame at 60 Hz in a progress of 1 % per second.")
    rows = []
    for frame in (frame for frame in frames if frame["animation"] != "dissolve"):
        rows.append([
            frame["animation"],
            f"{frame['width']}×{frame['height']}",
            f"@{frame['scale']}",
            f"{microseconds(frame['fullBuilding'] / 1e3)} + "
            f"{microseconds(frame['fullDrawing'] / 1e3)}",
            f"{microseconds(frame['stepBuilding'] / 1e3)} + "
            f"{microseconds(frame['stepDrawing'] / 1e3)}",
            microseconds(frame["step"] / 1e3),
            microseconds(frame["step95th"] / 1e3),
            f"{frame['stepPixels']} ({frame['mostStepPixels']})",
            f"{STEP_LIMIT} " + ("ok" if frame["ok"] else "OVER") if "ok" in frame else "",
            "none" if frame["isStill"] and not frame["stillPixels"] else "SOME",
        ])
    print_table(
        ["", "size", "", "full", "step", "sum", "95 %", "pixels (most)", "limit", "work when still"],
        rows)
    for frame in (frame for frame in frames if frame["animation"] == "dissolve"):
        print(f"From the flow bar to the ring at 1920×1080: {microseconds(frame['step'] / 1e3)} µs a frame, limit "
              f"{DISSOLVE_LIMIT} " + ("ok" if frame["ok"] else "OVER"))
