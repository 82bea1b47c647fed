# SPDX-License-Identifier: Apache-2.0
"""The scenes of the comparison, drawn by Flipbook, by Cairo and by memory alone."""

from pathlib import Path

from figures.common import microseconds, output_of, print_table

SIZES = {
    "S1": (3840, 2160),
    "S1b": (1920, 4),
    "S2": (1080, 1080),
    "S2b": (216, 216),
    "S3": (800, 320),
    "S4": (3840, 2160),
    "S5": (3840, 2160),
}
PAINTERS = ("flipbook", "cairo", "copy", "memset", "stream")

# The most that Flipbook may take, as a part of what a painter takes for the same scene.
LIMITS = {
    ("S1", "cairo"): 0.90,
    ("S1b", "cairo"): 0.17,
    ("S2", "cairo"): 0.105,
    ("S2b", "cairo"): 0.105,
    ("S3", "cairo"): 0.45,
    ("S4", "cairo"): 0.70,
    ("S1", "copy"): 1.10,
    ("S4", "copy"): 1.10,
    ("S5", "copy"): 1.25,
}


def measure(program: Path, options) -> dict:
    command = [str(program), "scenes"]
    for name in ("scene", "only", "frames", "rounds"):
        value = getattr(options, name)
        if value is not None:
            command += [f"--{name}", str(value)]
    scenes: dict = {}
    for line in output_of(*command).splitlines():
        scene, painter, median, minimum, frames = line.split()
        scenes.setdefault(scene, {})[painter] = {
            "median": int(median),
            "minimum": int(minimum),
            "frames": int(frames),
        }
    return {
        scene: {
            "pixels": SIZES[scene][0] * SIZES[scene][1],
            "picosecondsPerFrame": times,
            "ratios": ratios_of(scene, times),
        }
        for scene, times in scenes.items()
    }


def ratios_of(scene: str, times: dict) -> dict:
    """Flipbook against each painter: medians, minima, and the limit where there is one."""
    result = {}
    for painter in PAINTERS[1:]:
        if painter not in times or "flipbook" not in times:
            continue
        ours, theirs = times["flipbook"], times[painter]
        ratio = {key: ours[key] / theirs[key] for key in ("median", "minimum")}
        memory = [times[p]["median"] for p in ("copy", "memset", "stream") if p in times]
        if memory and painter == "cairo":
            ratio["memory"] = min(memory) / theirs["median"]
        limit = LIMITS.get((scene, painter))
        if limit is not None:
            ratio["limit"] = limit
            ratio["ok"] = ratio["median"] <= limit
        result[painter] = ratio
    return result


def show(scenes: dict) -> None:
    shown = [p for p in PAINTERS if any(p in s["picosecondsPerFrame"] for s in scenes.values())]
    print("\nTime per frame in µs, medians; ns/px is Flipbook's")
    rows = []
    for scene, result in scenes.items():
        times = result["picosecondsPerFrame"]
        row = [scene, "{}×{}".format(*SIZES[scene])]
        row += [microseconds(times[p]["median"] / 1e6) if p in times else "" for p in shown]
        ours = times.get("flipbook")
        row.append(f"{ours['median'] / 1e3 / result['pixels']:.3f}" if ours else "")
        rows.append(row)
    print_table(["", "size", *shown, "ns/px"], rows)
    show_ratios(scenes)


def show_ratios(scenes: dict) -> None:
    rows = []
    for scene, result in scenes.items():
        for painter, ratio in result["ratios"].items():
            limit, mark = "", ""
            if "limit" in ratio:
                limit, mark = f"{ratio['limit']:.3f}", "ok" if ratio["ok"] else "OVER"
            elif painter == "stream":
                continue
            rows.append([
                scene, f"/ {painter}", f"{ratio['median']:.3f}", f"{ratio['minimum']:.3f}", limit,
                mark, f"{ratio['memory']:.3f}" if "memory" in ratio else "",
            ])
    if rows:
        print("\nFlipbook's part of each, by medians and by minima, and the most that is allowed;")
        print("memory: the part that is gone when the same bytes are stored at all, at best")
        print_table(["", "", "median", "minimum", "limit", "", "memory"], rows)
