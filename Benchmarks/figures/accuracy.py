# SPDX-License-Identifier: Apache-2.0
"""How far the scenes' pixels are from exact ones, in levels of 255."""

from pathlib import Path

from figures.common import output_of, print_table

# The most for Flipbook: where no edge is, at an edge, and at edges on the average.
LIMITS = {"inside": 1, "edge": 4, "meanEdge": 0.75}


def measure(program: Path, options) -> dict:
    command = [str(program), "check"]
    if options.scene:
        command += ["--scene", options.scene]
    errors_of: dict = {}
    for line in output_of(*command).splitlines():
        scene, painter, *errors = line.split()
        errors_of.setdefault(scene, {})[painter] = {
            name: int(error) / 1000 for name, error in zip(LIMITS, errors)
        }
    for errors in errors_of.values():
        errors["ok"] = all(errors["flipbook"][name] <= most for name, most in LIMITS.items())
    return errors_of


def show(errors_of: dict) -> None:
    print("\nErrors against 64×64 points per pixel in double precision, in levels of 255:")
    print("at most inside, at most at edges, at edges on the average ({}, {}, {} are allowed)".format(
        *LIMITS.values()))
    rows = [
        [
            scene,
            *(" / ".join(f"{errors[p][name]:.2f}" for name in LIMITS) for p in ("flipbook", "cairo")),
            "ok" if errors["ok"] else "OVER",
        ]
        for scene, errors in errors_of.items()
    ]
    print_table(["", "flipbook", "cairo", ""], rows)
